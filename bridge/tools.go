package bridge

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Tool is one tool as the server listed it. All text is untrusted.
type Tool struct {
	Name        string
	Title       string // "" when the server gave none
	Description string
	InputSchema json.RawMessage // as the server wrote it; nil when it is missing
	Hinted      bool            // the server said something about what the tool does; else the three are only the usual guesses
	ReadOnly    bool            // claims of the server, not facts
	Destructive bool
	OpenWorld   bool
	Duplicate   bool // another tool of this server has the same name
}

// maxPages bounds how many pages of tools are read (contract G10).
const maxPages = 1000

// listTools reads all pages of tools. A tool that cannot be read does not take the others down (cases rule 9).
func (c *conn) listTools(ctx context.Context) ([]Tool, error) {
	var tools []Tool
	seen := map[string]bool{}
	cursor := ""
	for range maxPages {
		page, next, err := c.toolPage(ctx, cursor)
		if err != nil {
			return nil, err
		}
		tools = append(tools, page...)
		if next == "" {
			return markDuplicates(tools), nil
		}
		if seen[next] {
			return nil, fmt.Errorf("the server's list of tools does not end: page %q came twice", next)
		}
		seen[next] = true
		cursor = next
	}
	return nil, fmt.Errorf("the server's list of tools does not end: more than %d pages", maxPages)
}

// toolPage reads one page. The SDK sees it too, for it needs the tools for the headers of 2026-07-28.
func (c *conn) toolPage(ctx context.Context, cursor string) (tools []Tool, next string, err error) {
	var decoded *mcp.ListToolsResult
	raw, err := c.request(&exchange{}, func(meta mcp.Meta) error {
		var err error
		decoded, err = c.session.ListTools(ctx, &mcp.ListToolsParams{Meta: meta, Cursor: cursor})
		return err
	})
	if err != nil {
		return nil, "", err
	}
	if raw == nil {
		// The SDK answered from its cache (2026-07-28, ttlMs), so what it keeps is all there is.
		if raw, err = json.Marshal(decoded); err != nil {
			return nil, "", fmt.Errorf("reading the list of tools: %w", err)
		}
	}
	var page struct {
		Tools      []json.RawMessage `json:"tools"`
		NextCursor string            `json:"nextCursor"`
	}
	if err := json.Unmarshal(raw, &page); err != nil {
		return nil, "", fmt.Errorf("reading the list of tools: %w", err)
	}
	for _, raw := range page.Tools {
		if tool, ok := readTool(raw); ok {
			tools = append(tools, tool)
		}
	}
	return tools, page.NextCursor, nil
}

// readTool reads one tool; ok is false for one without a name, which nobody could call.
func readTool(raw json.RawMessage) (Tool, bool) {
	var head map[string]json.RawMessage
	if json.Unmarshal(raw, &head) != nil {
		return Tool{}, false
	}
	tool := Tool{
		Name:        textOf(head["name"]),
		Title:       textOf(head["title"]),
		Description: textOf(head["description"]),
		OpenWorld:   true, // the defaults of the specification, schema ToolAnnotations
		Destructive: true,
	}
	if !isNull(head["inputSchema"]) {
		tool.InputSchema = head["inputSchema"]
	}
	var claims map[string]json.RawMessage
	hints := json.Unmarshal(head["annotations"], &claims) == nil && claims != nil
	if hints && tool.Title == "" {
		tool.Title = textOf(claims["title"])
	}
	read := func(key string, into *bool) {
		var v bool
		if json.Unmarshal(claims[key], &v) == nil {
			*into = v
		}
	}
	read("readOnlyHint", &tool.ReadOnly)
	read("destructiveHint", &tool.Destructive)
	read("openWorldHint", &tool.OpenWorld)
	if tool.ReadOnly {
		tool.Destructive = false
	}
	tool.Hinted = hints
	return tool, tool.Name != ""
}

// textOf gives a JSON string; anything else is "".
func textOf(raw json.RawMessage) string {
	var text string
	_ = json.Unmarshal(raw, &text)
	return text
}

// markDuplicates marks tools that share their name with another (case tool-duplicate-name-one-server).
func markDuplicates(tools []Tool) []Tool {
	count := map[string]int{}
	for _, tool := range tools {
		count[tool.Name]++
	}
	for i := range tools {
		tools[i].Duplicate = count[tools[i].Name] > 1
	}
	return tools
}
