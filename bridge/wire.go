package bridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// envelope is one JSON-RPC message, its parts as they stand on the wire.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// isCall reports whether the message wants an answer; isResponse, whether it is one.
func (e envelope) isCall() bool     { return e.Method != "" && !isNull(e.ID) }
func (e envelope) isResponse() bool { return e.Method == "" && !isNull(e.ID) }

// key tells ids apart as the protocol does: the number 9 and the text "9" are two ids (case proto-cancel-unknown-id-ignored).
func (e envelope) key() string { return string(e.ID) }

// member is one member of a JSON object, in the order of the document.
type member struct {
	Key   string
	Value json.RawMessage
}

// members reads a JSON object without losing the order of its members.
func members(raw json.RawMessage) ([]member, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return nil, fmt.Errorf("reading members: not a JSON object")
	}
	var list []member
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		list = append(list, member{Key: key.(string), Value: value})
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	return list, nil
}

// object writes members as a JSON object, their values byte for byte.
func object(list []member) json.RawMessage {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, m := range list {
		if i > 0 {
			out.WriteByte(',')
		}
		out.Write(quote(m.Key))
		out.WriteByte(':')
		out.Write(m.Value)
	}
	out.WriteByte('}')
	return out.Bytes()
}

// quote writes text as a JSON string, with & < > as they are.
func quote(text string) json.RawMessage {
	raw, _ := EncodeJSON(text) // a string always encodes
	return raw
}

// resultMessage and errorMessage are responses to the message with the given id, which keeps its bytes
// (case proto-request-id-types-kept).
func resultMessage(id, result json.RawMessage) []byte {
	return object([]member{{"jsonrpc", quote("2.0")}, {"id", id}, {"result", result}})
}

func errorMessage(id json.RawMessage, failure *jsonrpc.Error) []byte {
	raw, _ := EncodeJSON(struct {
		Code    int64  `json:"code"`
		Message string `json:"message"`
	}{failure.Code, failure.Message})
	return object([]member{{"jsonrpc", quote("2.0")}, {"id", id}, {"error", raw}})
}

// wireError reads the error member of a response. People's servers send a text alone, or a number written as a text.
func wireError(raw json.RawMessage) *jsonrpc.Error {
	var wire jsonrpc.Error
	if json.Unmarshal(raw, &wire) == nil {
		return &wire
	}
	var loose struct {
		Code    amount          `json:"code"`
		Message looseText       `json:"message"`
		Data    json.RawMessage `json:"data"`
	}
	if json.Unmarshal(raw, &loose) == nil {
		return &jsonrpc.Error{Code: int64(loose.Code), Message: string(loose.Message), Data: loose.Data}
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: messageText(raw)}
}

// encodedID is an id of the SDK as it stands on the wire.
func encodedID(id jsonrpc.ID) json.RawMessage {
	raw, _ := json.Marshal(id.Raw()) // a number or a text
	return raw
}

// asWireError finds a JSON-RPC error in what the SDK returned.
func asWireError(err error) (*jsonrpc.Error, bool) {
	var wire *jsonrpc.Error
	ok := errors.As(err, &wire)
	return wire, ok
}
