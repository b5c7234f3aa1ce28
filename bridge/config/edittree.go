package config

import (
	"slices"

	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

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

// listPath says where the servers are (contract G1); nil: in the object itself. The list may be still missing.
func listPath(root hujson.Value) []string {
	members, _ := tree.MembersOf(root)
	for _, wrapper := range wrappers() {
		list, found := tree.LastOf(members, wrapper)
		if !found {
			continue
		}
		inside, _ := tree.MembersOf(list)
		if nested, found := tree.LastOf(inside, "servers"); found && wrapper == "mcp" && !isServer(nested) {
			return []string{"mcp", "servers"}
		}
		return []string{wrapper}
	}
	if slices.ContainsFunc(members, isBareServer) {
		return nil
	}
	if path := shapeOf(root); path != nil {
		return path
	}
	return wrappers()[:1]
}

// shapeOf finds a list of servers by what is in it, where it has none of the usual names: mcpservers, mcp-servers, tools.mcp.servers. nil
// when there is none.
func shapeOf(root hujson.Value) []string { return shapeIn(root, reserved(), 3) }

func shapeIn(v hujson.Value, except []string, depth int) []string {
	members, _ := tree.MembersOf(v)
	for _, m := range members {
		if !slices.Contains(except, tree.NameOf(m)) && holdsServers(m.Value) {
			return []string{tree.NameOf(m)}
		}
	}
	if depth == 1 {
		return nil
	}
	for _, m := range members {
		if slices.Contains(except, tree.NameOf(m)) {
			continue
		}
		if path := shapeIn(m.Value, nil, depth-1); path != nil {
			return append([]string{tree.NameOf(m)}, path...)
		}
	}
	return nil
}

// isBareServer tells a server from the other members of a file without a wrapper.
func isBareServer(m hujson.ObjectMember) bool {
	return !slices.Contains(reserved(), tree.NameOf(m)) && isServer(m.Value)
}
