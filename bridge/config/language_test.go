package config_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/bridge/config"
	"parley/bridge/config/tree"
)

// in reads a text under a file name of another app.
func in(t *testing.T, path, text string, variables map[string]string) config.File {
	t.Helper()
	file, err := config.Source{Path: path, OS: "linux", Getenv: func(name string) string { return variables[name] }}.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestYAMLIsReadAsTheJSONThatItStandsFor(t *testing.T) {
	for text, want := range map[string]string{
		"a: [1, two, 0755, 0x1F, ~, 1.50, .inf, 2001-01-01, 'x', \"y\", yes, True]": `{"a":[1,"two","0755","0x1F",null,1.50,".inf","2001-01-01","x","y","yes",true]}`,
		"b: |\n  two\n  lines\nc: >-\n  one\n  line\n":                              `{"b":"two\nlines\n","c":"one line"}`,
		"x: &x {k: 1, l: 2}\ny:\n  <<: *x\n  l: 3\nz: *x\n":                         `{"x":{"k":1,"l":2},"y":{"l":3,"k":1},"z":{"k":1,"l":2}}`,
		"p: {k: 1}\nq: &q {k: 2, m: 1}\nr:\n  <<: [*q, {k: 9, n: 1}]\n":             `{"p":{"k":1},"q":{"k":2,"m":1},"r":{"k":2,"m":1,"n":1}}`,
		"1: a\ntrue: b\n":  `{"1":"a","true":"b"}`,
		"---\na: é\n...\n": `{"a":"é"}`,
	} {
		root, err := tree.YAML.Parse("x.yaml", []byte(text))
		if err != nil || string(root.Pack()) != want {
			t.Errorf("%q: %v\n got %s\nwant %s", text, err, root.Pack(), want)
		}
	}
	for _, text := range []string{"", "# nothing\n", "---\n", "null"} {
		if root, err := tree.YAML.Parse("x.yaml", []byte(text)); err != nil || root.Value != nil {
			t.Errorf("%q: %v %v", text, root, err)
		}
	}
}

func TestFaultsOfYAMLAndTOMLAreToldByLineAndColumnWithoutTheText(t *testing.T) {
	deep := strings.Repeat("{a: ", tree.MaxDeep+10) + strings.Repeat("}", tree.MaxDeep+10)
	for _, test := range []struct {
		path, text   string
		line, column int
		words        string
	}{
		{"c.yaml", "a:\n\tsecret: x\n", 2, 1, "tabulator"},
		{"c.yaml", "a: secret: x\n", 1, 10, "colon"},
		{"c.yaml", "ü: @secret\n", 1, 4, "quotation marks"},
		{"c.yaml", "a:\n  b: 1\n secret: 2\n", 3, 2, "indented"},
		{"c.yaml", "a: *secret\n", 1, 4, "no part has that name"},
		{"c.yaml", "a: \"C:\\secret\"\n", 1, 7, "backslash"},
		{"c.yaml", "a: [1, secret\n\n", 1, 14, "ends too early"},
		{"c.yaml", "a: 1\n---\nsecret: 2\n", 2, 1, "only one document"},
		{"c.yaml", "- secret\n", 1, 1, "names with values"},
		{"c.yaml", "? [secret]\n: 1\n", 1, 3, "must be text"},
		{"c.yaml", "a: 1\n<<<<<<< secret\nb: 1\n", 2, 1, "git"},
		{"c.yaml", "a: caf\xe9\n", 1, 7, "UTF-8"},
		{"c.yml", "a: " + deep, 1, 4*tree.MaxDeep + 4, "too much"},
		{"c.toml", "a = 1\nb = secret\n", 2, 5, "TOML"},
		{"c.toml", "a = 1\n=======\nb = 1\n", 2, 1, "git"},
		{"c.json", "{\n\"a\": 1,\n<<<<<<< secret\n}", 3, 1, "git"},
	} {
		_, err := config.Source{Path: "/x/" + test.path}.Parse([]byte(test.text))
		var syntax *tree.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%.40q: %v", test.text, err)
			continue
		}
		if syntax.Line != test.line || syntax.Column != test.column || !strings.Contains(syntax.What, test.words) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%.40q: %v, want line %d, column %d, %q", test.text, err, test.line, test.column, test.words)
		}
	}
}

