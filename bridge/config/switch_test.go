package config_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley/bridge/config"
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
	for entry, want := range map[string]config.Transport{
		`{"url":"https://x.example","protocol":"sse"}`:                             config.SSE,
		`{"url":"https://x.example","protocol":"streamable-http"}`:                 config.Streamable,
		`{"url":"https://x.example","connectionType":"sse"}`:                       config.SSE,
		`{"url":"https://x.example","type":"sse","protocol":"http"}`:               config.SSE,
		`{"url":"https://x.example","protocol":"2025-11-25"}`:                      config.Discover,
		`{"url":"https://x.example","protocol":"mcp","mode":"fast"}`:               config.Discover,
		`{"command":"x","protocol":"stdio"}`:                                       config.Program,
		`{"command":"x","url":"https://x.example/sse","protocol":"sse"}`:           config.SSE,
		`{"type":"local","url":"http://127.0.0.1:9/mcp"}`:                          config.Discover,
		`{"type":"local","url":"http://127.0.0.1:9/mcp","headers":{"A":"b"}}`:      config.Discover,
		`{"type":"local","command":"x"}`:                                           config.Program,
		`{"transport":{"type":"sse","url":"https://x.example"},"protocol":"http"}`: config.SSE,
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
