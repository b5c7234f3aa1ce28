package config

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"parley/bridge/config/hosts"
	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// document is a servers file taken apart.
type document struct {
	text     []byte // in UTF-8, as places count in it
	language tree.Language
	empty    bool
	wrapper  string // under which name the list is; "" for a list without one
	entries  []entry
	inputs   map[string]input
	notes    []string
	switches []outline.SwitchList // which of them are off
	nameless bool                 // the list is a server itself: its name was forgotten
	known    tree.Cursor          // of the last place that was asked for
}

// entry is one named member of the list of servers.
type entry struct {
	name    string
	at      int         // where its value begins
	members tree.Object // nil when it is no object
}

func parseDocument(src Source, text []byte) (*document, error) {
	name, language := src.name(), src.language()
	text = tree.UTF8(text)
	if len(bytes.TrimSpace(text)) == 0 {
		return &document{empty: true}, nil
	}
	doc := &document{language: language, text: append(bytes.Clone(text), '\n')} // a comment may end with the file
	root, err := language.Parse(name, doc.text)
	if err != nil {
		return nil, err
	}
	if root.Value == nil {
		return &document{empty: true}, nil
	}
	if at := tree.FirstInvalid(doc.text); at >= 0 {
		line, _ := tree.Place(doc.text, at)
		doc.notes = append(doc.notes, fmt.Sprintf("%s has characters that are no UTF-8, the first in line %d. If one is in a name or a value, save the file as UTF-8.", name, line))
	}
	words := hosts.Words{Language: language, Path: src.Path, Getenv: src.getenv}
	words.Rewrite(&root)
	doc.notes = append(doc.notes, words.Notes...)
	members, _ := tree.ObjectOf(root)
	doc.readInputs(members)
	for _, wrapper := range outline.Wrappers() {
		list, found := members.Last(wrapper)
		if !found {
			continue
		}
		doc.wrapper = wrapper
		doc.switches = outline.SwitchLists(root, outline.ListPath(root))
		doc.remarkTwice(name, members, wrapper)
		if wrapper != outline.Wrappers()[0] && (wrapper != "mcp_servers" || language == tree.JSON) {
			doc.notes = append(doc.notes, fmt.Sprintf("The servers of %s are under %q, where another app keeps them. That works, too.", name, wrapper))
		}
		return doc, doc.readList(name, list, members)
	}

	doc.switches = outline.SwitchLists(root, outline.ListPath(root))
	for _, m := range members {
		if !slices.Contains(outline.Reserved(), m.Name) && outline.IsServer(m.Value) {
			doc.add(m)
		}
	}
	if len(doc.entries) > 0 {
		return doc, nil
	}
	if path := outline.ShapeOf(root); path != nil {
		list := tree.Lookup(&root, path)
		doc.wrapper = strings.Join(path, ".")
		doc.notes = append(doc.notes, fmt.Sprintf("The servers of %s are under %q. That works; the usual name is %q.", name, doc.wrapper, outline.Wrappers()[0]))
		return doc, doc.readList(name, tree.Member{Name: path[len(path)-1], At: list.StartOffset, Value: *list}, nil)
	}
	doc.notes = append(doc.notes, fmt.Sprintf("No servers were found in %s. Looked for: a list under one of the names %s, or entries with a command or a url.", name, quoted(outline.Wrappers())))
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
func (d *document) remarkTwice(name string, members tree.Object, wrapper string) {
	n := 0
	for _, m := range members {
		if m.Name == wrapper {
			n++
		}
	}
	if n > 1 {
		d.notes = append(d.notes, fmt.Sprintf("%q is there %d times in %s. Only the last one counts: put all servers into one.", wrapper, n, name))
	}
}

// readList reads the list that counts.
func (d *document) readList(name string, list tree.Member, all tree.Object) error {
	inside, ok := tree.ObjectOf(list.Value)
	if !ok && list.IsNull() {
		d.remarkNone(name)
		return nil
	}
	if !ok {
		line, column := tree.Place(d.text, list.At)
		return fmt.Errorf("%s: %q must be an object with one member for each server. See line %d, column %d", name, d.wrapper, line, column)
	}
	if d.wrapper == "mcp" {
		// opencode's second version, and the settings of VS Code.
		if nested, found := inside.Last("servers"); found && !outline.IsServer(nested.Value) {
			d.readInputs(inside)
			inside, _ = tree.ObjectOf(nested.Value)
		}
	}
	d.nameless = outline.IsServer(list.Value)
	for _, m := range inside {
		_, is := tree.ObjectOf(m.Value)
		_, list := m.Items()
		switch {
		case !is && outline.IsRemark(m.Name):
		case d.listsNames(m):
		case list && d.wrapper == "mcp" && m.Name == "inputs": // the settings of VS Code, before a server is in them
		default:
			d.add(m)
		}
	}
	d.remarkNone(name)
	for _, other := range outline.Wrappers() {
		if left, found := all.Last(other); found && other != d.wrapper && outline.HoldsServers(left.Value) {
			d.notes = append(d.notes, fmt.Sprintf("The servers under %q are left out, for the file has %q too.", other, d.wrapper))
		}
	}
	return nil
}

func (d *document) add(m tree.Member) {
	members, ok := tree.ObjectOf(m.Value)
	if ok && members == nil {
		members = tree.Object{}
	}
	d.entries = append(d.entries, entry{name: m.Name, at: m.At, members: members})
}

func (d *document) place(offset int) (line, column int) { return d.known.Place(d.text, offset) }

// off reports whether a list beside the servers leaves one out.
func (d *document) off(name string) bool { return outline.LeavesOut(d.switches, name) }

// listsNames tells a list of names under mcp from a server whose entry is broken.
func (d *document) listsNames(m tree.Member) bool {
	_, is := outline.SwitchListMeaning(m.Name, true)
	_, list := outline.NamesIn(m.Value)
	return d.wrapper == "mcp" && is && list
}

// readInputs reads VS Code's "inputs". One that cannot be read only matters where an entry asks for it.
func (d *document) readInputs(members tree.Object) {
	list, ok := members.Last("inputs")
	if !ok {
		return
	}
	items, isList := list.Items()
	if byID, is := tree.ObjectOf(list.Value); is { // as the variables of other apps
		items = byID
	}
	for _, item := range items {
		all, _ := tree.ObjectOf(item.Value)
		say := func(name string) string {
			m, _ := all.Last(name)
			text, _ := m.Scalar()
			return text
		}
		in := input{Input: Input{ID: say("id"), Description: say("description"), Default: say("default"), Password: say("password") == "true"}}
		switch say("type") {
		case "command":
			in.other = "is filled in by a command of VS Code, which Parley cannot run"
		case "pickString":
			options, _ := all.Last("options")
			in.Options = optionsOf(options)
			if len(in.Options) == 0 {
				in.other = "has no options to pick from"
			}
		}
		if in.ID == "" && !isList {
			in.ID = item.Name
		}
		if in.ID == "" {
			continue
		}
		if d.inputs == nil {
			d.inputs = map[string]input{}
		}
		if was, again := d.inputs[in.ID]; again && !reflect.DeepEqual(was, in) {
			d.notes = append(d.notes, fmt.Sprintf("There is more than one input %q. The last one counts.", in.ID))
		}
		d.inputs[in.ID] = in
	}
}
