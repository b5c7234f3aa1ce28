package tree

import (
	"bytes"
	"unicode/utf8"
)

// Cursor is a place in a text, as people and as computers count it. The zero value is at its beginning.
type Cursor struct{ offset, line, column int }

// Place is the line and the column, in characters, of an offset into text.
func Place(text []byte, offset int) (line, column int) {
	var c Cursor
	return c.Place(text, offset)
}

// Place is [Place] that goes on from the place before, for a hostile file may have something wrong in each of its many entries.
func (c *Cursor) Place(text []byte, offset int) (line, column int) {
	if c.line == 0 || offset < c.offset {
		*c = Cursor{0, 1, 1}
	}
	*c = c.to(text, offset)
	return c.line, c.column
}

func (c Cursor) to(text []byte, offset int) Cursor {
	between := text[c.offset:min(offset, len(text))]
	c.offset += len(between)
	if newline := bytes.LastIndexByte(between, '\n'); newline >= 0 {
		c.line, c.column = c.line+bytes.Count(between, []byte("\n")), 1
		between = between[newline+1:]
	}
	c.column += utf8.RuneCount(between)
	return c
}
