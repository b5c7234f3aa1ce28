package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"parley/bridge/depth"
)

// shape is the JSON type of a node.
type shape byte

const (
	isNull shape = iota
	isBool
	isNumber
	isString
	isArray
	isObject
)

// node is a JSON value with the order of its members, the digits of its numbers and the bytes it was written with.
type node struct {
	is      shape
	raw     []byte   // the value as it was written
	text    string   // for a string its characters; for a number its digits
	truth   bool     // for a boolean
	members []member // for an object; a name that came twice keeps its first place and its last value
	items   []*node  // for an array
	index   map[string]int
}

type member struct {
	key    string
	rawKey []byte // the name as it was written, with its quotes
	value  *node
}

// twice is an object member whose name was there before.
type twice struct {
	key    string
	offset int // of the second one
}

// syntaxError is where a text stops being JSON.
type syntaxError struct {
	offset int  // of the first byte that does not fit; the length of the text when it ends too early
	ended  bool // the text ends too early
	deep   bool // it is JSON for all that is known, and deeper than [deepestValue]
}

func (e *syntaxError) Error() string { return "not valid JSON" }

// deepestValue is how many lists and objects may stand one in the other: no more goes over the wire either.
const deepestValue = 1000

// readJSON reads one JSON value and nothing after it. The second result lists names that came twice, in order.
// The error is a *syntaxError.
func readJSON(text []byte) (*node, []twice, error) {
	if (depth.Limits{Deep: deepestValue}).Check(text) != nil {
		return nil, nil, &syntaxError{deep: true}
	}
	var whole json.RawMessage
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, nil, syntaxErrorIn(text, err)
	}
	r := &reader{text: text, tokens: json.NewDecoder(bytes.NewReader(text))}
	r.tokens.UseNumber()
	n, err := r.value()
	if err != nil {
		return nil, nil, syntaxErrorIn(text, err)
	}
	return n, r.doubles, nil
}

func syntaxErrorIn(text []byte, err error) *syntaxError {
	var wrong *json.SyntaxError
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || !errors.As(err, &wrong) {
		return &syntaxError{offset: len(text), ended: true}
	}
	offset := int(wrong.Offset)
	if offset >= len(text) && (wrong.Error() == "unexpected end of JSON input" || endsInsideWord(text, wrong)) {
		return &syntaxError{offset: len(text), ended: true}
	}
	return &syntaxError{offset: min(max(offset-1, 0), len(text))}
}

// endsInsideWord recognises a text that stops in the middle of true, false or null: encoding/json reports the space that
// it puts behind the text.
func endsInsideWord(text []byte, wrong *json.SyntaxError) bool {
	return !bytes.HasSuffix(text, []byte(" ")) && strings.HasPrefix(wrong.Error(), "invalid character ' '")
}

// reader walks the tokens of a text that is known to be valid.
type reader struct {
	text    []byte
	tokens  *json.Decoder
	doubles []twice
}

// next gives a token and the place where it begins.
func (r *reader) next() (json.Token, int, error) {
	start := int(r.tokens.InputOffset())
	token, err := r.tokens.Token()
	if err != nil {
		return nil, 0, err
	}
	for start < len(r.text) && bytes.IndexByte([]byte(" \t\r\n,:"), r.text[start]) >= 0 {
		start++
	}
	return token, start, nil
}

func (r *reader) value() (*node, error) {
	token, start, err := r.next()
	if err != nil {
		return nil, err
	}
	n := &node{}
	switch token := token.(type) {
	case nil:
		n.is = isNull
	case bool:
		n.is, n.truth = isBool, token
	case json.Number:
		n.is, n.text = isNumber, token.String()
	case string:
		n.is, n.text = isString, token
	case json.Delim:
		if err := r.inside(n, token); err != nil {
			return nil, err
		}
	}
	n.raw = r.text[start:r.tokens.InputOffset()]
	return n, nil
}

// inside reads what stands between the brackets, and the closing one.
func (r *reader) inside(n *node, open json.Delim) error {
	n.is = isArray
	if open == '{' {
		n.is = isObject
	}
	for r.tokens.More() {
		if n.is == isArray {
			item, err := r.value()
			if err != nil {
				return err
			}
			n.items = append(n.items, item)
			continue
		}
		name, start, err := r.next()
		if err != nil {
			return err
		}
		key, _ := name.(string)
		rawKey := r.text[start:r.tokens.InputOffset()]
		value, err := r.value()
		if err != nil {
			return err
		}
		if !n.add(member{key: key, rawKey: rawKey, value: value}) {
			r.doubles = append(r.doubles, twice{key: key, offset: start})
		}
	}
	_, err := r.tokens.Token()
	return err
}

