package bridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"runtime/debug"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
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
	// requested: the server requested anything else. The SDK gets to see no request at all.
	requested(msg envelope)
	// refused: a request of the server gets an error for an answer.
	refused(id json.RawMessage, failure *jsonrpc.Error)
	// progressed: the server reports progress of a call.
	progressed(call *Call, progress Progress)
	// logged: the server tells about its work.
	logged(params json.RawMessage)
	// large: a message came that took much memory.
	large()
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
	ids     addresses
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
	if readJSON(raw, &msg) != nil {
		return raw, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case msg.Method == "notifications/cancelled":
		var params struct {
			RequestID json.RawMessage `json:"requestId"`
		}
		if json.Unmarshal(msg.Params, &params) == nil {
			t.ids.forget(params.RequestID)
		}
		return raw, nil
	case !msg.isCall():
		return raw, nil
	}
	t.ids.note(msg)
	x := t.byToken[tokenOf(msg.Params)]
	if x == nil {
		return raw, nil
	}
	t.byID[msg.key()] = x
	return replaceMember(raw, "params", x.rewrite(msg.Params)), x
}

// awaits reports whether a text is the response to a request that is on the wire.
func (t *tap) awaits(raw []byte) bool {
	var msg envelope
	if len(raw) == 0 || readJSON(raw, &msg) != nil || !msg.isResponse() || msg.Result == nil && msg.Error == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	_, waits := t.ids.sent[string(t.ids.meant(msg, origin{}))]
	return waits
}

// unanswered says that nobody waits for the response to a request of the SDK any more.
func (t *tap) unanswered(id json.RawMessage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ids.forget(id)
}

// incoming gives the message that the SDK gets to see in place of raw, or nil when it gets to see none. What it gives can be decoded
// by the SDK: anything else would end the whole connection.
func (t *tap) incoming(raw []byte, from origin) (pass []byte) {
	defer func() {
		if p := recover(); p != nil {
			t.caught(p, debug.Stack())
			pass = nil
		}
	}()
	if len(raw) >= largeMessage {
		t.events.large()
	}
	return t.sort(raw, from)
}

// decodable reports whether a text is a message, and one that the SDK can read.
func decodable(raw []byte) bool {
	_, err := decoded(raw)
	return err == nil
}

// decoded reads a message for the SDK, which does not mind what stands behind it.
func decoded(raw []byte) (jsonrpc.Message, error) {
	var head struct{}
	if err := readJSON(raw, &head); err != nil {
		return nil, err
	}
	return jsonrpc.DecodeMessage(raw)
}

// sort decides what becomes of one message.
func (t *tap) sort(raw []byte, from origin) []byte {
	var msg envelope
	err := readJSON(raw, &msg)
	if errors.Is(err, errTooDeep) {
		return t.tooDeep(raw, from)
	}
	if err != nil {
		return raw
	}
	if msg.Method == "" && (msg.Result != nil || msg.Error != nil || !isNull(msg.ID)) {
		return t.response(raw, msg, from)
	}
	switch msg.Method {
	case "elicitation/create":
		if !msg.isCall() {
			if msg.ID != nil {
				t.events.refused(msg.ID, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "a request must have an id that is not null"})
			}
			return nil
		}
		var call *Call
		if from.x != nil {
			call = from.x.call
		}
		t.events.asked(msg, call)
		return nil
	case "notifications/cancelled":
		var params struct {
			RequestID json.RawMessage `json:"requestId"`
			Reason    looseText       `json:"reason"`
		}
		if json.Unmarshal(msg.Params, &params) != nil || isNull(params.RequestID) || t.events.withdrew(params.RequestID, string(params.Reason)) {
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
		t.progress(msg.Params)
		return nil
	case "notifications/message":
		t.events.logged(msg.Params)
		return nil
	}
	if msg.isCall() {
		t.events.requested(msg)
		return nil
	}
	return versioned(raw)
}

// versioned adds the member that some servers leave out of their messages, for the SDK refuses them without.
func versioned(raw []byte) []byte {
	if bytes.Contains(raw, []byte(`"jsonrpc"`)) {
		return raw
	}
	return replaceMember(raw, "jsonrpc", quote("2.0"))
}

// looseText is a JSON string; any other value is its own text.
type looseText string

// UnmarshalJSON implements [json.Unmarshaler].
func (t *looseText) UnmarshalJSON(raw []byte) error {
	*t = looseText(messageText(raw))
	return nil
}

// response keeps the response of one of our exchanges and gives the SDK its stub.
func (t *tap) response(raw []byte, msg envelope, from origin) []byte {
	t.mu.Lock()
	if id := t.ids.meant(msg, from); !bytes.Equal(id, msg.ID) {
		msg.ID = id
		raw = replaceMember(raw, "id", id)
	}
	method := t.ids.settled(msg.ID)
	x := t.byID[msg.key()]
	t.mu.Unlock()
	if x != nil {
		x.settle(msg)
		if x.call != nil {
			t.events.returned(x.call)
		}
	}
	raw = versioned(raw)
	switch {
	case !isNull(msg.Error):
		if !decodable(raw) { // an error that is a text, or has no number
			raw = errorMessage(msg.ID, wireError(msg.Error))
		}
	case x != nil && x.stub != "":
		raw = resultMessage(msg.ID, json.RawMessage(x.stub))
	case method == "initialize":
		raw = replaceMember(raw, "result", mendedHello(msg.Result))
	}
	return raw
}

// progress hands a progress notification to its call. What cannot be read of it counts as not
// said: a word without figures is a sign of life too.
func (t *tap) progress(params json.RawMessage) {
	var p struct {
		Token    any       `json:"progressToken"`
		Progress amount    `json:"progress"`
		Total    amount    `json:"total"`
		Message  looseText `json:"message"`
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	token, _ := p.Token.(string)
	t.mu.Lock()
	x := t.byToken[token]
	t.mu.Unlock()
	if x == nil || x.call == nil {
		return // a stranger's: nobody else asked for progress
	}
	t.events.progressed(x.call, Progress{Done: float64(p.Progress), Total: float64(p.Total), Message: string(p.Message)})
}

// amount is a number, also one that was written as a text; anything else is 0.
type amount float64

// UnmarshalJSON implements [json.Unmarshaler].
func (a *amount) UnmarshalJSON(raw []byte) error {
	n, err := strconv.ParseFloat(messageText(raw), 64)
	if err == nil {
		*a = amount(n)
	}
	return nil
}
