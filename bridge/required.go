package bridge

import (
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// links shows the links that a call requires, one after the other, and gives nil when the person was done with all of them:
// then the call is made once more. A refusal ends it, and the server is not told (contract U4; cases proto-url-required-error-*). opened
// are the links that the person was done with before: a server may need another one then, but not one of these again, nor ever more.
func (c *Call) links(conn *conn, wire *jsonrpc.Error, opened map[string]bool) *CallState {
	questions, ok := requiredLinks(wire, c.server.entry.URL)
	if !ok {
		end := broken(c.server.protocolFailure(wire))
		return &end
	}
	again := len(opened)+len(questions) > maxLinks
	for _, q := range questions {
		again = again || opened[q.request.URL]
	}
	if again {
		end := broken(linkAgainFailure(wire))
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
				Detail: errorDetail(wire),
			})
			return &end
		}
		opened[q.request.URL] = true
	}
	return nil
}

// maxLinks is how many links one call may require in all.
const maxLinks = 20

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
		raw = asLink(raw)
		q, failure := readQuestion(raw, serverAddress)
		if failure != nil || q.request.Kind != KindAuthorization {
			return nil, false
		}
		questions[i] = q
	}
	return questions, true
}

// asLink gives an elicitation that has an address and no mode the mode that it must have here: there is nothing else that it can be.
func asLink(raw json.RawMessage) json.RawMessage {
	var p struct {
		Mode json.RawMessage `json:"mode"`
		URL  string          `json:"url"`
	}
	if json.Unmarshal(raw, &p) != nil || !isNull(p.Mode) || p.URL == "" {
		return raw
	}
	return replaceMember(raw, "mode", quote("url"))
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
	words, _ := errorWords(wire.Message)
	return &Failure{
		What:   "The server asks for the same link again: " + strings.TrimSuffix(words, ".") + ".",
		Do:     "Check in your browser that you finished there, then run it again.",
		Detail: errorDetail(wire),
		Err:    wire,
	}
}
