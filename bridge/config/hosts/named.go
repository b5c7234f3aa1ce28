package hosts

import (
	"fmt"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

// namedList makes a list in which each server holds its name the object that Parley reads.
func namedList(list *hujson.Array, at int) hujson.Value {
	var members []hujson.ObjectMember
	for i, element := range list.Elements {
		inside, _ := tree.MembersOf(element)
		name := fmt.Sprintf("server-%d", i+1)
		for _, called := range []string{"id", "name"} {
			if v, ok := tree.LastOf(inside, called); ok {
				if text, is := (tree.Member{Value: v}).Text(); is && strings.TrimSpace(text) != "" {
					name = text
				}
			}
		}
		members = append(members, tree.MemberValue(name, Flat(element)))
	}
	return tree.ObjectValue(members, at)
}

// Flat takes an entry of Continue out of what stands around it: "transport" with the program in it, "requestOptions" with the headers.
func Flat(v hujson.Value) hujson.Value {
	members, ok := tree.MembersOf(v)
	if !ok {
		return v
	}
	var own []hujson.ObjectMember
	for _, m := range members {
		inside, is := tree.MembersOf(m.Value)
		switch name := tree.NameOf(m); {
		case is && (name == "transport" || name == "config"):
			own = append(own, inside...)
		case is && name == "requestOptions":
			if headers, found := tree.LastOf(inside, "headers"); found {
				own = append(own, tree.MemberValue("headers", headers))
			}
		case name == "name", name == "id":
		default:
			own = append(own, m)
		}
	}
	return tree.ObjectValue(own, v.StartOffset)
}
