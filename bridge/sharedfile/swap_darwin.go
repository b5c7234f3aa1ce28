package sharedfile

import (
	"os"

	"golang.org/x/sys/unix"
)

// swap exchanges two files in one step. Some file systems cannot.
func swap(a, b string) error { return unix.RenamexNp(a, b, unix.RENAME_SWAP) }

func moveOver(from, to string) error { return os.Rename(from, to) }
