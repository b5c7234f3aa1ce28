package bridge

import (
	"encoding/json"
	"errors"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// request sends one request through the SDK and gives the raw result, or the server's error, or why there is neither.
func (c *conn) request(x *exchange, send func(mcp.Meta) error) (json.RawMessage, error) {
	x.token = uuid.NewString()
	defer c.tap.register(x)()
	meta := mcp.Meta{"progressToken": x.token}
	if level := c.wantedLog(); level != "" {
		meta[logLevelKey] = level
	}
	err := send(meta)
	raw, failure, ok := x.outcome()
	switch {
	case ok && failure != nil:
		return nil, saidByServer{wire: failure}
	case ok:
		return raw, nil
	case x.trouble() != nil:
		return nil, errors.Join(x.trouble(), err)
	case c.web != nil && c.endCause() != nil && x.sentNothing(): // the connection ended first
		return nil, errors.Join(errNotSent, err)
	}
	return nil, err
}

// saidByServer is an error that the server answered with. The SDK's own errors look like it, and some have numbers that servers use
// as well.
type saidByServer struct{ wire *jsonrpc.Error }

func (s saidByServer) Error() string { return s.wire.Error() }

func (s saidByServer) Unwrap() error { return s.wire }
