package app

import (
	"bytes"
	"encoding/json"
	"strings"
	"unsafe"

	"parley/widgets"
)

// maxMargins bounds what laying out adds, beside four times the size: lists that stand a thousand deep would take gigabytes of spaces.
const maxMargins = 1 << 20

// maxLaidOut bounds what is laid out at all: more is a picture or a film in letters, which no margin makes easier to read.
const maxLaidOut = 64 << 20

// prettyJSON lays JSON out with two spaces a level; order and digits stay as they are. What is no JSON stays as it is, and so does what
// would be margins most of all.
func prettyJSON(raw json.RawMessage) string {
	spaces := margins(raw)
	if len(raw) > maxLaidOut || spaces > min(4*len(raw), 256<<20)+maxMargins {
		return asText(raw)
	}
	var out bytes.Buffer
	out.Grow(len(raw) + spaces)
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		return asText(raw)
	}
	return asText(out.Bytes())
}

// asText is the text that bytes are which nobody changes any more: pictures of 200 MB are not copied to be looked at.
func asText(raw []byte) string { return unsafe.String(unsafe.SliceData(raw), len(raw)) }

// margins is about how many spaces stand before the lines of JSON that is laid out.
func margins(raw []byte) (all int) {
	level := 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			for i++; i < len(raw) && raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
			continue
		case '{', '[':
			level++
		case '}', ']':
			level--
		case ',':
		default:
			continue
		}
		all += 2 * max(level, 0)
	}
	return all
}

// oneLine makes untrusted text fit for one line of ours: control characters visible, at most limit characters.
func oneLine(s string, limit int) string {
	return widgets.PlainLine(strings.TrimSpace(s), limit)
}

// serverName is the name that the person gave a server, short enough for any place.
func serverName(name string) string {
	return named(name, 60)
}

// wholeName is serverName where there is room for all of it.
func wholeName(name string) string {
	return named(name, 300)
}
