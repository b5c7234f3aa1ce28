package hosts

import (
	"encoding/json"

	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

// WithSafePart has the program of an entry get only the safe part of the environment, unless the entry says how it is itself.
func WithSafePart(raw json.RawMessage) json.RawMessage {
	root, err := tree.Parse("The entry", raw)
	if err != nil {
		return raw
	}
	members, _ := tree.MembersOf(root)
	_, runs := tree.LastOf(members, "command")
	if _, says := tree.LastOf(members, "inheritEnv"); says || !runs {
		return raw
	}
	object, is := root.Value.(*hujson.Object)
	if !is {
		return raw
	}
	object.Members = append(object.Members, tree.MemberValue("inheritEnv", tree.LiteralValue("false", 0)))
	return tree.Standard(root)
}
