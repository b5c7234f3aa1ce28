package schema

import (
	"fmt"
	"strings"
	"unicode"
)

// shorten prepares text of a server or a person for a message: cut to what fits in a sentence, and safe to show.
func shorten(text string) string {
	const most = 60
	count := 0
	for i := range text {
		if count == most {
			return seen(text[:i]) + "…"
		}
		count++
	}
	return seen(text)
}

// seen writes characters that cannot be seen, or that change how others are seen, as their numbers, so that a message
// reads in the order in which it stands.
func seen(text string) string {
	if !strings.ContainsFunc(text, isHidden) {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		if isHidden(r) {
			fmt.Fprintf(&out, "[U+%04X]", r)
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}

func isHidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}
