//go:build unix && !linux && !darwin

package sharedfile

import (
	"errors"
	"os"
)

// swap is not known for this system.
func swap(a, b string) error { return errors.ErrUnsupported }

func moveOver(from, to string) error { return os.Rename(from, to) }
