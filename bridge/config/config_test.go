package config_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/bridge/config"
	"parley/bridge/config/tree"
)

func environment(name string) string {
	return map[string]string{"TOKEN": "t0ken", "REGION": "eu", "HOME": "/home/u"}[name]
}

func parse(t *testing.T, text string) config.File {
	t.Helper()
	file, err := config.Parse("servers.json", []byte(text), environment)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// one parses a file with one entry called a.
func one(t *testing.T, entry string) config.Server {
	t.Helper()
	file := parse(t, `{"mcpServers":{"a":`+entry+`}}`)
	if len(file.Servers) != 1 || file.Servers[0].Name != "a" {
		t.Fatalf("servers %+v", file.Servers)
	}
	return file.Servers[0]
}

// fields is all of an entry, which does not print itself whole.
func fields(s config.Server) string { return fmt.Sprintf("%+v", exported(s)) }

func equal(a, b config.Server) bool { return reflect.DeepEqual(exported(a), exported(b)) }

// exported are the fields that others see.
func exported(s config.Server) []any {
	var all []any
	for field, value := range reflect.ValueOf(s).Fields() {
		if field.IsExported() {
			all = append(all, value.Interface())
		}
	}
	return all
}

func TestEntriesAreReadInWhicheverWayPeopleWriteThem(t *testing.T) {
	tests := map[string]struct {
		entry string
		want  config.Server
	}{
		"command and args": {`{"command":"npx","args":["-y","demo"]}`, config.Server{Command: []string{"npx", "-y", "demo"}}},
		"command as a list (G2)": {`{"command":["bun","x","demo"],"args":["-v"]}`,
			config.Server{Command: []string{"bun", "x", "demo", "-v"}}},
		"arguments that are no text": {`{"command":"demo","args":[8080,"x",true,12345678901234567890]}`,
			config.Server{Command: []string{"demo", "8080", "x", "true", "12345678901234567890"}}},
		"environment wins over env (G3)": {`{"command":"demo","env":{"A":"1","B":"2"},"environment":{"A":"3"}}`,
			config.Server{Command: []string{"demo"}, Env: map[string]string{"A": "3"}}},
		"variables that are no text": {`{"command":"demo","env":{"PORT":8080,"DEBUG":true,"EMPTY":"","GONE":null,"BIG":12345678901234567890}}`,
			config.Server{Command: []string{"demo"}, Unset: []string{"GONE"},
				Env: map[string]string{"PORT": "8080", "DEBUG": "true", "EMPTY": "", "BIG": "12345678901234567890"}}},
		"own folder": {`{"command":"~/bin/demo","args":["~/data","a~b","~other/x","~"],"cwd":"~"}`,
			config.Server{Command: []string{"/home/u/bin/demo", "/home/u/data", "a~b", "~other/x", "/home/u"}, Cwd: "/home/u"}},
		"Windows path": {`{"command":"C:\\Program Files\\nodejs\\node.exe","args":["D:\\x\\"]}`,
			config.Server{Command: []string{`C:\Program Files\nodejs\node.exe`, `D:\x\`}}},
		"address and headers (G6)": {`{"url":"https://mcp.example.org/mcp","headers":{"Authorization":"Bearer ${TOKEN}","X":"${env:REGION}-$HOME-${A-B}-${X:-d}"}}`,
			config.Server{URL: "https://mcp.example.org/mcp", Headers: map[string]string{"Authorization": "Bearer t0ken", "X": "eu-$HOME-${A-B}-${X:-d}"}}},
		"variables elsewhere": {`{"command":"${env:HOME}/demo","args":["${HOME}","${env:REGION}"],"env":{"T":"${env:TOKEN}","U":"${TOKEN}"},"cwd":"${env:HOME}"}`,
			config.Server{Command: []string{"/home/u/demo", "${HOME}", "eu"}, Env: map[string]string{"T": "t0ken", "U": "${TOKEN}"}, Cwd: "/home/u"}},
		"limits": {`{"command":"demo","timeout":1500,"answerTimeout":60000,"answerOnOpen":true,"protocolVersion":"2025-11-25"}`,
			config.Server{Command: []string{"demo"}, Timeout: 1500 * time.Millisecond, AnswerTimeout: time.Minute, AnswerOnOpen: true, Protocol: "2025-11-25"}},
		"no limit means the default (G5)": {`{"command":"demo","timeout":0,"answerTimeout":-5}`, config.Server{Command: []string{"demo"}}},
		"fractions of a millisecond":      {`{"command":"demo","timeout":1500.5}`, config.Server{Command: []string{"demo"}, Timeout: 1500500 * time.Microsecond}},
		"members of other apps":           {`{"command":"demo","alwaysAllow":["x"],"autoApprove":[],"tools":["*"]}`, config.Server{Command: []string{"demo"}}},
		"nothing written as null": {`{"command":"demo","args":null,"env":null,"cwd":null,"url":null,"headers":null,"timeout":null,"disabled":null}`,
			config.Server{Command: []string{"demo"}}},
		"type of a program":  {`{"type":"stdio","command":"demo"}`, config.Server{Transport: config.Program, Command: []string{"demo"}}},
		"type of an address": {`{"type":"streamable-http","url":"http://127.0.0.1:9/mcp"}`, config.Server{Transport: config.Streamable, URL: "http://127.0.0.1:9/mcp"}},
		"type in other words": {`{"transport":"streamableHttp","url":"http://127.0.0.1:9/mcp"}`,
			config.Server{Transport: config.Streamable, URL: "http://127.0.0.1:9/mcp"}},
		"type decides, address": {`{"type":"http","command":"node","url":"https://x.example/mcp"}`, config.Server{URL: "https://x.example/mcp"}},
		"type decides, program": {`{"type":"local","command":"node","url":"https://x.example/mcp","headers":{"A":"b"}}`,
			config.Server{Transport: config.Program, Command: []string{"node"}}},
		"disabled (G4)":          {`{"command":"demo","disabled":true}`, config.Server{Command: []string{"demo"}, Disabled: true}},
		"not enabled (G4)":       {`{"command":"demo","enabled":false}`, config.Server{Command: []string{"demo"}, Disabled: true}},
		"not active":             {`{"command":"demo","isActive":false}`, config.Server{Command: []string{"demo"}, Disabled: true}},
		"not disabled (G4)":      {`{"command":"demo","disabled":false}`, config.Server{Command: []string{"demo"}}},
		"enabled (G4)":           {`{"command":"demo","enabled":true}`, config.Server{Command: []string{"demo"}}},
		"disabled beats enabled": {`{"command":"demo","disabled":true,"enabled":true}`, config.Server{Command: []string{"demo"}, Disabled: true}},
		"not enabled either way": {`{"command":"demo","disabled":false,"enabled":false}`, config.Server{Command: []string{"demo"}, Disabled: true}},
		"headers that are no text": {`{"url":"https://x.example","headers":{"X-N":5,"X-B":true}}`,
			config.Server{URL: "https://x.example", Headers: map[string]string{"X-N": "5", "X-B": "true"}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			test.want.Name = "a"
			if got := one(t, test.entry); !equal(got, test.want) {
				t.Errorf("\n got %s\nwant %s", fields(got), fields(test.want))
			}
		})
	}
}

func TestOneBadEntrySaysWhatIsWrongAndTheOthersLoad(t *testing.T) {
	tests := map[string]struct {
		entry string
		words []string
	}{
		"no object":               {`"npx demo"`, []string{"must be an object"}},
		"a list":                  {`["npx"]`, []string{"must be an object"}},
		"null":                    {`null`, []string{"must be an object"}},
		"nothing in it":           {`{}`, []string{"command", "url"}},
		"both":                    {`{"command":"node","url":"https://x.example/mcp"}`, []string{"command", "url", "type"}},
		"unknown type":            {`{"type":"carrier-pigeon","url":"https://x.example"}`, []string{"carrier-pigeon", "stdio", "http"}},
		"program without one":     {`{"type":"stdio","url":"https://x.example"}`, []string{"stdio", "no command"}},
		"address without one":     {`{"type":"sse","command":"x"}`, []string{"sse", "no url"}},
		"type that is no text":    {`{"type":5,"command":"x"}`, []string{`"type" must be text`}},
		"command that is none":    {`{"command":5}`, []string{`"command" must be text`}},
		"empty command":           {`{"command":""}`, []string{"command is empty"}},
		"empty list":              {`{"command":[]}`, []string{"command is empty"}},
		"args as text":            {`{"command":"x","args":"-y"}`, []string{`"args" must be a list`}},
		"an object in args":       {`{"command":"x","args":[{}]}`, []string{`"args" must be a list of texts`}},
		"env as a list":           {`{"command":"x","env":["A"]}`, []string{`"env" must be an object`}},
		"an object in env":        {`{"command":"x","env":{"A":{}}}`, []string{`variable "A" must be text`}},
		"a list in headers":       {`{"url":"https://x.example","headers":{"A":[]}}`, []string{`header "A" must be text`}},
		"null in headers":         {`{"url":"https://x.example","headers":{"A":null}}`, []string{`header "A" must be text`}},
		"no address":              {`{"url":"x.example/mcp"}`, []string{"whole address"}},
		"address of a file":       {`{"url":"file:///etc/passwd"}`, []string{"whole address"}},
		"time limit as text (G5)": {`{"command":"x","timeout":"30000"}`, []string{`"timeout" must be a number of milliseconds`}},
		"endless time limit":      {`{"command":"x","timeout":1e300}`, []string{`"timeout" is too large`}},
		"disabled as text":        {`{"command":"x","disabled":"yes"}`, []string{`"disabled" must be true or false`}},
		"header variable unset":   {`{"url":"https://x.example","headers":{"Authorization":"Bearer ${env:NOT_SET}"}}`, []string{"Authorization", "NOT_SET"}},
		"env variable unset":      {`{"command":"x","env":{"A":"${env:NOT_SET}"}}`, []string{"NOT_SET"}},
		"asks for input":          {`{"command":"x","env":{"T":"${input:tok}"}}`, []string{"${input:tok}", `"inputs"`}},
		"asks for a folder":       {`{"command":"x","args":["${workspaceFolder}/dist"]}`, []string{"${workspaceFolder}"}},
		"header asks for input":   {`{"url":"https://x.example","headers":{"A":"${input:tok}"}}`, []string{"${input:tok}"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			file := parse(t, `{"mcpServers":{"before":{"command":"demo"},"a":`+test.entry+`,"after":{"url":"https://ok.example"}}}`)
			if len(file.Servers) != 3 || file.Servers[0].Problem != nil || file.Servers[2].Problem != nil {
				t.Fatalf("servers %+v", file.Servers)
			}
			problem := file.Servers[1].Problem
			if file.Servers[1].Name != "a" || problem == nil {
				t.Fatalf("no problem in %+v", file.Servers[1])
			}
			for _, word := range test.words {
				if !strings.Contains(problem.Error(), word) {
					t.Errorf("%q does not mention %q", problem, word)
				}
			}
			if text := problem.Error(); !strings.HasSuffix(text, ".") {
				t.Errorf("%q is no sentence", text)
			}
		})
	}
}

func names(file config.File) []string {
	var names []string
	for _, s := range file.Servers {
		names = append(names, s.Name)
	}
	return names
}

func TestServersKeepTheOrderOfTheFile(t *testing.T) {
	file := parse(t, `{"mcpServers":{"zeta":{"command":"d"},"alpha":{"command":"d"},"データ.v2":{"command":"d"},"":{"command":"d"},"mid":{"command":"d"}}}`)
	if got, want := names(file), []string{"zeta", "alpha", "データ.v2", "", "mid"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestListIsFoundUnderTheNamesThatOtherAppsUse(t *testing.T) {
	tests := map[string]struct {
		text string
		want []string
		note string
	}{
		"mcpServers":                       {`{"mcpServers":{"m":{"command":"x"}}}`, []string{"m"}, ""},
		"mcpServers first (G1)":            {`{"mcp":{"a":{"command":"x"}},"servers":{"b":{"command":"x"}},"mcpServers":{"m":{"command":"x"}}}`, []string{"m"}, `"servers" are left out`},
		"servers before mcp (G1)":          {`{"mcp":{"m":{"command":"x"}},"servers":{"s":{"command":"x"}}}`, []string{"s"}, `"servers"`},
		"mcp":                              {`{"$schema":"https://x.example","mcp":{"loc":{"command":["x"]}}}`, []string{"loc"}, `"mcp"`},
		"mcp.servers":                      {`{"mcp":{"servers":{"loc":{"command":["x"]}}}}`, []string{"loc"}, `"mcp"`},
		"mcp with a server called servers": {`{"mcp":{"servers":{"command":"x"}}}`, []string{"servers"}, `"mcp"`},
		"no wrapper (G1, G13)":             {`{"$schema":"x","a":{"command":"x"},"builtins":{"on":true},"b":{"url":"https://x.example"},"c":null}`, []string{"a", "b"}, ""},
		"$schema among them (G13)":         {`{"mcpServers":{"$schema":"x","a":{"command":"x"}}}`, []string{"a"}, ""},
		"nothing of the kind":              {`{"theme":"dark"}`, nil, `Looked for: a list under one of the names "mcpServers", "servers", "mcp"`},
		"null":                             {`{"mcpServers":null}`, nil, "nothing is in it"},
		"an empty list":                    {`{"mcpServers":{}}`, nil, "nothing is in it"},
		"the last of two lists":            {`{"mcpServers":{"a":{"command":"x"}},"mcpServers":{"b":{"command":"x"}}}`, []string{"b"}, "2 times"},
		"a name nearly right":              {`{"mcpservers":{"a":{"command":"x"}}}`, []string{"a"}, `"mcpservers"`},
		"deep in the settings":             {`{"tools":{"mcp":{"servers":{"a":{"command":"x"}}}}}`, []string{"a"}, `"tools.mcp.servers"`},
		"each holds its name":              {`{"mcpServers":[{"name":"a","command":"x"},{"name":"b","url":"https://x.example"}]}`, []string{"a", "b"}, ""},
		"the names of Codex in JSON":       {`{"mcp_servers":{"a":{"command":"x"}}}`, []string{"a"}, `"mcp_servers"`},
		"toolnexus's own server":           {`{"mcpServer":{"a":{"command":"x"}}}`, nil, "No servers were found"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			file := parse(t, test.text)
			if got := names(file); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if notes := strings.Join(file.Notes, "\n"); (test.note == "") != (notes == "") || !strings.Contains(notes, test.note) {
				t.Errorf("notes %q, want %q", notes, test.note)
			}
		})
	}
}

func TestNotesTellWhatWasDecided(t *testing.T) {
	tests := map[string]struct{ text, note string }{
		"the same name twice":      {`{"mcpServers":{"a":{"command":"one"},"b":{"command":"two"},"a":{"command":"three"}}}`, `The name "a" is there more than once`},
		"a command left over":      {`{"mcpServers":{"mix":{"type":"http","command":"node","url":"https://x.example"}}}`, "the command is ignored"},
		"an address left over":     {`{"mcpServers":{"mix":{"type":"stdio","command":"node","url":"https://x.example"}}}`, "the url is ignored"},
		"milliseconds for seconds": {`{"mcpServers":{"a":{"command":"x","timeout":60}}}`, "60 milliseconds"},
		"an empty file":            {" \n", "empty"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			file := parse(t, test.text)
			if len(file.Notes) != 1 || !strings.Contains(file.Notes[0], test.note) {
				t.Errorf("notes %q, want %q", file.Notes, test.note)
			}
		})
	}
	file := parse(t, tests["the same name twice"].text)
	if !slices.Equal(names(file), []string{"a", "b"}) || file.Servers[0].Command[0] != "three" {
		t.Errorf("servers %+v", file.Servers)
	}
}

func TestBrokenFileSaysLineAndColumn(t *testing.T) {
	tests := map[string]struct {
		text         string
		line, column int
		words        string
	}{
		"a comma missing":  {"{\n  \"mcpServers\": {\n    \"a\": { \"command\": \"demo\" \n    \"b\": { \"command\": \"x\" }\n  }\n}", 4, 5, "comma"},
		"two objects":      {"{\"theme\":\"dark\"}\n{\"mcpServers\":{}}", 2, 1, "only one object"},
		"cut off":          {"{\"mcpServers\":\n{\"a\"", 2, 5, "ends too early"},
		"no quotation":     {"{\n mcpServers: {}}", 2, 2, ""},
		"no colon":         {"{\"mcpServers\" {}}", 1, 15, "colon"},
		"a number as name": {"{5:1}", 1, 2, "name in quotation marks"},
		"a list":           {"[1]", 1, 1, "must be an object"},
		"a word":           {"servers", 1, 1, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			file, err := config.Parse("servers.json", []byte(test.text), environment)
			var syntax *tree.SyntaxError
			if !errors.As(err, &syntax) || len(file.Servers) != 0 {
				t.Fatalf("error %v, file %+v", err, file)
			}
			if syntax.Line != test.line || syntax.Column != test.column || !strings.Contains(err.Error(), test.words) {
				t.Errorf("error %v, want line %d, column %d", err, test.line, test.column)
			}
			if !strings.HasPrefix(err.Error(), "servers.json cannot be read. Line ") {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestListThatIsNoObjectIsAnErrorOfTheFile(t *testing.T) {
	if _, err := config.Parse("servers.json", []byte(`{"mcpServers":["a"]}`), environment); err == nil || !strings.Contains(err.Error(), `"mcpServers" must be an object`) {
		t.Errorf("error %v", err)
	}
}

func TestCommentsTrailingCommasAndByteOrderMarksAreWelcome(t *testing.T) {
	const plain = "// mine\n{\"mcpServers\": { /* one */ \"a\": {\"command\": \"demo\", \"args\": [\"//no comment\", \"x\",],},\n// \"b\": {}\n},}\n// the end"
	wide := func(text string, low, high int) []byte {
		var out []byte
		for _, unit := range "\ufeff" + text {
			var pair [2]byte
			pair[low], pair[high] = byte(unit), byte(unit>>8)
			out = append(out, pair[:]...)
		}
		return out
	}
	for name, text := range map[string][]byte{
		"plain":    []byte(plain),
		"UTF-8":    []byte("\ufeff" + plain),
		"UTF-16LE": wide(plain, 0, 1),
		"UTF-16BE": wide(plain, 1, 0),
		"CRLF":     []byte(strings.ReplaceAll(plain, "\n", "\r\n")),
	} {
		t.Run(name, func(t *testing.T) {
			file, err := config.Parse("servers.json", text, environment)
			if err != nil || len(file.Servers) != 1 || !slices.Equal(file.Servers[0].Command, []string{"demo", "//no comment", "x"}) {
				t.Errorf("error %v, servers %+v", err, file.Servers)
			}
		})
	}
}

func TestSecretsAreInNoErrorAndNoNote(t *testing.T) {
	const secret = "hunter2"
	for _, text := range []string{
		`{"mcpServers":{"a":{"url":"https://x.example","headers":{"Authorization":"` + secret + ` ${env:NOT_SET} ${input:x}","B":["` + secret + `"]}}}}`,
		`{"mcpServers":{"a":{"command":"x","env":{"A":"` + secret + ` ${env:NOT_SET}","B":{"c":"` + secret + `"}}}}}`,
		`{"mcpServers":{"a":{"command":"x","env":"` + secret + `","headers":"` + secret + `"}}}`,
		`{"mcpServers":{"a":{"url":"` + secret + `","timeout":"` + secret + `"}}}`,
		`{"mcpServers":{"a":{"url":"https://x.example","headers":{"Authorization":"` + secret + `\q"}}}}`,
		`{"mcpServers":{"a":{"url":"https://x.example","headers":{"Authorization":` + secret + `}}}}`,
		`{"mcpServers":{"a":{"url":"https://x.example","headers":{"Authorization":"` + secret,
	} {
		file, err := config.Parse("servers.json", []byte(text), environment)
		said := strings.Join(file.Notes, "\n")
		if err != nil {
			said += err.Error()
		}
		for _, s := range file.Servers {
			if s.Problem == nil {
				t.Errorf("no problem in %s", text)
				continue
			}
			said += s.Problem.Error()
		}
		if said == "" || strings.Contains(said, secret) {
			t.Errorf("%s\nsays %q", text, said)
		}
	}
}

func TestMissingFileHoldsNoServers(t *testing.T) {
	file, err := config.Load(filepath.Join(t.TempDir(), "servers.json"), environment)
	if err != nil || len(file.Servers) != 0 || len(file.Notes) != 0 {
		t.Errorf("error %v, file %+v", err, file)
	}
}

func TestFileIsReadFromItsPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.json")
	if err := os.WriteFile(path, []byte(`{"mcpServers":{"a":{"command":"demo"}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := config.Load(path, environment)
	if err != nil || !slices.Equal(names(file), []string{"a"}) {
		t.Errorf("error %v, file %+v", err, file)
	}
}

func TestUnreadableFileIsAnErrorInWords(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "servers.json")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Load(folder, environment); err == nil || !strings.HasPrefix(err.Error(), "servers.json cannot be ") || strings.Contains(err.Error(), folder) {
		t.Errorf("error %v", err)
	}
}

func TestHugeFileIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.json")
	for name, text := range map[string]string{
		"long": `{"mcpServers":{}}` + strings.Repeat(" ", tree.MaxSize),
		"deep": strings.Repeat("[", tree.MaxBrackets+1),
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := config.Load(path, environment); err == nil || !strings.Contains(err.Error(), "far too large") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestDeepNonsenseIsAProblemOfItsEntryAlone(t *testing.T) {
	const levels = tree.MaxDeep - 10
	deep := strings.Repeat("[", levels) + strings.Repeat("]", levels)
	file := parse(t, `{"mcpServers":{"a":{"command":"x","args":`+deep+`},"b":{"command":"x"}}}`)
	if len(file.Servers) != 2 || file.Servers[0].Problem == nil || file.Servers[1].Problem != nil {
		t.Errorf("servers %+v", file.Servers)
	}
}
