package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/bridge/text"
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
	OnlyAsJob   bool // it runs as a task alone (2025-11-25, basic/utilities/tasks), which is not built yet: calling it fails
}

// maxPages bounds how many pages of tools are read (contract G10).
const maxPages = 1000

// listTools reads all pages of tools, and what the person should know about them. A tool that cannot be read does not take the
// others down (cases rule 9), and neither does a list that does not end: what came of it is shown (cases pagination-*).
func (c *conn) listTools(ctx context.Context) (tools []Tool, note string, err error) {
	seen := map[string]bool{}
	var last []Tool
	var cursor json.RawMessage
	for range maxPages {
		page, next, err := c.toolPage(ctx, cursor)
		if err != nil && len(tools) > 0 && ctx.Err() == nil {
			return markDuplicates(tools), fmt.Sprintf("The list of tools may not be whole: its next page could not be read (%s).", text.Shorten(c.hush(err.Error()), 200)), nil
		}
		if err != nil {
			return nil, "", err
		}
		again := cursor != nil && len(page) > 0 && sameTools(page, last)
		if !again {
			tools = append(tools, unknown(page, tools)...)
		}
		mark := messageText(next)
		switch {
		case next == nil:
			return markDuplicates(tools), "", nil
		case again && mark == "": // older servers say "" on the last page, and give that page again
			return markDuplicates(tools), "", nil
		case again || seen[mark]:
			return markDuplicates(tools), fmt.Sprintf("The list of tools may not be whole: the server's mark for the next page (its cursor %q) leads to the same page again.", text.Shorten(mark, 40)), nil
		}
		seen[mark] = true
		cursor, last = next, page
	}
	return markDuplicates(tools), fmt.Sprintf("The list of tools may not be whole: it has more than %d pages.", maxPages), nil
}

// unknown leaves out the tools of a page that stood on an earlier page just so: two rows that nobody can tell apart help nobody. One that
// differs in anything stays (case tool-duplicate-name-one-server).
func unknown(page, before []Tool) []Tool {
	if len(before) == 0 {
		return page
	}
	known := make(map[string][]Tool, len(before))
	for _, tool := range before {
		known[tool.Name] = append(known[tool.Name], tool)
	}
	var kept []Tool
	for _, tool := range page {
		if !slices.ContainsFunc(known[tool.Name], func(other Tool) bool { return sameTool(tool, other) }) {
			kept = append(kept, tool)
		}
	}
	return kept
}

// sameTools reports whether two pages have the same tools.
func sameTools(a, b []Tool) bool {
	return slices.EqualFunc(a, b, sameTool)
}

func sameTool(a, b Tool) bool {
	return a.Name == b.Name && a.Title == b.Title && a.Description == b.Description && bytes.Equal(a.InputSchema, b.InputSchema)
}

// toolPage reads one page, with a time limit of its own (contract T4): the first when cursor is nil. next is nil on the last one; "" is a
// cursor like any other (2026-07-28, pagination), and one that is no text goes back as it came. The SDK sees the page too, for it needs
// the tools for the headers of 2026-07-28.
func (c *conn) toolPage(ctx context.Context, cursor json.RawMessage) (tools []Tool, next json.RawMessage, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer c.phase(c.server.phaseLimit(), func() { cancel(context.DeadlineExceeded) })()
	x, params := &exchange{}, &mcp.ListToolsParams{}
	if cursor != nil {
		x.extra = []member{{"cursor", cursor}}
	}
	var decoded *mcp.ListToolsResult
	raw, err := c.request(x, func(meta mcp.Meta) error {
		var err error
		params.Meta = meta
		decoded, err = c.session.ListTools(ctx, params)
		return err
	})
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = fmt.Errorf("%w: %w", cause, err)
		}
		return nil, nil, err
	}
	if raw == nil { // the SDK answered from its cache (2026-07-28, ttlMs), with what its own types keep of the page
		raw = c.pages[string(cursor)]
	}
	if raw == nil {
		if raw, err = json.Marshal(decoded); err != nil {
			return nil, nil, fmt.Errorf("reading the list of tools: %w", err)
		}
	}
	c.keepPage(cursor, raw)
	var page struct {
		Tools      []json.RawMessage `json:"tools"`
		NextCursor json.RawMessage   `json:"nextCursor"`
	}
	if err := json.Unmarshal(raw, &page); err != nil {
		return nil, nil, fmt.Errorf("reading the list of tools: %w", err)
	}
	for _, raw := range page.Tools {
		if tool, ok := readTool(raw); ok {
			tools = append(tools, tool)
		}
	}
	if isNull(page.NextCursor) {
		return tools, nil, nil
	}
	return tools, page.NextCursor, nil
}

// keepPage keeps a page as it came, where the SDK may answer from a cache of its own. The tools share its memory.
func (c *conn) keepPage(cursor, page json.RawMessage) {
	if !c.perRequest() {
		return
	}
	if cursor == nil || c.pages == nil {
		c.pages = map[string]json.RawMessage{} // the list is read anew
	}
	c.pages[string(cursor)] = page
}

// allowed leaves out the tools that the entry does not let through, by their original names: any true makes it an allow list,
// only false a deny list (contract G8). The notes name those that the server does not have.
func allowed(tools []Tool, list map[string]bool) (kept []Tool, notes []string) {
	if len(list) == 0 {
		return tools, nil
	}
	only := false
	for _, on := range list {
		only = only || on
	}
	known := map[string]bool{}
	for _, tool := range tools {
		known[tool.Name] = true
		on, listed := list[tool.Name]
		if on || !only && !listed {
			kept = append(kept, tool)
		}
	}
	var unknown []string
	for name := range list {
		if !known[name] {
			unknown = append(unknown, fmt.Sprintf("%q", name))
		}
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		notes = append(notes, "Its entry in the servers file names tools that the server does not have: "+strings.Join(unknown, ", ")+".")
	}
	return kept, notes
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
	var execution map[string]json.RawMessage
	tool.OnlyAsJob = json.Unmarshal(head["execution"], &execution) == nil && textOf(execution["taskSupport"]) == "required"
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
