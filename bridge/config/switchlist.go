package config

import (
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

// switchList is a list of names beside the servers: of those that are left out, or of the only ones that are not. Gemini CLI has
// excludeMCPServers and allowMCPServers, later excluded and allowed under mcp, and Witsy, Claude Code and others have lists of their own.
type switchList struct {
	path  []string // from the root of the file
	only  bool     // only the named ones are not left out; an empty one leaves out none
	names []string
	named map[string]bool // the same
}

// switchListMeaning tells the lists by their names; within says that they are under mcp.
func switchListMeaning(name string, within bool) (only, is bool) {
	word := bareWord(name)
	switch word {
	case "excludemcpservers", "excludedmcpservers", "disabledmcpservers", "disablemcpservers", "excludeservers", "excludedservers", "disabledservers",
		"inactiveservers", "inactivemcpservers", "deniedmcpservers", "deniedservers", "mcpexcluded", "mcpdisabled", "disabledmcp", "mcpserversdisabled":
		return false, true
	case "allowmcpservers", "allowedmcpservers", "enabledmcpservers", "allowservers", "allowedservers", "enabledservers", "activeservers", "activemcpservers",
		"mcpallowed", "mcpenabled", "enabledmcp", "mcpserversenabled":
		return true, true
	}
	if within {
		return strings.HasPrefix(word, "allow") || word == "enabled", slices.Contains([]string{"excluded", "exclude", "disabled", "allowed", "allow", "enabled"}, word)
	}
	return false, word == "excluded" || word == "disabled"
}

// switchLists finds the lists that stand beside the servers, above them, and under mcp.
func switchLists(root hujson.Value, servers []string) []switchList {
	places := [][]string{nil}
	for i := 1; i < len(servers); i++ {
		places = append(places, servers[:i])
	}
	if !slices.ContainsFunc(places, func(p []string) bool { return slices.Equal(p, []string{"mcp"}) }) {
		places = append(places, []string{"mcp"})
	}
	var all []switchList
	for _, place := range places {
		at := tree.Lookup(&root, place)
		if at == nil {
			continue
		}
		members, _ := tree.MembersOf(*at)
		for i, m := range members {
			only, is := switchListMeaning(tree.NameOf(m), len(place) > 0 && place[len(place)-1] == "mcp")
			if !is || tree.LastIndex(members, tree.NameOf(m)) != i {
				continue
			}
			if names, list := namesIn(m.Value); list {
				found := leaveOut(names)
				found.path, found.only = slices.Concat(place, []string{tree.NameOf(m)}), only
				all = append(all, found)
			}
		}
	}
	return all
}

// leaveOut is a list of servers that are left out.
func leaveOut(names []string) switchList {
	named := make(map[string]bool, len(names))
	for _, name := range names {
		named[name] = true
	}
	return switchList{names: names, named: named}
}

// namesIn are those of a list of texts, or of objects that hold a name each, as in the settings of Claude Code that a company gives.
func namesIn(v hujson.Value) ([]string, bool) {
	items, is := tree.Member{Value: v}.Items()
	var names []string
	for _, item := range items {
		name, text := item.Text()
		if inside, object := tree.ObjectOf(item.Value); object {
			called, _ := inside.Get("serverName", "name", "id")
			name, text = called.Text()
		}
		if !text {
			return nil, false
		}
		names = append(names, name)
	}
	return names, is
}

// leavesOut reports whether the lists leave a server out.
func leavesOut(lists []switchList, name string) bool {
	return slices.ContainsFunc(lists, func(l switchList) bool { return l.leavesOut(name) })
}

func (l switchList) leavesOut(name string) bool {
	if l.only {
		return len(l.names) > 0 && !l.named[name]
	}
	return l.named[name]
}

// off reports whether a list beside the servers leaves one out.
func (d *document) off(name string) bool { return leavesOut(d.switches, name) }

// listsNames tells a list of names under mcp from a server whose entry is broken.
func (d *document) listsNames(m tree.Member) bool {
	_, is := switchListMeaning(m.Name, true)
	_, list := namesIn(m.Value)
	return d.wrapper == "mcp" && is && list
}

// switchedOff is an entry that says for itself what a list said of it, for it goes where there is no such list.
func switchedOff(entry hujson.Value) hujson.Value {
	object, is := entry.Value.(*hujson.Object)
	if !is {
		return entry
	}
	members := slices.DeleteFunc(slices.Clone(object.Members), func(m hujson.ObjectMember) bool { return tree.NameOf(m) == "disabled" })
	return tree.ObjectValue(append(members, tree.MemberValue("disabled", tree.LiteralValue("true", entry.StartOffset))), entry.StartOffset)
}

// setLists has the lists say of a server what it is to be. left reports whether an entry's own word is still needed to leave it out.
func (e *Editor) setLists(name string, disabled, own bool) (left bool, err error) {
	root, err := e.parse()
	if err != nil {
		return false, err
	}
	lists := switchLists(root, e.list)
	left = disabled && !leavesOut(lists, name)
	for _, l := range lists {
		names := slices.DeleteFunc(slices.Clone(l.names), func(n string) bool { return n == name })
		switch {
		case l.only && !disabled && l.leavesOut(name), !l.only && left && !own:
			names, left = append(names, name), false
		case l.only || disabled || !l.leavesOut(name):
			continue
		}
		if err := e.setNames(l.path, names); err != nil {
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
	for _, l := range switchLists(root, e.list) {
		if !slices.Contains(l.names, name) {
			continue
		}
		names := slices.Clone(l.names)
		for i := range names {
			if names[i] == name {
				names[i] = to
			}
		}
		if err := e.setNames(l.path, names); err != nil {
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
			if got, _ := namesIn(tree.ListValue([]hujson.Value{element}, 0)); len(got) == 1 && got[0] == name {
				v = element
			}
		}
		elements = append(elements, v)
	}
	return e.merge(path, tree.ListValue(elements, 0))
}
