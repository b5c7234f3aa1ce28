package config

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// swap is not to be had on Windows.
func swap(a, b string) error { return errors.ErrUnsupported }

// moveOver waits a little for virus scanners and others that hold the old file open for a moment.
func moveOver(from, to string) error {
	for wait := 10 * time.Millisecond; ; wait *= 2 {
		err := os.Rename(from, to)
		busy := errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED)
		if !busy || wait > time.Second {
			return err
		}
		time.Sleep(wait)
	}
}

// lockFolder: Windows locks no folders. The edit notices changes in between by itself.
func lockFolder(folder string) (unlock func()) { return func() {} }

// keepOwner and syncFolder have nothing to do: Windows inherits the owner and has no open folders to sync.
func keepOwner(file, like string) {}

func syncFolder(folder string) {}
