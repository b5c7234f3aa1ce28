package sharedfile

import (
	"os"

	"golang.org/x/sys/unix"
)

// swap exchanges two files in one step. Some file systems cannot.
func swap(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}

func moveOver(from, to string) error { return os.Rename(from, to) }
