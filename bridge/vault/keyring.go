package vault

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/zalando/go-keyring"
)

// service is the name under which the keyring lists Parley's secrets.
const service = "Parley"

// unlockPatience is how long a keyring may take: a person may have to type its password.
const unlockPatience = time.Minute

// system is the keyring of the system, as its library offers it.
type system struct{}

// Get implements [Store].
func (system) Get(key string) (string, error) {
	secret, err := keyring.Get(service, key)
	return secret, keyringFailure("read", err, "")
}

// Set implements [Store].
func (system) Set(key, secret string) error {
	return keyringFailure("keep", keyring.Set(service, key, secret), secret)
}

// Delete implements [Store].
func (system) Delete(key string) error {
	err := keyring.Delete(service, key)
	if errors.Is(err, keyring.ErrNotFound) {
		return nil
	}
	return keyringFailure("forget", err, "")
}

func keyringFailure(what string, err error, secret string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, keyring.ErrNotFound):
		return ErrNotFound
	}
	words := err.Error()
	if secret != "" {
		words = strings.ReplaceAll(words, secret, "…")
	}
	return fmt.Errorf("the keyring of this computer cannot %s a secret: %s", what, words)
}

// bounded is a Store on one that may hang. One thing at a time is asked of it; what takes longer than the limit is given up
// and everything after it fails at once until it has come back.
type bounded struct {
	store Store
	limit time.Duration
	turn  chan struct{} // holds one token while nothing is being asked
	stuck chan struct{} // holds one token while something that was given up has not come back
}

func newBounded(store Store, limit time.Duration) *bounded {
	b := &bounded{store: store, limit: limit, turn: make(chan struct{}, 1), stuck: make(chan struct{}, 1)}
	b.turn <- struct{}{}
	return b
}

// Get implements [Store].
func (b *bounded) Get(key string) (secret string, err error) {
	type found struct {
		secret string
		err    error
	}
	result := make(chan found, 1)
	if err := b.ask(func() {
		secret, err := b.store.Get(key)
		result <- found{secret, err}
	}); err != nil {
		return "", err
	}
	f := <-result
	return f.secret, f.err
}

// Set implements [Store].
func (b *bounded) Set(key, secret string) error {
	result := make(chan error, 1)
	if err := b.ask(func() { result <- b.store.Set(key, secret) }); err != nil {
		return err
	}
	return <-result
}

// Delete implements [Store].
func (b *bounded) Delete(key string) error {
	result := make(chan error, 1)
	if err := b.ask(func() { result <- b.store.Delete(key) }); err != nil {
		return err
	}
	return <-result
}

// ask runs f, or gives up on it. The goroutine of one that was given up ends when the keyring comes back.
func (b *bounded) ask(f func()) error {
	late := time.NewTimer(b.limit)
	defer late.Stop()
	select {
	case <-b.turn:
	case <-late.C:
		return ErrBusy
	}
	if len(b.stuck) > 0 {
		b.turn <- struct{}{}
		return ErrBusy
	}
	done := make(chan struct{})
	b.stuck <- struct{}{}
	go func() {
		f()
		<-b.stuck
		close(done)
	}()
	defer func() { b.turn <- struct{}{} }()
	select {
	case <-done:
		return nil
	case <-late.C:
		return ErrBusy
	}
}
