package widgets

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// wrapText breaks text into rows that measure fits into width. It breaks at spaces and between ideographs, and inside a
// word only when the word alone is too wide. The spaces at a break stay at the end of the row before it.
func wrapText(text string, width float32, measure func(string) float32) []string {
	var rows []string
	for _, line := range strings.Split(text, "\n") {
		rows = append(rows, wrapLine(line, width, measure)...)
	}
	return rows
}

func wrapLine(line string, width float32, measure func(string) float32) []string {
	if len(line) == 0 {
		return []string{""}
	}
	var rows []string
	for line != "" {
		n := fitting(line, width, measure)
		rows = append(rows, line[:n])
		line = line[n:]
	}
	return rows
}

// fitting is how many bytes of line go into one row. It measures a handful of candidates, not every prefix.
func fitting(line string, width float32, measure func(string) float32) int {
	guess := len(line)
	if most := int(width) + 1; guess > most { // no character is narrower than a pixel
		guess = charStart(line, most)
	}
	if guess == len(line) && measure(line) <= width {
		return len(line)
	}
	low, high := 0, guess // line[:low] fits, line[:high] does not or was not tried
	for try := charStart(line, int(width/7)); low < high; {
		if try <= low || try > high {
			try = charStart(line, (low+high+1)/2)
			if try <= low {
				try = low + firstChar(line[low:])
			}
		}
		if try > high {
			break
		}
		if measure(line[:try]) <= width {
			low = try
		} else {
			high = lastStart(line[:try])
		}
		try = 0
	}
	if low == len(line) {
		return low
	}
	if at := breakBefore(line, low); at > 0 {
		return at
	}
	if low == 0 {
		return firstChar(line)
	}
	return wholeCluster(line, low)
}

// breakBefore is the last place at or before at where the line may be broken, 0 when there is none.
func breakBefore(line string, at int) int {
	if next, _ := utf8.DecodeRuneInString(line[at:]); next == ' ' || next == '\t' {
		for at < len(line) && (line[at] == ' ' || line[at] == '\t') { // spaces hang over the edge
			at++
		}
		return at
	}
	for i := at; i > 0; {
		r, n := utf8.DecodeLastRuneInString(line[:i])
		if r == ' ' || r == '\t' {
			return i
		}
		if isIdeograph(r) {
			if after, _ := utf8.DecodeRuneInString(line[i:]); !unicode.IsPunct(after) {
				return i
			}
		}
		i -= n
	}
	return 0
}

func isIdeograph(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// wholeCluster moves a break inside a word back so that accents and emoji stay in one piece.
func wholeCluster(line string, at int) int {
	for i := at; i > 0; {
		next, _ := utf8.DecodeRuneInString(line[i:])
		last, n := utf8.DecodeLastRuneInString(line[:i])
		if next != zwj && last != zwj && !isSkinTone(next) && !unicode.In(next, unicode.Mn, unicode.Me) {
			return i
		}
		i -= n
	}
	return at
}

// charStart is the last beginning of a character at or before at.
func charStart(s string, at int) int {
	if at >= len(s) {
		return len(s)
	}
	for at > 0 && !utf8.RuneStart(s[at]) {
		at--
	}
	return at
}

func firstChar(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}

func lastStart(s string) int {
	_, n := utf8.DecodeLastRuneInString(s)
	return len(s) - n
}
