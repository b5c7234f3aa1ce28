package outline_test

import (
	"slices"
	"strings"
	"testing"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

func TestTheListOfServersIsFound(t *testing.T) {
	for text, want := range map[string]string{
		`{"mcpServers":{}}`: "mcpServers",
		`{"servers":{"a":{"command":"x"}},"mcpServers":null}`:              "mcpServers",
		`{"mcp":{"servers":{"a":{"command":"x"}}}}`:                        "mcp servers",
		`{"mcp":{"servers":{"command":"x"}}}`:                              "mcp",
		`{"a":{"command":"x"},"inputs":{"command":"x"}}`:                   "",
		`{"tools":{"mcp":{"a":{"url":"https://a.example"}}},"b":{"c":{}}}`: "tools mcp",
		`{"theme":"dark"}`: "mcpServers",
	} {
		root, err := tree.Parse("f.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(outline.ListPath(root), " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestListsBesideTheServersLeaveSomeOut(t *testing.T) {
	root, err := tree.Parse("f.json", []byte(`{"excludeMCPServers":["a"],"mcp":{"allowed":["a","b"]},"mcpServers":{}}`))
	if err != nil {
		t.Fatal(err)
	}
	lists := outline.SwitchLists(root, []string{"mcpServers"})
	out := slices.DeleteFunc([]string{"a", "b", "c"}, func(name string) bool { return !outline.LeavesOut(lists, name) })
	if len(lists) != 2 || !slices.Equal(out, []string{"a", "c"}) {
		t.Errorf("%v leave out %q", lists, out)
	}
}

func TestAnEntrySaysInItsOwnWordWhetherItIsOff(t *testing.T) {
	for text, off := range map[string]bool{
		`{"disabled":true}`: true, `{"enabled":"no"}`: true, `{"anythingllm":{"autoStart":false}}`: true, `{"status":"ACTIVE"}`: false,
		`{"enabled":false,"enabled":true}`: false,
	} {
		root, err := tree.Parse("f.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		members, _ := tree.MembersOf(root)
		if words := outline.Switches(members); len(words) != 1 || words[0].Off != off {
			t.Errorf("%s: %v", text, words)
		}
	}
}

func TestANameThatIsTakenGetsTheFirstFreeNumber(t *testing.T) {
	taken := func(name string) bool { return name == "a" || name == "a-2" }
	if got := outline.Unique("a", taken); got != "a-3" {
		t.Error(got)
	}
}
