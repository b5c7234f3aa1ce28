package outline

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

// Wrappers are the names under which hosts keep their list; the first one present counts (contract G1). After the three of the
// contract come those of Zed, Amp, Codex and Hermes Agent, and the settings of VS Code in one word.
func Wrappers() []string {
	return []string{"mcpServers", "servers", "mcp", "context_servers", "amp.mcpServers", "mcp_servers", "mcp.servers"}
}

// Reserved are what may stand beside the servers in a list without a wrapper (contract G1).
func Reserved() []string { return []string{"builtins", "agents", "a2a", "mcpServer", "inputs"} }

// IsRemark tells members that are for readers or editors (contract G13).
func IsRemark(name string) bool {
	return strings.HasPrefix(name, "$") || strings.HasPrefix(name, "//") || strings.HasPrefix(name, "_comment") || strings.HasPrefix(name, "#")
}

// KnownNames are those that nearly every entry needs one of.
func KnownNames() []string { return append([]string{"command"}, AddressNames()...) }

// AddressNames are the names that hosts give to an address. Gemini CLI prefers httpUrl where there are two; serverUrl is Windsurf's and
// baseUrl Cherry Studio's.
func AddressNames() []string { return []string{"httpUrl", "url", "serverUrl", "baseUrl"} }

// IsServer tells an entry from the other things in a file.
func IsServer(v hujson.Value) bool {
	members, ok := tree.ObjectOf(v)
	return ok && IsServerIn(members)
}

// IsServerIn is [IsServer] for the members.
func IsServerIn(members tree.Object) bool {
	return slices.ContainsFunc(members, func(m tree.Member) bool {
		_, inner := tree.ObjectOf(m.Value)
		return !inner && slices.Contains(KnownNames(), strings.TrimSpace(m.Name))
	})
}

// IsBareServer tells a server from the other members of a file without a wrapper.
func IsBareServer(m hujson.ObjectMember) bool {
	return !slices.Contains(Reserved(), tree.NameOf(m)) && IsServer(m.Value)
}

// HoldsServers tells an object that has a server in it.
func HoldsServers(v hujson.Value) bool {
	members, _ := tree.ObjectOf(v)
	return holdsServersIn(members)
}

func holdsServersIn(members tree.Object) bool {
	return slices.ContainsFunc(members, func(m tree.Member) bool { return IsServer(m.Value) })
}

// HoldsEntries tells a list of servers from one of other things.
func HoldsEntries(list *hujson.Array) bool {
	return len(list.Elements) > 0 && !slices.ContainsFunc(list.Elements, func(v hujson.Value) bool { return !tree.IsObject(v) })
}

// IsList tells a list of servers, with or without its own name, where an entry should be.
func IsList(members tree.Object) bool {
	return holdsServersIn(members) || slices.ContainsFunc(members, func(m tree.Member) bool {
		return slices.Contains(Wrappers(), m.Name) && HoldsServers(m.Value)
	})
}

// ListPath says where the servers are (contract G1); nil: in the object itself. The list may be still missing.
func ListPath(root hujson.Value) []string {
	members, _ := tree.MembersOf(root)
	for _, wrapper := range Wrappers() {
		list, found := tree.LastOf(members, wrapper)
		if !found {
			continue
		}
		inside, _ := tree.MembersOf(list)
		if nested, found := tree.LastOf(inside, "servers"); found && wrapper == "mcp" && !IsServer(nested) {
			return []string{"mcp", "servers"}
		}
		return []string{wrapper}
	}
	if slices.ContainsFunc(members, IsBareServer) {
		return nil
	}
	if path := ShapeOf(root); path != nil {
		return path
	}
	return Wrappers()[:1]
}

// ShapeOf finds a list of servers by what is in it, where it has none of the usual names: mcpservers, mcp-servers, tools.mcp.servers. nil
// when there is none.
func ShapeOf(root hujson.Value) []string { return shapeIn(root, Reserved(), 3) }

func shapeIn(v hujson.Value, except []string, depth int) []string {
	members, _ := tree.MembersOf(v)
	for _, m := range members {
		if !slices.Contains(except, tree.NameOf(m)) && HoldsServers(m.Value) {
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

// Unique puts the first free number behind a name that is taken.
func Unique(name string, taken func(string) bool) string {
	free := name
	for n := 2; taken(free); n++ {
		free = name + "-" + strconv.Itoa(n)
	}
	return free
}
