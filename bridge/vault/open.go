package vault

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
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

	mu     sync.Mutex
	spared string // why something went into the file
}

// Notice tells the person when secrets had to go into the file although there is a keyring; "" otherwise.
func (e *either) Notice() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.spared
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
	err := e.ring.Set(key, secret)
	if err == nil {
		// Some take everything and keep nothing, as where no collection is open (clodex#7).
		if kept, gerr := e.ring.Get(key); gerr != nil || kept != secret {
			err = errors.New("the keyring of this computer did not keep what it was given")
		}
	}
	if err == nil {
		e.say("")
		// Where the file cannot be read, nothing in it is in the way of what the keyring holds now; see Get.
		if _, err := e.file.Get(key); err == nil {
			return e.file.Delete(key)
		}
		return nil
	}
	if ferr := e.file.Set(key, secret); ferr != nil {
		return ferr
	}
	e.say(fmt.Sprintf("%s. Instead, it is kept in the file %s, which only you may read.", sentence(err), e.file.path))
	return nil
}

// Delete implements [Store]. What was in the file had not gone into the keyring, so it does not matter what the keyring says.
func (e *either) Delete(key string) error {
	_, missing := e.file.Get(key)
	ferr, err := e.file.Delete(key), e.ring.Delete(key)
	if missing == nil {
		return ferr
	}
	return errors.Join(ferr, err)
}

func (e *either) say(notice string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.spared = notice
}

// sentence begins an error with a capital letter.
func sentence(err error) string {
	words := err.Error()
	return strings.ToUpper(words[:1]) + words[1:]
}
