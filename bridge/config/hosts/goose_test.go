package hosts_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"parley/bridge/config"
)

func TestWhatGooseWritesRunsAsItDoesThere(t *testing.T) {
	goose := in(t, "/h/.config/goose/config.yaml", "extensions:\n  developer: {type: builtin, name: developer, enabled: true}\n  a:\n    type: stdio\n    name: A\n    cmd: uvx\n    args: [demo]\n    envs: {K: v}\n    env_keys: [SET, NOT_SET, K]\n    timeout: 300\n    enabled: true\n    available_tools: []\n  b: {type: streamable_http, uri: 'https://x.example', enabled: false, available_tools: [one]}\n  old:\n    enabled: true\n    config: {type: stdio, cmd: npx -y demo, args: [], timeout: 0}\n", map[string]string{"SET": "here"})
	if got := names(goose); !slices.Equal(got, []string{"a", "b", "old"}) {
		t.Fatal(got)
	}
	a, b, old := goose.Servers[0], goose.Servers[1], goose.Servers[2]
	if a.Problem != nil || !slices.Equal(a.Command, []string{"uvx", "demo"}) || a.Timeout != 300*time.Second || a.Env["K"] != "v" || a.Env["SET"] != "here" || a.Tools != nil {
		t.Errorf("%s", fields(a))
	}
	if len(a.Inputs) != 1 || a.Inputs[0].ID != "NOT_SET" || !a.Inputs[0].Password {
		t.Errorf("asks for %v", a.Inputs)
	}
	if b.Transport != config.Streamable || !b.Disabled || !b.Tools["one"] {
		t.Errorf("%s", fields(b))
	}
	if !slices.Equal(old.Command, []string{"npx", "-y", "demo"}) || old.Timeout != 0 || old.Disabled {
		t.Errorf("%s", fields(old))
	}
	if notes := strings.Join(goose.Notes, " "); !strings.Contains(notes, "1 are a part of Goose") {
		t.Error(notes)
	}
}
