package bridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The kinds of request that toolnexus names. The vocabulary is open: a kind that is not here is presented by its
// prompt, its address and its data (contract R8).
const (
	KindInput         = "input"         // a form; Data["schema"] is its JSON Schema
	KindAuthorization = "authorization" // a link to open; URL is set, Data is not
	KindApproval      = "approval"      // yes or no to something about to happen
	KindQuestion      = "question"      // Data["questions"]: [{question, header?, options?, multiple?}]
	KindToolCall      = "tool_call"     // Data["calls"]: [{id, name, arguments}]
)

// Request is one question to the person, in the words of toolnexus §10. It is wire data: its JSON has exactly the
// keys id, kind, prompt, url, data and expiresAt, in this order, and an absent one is left out (contract R1-R3).
type Request struct {
	ID        string         // unique; "elc-…" for elicitations, "pnd-…" for pending results
	Kind      string         // one of the Kind constants, or any other word
	Prompt    string         // what the server says; "" when it said nothing
	URL       string         // the address to open; "" when there is none
	Data      map[string]any // depends on Kind; nil or empty when there is none
	ExpiresAt time.Time      // when an answer comes too late; zero when it never does
}

// requestJSON is the wire form of a Request.
type requestJSON struct {
	ID        string         `json:"id"`
	Kind      string         `json:"kind"`
	Prompt    string         `json:"prompt"`
	URL       string         `json:"url,omitempty"`
	Data      map[string]any `json:"data,omitempty"`
	ExpiresAt string         `json:"expiresAt,omitempty"`
}

// MarshalJSON writes the wire form of contract R. Encode with [EncodeJSON] to keep & < > as they are (R4):
// [json.Marshal] escapes them whatever a MarshalJSON returns.
func (r Request) MarshalJSON() ([]byte, error) {
	wire := requestJSON{ID: r.ID, Kind: r.Kind, Prompt: r.Prompt, URL: r.URL, Data: r.Data}
	if !r.ExpiresAt.IsZero() {
		wire.ExpiresAt = r.ExpiresAt.Format(time.RFC3339Nano)
	}
	return EncodeJSON(wire)
}

// ErrUnreadableExpiry is wrapped by the error of [Request.UnmarshalJSON] when expiresAt is no RFC 3339 time. The
// Request is complete but for that member: treat it as one that never expires, and say so (contract R7).
var ErrUnreadableExpiry = errors.New("expiresAt is not a time")

// UnmarshalJSON reads the wire form; null counts as absent (contract R2). Numbers in Data become [json.Number].
func (r *Request) UnmarshalJSON(raw []byte) error {
	var wire requestJSON
	if err := decodeNumbers(raw, &wire); err != nil {
		return fmt.Errorf("reading a request: %w", err)
	}
	*r = Request{ID: wire.ID, Kind: wire.Kind, Prompt: wire.Prompt, URL: wire.URL}
	if len(wire.Data) > 0 {
		r.Data = wire.Data
	}
	if wire.ExpiresAt == "" {
		return nil
	}
	at, err := time.Parse(time.RFC3339, wire.ExpiresAt)
	if err != nil {
		return fmt.Errorf("reading request %q: %w: %q", r.ID, ErrUnreadableExpiry, wire.ExpiresAt)
	}
	r.ExpiresAt = at
	return nil
}

// Reason says why an Answer is not ok. It is advice: only Answer.OK decides (contract A3).
type Reason string

// The three reasons. Only ReasonDeclined becomes a decline on the wire; the others, and none, become cancel (B3, B4).
const (
	ReasonDeclined  Reason = "declined"  // the person said no
	ReasonCancelled Reason = "cancelled" // the person closed it without deciding
	ReasonExpired   Reason = "expired"   // nobody answered in time, or the question went away
)

// Answer is what came of a Request. It is wire data with the keys id, ok, data and reason; ok is always there (A1).
type Answer struct {
	ID     string         // echoes Request.ID (A2)
	OK     bool           // the person sent the form, allowed it, or was done with the link
	Data   map[string]any // the values; json.RawMessage and json.Number keep their bytes
	Reason Reason         // set only when !OK
}

// answerJSON is the wire form of an Answer.
type answerJSON struct {
	ID     string         `json:"id"`
	OK     bool           `json:"ok"`
	Data   map[string]any `json:"data,omitempty"`
	Reason Reason         `json:"reason,omitempty"`
}

// MarshalJSON writes the wire form of contract A; see [Request.MarshalJSON] about escaping.
func (a Answer) MarshalJSON() ([]byte, error) { return EncodeJSON(answerJSON(a)) }

// UnmarshalJSON reads the wire form; null counts as absent. Numbers in Data become [json.Number].
func (a *Answer) UnmarshalJSON(raw []byte) error {
	var wire answerJSON
	if err := decodeNumbers(raw, &wire); err != nil {
		return fmt.Errorf("reading an answer: %w", err)
	}
	*a = Answer(wire)
	return nil
}

// EncodeJSON is json.Marshal without HTML escaping, so that & < > stay as they are (contract R4).
func EncodeJSON(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// decodeNumbers is json.Unmarshal that keeps the digits of numbers in untyped places.
func decodeNumbers(raw []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	return dec.Decode(into)
}
