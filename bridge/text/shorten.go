package text

import "unicode/utf8"

// Shorten cuts a text to at most n bytes, between characters, and ends what was cut in ….
func Shorten(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}
