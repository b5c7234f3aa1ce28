package config_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parley/bridge/config"
)

const secrets = `{"inputs":[{"id":"tok","password":true}],"mcpServers":{"a":{"command":"demo","args":["--token","tok-123","${env:TOKEN}"],
	"env":{"API_KEY":"key-456","T":"${env:TOKEN}","I":"${input:tok}"},"cwd":"~"},
	"b":{"url":"https://u:pass-1@x.example/mcp?api_key=key-2&r=${env:TOKEN}","headers":{"Authorization":"Bearer ${env:TOKEN}","X":"head-3"},"auth":{"CLIENT_SECRET":"cs-4"}}}}`

func TestEntryIsShownAsItIsWritten(t *testing.T) {
	file := parse(t, secrets)
	a, b := file.Servers[0], file.Servers[1]
	shown := a.AsWritten()
	if !slices.Equal(shown.Command, []string{"demo", "--token", "tok-123", "${env:TOKEN}"}) || shown.Env["T"] != "${env:TOKEN}" || shown.Env["I"] != "${input:tok}" || shown.Cwd != "~" {
		t.Errorf("%s", fields(shown))
	}
	if shown := b.AsWritten(); shown.Headers["Authorization"] != "Bearer ${env:TOKEN}" || !strings.HasSuffix(shown.URL, "${env:TOKEN}") {
		t.Errorf("%s", fields(shown))
	}
	filled, err := a.Fill(map[string]string{"tok": "s3cret"})
	if err != nil || filled.Env["I"] != "s3cret" || filled.AsWritten().Env["I"] != "${input:tok}" {
		t.Errorf("%s, %v", fields(filled), err)
	}
	if a.Env["T"] != "t0ken" {
		t.Errorf("the entry itself changed: %s", fields(a))
	}
	made := config.Server{Name: "m", Command: []string{"x"}, Env: map[string]string{"A": "b"}}
	if !reflect.DeepEqual(made.AsWritten(), made) {
		t.Errorf("%s", fields(made.AsWritten()))
	}
}

func TestNoWayOfPrintingTellsASecret(t *testing.T) {
	file := parse(t, secrets)
	filled, err := file.Servers[0].Fill(map[string]string{"tok": "s3cret"})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, s := range append(file.Servers, filled, filled.AsWritten()) {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
			fmt.Fprintf(&out, verb+"\n", s)
			fmt.Fprintf(&out, verb+"\n", &s)
			fmt.Fprintf(&out, verb+"\n", []config.Server{s})
			fmt.Fprintf(&out, verb+"\n", config.File{Servers: []config.Server{s}})
		}
		fmt.Fprintln(&out, s.String(), s.GoString())
		slog.New(slog.NewTextHandler(&out, nil)).Info("x", "server", s)
		slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "server", s)
	}
	for _, secret := range []string{"key-456", "t0ken", "s3cret", "pass-1", "key-2", "head-3", "cs-4"} {
		if strings.Contains(out.String(), secret) {
			t.Errorf("%s is told", secret)
		}
	}
	for _, plain := range []string{"demo", "tok-123", "API_KEY", "Authorization", "x.example"} {
		if !strings.Contains(out.String(), plain) {
			t.Errorf("nothing says %s", plain)
		}
	}
}

