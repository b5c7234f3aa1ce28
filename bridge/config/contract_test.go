package config_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"parley/bridge/config"
)

func TestContractG1FirstListThatIsThereCounts(t *testing.T) {
	for text, want := range map[string][]string{
		`{"mcpServers":{"m":{"command":"x"}},"servers":{"s":{"command":"x"}},"mcp":{"t":{"command":"x"}}}`: {"m"},
		`{"mcp":{"m":{"command":"x"}},"servers":{"s":{"command":"x"}}}`:                                    {"s"},
		`{"mcp":{"m":{"command":"x"}}}`:                                   {"m"},
		`{"mcpServers":null,"servers":{"s":{"command":"x"}}}`:             nil,
		`{"mcpServers":{},"servers":{"s":{"command":"x"}}}`:               nil,
		`{"context_servers":{"z":{"command":{"path":"x","args":["y"]}}}}`: {"z"},
		`{"a":{"command":"x"},"builtins":{"command":"x"},"agents":{"url":"https://x.example"},"a2a":{"command":"x"},"mcpServer":{"command":"x"},"b":{"url":"https://x.example"}}`: {"a", "b"},
	} {
		if got := names(parse(t, text)); !slices.Equal(got, want) {
			t.Errorf("%s\ngives %q, want %q", text, got, want)
		}
	}
}

func TestContractG2CommandIsTextOrArray(t *testing.T) {
	want := []string{"npx", "-y", "x"}
	for _, entry := range []string{
		`{"command":["npx","-y","x"]}`,
		`{"command":["npx"],"args":["-y","x"]}`,
		`{"command":"npx","args":["-y","x"]}`,
		`{"command":"npx -y x"}`,
		`{"command":{"path":"npx","args":["-y","x"]}}`,
	} {
		if s := one(t, entry); s.Problem != nil || !slices.Equal(s.Command, want) {
			t.Errorf("%s gives %q, %v", entry, s.Command, s.Problem)
		}
	}
}

func TestContractG3EnvironmentWinsOverEnvAndIsNotMerged(t *testing.T) {
	s := one(t, `{"command":"x","env":{"A":"1","B":"2"},"environment":{"A":"3"},"cwd":"/srv"}`)
	if len(s.Env) != 1 || s.Env["A"] != "3" || s.Cwd != "/srv" || s.OnlySafeEnv {
		t.Errorf("%s", fields(s))
	}
	if s := one(t, `{"command":"x","env":{"A":"1"}}`); s.Env["A"] != "1" {
		t.Errorf("%s", fields(s))
	}
	if s := one(t, `{"command":"x","inheritEnv":false}`); !s.OnlySafeEnv {
		t.Errorf("%s", fields(s))
	}
}

func TestContractG4EitherWordLeavesAServerOut(t *testing.T) {
	for flags, disabled := range map[string]bool{
		`"enabled":true`:                   false,
		`"enabled":false`:                  true,
		`"disabled":false`:                 false,
		`"disabled":true`:                  true,
		`"disabled":true,"enabled":true`:   true,
		`"disabled":false,"enabled":false`: true,
		`"isActive":false`:                 true,
		`"isActive":true`:                  false,
	} {
		s := one(t, `{"command":"x",`+flags+`}`)
		if s.Disabled != disabled || s.Problem != nil {
			t.Errorf("%s: %s", flags, fields(s))
		}
	}
}

func TestContractG5TimeLimitIsMillisecondsAndABadOneIsItsEntrysAlone(t *testing.T) {
	for limit, want := range map[string]time.Duration{"1500": 1500 * time.Millisecond, "0": 0, "-1": 0, "1.5": 1500 * time.Microsecond} {
		if s := one(t, `{"command":"x","timeout":`+limit+`}`); s.Timeout != want || s.Problem != nil {
			t.Errorf("%s: %s", limit, fields(s))
		}
	}
	file := parse(t, `{"mcpServers":{"a":{"command":"x","timeout":"x"},"b":{"command":"x"}}}`)
	if file.Servers[0].Problem == nil || file.Servers[1].Problem != nil {
		t.Errorf("%s", file.Servers)
	}
}

