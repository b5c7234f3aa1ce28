package bridge

import (
	"encoding/json"
	"runtime/debug"
	"sync"
)

// wireEvents is what the tap reports to the connection that owns it. Its methods are called on the goroutine that reads
// the wire and must not block.
type wireEvents interface {
	// asked: the server put a question. owner is the call on whose stream it came, nil when the transport does not tell.
	asked(msg envelope, owner *Call)
	// withdrew: the server cancelled its request with the given id. It reports whether that request was open.
	withdrew(id json.RawMessage, reason string) bool
	// linkDone: the server reports the errand of a link done.
	linkDone(elicitationID string)
	// progressed: the server reports progress of a call.
	progressed(call *Call, progress Progress)
	// returned: the response of a call came in.
	returned(call *Call)
}

// tap stands between the wire and the SDK and sees every message raw. It takes what the bridge answers itself out of the
// stream, keeps the responses of the bridge's own requests as they came, and lets everything else pass.
type tap struct {
	events wireEvents
	caught func(what any, stack []byte) // gets a panic of the tap's own: hostile bytes must not end the program

	mu      sync.Mutex
	byToken map[string]*exchange // registered, by progress token
	byID    map[string]*exchange // on the wire, by JSON-RPC id
}

func newTap(events wireEvents, caught func(any, []byte)) *tap {
	return &tap{events: events, caught: caught, byToken: map[string]*exchange{}, byID: map[string]*exchange{}}
}

// register makes the tap look out for an exchange until forget is called.
func (t *tap) register(x *exchange) (forget func()) {
	t.mu.Lock()
	t.byToken[x.token] = x
	t.mu.Unlock()
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.byToken, x.token)
		for id, other := range t.byID {
			if other == x {
				delete(t.byID, id)
			}
		}
	}
}

// outgoing gives the message that goes on the wire in place of raw, and the exchange it belongs to, if any.
func (t *tap) outgoing(raw []byte) ([]byte, *exchange) {
	var msg envelope
	if readJSON(raw, &msg) != nil || !msg.isCall() {
		return raw, nil
	}
	token := tokenOf(msg.Params)
	if token == "" {
		return raw, nil
	}
	t.mu.Lock()
	x := t.byToken[token]
	if x != nil {
		t.byID[msg.key()] = x
	}
	t.mu.Unlock()
	if x == nil {
		return raw, nil
	}
	return replaceParams(raw, x.rewrite(msg.Params)), x
}

// incoming gives the message that the SDK gets to see in place of raw, or nil when it gets to see none. owner is the
// exchange on whose stream the message came, nil when the transport does not tell.
func (t *tap) incoming(raw []byte, owner *exchange) (pass []byte) {
	defer func() {
		if p := recover(); p != nil {
			t.caught(p, debug.Stack())
			pass = nil
		}
	}()
	return t.sort(raw, owner)
}

// sort decides what becomes of one message.
func (t *tap) sort(raw []byte, owner *exchange) []byte {
	var msg envelope
	if readJSON(raw, &msg) != nil {
		return raw
	}
	if msg.isResponse() {
		return t.response(raw, msg)
	}
	switch msg.Method {
	case "elicitation/create":
		if !msg.isCall() {
			return nil
		}
		var call *Call
		if owner != nil {
			call = owner.call
		}
		t.events.asked(msg, call)
		return nil
	case "notifications/cancelled":
		var params struct {
			RequestID json.RawMessage `json:"requestId"`
			Reason    string          `json:"reason"`
		}
		if json.Unmarshal(msg.Params, &params) == nil && t.events.withdrew(params.RequestID, params.Reason) {
			return nil
		}
	case "notifications/elicitation/complete":
		var params struct {
			ElicitationID string `json:"elicitationId"`
		}
		if json.Unmarshal(msg.Params, &params) == nil {
			t.events.linkDone(params.ElicitationID)
		}
		return nil
	case "notifications/progress":
		if t.progress(msg.Params) {
			return nil
		}
	}
	return raw
}

// response keeps the response of one of our exchanges and gives the SDK its stub.
func (t *tap) response(raw []byte, msg envelope) []byte {
	t.mu.Lock()
	x := t.byID[msg.key()]
	t.mu.Unlock()
	if x == nil {
		return raw
	}
	x.settle(msg)
	if x.call != nil {
		t.events.returned(x.call)
	}
	if x.stub == "" || !isNull(msg.Error) {
		return raw
	}
	return resultMessage(msg.ID, json.RawMessage(x.stub))
}

// progress hands a progress notification to its call. It reports whether it was one of ours.
func (t *tap) progress(params json.RawMessage) bool {
	var p struct {
		Token    any     `json:"progressToken"`
		Progress float64 `json:"progress"`
		Total    float64 `json:"total"`
		Message  string  `json:"message"`
	}
	if json.Unmarshal(params, &p) != nil {
		return false
	}
	token, _ := p.Token.(string)
	t.mu.Lock()
	x := t.byToken[token]
	t.mu.Unlock()
	if x == nil || x.call == nil {
		return false
	}
	t.events.progressed(x.call, Progress{Done: p.Progress, Total: p.Total, Message: p.Message})
	return true
}
