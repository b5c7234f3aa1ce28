package bridge

import (
	"encoding/json"
	"fmt"
	"strings"

	"parley/bridge/text"
)

// sendable leaves out the tools whose schema asks for headers that cannot be sent: a client must not call them (specification
// 2026-07-28, basic/transports, custom headers from tool parameters). Elsewhere such headers mean nothing. The notes name them.
func (c *conn) sendable(tools []Tool) (kept []Tool, notes []string) {
	if c.web == nil || !c.perRequest() {
		return tools, nil
	}
	for _, tool := range tools {
		why := headerFault(tool.InputSchema)
		if why == "" {
			kept = append(kept, tool)
			continue
		}
		notes = append(notes, fmt.Sprintf("The tool %q is left out, for it cannot be called: its parameter %s.", text.Shorten(tool.Name, 60), why))
	}
	return kept, notes
}

// headed is the part of a schema that says which parameters go into headers.
type headed struct {
	Type       json.RawMessage   `json:"type"`
	Header     json.RawMessage   `json:"x-mcp-header"`
	Properties map[string]headed `json:"properties"`
}

// headerFault says what is wrong with the headers that a schema asks for; "" when nothing is.
func headerFault(schema json.RawMessage) string {
	if !strings.Contains(string(schema), "x-mcp-header") {
		return ""
	}
	var root headed
	if json.Unmarshal(schema, &root) != nil {
		return "" // the form says what is wrong with it
	}
	return root.fault(map[string]bool{})
}

func (h headed) fault(seen map[string]bool) string {
	for _, key := range sortedNames(h.Properties) {
		p, quoted := h.Properties[key], fmt.Sprintf("%q", text.Shorten(key, 60))
		if p.Header != nil {
			name := textOf(p.Header)
			lower := strings.ToLower(name)
			switch kind := textOf(p.Type); {
			case kind != "string" && kind != "integer" && kind != "boolean":
				return quoted + " is no text, whole number or yes-or-no, and so does not fit into a header"
			case name == "" || strings.ContainsFunc(name, notInHeaderName):
				return quoted + " names a header that cannot be"
			case seen[lower]:
				return quoted + " goes into the same header as another"
			}
			seen[lower] = true
		}
		if why := p.fault(seen); why != "" {
			return why
		}
	}
	return ""
}

func sortedNames(properties map[string]headed) []string {
	values := make(map[string]any, len(properties))
	for key := range properties {
		values[key] = nil
	}
	return sortedKeys(values)
}

// notInHeaderName tells the characters that no header name has (RFC 9110, 5.6.2).
func notInHeaderName(r rune) bool {
	return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}
