package hosts

import (
	"github.com/tailscale/hujson"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// claudeCode has one file with everything in it: the servers of the person, and those of each project. The projects named there are looked
// into as well.
func claudeCode() Host {
	return Host{
		Person: func(m Machine) []File {
			path := m.join(m.Home, ".claude.json")
			if folder := m.Getenv("CLAUDE_CONFIG_DIR"); folder != "" {
				path = m.join(folder, ".claude.json")
			}
			return []File{{App: "Claude Code", Path: path, List: []string{"mcpServers"}, Wording: Wording{Bare: true}, Projects: claudeCodeProjects}}
		},
		Project: func(m Machine, folder string) []File {
			return []File{{App: "Claude Code", Path: m.join(folder, ".mcp.json"), Wording: Wording{Bare: true}, Off: claudeCodeOff(m, folder)}}
		},
		Syntax: func(file string, _ tree.Language, _ string) (bare, braces bool) {
			return file == ".mcp.json" || file == ".claude.json", false
		},
	}
}

func claudeCodeProjects(root *hujson.Value) []Project {
	projects := tree.Lookup(root, []string{"projects"})
	if projects == nil {
		return nil
	}
	members, _ := tree.MembersOf(*projects)
	var all []Project
	for _, m := range members {
		p := Project{Folder: tree.NameOf(m), Off: mcpjsonOff(&m.Value)}
		if list := tree.Lookup(&m.Value, []string{"mcpServers"}); list != nil && outline.HoldsServers(*list) {
			p.List = []string{"projects", p.Folder, "mcpServers"}
		}
		all = append(all, p)
	}
	return all
}

// claudeCodeOff are the servers of a project's .mcp.json that a person said no to, which Claude Code keeps in its settings, beside those of
// the one file with everything in it.
func claudeCodeOff(m Machine, folder string) func(parse func(string) (hujson.Value, bool)) []string {
	return func(parse func(string) (hujson.Value, bool)) (off []string) {
		for _, path := range []string{
			m.join(m.Home, ".claude/settings.json"), m.join(folder, ".claude/settings.json"), m.join(folder, ".claude/settings.local.json"),
		} {
			if root, ok := parse(path); ok {
				off = append(off, mcpjsonOff(&root)...)
			}
		}
		return off
	}
}

func mcpjsonOff(settings *hujson.Value) []string {
	list := tree.Lookup(settings, []string{"disabledMcpjsonServers"})
	if list == nil {
		return nil
	}
	names, _ := outline.NamesIn(*list)
	return names
}
