package signin

import (
	"encoding/json"
	"html"
	"net/url"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"
)

// secrets are the words that must not be said. The zero value knows none.
type secrets struct {
	mu    sync.Mutex
	words []string
}

// maxWords bounds the memory of secrets: a token that was renewed a hundred times ago is of no use to anybody.
const maxWords = 200

// tooShort is the length under which hiding a word would only spoil other words.
const tooShort = 6

func (s *secrets) add(words ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, word := range words {
		if len(word) < tooShort {
			continue
		}
		for _, form := range forms(word) {
			if !slices.Contains(s.words, form) {
				s.words = append(s.words, form)
			}
		}
	}
	if over := len(s.words) - maxWords; over > 0 {
		s.words = s.words[over:]
	}
}

// forms are the ways in which a word may come back from somebody who repeats what they were sent.
func forms(word string) []string {
	quoted, _ := json.Marshal(word)
	plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(quoted))
	return []string{word, url.QueryEscape(word), url.PathEscape(word), string(quoted[1 : len(quoted)-1]), plain[1 : len(plain)-1], html.EscapeString(word)}
}

// hide gives the text without the secrets.
func (s *secrets) hide(text string) string {
	s.mu.Lock()
	words := append([]string(nil), s.words...)
	s.mu.Unlock()
	sort.Slice(words, func(i, j int) bool { return len(words[i]) > len(words[j]) }) // one may be the beginning of another
	for _, word := range words {
		text = strings.ReplaceAll(text, word, "…")
	}
	return text
}

// maxDetail is how much evidence is kept of what a server says.
const maxDetail = 500

// evidence gives a server's words as they may be shown: without secrets, without what would steer a screen, and not without end.
func (s *secrets) evidence(text string) string { return plain(s.hide(text), maxDetail) }

// plain is a text without what would steer a screen, and not longer than that many characters.
func plain(text string, longest int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > longest {
		text = string(runes[:longest]) + "…"
	}
	return strings.TrimSpace(text)
}
