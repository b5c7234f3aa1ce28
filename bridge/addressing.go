package bridge

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
)

// addresses knows which of our requests a response is for. Servers send an id back as a text, as 3.0, as null or as a constant
// (python-sdk#192, radare2-mcp#68, helidon-mcp#65): the SDK would wait for ever for a response that is there. It is used under the lock of
// its tap.
type addresses struct {
	sent map[string]string // requests of the SDK without a response yet: method by id on the wire
}

// origin is where a message came from.
type origin struct {
	x     *exchange       // on whose stream; nil when the transport does not tell
	id    json.RawMessage // of the request that this is the answer to as a whole; nil when the transport does not tell
	alone bool            // it is the only message of that answer
}

// note keeps in mind that a request is on its way.
func (a *addresses) note(msg envelope) {
	if a.sent == nil {
		a.sent = map[string]string{}
	}
	a.sent[msg.key()] = msg.Method
}

// forget takes a request off that nobody waits for any more.
func (a *addresses) forget(id json.RawMessage) { delete(a.sent, string(id)) }

// meant is the id of the request that a response is for: its own, unless that is nobody's and there is only one that it can be for.
func (a *addresses) meant(msg envelope, from origin) json.RawMessage {
	if _, waits := a.sent[msg.key()]; waits {
		return msg.ID
	}
	n, counts := plainID(msg.ID)
	if plain := strconv.FormatInt(n, 10); counts {
		if _, waits := a.sent[plain]; waits {
			return json.RawMessage(plain)
		}
	}
	if from.id != nil && (from.alone || isNull(msg.ID)) {
		if _, waits := a.sent[string(from.id)]; waits {
			return from.id
		}
	}
	constant := counts && n == 0 || isNull(msg.ID) && !isNull(msg.Error) // what servers say that do not keep ids; ours begin with 1
	if len(a.sent) != 1 || !constant {
		return msg.ID
	}
	for id := range a.sent {
		return json.RawMessage(id)
	}
	return msg.ID
}

// settled gives the method of the request that has its response now; "" for a response that nobody waits for.
func (a *addresses) settled(id json.RawMessage) (method string) {
	method = a.sent[string(id)]
	delete(a.sent, string(id))
	return method
}

// plainID reads an id as the whole number that it is or says: 3, "3", 3.0.
func plainID(id json.RawMessage) (int64, bool) {
	text := string(id)
	if len(text) > 2 && text[0] == '"' {
		text = text[1 : len(text)-1]
		n, err := strconv.ParseInt(text, 10, 64)
		return n, err == nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) >= 1<<53 {
		return 0, false
	}
	return int64(f), true
}

// sameID compares two ids as JSON values of the same kind: 9 and "9" differ, "a" and "\u0061" do not (case
// proto-cancel-unknown-id-ignored).
func sameID(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if len(a) == 0 || len(b) == 0 || (a[0] == '"') != (b[0] == '"') {
		return false
	}
	if a[0] == '"' {
		var x, y string
		return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && x == y
	}
	x, okX := plainID(a)
	y, okY := plainID(b)
	return okX && okY && x == y
}

// replaceMember gives a message with another value of one of its own members, or with that member added, and everything else byte
// for byte.
func replaceMember(raw []byte, key string, value json.RawMessage) []byte {
	list, err := members(raw)
	if err != nil {
		return raw
	}
	found := false
	for i := range list {
		if list[i].Key == key {
			list[i].Value, found = value, true
		}
	}
	if !found {
		list = append([]member{{key, value}}, list...)
	}
	return object(list)
}
