package bridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"parley/bridge/depth"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// deepest is how many lists and objects may stand one in the other in what a server says. The SDK reads no more either, and what
// people's servers say is tens deep. Decoders call themselves for each level, and a stack that is used up cannot be recovered from: three
// million brackets, 4 kB of gzip, would end the program.
const deepest = 1000

var errTooDeep = fmt.Errorf("more than %d lists and objects stand one in the other", deepest)

// isDeep reports whether a text is too deep for a decoder. Most is too small for that, or has too few brackets, which is known at once.
func isDeep(raw []byte) bool {
	return len(raw) > deepest && bytes.Count(raw, []byte("["))+bytes.Count(raw, []byte("{")) > deepest &&
		depth.Limits{Deep: deepest}.Check(raw) != nil
}

// tooDeep is for a message of which only its head can be read. Whoever waits for it is told, and the connection goes on.
func (t *tap) tooDeep(raw []byte, from origin) []byte {
	var msg envelope
	if json.Unmarshal(flattened(raw), &msg) != nil {
		return raw
	}
	switch {
	case msg.isResponse():
		return t.deepResponse(msg, from)
	case msg.isCall():
		t.events.refused(msg.ID, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: errTooDeep.Error()})
	}
	return nil
}

// deepResponse gives the SDK an error in place of a response that is not read.
func (t *tap) deepResponse(msg envelope, from origin) []byte {
	t.mu.Lock()
	id := t.ids.meant(msg, from)
	t.ids.settled(id)
	x := t.byID[string(id)]
	t.mu.Unlock()
	x.explain(oddAnswer{what: fmt.Sprintf("more than %d levels deep, which Parley does not read", deepest), err: errTooDeep})
	if x != nil && x.call != nil {
		t.events.returned(x.call)
	}
	return errorMessage(id, &jsonrpc.Error{Code: codeRejected, Message: errTooDeep.Error()})
}

// head reads the head of a response, also of one that is too deep to be read.
func head(raw []byte) (msg envelope, ok bool) {
	err := readJSON(raw, &msg)
	if errors.Is(err, errTooDeep) {
		err = json.Unmarshal(flattened(raw), &msg)
	}
	return msg, err == nil
}

// flattened gives an object with null for each list and object in it. It does not call itself, and does not mind what is no JSON: then
// what it gives is none either.
func flattened(raw []byte) []byte {
	var out []byte
	level, text := 0, false
	for i := 0; i < len(raw); i++ {
		b, from := raw[i], i
		switch {
		case text && b == '\\':
			i++
		case b == '"':
			text = !text
		case text:
		case b == '{' || b == '[':
			if level++; level == 2 {
				out = append(out, "null"...)
			}
		case b == '}' || b == ']':
			if level--; level == 1 {
				continue
			}
		}
		if level < 2 {
			out = append(out, raw[from:min(i+1, len(raw))]...)
		}
	}
	return out
}
