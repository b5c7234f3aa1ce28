//go:build unix

package bridge

import (
	"fmt"
	"strings"
	"testing"
)

// The reference server at an address, configured in each way that its readers are told to.
func TestReferenceServerAtAnAddress(t *testing.T) {
	path := everything(t)
	for name, c := range map[string]struct{ transport, route, entry string }{
		"streamable HTTP, said":      {"streamableHttp", "/mcp", `{"type": "http", "url": %q}`},
		"streamable HTTP, found out": {"streamableHttp", "/mcp", `{"serverUrl": %q}`},
		"SSE, said":                  {"sse", "/sse", `{"type": "sse", "url": %q}`},
		"SSE, found out":             {"sse", "/sse", `{"url": %q}`},
	} {
		t.Run(name, func(t *testing.T) {
			address := everythingOverHTTP(t, path, c.transport, c.route)
			h := fromFile(t, `{"mcpServers": {"everything": `+fmt.Sprintf(c.entry, address)+`}}`, nil)
			h.until("ready with the tools that ask", func(s ServerState) bool {
				return s.Phase == Ready && hasTool(s, "trigger-elicitation-request") && hasTool(s, "trigger-url-elicitation")
			})
			if text := h.called("echo", map[string]string{"message": "Grüße"}); !strings.Contains(text, "Grüße") {
				t.Errorf("echoed %q", text)
			}
			formOfReferenceServer(t, h)
			linkOfReferenceServer(t, h)
		})
	}
}
