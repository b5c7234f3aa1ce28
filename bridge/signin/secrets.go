package signin

import (
	"strings"

	"parley/bridge/hush"
	"parley/bridge/text"
)

// secrets are the words that must not be said. The zero value knows none.
type secrets struct{ words hush.Words }

func (s *secrets) add(words ...string) { s.words.Add(words...) }

// hide gives the text without the secrets.
func (s *secrets) hide(text string) string { return s.words.Hide(text) }

// Hide gives a text without the tokens and keys that this sign-in has seen, in whatever form somebody repeats them.
func (s *SignIn) Hide(text string) string { return s.secrets.hide(text) }

// maxDetail is how much evidence is kept of what a server says.
const maxDetail = 500

// evidence gives a server's words as they may be shown: without secrets, without what would steer a screen, and not without end.
func (s *secrets) evidence(text string) string { return plain(s.hide(text), maxDetail) }

// plain is a text without what would steer a screen, and not longer than that many characters.
func plain(words string, longest int) string {
	words = strings.Map(func(r rune) rune {
		if r != '\n' && text.IsHidden(r) {
			return -1
		}
		return r
	}, words)
	head, cut := text.Head(words, longest)
	if cut {
		head += "…"
	}
	return strings.TrimSpace(head)
}
