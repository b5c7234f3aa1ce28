package config_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/bridge/config"
)

func TestSignInIsReadInTheWordsOfEveryHost(t *testing.T) {
	tests := map[string]struct {
		members string
		want    config.SignIn
	}{
		"Claude Code":  {`"oauth":{"clientId":"c","callbackPort":8080}`, config.SignIn{ClientID: "c", Port: 8080}},
		"opencode":     {`"oauth":{"clientId":"c","clientSecret":"s","scope":"a b"}`, config.SignIn{ClientID: "c", ClientSecret: "s", Scopes: []string{"a", "b"}}},
		"opencode off": {`"oauth":false`, config.SignIn{Off: true}},
		"Cursor":       {`"auth":{"CLIENT_ID":"c","CLIENT_SECRET":"s","scopes":["a","b"]}`, config.SignIn{ClientID: "c", ClientSecret: "s", Scopes: []string{"a", "b"}}},
		"Gemini CLI":   {`"oauth":{"enabled":true,"clientId":"c","redirectUri":"http://localhost:7777/cb","authorizationUrl":"https://x.example"}`, config.SignIn{ClientID: "c", Port: 7777, Redirect: "http://localhost:7777/cb"}},
		"Gemini off":   {`"oauth":{"enabled":false}`, config.SignIn{Off: true}},
		"a document":   {`"oauth":{"clientMetadataUrl":"https://x.example/client.json"}`, config.SignIn{MetadataURL: "https://x.example/client.json"}},
		"elsewhere":    {`"oauth":{"redirectUri":"https://x.example:7777/cb"}`, config.SignIn{}},
		"just yes":     {`"oauth":true`, config.SignIn{}},
		"FastMCP":      {`"auth":"oauth"`, config.SignIn{}},
		"null":         {`"oauth":null,"auth":{"CLIENT_ID":"c"}`, config.SignIn{ClientID: "c"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := one(t, `{"url":"https://x.example/mcp",`+test.members+`}`)
			if s.Problem != nil || !reflect.DeepEqual(s.SignIn, test.want) || s.Headers != nil {
				t.Errorf("%s", fields(s))
			}
		})
	}
	if s := one(t, `{"url":"https://x.example/mcp","auth":"t0k"}`); s.Headers["Authorization"] != "Bearer t0k" {
		t.Errorf("%s", fields(s))
	}
	if s := one(t, `{"url":"https://x.example/mcp","auth":"t0k","headers":{"authorization":"mine"}}`); len(s.Headers) != 1 || s.Headers["authorization"] != "mine" {
		t.Errorf("%s", fields(s))
	}
	for _, members := range []string{`"oauth":{"callbackPort":70000}`, `"oauth":{"callbackPort":"x"}`, `"oauth":{"scopes":[1]}`, `"oauth":[]`} {
		if s := one(t, `{"url":"https://x.example/mcp",`+members+`}`); s.Problem == nil {
			t.Errorf("%s: %s", members, fields(s))
		}
	}
}

func TestAddressHasManyNames(t *testing.T) {
	for _, entry := range []string{
		`{"url":"https://x.example"}`, `{"serverUrl":"https://x.example"}`, `{"baseUrl":"https://x.example"}`, `{"httpUrl":"https://x.example"}`,
		`{"httpUrl":"https://x.example","url":"https://x.example/sse"}`, `{"command":"","url":"https://x.example"}`, `{"URL":"https://x.example"}`,
		`{"url":"","serverUrl":"https://x.example"}`,
	} {
		if s := one(t, entry); s.Problem != nil || s.URL != "https://x.example" || s.Command != nil {
			t.Errorf("%s: %s", entry, fields(s))
		}
	}
	if s := one(t, `{"command":"x","baseUrl":"","headers":{}}`); s.Problem != nil || s.URL != "" {
		t.Errorf("%s", fields(s))
	}
}

func TestCommandLineInTheCommandIsTakenApartWhereThatIsClear(t *testing.T) {
	for entry, want := range map[string][]string{
		`{"command":"uvx  demo --port 5"}`:                  {"uvx", "demo", "--port", "5"},
		`{"command":"npx -y","args":["demo"]}`:              {"npx", "-y", "demo"},
		`{"command":"uv run a.py","args":[]}`:               {"uv", "run", "a.py"},
		`{"command":"C:\\Program Files\\nodejs\\node.exe"}`: {`C:\Program Files\nodejs\node.exe`},
		`{"command":"/opt/my app/run"}`:                     {"/opt/my app/run"},
		`{"command":"./run me"}`:                            {"./run me"},
		`{"command":["my tool"]}`:                           {"my tool"},
		`{"command":"my tool","args":[]}`:                   {"my tool"},
	} {
		if s := one(t, entry); s.Problem != nil || !slices.Equal(s.Command, want) {
			t.Errorf("%s: %s", entry, fields(s))
		}
	}
	if s := one(t, `{"command":"npx -y \"a b\" | tee log"}`); s.Problem == nil || !strings.Contains(s.Problem.Error(), "args") {
		t.Errorf("%s", fields(s))
	}
}

func TestTimeLimitsOfClineAndRooCodeAreSeconds(t *testing.T) {
	for entry, want := range map[string]time.Duration{
		`{"command":"x","timeout":60,"autoApprove":[]}`:    time.Minute,
		`{"command":"x","timeout":3600,"alwaysAllow":[]}`:  time.Hour,
		`{"command":"x","timeout":60000,"autoApprove":[]}`: time.Minute,
		`{"command":"x","timeout":60}`:                     60 * time.Millisecond,
	} {
		if s := one(t, entry); s.Timeout != want {
			t.Errorf("%s: %v, want %v", entry, s.Timeout, want)
		}
	}
}

