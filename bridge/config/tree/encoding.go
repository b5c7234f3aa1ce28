package tree

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// FirstInvalid is where a text stops being UTF-8, -1 when it does not.
func FirstInvalid(text []byte) int {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

// UTF8 removes the mark that some editors put first, and reads the UTF-16 that PowerShell writes.
func UTF8(text []byte) []byte {
	switch {
	case bytes.HasPrefix(text, []byte{0xEF, 0xBB, 0xBF}):
		return text[3:]
	case bytes.HasPrefix(text, []byte{0xFF, 0xFE}):
		return fromUTF16(text[2:], binary.LittleEndian)
	case bytes.HasPrefix(text, []byte{0xFE, 0xFF}):
		return fromUTF16(text[2:], binary.BigEndian)
	case bytes.HasPrefix(text, []byte{'{', 0}):
		return fromUTF16(text, binary.LittleEndian)
	case bytes.HasPrefix(text, []byte{0, '{'}):
		return fromUTF16(text, binary.BigEndian)
	}
	return text
}

func fromUTF16(text []byte, order binary.ByteOrder) []byte {
	units := make([]uint16, 0, len(text)/2)
	for ; len(text) >= 2; text = text[2:] {
		units = append(units, order.Uint16(text))
	}
	return []byte(string(utf16.Decode(units)))
}

// Encoding is how the text of a file is put into bytes: Windows programs write a mark first, PowerShell UTF-16.
type Encoding struct {
	mark  []byte
	order binary.AppendByteOrder // nil: UTF-8
}

// EncodingOf goes by how a text begins.
func EncodingOf(raw []byte) Encoding {
	for _, e := range []Encoding{
		{mark: []byte{0xEF, 0xBB, 0xBF}},
		{mark: []byte{0xFF, 0xFE}, order: binary.LittleEndian},
		{mark: []byte{0xFE, 0xFF}, order: binary.BigEndian},
	} {
		if bytes.HasPrefix(raw, e.mark) {
			return e
		}
	}
	switch { // UTF-16 without a mark
	case bytes.HasPrefix(raw, []byte{'{', 0}):
		return Encoding{order: binary.LittleEndian}
	case bytes.HasPrefix(raw, []byte{0, '{'}):
		return Encoding{order: binary.BigEndian}
	}
	return Encoding{}
}

// Encode is the way back from [UTF8].
func (e Encoding) Encode(text []byte) []byte {
	if e.order == nil {
		return append(bytes.Clone(e.mark), text...)
	}
	raw := bytes.Clone(e.mark)
	for _, unit := range utf16.Encode([]rune(string(text))) {
		raw = e.order.AppendUint16(raw, unit)
	}
	return raw
}