func TestFingerprintIsOfWhatRuns(t *testing.T) {
	read := func(variables map[string]string, envFile, entry string) string {
		t.Helper()
		files := map[string]string{"/proj/.env": envFile}
		s := oneOf(t, around("/proj/.vscode/mcp.json", variables, files), `{"inputs":[{"id":"tok"}],"servers":{"a":`+entry+`}}`)
		if s.Problem != nil {
			t.Fatal(s.Problem)
		}
		if filled, err := s.Fill(map[string]string{"tok": "s3cret"}); err != nil || filled.Fingerprint() != s.Fingerprint() {
			t.Errorf("what is entered changes the program: %v", err)
		}
		return s.Fingerprint()
	}
	const entry = `{"command":"${env:TOOL}","args":["-x","${input:tok}"],"env":{"K":"${env:KEY}","L":"1"},"envFile":"${workspaceFolder}/.env"}`
	first := map[string]string{"TOOL": "/bin/one", "KEY": "k1"}
	same := read(first, "F=1", entry)
	if same == "" || same != read(first, "F=1", entry) {
		t.Error("not the same twice")
	}
	if same != read(map[string]string{"TOOL": "/bin/one", "KEY": "k2"}, "F=1", entry) {
		t.Error("a new secret asks again")
	}
	steered := func(file string) string { return read(first, file, entry) }
	for _, name := range []string{"NODE_OPTIONS", "LD_PRELOAD", "Path", "PYTHONSTARTUP", "BASH_ENV", "npm_config_registry", "PORT", "LAB_URL", "DATABASE_URL", "SSH_ASKPASS", "MONKEY"} {
		if steered(name+"=one") == steered(name+"=two") {
			t.Errorf("another %s in the file does not ask again", name)
		}
	}
	for _, name := range []string{"API_KEY", "NODE_AUTH_TOKEN", "UV_INDEX_PASSWORD", "GITHUB_PAT", "KEY", "LAB_ACCESSKEY", "DB_PASS", "client_secret"} {
		if steered(name+"=one") != steered(name+"=two") {
			t.Errorf("another %s in the file asks again", name)
		}
	}
	for what, other := range map[string]string{
		"another program by its variable": read(map[string]string{"TOOL": "/bin/two", "KEY": "k1"}, "F=1", entry),
		"another variable in the file":    read(first, "F=1\nLD_PRELOAD=x", entry),
		"another argument":                read(first, "F=1", strings.Replace(entry, "-x", "-y", 1)),
		"arguments joined":                read(first, "F=1", strings.Replace(entry, `"-x","$`, `"-x $`, 1)),
		"another value":                   read(first, "F=1", strings.Replace(entry, `"L":"1"`, `"L":"2"`, 1)),
		"another variable":                read(first, "F=1", strings.Replace(entry, `"L":"1"`, `"M":"1"`, 1)),
		"a folder":                        read(first, "F=1", strings.Replace(entry, `{"command"`, `{"cwd":"/x","command"`, 1)),
		"a variable taken away":           read(first, "F=1", strings.Replace(entry, `"L":"1"`, `"L":null`, 1)),
		"another environment":             read(first, "F=1", strings.Replace(entry, `{"command"`, `{"inheritEnv":false,"command"`, 1)),
	} {
		if other == same {
			t.Errorf("%s does not ask again", what)
		}
	}
	if same != read(first, "F=1", strings.Replace(entry, `{"command"`, `{"timeout":5000,"disabled":true,"roots":["/r"],"command"`, 1)) {
		t.Error("what runs nothing asks again")
	}
	if made := (config.Server{Command: []string{"x"}}); made.Fingerprint() == "" || made.Fingerprint() == (config.Server{Command: []string{"y"}}).Fingerprint() {
		t.Error("an entry that is in no file has no fingerprint")
	}
}