func TestAnchorsThatRepeatOneAnotherAreBounded(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for name, text := range map[string]string{
		"many":  "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\n",
		"large": "a: &a " + long + "\nb: [" + strings.Repeat("*a,", 100) + "]\n",
		"own":   "a: &a [*a]\n",
	} {
		if _, err := (config.Source{Name: "c.yaml"}).Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), "cannot be read") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTOMLIsReadInTheOrderOfTheFileWithItsLines(t *testing.T) {
	file := in(t, "/h/.codex/config.toml", "[mcp_servers.z]\ncommand = 'x'\nargs = [8080, true]\nstartup_timeout_sec = 2.5\n\n[mcp_servers.\"a b\"]\nurl = 'https://x.example'\nhttp_headers = { A = 'b' }\n[mcp_servers.bad]\nargs = 'x'\ncommand = 'y'\n[mcp_servers.text]\nenv = 5\ncommand = 'x'\n", nil)
	if got := names(file); !slices.Equal(got, []string{"z", "a b", "bad", "text"}) {
		t.Fatal(got)
	}
	z, ab := file.Servers[0], file.Servers[1]
	if !slices.Equal(z.Command, []string{"x", "8080", "true"}) || z.Timeout != 2500*time.Millisecond || ab.Headers["A"] != "b" {
		t.Errorf("%s %s", fields(z), fields(ab))
	}
	for i, words := range map[int]string{2: `"args" must be a list, as in ["first", "second"]. See line 9`, 3: `"env" must be an object, as in {"NAME": "value"}. See line 12`} {
		if p := file.Servers[i].Problem; p == nil || !strings.Contains(p.Error(), words) {
			t.Errorf("%v, want %s", p, words)
		}
	}
}

func TestNamesThatAreNearlyRightAreTold(t *testing.T) {
	for entry, words := range map[string]string{
		`{"comand":"x"}`:   `It has "comand"; perhaps that should be called "command".`,
		`{"commandd":"x"}`: `"commandd"`, `{"commnad":"x"}`: `"commnad"`, `{"kommand":"x"}`: `"kommand"`,
		`{"cmd":"x"}`:           `perhaps that should be called "command"`,
		`{"uri":"https://x"}`:   `perhaps that should be called "url"`,
		`{"ulr":"https://x"}`:   `"ulr"`,
		`{"theme":"x","a":"b"}`: "neither a command to start nor a url to connect to. See",
	} {
		if p := one(t, entry).Problem; p == nil || !strings.Contains(p.Error(), words) {
			t.Errorf("%s: %v", entry, p)
		}
	}
}

func TestNoNoteTellsAPartOfAValue(t *testing.T) {
	file := parse(t, `{"mcpServers":{"a":{"url":"https://x.example","headers":{"A":"pa$Sw0rd","B":"Bearer $TOKEN","C":"${T:-s3cret}","D":"%s3cret%"}},
		"b":{"command":"x","env":{"K":"a$Sw0rd","L":"${env:N:-s3cret${env:M}}"}}}}`)
	said := strings.Join(file.Notes, "\n")
	for _, s := range file.Servers {
		if s.Problem != nil {
			said += s.Problem.Error()
		}
	}
	for _, secret := range []string{"Sw0rd", "s3cret"} {
		if strings.Contains(said, secret) {
			t.Errorf("%q is in %s", secret, said)
		}
	}
	if !strings.Contains(said, `"B"`) || !strings.Contains(said, "inside another") {
		t.Error(said)
	}
}

func TestTextsThatNothingCanCarryAreProblems(t *testing.T) {
	for entry, words := range map[string]string{
		`{"command":"x","args":["a\u0000"]}`:                 `"args" holds`,
		`{"command":"x\u0000"}`:                              `"command" holds`,
		`{"command":"x","cwd":"/a\u0000"}`:                   `"cwd" holds`,
		`{"command":"x","env":{"A":"\u0000"}}`:               `The variable "A" holds`,
		`{"command":"x","env":{"A=B":""}}`:                   `cannot be called "A=B"`,
		`{"url":"https://x.example","headers":{"A B":""}}`:   `cannot be called "A B"`,
		`{"url":"https://x.example","headers":{"A":"b\nc"}}`: "cannot be sent",
	} {
		if p := one(t, entry).Problem; p == nil || !strings.Contains(p.Error(), words) {
			t.Errorf("%s: %v", entry, p)
		}
	}
	if s := one(t, `{"url":"https://x.example","headers":{"A":" b\t\n"}}`); s.Problem != nil || s.Headers["A"] != "b" {
		t.Errorf("%s", fields(s))
	}
}

func TestARelativeFolderCountsFromTheProjectOrTheFile(t *testing.T) {
	for path, want := range map[string]string{"/p/.vscode/mcp.json": "/p/srv", "/d/servers.json": "/d/srv", "": "srv"} {
		s := oneOf(t, around(path, nil, nil), `{"mcpServers":{"a":{"command":"x","cwd":"./srv"}}}`)
		if path == "" {
			want = "./srv"
		}
		if s.Cwd != want || s.AsWritten().Cwd != "./srv" && path == "" {
			t.Errorf("%s: %s", path, fields(s))
		}
	}
	src := around(`D:\p\.vscode\mcp.json`, nil, nil)
	src.OS = "windows"
	if s := oneOf(t, src, `{"servers":{"a":{"command":"x","cwd":"srv"}}}`); s.Cwd != `D:\p\srv` {
		t.Errorf("%s", fields(s))
	}
}
