package lastwords

import "strings"

// FirstLines gives at most n lines from the beginning, each with its end.
func FirstLines(text string, n int) string {
	at := 0
	for range n {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			return text
		}
		at += next + 1
	}
	return text[:at]
}

// LastLines gives at most n lines from the end.
func LastLines(text string, n int) string {
	text = strings.TrimRight(text, "\n")
	at := len(text)
	for range n {
		at = strings.LastIndexByte(text[:at], '\n')
		if at < 0 {
			return text
		}
	}
	return text[at+1:]
}
