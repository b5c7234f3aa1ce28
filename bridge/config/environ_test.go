package config

import (
	"strings"
	"testing"
)

// What comes from an app that hands on only a few variables starts with the safe part here, too, unless its entry says otherwise.
func TestBroughtServersStartWithWhatTheirOwnAppHandsOn(t *testing.T) {
	const servers = `{"mcpServers":{"a":{"command":"x"},"own":{"command":"x","inheritEnv":true},"web":{"url":"https://a.example"}}}`
	found := Find(t.Context(), machine{
		"/home/kim/.config/Claude/claude_desktop_config.json":                                                 servers,
		"/home/kim/.config/Cursor/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json": servers,
		"/home/kim/.config/Code/User/mcp.json":                                                                strings.Replace(servers, "mcpServers", "servers", 1),
		"/home/kim/.cursor/mcp.json":                                                                          servers,
		"/home/kim/.codex/config.toml":                                                                        "[mcp_servers.a]\ncommand = \"x\"\nenv_vars = [\"LAB_HOME\"]\n",
	}.places("linux", "/home/kim", nil))
	want := map[string]bool{"Claude Desktop": true, "Cline in Cursor": true, "Codex": true, "VS Code": false, "Cursor": false}
	if len(found) != len(want) {
		t.Fatalf("found %v", found)
	}
	for _, f := range found {
		for _, s := range f.File.Servers {
			if safe := want[f.App] && s.Name == "a"; s.OnlySafeEnv != safe {
				t.Errorf("%s of %s: the safe part alone: %v", s.Name, f.App, s.OnlySafeEnv)
			}
			if strings.Contains(string(f.Raw(s.Name)), "inheritEnv") != (s.Name == "own" || s.OnlySafeEnv) {
				t.Errorf("%s of %s comes as %s", s.Name, f.App, f.Raw(s.Name))
			}
		}
		if f.App == "Codex" && !strings.Contains(string(f.Raw("a")), `"LAB_HOME": "${env:LAB_HOME:-}"`) {
			t.Errorf("what Codex hands on besides is lost: %s", f.Raw("a"))
		}
	}
}

func TestPersonMayHaveItTheOtherWay(t *testing.T) {
	got, err := Understand(`{"mcpServers":{"a":{"command":"x"}}}`, environment)
	if err != nil || !got.Entries[0].Server.OnlySafeEnv {
		t.Fatal(got.Entries, err)
	}
	all := got.Entries[0].HandOn(false)
	if all.Server.OnlySafeEnv || !sameJSON(t, string(all.Raw), `{"command":"x"}`) {
		t.Errorf("all of it: %s", all.Raw)
	}
	if again := all.HandOn(true); !again.Server.OnlySafeEnv || !sameJSON(t, string(again.Raw), `{"command":"x","inheritEnv":false}`) {
		t.Errorf("the safe part: %s", again.Raw)
	}
}
