package depth

import (
	"bytes"
	"errors"
)

// Limits are what a text may be at most. 0 sets no limit.
type Limits struct {
	Long int // bytes
	Deep int // brackets within one another
	Many int // values: what stands behind an opening bracket or a comma
}

// What [Limits.Check] returns, as it is.
var (
	ErrLong = errors.New("it is far too long")
	ErrDeep = errors.New("it is nested far too deep")
	ErrMany = errors.New("it holds far too much")
)

// Check says which limit the text passes, nil when it keeps them. A text that is no JSON is looked at as far as a parser could get: of what
// is judged too shallow here, no parser of JSON or hujson sees more.
func (l Limits) Check(text []byte) error {
	if l.Long > 0 && len(text) > l.Long {
		return ErrLong
	}
	deep, many := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			deep++
			many++
			if l.Deep > 0 && deep > l.Deep {
				return ErrDeep
			}
		case '}', ']':
			deep = max(deep-1, 0)
		case ',':
			many++
		case '"':
			i = behindText(text, i+1)
		case '/':
			i = behindComment(text, i)
		}
		if l.Many > 0 && many > l.Many {
			return ErrMany
		}
	}
	return nil
}

// behindText is where the text that begins at i has its closing quotation mark. Most of a long message is such text, pictures above all.
func behindText(text []byte, i int) int {
	for begin := i; ; i++ {
		next := bytes.IndexByte(text[i:], '"')
		if next < 0 {
			return len(text)
		}
		i += next
		escapes := 0
		for i-1-escapes >= begin && text[i-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i
		}
	}
}

// behindComment is the last byte of a comment that begins at i, or i when none does.
func behindComment(text []byte, i int) int {
	open, end := []byte("//"), []byte("\n")
	if bytes.HasPrefix(text[i:], []byte("/*")) {
		open, end = []byte("/*"), []byte("*/")
	}
	if !bytes.HasPrefix(text[i:], open) {
		return i
	}
	begin := i + len(open)
	next := bytes.Index(text[begin:], end)
	if next < 0 {
		return len(text)
	}
	return begin + next + len(end) - 1
}
