package bridge

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// errand is what a call asks the server to do. Tools, resources and prompts all may ask back in the middle (specification
// 2026-07-28, basic/patterns/mrtr).
type errand struct {
	send func(context.Context, *mcp.ClientSession, mcp.Meta) error
	stub string // the result that the SDK gets to see, see exchange
}

func runTool(name string, arguments json.RawMessage) errand {
	return errand{stub: `{"content":[],"resultType":"complete"}`, send: func(ctx context.Context, session *mcp.ClientSession, meta mcp.Meta) error {
		_, err := session.CallTool(ctx, &mcp.CallToolParams{Meta: meta, Name: name, Arguments: arguments})
		return err
	}}
}

func readResource(uri string) errand {
	return errand{stub: `{"contents":[],"resultType":"complete"}`, send: func(ctx context.Context, session *mcp.ClientSession, meta mcp.Meta) error {
		_, err := session.ReadResource(ctx, &mcp.ReadResourceParams{Meta: meta, URI: uri})
		return err
	}}
}

func getPrompt(name string, arguments map[string]string) errand {
	return errand{stub: `{"messages":[],"resultType":"complete"}`, send: func(ctx context.Context, session *mcp.ClientSession, meta mcp.Meta) error {
		_, err := session.GetPrompt(ctx, &mcp.GetPromptParams{Meta: meta, Name: name, Arguments: arguments})
		return err
	}}
}
