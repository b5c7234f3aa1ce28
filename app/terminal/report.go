package terminal

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync"
	"time"

	"parley/app/call"
	"parley/bridge"
	"parley/bridge/schema"
)

// report is what --json prints of a call: one object, its members in this order. What there is not is left out.
type report struct {
	Server   string          `json:"server"`
	Tool     string          `json:"tool"`
	Outcome  string          `json:"outcome"` // ok, tool-error, failed or stopped
	Result   json.RawMessage `json:"result,omitempty"`
	Requests []request       `json:"requests"`
	Failure  *failure        `json:"failure,omitempty"`
	Started  time.Time       `json:"started"`
	Ended    time.Time       `json:"ended"`

	mu sync.Mutex // guards Requests: receipts come on the bridge's goroutines
}

// request is one question of the server and what became of it.
type request struct {
	Kind     string          `json:"kind"`
	Message  string          `json:"message"`
	URL      string          `json:"url,omitempty"`
	Schema   json.RawMessage `json:"schema,omitempty"`
	Answer   *answer         `json:"answer,omitempty"` // nil: nobody was told anything
	Receipt  string          `json:"receipt"`
	Arrived  time.Time       `json:"arrived"`
	Answered time.Time       `json:"answered"`
}

// answer is what the server was told. Values of fields that ask for a secret are dots.
type answer struct {
	Action  string          `json:"action"`
	Content json.RawMessage `json:"content,omitempty"`
}

type failure struct {
	What   string `json:"what"`
	Do     string `json:"do,omitempty"`
	Detail string `json:"detail,omitempty"`
}

func failureOf(f *bridge.Failure) *failure { return &failure{What: f.What, Do: f.Do, Detail: f.Detail} }

// ended takes a receipt.
func (r *report) ended(receipt *bridge.Receipt) {
	susp := receipt.Suspension
	entry := request{
		Kind: susp.Request.Kind, Message: susp.Request.Prompt, URL: susp.Request.URL, Schema: susp.Schema,
		Receipt: receiptWord(receipt.Ending), Arrived: susp.Arrived.UTC(), Answered: susp.Arrived.Add(receipt.After).UTC(),
	}
	if tells(receipt.Ending) {
		entry.Answer = answerOf(receipt)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Requests = append(r.Requests, entry)
}

// tells reports whether an ending tells the server something.
func tells(e bridge.Ending) bool {
	switch e {
	case bridge.EndSent, bridge.EndDeclined, bridge.EndDismissed, bridge.EndExpired, bridge.EndUnconfirmed:
		return true
	}
	return false
}

func receiptWord(e bridge.Ending) string {
	switch e {
	case bridge.EndSent:
		return "sent"
	case bridge.EndDeclined:
		return "declined"
	case bridge.EndDismissed:
		return "dismissed"
	case bridge.EndExpired:
		return "expired"
	case bridge.EndStoppedWaiting:
		return "stopped-waiting"
	case bridge.EndWithdrawn:
		return "withdrawn"
	case bridge.EndServerGone:
		return "server-gone"
	case bridge.EndUndelivered:
		return "not-delivered"
	case bridge.EndStopped:
		return "stopped"
	}
	return "unconfirmed"
}

func answerOf(receipt *bridge.Receipt) *answer {
	told := bridge.AnswerToElicitResult(receipt.Answer)
	a := &answer{Action: told.Action}
	if told.Action == "accept" && receipt.Suspension.Request.Kind != bridge.KindAuthorization {
		a.Content = contentOf(receipt)
	}
	return a
}

// dots stand for a value that is nobody's to read.
var dots = json.RawMessage(`"•••"`)

// contentOf is the content of an answer, in the order of the form.
func contentOf(receipt *bridge.Receipt) json.RawMessage {
	data := receipt.Answer.Data
	form := schema.Parse(receipt.Suspension.Schema)
	var keys []string
	secret := map[string]bool{}
	for _, field := range form.Fields {
		if _, given := data[field.Key]; given {
			keys = append(keys, field.Key)
		}
		secret[field.Key] = field.Secret
	}
	var others []string
	for key := range data {
		if !slices.Contains(keys, key) {
			others = append(others, key)
		}
	}
	slices.Sort(others)
	out := []byte{'{'}
	for i, key := range append(keys, others...) {
		name, _ := bridge.EncodeJSON(key)
		value, err := bridge.EncodeJSON(data[key])
		if err != nil || receipt.Suspension.Own || secret[key] || schema.NamesSecret(key) {
			value = dots
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, name...), ':'), value...)
	}
	return append(out, '}')
}

// take takes the end of the call.
func (r *report) take(end call.Snapshot) {
	r.Started, r.Ended = end.Started.UTC(), end.Ended.UTC()
	switch {
	case end.Failure != nil:
		r.Outcome, r.Failure = "failed", failureOf(end.Failure)
	case end.Result == nil:
		r.Outcome = "stopped"
	case end.Result.IsError:
		r.Outcome, r.Result = "tool-error", end.Result.Raw
	default:
		r.Outcome, r.Result = "ok", end.Result.Raw
	}
}

// code is the exit code of the outcome.
func (r *report) code() int {
	switch r.Outcome {
	case "ok":
		return ExitOK
	case "tool-error":
		return ExitToolError
	case "stopped":
		return ExitStopped
	}
	return ExitFailed
}

// print writes the report. The result keeps its bytes but for white space between them.
func (r *report) print(out io.Writer) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Requests == nil {
		r.Requests = []request{}
	}
	r.Started, r.Ended = r.Started.UTC(), r.Ended.UTC()
	raw, err := bridge.EncodeJSON(r)
	if err != nil {
		return errors.New("what came back is no JSON that can be printed")
	}
	_, err = out.Write(append(raw, '\n'))
	return err
}
