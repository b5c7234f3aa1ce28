package text_test

import (
	"strings"
	"testing"

	"parley/bridge/text"
)

func TestTextIsCutBetweenCharacters(t *testing.T) {
	if got := text.Shorten(strings.Repeat("é", 10), 5); got != "éé…" {
		t.Errorf("shortened to %q", got)
	}
	if got := text.Shorten("éé", 4); got != "éé" {
		t.Errorf("a text that fits became %q", got)
	}
}
