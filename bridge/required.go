package bridge

import (
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// links shows the links that a call requires, one after the other, and gives nil when the person was done with all of them:
// then the call is made once more. A refusal ends it, and the server is not told (contract U4; cases proto-url-required-error-*).
func (c *Call) links(conn *conn, wire *jsonrpc.Error) *CallState {
	questions, ok := requiredLinks(wire, c.server.entry.URL)
	if !ok {
		end := broken(protocolFailure(wire))
		return &end
	}
	for i, q := range questions {
		r, end := c.ask(conn, q, func(susp *Suspension) { susp.Index, susp.Total = i+1, len(questions) })
		if end != nil {
			return end
		}
		c.server.handOut(r)
		if !r.Answer.OK {
			end := broken(&Failure{
				What:   notOpened(r.Answer.Reason),
				Do:     "Run it again when you want to open the link.",
				Detail: protocolFailure(wire).Detail,
			})
			return &end
		}
	}
	return nil
}

// requiredLinks reads the links of a -32042 error. Anything but links makes it an error like any other: there would be no way to
// send an answer to a form (case proto-url-required-error-has-form-mode).
func requiredLinks(wire *jsonrpc.Error, serverAddress string) ([]question, bool) {
	var data struct {
		Elicitations []json.RawMessage `json:"elicitations"`
	}
	if err := json.Unmarshal(wire.Data, &data); err != nil || len(data.Elicitations) == 0 {
		return nil, false
	}
	questions := make([]question, len(data.Elicitations))
	for i, raw := range data.Elicitations {
		q, failure := readQuestion(raw, serverAddress)
		if failure != nil || q.request.Kind != KindAuthorization {
			return nil, false
		}
		questions[i] = q
	}
	return questions, true
}

func notOpened(reason Reason) string {
	if reason == ReasonDeclined {
		return "You declined to open the link that this tool needs, so it was not run."
	}
	return "The link that this tool needs was not opened, so it was not run."
}

// linkAgainFailure is for a server that requires a link again right after the person was done with it (case
// proto-url-required-error-same-url-again).
func linkAgainFailure(wire *jsonrpc.Error) *Failure {
	return &Failure{
		What:   "The server asks for the same link again: " + strings.TrimSuffix(wire.Message, ".") + ".",
		Do:     "Check in your browser that you finished there, then run it again.",
		Detail: protocolFailure(wire).Detail,
		Err:    wire,
	}
}