func TestMembersOfOurOwnAreChecked(t *testing.T) {
	s := one(t, `{"command":"x","dialect":"nanoHUB","protocolVersion":"2025-11-25","logLevel":"Warn","answerTimeout":5000,"answerOnOpen":true,
		"roots":["/a/b/../c","file:///d%20e",{"uri":"file:///f","name":"F"},"/a/c"]}`)
	want := config.Server{Name: "a", Command: []string{"x"}, Dialect: "nanohub", Protocol: "2025-11-25", LogLevel: "warning", AnswerTimeout: 5 * time.Second,
		AnswerOnOpen: true, Roots: []string{"/a/c", "/d e", "/f"}}
	if !equal(s, want) {
		t.Errorf("\n got %s\nwant %s", fields(s), fields(want))
	}
	for entry, words := range map[string]string{
		`{"command":"x","dialect":"klingon"}`:        "nanohub or standard",
		`{"command":"x","protocolVersion":"latest"}`: "2025-11-25",
		`{"command":"x","protocolVersion":5}`:        "must be text",
		`{"command":"x","roots":"/a"}`:               "must be a list",
		`{"command":"x","roots":[5]}`:                "list of folders",
		`{"command":"x","roots":["relative"]}`:       "whole paths",
		`{"command":"x","inheritEnv":"no"}`:          "true or false",
		`{"command":{"args":[]}}`:                    "without a path",
		`{"mcpServers":{"b":{"command":"x"}}}`:       "list of servers",
	} {
		if s := one(t, entry); s.Problem == nil || !strings.Contains(s.Problem.Error(), words) {
			t.Errorf("%s: %v", entry, s.Problem)
		}
	}
	file := parse(t, `{"mcpServers":{"a":{"command":"x","logLevel":"verbose"}}}`)
	if file.Servers[0].Problem != nil || len(file.Notes) != 1 || !strings.Contains(file.Notes[0], "emergency") {
		t.Errorf("%s, %q", file.Servers, file.Notes)
	}
}

func TestRootsBesideTheFileAreWhole(t *testing.T) {
	s := oneOf(t, around("/proj/.vscode/mcp.json", nil, nil), `{"servers":{"a":{"command":"x","roots":["./data","${workspaceFolder}"]}}}`)
	if s.Problem != nil || !slices.Equal(s.Roots, []string{"/proj/data", "/proj"}) {
		t.Errorf("%s", fields(s))
	}
	src := around(`D:\p\servers.json`, nil, nil)
	src.OS = "windows"
	s = oneOf(t, src, `{"mcpServers":{"a":{"command":"x","roots":["file:///C:/x/y","D:\\z"]}}}`)
	if s.Problem != nil || !slices.Equal(s.Roots, []string{`C:\x\y`, `D:\z`}) {
		t.Errorf("%s", fields(s))
	}
}

func TestAWholeAddressMayBeAskedFor(t *testing.T) {
	file := parse(t, `{"inputs":[{"id":"u","type":"promptString"}],"servers":{"a":{"type":"http","url":"${input:u}"}}}`)
	s := file.Servers[0]
	if s.Problem != nil || len(s.Inputs) != 1 {
		t.Fatalf("%s", fields(s))
	}
	if filled, err := s.Fill(map[string]string{"u": "https://x.example/mcp"}); err != nil || filled.URL != "https://x.example/mcp" {
		t.Errorf("%s %v", fields(filled), err)
	}
	if _, err := s.Fill(map[string]string{"u": "s3cret"}); err == nil || strings.Contains(err.Error(), "s3cret") {
		t.Error(err)
	}
}

func TestACommandIsReadWithoutWhatABlankOrAShellAdds(t *testing.T) {
	for entry, want := range map[string][]string{
		`{"command":"  demo\t","args":[" x "]}`:                        {"demo", " x "},
		`{"command":["npx -y demo"]}`:                                  {"npx", "-y", "demo"},
		`{"command":["uv run","x"]}`:                                   {"uv run", "x"},
		`{"transport":{"type":"stdio","command":"demo","args":["x"]}}`: {"demo", "x"},
	} {
		if s := one(t, entry); s.Problem != nil || !slices.Equal(s.Command, want) {
			t.Errorf("%s: %s", entry, fields(s))
		}
	}
	for entry, words := range map[string]string{
		`{"command":"   "}`:               "is empty",
		`{"command":"KEY=1 npx -y demo"}`: `into "env"`,
	} {
		if s := one(t, entry); s.Problem == nil || !strings.Contains(s.Problem.Error(), words) {
			t.Errorf("%s: %v", entry, s.Problem)
		}
	}
}

func TestOneHeaderInTwoSpellingsIsOne(t *testing.T) {
	file := parse(t, `{"mcpServers":{"a":{"url":"https://x.example","headers":{"authorization":"a","Authorization":"b"}}}}`)
	if h := file.Servers[0].Headers; len(h) != 1 || h["Authorization"] != "b" || len(file.Notes) != 1 {
		t.Errorf("%q %q", h, file.Notes)
	}
}

func TestAVariableThatTheEntryGivesItselfIsPutIn(t *testing.T) {
	src := around("/proj/.vscode/mcp.json", nil, map[string]string{"/proj/.env": "FILE=from-file\n"})
	s := oneOf(t, src, `{"servers":{"a":{"command":"x","args":["${env:FILE}","${env:OWN}"],"envFile":"${workspaceFolder}/.env","env":{"OWN":"own"}}}}`)
	if s.Problem != nil || !slices.Equal(s.Command, []string{"x", "from-file", "own"}) {
		t.Errorf("%s", fields(s))
	}
	if s = oneOf(t, src, `{"servers":{"a":{"command":"x","env":{"T":"${env:T}"}}}}`); s.Problem == nil {
		t.Errorf("%s", fields(s))
	}
}
