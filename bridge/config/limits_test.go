package config

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/bridge/wiretest"
)

// hostile are texts that end or fill a parser that nobody looked before, by the name of a file.
func hostile() map[string]string {
	many := func(text string) string { return strings.Repeat(text, 3<<20/len(text)) }
	return map[string]string{
		"brackets.toml":       "a = " + many("["),
		"braces.toml":         "a = " + many("{a="),
		"name.toml":           many("a.") + "a = 1",
		"header.toml":         "[" + many("a.") + "a]",
		"tables.toml":         "[[" + many("a.") + "a]]",
		"inline.toml":         "a = {" + many("a.") + "a = 1}",
		"inside.toml":         "a = " + strings.Repeat("{"+strings.Repeat("a.", 150)+"a = ", 10_000) + "1",
		"text.toml":           "a = '''\n[" + many("a.") + "a]\n'''",
		"kept.toml":           "[" + strings.Repeat("a.", 150) + "a]\n" + many("b = 1\n"),
		"behind-text.toml":    "a = \"\"\"\n\"\"\"\"\"\nb = 'it''s'\n# ' \n\"c\" = " + many("["),
		"values.toml":         "a = [" + many("1,") + "1]",
		"brackets.json":       many("["),
		"closed.json":         `{"a":` + strings.Repeat("[", 50_000) + strings.Repeat("]", 50_000) + "}",
		"braces.json":         many(`{"a":`),
		"comments.json":       many("/**/["),
		"values.json":         `{"mcpServers":{"a":{"args":[` + many("1,") + `1]}}}`,
		"commas.json":         `{"a":[` + many(",") + `]}`,
		"brackets.yaml":       "a: " + many("["),
		"braces.yaml":         "a: " + many("{a: "),
		"lines.yaml":          many("- "),
		"values.yaml":         "a:\n" + many("- 1\n"),
		"questions.yaml":      many("? "),
		"laughs.yaml":         laughs(),
		"merged.yaml":         "x: &x {a: 1, b: 2}\n" + strings.Repeat("y: {<<: ["+strings.Repeat("*x,", 1000)+"]}\n", 100),
		"itself.yaml":         "a: &a [*a]\n",
		"names.json":          `{"mcpServers":{` + numbered(`"#":{"command":5},`, 15_000) + `"x":5}}`,
		"members.json":        `{"mcpServers":{"a":{` + numbered(`"#":{"active":0},`, 15_000) + `"command":5}}}`,
		"excluded.json":       `{"excluded":[` + numbered(`"#",`, 30_000) + `"x"],"mcpServers":{` + numbered(`"#":5,`, 15_000) + `"x":5}}`,
		"anchored-above.yaml": "a: &a {b: {c: *a}}\n",
	}
}

func numbered(each string, times int) string {
	var text strings.Builder
	for i := range times {
		text.WriteString(strings.ReplaceAll(each, "#", fmt.Sprint(i)))
	}
	return text.String()
}

// laughs is text that stands for a billion times as much.
func laughs() string {
	var text strings.Builder
	text.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n")
	for i := range 9 {
		fmt.Fprintf(&text, "a%d: &a%d [%s]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d,", i), 10))
	}
	return text.String()
}

// heldDown fails when f takes more memory than a parser may, or longer than a person waits.
func heldDown(t *testing.T, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	f()
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 1000 {
		t.Errorf("it took %d MB", got)
	}
	if took > 20*time.Second { // far more than it needs, for machines that do other things, too
		t.Errorf("it took %v", took)
	}
}

func TestNoFileEndsOrFillsParley(t *testing.T) {
	wiretest.Alone(t, func(t *testing.T) {
		for _, name := range slices.Sorted(maps.Keys(hostile())) {
			text := hostile()[name]
			heldDown(t, func() {
				file, err := Parse(name, []byte(text), environment)
				if usable := slices.ContainsFunc(file.Servers, func(s Server) bool { return s.Problem == nil }); err == nil && usable {
					t.Errorf("%s holds a server", name)
				}
			})
		}
	})
}

func TestNoFileOfAnotherAppEndsOrFillsParley(t *testing.T) {
	wiretest.Alone(t, func(t *testing.T) {
		for _, name := range slices.Sorted(maps.Keys(hostile())) {
			text := hostile()[name]
			m := machine{"/h/.claude.json": `{"projects":{"/cloned":{}}}`}
			for _, at := range []string{".codex/config.toml", ".mcp.json", "opencode.json", "librechat.yaml", ".continue/mcpServers/a.yaml", ".gemini/settings.json"} {
				if filepath.Ext(at) == filepath.Ext(name) {
					m["/cloned/"+at] = text
				}
			}
			m["/h/.cursor/mcp.json"] = `{"mcpServers":{"good":{"command":"x"}}}`
			heldDown(t, func() {
				found := Find(t.Context(), m.places("linux", "/h", nil))
				if !slices.ContainsFunc(found, func(f Found) bool { return f.App == "Cursor" && len(f.File.Servers) == 1 }) {
					t.Errorf("%s hides what is good: %v", name, lines(found))
				}
			})
		}
	})
}

