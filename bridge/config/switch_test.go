package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestWhatIsOffInItsOwnFileIsOffInEveryWordThatAppsWrite(t *testing.T) {
	for _, word := range []string{
		`"disabled":true`, `"enabled":false`, `"isActive":false`, `"active":false`, `"Active":false`, `"autoStart":false`, `"autostart":false`, `"auto_start":false`,
		`"start_on_launch":false`, `"startOnLaunch":false`, `"startup":false`, `"isDisabled":true`, `"inactive":true`, `"enable":false`, `"is-enabled":false`,
		`"active":"false"`, `"active":0`, `"autostart":"never"`, `"state":"disabled"`, `"status":"INACTIVE"`, `"state":"off"`,
		`"anythingllm":{"autoStart":false}`, `"config":{"enable":false}`, `"metadata":{"enabled":false}`, `"x-app":{"disabled":true}`,
		`"enabled":true,"anythingllm":{"autoStart":false}`, `"active":true,"active":false`,
	} {
		if s := one(t, `{"command":"x",`+word+`}`); s.Problem != nil || !s.Disabled {
			t.Errorf("%s: %s", word, fields(s))
		}
	}
	for _, word := range []string{
		`"disabled":false`, `"enabled":true`, `"active":true`, `"active":null`, `"autoStart":true`, `"startup":true`, `"startup":"npm install"`, `"state":"enabled"`,
		`"state":"Hesse"`, `"status":"stable"`, `"active":false,"active":true`, `"tools":{"disabled":true}`, `"env":{"ENABLED":"false"}`, `"env":{"disabled":"true"}`,
		`"sandbox":{"enabled":false}`, `"oauth":{"enabled":false}`, `"logging":{"enabled":false}`, `"anythingllm":{"autoStart":true}`, `"activeTools":false`,
	} {
		if s := one(t, `{"command":"x",`+word+`}`); s.Problem != nil || s.Disabled {
			t.Errorf("%s: %s", word, fields(s))
		}
	}
}

func TestAListBesideTheServersLeavesThemOut(t *testing.T) {
	const servers = `"mcpServers":{"a":{"command":"x"},"b":{"command":"x"}}`
	for beside, want := range map[string]string{
		`"excludeMCPServers":["a"]`: "b", `"excludedMcpServers":["a"]`: "b", `"disabledServers":["a"]`: "b", `"disabledMcpServers":["a","none"]`: "b",
		`"allowMCPServers":["b"]`: "b", `"enabledServers":["b"]`: "b", `"allowMCPServers":[]`: "a,b", `"excludeMCPServers":[]`: "a,b",
		`"mcp":{"excluded":["a"]}`: "b", `"mcp":{"allowed":["b"]}`: "b", `"mcp":{"allowed":["a","b"],"excluded":["a"]}`: "b", `"mcp.excluded":["a"]`: "b",
		`"deniedMcpServers":[{"serverName":"a"}]`: "b", `"excludeMCPServers":"a"`: "a,b", `"disabled":["a"]`: "b", `"disabledTools":["a"]`: "a,b",
		`"excludeMCPServers":["a"],"excludeMCPServers":["b"]`: "a",
	} {
		file := parse(t, "{"+beside+","+servers+"}")
		var on []string
		for _, s := range file.Servers {
			if !s.Disabled {
				on = append(on, s.Name)
			}
		}
		if got := strings.Join(on, ","); got != want || len(file.Servers) != 2 {
			t.Errorf("%s leaves %s, want %s", beside, got, want)
		}
	}
	file := parse(t, `{"mcp":{"excluded":["a"],"a":{"command":"x"},"b":{"command":"x"}}}`)
	if got := names(file); !slices.Equal(got, []string{"a", "b"}) || !file.Servers[0].Disabled {
		t.Errorf("under mcp: %v", file.Servers)
	}
}

func TestASwitchIsTurnedInItsOwnWordAndPlace(t *testing.T) {
	for _, test := range []struct{ on, off string }{
		{`{"mcpServers":{"a":{"command":"x","active":true}}}`, `{"mcpServers":{"a":{"command":"x","active":false}}}`},
		{`{"mcpServers":{"a":{"command":"x","autostart":true}}}`, `{"mcpServers":{"a":{"command":"x","autostart":false}}}`},
		{`{"mcpServers":{"a":{"command":"x","state":"enabled"}}}`, `{"mcpServers":{"a":{"command":"x","state":"disabled"}}}`},
		{`{"mcpServers":{"a":{"command":"x","status":"ACTIVE"}}}`, `{"mcpServers":{"a":{"command":"x","status":"INACTIVE"}}}`},
		{`{"mcpServers":{"a":{"anythingllm":{"autoStart":true},"command":"x"}}}`, `{"mcpServers":{"a":{"anythingllm":{"autoStart":false},"command":"x"}}}`},
		{`{"mcpServers":{"a":{"command":"x"},"b":{"command":"x","active":true}}}`, `{"mcpServers":{"a":{"command":"x","active":false},"b":{"command":"x","active":true}}}`},
		{`{"excludeMCPServers":["b"],"mcpServers":{"a":{"command":"x"}}}`, `{"excludeMCPServers":["b", "a"],"mcpServers":{"a":{"command":"x"}}}`},
		{`{"mcp":{"excluded":[]},"mcpServers":{"a":{"command":"x"}}}`, `{"mcp":{"excluded":["a"]},"mcpServers":{"a":{"command":"x"}}}`},
		{`{"allowMCPServers":["b", "a"],"mcpServers":{"a":{"command":"x","disabled":false}}}`, `{"allowMCPServers":["b", "a"],"mcpServers":{"a":{"command":"x","disabled":true}}}`},
	} {
		for _, off := range []bool{true, false} {
			from, want := test.on, test.off
			if !off {
				from, want = test.off, test.on
			}
			got := editText(t, from, func(e *Editor) error { return e.SetDisabled("a", off) })
			if !off && strings.Contains(test.on, `"b":{"command":"x","active"`) {
				want = strings.Replace(want, `"a":{"command":"x"}`, `"a":{"command":"x","active":true}`, 1) // the word stays
			}
			if strings.ReplaceAll(got, ", ", ",") != strings.ReplaceAll(want, ", ", ",") {
				t.Errorf("off %v:\n%s\nmakes\n%s, want\n%s", off, from, got, want)
			}
			if file := parse(t, got); file.Servers[0].Disabled != off {
				t.Errorf("%s: %s", got, fields(file.Servers[0]))
			}
		}
	}
}

func TestSwitchingOnTakesEveryWordThatLeavesAServerOut(t *testing.T) {
	got := editText(t, `{"excludeMCPServers":["a","b"],"mcp":{"allowed":["b"]},"mcpServers":{"a":{"command":"x","active":false,"enabled":false},"b":{"command":"x"}}}`,
		func(e *Editor) error { return e.SetDisabled("a", false) })
	file := parse(t, got)
	if file.Servers[0].Disabled || !file.Servers[1].Disabled {
		t.Error(got)
	}
}

func TestAServerThatIsCalledOtherwiseStaysOff(t *testing.T) {
	got := editText(t, `{"mcp":{"excluded":["a"],"allowed":["c"]},"mcpServers":{"a":{"command":"x"}}}`, func(e *Editor) error { return e.Rename("a", "new") })
	if file := parse(t, got); !file.Servers[0].Disabled || !strings.Contains(got, `"excluded":["new"]`) {
		t.Error(got)
	}
}

