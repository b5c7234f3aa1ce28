package bridge

import (
	"bytes"
	"encoding/json"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// exchange is one request that the bridge sends through the SDK and whose response it reads itself, raw: the SDK's own
// types lose the order of members, digits of numbers, and whole results with one part that it does not know.
//
// It is recognised on its way out by the progress token in its params.
type exchange struct {
	token string
	call  *Call    // the call it belongs to; nil for lists
	extra []member // appended to the params, byte for byte: what the SDK's types cannot carry
	stub  string   // the result that the SDK gets to see instead; "" lets it see the real one

	delivery atomic.Pointer[delivery] // over HTTP, once it is being sent

	onSent func() // called when the request is on its way; nil for nothing

	mu       sync.Mutex
	answered bool
	result   json.RawMessage
	failure  *jsonrpc.Error
	why      error // what the transport knows about an answer that is none; nil when it knows nothing
}

// settle keeps the response. The first one counts: some servers send every response twice (contract N5).
func (x *exchange) settle(msg envelope) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.answered {
		return
	}
	x.answered = true
	if !isNull(msg.Error) {
		x.failure = wireError(msg.Error)
		return
	}
	x.result = msg.Result
}

// outcome gives the response as it came, or ok=false when none did.
func (x *exchange) outcome() (result json.RawMessage, failure *jsonrpc.Error, ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.result, x.failure, x.answered
}

// explain keeps why there is no response. The first reason counts.
func (x *exchange) explain(why error) {
	if x == nil {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.why == nil {
		x.why = why
	}
}

// fail keeps an error of the server that came by another way than as a response.
func (x *exchange) fail(failure *jsonrpc.Error) {
	if x == nil {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.answered {
		x.answered, x.failure = true, failure
	}
}

// trouble is that reason; nil when there is none.
func (x *exchange) trouble() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.why
}

// rewrite gives the params as they go out: with the extra members, and without the progress token where the method
// has no use for it.
func (x *exchange) rewrite(params json.RawMessage) json.RawMessage {
	list, err := members(params)
	if err != nil {
		return params
	}
	kept := list[:0]
	for _, m := range list {
		if m.Key == "_meta" && x.call == nil {
			if m.Value = withoutMember(m.Value, "progressToken"); string(m.Value) == "{}" {
				continue
			}
		}
		kept = append(kept, m)
	}
	for _, m := range x.extra {
		kept = merge(kept, m)
	}
	return object(kept)
}

// merge appends a member, or adds its own members to the one that is there under the same key.
func merge(list []member, m member) []member {
	for i := range list {
		if list[i].Key != m.Key {
			continue
		}
		there, errThere := members(list[i].Value)
		more, errMore := members(m.Value)
		if errThere == nil && errMore == nil {
			list[i].Value = object(append(there, more...))
		}
		return list
	}
	return append(list, m)
}

// sent reports that the request is on its way.
func (x *exchange) sent() {
	if x != nil && x.onSent != nil {
		x.onSent()
	}
}

// withoutMember gives a JSON object without one of its members.
func withoutMember(raw json.RawMessage, key string) json.RawMessage {
	list, err := members(raw)
	if err != nil {
		return raw
	}
	kept := list[:0]
	for _, m := range list {
		if m.Key != key {
			kept = append(kept, m)
		}
	}
	return object(kept)
}

// tokenOf reads the progress token of outgoing params; "" when there is none of ours.
func tokenOf(params json.RawMessage) string {
	if !bytes.Contains(params, []byte(`"progressToken"`)) {
		return ""
	}
	var head struct {
		Meta struct {
			Token any `json:"progressToken"`
		} `json:"_meta"`
	}
	if json.Unmarshal(params, &head) != nil {
		return ""
	}
	token, _ := head.Meta.Token.(string)
	return token
}
