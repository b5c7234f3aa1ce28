package outline

import (
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

// SwitchList is a list of names beside the servers: of those that are left out, or of the only ones that are not. Gemini CLI has
// excludeMCPServers and allowMCPServers, later excluded and allowed under mcp, and Witsy, Claude Code and others have lists of their own.
type SwitchList struct {
	Path  []string // from the root of the file
	Only  bool     // only the named ones are not left out; an empty one leaves out none
	Names []string
	named map[string]bool // the same
}

// SwitchListMeaning tells the lists by their names; within says that they are under mcp.
func SwitchListMeaning(name string, within bool) (only, is bool) {
	word := BareWord(name)
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

// SwitchLists finds the lists that stand beside the servers, above them, and under mcp.
func SwitchLists(root hujson.Value, servers []string) []SwitchList {
	places := [][]string{nil}
	for i := 1; i < len(servers); i++ {
		places = append(places, servers[:i])
	}
	if !slices.ContainsFunc(places, func(p []string) bool { return slices.Equal(p, []string{"mcp"}) }) {
		places = append(places, []string{"mcp"})
	}
	var all []SwitchList
	for _, place := range places {
		at := tree.Lookup(&root, place)
		if at == nil {
			continue
		}
		members, _ := tree.MembersOf(*at)
		for i, m := range members {
			only, is := SwitchListMeaning(tree.NameOf(m), len(place) > 0 && place[len(place)-1] == "mcp")
			if !is || tree.LastIndex(members, tree.NameOf(m)) != i {
				continue
			}
			if names, list := NamesIn(m.Value); list {
				found := LeaveOut(names)
				found.Path, found.Only = slices.Concat(place, []string{tree.NameOf(m)}), only
				all = append(all, found)
			}
		}
	}
	return all
}

// LeaveOut is a list of servers that are left out.
func LeaveOut(names []string) SwitchList {
	named := make(map[string]bool, len(names))
	for _, name := range names {
		named[name] = true
	}
	return SwitchList{Names: names, named: named}
}

// NamesIn are those of a list of texts, or of objects that hold a name each, as in the settings of Claude Code that a company gives.
func NamesIn(v hujson.Value) ([]string, bool) {
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

// LeavesOut reports whether the lists leave a server out.
func LeavesOut(lists []SwitchList, name string) bool {
	return slices.ContainsFunc(lists, func(l SwitchList) bool { return l.LeavesOut(name) })
}

// LeavesOut reports whether this list does.
func (l SwitchList) LeavesOut(name string) bool {
	if l.Only {
		return len(l.Names) > 0 && !l.named[name]
	}
	return l.named[name]
}
