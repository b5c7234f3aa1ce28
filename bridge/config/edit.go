package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

// Editor changes the entries of one servers file. [Edit] makes it.
//
// Its errors are plain sentences. Entries may be JSON with comments; the comments are left behind.
type Editor struct {
	name string // of the file
	text []byte // as UTF-8, without a byte order mark
	list []string
	tree *hujson.Value // of the text; nil: not parsed yet. Nobody changes it
}

// newEditor reads the text of a file; an empty one gets a list of servers with the first entry.
func newEditor(name string, text []byte) (*Editor, error) {
	e := &Editor{name: name, text: text}
	if len(bytes.TrimSpace(text)) == 0 {
		e.text = []byte("{\n  \"mcpServers\": {}\n}\n")
	}
	root, err := e.parse()
	if err != nil {
		return nil, err
	}
	e.list = listPath(root)
	if at := tree.Lookup(&root, e.list); at != nil && !tree.IsObject(*at) && at.Value.Kind() != 'n' {
		return nil, fmt.Errorf("%s: %q must be an object with one member for each server", name, e.list[len(e.list)-1])
	}
	return e, nil
}

// Names gives the names of the servers, in the order of the file.
func (e *Editor) Names() []string {
	var names []string
	for _, m := range e.members() {
		if name := tree.NameOf(m); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// members are the entries; in a file without a wrapper only what is a server.
func (e *Editor) members() []hujson.ObjectMember {
	root, err := e.parse()
	if err != nil {
		return nil
	}
	list := tree.Lookup(&root, e.list)
	if list == nil {
		return nil
	}
	members, _ := tree.MembersOf(*list)
	return slices.DeleteFunc(slices.Clone(members), func(m hujson.ObjectMember) bool {
		return !tree.IsObject(m.Value) && isRemark(tree.NameOf(m)) || len(e.list) == 0 && !isBareServer(m)
	})
}

// Raw gives an entry in standard JSON, nil when there is none of that name. It may hold secrets.
func (e *Editor) Raw(name string) json.RawMessage {
	value, found := tree.LastOf(e.members(), name)
	if !found {
		return nil
	}
	return tree.Standard(value)
}

// Put adds an entry at the end, or changes the one of that name into it: what is the same in both keeps its place and its comments.
func (e *Editor) Put(name string, entry json.RawMessage) error {
	value, err := tree.ParseValue(entry)
	if err != nil || !tree.IsObject(value) {
		return fmt.Errorf("the entry %q must be an object, as in {\"command\": \"npx\"}", name)
	}
	return e.change(func() error {
		if len(e.list) == 0 && !isServer(value) {
			return fmt.Errorf("%s has no list of servers; in it only an entry with a command or a url is one", e.name)
		}
		if _, found := tree.LastOf(e.members(), name); found {
			return e.merge(slices.Concat(e.list, []string{name}), value)
		}
		if err := e.free(name); err != nil {
			return err
		}
		return e.insert(e.list, name, value)
	})
}

// Add puts entries with the inputs that they ask for (those of [Found.Inputs]; none is fine). It overwrites nothing: an entry whose name
// is taken gets a number behind it, and so does an input whose id is taken by a different one. It gives the names used.
func (e *Editor) Add(inputs []json.RawMessage, entries ...Entry) ([]string, error) {
	var names []string
	err := e.change(func() error {
		renamed, err := e.addInputs(inputs, entries)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			name := unique(entry.Name, e.taken)
			if err := e.Put(name, renameInputs(entry.Raw, renamed)); err != nil {
				return err
			}
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return names, nil
}

// Remove takes an entry out. Comments around it stay. A name that is not there is no error.
func (e *Editor) Remove(name string) error {
	return e.change(func() error {
		if _, found := tree.LastOf(e.members(), name); !found {
			return nil
		}
		return e.remove(e.list, name)
	})
}

// Rename gives an entry another name; the new one must be free.
func (e *Editor) Rename(name, to string) error {
	if name == to {
		return nil
	}
	return e.change(func() error {
		if _, found := tree.LastOf(e.members(), name); !found {
			return e.missing(name)
		}
		if err := e.free(to); err != nil {
			return err
		}
		if err := e.renameInLists(name, to); err != nil {
			return err
		}
		return e.rename(e.list, name, to)
	})
}

// SetDisabled switches an entry off or on, in the words that it uses already (switch.go), also where these stand in an object of an app, or
// in a list of names beside the servers. One that uses none gets the word of its neighbours.
func (e *Editor) SetDisabled(name string, disabled bool) error {
	return e.change(func() error {
		entry, found := tree.LastOf(e.members(), name)
		if !found {
			return e.missing(name)
		}
		members, _ := tree.MembersOf(entry)
		used := switchWords(members)
		left, err := e.setLists(name, disabled, len(used) > 0)
		if err != nil {
			return err
		}
		if len(used) == 0 && left {
			word := e.wordOfNeighbours()
			on, _ := switchMeaning(word)
			return e.Set(name, word, !on)
		}
		for _, word := range used { // one is enough to leave a server out (contract G4)
			if err := e.setSwitch(name, word, disabled); err != nil {
				return err
			}
		}
		return nil
	})
}

// setSwitch has a word of an entry say on or off.
func (e *Editor) setSwitch(name string, word switchWord, disabled bool) error {
	text := word.on
	if disabled {
		text = word.not
	}
	value, err := tree.ParseValue([]byte(text))
	if err != nil {
		return err
	}
	return e.merge(slices.Concat(e.list, []string{name}, word.path), value)
}

func (e *Editor) wordOfNeighbours() string {
	for _, m := range e.members() {
		members, _ := tree.MembersOf(m.Value)
		for _, word := range switchWords(members) {
			if _, is := switchMeaning(word.path[0]); is && len(word.path) == 1 {
				return word.path[0]
			}
		}
	}
	return "disabled"
}

// Set gives a member of an entry a value, anything that [json.Marshal] takes; nil takes the member out.
func (e *Editor) Set(name, member string, value any) error {
	var parsed hujson.Value
	if value != nil {
		text, err := tree.PlainJSON(value)
		if err != nil {
			return fmt.Errorf("%q of %q cannot be written: %w", member, name, err)
		}
		if parsed, err = tree.ParseValue(text); err != nil {
			return fmt.Errorf("%q of %q cannot be written: %w", member, name, err)
		}
	}
	return e.change(func() error {
		entry, found := tree.LastOf(e.members(), name)
		if !found {
			return e.missing(name)
		}
		members, ok := tree.MembersOf(entry)
		if !ok {
			return fmt.Errorf("the entry %q is no object", name)
		}
		path := slices.Concat(e.list, []string{name})
		_, there := tree.LastOf(members, member)
		switch {
		case value == nil && !there:
			return nil
		case value == nil:
			return e.remove(path, member)
		case there:
			return e.merge(append(path, member), parsed)
		}
		return e.insert(path, member, parsed)
	})
}

// change does several steps or none, and none that would make other servers of the file disappear.
func (e *Editor) change(steps func() error) error {
	before := *e
	err := steps()
	if err == nil {
		root, parseErr := e.parse()
		switch {
		case parseErr != nil:
			err = parseErr
		case len(e.list) == 0 && len(e.members()) == 0: // the last server of a file without a wrapper is gone
			e.list = listPath(root)
		case !slices.Equal(listPath(root), e.list):
			err = fmt.Errorf("this name has a meaning of its own in %s; choose another", e.name)
		}
	}
	if err != nil {
		*e = before
	}
	return err
}

func (e *Editor) missing(name string) error {
	return fmt.Errorf("there is no server %q in %s", name, e.name)
}

// free says why a name cannot be used, if so.
func (e *Editor) free(name string) error {
	if !utf8.ValidString(name) {
		return errors.New("the name holds characters that cannot be written; choose another")
	}
	if !e.taken(name) {
		return nil
	}
	return fmt.Errorf("the name %q is taken in %s; choose another", name, e.name)
}

func (e *Editor) taken(name string) bool {
	if len(e.list) == 0 && slices.Contains(slices.Concat(wrappers(), reserved()), name) {
		return true
	}
	root, err := e.parse()
	if err != nil {
		return true
	}
	list := tree.Lookup(&root, e.list)
	if list == nil {
		return false
	}
	members, _ := tree.MembersOf(*list)
	_, found := tree.LastOf(members, name)
	return found
}

// unique puts the first free number behind a name that is taken.
func unique(name string, taken func(string) bool) string {
	free := name
	for n := 2; taken(free); n++ {
		free = name + "-" + strconv.Itoa(n)
	}
	return free
}

// readOnly says why Parley does not change a file, "" when it does.
func readOnly(l tree.Language, name string) string {
	if l == tree.JSON {
		return ""
	}
	return fmt.Sprintf("%s is written in %s. Parley reads that, and changes nothing in it: change it in the app that it belongs to, or in a text editor", name, l)
}
