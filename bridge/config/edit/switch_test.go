package edit

import (
	"strings"
	"testing"
)

func TestASwitchIsTurnedInItsOwnWordAndPlace(t *testing.T) {
	for _, test := range []struct{ on, off string }{
		{`{"mcpServers":{"a":{"command":"x","active":true}}}`, `{"mcpServers":{"a":{"command":"x","active":false}}}`},
		{`{"mcpServers":{"a":{"command":"x","autostart":true}}}`, `{"mcpServers":{"a":{"command":"x","autostart":false}}}`},
		{`{"mcpServers":{"a":{"command":"x","state":"enabled"}}}`, `{"mcpServers":{"a":{"command":"x","state":"disabled"}}}`},
		{`{"mcpServers":{"a":{"command":"x","status":"ACTIVE"}}}`, `{"mcpServers":{"a":{"command":"x","status":"INACTIVE"}}}`},
		{`{"mcpServers":{"a":{"anythingllm":{"autoStart":true},"command":"x"}}}`, `{"mcpServers":{"a":{"anythingllm":{"autoStart":false},"command":"x"}}}`},
		{`{"mcpServers":{"a":{"command":"x"},"b":{"command":"x","active":true}}}`, `{"mcpServers":{"a":{"command":"x","active":false},"b":{"command":"x","active":true}}}`},
		{`{"excludeMCPServers":["b"],"mcpServers":{"a":{"command":"x"}}}`, `{"excludeMCPServers":["b", "a"],"mcpServers":{"a":{"command":"x"}}}`},
		{`{"mcp":{"excluded":[]},"mcpServers":{"a":{"command":"x"}}}`, `{"mcp":{"excluded":["a"]},"mcpServers":{"a":{"command":"x"}}}`},
		{`{"allowMCPServers":["b", "a"],"mcpServers":{"a":{"command":"x","disabled":false}}}`, `{"allowMCPServers":["b", "a"],"mcpServers":{"a":{"command":"x","disabled":true}}}`},
	} {
		for _, off := range []bool{true, false} {
			from, want := test.on, test.off
			if !off {
				from, want = test.off, test.on
			}
			got := editText(t, from, func(e *Editor) error { return e.SetDisabled("a", off) })
			if !off && strings.Contains(test.on, `"b":{"command":"x","active"`) {
				want = strings.Replace(want, `"a":{"command":"x"}`, `"a":{"command":"x","active":true}`, 1) // the word stays
			}
			if strings.ReplaceAll(got, ", ", ",") != strings.ReplaceAll(want, ", ", ",") {
				t.Errorf("off %v:\n%s\nmakes\n%s, want\n%s", off, from, got, want)
			}
			if file := parse(t, got); file.Servers[0].Disabled != off {
				t.Errorf("%s: %s", got, fields(file.Servers[0]))
			}
		}
	}
}

func TestSwitchingOnTakesEveryWordThatLeavesAServerOut(t *testing.T) {
	got := editText(t, `{"excludeMCPServers":["a","b"],"mcp":{"allowed":["b"]},"mcpServers":{"a":{"command":"x","active":false,"enabled":false},"b":{"command":"x"}}}`,
		func(e *Editor) error { return e.SetDisabled("a", false) })
	file := parse(t, got)
	if file.Servers[0].Disabled || !file.Servers[1].Disabled {
		t.Error(got)
	}
}

func TestAServerThatIsCalledOtherwiseStaysOff(t *testing.T) {
	got := editText(t, `{"mcp":{"excluded":["a"],"allowed":["c"]},"mcpServers":{"a":{"command":"x"}}}`, func(e *Editor) error { return e.Rename("a", "new") })
	if file := parse(t, got); !file.Servers[0].Disabled || !strings.Contains(got, `"excluded":["new"]`) {
		t.Error(got)
	}
}
