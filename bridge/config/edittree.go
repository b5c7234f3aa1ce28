package config

import (
	"bytes"
	"slices"

	"github.com/tailscale/hujson"
)

// parse gives the tree of the text, whose offsets say where everything stands. Changes are made to the text at these places, so that all
// the rest stays as it is, byte for byte.
func (e *Editor) parse() (hujson.Value, error) {
	if e.tree != nil {
		return *e.tree, nil
	}
	root, err := parseTree(e.name, e.text)
	if err == nil {
		e.tree = &root
	}
	return root, err
}

func parseTree(name string, text []byte) (hujson.Value, error) {
	return parseTreeWithin(name, text, maxSize)
}

func parseTreeWithin(name string, text []byte, long int) (hujson.Value, error) {
	root, err := parseWithin(name, append(bytes.Clone(text), '\n'), long+1) // a comment may end with the file
	if err != nil {
		return root, err
	}
	if !isObject(root) {
		return root, &SyntaxError{Name: name, Line: 1, Column: 1, What: `the file must be an object, as in {"mcpServers": {}}`}
	}
	return root, nil
}

// listPath says where the servers are (contract G1); nil: in the object itself. The list may be still missing.
func listPath(root hujson.Value) []string {
	members, _ := membersOf(root)
	for _, wrapper := range wrappers() {
		list, found := lastOf(members, wrapper)
		if !found {
			continue
		}
		inside, _ := membersOf(list)
		if nested, found := lastOf(inside, "servers"); found && wrapper == "mcp" && !isServer(nested) {
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
	members, _ := membersOf(v)
	for _, m := range members {
		if !slices.Contains(except, nameOf(m)) && holdsServers(m.Value) {
			return []string{nameOf(m)}
		}
	}
	if depth == 1 {
		return nil
	}
	for _, m := range members {
		if slices.Contains(except, nameOf(m)) {
			continue
		}
		if path := shapeIn(m.Value, nil, depth-1); path != nil {
			return append([]string{nameOf(m)}, path...)
		}
	}
	return nil
}

// isBareServer tells a server from the other members of a file without a wrapper.
func isBareServer(m hujson.ObjectMember) bool {
	return !slices.Contains(reserved(), nameOf(m)) && isServer(m.Value)
}

func isObject(v hujson.Value) bool { _, ok := v.Value.(*hujson.Object); return ok }

// lookup follows names from an object, nil when they lead nowhere.
func lookup(root *hujson.Value, path []string) *hujson.Value {
	at := root
	for _, name := range path {
		object, ok := at.Value.(*hujson.Object)
		if !ok {
			return nil
		}
		i := lastIndex(object.Members, name)
		if i < 0 {
			return nil
		}
		at = &object.Members[i].Value
	}
	return at
}

// lastIndex finds the member that counts: the last of that name.
func lastIndex(members []hujson.ObjectMember, name string) int {
	for i, m := range slices.Backward(members) {
		if nameOf(m) == name {
			return i
		}
	}
	return -1
}

// lastIndexes is lastIndex for all names at once, where there may be many.
func lastIndexes(members []hujson.ObjectMember) map[string]int {
	last := make(map[string]int, len(members))
	for i, m := range members {
		last[nameOf(m)] = i
	}
	return last
}

// same says whether two values mean the same; numbers only when they are written alike.
func same(a, b hujson.Value) bool {
	switch x := a.Value.(type) {
	case *hujson.Object:
		y, ok := b.Value.(*hujson.Object)
		return ok && within(x, y) && within(y, x)
	case *hujson.Array:
		y, ok := b.Value.(*hujson.Array)
		return ok && slices.EqualFunc(x.Elements, y.Elements, same)
	}
	literal, ok := b.Value.(hujson.Literal)
	return ok && literal.Kind() == a.Value.Kind() && literal.String() == a.Value.(hujson.Literal).String()
}

// within says whether each member that counts in a is the same in b.
func within(a, b *hujson.Object) bool {
	return !slices.ContainsFunc(a.Members, func(m hujson.ObjectMember) bool {
		mine, _ := lastOf(a.Members, nameOf(m))
		other, found := lastOf(b.Members, nameOf(m))
		return !found || !same(mine, other)
	})
}

// lastOf gives the last member of that name, as JSON readers do.
func lastOf(members []hujson.ObjectMember, name string) (hujson.Value, bool) {
	i := lastIndex(members, name)
	if i < 0 {
		return hujson.Value{}, false
	}
	return members[i].Value, true
}
