package nanohubtest

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"
)

// dumps writes JSON as Python's json.dumps does: a space behind every comma and colon, nothing but ASCII.
func dumps(raw string) string {
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; c {
		case ' ', '\t', '\r', '\n':
		case ',', ':':
			b.WriteByte(c)
			b.WriteByte(' ')
		case '"':
			end := i + 1
			for end < len(raw) && raw[end] != '"' {
				if raw[end] == '\\' {
					end++
				}
				end++
			}
			var text string
			if json.Unmarshal([]byte(raw[i:end+1]), &text) != nil {
				b.WriteString(raw[i : end+1])
			} else {
				b.WriteString(quote(text))
			}
			i = end
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// quote is a string as json.dumps writes it.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r > '~' && r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		case r >= 0x10000:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// textOf is the string in a JSON string; "" for anything else.
func textOf(raw json.RawMessage) string {
	var text string
	_ = json.Unmarshal(raw, &text)
	return text
}

// isObject reports whether JSON is an object.
func isObject(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '{' }

// isNone reports whether Python would have None: no member, or null.
func isNone(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }
