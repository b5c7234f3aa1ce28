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

// Head gives the first characters of a text, at most so many, and says whether there were more. It reads no more of the text than that.
func Head(text string, most int) (head string, cut bool) {
	count := 0
	for i := range text {
		if count == most {
			return text[:i], true
		}
		count++
	}
	return text, false
}
