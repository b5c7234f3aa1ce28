package edit

import (
	"slices"

	"github.com/tailscale/hujson"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// setLists has the lists say of a server what it is to be. left reports whether an entry's own word is still needed to leave it out.
func (e *Editor) setLists(name string, disabled, own bool) (left bool, err error) {
	root, err := e.parse()
	if err != nil {
		return false, err
	}
	lists := outline.SwitchLists(root, e.list)
	left = disabled && !outline.LeavesOut(lists, name)
	for _, l := range lists {
		names := slices.DeleteFunc(slices.Clone(l.Names), func(n string) bool { return n == name })
		switch {
		case l.Only && !disabled && l.LeavesOut(name), !l.Only && left && !own:
			names, left = append(names, name), false
		case l.Only || disabled || !l.LeavesOut(name):
			continue
		}
		if err := e.setNames(l.Path, names); err != nil {
			return false, err
		}
	}
	return left, nil
}

// renameInLists has a server that is called otherwise stay what it was.
func (e *Editor) renameInLists(name, to string) error {
	root, err := e.parse()
	if err != nil {
		return err
	}
	for _, l := range outline.SwitchLists(root, e.list) {
		if !slices.Contains(l.Names, name) {
			continue
		}
		names := slices.Clone(l.Names)
		for i := range names {
			if names[i] == name {
				names[i] = to
			}
		}
		if err := e.setNames(l.Path, names); err != nil {
			return err
		}
	}
	return nil
}

// setNames writes a list of names. Elements that hold their names stay what they are where the name stays.
func (e *Editor) setNames(path, names []string) error {
	root, err := e.parse()
	if err != nil {
		return err
	}
	old, _ := tree.Lookup(&root, path).Value.(*hujson.Array)
	var elements []hujson.Value
	for _, name := range names {
		v := tree.TextValue(name, 0)
		for _, element := range old.Elements {
			if got, _ := outline.NamesIn(tree.ListValue([]hujson.Value{element}, 0)); len(got) == 1 && got[0] == name {
				v = element
			}
		}
		elements = append(elements, v)
	}
	return e.merge(path, tree.ListValue(elements, 0))
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
		used := outline.Switches(members)
		left, err := e.setLists(name, disabled, len(used) > 0)
		if err != nil {
			return err
		}
		if len(used) == 0 && left {
			word := e.wordOfNeighbours()
			on, _ := outline.SwitchMeaning(word)
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
func (e *Editor) setSwitch(name string, word outline.Switch, disabled bool) error {
	text := word.On
	if disabled {
		text = word.Not
	}
	value, err := tree.ParseValue([]byte(text))
	if err != nil {
		return err
	}
	return e.merge(slices.Concat(e.list, []string{name}, word.Path), value)
}

func (e *Editor) wordOfNeighbours() string {
	for _, m := range e.members() {
		members, _ := tree.MembersOf(m.Value)
		for _, word := range outline.Switches(members) {
			if _, is := outline.SwitchMeaning(word.Path[0]); is && len(word.Path) == 1 {
				return word.Path[0]
			}
		}
	}
	return "disabled"
}
