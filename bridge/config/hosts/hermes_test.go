package hosts_test

import (
	"testing"
	"time"
)

func TestWhatHermesAgentWritesRunsAsItDoesThere(t *testing.T) {
	hermes := in(t, "/h/.hermes/config.yaml", "mcp_servers:\n  a: {command: x, args: ['${SET}'], timeout: 120, enabled: off, tools: {exclude: [t]}}\n", map[string]string{"SET": "here"})
	if a := hermes.Servers[0]; a.Problem != nil || !a.Disabled || a.Timeout != 2*time.Minute || a.Command[1] != "here" || a.Tools["t"] {
		t.Errorf("%s", fields(a))
	}
}
