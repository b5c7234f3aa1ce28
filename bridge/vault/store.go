package vault

import (
	"errors"
	"sync"
)

// Store keeps secrets under keys. Its methods are safe for concurrent use; those of a keyring may take as long as a person
// needs to unlock it, but not for ever. No error and no log ever holds a secret.
type Store interface {
	// Get gives the secret, or an error that is [ErrNotFound] when there is none.
	Get(key string) (string, error)
	// Set keeps a secret of any length in the place of the one before.
	Set(key, secret string) error
	// Delete forgets a secret. Deleting one that is not there is no error.
	Delete(key string) error
}

// The errors that a Store gives; others say in plain words what went wrong.
var (
	ErrNotFound = errors.New("there is no such secret")
	ErrBusy     = errors.New("the keyring of this computer does not answer")
)

// Memory is a Store that forgets everything at the end of the program. Its zero value is empty and ready.
type Memory struct {
	mu      sync.Mutex
	secrets map[string]string
}

// Get implements [Store].
func (m *Memory) Get(key string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	secret, ok := m.secrets[key]
	if !ok {
		return "", ErrNotFound
	}
	return secret, nil
}

// Set implements [Store].
func (m *Memory) Set(key, secret string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.secrets == nil {
		m.secrets = map[string]string{}
	}
	m.secrets[key] = secret
	return nil
}

// Delete implements [Store].
func (m *Memory) Delete(key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.secrets, key)
	return nil
}

// Len is how many secrets there are.
func (m *Memory) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.secrets)
}