func TestContractG6HeadersTakeVariablesAndNothingElseDoes(t *testing.T) {
	env := func(name string) string { return map[string]string{"ZZ": "v"}[name] }
	file, err := config.Parse("servers.json", []byte(`{"mcpServers":{"a":{"url":"https://x.example/${ZZ}","headers":
		{"a":"B ${ZZ}","b":"${NOPE}","c":"$ZZ ${ZZ:-d} ${A-B}"}},"p":{"command":"${ZZ}","args":["${ZZ}"],"env":{"E":"${ZZ}"}}}}`), env)
	if err != nil {
		t.Fatal(err)
	}
	a, p := file.Servers[0], file.Servers[1]
	for name, want := range map[string]string{"a": "B v", "b": "", "c": "$ZZ ${ZZ:-d} ${A-B}"} {
		if got, there := a.Headers[name]; !there || got != want {
			t.Errorf("header %s is %q, want %q", name, got, want)
		}
	}
	if a.URL != "https://x.example/${ZZ}" || a.Problem != nil {
		t.Errorf("%s", fields(a))
	}
	if !slices.Equal(p.Command, []string{"${ZZ}", "${ZZ}"}) || p.Env["E"] != "${ZZ}" {
		t.Errorf("%s", fields(p))
	}
	notes := strings.Join(file.Notes, "\n")
	if !strings.Contains(notes, "NOPE") {
		t.Errorf("no warning of the variable that is not set: %q", notes)
	}
	if !strings.Contains(notes, "${env:ZZ}") {
		t.Errorf("nothing says how a variable is written elsewhere: %q", notes)
	}
}

func TestContractG7TypeDecidesAndOtherwiseWhatIsThere(t *testing.T) {
	type outcome struct {
		program, address bool
		transport        config.Transport
		words            string // of the problem
	}
	for entry, want := range map[string]outcome{
		`{"command":"x"}`:                                           {program: true},
		`{"url":"https://x.example"}`:                               {address: true},
		`{"type":"local","command":"x"}`:                            {program: true, transport: config.Program},
		`{"type":"remote","url":"https://x.example"}`:               {address: true},
		`{"type":"stdio","command":"x"}`:                            {program: true, transport: config.Program},
		`{"type":"http","url":"https://x.example"}`:                 {address: true},
		`{"type":"streamableHttp","url":"https://x.example"}`:       {address: true, transport: config.Streamable},
		`{"type":"streamable_http","url":"https://x.example"}`:      {address: true, transport: config.Streamable},
		`{"type":"SSE","url":"https://x.example"}`:                  {address: true, transport: config.SSE},
		`{"transport":"sse","url":"https://x.example"}`:             {address: true, transport: config.SSE},
		`{"type":"remote","command":"x","url":"https://x.example"}`: {address: true},
		`{"type":"local","command":"x","url":"https://x.example"}`:  {program: true, transport: config.Program},
		// What the cases decide differently from the contract: nothing is guessed.
		`{"command":"x","url":"https://x.example"}`:           {words: "both"},
		`{"type":"carrier-pigeon","url":"https://x.example"}`: {words: "carrier-pigeon"},
		`{"type":"local","url":"https://x.example"}`:          {address: true}, // local says where it runs
		`{"type":"stdio","url":"https://x.example"}`:          {words: "no command"},
		`{"type":"remote","command":"x"}`:                     {words: "no url"},
	} {
		s := one(t, entry)
		if want.words != "" {
			if s.Problem == nil || !strings.Contains(s.Problem.Error(), want.words) {
				t.Errorf("%s: %v", entry, s.Problem)
			}
			continue
		}
		if s.Problem != nil || (len(s.Command) > 0) != want.program || (s.URL != "") != want.address || s.Transport != want.transport {
			t.Errorf("%s: %s", entry, fields(s))
		}
	}
}

