package hosts

import (
	"github.com/tailscale/hujson"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// opencode keeps its list under mcp, in its second version under mcp.servers.
func opencode() Host {
	file := func(path string) File {
		return File{App: "opencode", Path: path, Wording: Wording{Braces: true}, ListIn: func(root hujson.Value) []string {
			if nested := outline.ListPath(root); len(nested) == 2 {
				return nested
			}
			return []string{"mcp"}
		}}
	}
	return Host{
		Person: func(m Machine) (all []File) {
			for _, name := range []string{"opencode.json", "opencode.jsonc", "config.json"} {
				all = append(all, file(m.join(m.dotConfig(), "opencode", name)))
			}
			return all
		},
		Project: func(m Machine, folder string) (all []File) {
			for _, name := range []string{"opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"} {
				all = append(all, file(m.join(folder, name)))
			}
			return all
		},
		Syntax: func(_ string, language tree.Language, list string) (bare, braces bool) {
			return false, list == "mcp" && language == tree.JSON
		},
	}
}
