package ownfile

import (
	"errors"
	"os"
	"path/filepath"
)

// Move renames a file over another one, which somebody else may have open for a moment.
func Move(from, to string) error { return patient(func() error { return os.Rename(from, to) }) }

// Replace puts content at path in one step. A crash in between leaves the old file. Who reads it meanwhile may keep it from being replaced
// for a moment on Windows; that is waited for.
func Replace(path string, content []byte) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	next, err := os.CreateTemp(folder, filepath.Base(path)+".*") // with rights for the owner alone
	if err != nil {
		return err
	}
	_, err = next.Write(content)
	if err == nil {
		err = next.Sync()
	}
	err = errors.Join(err, next.Close())
	if err == nil {
		err = Move(next.Name(), path)
	}
	if err != nil {
		_ = os.Remove(next.Name())
	}
	return err
}
