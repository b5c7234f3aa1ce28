package bridge

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func encoded(t *testing.T, v any) string {
	t.Helper()
	raw, err := EncodeJSON(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// Contract R1-R4: the keys, their order, what is left out, and that & < > stay.
func TestRequestHasExactlyTheKeysOfTheContract(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		request Request
		want    string
	}{
		"R1 all keys":        {Request{"r1", "input", "p", "u", map[string]any{"k": "v"}, at}, `{"id":"r1","kind":"input","prompt":"p","url":"u","data":{"k":"v"},"expiresAt":"2026-01-01T00:00:00Z"}`},
		"R2 absent left out": {Request{ID: "1", Kind: "input"}, `{"id":"1","kind":"input","prompt":""}`},
		"R3 empty data":      {Request{ID: "1", Kind: "input", Data: map[string]any{}}, `{"id":"1","kind":"input","prompt":""}`},
		"R4 no escaping":     {Request{ID: "1", Kind: "authorization", URL: "https://x/?a=1&b=<2>"}, `{"id":"1","kind":"authorization","prompt":"","url":"https://x/?a=1&b=<2>"}`},
	} {
		if got := encoded(t, c.request); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

// Contract R2: null counts as absent. R8: any kind is read.
func TestRequestReadsNullAsAbsent(t *testing.T) {
	var r Request
	err := json.Unmarshal([]byte(`{"id":"x","kind":"upload","prompt":null,"url":null,"data":{"a":12345678901234567890},"expiresAt":null}`), &r)
	if err != nil {
		t.Fatal(err)
	}
	if r.Kind != "upload" || r.URL != "" || r.Prompt != "" || !r.ExpiresAt.IsZero() {
		t.Errorf("got %+v", r)
	}
	if got := encoded(t, r.Data); got != `{"a":12345678901234567890}` {
		t.Errorf("digits were lost: %s", got)
	}
}

// Contract R7: an expiry that is no time counts as none, with a word about it.
func TestUnreadableExpiryIsToldAndTheRestKept(t *testing.T) {
	var r Request
	err := json.Unmarshal([]byte(`{"id":"x","kind":"input","prompt":"p","expiresAt":"tomorrow"}`), &r)
	if !errors.Is(err, ErrUnreadableExpiry) || r.ID != "x" || r.Prompt != "p" || !r.ExpiresAt.IsZero() {
		t.Errorf("got %+v, %v", r, err)
	}
}

// Contract R5: unique and prefixed, also when made at the same moment.
func TestRequestIDsAreUnique(t *testing.T) {
	const n = 1000
	ids := make([]string, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			ids[i] = ElicitationToRequest(&mcp.ElicitParams{}).ID
		}()
	}
	wg.Wait()
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id] || !regexp.MustCompile(`^elc-.`).MatchString(id) {
			t.Fatalf("bad id %q", id)
		}
		seen[id] = true
	}
}

// Contract A1, A3.
func TestAnswerHasExactlyTheKeysOfTheContract(t *testing.T) {
	for want, a := range map[string]Answer{
		`{"id":"1","ok":false}`:                                   {ID: "1"},
		`{"id":"r1","ok":true,"data":{"k":"v & w"}}`:              {ID: "r1", OK: true, Data: map[string]any{"k": "v & w"}},
		`{"id":"r1","ok":false,"reason":"expired"}`:               {ID: "r1", Reason: ReasonExpired},
		`{"id":"r1","ok":true,"data":{"n":18446744073709551617}}`: {ID: "r1", OK: true, Data: map[string]any{"n": json.Number("18446744073709551617")}},
	} {
		if got := encoded(t, a); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		var back Answer
		if err := json.Unmarshal([]byte(want), &back); err != nil || encoded(t, back) != want {
			t.Errorf("%s did not come back: %+v %v", want, back, err)
		}
	}
}

