package vault

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"parley/bridge/plainfile"
)

// FileName is the file that stands in for a keyring, in Parley's folder.
const FileName = "secrets.json"

// maxFile is far more than all sign-ins take.
const maxFile = 16 << 20

// file is a Store in one file that only its owner may read or write.
type file struct {
	path string
	mu   sync.Mutex
}

// Get implements [Store].
func (f *file) Get(key string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	secrets, err := f.read()
	if err != nil {
		return "", err
	}
	secret, ok := secrets[key]
	if !ok {
		return "", ErrNotFound
	}
	return secret, nil
}

// Set implements [Store].
func (f *file) Set(key, secret string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return f.failure("be written", err)
	}
	defer lockFolder(filepath.Dir(f.path))()
	secrets, err := f.read()
	if err != nil {
		return err
	}
	if there, ok := secrets[key]; ok && there == secret {
		return nil
	}
	secrets[key] = secret
	return f.write(secrets)
}

// Delete implements [Store].
func (f *file) Delete(key string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer lockFolder(filepath.Dir(f.path))()
	secrets, err := f.read()
	if err != nil {
		return err
	}
	if _, ok := secrets[key]; !ok {
		return nil
	}
	delete(secrets, key)
	return f.write(secrets)
}

// read gives all secrets. A file that others may read is closed to them first. One that cannot be understood is an error and
// stays as it is: what is in it may be mended by hand.
func (f *file) read() (map[string]string, error) {
	secrets := map[string]string{}
	info, err := os.Stat(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return secrets, nil
	}
	if err != nil {
		return nil, f.failure("be read", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		if err := os.Chmod(f.path, 0o600); err != nil {
			return nil, f.failure("be closed to others", err)
		}
	}
	text, err := plainfile.Read(f.path, maxFile)
	if err != nil {
		return nil, f.failure("be read", err)
	}
	// The parser's own error may quote what it stumbled over.
	if len(text) > 0 && (json.Unmarshal(text, &secrets) != nil || secrets == nil) {
		return nil, f.failure("be understood", errors.New("it is not what Parley wrote; move it away to begin anew"))
	}
	return secrets, nil
}

// write replaces the file as a whole, so that no crash leaves half of it.
func (f *file) write(secrets map[string]string) error {
	text, err := json.MarshalIndent(secrets, "", "  ")
	if err != nil {
		return f.failure("be written", errors.New("the secrets cannot be put into words"))
	}
	path := f.path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link that the person made stays one, and leads to nothing old
	}
	folder := filepath.Dir(path)
	f.sweep(folder)
	next, err := os.CreateTemp(folder, FileName+".*") // with rights for the owner alone
	if err != nil {
		return f.failure("be written", err)
	}
	_, err = next.Write(append(text, '\n'))
	if err == nil {
		err = next.Sync()
	}
	err = errors.Join(err, next.Close())
	if err == nil {
		err = os.Rename(next.Name(), path)
	}
	if err != nil {
		_ = os.Remove(next.Name())
		return f.failure("be written", err)
	}
	return nil
}

// leftAfter is how old a half-written file must be to be nobody's any more.
const leftAfter = time.Minute

// sweep takes away what a crash left half written: it holds secrets.
func (f *file) sweep(folder string) {
	left, _ := filepath.Glob(filepath.Join(folder, FileName+".*"))
	for _, path := range left {
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > leftAfter {
			_ = os.Remove(path)
		}
	}
}

func (f *file) failure(what string, err error) error {
	var detail *fs.PathError
	if errors.As(err, &detail) {
		err = detail.Err
	}
	return fmt.Errorf("the file %s with your sign-ins cannot %s: %w", f.path, what, err)
}
