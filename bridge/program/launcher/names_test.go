package launcher_test

import (
	"strings"
	"testing"

	"parley/bridge/program/launcher"
)

func TestProgramThatDoesTheWorkIsFoundInACommand(t *testing.T) {
	for line, want := range map[string]string{
		"npx -y demo": "npx", `C:\nodejs\NPX.CMD -y demo`: "npx", "cmd /c npx -y demo": "npx", "env A=1 uvx demo": "uvx", "/usr/bin/python3 lab.py": "python3", "": "",
	} {
		if got := launcher.Of(strings.Fields(line)); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// The address of a go-between is told without the keys that it may hold.
func TestGoBetweenIsKnownWithTheAddressBehindIt(t *testing.T) {
	for line, want := range map[string][2]string{
		"npx -y mcp-remote@latest https://kim:pw@lab.example/mcp?key=1": {"mcp-remote", "https://…@lab.example/mcp?…"},
		"npx supergateway --sse http://localhost:3000/sse":              {"supergateway", "http://localhost:3000/sse"},
		"npx mcp-remote":                    {},
		"npx lab https://lab.example/mcp":   {},
		"lab https://lab.example mcp-proxy": {},
	} {
		name, address := launcher.GoBetween(strings.Fields(line))
		if got := [2]string{name, address}; got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
