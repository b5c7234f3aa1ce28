package hosts

import (
	"slices"

	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

func hermes() Host {
	return Host{
		Person: func(m Machine) []File {
			path := m.join(m.Home, ".hermes/config.yaml")
			if folder := m.Getenv("LOCALAPPDATA"); m.OS == "windows" && folder != "" {
				path = m.join(folder, "hermes/config.yaml")
			}
			return []File{{App: "Hermes Agent", Path: path, List: []string{"mcp_servers"}, Wording: Wording{Bare: true}}}
		},
		Entry: func(w *Words, list string, v hujson.Value) hujson.Value {
			if list == "mcp_servers" && w.Language == tree.YAML {
				return hermesWords(v)
			}
			return v
		},
		Syntax: func(_ string, language tree.Language, list string) (bare, braces bool) {
			return language == tree.YAML && list == "mcp_servers", false
		},
	}
}

// hermesWords puts an entry of Hermes Agent into Parley's words: its timeout is in seconds.
func hermesWords(v hujson.Value) hujson.Value {
	members, ok := tree.MembersOf(v)
	if !ok {
		return v
	}
	members = slices.Clone(members)
	for i, m := range members {
		if tree.NameOf(m) == "timeout" {
			members[i].Value = secondsValue(tree.Member{At: m.Value.StartOffset, Value: m.Value})
		}
	}
	return tree.ObjectValue(members, v.StartOffset)
}