// manyMembers is the size from which an object is searched through an index.
const manyMembers = 12

// add puts a member in, and says whether its name is new.
func (n *node) add(m member) bool {
	if i := n.find(m.key); i >= 0 {
		n.members[i].value = m.value
		return false
	}
	n.members = append(n.members, m)
	switch {
	case n.index != nil:
		n.index[m.key] = len(n.members) - 1
	case len(n.members) > manyMembers:
		n.index = make(map[string]int, 2*len(n.members))
		for i, m := range n.members {
			n.index[m.key] = i
		}
	}
	return true
}

func (n *node) find(key string) int {
	if n.index != nil {
		if i, ok := n.index[key]; ok {
			return i
		}
		return -1
	}
	for i := range n.members {
		if n.members[i].key == key {
			return i
		}
	}
	return -1
}

// get gives the value of a member, nil when there is none or n is no object.
func (n *node) get(key string) *node {
	if n == nil || n.is != isObject {
		return nil
	}
	if i := n.find(key); i >= 0 {
		return n.members[i].value
	}
	return nil
}

// str gives a string member, "" when there is none.
func (n *node) str(key string) string {
	if v := n.get(key); v != nil && v.is == isString {
		return v.text
	}
	return ""
}

// same says whether two values are equal as JSON values: numbers by value, objects whatever their order.
func same(a, b *node) bool {
	if a == nil || b == nil || a.is != b.is {
		return a == b
	}
	return a.canonical() == b.canonical()
}

// canonical writes a value so that equal values, and only those, are written alike.
func (n *node) canonical() string {
	var out strings.Builder
	n.writeCanonical(&out)
	return out.String()
}

func (n *node) writeCanonical(out *strings.Builder) {
	switch n.is {
	case isNull, isBool:
		out.Write(n.raw)
	case isNumber:
		d, _ := parseDecimal(n.text)
		fmt.Fprintf(out, "%t%se%d", d.negative, d.digits, d.exp)
	case isString:
		out.WriteString(strconv.Quote(n.text))
	case isArray:
		out.WriteByte('[')
		for _, item := range n.items {
			item.writeCanonical(out)
			out.WriteByte(',')
		}
		out.WriteByte(']')
	case isObject:
		members := slices.Clone(n.members)
		slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.key, b.key) })
		out.WriteByte('{')
		for _, m := range members {
			out.WriteString(strconv.Quote(m.key))
			out.WriteByte(':')
			m.value.writeCanonical(out)
			out.WriteByte(',')
		}
		out.WriteByte('}')
	}
}

// quote writes a string as JSON, with & < > as they are (contract R4).
func quote(text string) json.RawMessage { return plainJSON(text) }

// plainJSON writes a value of JSON, with & < > as they are.
func plainJSON(value any) json.RawMessage {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil { // cannot happen: what was read from JSON can be written
		return json.RawMessage(`""`)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

// compact takes the white space out of valid JSON and keeps everything else.
func compact(raw []byte) json.RawMessage {
	var out bytes.Buffer
	if err := json.Compact(&out, raw); err != nil {
		return raw
	}
	return out.Bytes()
}

// deepestIndent is how deep JSON is laid out. Deeper, the margins would take more room than the values.
const deepestIndent = 40

// layOut writes a value for reading and keeps everything else.
func (n *node) layOut() string {
	var out bytes.Buffer
	if n.depth() > deepestIndent || json.Indent(&out, n.raw, "", "  ") != nil {
		return string(compact(n.raw))
	}
	return out.String()
}

func (n *node) depth() int {
	deepest := 0
	for _, item := range n.items {
		deepest = max(deepest, item.depth())
	}
	for _, m := range n.members {
		deepest = max(deepest, m.value.depth())
	}
	return deepest + 1
}

// readable gives text that encoding/json reads without losing characters: no byte order mark, and what is no UTF-8
// replaced.
func readable(raw []byte) []byte {
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if utf8.Valid(raw) {
		return raw
	}
	return bytes.ToValidUTF8(raw, []byte("\uFFFD"))
}
