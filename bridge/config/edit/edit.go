package edit

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/tailscale/hujson"

	"parley/bridge/config"
	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

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
		if len(e.list) == 0 && !outline.IsServer(value) {
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

// Add puts entries with the inputs that they ask for (those of Found of bridge/config/search; none is fine). It overwrites nothing: an entry whose name
// is taken gets a number behind it, and so does an input whose id is taken by a different one. It gives the names used.
func (e *Editor) Add(inputs []json.RawMessage, entries ...config.Entry) ([]string, error) {
	var names []string
	err := e.change(func() error {
		renamed, err := e.addInputs(inputs, entries)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			name := outline.Unique(entry.Name, e.taken)
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

// readOnly says why Parley does not change a file, "" when it does.
func readOnly(l tree.Language, name string) string {
	if l == tree.JSON {
		return ""
	}
	return fmt.Sprintf("%s is written in %s. Parley reads that, and changes nothing in it: change it in the app that it belongs to, or in a text editor", name, l)
}