func TestNothingPastedEndsOrFillsParley(t *testing.T) {
	wiretest.Alone(t, func(t *testing.T) {
		var texts []string
		for name, text := range hostile() {
			text = text[:min(len(text), maxPasted)]
			texts = append(texts, text)
			if strings.HasSuffix(name, ".toml") {
				texts = append(texts, ("[mcp_servers.a]\n" + text)[:min(len(text), maxPasted)])
			}
		}
		entry := `"#":{"command":"x"},`
		texts = append(texts, "mcpServers:\n  a:\n    command: x\n    args: "+strings.Repeat("[", 200_000),
			`{"mcpServers":{`+strings.Repeat(entry, 20_000)+`"a":{"command":"x"}},"inputs":[`+strings.Repeat(`{"id":"x"},`, 40_000)+`{}]}`)
		for _, text := range texts {
			heldDown(t, func() { _, _ = Understand(text, environment) })
		}
	})
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

func TestFilesThatAppsReallyWriteAreRead(t *testing.T) {
	var codex strings.Builder
	codex.WriteString("model = \"gpt-5\"\nnotify = [\"python3\", \"/a/b.py\"]\n[profiles.o3]\nx = 1.5\nd = 1979-05-27T00:32:00.999999-07:00\n")
	for i := range 2000 {
		fmt.Fprintf(&codex, "[projects.\"/home/me/a.b.c.%d\"]\ntrust_level = \"trusted\"\n", i)
	}
	codex.WriteString("[mcp_servers.a]\ncommand = \"x\" # [[[\nargs = [\n  \"[[[\", # {{\n  'a.b',\n]\nenv = { \"A.B\" = \"{\", C.d = '''\n[x]\n''' }\n")
	file, err := Source{Path: "/h/.codex/config.toml"}.Parse([]byte(codex.String()))
	if err != nil || len(file.Servers) != 1 || !slices.Equal(file.Servers[0].Command, []string{"x", "[[[", "a.b"}) {
		t.Errorf("%v %v", file.Servers, err)
	}
}

func TestALookThroughOtherAppsEndsWithItsTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := machine{}
	places := m.places("linux", "/h", nil)
	answer := make(chan bool)
	defer close(answer)
	read := places.ReadFile
	places.ReadFile = func(path string) ([]byte, error) {
		if path == "/h/.cursor/mcp.json" { // on a disk that does not answer
			cancel()
			<-answer
			return nil, fs.ErrNotExist
		}
		return read(path)
	}
	found := Find(ctx, places)
	if len(found) != 1 || found[0].App != "Cursor" || found[0].Err == nil || !strings.Contains(found[0].Err.Error(), "too long") {
		t.Errorf("%v", found)
	}
}

func TestALookReadsNoMoreThanAllFilesTogetherMayHold(t *testing.T) {
	entries := make([]string, 40)
	for i := range entries {
		entries[i] = fmt.Sprintf(`"a%d":{"command":"x","envFile":".env"}`, i)
	}
	m := machine{"/p/.mcp.json": `{"mcpServers":{` + strings.Join(entries, ",") + "}}", "/p/.env": "A=" + strings.Repeat("x", maxAside-10)}
	places := m.places("linux", "/h", nil)
	places.Projects = []string{"/p"}
	found := Find(t.Context(), places)
	if len(found) != 1 || len(found[0].File.Servers) != 40 {
		t.Fatalf("%v", found)
	}
	if last := found[0].File.Servers[39]; last.Problem == nil || !strings.Contains(last.Problem.Error(), "too much") {
		t.Errorf("%v", last.Problem)
	}
}

func TestALookSaysWhichFileItIsAt(t *testing.T) {
	m := machine{"/h/.cursor/mcp.json": list("a"), "/h/.codex/config.toml": "[mcp_servers.a]\ncommand='x'\n"}
	places := m.places("linux", "/h", nil)
	var at []string
	places.Opening = func(path string) { at = append(at, path) }
	Find(t.Context(), places)
	if slices.Sort(at); !slices.Equal(at, []string{"/h/.codex/config.toml", "/h/.cursor/mcp.json"}) {
		t.Error(at)
	}
}

func TestAnEnvFileWhoseMarksNeverEndIsReadInTime(t *testing.T) {
	for _, text := range []string{
		`A="` + strings.Repeat("\n", maxAside), "A='\n" + strings.Repeat("B=\"\n", maxAside/4), strings.Repeat("A=`x\n", maxAside/5),
	} {
		heldDown(t, func() { envFile(text) })
	}
	got := envFile("A=\"one\ntwo\" # said\nB='x\ny'\nC=`z\nD=1\r\nE=\"\\\"q\\\"\"\n")
	want := map[string]string{"A": "one\ntwo", "B": "x\ny", "C": "`z", "D": "1", "E": `"q"`}
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is %q, want %q", name, got[name], value)
		}
	}
	if len(got) != len(want) {
		t.Error(got)
	}
}

// FuzzDepth gives every parser of files what is nested as deep as the text asks for, in pieces that hide brackets and dots from a look
// that does not know them.
func FuzzDepth(f *testing.F) {
	for _, seed := range []string{"[", "{a=", "a.", `{"a":`, "- ", "/*\"*/[", "'''\n'", "\"\"\"\\\"", "# [\n", "[\n", "? ", "&a [*a,"} {
		f.Add(seed, "", 100_000)
		f.Add("a = 'x'\n", seed, 30_000)
	}
	f.Fuzz(func(t *testing.T, before, each string, times int) {
		if each == "" {
			before, each = "", before
		}
		if len(each) > 64 || len(before) > 1000 || times < 0 {
			return
		}
		text := before + strings.Repeat(each, min(times, 1<<20/max(len(each), 1)))
		for _, name := range []string{"a.json", "a.yaml", "a.toml"} {
			_, _ = Parse(name, []byte(text), environment)
		}
	})
}
