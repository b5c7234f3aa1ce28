package search_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/bridge/config"
	"parley/bridge/config/configtest"
	"parley/bridge/config/edit"
	"parley/bridge/config/paste"
	"parley/bridge/config/search"
	"parley/bridge/config/tree"
	"parley/bridge/wiretest"
)

// machine is a made one: its files by path.
type machine map[string]string

func (m machine) places(system, home string, variables map[string]string) search.Places {
	return search.Places{
		OS: system, Home: home,
		Getenv: func(name string) string { return variables[name] },
		ReadFile: func(path string) ([]byte, error) {
			text, ok := m[path]
			switch {
			case !ok:
				return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
			case text == "forbidden":
				return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrPermission}
			}
			return []byte(text), nil
		},
		Glob: func(pattern string) (found []string, err error) {
			pattern = strings.ReplaceAll(pattern, `\`, "/")
			for path := range m {
				if ok, _ := filepath.Match(pattern, strings.ReplaceAll(path, `\`, "/")); ok {
					found = append(found, path)
				}
			}
			slices.Sort(found)
			return found, nil
		},
	}
}

// lines says what was found, one line for each file.
func lines(found []search.Found) []string {
	var lines []string
	for _, f := range found {
		lines = append(lines, fmt.Sprintf("%s | %s | %s | %s", f.App, f.Path, f.Project, strings.Join(names(f.File), ",")))
	}
	slices.Sort(lines)
	return lines
}

func TestTheFilesOfOtherAppsAreFoundOnEverySystem(t *testing.T) {
	const file, code, settings, zed, opencode, codex = `{"mcpServers":{"a":{"command":"npx"}}}`, `{"servers":{"a":{"command":"npx"}}}`,
		"{\n// mine\n\"x.command\": {\"command\": 1},\n\"mcp\":{\"servers\":{\"a\":{\"command\":\"npx\"}}},}", `{"context_servers":{"a":{"command":"npx"}}}`,
		`{"mcp":{"a":{"type":"local","command":["npx"]}}}`, "model = \"x\"\n[mcp_servers.a]\ncommand = \"npx\"\n"
	systems := map[string]struct {
		home      string
		variables map[string]string
		files     map[string][2]string // path: app and text
	}{
		"linux": {"/home/u", nil, map[string][2]string{
			"/home/u/.config/Claude/claude_desktop_config.json": {"Claude Desktop", file},
			"/home/u/.claude.json":                              {"Claude Code", file},
			"/home/u/.cursor/mcp.json":                          {"Cursor", file},
			"/home/u/.config/Code/User/mcp.json":                {"VS Code", code},
			"/home/u/.config/Code/User/settings.json":           {"VS Code", settings},
			"/home/u/.config/Code/User/profiles/1a/mcp.json":    {"VS Code", code},
			"/home/u/.config/Code - Insiders/User/mcp.json":     {"VS Code Insiders", code},
			"/home/u/.config/VSCodium/User/mcp.json":            {"VSCodium", code},
			"/home/u/.lmstudio/mcp.json":                        {"LM Studio", file},
			"/home/u/.codeium/windsurf/mcp_config.json":         {"Windsurf", file},
			"/home/u/.config/zed/settings.json":                 {"Zed", zed},
			"/home/u/.config/opencode/opencode.json":            {"opencode", opencode},
			"/home/u/.gemini/settings.json":                     {"Gemini CLI", file},
			"/home/u/.codex/config.toml":                        {"Codex", codex},
			"/home/u/.copilot/mcp-config.json":                  {"GitHub Copilot CLI", file},
			"/home/u/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json": {"Cline", file},
			"/home/u/.config/Cursor/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json": {"Roo Code in Cursor", file},
			"/home/u/.var/app/com.visualstudio.code/config/Code/User/mcp.json":                                {"VS Code", code},
		}},
		"linux, in YAML and newer": {"/home/u", nil, map[string][2]string{
			"/home/u/.config/goose/config.yaml":        {"Goose", "extensions:\n  dev: {type: builtin, enabled: true}\n  a: {type: stdio, cmd: npx, args: [], envs: {}}\n"},
			"/home/u/.continue/config.yaml":            {"Continue", "models: []\nmcpServers:\n- name: a\n  command: npx\n"},
			"/home/u/.continue/mcpServers/one.yml":     {"Continue", "name: block\nversion: 1\nmcpServers:\n- name: a\n  command: npx\n"},
			"/home/u/.continue/mcpServers/copied.json": {"Continue", file},
			"/home/u/.continue/config.json":            {"Continue", `{"experimental":{"modelContextProtocolServers":[{"name":"a","transport":{"type":"stdio","command":"npx"}}]}}`},
			"/home/u/.hermes/config.yaml":              {"Hermes Agent", "mcp_servers: {a: {command: npx}}"},
			"/home/u/.qwen/settings.json":              {"Qwen Code", file},
			"/home/u/.config/Trae/User/mcp.json":       {"Trae", file},
			"/home/u/.warp/.mcp.json":                  {"Warp", file},
			"/home/u/.factory/mcp.json":                {"Factory Droid", file},
			"/home/u/.augment/settings.json":           {"Augment", `{"mcpServers":[{"name":"a","command":"npx"}]}`},
		}},
		"linux, moved": {"/home/u", map[string]string{"XDG_CONFIG_HOME": "/cfg", "CODEX_HOME": "/codex", "CLAUDE_CONFIG_DIR": "/claude"}, map[string][2]string{
			"/cfg/Claude/claude_desktop_config.json": {"Claude Desktop", file},
			"/cfg/Code/User/mcp.json":                {"VS Code", code},
			"/cfg/zed/settings.json":                 {"Zed", zed},
			"/cfg/opencode/opencode.jsonc":           {"opencode", opencode},
			"/codex/config.toml":                     {"Codex", codex},
			"/claude/.claude.json":                   {"Claude Code", file},
		}},
		"darwin": {"/Users/u", nil, map[string][2]string{
			"/Users/u/Library/Application Support/Claude/claude_desktop_config.json": {"Claude Desktop", file},
			"/Users/u/.claude.json":                                        {"Claude Code", file},
			"/Users/u/.cursor/mcp.json":                                    {"Cursor", file},
			"/Users/u/Library/Application Support/Code/User/mcp.json":      {"VS Code", code},
			"/Users/u/Library/Application Support/Code/User/settings.json": {"VS Code", settings},
			"/Users/u/.config/zed/settings.json":                           {"Zed", zed},
			"/Users/u/.config/opencode/opencode.json":                      {"opencode", opencode},
			"/Users/u/.codex/config.toml":                                  {"Codex", codex},
			"/Users/u/Library/Application Support/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json": {"Roo Code", file},
		}},
		"windows": {`C:\Users\u`, map[string]string{"APPDATA": `C:\Users\u\AppData\Roaming`, "LOCALAPPDATA": `C:\Users\u\AppData\Local`}, map[string][2]string{
			`C:\Users\u\AppData\Roaming\Claude\claude_desktop_config.json`:                                       {"Claude Desktop", file},
			`C:\Users\u\AppData\Local\Packages\Claude_pzs8\LocalCache\Roaming\Claude\claude_desktop_config.json`: {"Claude Desktop", file},
			`C:\Users\u\.claude.json`:                                   {"Claude Code", file},
			`C:\Users\u\.cursor\mcp.json`:                               {"Cursor", file},
			`C:\Users\u\AppData\Roaming\Code\User\mcp.json`:             {"VS Code", "\xef\xbb\xbf" + code},
			`C:\Users\u\AppData\Roaming\Code\User\settings.json`:        {"VS Code", settings},
			`C:\Users\u\AppData\Roaming\Zed\settings.json`:              {"Zed", zed},
			`C:\Users\u\.config\opencode\opencode.json`:                 {"opencode", opencode},
			`C:\Users\u\.codex\config.toml`:                             {"Codex", codex},
			`C:\Users\u\.codeium\windsurf\mcp_config.json`:              {"Windsurf", file},
			`C:\Users\u\AppData\Roaming\Block\goose\config\config.yaml`: {"Goose", "extensions:\r\n  a:\r\n    cmd: npx\r\n"},
			`C:\Users\u\AppData\Local\hermes\config.yaml`:               {"Hermes Agent", "mcp_servers: {a: {command: npx}}"},
		}},
		"windows, nothing said": {`D:\u`, nil, map[string][2]string{
			`D:\u\AppData\Roaming\Code\User\mcp.json`: {"VS Code", code},
		}},
	}
	for name, system := range systems {
		t.Run(name, func(t *testing.T) {
			m := machine{}
			var want []string
			for path, f := range system.files {
				m[path] = f[1]
				want = append(want, fmt.Sprintf("%s | %s |  | a", f[0], path))
			}
			slices.Sort(want)
			system, _, _ := strings.Cut(name, ",")
			found := search.Find(t.Context(), m.places(system, systems[name].home, systems[name].variables))
			if got := lines(found); !slices.Equal(got, want) {
				t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			for _, f := range found {
				entry, ok := f.Entry("a")
				if !ok || entry.Server.Problem != nil || !slices.Equal(entry.Server.Command, []string{"npx"}) || f.Err != nil {
					t.Errorf("%v: %v %v", f, entry, ok)
				}
			}
		})
	}
}

func TestProjectsOfClaudeCodeAndOfTheAppAreLookedInto(t *testing.T) {
	m := machine{
		"/home/u/.claude.json":                   `{"numStartups":5,"projects":{"/src/one":{"mcpServers":{"local":{"command":"node","args":["x.js"]}},"history":[]},"/src/two":{"mcpServers":{}},"/src/gone":{}}}`,
		"/src/two/.mcp.json":                     `{"mcpServers":{"shared":{"command":"npx","args":["${PKG:-demo}","${workspaceFolder}"],"env":{"K":"${TOKEN}"}},"web":{"url":"https://a.example/${PKG}"}}}`,
		"/src/two/.vscode/mcp.json":              `{"servers":{"v":{"command":"node","args":["${workspaceFolder}/x.js"],"cwd":"${workspaceFolder}/sub"}}}`,
		"/src/three/mcp.json":                    `{"mcpServers":{"t":{"command":"demo"}}}`,
		"/src/three/.cursor/mcp.json":            `{"mcpServers":{"c":{"command":"demo"}}}`,
		"/src/three/opencode.jsonc":              `{"mcp":{"servers":{"o":{"command":["demo"]}}}}`,
		"/src/three/.roo/mcp.json":               `{"mcpServers":{"r":{"command":"demo"}}}`,
		"/src/three/.zed/settings.json":          `{"context_servers":{"z":{"command":"demo"}}}`,
		"/src/three/librechat.yaml":              "mcpServers:\n  l: {command: demo}\n",
		"/src/three/.continue/mcpServers/n.yaml": "mcpServers:\n- {name: n, command: demo}\n",
	}
	places := m.places("linux", "/home/u", map[string]string{"TOKEN": "s3cret", "PKG": "pkg"})
	places.Projects = []string{"/src/three", "/src/three"}
	found := search.Find(t.Context(), places)
	want := []string{
		"Claude Code | /home/u/.claude.json | /src/one | local",
		"Claude Code | /src/two/.mcp.json | /src/two | shared,web",
		"Continue | /src/three/.continue/mcpServers/n.yaml | /src/three | n",
		"Cursor | /src/three/.cursor/mcp.json | /src/three | c",
		"LibreChat | /src/three/librechat.yaml | /src/three | l",
		"Roo Code | /src/three/.roo/mcp.json | /src/three | r",
		"VS Code | /src/two/.vscode/mcp.json | /src/two | v",
		"Zed | /src/three/.zed/settings.json | /src/three | z",
		"opencode | /src/three/opencode.jsonc | /src/three | o",
		"toolnexus | /src/three/mcp.json | /src/three | t",
	}
	if got := lines(found); !slices.Equal(got, want) {
		t.Fatalf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	entries := map[string]string{
		"local":  `{"command":"node","args":["x.js"],"cwd":"/src/one"}`,
		"shared": `{"command":"npx","args":["${env:PKG:-demo}","/src/two"],"env":{"K":"${env:TOKEN}"},"cwd":"/src/two"}`,
		"web":    `{"url":"https://a.example/${env:PKG}"}`,
		"v":      `{"command":"node","args":["/src/two/x.js"],"cwd":"/src/two/sub"}`,
	}
	for _, f := range found {
		for name, want := range entries {
			if got := f.Raw(name); got != nil && !configtest.SameJSON(t, string(got), want) {
				t.Errorf("%s is %s\nwant %s", name, got, want)
			}
		}
	}
	if len(places.Projects) != 2 {
		t.Error("the caller's list was changed")
	}
}

func TestAnImportedEntryRunsAsItDidInTheOtherApp(t *testing.T) {
	m := machine{
		"/h/.claude.json":                 `{"mcpServers":{"s":{"command":"${HOME}/bin/x","args":["${A:-b}"],"env":{"T":"${TOKEN}"},"x-own":[1.50]}}}`,
		"/h/.gemini/settings.json":        `{"theme":"x","mcpServers":{"s":{"httpUrl":"https://g.example/$A","headers":{"T":"$TOKEN"},"excludeTools":["rm"],"timeout":5000}}}`,
		"/h/.config/opencode/config.json": `{"mcp":{"s":{"type":"local","command":["x","{env:A}"],"environment":{"T":"{env:TOKEN}"},"enabled":false}}}`,
		"/h/.codex/config.toml":           "[mcp_servers.s]\ncommand = \"x\"\nargs = [\"a b\"]\nenv = { T = \"${x}\" }\ntool_timeout_sec = 7.5\nenabled = false\nenabled_tools = [\"t\"]\n[mcp_servers.w]\nurl = \"https://w.example\"\nbearer_token_env_var = \"TOKEN\"\n[mcp_servers.w.env_http_headers]\nX = \"A\"\n[mcp_servers.w.oauth]\nclient_id = \"cid\"\n",
		"/h/.config/zed/settings.json":    `{"context_servers":{"s":{"source":"custom","command":{"path":"x","args":["y"],"env":{"T":"v"}}}}}`,
		"/h/.config/Code/User/mcp.json":   `{"inputs":[{"id":"tok","type":"promptString","password":true}],"servers":{"s":{"type":"http","url":"https://v.example","headers":{"A":"Bearer ${input:tok}"}}}}`,
	}
	want := map[string]string{
		"Claude Code": `"s", runs "${env:HOME}/bin/x" "${env:A:-b}", with environment T`,
		"Gemini CLI":  `"s", at https://g.example/${env:A}, with headers T`,
		"opencode":    `"s", runs "x" "${env:A}", with environment T, disabled`,
		"Codex":       `"s", runs "x" "a b", with environment T, disabled; "w", at https://w.example, with headers Authorization X`,
		"Zed":         `"s", runs "x" "y", with environment T`,
		"VS Code":     `"s", at https://v.example, with headers A, asks for tok`,
	}
	variables := map[string]string{"TOKEN": "s3cret", "A": "a", "HOME": "/h"}
	found := search.Find(t.Context(), m.places("linux", "/h", variables))
	if len(found) != len(want) {
		t.Fatalf("found %v", found)
	}
	for _, f := range found {
		var entries []config.Entry
		for _, s := range f.File.Servers {
			e, ok := f.Entry(s.Name)
			if !ok || s.Problem != nil {
				t.Errorf("%s: %v", f.App, s)
			}
			entries = append(entries, e)
		}
		text := editText(t, "", func(e *edit.Editor) error { _, err := e.Add(f.Inputs, entries...); return err })
		file, err := config.Parse("servers.json", []byte(text), func(name string) string { return variables[name] })
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, s := range file.Servers {
			got = append(got, strings.ReplaceAll(fmt.Sprint(s), "%7B", "{"))
			if s.Fingerprint() != f.File.Servers[i].Fingerprint() {
				t.Errorf("%s: what is imported is not what was shown", f.App)
			}
		}
		if line := strings.ReplaceAll(strings.Join(got, "; "), "%7D", "}"); line != want[f.App] {
			t.Errorf("%s: %s\nwant %s", f.App, line, want[f.App])
		}
		switch f.App {
		case "Codex":
			if s := file.Servers[0]; s.Timeout.Seconds() != 7.5 || !s.Tools["t"] || file.Servers[1].Headers["Authorization"] != "Bearer s3cret" || file.Servers[1].Headers["X"] != "a" || file.Servers[1].SignIn.ClientID != "cid" {
				t.Errorf("%+v", file.Servers)
			}
		case "Claude Code":
			if !strings.Contains(text, `"x-own": [1.50]`) {
				t.Errorf("a member of the other app is lost in %s", text)
			}
		}
	}
}

func TestWhatCannotBeImportedSaysWhy(t *testing.T) {
	m := machine{
		"/h/.config/zed/settings.json":      `{"context_servers":{"ext":{"source":"extension","settings":{"k":"v"}},"old":{"settings":{}},"good":{"command":"x"}}}`,
		"/h/.config/opencode/opencode.json": `{"mcp":{"file":{"type":"remote","url":"https://o.example","headers":{"A":"{file:~/.key}"}}}}`,
		"/h/.codex/config.toml":             "[mcp_servers.bad]\ncommand = 5\n[mcp_servers.good]\ncommand = \"x\"\n",
		"/h/.cursor/mcp.json":               `{"mcpServers":{"none":{},"text":"npx","unset":{"command":"x","env":{"A":"${env:NOT_SET}"}},"$schema":"x"}}`,
		"/h/.lmstudio/mcp.json":             "{\n\"mcpServers\": {\n\"a\" {}}}",
		"/h/.codeium/mcp_config.json":       "forbidden",
		"/h/.gemini/settings.json":          "",
		"/h/.kiro/settings/mcp.json":        "[]",
		"/h/.config/Code/User/mcp.json":     `{"servers":{}}`,
		"/h/.copilot/mcp-config.json":       "[mcp_servers\n",
		"/h/.claude.json":                   `{"mcpServers":null,"projects":[]}`,
	}
	problems := map[string][]string{
		"Zed ext": {"extension of Zed"}, "Zed old": {"extension of Zed"}, "Zed good": nil,
		"opencode file": {"{file:"},
		"Codex bad":     {"command"}, "Codex good": nil,
		"Cursor none": {"neither a command"}, "Cursor text": {"must be an object"},
	}
	broken := map[string]string{"LM Studio": "Line 3", "Windsurf": "mcp_config.json cannot be read", "Kiro": "must be an object", "GitHub Copilot CLI": "Line 1"}
	for _, f := range search.Find(t.Context(), m.places("linux", "/h", nil)) {
		if words, is := broken[f.App]; is {
			if f.Err == nil || !strings.Contains(f.Err.Error(), words) || len(f.File.Servers) > 0 {
				t.Errorf("%s: error %v does not mention %q", f.App, f.Err, words)
			}
			delete(broken, f.App)
			continue
		}
		for _, s := range f.File.Servers {
			if s.Name == "unset" { // can be set later
				if entry, ok := f.Entry("unset"); !ok || s.Problem == nil || !strings.Contains(s.Problem.Error(), "NOT_SET") || entry.Raw == nil {
					t.Errorf("%v %v", s, ok)
				}
				continue
			}
			words, known := problems[f.App+" "+s.Name]
			if !known {
				t.Errorf("%s has %v", f.App, s)
			}
			delete(problems, f.App+" "+s.Name)
			if _, ok := f.Entry(s.Name); ok != (words == nil) || (f.Raw(s.Name) != nil) != ok {
				t.Errorf("%s: %v can be imported: %v", f.App, s, ok)
			}
			for _, word := range words {
				if s.Problem == nil || !strings.Contains(s.Problem.Error(), word) || strings.Contains(s.Problem.Error(), "line") {
					t.Errorf("%s %s: %v does not mention %q", f.App, s.Name, s.Problem, word)
				}
			}
		}
	}
	if len(problems)+len(broken) > 0 {
		t.Errorf("not found: %v %v", problems, broken)
	}
}

func TestWhatIsFoundShowsNoSecrets(t *testing.T) {
	m := machine{"/h/.cursor/mcp.json": `{"mcpServers":{"a":{"command":"x","env":{"K":"s3cret"}},"b":{"url":"https://u:s3cret@x.example?k=s3cret","headers":{"K":"s3cret"}}}}`}
	found := search.Find(t.Context(), m.places("linux", "/h", nil))
	entry, _ := found[0].Entry("a")
	shown := fmt.Sprintf("%v %+v %#v %s %v %+v %#v", found, found, found[0], found[0], entry, entry, []config.Entry{entry})
	if strings.Contains(shown, "s3cret") || !strings.Contains(shown, "Cursor") {
		t.Error(shown)
	}
	if !strings.Contains(string(entry.Raw), "s3cret") {
		t.Error("the entry lost its value")
	}
}

func TestFindingOnThisMachineNeedsNothingSaid(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	if err := errors.Join(os.Mkdir(filepath.Join(home, ".cursor"), 0o700), os.WriteFile(filepath.Join(home, ".lmstudio"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(home, ".cursor", "mcp.json"), list("here"))
	var got []string
	for _, f := range search.Find(t.Context(), search.Places{}) {
		if strings.HasPrefix(f.Path, home) {
			got = append(got, f.App+" "+strings.Join(names(f.File), ","))
		}
	}
	if !slices.Equal(got, []string{"Cursor here"}) {
		t.Errorf("found %q", got)
	}
}

func TestAHugeHistoryOfClaudeCodeIsRead(t *testing.T) {
	m := machine{"/h/.claude.json": `{"history":["` + strings.Repeat("[{", 200_000) + strings.Repeat("x", tree.MaxSize) + `"],"mcpServers":{"a":{"command":"x"}}}`}
	if got := lines(search.Find(t.Context(), m.places("linux", "/h", nil))); !slices.Equal(got, []string{"Claude Code | /h/.claude.json |  | a"}) {
		t.Errorf("found %q", got)
	}
}

func TestWhatAnAppKeepsElsewhereIsAskedForAfterTheImport(t *testing.T) {
	m := machine{
		"/h/.config/goose/config.yaml": "extensions:\n  dev: {type: builtin, enabled: true}\n  g: {type: stdio, cmd: npx, args: [x], envs: {}, env_keys: [KEY], timeout: 60}\n",
		"/h/.continue/config.yaml":     "mcpServers:\n- name: c\n  url: https://c.example\n  requestOptions: {headers: {A: 'Bearer ${{ secrets.KEY }}'}}\n",
		"/proj/librechat.yaml":         "mcpServers:\n  l:\n    url: https://l.example\n    headers: {A: '{{MINE}}', B: '${SET}'}\n    customUserVars: {MINE: {title: My key}}\n  no:\n    url: https://l.example\n    headers: {A: '{{LIBRECHAT_USER_ID}}'}\n",
	}
	places := m.places("linux", "/h", map[string]string{"SET": "there"})
	places.Projects = []string{"/proj"}
	seen := map[string]bool{}
	for _, f := range search.Find(t.Context(), places) {
		for _, s := range f.File.Servers {
			entry, ok := f.Entry(s.Name)
			if s.Name == "no" {
				if s.Problem == nil || !strings.Contains(s.Problem.Error(), "LIBRECHAT_USER_ID") {
					t.Errorf("%v", s.Problem)
				}
				continue
			}
			if !ok || s.Problem != nil {
				t.Fatalf("%s: %v", f.App, s)
			}
			text := editText(t, "", func(e *edit.Editor) error { _, err := e.Add(f.Inputs, entry); return err })
			imported, err := config.Parse("servers.json", []byte(text), places.Getenv)
			if err != nil {
				t.Fatal(err)
			}
			got := imported.Servers[0]
			if got.Problem != nil || len(got.Inputs) != 1 || !got.Inputs[0].Password {
				t.Errorf("%s: %s asks for %v in\n%s", f.App, got, got.Inputs, text)
			}
			seen[s.Name] = true
		}
		if f.App == "Goose" && !strings.Contains(strings.Join(f.File.Notes, " "), "part of Goose") {
			t.Errorf("%q", f.File.Notes)
		}
	}
	if len(seen) != 3 {
		t.Error(seen)
	}
}

func TestAFolderOfAProjectIsStillTheSameAfterTheImport(t *testing.T) {
	m := machine{"/src/p/.mcp.json": `{"mcpServers":{"a":{"command":"x","cwd":"./sub"},"b":{"command":"x","cwd":"."},"c":{"command":"x"},"d":{"command":"x","cwd":"/whole"},"e":{"command":"x","cwd":"~/e"}}}`}
	places := m.places("linux", "/h", nil)
	places.Projects = []string{"/src/p"}
	found := search.Find(t.Context(), places)
	for name, want := range map[string]string{"a": "/src/p/sub", "b": "/src/p", "c": "/src/p", "d": "/whole", "e": "/h/e"} {
		entry, ok := found[0].Entry(name)
		if !ok || entry.Server.Cwd != want {
			t.Errorf("%s: %s", name, fields(entry.Server))
		}
	}
}

func list(names ...string) string {
	var entries []string
	for _, name := range names {
		entries = append(entries, `"`+name+`":{"command":"d"}`)
	}
	return `{"mcpServers":{` + strings.Join(entries, ",") + `}}`
}

func TestWhatIsOffInAnotherAppComesHereSwitchedOff(t *testing.T) {
	m := machine{
		"/h/.gemini/settings.json": `{"mcp":{"excluded":["a"]},"mcpServers":{"a":{"command":"x"},"b":{"command":"x"}}}`,
		"/h/.claude.json":          `{"projects":{"/p":{"disabledMcpServers":["a"],"enabledMcpjsonServers":[],"mcpServers":{"a":{"command":"y"},"b":{"command":"y"}}}}}`,
	}
	for _, f := range search.Find(t.Context(), m.places("linux", "/h", nil)) {
		for _, name := range []string{"a", "b"} {
			entry, ok := f.Entry(name)
			if !ok || entry.Server.Disabled != (name == "a") {
				t.Errorf("%s: %s is %s", f.App, name, fields(entry.Server))
			}
		}
	}
	pasted, err := paste.Understand(m["/h/.gemini/settings.json"], nil)
	if err != nil || !pasted.Entries[0].Server.Disabled || pasted.Entries[1].Server.Disabled {
		t.Errorf("%v %v", pasted.Entries, err)
	}
	pasted, err = paste.Understand("disabledServers: [a]\nmcpServers:\n  a: {command: x}\n  b: {command: x}\n", nil)
	if err != nil || !pasted.Entries[0].Server.Disabled || pasted.Entries[1].Server.Disabled {
		t.Errorf("%v %v", pasted.Entries, err)
	}
}

// Claude Code asks before it starts a server of a project's file, and keeps a no elsewhere.
func TestNoToAServerOfAProjectIsFollowed(t *testing.T) {
	servers := `{"mcpServers":{"a":{"command":"x"},"b":{"command":"x"}}}`
	for path, text := range map[string]string{
		"/h/.claude.json":                `{"projects":{"/p":{"disabledMcpjsonServers":["a"]}}}`,
		"/h/.claude/settings.json":       `{"disabledMcpjsonServers":["a"]}`,
		"/p/.claude/settings.json":       `{"disabledMcpjsonServers":["a"],"enabledMcpjsonServers":["b"]}`,
		"/p/.claude/settings.local.json": `{"disabledMcpjsonServers":["a"]}`,
	} {
		m := machine{"/h/.claude.json": `{"projects":{"/p":{}}}`, "/p/.mcp.json": servers}
		m[path] = text
		found := search.Find(t.Context(), m.places("linux", "/h", nil))
		if len(found) != 1 {
			t.Fatalf("%s: %v", path, found)
		}
		for _, f := range found {
			for _, name := range []string{"a", "b"} {
				if entry, ok := f.Entry(name); !ok || entry.Server.Disabled != (name == "a") {
					t.Errorf("%s: %s is %s", path, name, fields(entry.Server))
				}
			}
		}
	}
}

func TestNoFileOfAnotherAppEndsOrFillsParley(t *testing.T) {
	wiretest.Alone(t, func(t *testing.T) {
		for _, name := range slices.Sorted(maps.Keys(configtest.Hostile())) {
			text := configtest.Hostile()[name]
			m := machine{"/h/.claude.json": `{"projects":{"/cloned":{}}}`}
			for _, at := range []string{".codex/config.toml", ".mcp.json", "opencode.json", "librechat.yaml", ".continue/mcpServers/a.yaml", ".gemini/settings.json"} {
				if filepath.Ext(at) == filepath.Ext(name) {
					m["/cloned/"+at] = text
				}
			}
			m["/h/.cursor/mcp.json"] = `{"mcpServers":{"good":{"command":"x"}}}`
			configtest.HeldDown(t, func() {
				found := search.Find(t.Context(), m.places("linux", "/h", nil))
				if !slices.ContainsFunc(found, func(f search.Found) bool { return f.App == "Cursor" && len(f.File.Servers) == 1 }) {
					t.Errorf("%s hides what is good: %v", name, lines(found))
				}
			})
		}
	})
}

func TestALookThroughOtherAppsEndsWithItsTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := machine{}
	places := m.places("linux", "/h", nil)
	answer := make(chan bool)
	defer close(answer)
	read := places.ReadFile
	places.ReadFile = func(path string) ([]byte, error) {
		if path == "/h/.cursor/mcp.json" { // on a disk that does not answer
			cancel()
			<-answer
			return nil, fs.ErrNotExist
		}
		return read(path)
	}
	found := search.Find(ctx, places)
	if len(found) != 1 || found[0].App != "Cursor" || found[0].Err == nil || !strings.Contains(found[0].Err.Error(), "too long") {
		t.Errorf("%v", found)
	}
}

func TestALookReadsNoMoreThanAllFilesTogetherMayHold(t *testing.T) {
	entries := make([]string, 40)
	for i := range entries {
		entries[i] = fmt.Sprintf(`"a%d":{"command":"x","envFile":".env"}`, i)
	}
	m := machine{"/p/.mcp.json": `{"mcpServers":{` + strings.Join(entries, ",") + "}}", "/p/.env": "A=" + strings.Repeat("x", config.MaxAside-10)}
	places := m.places("linux", "/h", nil)
	places.Projects = []string{"/p"}
	found := search.Find(t.Context(), places)
	if len(found) != 1 || len(found[0].File.Servers) != 40 {
		t.Fatalf("%v", found)
	}
	if last := found[0].File.Servers[39]; last.Problem == nil || !strings.Contains(last.Problem.Error(), "too much") {
		t.Errorf("%v", last.Problem)
	}
}

func TestALookSaysWhichFileItIsAt(t *testing.T) {
	m := machine{"/h/.cursor/mcp.json": list("a"), "/h/.codex/config.toml": "[mcp_servers.a]\ncommand='x'\n"}
	places := m.places("linux", "/h", nil)
	var at []string
	places.Opening = func(path string) { at = append(at, path) }
	search.Find(t.Context(), places)
	if slices.Sort(at); !slices.Equal(at, []string{"/h/.codex/config.toml", "/h/.cursor/mcp.json"}) {
		t.Error(at)
	}
}

// What comes from an app that hands on only a few variables starts with the safe part here, too, unless its entry says otherwise.
func TestBroughtServersStartWithWhatTheirOwnAppHandsOn(t *testing.T) {
	const servers = `{"mcpServers":{"a":{"command":"x"},"own":{"command":"x","inheritEnv":true},"web":{"url":"https://a.example"}}}`
	found := search.Find(t.Context(), machine{
		"/home/kim/.config/Claude/claude_desktop_config.json":                                                 servers,
		"/home/kim/.config/Cursor/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json": servers,
		"/home/kim/.config/Code/User/mcp.json":                                                                strings.Replace(servers, "mcpServers", "servers", 1),
		"/home/kim/.cursor/mcp.json":                                                                          servers,
		"/home/kim/.codex/config.toml":                                                                        "[mcp_servers.a]\ncommand = \"x\"\nenv_vars = [\"LAB_HOME\"]\n",
	}.places("linux", "/home/kim", nil))
	want := map[string]bool{"Claude Desktop": true, "Cline in Cursor": true, "Codex": true, "VS Code": false, "Cursor": false}
	if len(found) != len(want) {
		t.Fatalf("found %v", found)
	}
	for _, f := range found {
		for _, s := range f.File.Servers {
			if safe := want[f.App] && s.Name == "a"; s.OnlySafeEnv != safe {
				t.Errorf("%s of %s: the safe part alone: %v", s.Name, f.App, s.OnlySafeEnv)
			}
			if strings.Contains(string(f.Raw(s.Name)), "inheritEnv") != (s.Name == "own" || s.OnlySafeEnv) {
				t.Errorf("%s of %s comes as %s", s.Name, f.App, f.Raw(s.Name))
			}
		}
		if f.App == "Codex" && !strings.Contains(string(f.Raw("a")), `"LAB_HOME": "${env:LAB_HOME:-}"`) {
			t.Errorf("what Codex hands on besides is lost: %s", f.Raw("a"))
		}
	}
}

func names(file config.File) []string {
	var names []string
	for _, s := range file.Servers {
		names = append(names, s.Name)
	}
	return names
}

// fields is all of an entry, which does not print itself whole.
func fields(s config.Server) string {
	type open config.Server
	return fmt.Sprintf("%+v", open(s))
}

// editText makes a change to a text as a file.
func editText(t *testing.T, text string, change func(*edit.Editor) error) string {
	t.Helper()
	after, err := edit.Text("servers.json", []byte(text), change)
	if err != nil {
		t.Fatal(err)
	}
	return string(after)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
