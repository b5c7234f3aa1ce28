package demo

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tool is one tool of the demo: what is listed, and what it does.
type tool struct {
	name, title, description string
	arguments                string // JSON Schema; "" for a tool without arguments
	hints                    mcp.ToolAnnotations
	run                      func(context.Context, *call) (outcome, error)
}

// tools are the tools in the order in which a newcomer should meet them.
func tools() []tool {
	return []tool{
		submitBatch(), bookVisit(), connectData(), planTrip(), slowSurvey(),
		confirmDeletion(), askTwice(), longJob(), largeReport(), crash(),
	}
}

// harmless are the hints of a tool that only talks.
func harmless() mcp.ToolAnnotations {
	no := false
	return mcp.ToolAnnotations{ReadOnlyHint: true, DestructiveHint: &no, OpenWorldHint: &no}
}

// changing are the hints of a tool that would change something, if it were real.
func changing(destructive bool) mcp.ToolAnnotations {
	no := false
	return mcp.ToolAnnotations{DestructiveHint: &destructive, OpenWorldHint: &no}
}

func (t tool) definition() *mcp.Tool {
	schema := t.arguments
	if schema == "" {
		schema = `{"type":"object","properties":{}}`
	}
	hints := t.hints
	return &mcp.Tool{
		Name:        t.name,
		Title:       t.title,
		Description: t.description,
		Annotations: &hints,
		InputSchema: json.RawMessage(schema), // raw, so that the order of the arguments is kept
	}
}

// keepToolOrder lists the tools in the order of [tools]; the SDK sorts them by name.
func keepToolOrder(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		list, ok := res.(*mcp.ListToolsResult)
		if !ok || err != nil {
			return res, err
		}
		place := map[string]int{}
		for i, t := range tools() {
			place[t.name] = i
		}
		slices.SortFunc(list.Tools, func(a, b *mcp.Tool) int { return place[a.Name] - place[b.Name] })
		return list, nil
	}
}
