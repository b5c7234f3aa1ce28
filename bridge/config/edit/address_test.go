package edit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An address is changed where it stands, in the word that is there; what it refers to stays a reference.
func TestAddressIsChangedWhereItStands(t *testing.T) {
	const to = "https://new.example/mcp"
	for name, c := range map[string]struct {
		entry     string
		withQuery bool
		want      string // "" is refused
	}{
		"url":                     {`{"url": "https://lab.example/mcp"}`, false, `{"url": "` + to + `"}`},
		"the word that is there":  {`{"serverUrl": "https://lab.example/mcp" /* mine */}`, false, `{"serverUrl": "` + to + `" /* mine */}`},
		"the one that counts":     {`{"url": "https://b.example", "httpUrl": "https://lab.example/mcp"}`, false, `{"url": "https://b.example", "httpUrl": "` + to + `"}`},
		"its query goes":          {`{"url": "https://lab.example/mcp?x=1"}`, false, `{"url": "` + to + `"}`},
		"its query stays":         {`{"url": "https://lab.example/mcp?key=${KEY}"}`, true, `{"url": "` + to + `?key=${KEY}"}`},
		"a reference in the path": {`{"url": "https://lab.example/${TENANT}/mcp"}`, false, ""},
		"a reference in braces":   {`{"url": "{env:LAB}/mcp"}`, false, ""},
		"one of Windows":          {`{"url": "%LAB%/mcp"}`, false, ""},
		"inside an object":        {`{"transport": {"url": "https://lab.example/mcp"}}`, false, ""},
		"a program":               {`{"command": "npx"}`, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "servers.json")
			before, after := `{"mcpServers": {"lab": `, `}}`
			if err := os.WriteFile(path, []byte(before+c.entry+after), 0o600); err != nil {
				t.Fatal(err)
			}
			err := Edit(path, func(e *Editor) error {
				if c.withQuery {
					return e.MoveWithQuery("lab", to)
				}
				return e.Move("lab", to)
			})
			text, _ := os.ReadFile(path)
			switch {
			case c.want == "" && (err == nil || !strings.Contains(err.Error(), "press Edit") || string(text) != before+c.entry+after):
				t.Errorf("%v\n%s", err, text)
			case c.want != "" && (err != nil || string(text) != before+c.want+after):
				t.Errorf("%v\n%s", err, text)
			}
		})
	}
}
