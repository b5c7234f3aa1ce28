package vault

import (
	"errors"
	"fmt"
	"path/filepath"
)

// Open gives the Store of this computer: its keyring, or where there is none a file in Parley's folder. notice tells the person
// in plain words when it is the file; "" otherwise. It does not ask the keyring for anything yet, for that may make the system ask
// the person for a password.
func Open(folder string) (store Store, notice string) {
	return open(folder, keyringThere(), system{})
}

func open(folder string, there bool, ring Store) (Store, string) {
	f := &file{path: filepath.Join(folder, FileName)}
	if !there {
		return f, fmt.Sprintf("This computer has no keyring that Parley can use. Passwords and sign-ins are kept in the file %s, which only you may read.", f.path)
	}
	return &either{ring: &split{short: newBounded(ring, unlockPatience)}, file: f}, ""
}

// either keeps secrets in the keyring, and in the file those that it would not take: a keyring may be there and yet locked for good,
// or without a place for new entries.
type either struct {
	ring Store
	file *file
}

// Get implements [Store].
func (e *either) Get(key string) (string, error) {
	// What is in the file is newer: it leaves the file as soon as the keyring takes it.
	if secret, err := e.file.Get(key); err == nil {
		return secret, nil
	}
	return e.ring.Get(key)
}

// Set implements [Store].
func (e *either) Set(key, secret string) error {
	if e.ring.Set(key, secret) != nil {
		return e.file.Set(key, secret)
	}
	return e.file.Delete(key)
}

// Delete implements [Store].
func (e *either) Delete(key string) error {
	return errors.Join(e.ring.Delete(key), e.file.Delete(key))
}