func TestWhatIsOffInAnotherAppComesHereSwitchedOff(t *testing.T) {
	m := machine{
		"/h/.gemini/settings.json": `{"mcp":{"excluded":["a"]},"mcpServers":{"a":{"command":"x"},"b":{"command":"x"}}}`,
		"/h/.claude.json":          `{"projects":{"/p":{"disabledMcpServers":["a"],"enabledMcpjsonServers":[],"mcpServers":{"a":{"command":"y"},"b":{"command":"y"}}}}}`,
	}
	for _, f := range Find(t.Context(), m.places("linux", "/h", nil)) {
		for _, name := range []string{"a", "b"} {
			entry, ok := f.Entry(name)
			if !ok || entry.Server.Disabled != (name == "a") {
				t.Errorf("%s: %s is %s", f.App, name, fields(entry.Server))
			}
		}
	}
	pasted, err := Understand(m["/h/.gemini/settings.json"], nil)
	if err != nil || !pasted.Entries[0].Server.Disabled || pasted.Entries[1].Server.Disabled {
		t.Errorf("%v %v", pasted.Entries, err)
	}
	pasted, err = Understand("disabledServers: [a]\nmcpServers:\n  a: {command: x}\n  b: {command: x}\n", nil)
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
		found := Find(t.Context(), m.places("linux", "/h", nil))
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

func TestWhatChangesHowOneConnectsIsUnderstoodOrNamed(t *testing.T) {
	for entry, want := range map[string]string{
		`{"url":"https://x.example","headersHelper":"/opt/get.sh"}`:                        "headersHelper",
		`{"url":"https://x.example","apiKey":"hunter2"}`:                                   "apiKey",
		`{"url":"https://x.example","api_key":"hunter2"}`:                                  "api_key",
		`{"url":"https://x.example","bearer_token_env_var":"T"}`:                           "bearer_token_env_var",
		`{"url":"https://x.example","authProviderType":"google_credentials"}`:              "authProviderType",
		`{"url":"https://x.example","proxy":"http://p.example:8080"}`:                      "proxy",
		`{"url":"https://x.example","verifySsl":false}`:                                    "",
		`{"url":"https://x.example","tls":{"ca":"/x.pem"}}`:                                "tls",
		`{"url":"https://x.example","rejectUnauthorized":true,"insecureSkipVerify":true}`:  "insecureSkipVerify",
		`{"url":"https://x.example","requestInit":{"headers":{"A":"b"}}}`:                  "requestInit",
		`{"command":"x","shell":true}`:                                                     "shell",
		`{"command":"x","sandboxEnabled":true}`:                                            "sandboxEnabled",
		`{"command":"x","preCommand":"nvm use"}`:                                           "preCommand",
		`{"command":"x","env_vars":["A"]}`:                                                 "env_vars",
		`{"command":"x","shell":false,"sandbox":null,"docker":""}`:                         "",
		`{"command":"x","headers":{"A":"b"},"apiKey":"hunter2"}`:                           "",
		`{"url":"https://x.example","headers":{"A":"b"},"oauth":{},"description":"token"}`: "",
		`{"url":"https://x.example","author":"me","keywords":["auth"],"maxTokens":5}`:      "",
	} {
		file := parse(t, `{"mcpServers":{"the server":`+entry+`}}`)
		notes := strings.Join(file.Notes, "\n")
		if (want == "") != (notes == "") || !strings.Contains(notes, fmt.Sprintf("%q", want)) && want != "" || strings.Contains(notes, "hunter2") {
			t.Errorf("%s: notes %q, want %q", entry, notes, want)
		}
	}
}

func TestTheWordForHowMessagesTravelIsKnownUnderItsOtherNames(t *testing.T) {
	for entry, want := range map[string]Transport{
		`{"url":"https://x.example","protocol":"sse"}`:                             SSE,
		`{"url":"https://x.example","protocol":"streamable-http"}`:                 Streamable,
		`{"url":"https://x.example","connectionType":"sse"}`:                       SSE,
		`{"url":"https://x.example","type":"sse","protocol":"http"}`:               SSE,
		`{"url":"https://x.example","protocol":"2025-11-25"}`:                      Discover,
		`{"url":"https://x.example","protocol":"mcp","mode":"fast"}`:               Discover,
		`{"command":"x","protocol":"stdio"}`:                                       Program,
		`{"command":"x","url":"https://x.example/sse","protocol":"sse"}`:           SSE,
		`{"type":"local","url":"http://127.0.0.1:9/mcp"}`:                          Discover,
		`{"type":"local","url":"http://127.0.0.1:9/mcp","headers":{"A":"b"}}`:      Discover,
		`{"type":"local","command":"x"}`:                                           Program,
		`{"transport":{"type":"sse","url":"https://x.example"},"protocol":"http"}`: SSE,
	} {
		s := one(t, entry)
		if s.Problem != nil || s.Transport != want || strings.Contains(entry, `"A"`) && s.Headers["A"] != "b" {
			t.Errorf("%s: %s", entry, fields(s))
		}
	}
}

func TestAPathWhoseBackslashesStandSingleIsTold(t *testing.T) {
	for entry, told := range map[string]bool{
		`{"command":"uvx","args":["x","c:\temp\bvb"]}`:             true,
		`{"command":"uvx","args":["--repository=C:\new"]}`:         true,
		`{"command":"c:\tools\run.exe"}`:                           true,
		`{"command":".\bin\x"}`:                                    true,
		`{"command":"x","cwd":"d:\repos\files"}`:                   true,
		`{"command":"x","env":{"HOME_OF_X":"c:\nodes\x1"}}`:        true,
		`{"command":"x","args":["src\bin"]}`:                       true,
		`{"command":"x","args":["C:\\temp\\bvb","C:/temp"]}`:       false,
		`{"command":"x","args":["a\tb","one\ntwo"]}`:               false,
		`{"command":"x","env":{"KEY":"-----BEGIN KEY:\nabc\n"}}`:   false,
		`{"command":"x","env":{"YAML":"a: 1\nb: 2\n"}}`:            false,
		`{"command":"x","args":["-c","if a:\n\tb\nelse:\n\tc"]}`:   false,
		`{"command":"x","env":{"JSON":"{\"a\":\n1}","T":"x:\t1"}}`: false,
	} {
		entry = strings.NewReplacer(`\x1`, `x1`, `\x"`, `x"`, `\files`, `files`, `\repos`, `\repos`).Replace(entry)
		file := parse(t, `{"mcpServers":{"the server":`+entry+`}}`)
		notes := strings.Join(file.Notes, "\n")
		if strings.Contains(notes, "backslash") != told || told && !strings.Contains(notes, "the server") {
			t.Errorf("%s: notes %q", entry, notes)
		}
	}
}