// What an address's entry takes from this computer or from the person is known, and its fingerprint is of all that is looked at.
func TestAddressThatDrawsOnThisComputerIsKnown(t *testing.T) {
	read := func(variables map[string]string, entry string) config.Server {
		t.Helper()
		src := around("/proj/opencode.json", variables, map[string]string{"/home/kim/.ssh/id": "k"})
		list, err := src.Parse([]byte(`{"mcp":{"a":` + entry + `}}`))
		if err != nil || len(list.Servers) != 1 || list.Servers[0].Problem != nil {
			t.Fatal(list, err)
		}
		return list.Servers[0]
	}
	variables := map[string]string{"HOST": "lab.example", "KEY": "k1", "HOME": "/home/kim"}
	for entry, want := range map[string][]string{
		`{"url":"https://lab.example/mcp"}`:                                                         nil,
		`{"url":"https://lab.example/mcp","headers":{"Authorization":"Bearer literal"}}`:            nil,
		`{"url":"https://{env:HOST}/mcp"}`:                                                          {"{env:HOST}"},
		`{"url":"https://lab.example/mcp?k=${env:KEY}"}`:                                            {"${env:KEY}"},
		`{"url":"https://lab.example/mcp","headers":{"X-A":"{file:~/.ssh/id}","X-B":"${env:KEY}"}}`: {"{file:~/.ssh/id}", "${env:KEY}"},
		`{"url":"https://lab.example/mcp","headers":{"X-A":"${KEY}"}}`:                              {"${KEY}"},
		`{"url":"https://lab.example/mcp","oauth":{"clientId":"x","clientSecret":"${env:KEY}"}}`:    {"${env:KEY}"},
		`{"type":"local","command":["x","${env:KEY}"],"environment":{"K":"${env:KEY}"}}`:            nil,
		`{"url":"https://lab.example/mcp","headers":{"X-A":"twice ${env:KEY}","X-B":"${env:KEY}"}}`: {"${env:KEY}"},
	} {
		if got := read(variables, entry).DrawsOn(); !slices.Equal(got, want) {
			t.Errorf("%s draws on %q, want %q", entry, got, want)
		}
	}
	const entry = `{"url":"https://{env:HOST}/mcp","headers":{"X-A":"${env:KEY}","X-B":"literal"}}`
	same := read(variables, entry).Fingerprint()
	other := map[string]string{"HOST": "lab.example", "KEY": "k2", "HOME": "/home/kim"}
	if same != read(other, entry).Fingerprint() || same != read(variables, strings.Replace(entry, "literal", "another", 1)).Fingerprint() {
		t.Error("another key asks again")
	}
	elsewhere := map[string]string{"HOST": "evil.example", "KEY": "k1", "HOME": "/home/kim"}
	for what, now := range map[string]config.Server{
		"another host by its variable": read(elsewhere, entry),
		"another path":                 read(variables, strings.Replace(entry, "/mcp", "/other", 1)),
		"another variable":             read(variables, strings.Replace(entry, "${env:KEY}", "${env:HOME}", 1)),
		"another header":               read(variables, strings.Replace(entry, "X-B", "X-C", 1)),
	} {
		if now.Fingerprint() == same {
			t.Errorf("%s does not ask again", what)
		}
	}
}

func TestTwoReadingsOfAFileAreEqual(t *testing.T) {
	if a, b := parse(t, secrets), parse(t, secrets); !reflect.DeepEqual(a, b) {
		t.Error("they differ")
	}
	a := parse(t, `{"mcpServers":{"a":{"command":"x"}}}`).Servers[0]
	b := parse(t, "// moved\n"+`{"mcpServers":{"a":{"command":"x","roots":["/r"],"logLevel":"debug","disabled":true}}}`).Servers[0]
	b.Roots, b.LogLevel, b.Disabled = nil, "", false
	if !reflect.DeepEqual(a, b) {
		t.Error("what can change while a server runs takes its connection away")
	}
}

func TestValuesThatOnlyReferMayBeShown(t *testing.T) {
	for value, want := range map[string]bool{
		"${env:T}": true, "Bearer ${env:T}": true, "bearer ${TOKEN}": true, "${input:tok}": true, "${env:A}${env:B}": true, "{env:T}": true,
		"": false, "key": false, "Bearer": false, "hunter2 ${env:T}": false, "${env:T}hunter2": false, "${T:-hunter2}": false, "Bearer hunter2": false,
	} {
		if got := config.OnlyRefers(value); got != want {
			t.Errorf("%q: %v, want %v", value, got, want)
		}
	}
}
