package vault

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// partSize is how much of a secret goes into one entry of a keyring: Windows takes 2,560 bytes, and macOS a command of 4,096
// that holds the secret in base64 next to its name.
const partSize = 1800

// maxParts bounds what a broken entry can make Parley read.
const maxParts = 1000

// An entry begins with one of these, so that a secret is never taken for a list of parts.
const (
	whole    = "whole:"
	inParts  = "parts:"
	partMark = "#"
)

// split is a Store for secrets of any length on one with short entries. The entry under the key itself is written last when
// a secret is kept and goes first when it is forgotten, so that a crash in between leaves the old secret or none.
type split struct {
	short Store
	mu    sync.Mutex // held while the parts of a secret are read or replaced
}

// Get implements [Store].
func (s *split) Get(key string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	head, err := s.short.Get(account(key))
	if err != nil {
		return "", err
	}
	if secret, ok := strings.CutPrefix(head, whole); ok {
		return secret, nil
	}
	series, count, ok := readHead(head)
	if !ok {
		return "", ErrNotFound
	}
	var secret strings.Builder
	for i := range count {
		part, err := s.short.Get(partName(key, series, i))
		if err != nil {
			return "", err
		}
		secret.WriteString(part)
	}
	return secret.String(), nil
}

// Set implements [Store].
func (s *split) Set(key, secret string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, err := s.short.Get(account(key))
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	head := whole + secret
	if len(head) > partSize {
		if head, err = s.setParts(key, secret); err != nil {
			return err
		}
	}
	if err := s.short.Set(account(key), head); err != nil {
		s.deleteParts(key, head)
		return err
	}
	s.deleteParts(key, before)
	return nil
}

// setParts keeps the parts of a long secret under names of their own, and gives the entry that leads to them.
func (s *split) setParts(key, secret string) (string, error) {
	series := rand.Text()[:8]
	count := (len(secret) + partSize - 1) / partSize
	head := fmt.Sprintf("%s%s:%d", inParts, series, count)
	if count > maxParts {
		return "", errors.New("the secret is far too long to be kept")
	}
	for i := range count {
		end := min(len(secret), (i+1)*partSize)
		if err := s.short.Set(partName(key, series, i), secret[i*partSize:end]); err != nil {
			s.deleteParts(key, head)
			return "", err
		}
	}
	return head, nil
}

// Delete implements [Store].
func (s *split) Delete(key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	head, err := s.short.Get(account(key))
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.short.Delete(account(key)); err != nil {
		return err
	}
	s.deleteParts(key, head)
	return nil
}

// deleteParts forgets the parts that an entry leads to, as far as it can: nothing leads to them any more.
func (s *split) deleteParts(key, head string) {
	series, count, _ := readHead(head)
	for i := range count {
		_ = s.short.Delete(partName(key, series, i))
	}
}

func readHead(head string) (series string, count int, ok bool) {
	list, ok := strings.CutPrefix(head, inParts)
	if !ok {
		return "", 0, false
	}
	series, number, _ := strings.Cut(list, ":")
	count, err := strconv.Atoi(number)
	if err != nil || count < 1 || count > maxParts {
		return "", 0, false
	}
	return series, count, true
}

func partName(key, series string, i int) string {
	return account(key) + partMark + series + "." + strconv.Itoa(i)
}

// maxAccount is how long the name of an entry may be in every keyring.
const maxAccount = 160

// account is the name of a key's entry: the key itself when every keyring can take it, else its beginning and its hash. The macOS
// keyring is spoken to line by line.
func account(key string) string {
	plain := len(key) <= maxAccount && strings.IndexFunc(key, func(r rune) bool { return r < ' ' || r > '~' }) < 0 && !strings.Contains(key, partMark)
	if plain {
		return key
	}
	hash := sha256.Sum256([]byte(key))
	start := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || string(r) == partMark {
			return '_'
		}
		return r
	}, key[:min(len(key), 80)])
	return start + "~" + hex.EncodeToString(hash[:16])
}
