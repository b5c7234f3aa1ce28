package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

// document is a servers file taken apart.
type document struct {
	text     []byte // in UTF-8, as places count in it
	language language
	empty    bool
	wrapper  string // under which name the list is; "" for a list without one
	entries  []entry
	inputs   map[string]input
	notes    []string
	switches []switchList // which of them are off
	nameless bool         // the list is a server itself: its name was forgotten
	known    cursor       // of the last place that was asked for
}

// cursor is a place in a text, as people and as computers count it.
type cursor struct{ offset, line, column int }

// entry is one named member of the list of servers.
type entry struct {
	name    string
	at      int    // where its value begins
	members object // nil when it is no object
}

// object is a JSON object with its members in their order.
type object []member

// member is a named value.
type member struct {
	name  string
	at    int // where the value begins
	value hujson.Value
}

// wrappers are the names under which hosts keep their list; the first one present counts (contract G1). After the three of the
// contract come those of Zed, Amp, Codex and Hermes Agent, and the settings of VS Code in one word.
func wrappers() []string {
	return []string{"mcpServers", "servers", "mcp", "context_servers", "amp.mcpServers", "mcp_servers", "mcp.servers"}
}

// reserved are what may stand beside the servers in a list without a wrapper (contract G1).
func reserved() []string { return []string{"builtins", "agents", "a2a", "mcpServer", "inputs"} }

func parseDocument(src Source, text []byte) (*document, error) {
	name, language := src.name(), src.language()
	text = utf8Text(text)
	if len(bytes.TrimSpace(text)) == 0 {
		return &document{empty: true}, nil
	}
	doc := &document{language: language, text: append(bytes.Clone(text), '\n')} // a comment may end with the file
	root, err := language.tree(name, doc.text)
	if err != nil {
		return nil, err
	}
	if root.Value == nil {
		return &document{empty: true}, nil
	}
	if at := firstInvalid(doc.text); at >= 0 {
		line, _ := place(doc.text, at)
		doc.notes = append(doc.notes, fmt.Sprintf("%s has characters that are no UTF-8, the first in line %d. If one is in a name or a value, save the file as UTF-8.", name, line))
	}
	words := otherWords{language: language, path: src.Path, getenv: src.getenv}
	words.rewrite(&root)
	doc.notes = append(doc.notes, words.notes...)
	members, _ := objectOf(root)
	doc.readInputs(members)
	for _, wrapper := range wrappers() {
		list, found := members.last(wrapper)
		if !found {
			continue
		}
		doc.wrapper = wrapper
		doc.switches = switchLists(root, listPath(root))
		doc.remarkTwice(name, members, wrapper)
		if wrapper != wrappers()[0] && (wrapper != "mcp_servers" || language == inJSON) {
			doc.notes = append(doc.notes, fmt.Sprintf("The servers of %s are under %q, where another app keeps them. That works, too.", name, wrapper))
		}
		return doc, doc.readList(name, list, members)
	}

	doc.switches = switchLists(root, listPath(root))
	for _, m := range members {
		if !slices.Contains(reserved(), m.name) && isServer(m.value) {
			doc.add(m)
		}
	}
	if len(doc.entries) > 0 {
		return doc, nil
	}
	if path := shapeOf(root); path != nil {
		list := lookup(&root, path)
		doc.wrapper = strings.Join(path, ".")
		doc.notes = append(doc.notes, fmt.Sprintf("The servers of %s are under %q. That works; the usual name is %q.", name, doc.wrapper, wrappers()[0]))
		return doc, doc.readList(name, member{name: path[len(path)-1], at: list.StartOffset, value: *list}, nil)
	}
	doc.notes = append(doc.notes, fmt.Sprintf("No servers were found in %s. Looked for: a list under one of the names %s, or entries with a command or a url.", name, quoted(wrappers())))
	return doc, nil
}

// remarkNone tells of a list without servers: what stands elsewhere in the file is not looked at.
func (d *document) remarkNone(name string) {
	if len(d.entries) == 0 {
		d.notes = append(d.notes, fmt.Sprintf("No servers were found in %s: %q is there, and nothing is in it.", name, d.wrapper))
	}
}

// quoted are words in quotation marks, in a row.
func quoted(words []string) string {
	var all []string
	for _, word := range words {
		all = append(all, fmt.Sprintf("%q", word))
	}
	return strings.Join(all, ", ")
}

// remarkTwice tells of a list that is there more than once, as after a second block was pasted behind the first: JSON readers take the
// last one in silence, and the others vanish.
func (d *document) remarkTwice(name string, members object, wrapper string) {
	n := 0
	for _, m := range members {
		if m.name == wrapper {
			n++
		}
	}
	if n > 1 {
		d.notes = append(d.notes, fmt.Sprintf("%q is there %d times in %s. Only the last one counts: put all servers into one.", wrapper, n, name))
	}
}