func TestContractG8ToolsAreChosenByTheirOriginalNames(t *testing.T) {
	for entry, want := range map[string]map[string]bool{
		`{"command":"x"}`:            nil,
		`{"command":"x","tools":{}}`: nil,
		`{"command":"x","tools":{"a":true,"b":true,"c":false}}`:         {"a": true, "b": true, "c": false},
		`{"command":"x","tools":{"c":false}}`:                           {"c": false},
		`{"command":"x","tools":["*"]}`:                                 nil,
		`{"command":"x","tools":[]}`:                                    nil,
		`{"command":"x","tools":["a","b.c/d e"]}`:                       {"a": true, "b.c/d e": true},
		`{"command":"x","includeTools":["a"],"excludeTools":["a","b"]}`: {"a": false, "b": false},
		`{"command":"x","disabledTools":["b"]}`:                         {"b": false},
		`{"command":"x","tools":"all"}`:                                 nil,
		`{"command":"x","tools":{"a":{"approve":true},"b":false}}`:      {"b": false},
	} {
		s := one(t, entry)
		if s.Problem != nil || len(s.Tools) != len(want) {
			t.Errorf("%s: %s", entry, fields(s))
		}
		for name, offered := range want {
			if got, there := s.Tools[name]; !there || got != offered {
				t.Errorf("%s: %v, want %v", entry, s.Tools, want)
			}
		}
	}
}

func TestContractG9OneBadEntryNeverBreaksOthersAndEachIsListed(t *testing.T) {
	file := parse(t, `{"mcpServers":{"ok":{"command":"x"},"bad":5,"empty":{},"nocmd":{"type":"local"},"deadhttp":{"url":"http://127.0.0.1:1/mcp"},
		"slow":{"command":["sleep","60"]},"off":{"command":"x","disabled":true},"odd":{"command":"x","env":[]},"last":{"url":"https://x.example"}}}`)
	want := []string{"ok", "bad", "empty", "nocmd", "deadhttp", "slow", "off", "odd", "last"}
	if got := names(file); !slices.Equal(got, want) {
		t.Fatalf("got %q", got)
	}
	for _, s := range file.Servers {
		if bad := slices.Contains([]string{"bad", "empty", "nocmd", "odd"}, s.Name); bad != (s.Problem != nil) {
			t.Errorf("%s: %v", s.Name, s.Problem)
		}
	}
}

func TestContractG10NamesStayAsTheyAre(t *testing.T) {
	file := parse(t, `{"mcpServers":{"a b/c":{"command":"x","tools":{"d.e":true}},"a b_c":{"command":"x"},"a_b_c":{"command":"x"}}}`)
	if got := names(file); !slices.Equal(got, []string{"a b/c", "a b_c", "a_b_c"}) {
		t.Errorf("names that only a model's API would take for the same: %q", got)
	}
	if !file.Servers[0].Tools["d.e"] {
		t.Errorf("tools %v", file.Servers[0].Tools)
	}
}

func TestContractG11OnlyAnEntryThatSaysSoIsBoundToATransport(t *testing.T) {
	for entry, want := range map[string]config.Transport{
		`{"url":"https://x.example"}`:                          config.Discover,
		`{"type":"remote","url":"https://x.example"}`:          config.Discover,
		`{"type":"http","url":"https://x.example"}`:            config.Discover,
		`{"type":"streamable-http","url":"https://x.example"}`: config.Streamable,
		`{"type":"sse","url":"https://x.example"}`:             config.SSE,
	} {
		if s := one(t, entry); s.Transport != want {
			t.Errorf("%s: %q, want %q", entry, s.Transport, want)
		}
	}
}

func TestContractG13WhatIsNoEntryIsPassedOver(t *testing.T) {
	file := parse(t, `{"$schema":"https://x.example/schema.json","n":5,"list":[],"none":null,"a":{"command":"x"},"theme":{"name":"dark"}}`)
	if got := names(file); !slices.Equal(got, []string{"a"}) {
		t.Errorf("got %q", got)
	}
	file = parse(t, `{"mcpServers":{"$schema":"x","//":"mine","_comment":"x","a":{"command":"x"},"none":null}}`)
	if got := names(file); !slices.Equal(got, []string{"a", "none"}) || file.Servers[1].Problem == nil {
		t.Errorf("got %q, %s", got, file.Servers)
	}
}
