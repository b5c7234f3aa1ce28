package vault

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"parley/bridge/ownfile"
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
	defer f.lock()()
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
	defer f.lock()()
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

// lock keeps other Parleys from the file, and takes away what a crash left half written: it holds secrets.
func (f *file) lock() (unlock func()) {
	folder := filepath.Dir(f.path)
	unlock, held := ownfile.Lock(folder)
	ownfile.Sweep(folder, held, FileName)
	return unlock
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
	text, err := ownfile.Read(f.path, maxFile)
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
	ownfile.Sweep(filepath.Dir(path), false, filepath.Base(path))
	if err := ownfile.Replace(path, append(text, '\n')); err != nil {
		return f.failure("be written", err)
	}
	return nil
}

func (f *file) failure(what string, err error) error {
	var detail *fs.PathError
	if errors.As(err, &detail) {
		err = detail.Err
	}
	return fmt.Errorf("the file %s with your sign-ins cannot %s: %w", f.path, what, err)
}
