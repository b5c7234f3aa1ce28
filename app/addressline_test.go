package app

import (
	"strings"
	"testing"

	"parley/bridge/config"
)

func TestAnAddressIsShownLetterByLetterButForItsSecrets(t *testing.T) {
	for address, shown := range map[string]string{
		"https://lab.example.org/mcp":                                 "https://lab.example.org/mcp",
		"https://lab.example.org/a%20b?q=1&x=%2F#top":                 "https://lab.example.org/a%20b?q=" + mask + "&x=" + mask + "#top",
		"https://lab.example.org/mcp?api_key=sk-123&mode=fast":        "https://lab.example.org/mcp?api_key=" + mask + "&mode=" + mask,
		"https://lab.example.org/mcp?mode=fast&apiKey=a=b#x":          "https://lab.example.org/mcp?mode=" + mask + "&apiKey=" + mask + "#x",
		"https://lab.example.org/mcp?token=${input:token}&Token=left": "https://lab.example.org/mcp?token=${input:token}&Token=" + mask,
		"https://lab.example.org/mcp?key":                             "https://lab.example.org/mcp?key",
		"https://lab.example.org/mcp?key=":                            "https://lab.example.org/mcp?key=",
		"https://lab.example.org/mcp?0123456789abcdef":                "https://lab.example.org/mcp?" + mask,
		"https://lab.example.org/mcp#access_token=a&b":                "https://lab.example.org/mcp#access_token=" + mask + "&b",
		"https://me:hush@lab.example.org/mcp":                         "https://me:" + mask + "@lab.example.org/mcp",
		"https://me:p@ss:w@lab.example.org":                           "https://me:" + mask + "@lab.example.org",
		"https://me:${env:PASS}@lab.example.org/${env:PATH}":          "https://me:${env:PASS}@lab.example.org/${env:PATH}",
		"https://lab.example.org/@me:x/?sig=1":                        "https://lab.example.org/@me:x/?sig=" + mask,
		"${input:address}":                                            "${input:address}",
		"":                                                            "",
	} {
		if got := addressShown(address); got != shown {
			t.Errorf("%q is shown as %q, want %q", address, got, shown)
		}
	}
}

func TestAServersPageShowsNoKeyOfItsAddress(t *testing.T) {
	file, err := config.Parse("servers.json", []byte(`{"mcpServers":{"Lab":{"url":"https://me:hush-hush@lab.example.org/mcp?api_key=sk-123456&mode=fast"}}}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	var all string
	for _, f := range factsOf(file.Servers[0]) {
		all += strings.Join(f.lines, "\n")
	}
	if strings.Contains(all, "sk-123456") || strings.Contains(all, "hush-hush") || !strings.Contains(all, "mode=") {
		t.Errorf("it shows %q", all)
	}
}