// readList reads the list that counts.
func (d *document) readList(name string, list member, all object) error {
	inside, ok := objectOf(list.value)
	if !ok && list.isNull() {
		d.remarkNone(name)
		return nil
	}
	if !ok {
		line, column := place(d.text, list.at)
		return fmt.Errorf("%s: %q must be an object with one member for each server. See line %d, column %d", name, d.wrapper, line, column)
	}
	if d.wrapper == "mcp" {
		// opencode's second version, and the settings of VS Code.
		if nested, found := inside.last("servers"); found && !isServer(nested.value) {
			d.readInputs(inside)
			inside, _ = objectOf(nested.value)
		}
	}
	d.nameless = isServer(list.value)
	for _, m := range inside {
		_, is := objectOf(m.value)
		_, list := m.items()
		switch {
		case !is && isRemark(m.name):
		case d.listsNames(m):
		case list && d.wrapper == "mcp" && m.name == "inputs": // the settings of VS Code, before a server is in them
		default:
			d.add(m)
		}
	}
	d.remarkNone(name)
	for _, other := range wrappers() {
		if left, found := all.last(other); found && other != d.wrapper && holdsServers(left.value) {
			d.notes = append(d.notes, fmt.Sprintf("The servers under %q are left out, for the file has %q too.", other, d.wrapper))
		}
	}
	return nil
}

func (d *document) add(m member) {
	members, ok := objectOf(m.value)
	if ok && members == nil {
		members = object{}
	}
	d.entries = append(d.entries, entry{name: m.name, at: m.at, members: members})
}

// isRemark tells members that are for readers or editors (contract G13).
func isRemark(name string) bool {
	return strings.HasPrefix(name, "$") || strings.HasPrefix(name, "//") || strings.HasPrefix(name, "_comment") || strings.HasPrefix(name, "#")
}

// isServer tells an entry from the other things in a file.
func isServer(v hujson.Value) bool {
	members, ok := objectOf(v)
	return ok && isServerIn(members)
}

func isServerIn(members object) bool {
	return slices.ContainsFunc(members, func(m member) bool {
		_, inner := objectOf(m.value)
		return !inner && slices.Contains(knownNames(), strings.TrimSpace(m.name))
	})
}

func holdsServers(v hujson.Value) bool {
	members, _ := objectOf(v)
	return holdsServersIn(members)
}

// isList tells a list of servers, with or without its own name, where an entry should be.
func isList(members object) bool {
	return holdsServersIn(members) || slices.ContainsFunc(members, func(m member) bool {
		return slices.Contains(wrappers(), m.name) && holdsServers(m.value)
	})
}

func holdsServersIn(members object) bool {
	return slices.ContainsFunc(members, func(m member) bool { return isServer(m.value) })
}

func objectOf(v hujson.Value) (object, bool) {
	members, ok := membersOf(v)
	if !ok {
		return nil, false
	}
	var o object
	for _, m := range members {
		o = append(o, member{name: nameOf(m), at: m.Value.StartOffset, value: m.Value})
	}
	return o, true
}

func membersOf(v hujson.Value) ([]hujson.ObjectMember, bool) {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil, false
	}
	return object.Members, true
}

func nameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

// last gives the last member of that name, as JSON readers do.
func (o object) last(name string) (member, bool) {
	for _, m := range slices.Backward(o) {
		if m.name == name {
			return m, true
		}
	}
	return member{}, false
}

// get gives the first of names that says something: one that is there and not null. Capitals, and blanks around it, count only where the
// exact name is not there.
func (o object) get(names ...string) (member, bool) {
	for _, name := range names {
		if m, ok := o.last(name); ok && !m.isNull() {
			return m, true
		}
	}
	for _, m := range slices.Backward(o) {
		if !m.isNull() && slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, strings.TrimSpace(m.name)) }) {
			return m, true
		}
	}
	return member{}, false
}

func (m member) isNull() bool {
	literal, ok := m.value.Value.(hujson.Literal)
	return ok && string(literal) == "null"
}

// raw is the value in standard JSON.
func (m member) raw() json.RawMessage { return bytes.TrimSpace(m.value.Pack()) }

// items are the elements of a list.
func (m member) items() ([]member, bool) {
	list, ok := m.value.Value.(*hujson.Array)
	if !ok {
		return nil, false
	}
	var items []member
	for _, v := range list.Elements {
		items = append(items, member{name: m.name, at: v.StartOffset, value: v})
	}
	return items, true
}

// text gives a string; false when it is something else.
func (m member) text() (string, bool) {
	literal, ok := m.value.Value.(hujson.Literal)
	if !ok || literal.Kind() != '"' {
		return "", false
	}
	return literal.String(), true
}

// scalar gives the text of a string, and the JSON text of a number, true or false (case config-env-values-not-strings).
func (m member) scalar() (string, bool) {
	literal, ok := m.value.Value.(hujson.Literal)
	if !ok || m.isNull() {
		return "", false
	}
	if literal.Kind() == '"' {
		return literal.String(), true
	}
	return string(literal), true
}

// place is the line and the column, in characters, of an offset into text.
func place(text []byte, offset int) (line, column int) {
	at := cursor{0, 1, 1}.to(text, offset)
	return at.line, at.column
}

// place goes on from the place before, for a hostile file may have something wrong in each of its many entries.
func (d *document) place(offset int) (line, column int) {
	if d.known.line == 0 || offset < d.known.offset {
		d.known = cursor{0, 1, 1}
	}
	d.known = d.known.to(d.text, offset)
	return d.known.line, d.known.column
}

func (c cursor) to(text []byte, offset int) cursor {
	between := text[c.offset:min(offset, len(text))]
	c.offset += len(between)
	if newline := bytes.LastIndexByte(between, '\n'); newline >= 0 {
		c.line, c.column = c.line+bytes.Count(between, []byte("\n")), 1
		between = between[newline+1:]
	}
	c.column += utf8.RuneCount(between)
	return c
}
