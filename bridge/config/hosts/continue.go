package hosts

import (
	"regexp"

	"github.com/tailscale/hujson"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// continueDev does as Claude Desktop does, and adds the PATH of the login shell (continuedev/continue: core/context/mcp/MCPConnection.ts).
func continueDev() Host {
	list := []string{"mcpServers"}
	return Host{
		SafePart: true,
		Person: func(m Machine) []File {
			all := []File{
				{App: "Continue", Path: m.join(m.Home, ".continue/config.yaml"), List: list},
				{App: "Continue", Path: m.join(m.Home, ".continue/config.json"), List: list},
			}
			return append(all, continueBlocks(m, m.Home)...)
		},
		Project: continueBlocks,
		List:    continueList,
		Entry:   continueSecrets,
	}
}

// continueBlocks are the files in its folder for servers, each with one or several; those of other apps are copied there, too.
func continueBlocks(m Machine, folder string) []File {
	var all []File
	for _, ending := range []string{"yaml", "yml", "json"} {
		for _, path := range m.glob(m.join(folder, ".continue/mcpServers/*."+ending)) {
			all = append(all, File{App: "Continue", Path: path})
		}
	}
	return all
}

// continueList finds the older list of Continue, deep in its config.json.
func continueList(w *Words, root *hujson.Object) {
	i := tree.LastIndex(root.Members, "experimental")
	if i < 0 || tree.LastIndex(root.Members, outline.Wrappers()[0]) >= 0 {
		return
	}
	list := tree.Lookup(&root.Members[i].Value, []string{"modelContextProtocolServers"})
	if list == nil {
		return
	}
	if array, is := list.Value.(*hujson.Array); is && outline.HoldsEntries(array) {
		root.Members = append(root.Members, tree.MemberValue(outline.Wrappers()[0], namedList(array, list.StartOffset)))
	}
}

var appSecret = regexp.MustCompile(`\$\{\{\s*(?:secrets|inputs)\.([A-Za-z0-9_./-]+)\s*\}\}`)

// continueSecrets puts references in the place of the secrets that Continue would put in.
func continueSecrets(w *Words, _ string, v hujson.Value) hujson.Value {
	if w.Language != tree.YAML {
		return v
	}
	eachText(&v, func(text string) string {
		return appSecret.ReplaceAllStringFunc(text, func(found string) string {
			id := appSecret.FindStringSubmatch(found)[1]
			return w.asksFor(id, id)
		})
	})
	return v
}
