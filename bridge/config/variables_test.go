package config_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/bridge/config"
)

// around is a source with made surroundings.
func around(path string, variables, files map[string]string) config.Source {
	return config.Source{
		Path: path, Name: path[strings.LastIndexAny(path, `/\`)+1:], OS: "linux",
		Getenv: func(name string) string { return variables[name] },
		ReadFile: func(name string) ([]byte, error) {
			if text, ok := files[name]; ok {
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		},
	}
}

// oneOf reads a file with one entry called a.
func oneOf(t *testing.T, src config.Source, text string) config.Server {
	t.Helper()
	file, err := src.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(file.Servers) != 1 {
		t.Fatalf("servers %s", file.Servers)
	}
	return file.Servers[0]
}

func TestFoldersThatVSCodeNamesAreThoseOfTheFile(t *testing.T) {
	const entry = `"a":{"command":"${workspaceFolder}${/}run","args":["${workspaceFolderBasename}","${userHome}","${pathSeparator}"]}`
	home := map[string]string{"HOME": "/home/u", "USERPROFILE": `C:\Users\u`}
	tests := map[string]struct {
		path, os string
		want     []string // nil: the folder is not known
	}{
		"VS Code":            {"/proj/.vscode/mcp.json", "linux", []string{"/proj/run", "proj", "/home/u", "/"}},
		"Cursor":             {"/proj/.cursor/mcp.json", "linux", []string{"/proj/run", "proj", "/home/u", "/"}},
		"Claude Code":        {"/proj/sub/.mcp.json", "linux", []string{"/proj/sub/run", "sub", "/home/u", "/"}},
		"Windows":            {`D:\my proj\.vscode\mcp.json`, "windows", []string{`D:\my proj\run`, "my proj", `C:\Users\u`, `\`}},
		"Cursor, everywhere": {"/home/u/.cursor/mcp.json", "linux", nil},
		"Parley":             {"/home/u/.config/parley/servers.json", "linux", nil},
		"no file":            {"", "linux", nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			src := around(test.path, home, nil)
			src.OS = test.os
			s := oneOf(t, src, `{"servers":{`+entry+`}}`)
			if test.want == nil {
				if s.Problem == nil || !strings.Contains(s.Problem.Error(), "${workspaceFolder}") {
					t.Errorf("%s", fields(s))
				}
				return
			}
			if s.Problem != nil || !slices.Equal(s.Command, test.want) {
				t.Errorf("%s", fields(s))
			}
			if folder := strings.TrimSuffix(strings.TrimSuffix(test.want[0], "run"), test.want[3]); s.Cwd != folder {
				t.Errorf("a project's server runs in %q, want %q", s.Cwd, folder)
			}
		})
	}
}

func TestVariablesAreFilledInEverywhereAndOnce(t *testing.T) {
	src := around("/x/servers.json", map[string]string{"A": "1", "EVIL": "${env:A}${input:i}~", "HOME": "/home/u"}, nil)
	s := oneOf(t, src, `{"mcpServers":{"a":{"command":"${env:A}/x","args":["${env:A}${env:A}","$A","${A}","%A%","${env:EVIL}"],
		"env":{"E":"x${env:A}"},"cwd":"${userHome}/${env:A}"}}}`)
	want := []string{"1/x", "11", "$A", "${A}", "%A%", "${env:A}${input:i}~"}
	if s.Problem != nil || !slices.Equal(s.Command, want) || s.Env["E"] != "x1" || s.Cwd != "/home/u/1" || len(s.Inputs) != 0 {
		t.Errorf("%s", fields(s))
	}
	s = oneOf(t, src, `{"mcpServers":{"a":{"url":"https://${env:A}.example/mcp?k=${env:A}","headers":{"H":"${env:A}${A}"},
		"oauth":{"clientId":"${env:A}","clientSecret":"${env:A}"}}}}`)
	if s.Problem != nil || s.URL != "https://1.example/mcp?k=1" || s.Headers["H"] != "11" || s.SignIn.ClientID != "1" || s.SignIn.ClientSecret != "1" {
		t.Errorf("%s", fields(s))
	}
}

func TestVariableThatIsNotSetIsNamedWithItsPlace(t *testing.T) {
	src := around("/x/servers.json", nil, nil)
	for member, words := range map[string][]string{
		`"command":"${env:NO}"`:                                          {`"command"`, "NO", "line 3"},
		`"command":"x","args":["ok",` + "\n" + `"${env:NO}"]`:            {`"args"`, "NO", "line 4, column 1"},
		`"command":"x","env":{"T":"${env:NO}"}`:                          {`"T"`, "NO"},
		`"command":"x","cwd":"${env:NO}"`:                                {`"cwd"`, "NO"},
		`"url":"${env:NO}"`:                                              {`"url"`, "NO"},
		`"url":"https://x.example","headers":{"H":"${env:NO}"}`:          {`"H"`, "NO"},
		`"url":"https://x.example","oauth":{"clientSecret":"${env:NO}"}`: {`"oauth"`, "NO"},
		`"command":"x","args":["${command:pick}"]`:                       {"${command:pick}", "another app"},
		`"command":"x","env":{"T":"${config:my.setting}"}`:               {"${config:my.setting}"},
		`"command":"x","args":["${workspaceFolder:other}"]`:              {"${workspaceFolder:other}"},
		`"command":"x","args":["${userHome}"]`:                           {"${userHome}"},
	} {
		s := oneOf(t, src, "{\"mcpServers\":{\n\"a\":\n{"+member+"}}}")
		if s.Problem == nil {
			t.Errorf("%s: %s", member, fields(s))
			continue
		}
		for _, word := range words {
			if !strings.Contains(s.Problem.Error(), word) {
				t.Errorf("%s: %q does not mention %q", member, s.Problem, word)
			}
		}
	}
}

func TestEachAppsOwnReferencesCountInItsOwnFiles(t *testing.T) {
	variables := map[string]string{"TOKEN": "t0ken", "HOME": "/home/u"}
	files := map[string]string{"/home/u/.key": "k3y\n", "/cfg/near.txt": "near"}
	tests := map[string]struct{ path, text, want string }{
		"opencode, variable":       {"/cfg/opencode.json", `{"mcp":{"a":{"command":["x"],"environment":{"T":"{env:TOKEN}"}}}}`, "t0ken"},
		"opencode, file":           {"/cfg/opencode.json", `{"mcp":{"a":{"command":["x"],"environment":{"T":"{file:~/.key}"}}}}`, "k3y"},
		"opencode, file beside it": {"/cfg/opencode.json", `{"mcp":{"a":{"command":["x"],"environment":{"T":"{file:./near.txt}"}}}}`, "near"},
		"not opencode":             {"/cfg/servers.json", `{"mcpServers":{"a":{"command":"x","env":{"T":"{env:TOKEN}"}}}}`, "{env:TOKEN}"},
		"Claude Code":              {"/proj/.mcp.json", `{"mcpServers":{"a":{"command":"x","env":{"T":"${TOKEN}"}}}}`, "t0ken"},
		"Claude Code, otherwise":   {"/proj/.mcp.json", `{"mcpServers":{"a":{"command":"x","env":{"T":"${NO:-https://d.example}"}}}}`, "https://d.example"},
		"Claude Code, set":         {"/proj/.mcp.json", `{"mcpServers":{"a":{"command":"x","env":{"T":"${TOKEN:-d}"}}}}`, "t0ken"},
		"not Claude Code":          {"/x/servers.json", `{"mcpServers":{"a":{"command":"x","env":{"T":"${TOKEN:-d}"}}}}`, "${TOKEN:-d}"},
		"otherwise, our own":       {"/x/servers.json", `{"mcpServers":{"a":{"command":"x","env":{"T":"${env:NO:-d}"}}}}`, "d"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if s := oneOf(t, around(test.path, variables, files), test.text); s.Problem != nil || s.Env["T"] != test.want {
				t.Errorf("%s", fields(s))
			}
		})
	}
	s := oneOf(t, around("/cfg/opencode.json", nil, files), `{"mcp":{"a":{"command":["x"],"environment":{"T":"{file:/no/such}"}}}}`)
	if s.Problem == nil || !strings.Contains(s.Problem.Error(), "{file:/no/such}") {
		t.Errorf("%s", fields(s))
	}
}

func TestTildeIsTheOwnFolderAtTheBeginningOfAPathAlone(t *testing.T) {
	src := around("/x/servers.json", map[string]string{"HOME": "/home/u", "T": "~/x"}, nil)
	s := oneOf(t, src, `{"mcpServers":{"a":{"command":"~/bin/demo","args":["~","~/d","a~b","~other/x","--dir=~/d","${env:T}","~${env:T}"],"cwd":"~","env":{"E":"~/e"},"roots":["~/r"]}}}`)
	want := []string{"/home/u/bin/demo", "/home/u", "/home/u/d", "a~b", "~other/x", "--dir=~/d", "~/x", "~~/x"}
	if s.Problem != nil || !slices.Equal(s.Command, want) || s.Cwd != "/home/u" || s.Env["E"] != "~/e" || !slices.Equal(s.Roots, []string{"/home/u/r"}) {
		t.Errorf("%s", fields(s))
	}
	src = around(`C:\x\servers.json`, map[string]string{"HOME": "/cygdrive/u", "USERPROFILE": `C:\Users\u`}, nil)
	src.OS = "windows"
	if s := oneOf(t, src, `{"mcpServers":{"a":{"command":"~\\bin\\demo.exe"}}}`); !slices.Equal(s.Command, []string{`C:\Users\u\bin\demo.exe`}) {
		t.Errorf("%s", fields(s))
	}
}

func TestEnvFileIsReadAndTheEntryWinsOverIt(t *testing.T) {
	files := map[string]string{
		"/proj/.env": "\ufeff# keys\r\nexport A=1\r\nB = two words # a remark\nC=\"x\\ny#z\\\"\"\nD='raw\\n$A'\nE=\n F=a#b\nno line\n=x\nG=\"over\ntwo lines\"\nH='open\nI=${A}\nJ: yaml\nGONE=1\nMINE=file\n",
		"/srv/rel":   "R=1",
	}
	src := around("/proj/.vscode/mcp.json", nil, files)
	s := oneOf(t, src, `{"servers":{"a":{"command":"x","envFile":"${workspaceFolder}/.env","env":{"MINE":"entry","GONE":null}}}}`)
	want := map[string]string{"A": "1", "B": "two words", "C": "x\ny#z\"", "D": `raw\n$A`, "E": "", "F": "a#b", "G": "over\ntwo lines", "H": "'open", "I": "${A}", "J": "yaml", "MINE": "entry"}
	if s.Problem != nil || !maps.Equal(s.Env, want) || !slices.Equal(s.Unset, []string{"GONE"}) {
		t.Errorf("%s\nwant %v", fields(s), want)
	}
	if s := oneOf(t, src, `{"servers":{"a":{"command":"x","envFile":".env"}}}`); s.Env["A"] != "1" {
		t.Errorf("in the project: %s", fields(s))
	}
	src.Path = "/x/servers.json"
	if s := oneOf(t, src, `{"mcpServers":{"a":{"command":"x","cwd":"/srv","envFile":"rel"}}}`); s.Env["R"] != "1" {
		t.Errorf("beside cwd: %s", fields(s))
	}
	for _, name := range []string{"/no/such", "${input:x}", "${env:NO}"} {
		s := oneOf(t, src, `{"inputs":[{"id":"x"}],"mcpServers":{"a":{"command":"x","envFile":"`+name+`"}}}`)
		if s.Problem == nil || !strings.Contains(s.Problem.Error(), "envFile") {
			t.Errorf("%s: %s", name, fields(s))
		}
	}
	if s := oneOf(t, config.Source{}, `{"mcpServers":{"a":{"command":"x","envFile":"/dev/zero"}}}`); s.Problem == nil {
		t.Errorf("what never ends was read: %s", fields(s))
	}
}

func TestPlainNamesInTheEnvironmentAreRemarked(t *testing.T) {
	src := around("/x/servers.json", map[string]string{"TOKEN": "t0ken"}, nil)
	file, err := src.Parse([]byte(`{"mcpServers":{"a":{"command":"x","args":["${TOKEN}"],"env":{"T":"${TOKEN}","U":"${OTHER}"}}}}`))
	if err != nil || len(file.Notes) != 1 || !strings.Contains(file.Notes[0], "${env:TOKEN}") || strings.Contains(file.Notes[0], "t0ken") {
		t.Errorf("%q, %v", file.Notes, err)
	}
	if file.Servers[0].Env["T"] != "${TOKEN}" {
		t.Errorf("%s", fields(file.Servers[0]))
	}
}

func TestFilesThatAServersFileRefersToAreReadFromTheDisk(t *testing.T) {
	project := t.TempDir()
	write := func(name string, text []byte) {
		t.Helper()
		path := filepath.Join(project, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(".vscode/mcp.json", []byte(`{"servers":{
		"a":{"command":"x","envFile":"${workspaceFolder}/.env"},
		"folder":{"command":"x","envFile":"${workspaceFolder}"},
		"large":{"command":"x","envFile":"${workspaceFolder}/large"},
		"gone":{"command":"x","envFile":"${workspaceFolder}/gone"}}}`))
	write(".env", []byte("KEY=k3y"))
	write("large", make([]byte, config.MaxAside+1))
	file, err := config.Load(filepath.Join(project, ".vscode", "mcp.json"), environment)
	if err != nil || len(file.Servers) != 4 {
		t.Fatalf("%v, %s", err, file.Servers)
	}
	if s := file.Servers[0]; s.Problem != nil || s.Env["KEY"] != "k3y" || s.Cwd != project {
		t.Errorf("%s", fields(s))
	}
	for i, words := range []string{"no ordinary file", "far too large", "cannot be read"} {
		s := file.Servers[i+1]
		if s.Problem == nil || !strings.Contains(s.Problem.Error(), words) || strings.Contains(s.Problem.Error(), project) {
			t.Errorf("%s: %v", s.Name, s.Problem)
		}
	}
}
