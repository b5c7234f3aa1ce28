package plainfile

import (
	"errors"
	"io/fs"
	"os"
)

// Open opens an ordinary file. A pipe in its place would be waited for.
func Open(path string) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, ErrNotPlain
	}
	return os.Open(path)
}

// Reason takes the path and the system call out of an error, for the sentence around it names the file already.
func Reason(err error) error {
	var detail *fs.PathError
	if errors.As(err, &detail) {
		return detail.Err
	}
	return err
}
