package config

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/tailscale/hujson"
)

// SyntaxError says where a file stops being JSON. [Load] and [Parse] return it.
type SyntaxError struct {
	Name         string // of the file, without its folder
	Line, Column int    // from 1; the column counts bytes
	What         string // plain words; nothing of the file's own text
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s cannot be read. Line %d, column %d: %s", e.Name, e.Line, e.Column, e.What)
}

// document is a servers file taken apart.
type document struct {
	empty   bool
	entries []entry
	notes   []string
}

// entry is one named member of the list of servers.
type entry struct {
	name string
	raw  json.RawMessage
}

// wrappers are the names under which hosts keep their list; the first one present counts (contract G1).
func wrappers() []string { return []string{"mcpServers", "servers", "mcp"} }

func parseDocument(name string, text []byte) (document, error) {
	text = utf8Text(text)
	if len(bytes.TrimSpace(text)) == 0 {
		return document{empty: true}, nil
	}
	root, err := hujson.Parse(append(bytes.Clone(text), '\n')) // a comment may end with the file
	if err != nil {
		return document{}, syntaxError(name, err)
	}
	root.Standardize()
	members, ok := membersOf(root)
	if !ok {
		return document{}, &SyntaxError{Name: name, Line: 1, Column: 1, What: `the file must be an object, as in {"mcpServers": {}}`}
	}
	for _, wrapper := range wrappers() {
		list, found := find(members, wrapper)
		if !found {
			continue
		}
		var doc document
		if wrapper != wrappers()[0] {
			doc.notes = []string{fmt.Sprintf("The servers of %s are under %q, where other apps keep them. Parley writes %q.", name, wrapper, wrappers()[0])}
		}
		inside, ok := membersOf(list)
		if !ok {
			if string(bytes.TrimSpace(list.Pack())) == "null" {
				return doc, nil
			}
			return document{}, fmt.Errorf("%s: %q must be an object with one member for each server", name, wrapper)
		}
		if nested, found := find(inside, "servers"); found && wrapper == "mcp" {
			if deeper, ok := membersOf(nested); ok && !isServer(nested) {
				inside = deeper
			}
		}
		doc.entries = entriesOf(inside)
		return doc, nil
	}

	members = slices.DeleteFunc(members, func(m hujson.ObjectMember) bool { return !isServer(m.Value) })
	if len(members) == 0 {
		return document{notes: []string{fmt.Sprintf("No servers were found in %s: it has no %q.", name, wrappers()[0])}}, nil
	}
	return document{entries: entriesOf(members)}, nil
}

func membersOf(v hujson.Value) ([]hujson.ObjectMember, bool) {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil, false
	}
	return object.Members, true
}

// find gives the last member of that name, as JSON readers do.
func find(members []hujson.ObjectMember, name string) (hujson.Value, bool) {
	for _, m := range slices.Backward(members) {
		if nameOf(m) == name {
			return m.Value, true
		}
	}
	return hujson.Value{}, false
}

func nameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

// isServer tells an entry from the other things in a file without a wrapper.
func isServer(v hujson.Value) bool {
	members, ok := membersOf(v)
	return ok && slices.ContainsFunc(members, func(m hujson.ObjectMember) bool {
		return nameOf(m) == "command" || nameOf(m) == "url"
	})
}

func entriesOf(members []hujson.ObjectMember) []entry {
	var entries []entry
	for _, m := range members {
		if nameOf(m) == "$schema" {
			continue
		}
		entries = append(entries, entry{name: nameOf(m), raw: m.Value.Pack()})
	}
	return entries
}

// syntaxError takes the place out of the parser's error and says the rest in plain words. The parser's own words may quote the
// file, and so a secret.
func syntaxError(name string, err error) *SyntaxError {
	e := &SyntaxError{Name: name, Line: 1, Column: 1}
	detail := err.Error()
	if _, scanErr := fmt.Sscanf(detail, "hujson: line %d, column %d:", &e.Line, &e.Column); scanErr != nil {
		e.Line, e.Column = 1, 1
	}
	has := func(words string) bool { return strings.Contains(detail, words) }
	switch {
	case has("unexpected EOF"):
		e.What = "the file ends too early; a quotation mark or a closing bracket is missing"
	case has("after top-level value"):
		e.What = "something stands after the end; a file can hold only one object"
	case has("after object value"), has("after array value"):
		e.What = "a comma or a closing bracket is missing before this place"
	case has("after object name"):
		e.What = "a colon is missing between a name and its value"
	case has("at start of object name"):
		e.What = "a name in quotation marks must stand here"
	case has("invalid literal"):
		e.What = "this is neither text in quotation marks nor a number, true, false or null"
	default:
		e.What = "this is not JSON"
	}
	return e
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
