package config

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
)

// encoding is how the text of a file is put into bytes: Windows programs write a mark first, PowerShell UTF-16.
type encoding struct {
	mark  []byte
	order binary.AppendByteOrder // nil: UTF-8
}

func encodingOf(raw []byte) encoding {
	for _, e := range []encoding{
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
		return encoding{order: binary.LittleEndian}
	case bytes.HasPrefix(raw, []byte{0, '{'}):
		return encoding{order: binary.BigEndian}
	}
	return encoding{}
}

// encode is the way back from utf8Text.
func (e encoding) encode(text []byte) []byte {
	if e.order == nil {
		return append(bytes.Clone(e.mark), text...)
	}
	raw := bytes.Clone(e.mark)
	for _, unit := range utf16.Encode([]rune(string(text))) {
		raw = e.order.AppendUint16(raw, unit)
	}
	return raw
}
