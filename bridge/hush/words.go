package hush

import (
	"cmp"
	"encoding/json"
	"html"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// Words are the secrets that must not be said. The zero value knows none. It is safe for concurrent use.
type Words struct {
	mu    sync.Mutex
	words []string // oldest first
	order []string // longest first: one may be a part of another
}

// mostWords bounds the memory of secrets: a token that was renewed a hundred times ago is of no use to anybody.
const mostWords = 500

// Short is the length under which hiding a word would only spoil other words.
const Short = 6

// Add makes secrets known. Short ones are none.
func (w *Words) Add(secrets ...string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := len(w.words)
	for _, secret := range secrets {
		if len(secret) < Short {
			continue
		}
		for _, form := range forms(secret) {
			if !slices.Contains(w.words, form) {
				w.words = append(w.words, form)
			}
		}
	}
	if len(w.words) == before {
		return
	}
	if over := len(w.words) - mostWords; over > 0 {
		w.words = slices.Clone(w.words[over:])
	}
	w.order = slices.SortedStableFunc(slices.Values(w.words), func(a, b string) int { return cmp.Compare(len(b), len(a)) })
}

// forms are the ways in which a word may come back from somebody who repeats what they were sent.
func forms(word string) []string {
	quoted, _ := json.Marshal(word)
	plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(quoted))
	return []string{word, url.QueryEscape(word), url.PathEscape(word), string(quoted[1 : len(quoted)-1]), plain[1 : len(plain)-1], html.EscapeString(word)}
}

// Hide gives the text without the secrets.
func (w *Words) Hide(text string) string {
	w.mu.Lock()
	words := w.order
	w.mu.Unlock()
	for _, word := range words {
		text = strings.ReplaceAll(text, word, "…")
	}
	return text
}
