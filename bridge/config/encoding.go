package config

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// firstInvalid is where a text stops being UTF-8, -1 when it does not.
func firstInvalid(text []byte) int {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

// utf8Text removes the mark that some editors put first, and reads the UTF-16 that PowerShell writes.
func utf8Text(text []byte) []byte {
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
