package edit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/bridge/config"
)

// A key that is asked for stands nowhere in the file; everything else in the file stays, also other headers.
func TestKeyIsAskedForInsteadOfWritten(t *testing.T) {
	for name, c := range map[string]struct{ before, want string }{
		"no headers": {"{\n  // mine\n  \"mcpServers\": {\n    \"Sales DX\": {\n      \"url\": \"https://mcp.example.org/mcp\"\n    }\n  }\n}\n", ""},
		"other headers, and a key that does not work": {`{"mcpServers":{"Sales DX":{"url":"https://mcp.example.org/mcp","headers":{"X-Team":"7","authorization":"Bearer old"}}}}`, "7"},
		"VS Code, where the id is taken":              {`{"inputs":[{"type":"promptString","id":"sales-dx-key","password":true}],"servers":{"Sales DX":{"type":"http","url":"https://mcp.example.org/mcp"}}}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "servers.json")
			if err := os.WriteFile(path, []byte(c.before), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := Edit(path, func(e *Editor) error { return e.AskForKey("Sales DX") }); err != nil {
				t.Fatal(err)
			}
			text, _ := os.ReadFile(path)
			file, err := config.Load(path, func(string) string { return "" })
			if err != nil || len(file.Servers) != 1 || file.Servers[0].Problem != nil {
				t.Fatalf("%v %+v\n%s", err, file, text)
			}
			s := file.Servers[0]
			if len(s.Inputs) != 1 || !s.Inputs[0].Password || s.Inputs[0].Description != "Key for Sales DX" {
				t.Errorf("inputs %+v\n%s", s.Inputs, text)
			}
			filled, err := s.Fill(map[string]string{s.Inputs[0].ID: "s3cret"})
			if err != nil || filled.Headers["Authorization"] != "Bearer s3cret" || filled.Headers["X-Team"] != c.want || filled.Headers["authorization"] != "" {
				t.Errorf("headers %v %v\n%s", filled.Headers, err, text)
			}
			if strings.Contains(c.before, "// mine") && !strings.Contains(string(text), "// mine") {
				t.Errorf("a comment is gone:\n%s", text)
			}
		})
	}
	if err := Edit(filepath.Join(t.TempDir(), "servers.json"), func(e *Editor) error { return e.AskForKey("nobody") }); err == nil {
		t.Error("a key is asked for by nobody")
	}
}
