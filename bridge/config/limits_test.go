package config_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"parley/bridge/config"
	"parley/bridge/config/configtest"
	"parley/bridge/wiretest"
)

func TestNoFileEndsOrFillsParley(t *testing.T) {
	wiretest.Alone(t, func(t *testing.T) {
		for _, name := range slices.Sorted(maps.Keys(configtest.Hostile())) {
			text := configtest.Hostile()[name]
			configtest.HeldDown(t, func() {
				file, err := config.Parse(name, []byte(text), environment)
				if usable := slices.ContainsFunc(file.Servers, func(s config.Server) bool { return s.Problem == nil }); err == nil && usable {
					t.Errorf("%s holds a server", name)
				}
			})
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
	file, err := config.Source{Path: "/h/.codex/config.toml"}.Parse([]byte(codex.String()))
	if err != nil || len(file.Servers) != 1 || !slices.Equal(file.Servers[0].Command, []string{"x", "[[[", "a.b"}) {
		t.Errorf("%v %v", file.Servers, err)
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
			_, _ = config.Parse(name, []byte(text), environment)
		}
	})
}
