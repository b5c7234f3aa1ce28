package widgets

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
)

// rowTable says where the rows of a long text begin. It holds four bytes per row and none of the text, so ten megabytes
// are wrapped in a fraction of a second and take no second copy.
type rowTable struct {
	text   string
	starts []uint32 // byte positions
	upTo   int      // how far the text is wrapped
}

// complete says whether the whole text is wrapped.
func (t *rowTable) complete() bool { return t.upTo >= len(t.text) }

// row gives where the i-th row begins and ends, without its line break.
func (t *rowTable) row(i int) (from, to int) {
	from, to = int(t.starts[i]), t.upTo
	if i+1 < len(t.starts) {
		to = int(t.starts[i+1])
	}
	for to > from && (t.text[to-1] == '\n' || t.text[to-1] == '\r') {
		to--
	}
	return from, to
}

// rowAt is the row in which a byte position stands.
func (t *rowTable) rowAt(at int) int {
	return max(0, sort.Search(len(t.starts), func(i int) bool { return int(t.starts[i]) > at })-1)
}

// wrap adds rows until there are n, or the text ends.
func (t *rowTable) wrap(n int, width float32, m *metrics) {
	for len(t.starts) < n && t.upTo < len(t.text) {
		t.starts = append(t.starts, uint32(t.upTo))
		t.upTo = m.rowEnd(t.text, t.upTo, width)
	}
}

// metrics are the widths of characters. They are measured once on Fyne's goroutine and can then be used on any other.
type metrics struct {
	ascii [utf8.RuneSelf]float32
	wide  float32 // ideographs and emoji
	other float32 // all else: the widest letter, so that a row is never too long
}

// longestRow is how many bytes one row holds at most, whatever their width.
const longestRow = 4096

func newMetrics(size float32, style fyne.TextStyle) *metrics {
	m := &metrics{}
	measure := func(s string) float32 { return fyne.MeasureText(s, size, style).Width }
	for c := ' '; c < 0x7f; c++ {
		m.ascii[c] = measure(strings.Repeat(string(c), 8)) / 8
	}
	m.ascii['\t'] = 4 * m.ascii[' ']
	m.wide = fyne.Max(size*1.4, m.ascii['W'])
	m.other = m.ascii['w']
	return m
}

// of is the width of one character as it will be shown.
func (m *metrics) of(r rune) float32 {
	switch {
	case r < utf8.RuneSelf && m.ascii[r] > 0:
		return m.ascii[r]
	case r < ' ', r == 0x7f, r >= 0x80 && r < 0xa0, r == zwnj:
		return 8 * m.other // shown as a mark
	case unicode.In(r, unicode.Mn, unicode.Me), r == zwj:
		return 0
	case isEmoji(r), r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf, r >= 0xac00 && r <= 0xd7a3,
		r >= 0xf900 && r <= 0xfaff, r >= 0xff00 && r <= 0xff60, r >= 0x20000 && r <= 0x3fffd:
		return m.wide
	case r >= 0x2000 && isInvisible(r):
		return 9 * m.other
	}
	return m.other
}

// rowEnd is where the row that begins at at ends: behind its line break, or where it is full. It breaks behind a space
// or between ideographs when there is one, else anywhere.
func (m *metrics) rowEnd(text string, at int, width float32) int {
	used, space := float32(0), 0
	end := min(len(text), at+longestRow)
	accents := 0
	for i := at; i < end; {
		r, n := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(text[i:])
		}
		switch r {
		case '\n':
			return i + 1
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				return i + 2
			}
			return i + 1
		}
		wide := m.of(r)
		if r == utf8.RuneError && n == 1 {
			wide = 6 * m.other
		}
		if accents++; wide > 0 {
			accents = 0
		} else if accents > maxAccents {
			wide = 8 * m.other
		}
		if used += wide; used > width && i > at && r != ' ' && wide > 0 {
			if space > at {
				return space
			}
			return i
		}
		i += n
		if r == ' ' || r == '\t' || isIdeographQuick(r) {
			space = i
		}
	}
	if end < len(text) {
		return charStart(text, end)
	}
	return end
}

func isIdeographQuick(r rune) bool { return r >= 0x3040 && r <= 0x9fff }

// rowText is a piece of a row as it is drawn.
func rowText(raw string) string {
	plain := Plain(raw)
	if strings.IndexByte(plain, '\t') >= 0 {
		plain = strings.ReplaceAll(plain, "\t", "    ")
	}
	return plain
}
