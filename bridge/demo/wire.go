package demo

import (
	"context"
	"encoding/json"
	"io"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// wire is the connection to the client with two things that the SDK lacks: the answers keep their bytes, and a question knows
// when it has gone out.
type wire struct {
	transport mcp.Transport
	mcp.Connection
}

func newWire(in io.Reader, out io.Writer) *wire {
	return &wire{transport: &mcp.IOTransport{Reader: closeIfPossible{in}, Writer: keepOpen{out}}}
}

// Connect implements [mcp.Transport].
func (w *wire) Connect(ctx context.Context) (mcp.Connection, error) {
	conn, err := w.transport.Connect(ctx)
	w.Connection = conn
	return w, err
}

// Read implements [mcp.Connection]. It notes the text of each answer's content in the answer's metadata, where the SDK carries
// it unread; the content itself loses its order and its digits there.
func (w *wire) Read(ctx context.Context) (jsonrpc.Message, error) {
	msg, err := w.Connection.Read(ctx)
	if err != nil {
		return nil, err
	}
	switch msg := msg.(type) {
	case *jsonrpc.Response:
		msg.Result = noteContent(msg.Result)
	case *jsonrpc.Request:
		msg.Params = noteInputResponses(msg.Params)
	}
	return msg, nil
}

// sentKey is the context key of a func() that is called once the message has been written.
type sentKey struct{}

// Write implements [mcp.Connection].
func (w *wire) Write(ctx context.Context, msg jsonrpc.Message) error {
	if err := w.Connection.Write(ctx, msg); err != nil {
		return err
	}
	if sent, ok := ctx.Value(sentKey{}).(func()); ok {
		sent()
	}
	return nil
}

// contentNote is the metadata member that holds an answer's content as the client wrote it.
const contentNote = "parley.demo/content"

func noteContent(answer json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(answer, &members) != nil || members["action"] == nil || members["content"] == nil {
		return answer
	}
	note, err := json.Marshal(map[string]string{contentNote: string(members["content"])})
	if err != nil {
		return answer
	}
	members["_meta"] = note
	return rewritten(members, answer)
}

// noteInputResponses does for the answers of a repeated call (2026-07-28) what noteContent does for one answer.
func noteInputResponses(params json.RawMessage) json.RawMessage {
	var members, responses map[string]json.RawMessage
	if json.Unmarshal(params, &members) != nil || json.Unmarshal(members["inputResponses"], &responses) != nil {
		return params
	}
	for key, answer := range responses {
		responses[key] = noteContent(answer)
	}
	members["inputResponses"] = rewritten(responses, members["inputResponses"])
	return rewritten(members, params)
}

func rewritten(members map[string]json.RawMessage, otherwise json.RawMessage) json.RawMessage {
	out, err := json.Marshal(members)
	if err != nil {
		return otherwise
	}
	return out
}

// schemaKey is the context key of the form's schema that a question carries, a json.RawMessage.
type schemaKey struct{}

// keepFieldOrder puts the schema into a question as it is written here. The SDK would refuse some schemas before sending, and
// fill in defaults that the person had emptied after receiving, if it knew the schema.
func keepFieldOrder(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		schema, found := ctx.Value(schemaKey{}).(json.RawMessage)
		params, asks := req.GetParams().(*mcp.ElicitParams)
		session, serves := req.GetSession().(*mcp.ServerSession)
		if !found || !asks || !serves {
			return next(ctx, method, req)
		}
		whole := *params
		whole.RequestedSchema = schema
		return next(ctx, method, &mcp.ServerRequest[mcp.Params]{Session: session, Params: &whole})
	}
}

// closeIfPossible closes a stream that can be closed.
type closeIfPossible struct{ io.Reader }

func (r closeIfPossible) Close() error {
	if closer, ok := r.Reader.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}

// keepOpen leaves the caller's stream open.
type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }
