package edit

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"parley/bridge/config/outline"
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
	e.list = outline.ListPath(root)
	if at := tree.Lookup(&root, e.list); at != nil && !tree.IsObject(*at) && at.Value.Kind() != 'n' {
		return nil, fmt.Errorf("%s: %q must be an object with one member for each server", name, e.list[len(e.list)-1])
	}
	return e, nil
}

// parse gives the tree of the text, whose offsets say where everything stands. Changes are made to the text at these places, so that all
// the rest stays as it is, byte for byte.
func (e *Editor) parse() (hujson.Value, error) {
	if e.tree != nil {
		return *e.tree, nil
	}
	root, err := tree.Parse(e.name, e.text)
	if err == nil {
		e.tree = &root
	}
	return root, err
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
		return !tree.IsObject(m.Value) && outline.IsRemark(tree.NameOf(m)) || len(e.list) == 0 && !outline.IsBareServer(m)
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
			e.list = outline.ListPath(root)
		case !slices.Equal(outline.ListPath(root), e.list):
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
	if len(e.list) == 0 && slices.Contains(slices.Concat(outline.Wrappers(), outline.Reserved()), name) {
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
