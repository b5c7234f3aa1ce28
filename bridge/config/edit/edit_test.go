package edit

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/bridge/config"
	"parley/bridge/config/configtest"
	"parley/bridge/config/tree"
	"parley/bridge/wiretest"
)

func raw(text string) json.RawMessage { return json.RawMessage(text) }

// editText makes a change to a text as Edit would.
func editText(t *testing.T, text string, change func(*Editor) error) string {
	t.Helper()
	after, err := Text("servers.json", []byte(text), change)
	if err != nil {
		t.Fatal(err)
	}
	return string(after)
}

func TestOnlyTheTouchedPathChanges(t *testing.T) {
	const file = "// mine\n{\n\t\"theme\": \"dark\", // at night\n\t\"mcpServers\": {\n\t\t// files\n\t\t\"a\": {\n\t\t\t\"command\": \"npx\", /* node */\n\t\t\t\"args\": [\"-y\",  \"x\"],\n\t\t\t\"x-own\": 1e3,\n\t\t},\n\n\t\t\"b\": { \"url\": \"https://b.example/\\u006dcp\" } // web\n\t},\n\t\"other\": [1,2 , 3]\n}\n// end"
	tests := map[string]struct {
		change   func(*Editor) error
		old, new string // what of the file becomes what
	}{
		"add": {func(e *Editor) error { return e.Put("c", raw(`{"command":"uvx","args":["z"],"env":{"A":"<&>"}}`)) },
			"\\u006dcp\" } // web\n\t}",
			"\\u006dcp\" }, // web\n\t\t\"c\": {\n\t\t\t\"command\": \"uvx\",\n\t\t\t\"args\": [\"z\"],\n\t\t\t\"env\": {\n\t\t\t\t\"A\": \"<&>\"\n\t\t\t}\n\t\t}\n\t}"},
		"change a member": {func(e *Editor) error { return e.Set("a", "command", "bunx") }, `"npx"`, `"bunx"`},
		"add a member":    {func(e *Editor) error { return e.Set("a", "timeout", 5000) }, "1e3,\n", "1e3,\n\t\t\t\"timeout\": 5000,\n"},
		"add a member on one line": {func(e *Editor) error { return e.Set("b", "timeout", 5000) },
			`\u006dcp" }`, `\u006dcp", "timeout": 5000 }`},
		"take a member out":     {func(e *Editor) error { return e.Set("a", "args", nil) }, "\t\t\t\"args\": [\"-y\",  \"x\"],\n", ""},
		"take the first out":    {func(e *Editor) error { return e.Remove("a") }, "\t\t\"a\": {\n\t\t\t\"command\": \"npx\", /* node */\n\t\t\t\"args\": [\"-y\",  \"x\"],\n\t\t\t\"x-own\": 1e3,\n\t\t},\n\n", ""},
		"take the last out":     {func(e *Editor) error { return e.Remove("b") }, ",\n\n\t\t\"b\": { \"url\": \"https://b.example/\\u006dcp\" } // web\n", "\n\n\t\t// web\n"},
		"rename":                {func(e *Editor) error { return e.Rename("a", "データ \"1\"") }, `"a": {`, `"データ \"1\"": {`},
		"switch off":            {func(e *Editor) error { return e.SetDisabled("b", true) }, `\u006dcp" }`, `\u006dcp", "disabled": true }`},
		"switch on what is on":  {func(e *Editor) error { return e.SetDisabled("b", false) }, "", ""},
		"change and back":       {func(e *Editor) error { return errors.Join(e.Rename("a", "z"), e.Rename("z", "a")) }, "", ""},
		"the same once more":    {func(e *Editor) error { return e.Put("a", e.Raw("a")) }, "", ""},
		"the same, other order": {func(e *Editor) error { return e.Put("a", raw(`{"args":["-y","x"],"x-own":1e3,"command":"npx"}`)) }, "", ""},
		"into another entry": {func(e *Editor) error { return e.Put("a", raw(`{"command":"npx","args":["-y","new"],"cwd":"/d"}`)) },
			"[\"-y\",  \"x\"],\n\t\t\t\"x-own\": 1e3,\n", "[\"-y\",  \"new\"],\n\t\t\t\"cwd\": \"/d\",\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			want := strings.Replace(file, test.old, test.new, 1)
			if test.old != "" && !strings.Contains(file, test.old) {
				t.Fatalf("the file has no %q", test.old)
			}
			if got := editText(t, file, test.change); got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}

// Case config-jsonc-write-back-keeps-comments, to the letter.
func TestSwitchingOffKeepsCommentsAndOtherMembers(t *testing.T) {
	got := editText(t, "{\n  // keep me\n  \"servers\": { \"a\": { \"command\": \"demo\" } },\n  \"other\": 1\n}\n",
		func(e *Editor) error { return e.SetDisabled("a", true) })
	if want := "{\n  // keep me\n  \"servers\": { \"a\": { \"command\": \"demo\", \"disabled\": true } },\n  \"other\": 1\n}\n"; got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestNewEntriesAreWrittenAsTheFileIsWritten(t *testing.T) {
	put := func(e *Editor) error { return e.Put("n", raw(`{"command":"x","args":["1","2"]}`)) }
	tests := map[string]struct{ file, want string }{
		"no text":          {"", "{\n  \"mcpServers\": {\n    \"n\": {\n      \"command\": \"x\",\n      \"args\": [\"1\", \"2\"]\n    }\n  }\n}\n"},
		"blank":            {" \n", "{\n  \"mcpServers\": {\n    \"n\": {\n      \"command\": \"x\",\n      \"args\": [\"1\", \"2\"]\n    }\n  }\n}\n"},
		"nothing in it":    {"{}", "{\n  \"mcpServers\": {\n    \"n\": {\n      \"command\": \"x\",\n      \"args\": [\"1\", \"2\"]\n    }\n  }\n}"},
		"an empty list":    {`{"mcpServers":{}}`, "{\"mcpServers\":{\n  \"n\": {\n    \"command\": \"x\",\n    \"args\": [\"1\", \"2\"]\n  }\n}}"},
		"null":             {"{\n    \"mcpServers\": null\n}", "{\n    \"mcpServers\": {\n        \"n\": {\n            \"command\": \"x\",\n            \"args\": [\"1\", \"2\"]\n        }\n    }\n}"},
		"one line":         {`{"mcpServers":{"a":{"command":"d"}}}`, `{"mcpServers":{"a":{"command":"d"},"n":{"command":"x","args":["1","2"]}}}`},
		"one airy line":    {`{ "mcpServers": { "a": { "command": "d" } } }`, `{ "mcpServers": { "a": { "command": "d" }, "n": {"command": "x", "args": ["1", "2"]} } }`},
		"Windows":          {"{\r\n  \"mcpServers\": {\r\n    \"a\": {}\r\n  }\r\n}\r\n", "{\r\n  \"mcpServers\": {\r\n    \"a\": {},\r\n    \"n\": {\r\n      \"command\": \"x\",\r\n      \"args\": [\"1\", \"2\"]\r\n    }\r\n  }\r\n}\r\n"},
		"tall lists":       {"{\n \"mcpServers\": {\n  \"a\": {\n   \"args\": [\n    \"q\"\n   ]\n  }\n }\n}", "{\n \"mcpServers\": {\n  \"a\": {\n   \"args\": [\n    \"q\"\n   ]\n  },\n  \"n\": {\n   \"command\": \"x\",\n   \"args\": [\n    \"1\",\n    \"2\"\n   ]\n  }\n }\n}"},
		"comma at the end": {"{\n  \"mcpServers\": {\n    \"a\": {}, // a\n    // more\n  },\n}", "{\n  \"mcpServers\": {\n    \"a\": {}, // a\n    // more\n    \"n\": {\n      \"command\": \"x\",\n      \"args\": [\"1\", \"2\"]\n    },\n  },\n}"},
		"only a comment":   {"{\n  \"mcpServers\": {\n    // none yet\n  }\n}", "{\n  \"mcpServers\": {\n    // none yet\n    \"n\": {\n      \"command\": \"x\",\n      \"args\": [\"1\", \"2\"]\n    }\n  }\n}"},
		"servers":          {"{\n  \"servers\": {},\n  \"inputs\": []\n}", "{\n  \"servers\": {\n    \"n\": {\n      \"command\": \"x\",\n      \"args\": [\"1\", \"2\"]\n    }\n  },\n  \"inputs\": []\n}"},
		"mcp":              {`{"mcp":{"a":{"command":["d"]}}}`, `{"mcp":{"a":{"command":["d"]},"n":{"command":"x","args":["1","2"]}}}`},
		"mcp.servers":      {`{"mcp":{"inputs":[],"servers":{"a":{"command":"d"}}}}`, `{"mcp":{"inputs":[],"servers":{"a":{"command":"d"},"n":{"command":"x","args":["1","2"]}}}}`},
		"bare":             {`{"a":{"command":"d"}}`, `{"a":{"command":"d"},"n":{"command":"x","args":["1","2"]}}`},
		"the first wrapper counts (G1)": {`{"mcp":{"a":{"command":"d"}},"servers":{"b":{"command":"d"}}}`,
			`{"mcp":{"a":{"command":"d"}},"servers":{"b":{"command":"d"},"n":{"command":"x","args":["1","2"]}}}`},
		"other settings": {"{\n  \"theme\": \"dark\" // at night\n}\n", "{\n  \"theme\": \"dark\", // at night\n  \"mcpServers\": {\n    \"n\": {\n      \"command\": \"x\",\n      \"args\": [\"1\", \"2\"]\n    }\n  }\n}\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := editText(t, test.file, put)
			if got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
			file := parse(t, got)
			if i := len(file.Servers) - 1; i < 0 || file.Servers[i].Name != "n" || !slices.Equal(file.Servers[i].Command, []string{"x", "1", "2"}) {
				t.Errorf("read as %+v", file.Servers)
			}
		})
	}
}

func TestAListKeepsWhatStaysTheSameInIt(t *testing.T) {
	const file = "{\"mcpServers\":{\"a\":{\"args\":[\n  \"-y\", // yes\n  // the package\n  \"x\",\n  \"--last\" // end\n]}}}"
	tests := map[string]struct {
		args     []string
		old, new string
	}{
		"one changed":       {[]string{"-y", "z", "--last"}, `"x"`, `"z"`},
		"one out":           {[]string{"-y", "--last"}, "// the package\n  \"x\",\n  ", "// the package\n  "},
		"the last out":      {[]string{"-y", "x"}, "\"x\",\n  \"--last\" // end", "\"x\"\n  // end"},
		"one in the middle": {[]string{"-y", "x", "w", "--last"}, "\"x\",\n", "\"x\",\n  \"w\",\n"},
		"one at the end":    {[]string{"-y", "x", "--last", "w"}, "\"--last\" // end\n", "\"--last\", // end\n  \"w\"\n"},
		"one at the start":  {[]string{"w", "-y", "x", "--last"}, "\"-y\"", "\"w\",\n  \"-y\""},
		"the same":          {[]string{"-y", "x", "--last"}, "", ""},
		"all others":        {[]string{"1", "2", "3"}, "\"-y\", // yes\n  // the package\n  \"x\",\n  \"--last\"", "\"1\", // yes\n  // the package\n  \"2\",\n  \"3\""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			want := strings.Replace(file, test.old, test.new, 1)
			got := editText(t, file, func(e *Editor) error { return e.Set("a", "args", test.args) })
			if got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
	empty := editText(t, file, func(e *Editor) error { return e.Set("a", "args", []string{}) })
	if empty != `{"mcpServers":{"a":{"args":[]}}}` {
		t.Error(empty)
	}
}

func TestALongListStandsOnSeveralLines(t *testing.T) {
	long := strings.Repeat("x", 60)
	got := editText(t, "", func(e *Editor) error { return e.Put("n", raw(`{"args":["`+long+`","`+long+`"]}`)) })
	if !strings.Contains(got, "\"args\": [\n        \""+long+"\",\n        \""+long+"\"\n      ]") {
		t.Error(got)
	}
}

func TestTakingOutKeepsCommentsAround(t *testing.T) {
	tests := map[string]struct{ file, want string }{
		"only one":         {`{"mcpServers":{ "a": {} }}`, `{"mcpServers":{}}`},
		"only one, lines":  {"{\"mcpServers\":{\n  \"a\": {},\n}}", "{\"mcpServers\":{}}"},
		"above the only":   {"{\"mcpServers\":{\n  // above\n  \"a\": {}\n}}", "{\"mcpServers\":{\n  // above\n}}"},
		"beside":           {"{\"mcpServers\":{\n  \"z\": {},\n  \"a\": {}, // beside\n  \"b\": {}\n}}", "{\"mcpServers\":{\n  \"z\": {},\n  // beside\n  \"b\": {}\n}}"},
		"above the last":   {"{\"mcpServers\":{\n  \"z\": {}, // z\n  // above\n  \"a\": {}\n}}", "{\"mcpServers\":{\n  \"z\": {} // z\n  // above\n}}"},
		"first of a line":  {`{"mcpServers":{"a":{},"b":{}}}`, `{"mcpServers":{"b":{}}}`},
		"last of a line":   {`{"mcpServers":{"b":{},"a":{}}}`, `{"mcpServers":{"b":{}}}`},
		"before a comma":   {`{"mcpServers":{"a":{} /* why */, "b":{}}}`, `{"mcpServers":{/* why */"b":{}}}`},
		"comma at the end": {"{\"mcpServers\":{\n  \"b\": {},\n  \"a\": {},\n}}", "{\"mcpServers\":{\n  \"b\": {},\n}}"},
		"twice there":      {`{"mcpServers":{"a":{"x":1},"b":{},"a":{}}}`, `{"mcpServers":{"b":{}}}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := editText(t, test.file, func(e *Editor) error { return e.Remove("a") }); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestSwitchingOffUsesTheWordOfTheEntry(t *testing.T) {
	tests := map[string]struct {
		file string
		off  bool
		want string
	}{
		"disabled":           {`{"mcpServers":{"a":{"disabled":false}}}`, true, `{"mcpServers":{"a":{"disabled":true}}}`},
		"enabled":            {`{"mcpServers":{"a":{"enabled":true}}}`, true, `{"mcpServers":{"a":{"enabled":false}}}`},
		"isActive":           {`{"mcpServers":{"a":{"isActive":true}}}`, true, `{"mcpServers":{"a":{"isActive":false}}}`},
		"several":            {`{"mcpServers":{"a":{"isActive":false,"disabled":true}}}`, false, `{"mcpServers":{"a":{"isActive":true,"disabled":false}}}`},
		"none":               {`{"mcpServers":{"a":{"x":1}}}`, true, `{"mcpServers":{"a":{"x":1,"disabled":true}}}`},
		"that of neighbours": {`{"mcp":{"b":{"enabled":true},"a":{"x":1}}}`, true, `{"mcp":{"b":{"enabled":true},"a":{"x":1,"enabled":false}}}`},
		"a wrong value":      {`{"mcpServers":{"a":{"disabled":"yes"}}}`, false, `{"mcpServers":{"a":{"disabled":false}}}`},
		"the one that counts": {`{"mcpServers":{"a":{"disabled":true},"a":{"disabled":false}}}`, true,
			`{"mcpServers":{"a":{"disabled":true},"a":{"disabled":true}}}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := editText(t, test.file, func(e *Editor) error { return e.SetDisabled("a", test.off) }); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestAFailedChangeChangesNothing(t *testing.T) {
	const file = `{"mcpServers":{"a":{"command":"d"},"b":{"command":"e"}}}`
	tests := map[string]struct {
		file   string
		change func(*Editor) error
		words  []string
	}{
		"name taken":            {file, func(e *Editor) error { return e.Rename("a", "b") }, []string{`"b"`, "taken"}},
		"no such server":        {file, func(e *Editor) error { return e.Rename("x", "y") }, []string{`"x"`}},
		"none to switch off":    {file, func(e *Editor) error { return e.SetDisabled("x", true) }, []string{`"x"`}},
		"none to set":           {file, func(e *Editor) error { return e.Set("x", "y", 1) }, []string{`"x"`}},
		"no object":             {file, func(e *Editor) error { return e.Put("x", raw(`"npx"`)) }, []string{`"x"`, "object"}},
		"no JSON":               {file, func(e *Editor) error { return e.Put("x", raw(`{`)) }, []string{`"x"`, "object"}},
		"no value":              {file, func(e *Editor) error { return e.Set("a", "y", func() {}) }, []string{`"y"`}},
		"a name of the file's":  {`{"a":{"command":"d"}}`, func(e *Editor) error { return e.Put("mcpServers", raw(`{"command":"d"}`)) }, []string{"taken"}},
		"a name with a meaning": {`{"mcp":{"a":{"command":"d"}}}`, func(e *Editor) error { return e.Put("servers", raw(`{}`)) }, []string{"meaning"}},
		"taken by no server":    {`{"mcpServers":{"$schema":"x"}}`, func(e *Editor) error { return e.Put("$schema", raw(`{"command":"d"}`)) }, []string{"taken"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var failed error
			got := editText(t, test.file, func(e *Editor) error { failed = test.change(e); return nil })
			if got != test.file {
				t.Errorf("the text became %s", got)
			}
			if failed == nil {
				t.Fatal("no error")
			}
			for _, word := range test.words {
				if !strings.Contains(failed.Error(), word) {
					t.Errorf("%q does not mention %s", failed, word)
				}
			}
		})
	}
}

func TestAFileThatIsNoServersFileIsNeverWritten(t *testing.T) {
	tests := map[string]struct{ text, words string }{
		"broken":       {"{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"d\"\n", "Line"},
		"two objects":  {"{}\n{}", "Line 2"},
		"a list":       {"[]", "must be an object"},
		"a wrong list": {`{"mcpServers":[]}`, `"mcpServers" must be an object`},
		"a web page":   {"<html>", "Line 1"},
		"half a pair":  {"\xff\xfe{\x00}\x00\x00\xd8", "UTF-8"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "servers.json")
			write(t, path, test.text)
			err := Edit(path, func(e *Editor) error { return e.Put("n", raw(`{"command":"x"}`)) })
			if err == nil || !strings.Contains(err.Error(), test.words) {
				t.Errorf("error %v does not mention %q", err, test.words)
			}
			if got := read(t, path); got != test.text {
				t.Errorf("the file became %q", got)
			}
		})
	}
}

func TestWindowsEncodingsAreKept(t *testing.T) {
	text := "{\r\n  \"mcpServers\": {\r\n    \"é😀\": {}\r\n  }\r\n}\r\n"
	want := strings.Replace(text, "{}", "{\r\n      \"disabled\": true\r\n    }", 1)
	for _, mark := range []string{"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"} {
		code := tree.EncodingOf([]byte(mark))
		got := editText(t, string(code.Encode([]byte(text))), func(e *Editor) error { return e.SetDisabled("é😀", true) })
		if got != string(code.Encode([]byte(want))) {
			t.Errorf("with %q: %q", mark, got)
		}
	}
	bare := tree.EncodingOf([]byte("{\x00"))
	if got := editText(t, string(bare.Encode([]byte(text))), func(e *Editor) error { return e.SetDisabled("é😀", true) }); got != string(bare.Encode([]byte(want))) {
		t.Errorf("without a mark: %q", got)
	}
}

func TestEntriesAreAddedWithTheInputsTheyAskFor(t *testing.T) {
	inputs := []json.RawMessage{raw(`{"id":"tok","type":"promptString","password":true}`), raw(`{"id":"unused","type":"promptString"}`)}
	entry := config.Entry{Name: "a", Raw: raw(`{"command":"d","env":{"T":"${input:tok}"}}`)}
	tests := map[string]struct {
		file  string
		names []string
		want  string
	}{
		"none yet": {`{"mcpServers":{"b":{}}}`, []string{"a"},
			`{"mcpServers":{"b":{},"a":{"command":"d","env":{"T":"${input:tok}"}}},"inputs":[{"id":"tok","type":"promptString","password":true}]}`},
		"there already": {`{"inputs":[{"type":"promptString","id":"tok","password":true}],"servers":{"b":{}}}`, []string{"a"},
			`{"inputs":[{"type":"promptString","id":"tok","password":true}],"servers":{"b":{},"a":{"command":"d","env":{"T":"${input:tok}"}}}}`},
		"another of that id": {`{"inputs":[{"type":"promptString","id":"tok"}],"servers":{"a":{}}}`, []string{"a-2"},
			`{"inputs":[{"type":"promptString","id":"tok"},{"id":"tok-2","type":"promptString","password":true}],"servers":{"a":{},"a-2":{"command":"d","env":{"T":"${input:tok-2}"}}}}`},
		"settings": {`{"mcp":{"servers":{"b":{"command":"e"}}}}`, []string{"a"},
			`{"mcp":{"servers":{"b":{"command":"e"},"a":{"command":"d","env":{"T":"${input:tok}"}}},"inputs":[{"id":"tok","type":"promptString","password":true}]}}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var names []string
			got := editText(t, test.file, func(e *Editor) (err error) { names, err = e.Add(inputs, entry); return err })
			if !configtest.SameJSON(t, got, test.want) || !slices.Equal(names, test.names) {
				t.Errorf("\n got %s %q\nwant %s %q", got, names, test.want, test.names)
			}
		})
	}
}

func TestSeveralEntriesOfOneNameAllGetIn(t *testing.T) {
	var names []string
	got := editText(t, "", func(e *Editor) (err error) {
		names, err = e.Add(nil, config.Entry{Name: "a", Raw: raw(`{"command":"1"}`)}, config.Entry{Name: "a", Raw: raw(`{"command":"2"}`)}, config.Entry{Name: "", Raw: raw(`{"command":"3"}`)})
		return err
	})
	if want := []string{"a", "a-2", ""}; !slices.Equal(names, want) {
		t.Errorf("names %q", names)
	}
	var commands []string
	for _, s := range parse(t, got).Servers {
		commands = append(commands, s.Command...)
	}
	if !slices.Equal(commands, []string{"1", "2", "3"}) {
		t.Errorf("servers %q", commands)
	}
}

func TestNamesAndTextsAreThoseOfTheFile(t *testing.T) {
	editText(t, "{\"servers\":{\"z\":{\"n\":12345678901234567890, /* c */ \"l\":[1,],},\"$schema\":\"x\",\"a\":{},\"z\":{\"n\":1.50}}}", func(e *Editor) error {
		if got := e.Names(); !slices.Equal(got, []string{"z", "a"}) {
			t.Errorf("names %q", got)
		}
		if got := string(e.Raw("z")); !configtest.SameJSON(t, got, `{"n":1.50}`) || !strings.Contains(got, "1.50") {
			t.Errorf("z is %s", got)
		}
		if e.Raw("none") != nil {
			t.Error("something where nothing is")
		}
		return nil
	})
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestWhatIsWrittenIntoAnEntryIsLookedAtFirst(t *testing.T) {
	wiretest.Alone(t, func(t *testing.T) {
		deep := []byte(`{"command":"x","a":` + strings.Repeat("[", 2<<20))
		e, err := newEditor("servers.json", nil)
		if err != nil {
			t.Fatal(err)
		}
		if e.Put("a", deep) == nil {
			t.Error("it was written")
		}
	})
}

func environment(name string) string {
	return map[string]string{"TOKEN": "t0ken", "REGION": "eu", "HOME": "/home/u"}[name]
}

func names(file config.File) []string {
	var names []string
	for _, s := range file.Servers {
		names = append(names, s.Name)
	}
	return names
}

func parse(t *testing.T, text string) config.File {
	t.Helper()
	file, err := config.Parse("servers.json", []byte(text), environment)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// fields is all of an entry, which does not print itself whole.
func fields(s config.Server) string {
	type open config.Server
	return fmt.Sprintf("%+v", open(s))
}
