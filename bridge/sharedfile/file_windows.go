package sharedfile

import (
	"errors"

	"parley/bridge/ownfile"
)

// swap is not to be had on Windows.
func swap(a, b string) error { return errors.ErrUnsupported }

// moveOver waits a little for virus scanners and others that hold the old file open for a moment.
func moveOver(from, to string) error { return ownfile.Move(from, to) }

// Lock: Windows locks no folders. The edit notices changes in between by itself.
func Lock(folder string) (unlock func()) { return func() {} }

// keepOwner and syncFolder have nothing to do: Windows inherits the owner and has no open folders to sync.
func keepOwner(file, like string) {}

func syncFolder(folder string) {}