// The three examples of toolnexus' document, and contract M1-M9 at the mapper.
func TestElicitationToRequest(t *testing.T) {
	postal := map[string]any{"type": "object", "properties": map[string]any{"postal_code": map[string]any{"type": "string"}}}
	for name, c := range map[string]struct {
		params mcp.ElicitParams
		want   string // the request without its id
	}{
		"M1 form":                {mcp.ElicitParams{Message: "What is your shipping postal code?", RequestedSchema: postal}, `"kind":"input","prompt":"What is your shipping postal code?","data":{"schema":{"properties":{"postal_code":{"type":"string"}},"type":"object"}}}`},
		"M1 mode form":           {mcp.ElicitParams{Mode: "form", Message: "m", RequestedSchema: json.RawMessage(`{"type":"object"}`)}, `"kind":"input","prompt":"m","data":{"schema":{"type":"object"}}}`},
		"M2 url":                 {mcp.ElicitParams{Mode: "url", Message: "Please authorize access to your calendar.", URL: "https://example.com/oauth/authorize?state=abc123"}, `"kind":"authorization","prompt":"Please authorize access to your calendar.","url":"https://example.com/oauth/authorize?state=abc123"}`},
		"M3 url with schema":     {mcp.ElicitParams{Mode: "url", URL: "https://x/", RequestedSchema: postal}, `"kind":"authorization","prompt":"","url":"https://x/"}`},
		"M4 no mode, url":        {mcp.ElicitParams{Message: "m", URL: "https://x/", RequestedSchema: json.RawMessage(`{}`)}, `"kind":"input","prompt":"m","data":{"schema":{}}}`},
		"M5 mode is exact":       {mcp.ElicitParams{Mode: "URL", Message: "m", URL: "https://x/"}, `"kind":"input","prompt":"m"}`},
		"M6 url without address": {mcp.ElicitParams{Mode: "url", Message: "m"}, `"kind":"authorization","prompt":"m"}`},
		"M7 no message":          {mcp.ElicitParams{}, `"kind":"input","prompt":""}`},
		"M8 no schema":           {mcp.ElicitParams{Message: "m"}, `"kind":"input","prompt":"m"}`},
		"M9 empty schema":        {mcp.ElicitParams{Message: "m", RequestedSchema: map[string]any{}}, `"kind":"input","prompt":"m","data":{"schema":{}}}`},
		"M10 id is no key":       {mcp.ElicitParams{Mode: "url", URL: "https://x/", ElicitationID: "e-1"}, `"kind":"authorization","prompt":"","url":"https://x/"}`},
	} {
		got := encoded(t, ElicitationToRequest(&c.params))
		_, rest, _ := strings.Cut(got, ",")
		if rest != c.want {
			t.Errorf("%s: got %s, want %s", name, rest, c.want)
		}
	}
}

// The five answers of toolnexus' document, and contract B1-B4, A3.
func TestAnswerToElicitResult(t *testing.T) {
	for name, c := range map[string]struct {
		answer  Answer
		action  string
		content string // "" for nil
	}{
		"B1 data":                {Answer{ID: "elc-1", OK: true, Data: map[string]any{"postal_code": "12345"}}, "accept", `{"postal_code":"12345"}`},
		"B2 no data":             {Answer{ID: "elc-2", OK: true}, "accept", `{}`},
		"B2 empty data":          {Answer{OK: true, Data: map[string]any{}}, "accept", `{}`},
		"B3 declined":            {Answer{ID: "elc-3", Reason: ReasonDeclined}, "decline", ""},
		"B3 declined with data":  {Answer{Reason: ReasonDeclined, Data: map[string]any{"a": 1}}, "decline", ""},
		"B4 expired":             {Answer{ID: "elc-4", Reason: ReasonExpired}, "cancel", ""},
		"B4 cancelled":           {Answer{Reason: ReasonCancelled}, "cancel", ""},
		"B4 no reason":           {Answer{ID: "elc-5"}, "cancel", ""},
		"B4 another case":        {Answer{Reason: "Declined"}, "cancel", ""},
		"B4 unknown":             {Answer{Reason: "bored"}, "cancel", ""},
		"A3 ok wins over reason": {Answer{OK: true, Reason: ReasonDeclined}, "accept", `{}`},
	} {
		res := AnswerToElicitResult(c.answer)
		got := ""
		if res.Content != nil {
			got = encoded(t, res.Content)
		}
		if res.Action != c.action || got != c.content {
			t.Errorf("%s: got %s %s, want %s %s", name, res.Action, got, c.action, c.content)
		}
	}
}
