package config

import (
	"bytes"
	"errors"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/tailscale/hujson"

	"parley/bridge/config/ospath"
	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

func thisSystem() string { return runtime.GOOS }

// isNoFolder is for a path through something that is no folder: nothing can be there.
func isNoFolder(err error) bool { return errors.Is(err, syscall.ENOTDIR) }

// join puts a path together as the system does, whichever system the test runs on. Parts may have / in them.
func (p Places) join(parts ...string) string {
	mark := "/"
	if p.OS == "windows" {
		mark = `\`
		for i := range parts {
			parts[i] = strings.ReplaceAll(parts[i], "/", mark)
		}
	}
	for i := range parts[:len(parts)-1] {
		parts[i] = strings.TrimSuffix(parts[i], mark)
	}
	return strings.Join(parts, mark)
}

func (p Places) base(path string) string {
	return ospath.System(p.OS).Base(path)
}

// configFolder is where apps keep their settings.
func (p Places) configFolder() string {
	switch p.OS {
	case "windows":
		if folder := p.Getenv("APPDATA"); folder != "" {
			return folder
		}
		return p.join(p.Home, "AppData/Roaming")
	case "darwin":
		return p.join(p.Home, "Library/Application Support")
	}
	return p.dotConfig()
}

// dotConfig is ~/.config, which some apps use on every system.
func (p Places) dotConfig() string {
	if folder := p.Getenv("XDG_CONFIG_HOME"); folder != "" && p.OS != "windows" {
		return folder
	}
	return p.join(p.Home, ".config")
}

// ofPerson are the files for all projects. The places are those that each app documents.
func (s *search) ofPerson() []candidate {
	settings, home := s.configFolder(), s.Home
	all := []candidate{
		{app: "Claude Desktop", path: s.join(settings, "Claude/claude_desktop_config.json")},
		{app: "Cursor", path: s.join(home, ".cursor/mcp.json")},
		{app: "LM Studio", path: s.join(home, ".lmstudio/mcp.json")},
		{app: "LM Studio", path: s.join(home, ".cache/lm-studio/mcp.json")},
		{app: "Windsurf", path: s.join(home, ".codeium/windsurf/mcp_config.json")},
		{app: "Windsurf", path: s.join(home, ".codeium/mcp_config.json")},
		{app: "Cline", path: s.join(home, ".cline/data/settings/cline_mcp_settings.json")},
		{app: "Kiro", path: s.join(home, ".kiro/settings/mcp.json")},
		{app: "Junie", path: s.join(home, ".junie/mcp/mcp.json")},
		{app: "Antigravity", path: s.join(home, ".gemini/antigravity/mcp_config.json")},
		{app: "Amp", path: s.join(s.dotConfig(), "amp/settings.json"), list: []string{"amp.mcpServers"}},
		{app: "Amazon Q", path: s.join(home, ".aws/amazonq/mcp.json")},
		{app: "GitHub Copilot CLI", path: s.join(home, ".copilot/mcp-config.json")},
		{app: "Trae", path: s.join(settings, "Trae/User/mcp.json")},
		{app: "Warp", path: s.join(home, ".warp/.mcp.json")},
		{app: "Factory Droid", path: s.join(home, ".factory/mcp.json")},
		{app: "Augment", path: s.join(home, ".augment/settings.json"), list: []string{"mcpServers"}},
		s.gemini("Gemini CLI", s.join(home, ".gemini/settings.json"), ""),
		s.gemini("Qwen Code", s.join(home, ".qwen/settings.json"), ""),
	}
	all = append(all, s.inYAML()...)
	if folder := s.Getenv("CODEX_HOME"); folder != "" {
		all = append(all, s.codex(s.join(folder, "config.toml"), ""))
	} else {
		all = append(all, s.codex(s.join(home, ".codex/config.toml"), ""))
	}
	if s.OS == "windows" { // from the Microsoft Store
		local := s.Getenv("LOCALAPPDATA")
		if local == "" {
			local = s.join(home, "AppData/Local")
		}
		for _, path := range s.glob(s.join(local, "Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json")) {
			all = append(all, candidate{app: "Claude Desktop", path: path})
		}
	}

	zed := s.join(s.dotConfig(), "zed/settings.json")
	if s.OS == "windows" {
		zed = s.join(settings, "Zed/settings.json")
	}
	all = append(all, candidate{app: "Zed", path: zed, list: []string{"context_servers"}})
	for _, name := range []string{"opencode.json", "opencode.jsonc", "config.json"} {
		all = append(all, s.opencode(s.join(s.dotConfig(), "opencode", name), ""))
	}
	for _, code := range s.editors(settings) {
		all = append(all, s.ofEditor(code)...)
	}
	return all
}

// inYAML are the files of apps that keep their servers in YAML.
func (s *search) inYAML() []candidate {
	goose, hermes := s.join(s.dotConfig(), "goose/config.yaml"), s.join(s.Home, ".hermes/config.yaml")
	if s.OS == "windows" {
		goose = s.join(s.configFolder(), "Block/goose/config/config.yaml")
		if folder := s.Getenv("LOCALAPPDATA"); folder != "" {
			hermes = s.join(folder, "hermes/config.yaml")
		}
	}
	all := []candidate{
		{app: "Goose", path: goose, list: []string{"mcpServers"}},
		{app: "Hermes Agent", path: hermes, list: []string{"mcp_servers"}, wording: Wording{Bare: true}},
		{app: "Continue", path: s.join(s.Home, ".continue/config.yaml"), list: []string{"mcpServers"}},
		{app: "Continue", path: s.join(s.Home, ".continue/config.json"), list: []string{"mcpServers"}},
	}
	return append(all, s.blocksOfContinue(s.Home, "")...)
}

// blocksOfContinue are the files in its folder for servers, each with one or several; those of other apps are copied there, too.
func (s *search) blocksOfContinue(folder, project string) []candidate {
	var all []candidate
	for _, ending := range []string{"yaml", "yml", "json"} {
		for _, path := range s.glob(s.join(folder, ".continue/mcpServers/*."+ending)) {
			all = append(all, candidate{app: "Continue", path: path, project: project, wording: Wording{folder: project}})
		}
	}
	return all
}

// editor is VS Code or one made from it.
type editor struct {
	app    string
	folder string // with its settings
	own    bool   // keeps its servers as VS Code does
}

func (s *search) editors(settings string) []editor {
	all := []editor{
		{"VS Code", s.join(settings, "Code/User"), true},
		{"VS Code Insiders", s.join(settings, "Code - Insiders/User"), true},
		{"VSCodium", s.join(settings, "VSCodium/User"), true},
		{"Cursor", s.join(settings, "Cursor/User"), false},
		{"Windsurf", s.join(settings, "Windsurf/User"), false},
	}
	if s.OS == "linux" {
		all = append(all, editor{"VS Code", s.join(s.Home, ".var/app/com.visualstudio.code/config/Code/User"), true})
	}
	return all
}

func (s *search) ofEditor(e editor) []candidate {
	var all []candidate
	if e.own {
		all = append(all, candidate{app: e.app, path: s.join(e.folder, "mcp.json")})
		for _, path := range s.glob(s.join(e.folder, "profiles/*/mcp.json")) {
			all = append(all, candidate{app: e.app, path: path})
		}
		all = append(all, candidate{app: e.app, path: s.join(e.folder, "settings.json"), list: []string{"mcp", "servers"}})
	}
	in := ""
	if e.app != "VS Code" {
		in = " in " + e.app
	}
	for _, extension := range []struct{ app, path string }{
		{"Cline", "saoudrizwan.claude-dev/settings/cline_mcp_settings.json"},
		{"Roo Code", "rooveterinaryinc.roo-cline/settings/mcp_settings.json"},
		{"Roo Code", "rooveterinaryinc.roo-cline/settings/cline_mcp_settings.json"},
		{"Kilo Code", "kilocode.kilo-code/settings/mcp_settings.json"},
	} {
		all = append(all, candidate{app: extension.app + in, path: s.join(e.folder, "globalStorage", extension.path)})
	}
	return all
}

// ofProject are the files in a project's folder.
func (s *search) ofProject(folder string) []candidate {
	here := Wording{folder: folder}
	all := []candidate{
		{app: "Claude Code", path: s.join(folder, ".mcp.json"), wording: Wording{Bare: true, folder: folder}, off: func() []string { return s.claudeCodeOff(folder) }},
		{app: "Cursor", path: s.join(folder, ".cursor/mcp.json"), wording: here},
		{app: "VS Code", path: s.join(folder, ".vscode/mcp.json"), wording: here},
		{app: "VS Code", path: s.join(folder, ".vscode/settings.json"), wording: here, list: []string{"mcp", "servers"}},
		{app: "Roo Code", path: s.join(folder, ".roo/mcp.json"), wording: here},
		{app: "Kiro", path: s.join(folder, ".kiro/settings/mcp.json"), wording: here},
		{app: "Zed", path: s.join(folder, ".zed/settings.json"), wording: here, list: []string{"context_servers"}},
		{app: "toolnexus", path: s.join(folder, "mcp.json"), wording: here},
		{app: "Trae", path: s.join(folder, ".trae/mcp.json"), wording: here},
		{app: "Warp", path: s.join(folder, ".warp/.mcp.json"), wording: here},
		{app: "Factory Droid", path: s.join(folder, ".factory/mcp.json"), wording: here},
		{app: "LibreChat", path: s.join(folder, "librechat.yaml"), wording: Wording{Bare: true, folder: folder}, list: []string{"mcpServers"}},
		s.gemini("Gemini CLI", s.join(folder, ".gemini/settings.json"), folder),
		s.gemini("Qwen Code", s.join(folder, ".qwen/settings.json"), folder),
		s.codex(s.join(folder, ".codex/config.toml"), folder),
		s.opencode(s.join(folder, "opencode.json"), folder),
		s.opencode(s.join(folder, "opencode.jsonc"), folder),
		s.opencode(s.join(folder, ".opencode/opencode.json"), folder),
		s.opencode(s.join(folder, ".opencode/opencode.jsonc"), folder),
	}
	all = append(all, s.blocksOfContinue(folder, folder)...)
	for i := range all {
		all[i].project = folder
	}
	return all
}

// gemini is Gemini CLI or an app made from it.
func (s *search) gemini(app, path, project string) candidate {
	return candidate{app: app, path: path, list: []string{"mcpServers"}, wording: Wording{dollar: true, folder: project}}
}

func (s *search) codex(path, project string) candidate {
	return candidate{app: "Codex", path: path, wording: Wording{folder: project}, read: func(f Found, _ candidate, text []byte) Found {
		f.entries, f.Err = CodexEntries(s.base(path), text)
		return f
	}}
}

// opencode keeps its list under mcp, in its second version under mcp.servers.
func (s *search) opencode(path, project string) candidate {
	return candidate{app: "opencode", path: path, wording: Wording{Braces: true, folder: project}, read: func(f Found, c candidate, text []byte) Found {
		root, err := s.tree(path, tree.UTF8(text))
		if err != nil {
			f.Err = err
			return f
		}
		c.list = []string{"mcp"}
		if nested := outline.ListPath(root); len(nested) == 2 {
			c.list = nested
		}
		return s.entries(f, c, root)
	}}
}

// claudeCode reads its one file with everything in it: the servers of the person, and those of each project. The projects named there are
// looked into as well.
func (s *search) claudeCode() []candidate {
	path := s.join(s.Home, ".claude.json")
	if folder := s.Getenv("CLAUDE_CONFIG_DIR"); folder != "" {
		path = s.join(folder, ".claude.json")
	}
	all := []candidate{{app: "Claude Code", path: path, list: []string{"mcpServers"}, wording: Wording{Bare: true}}}
	text, err := s.open(path)
	if err != nil || len(bytes.TrimSpace(text)) == 0 {
		return all
	}
	root, err := s.tree(path, tree.UTF8(text))
	if err != nil {
		all[0].read = func(f Found, _ candidate, _ []byte) Found { f.Err = err; return f }
		return all
	}
	all[0].tree = &root
	projects := tree.Lookup(&root, []string{"projects"})
	if projects == nil {
		return all
	}
	members, _ := tree.MembersOf(*projects)
	s.off = map[string][]string{}
	s.Projects = slices.Clone(s.Projects) // those of the caller stay
	for _, m := range members {
		folder := tree.NameOf(m)
		s.off[folder] = mcpjsonOff(&m.Value)
		if len(s.Projects) < maxProjects {
			s.Projects = append(s.Projects, folder)
		}
		if list := tree.Lookup(&m.Value, []string{"mcpServers"}); list != nil && outline.HoldsServers(*list) {
			all = append(all, candidate{app: "Claude Code", path: path, project: folder, list: []string{"projects", folder, "mcpServers"}, tree: &root,
				wording: Wording{Bare: true, folder: folder}})
		}
	}
	return all
}

// claudeCodeOff are the servers of a project's .mcp.json that a person said no to, which Claude Code keeps in other files: its settings,
// and the one with everything in it.
func (s *search) claudeCodeOff(folder string) []string {
	off := slices.Clone(s.off[folder])
	for _, path := range []string{
		s.join(s.Home, ".claude/settings.json"), s.join(folder, ".claude/settings.json"), s.join(folder, ".claude/settings.local.json"),
	} {
		text, err := s.aside(path)
		if err != nil || len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		if root, err := s.tree(path, tree.UTF8(text)); err == nil {
			off = append(off, mcpjsonOff(&root)...)
		}
	}
	return off
}

func mcpjsonOff(settings *hujson.Value) []string {
	list := tree.Lookup(settings, []string{"disabledMcpjsonServers"})
	if list == nil {
		return nil
	}
	names, _ := outline.NamesIn(*list)
	return names
}

func (p Places) glob(pattern string) []string {
	paths, err := p.Glob(pattern)
	if err != nil {
		return nil
	}
	return paths[:min(len(paths), maxGlobbed)]
}
