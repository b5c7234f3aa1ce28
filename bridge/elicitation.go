package bridge

import (
	"encoding/json"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// newRequestID gives an id nobody else has; only its prefix and its uniqueness mean anything (contract R5).
func newRequestID(prefix string) string { return prefix + uuid.NewString() }

// ElicitationToRequest maps the params of elicitation/create onto a Request.
//
// Mode "url" becomes an authorization with the address and without data, even when a schema is there (contract M2, M3). Any
// other mode becomes an input with Data["schema"] being the requested schema, unless that is nil (M1, M8, M9).
// A form request that carries an address keeps it, so that the person at least sees it (M4). The id is new each time.
func ElicitationToRequest(params *mcp.ElicitParams) Request {
	req := Request{ID: newRequestID("elc-"), Prompt: params.Message}
	if params.Mode == "url" {
		req.Kind = KindAuthorization
		req.URL = params.URL
		return req
	}
	req.Kind = KindInput
	if !isNull(params.RequestedSchema) {
		req.Data = map[string]any{"schema": params.RequestedSchema}
	}
	return req
}

// isNull reports whether a decoded or raw JSON value is absent or null.
func isNull(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case json.RawMessage:
		return len(v) == 0 || string(v) == "null"
	}
	return false
}

// AnswerToElicitResult maps an Answer onto the result of elicitation/create: ok is accept with the data, or with an
// empty object when there is none; declined is decline; every other reason, and none, is cancel (contract B1-B4).
// What goes on the wire for a link has no content (B5, D4); that is the transport's doing, for this function does not
// know the mode.
func AnswerToElicitResult(answer Answer) *mcp.ElicitResult {
	switch {
	case answer.OK && answer.Data != nil:
		return &mcp.ElicitResult{Action: "accept", Content: answer.Data}
	case answer.OK:
		return &mcp.ElicitResult{Action: "accept", Content: map[string]any{}}
	case answer.Reason == ReasonDeclined:
		return &mcp.ElicitResult{Action: "decline"}
	default:
		return &mcp.ElicitResult{Action: "cancel"}
	}
}

// messageText is the message of a request as text: a missing one is empty, another JSON value is its own text (M7).
func messageText(raw json.RawMessage) string {
	if isNull(raw) {
		return ""
	}
	var text string
	if err := json.Unmarshal(raw, &text); err == nil {
		return text
	}
	return string(raw)
}
