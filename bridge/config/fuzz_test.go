package config_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"parley/bridge/config"
	"parley/bridge/config/tree"
)

// FuzzParse reads whatever comes: it must neither fall over nor hang, tell nothing that a reference stands for, and give entries that are
// either a program or an address. Its seeds are the texts of the cases.
func FuzzParse(f *testing.F) {
	for _, text := range textsOfCases(f) {
		f.Add(text)
	}
	for _, text := range []string{asking, secrets, `{"mcp":{"a":{"command":["{file:x}"],"oauth":{"scope":"a"},"tools":["*"],"roots":["~"]}}}`, "\xff\xfe{\x00}\x00", "{", `{"a":{"url":"${input:x}"}}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkReading(t, "/proj/.vscode/mcp.json", text) })
}

// FuzzParseOtherLanguages is FuzzParse for files in YAML and TOML.
func FuzzParseOtherLanguages(f *testing.F) {
	for _, text := range textsOfCases(f) {
		f.Add(text)
	}
	f.Add([]byte("extensions: {a: &a {cmd: x, envs: {K: '${{ secrets.A }}'}, env_keys: [B]}, b: *a, c: {<<: *a, config: {uri: 'https://x.example'}}}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, path := range []string{"/h/.config/goose/config.yaml", "/proj/librechat.yaml", "/h/.codex/config.toml", "/h/.gemini/settings.json"} {
			checkReading(t, path, text)
		}
	})
}

// textsOfCases are the files of all cases about servers files.
func textsOfCases(f *testing.F) (texts [][]byte) {
	f.Helper()
	files, err := filepath.Glob("../../testdata/cases*/config-*.json")
	if err != nil || len(files) == 0 {
		f.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		var c struct {
			Input struct {
				Text   any    `json:"text"`
				Base64 string `json:"text_base64"`
			} `json:"input"`
		}
		if err := json.Unmarshal(raw, &c); err != nil {
			f.Fatal(err)
		}
		written, _ := c.Input.Text.(string)
		text := []byte(written)
		if c.Input.Base64 != "" {
			if text, err = base64.StdEncoding.DecodeString(c.Input.Base64); err != nil {
				f.Fatal(err)
			}
		}
		texts = append(texts, text)
	}
	return texts
}

// checkReading reads a text as a file at a place.
func checkReading(t *testing.T, path string, text []byte) {
	t.Helper()
	const secret = "hunter2-of-the-environment"
	src := config.Source{
		Path: path, OS: "linux",
		Getenv: func(name string) string {
			if name == "NO" {
				return ""
			}
			return secret
		},
		ReadFile: func(name string) ([]byte, error) {
			if strings.HasSuffix(name, ".env") {
				return text, nil
			}
			return nil, fs.ErrNotExist
		},
	}
	file, err := src.Parse(text)
	said := fmt.Sprintf("%v %q %s %+v", err, file.Notes, file.Servers, file)
	if err != nil && (len(file.Servers) > 0 || err.Error() == "") {
		t.Errorf("error %q with servers %s", err, file.Servers)
	}
	again, _ := src.Parse(text)
	if !reflect.DeepEqual(file, again) {
		t.Error("two readings differ")
	}
	seen := map[string]bool{}
	for _, s := range file.Servers {
		if seen[s.Name] {
			t.Errorf("%q twice", s.Name)
		}
		seen[s.Name] = true
		if s.Problem == nil && (len(s.Command) > 0) == (s.URL != "") {
			t.Errorf("%s is neither a program nor an address", fields(s))
		}
		values := map[string]string{}
		for _, in := range s.Inputs {
			values[in.ID] = "entered"
			if len(in.Options) > 0 {
				values[in.ID] = in.Options[0]
			}
		}
		filled, err := s.Fill(values)
		if err != nil {
			said += err.Error()
		} else if len(filled.Inputs) > 0 {
			t.Errorf("%s still asks", fields(filled))
		}
		if s.Fingerprint() == "" || filled.Fingerprint() != s.Fingerprint() {
			t.Errorf("%s has no fingerprint of its own", fields(s))
		}
		said += fmt.Sprint(filled, s.AsWritten())
	}
	if strings.Contains(said, secret) && !strings.Contains(string(text), secret) {
		t.Errorf("a secret is told: %s", said)
	}
}

// A large file is read in the time that its length takes, whatever is in it. With work that grows with the square of its length
// these texts would take as long as all other tests together.
func TestHostileFilesAreReadInTime(t *testing.T) {
	many := func(before, each, after string) string {
		var text strings.Builder
		text.WriteString(before)
		for i := 0; text.Len() < tree.MaxSize/32 && (i < tree.MaxBrackets/16 || !strings.Contains(each, "{")); i++ {
			if i > 0 {
				text.WriteString(",")
			}
			text.WriteString(strings.ReplaceAll(each, "#", fmt.Sprint(i)))
		}
		return text.String() + after
	}
	for name, text := range map[string]string{
		"bad entries":  many(`{"mcpServers":{`, `"#":5`, `}}`),
		"one name":     many(`{"mcpServers":{`, `"":0`, `}}`),
		"variables":    many(`{"mcpServers":{"a":{"command":"x","env":{`, `"#":"${env:TOKEN}"`, `}}}}`),
		"headers":      many(`{"mcpServers":{"a":{"url":"https://x.example","headers":{`, `"#":"${N#}"`, `}}}}`),
		"arguments":    many(`{"mcpServers":{"a":{"command":"x","args":[`, `"${env:A#}"`, `]}}}`),
		"inputs":       many(`{"inputs":[{"id":"1","type":"pickString","options":[`, `"#"`, `]}],"mcpServers":{"a":{"command":"${input:1}"}}}`),
		"folders":      many(`{"mcpServers":{"a":{"command":"x","roots":[`, `"/#"`, `]}}}`),
		"tools":        many(`{"mcpServers":{"a":{"command":"x","tools":{`, `"#":0`, `}}}}`),
		"members":      many(`{"mcpServers":{"a":{`, `"#":0`, `,"command":"x"}}}`),
		"braces":       `{"mcp":{"a":{"command":["` + strings.Repeat("${", tree.MaxBrackets/16) + `"]}}}`,
		"open strings": strings.Repeat(`"`, tree.MaxSize/32),
	} {
		t.Run(name, func(t *testing.T) {
			file, err := config.Parse("servers.json", []byte(text), environment)
			if err == nil && len(file.Servers) == 0 {
				t.Error("nothing was read")
			}
			if len(file.Notes) > mostNotes+1 {
				t.Errorf("%d notes", len(file.Notes))
			}
			for _, s := range file.Servers[:min(len(file.Servers), 10)] {
				_ = s.String() + s.Fingerprint()
			}
		})
	}
}

// The same for YAML and TOML.
func TestHostileFilesInOtherLanguagesAreReadInTime(t *testing.T) {
	lines := func(before, each string, n int) string {
		var text strings.Builder
		text.WriteString(before)
		for i := range n {
			text.WriteString(strings.ReplaceAll(each, "#", fmt.Sprint(i)))
		}
		return text.String()
	}
	for name, text := range map[string]string{
		"a.yaml servers":    lines("mcpServers:\n", "  s#: 5\n", 10_000),
		"b.yaml list":       lines("mcpServers:\n", "- {name: s#, command: x}\n", 6_000),
		"c.yaml secrets":    lines("mcpServers:\n  a:\n    command: x\n    env:\n", "      K#: ${{ secrets.S# }}\n", 6_000),
		"d.yaml env_keys":   lines("extensions:\n  a:\n    cmd: x\n    env_keys:\n", "    - K#\n", 3_000),
		"e.yaml deep":       strings.Repeat("- ", 50_000),
		"f.yaml flow":       strings.Repeat("[", 50_000),
		"g.yaml anchors":    lines("a0: &a0 x\n", "b#: &b# [*a0, *a0]\n", 10_000),
		"h.yaml merges":     lines("x: &x {a: 1}\n", "y#: {<<: [*x, *x]}\n", 10_000),
		"i.yaml one line":   "a: " + strings.Repeat("x ", 500_000),
		"j.toml servers":    lines("", "[mcp_servers.s#]\ncommand='x'\n", 6_000),
		"k.toml variables":  lines("[mcp_servers.a]\ncommand='x'\n[mcp_servers.a.env]\n", "K#='v'\n", 20_000),
		"l.toml brackets":   "a = " + strings.Repeat("[", 20_000),
		"m.toml open lines": strings.Repeat("[a\n", 20_000),
	} {
		t.Run(name, func(t *testing.T) {
			file, _ := config.Parse(strings.Fields(name)[0], []byte(text), environment)
			if len(file.Notes) > mostNotes+1 {
				t.Errorf("%d notes", len(file.Notes))
			}
			for _, s := range file.Servers[:min(len(file.Servers), 10)] {
				_ = s.String() + s.Fingerprint()
			}
		})
	}
}

// mostNotes is how much a person is told about one file.
const mostNotes = 50
