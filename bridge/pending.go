package bridge

import (
	"encoding/json"
	"errors"
	"fmt"

	"parley/bridge/link"
	"parley/bridge/schema"
)

// readPending reads a suspended result (contract D6, P2). What is no well-formed Request is none.
func readPending(raw json.RawMessage) *question {
	if isNull(raw) {
		return nil
	}
	q := question{}
	err := json.Unmarshal(raw, &q.request)
	if err != nil && !errors.Is(err, ErrUnreadableExpiry) || q.request.ID == "" || q.request.Kind == "" {
		return nil
	}
	if err != nil {
		q.note = "The server set a time limit that cannot be read, so there is none."
	}
	var wire struct {
		Data json.RawMessage `json:"data"`
	}
	_ = json.Unmarshal(raw, &wire) // it was read above
	q.data = wire.Data
	if q.request.Kind == KindInput {
		var data struct {
			Schema json.RawMessage `json:"schema"`
		}
		if json.Unmarshal(wire.Data, &data) == nil && !isNull(data.Schema) {
			q.schema, q.form = data.Schema, schema.Parse(data.Schema)
		}
	}
	return &q
}

// resolve asks for the answer to a pending result and gives the members for calling the tool once more (contract D6, L1, L3).
func (c *Call) resolve(conn *conn, q question) ([]member, *CallState) {
	req := q.request
	if req.URL != "" {
		if _, err := link.Screen(req.URL, c.server.entry.URL); err != nil {
			end := broken(&Failure{What: fmt.Sprintf("The server sent an address that cannot be used: %v.", err)})
			return nil, &end
		}
	}
	r, end := c.ask(conn, q, func(*Suspension) {})
	if end != nil {
		return nil, end
	}
	if !r.Answer.OK {
		c.server.handOut(r)
		end := broken(&Failure{What: "declined/expired: " + req.Prompt})
		return nil, &end
	}
	raw, err := EncodeJSON(r.Answer)
	if err != nil {
		end := broken(internalFailure(err))
		return nil, &end
	}
	c.hold(r)
	return []member{{"_meta", object([]member{{"answer", raw}})}}, nil
}
