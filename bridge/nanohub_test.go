package bridge

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/bridge/config"
	"parley/bridge/nanohubtest"
)

// newNanohub connects to a server with nanoHUB's habits.
func newNanohub(t *testing.T, hub *nanohubtest.Server, change func(*config.Server, *Options)) *host {
	t.Helper()
	h := startHost(t, nil, func(e *config.Server, o *Options) {
		e.URL = hub.URL
		o.Dial = nil
		if change != nil {
			change(e, o)
		}
	})
	h.ready()
	return h
}

// run runs a tool to its end and gives the text of its result.
func (h *host) run(tool, arguments string) string {
	h.t.Helper()
	return h.text(h.Server.Call(h.tool(h.t, tool), json.RawMessage(arguments)))
}

// text waits for the end of a call and gives the text of its result.
func (h *host) text(call *Call) string {
	h.t.Helper()
	state := wait(h.t, call)
	if state.Phase != Finished {
		h.t.Fatalf("%s: phase %d, %+v", call.Tool().Name, state.Phase, state.Failure)
	}
	return state.Result.Text
}

// posts are the POST requests of a method that a server heard; "" is answers.
func posts(hub *nanohubtest.Server, method string) []nanohubtest.Post {
	return slices.DeleteFunc(hub.Heard(), func(p nanohubtest.Post) bool {
		var msg struct {
			Method string
			Result json.RawMessage
		}
		return json.Unmarshal([]byte(p.Body), &msg) != nil || msg.Method != method || method == "" && len(msg.Result) == 0
	})
}

// batch is an answer that fits submit_batch.
func batch(queue string) Answer {
	return Answer{OK: true, Data: map[string]any{"notify": false, "queue": queue}}
}

const batchResult = `{"raw": {"action": "accept", "content": {"queue": "long", "notify": false}}}`

// Contract D8: the dialect is found out, or said in the entry; each outcome then arrives as what it is.
func TestNanohubIsRecognised(t *testing.T) {
	for _, dialect := range []string{"", "nanohub"} {
		hub := nanohubtest.New(t)
		h := newNanohub(t, hub, func(e *config.Server, _ *Options) { e.Dialect = dialect })
		if got := h.State().Dialect; got != "nanohub" {
			t.Errorf("dialect %q: it speaks %q", dialect, got)
		}
		for _, c := range []struct {
			answer Answer
			want   string
			ending Ending
		}{
			{batch("long"), batchResult, EndSent},
			{Answer{Reason: ReasonDeclined}, `{"raw": {"action": "decline"}}`, EndDeclined},
			{Answer{Reason: ReasonCancelled}, `{"raw": {"action": "cancel"}}`, EndDismissed},
			{Answer{Reason: ReasonExpired}, `{"raw": {"action": "cancel"}}`, EndExpired},
		} {
			call := h.Server.Call(h.tool(t, "submit_batch"), nil)
			a := h.person.next()
			if a.Call != call || a.Request.Prompt != "Submit this 4-hour batch run?" || string(a.Schema) == "" {
				t.Errorf("asked %+v for %v", a.Request, a.Call)
			}
			a.answer <- c.answer
			if got := h.text(call); got != c.want {
				t.Errorf("result %s, want %s", got, c.want)
			}
			if r := h.receipt(); r.Ending != c.ending || !r.Told || r.Err != nil {
				t.Errorf("receipt %+v", r)
			}
		}
		if n := len(posts(hub, "tools/call")); n != 4 {
			t.Errorf("%d calls went out, want 4", n) // nothing is run twice (contract B8)
		}
	}
}

// A server of the standard is never spoken to in the dialect, nor is one whose entry says so.
func TestStandardStaysTheStandard(t *testing.T) {
	h := newWeb(t, streamable(t, false), nil)
	h.ready()
	if got := h.State().Dialect; got != "" {
		t.Errorf("it speaks %q", got)
	}
	hub := nanohubtest.New(t)
	h = newNanohub(t, hub, func(e *config.Server, _ *Options) { e.Dialect = "standard" })
	if got := h.State().Dialect; got != "" {
		t.Errorf("it speaks %q", got)
	}
	if got := h.run("submit_batch", ""); got != "RuntimeError: Client does not support form elicitation" {
		t.Errorf("result %q", got)
	}
}

// Contract N2: the address of a plain REST tool is no server; the person is told what would be.
func TestN2AddressOfARESTToolIsExplained(t *testing.T) {
	hub := nanohubtest.New(t)
	for _, tool := range []string{"submit_batch", "add", "nothing"} {
		h := startHost(t, nil, func(e *config.Server, o *Options) { e.URL = hub.Root + "/tools/" + tool; o.Dial = nil })
		f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
		if !strings.HasSuffix(f.Do, " "+hub.URL) {
			t.Errorf("%s: %+v", tool, f)
		}
	}
	for _, p := range hub.Heard() {
		if p.Status == http.StatusOK {
			t.Errorf("a tool was run by plain REST: %+v", p)
		}
	}
}

// Contract 0.1, N3: every message of a connection names the one session that this side chose, in the header, which every server
// takes.
func TestN3SessionIsChosenByThisSide(t *testing.T) {
	for _, headerOnly := range []bool{false, true} {
		hub := nanohubtest.New(t)
		hub.HeaderOnly = headerOnly
		h := newNanohub(t, hub, func(e *config.Server, _ *Options) { e.Dialect = "nanohub" })
		call := h.Server.Call(h.tool(t, "submit_batch"), nil)
		h.person.next().answer <- batch("long")
		if got := h.text(call); got != batchResult {
			t.Errorf("header only %v: %s", headerOnly, got)
		}
		heard := hub.Heard()
		session := heard[0].Session
		for _, p := range heard {
			if p.Session != session || len(session) < 16 || p.Header.Get("Mcp-Session-Id") != session {
				t.Errorf("header only %v: %s is of session %q, others of %q", headerOnly, p.Body, p.Session, session)
			}
		}
		if n := hub.Streams(session); n != 1 {
			t.Errorf("header only %v: %d streams", headerOnly, n)
		}
	}
}

// autoAnswer answers every question of the lab at once, as its prompt wants it.
func autoAnswer(_ context.Context, s Suspension) Answer {
	answer := Answer{ID: s.Request.ID, OK: true}
	switch s.Request.Prompt {
	case "What is its name?":
		answer.Data = map[string]any{"name": "Ada"}
	case "How many cores?":
		answer.Data = map[string]any{"cores": json.Number("8")}
	case "Really?", "Authorize access to the external data source":
	default:
		answer.Data = batch("long").Data
	}
	return answer
}

// Contract 0.2, 0.3, N5, J2: every response comes twice, those of async tools once and elsewhere, and over 1,000 calls, two at a time,
// the session lives.
func TestN5ThousandCallsKeepOneSession(t *testing.T) {
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, func(e *config.Server, o *Options) {
		o.WaitFor = autoAnswer
		o.Notify = nil
	})
	started := regexp.MustCompile(`^\{"status": "running", "job_id": "([-0-9a-f]{36})", "message": ".*"\}$`)
	const each = 250 // per kind of call, of which there are four
	var work sync.WaitGroup
	for side := range 2 {
		work.Go(func() {
			for i := range each {
				var tool, want string
				for _, tool = range [][]string{{"submit_batch", "simulate"}, {"two_step", "connect_source"}}[side] {
					call := h.Server.Call(h.tool(t, tool), nil)
					select {
					case <-call.Done():
					case <-time.After(patience):
						t.Errorf("call %d of %s did not end", i, tool)
						return
					}
					switch tool {
					case "submit_batch":
						want = batchResult
					case "two_step":
						want = `{"first": {"action": "accept", "content": {"name": "Ada"}}, "second": {"action": "accept", "content": {"cores": 8}}}`
					case "connect_source":
						want = `{"raw": {"action": "accept"}}` // contract B5: no content for a link
					}
					state := call.State()
					if state.Phase != Finished {
						t.Errorf("call %d of %s: %+v", i, tool, state.Failure)
						return
					}
					if got := state.Result.Text; got != want && !(tool == "simulate" && started.MatchString(got)) {
						t.Errorf("call %d of %s: %s", i, tool, got)
						return
					}
				}
			}
		})
	}
	work.Wait()
	calls := posts(hub, "tools/call")
	if len(calls) != 4*each {
		t.Errorf("%d calls went out, want %d", len(calls), 4*each)
	}
	for _, p := range calls {
		if p.Session != calls[0].Session {
			t.Fatal("the session was lost on the way")
		}
	}
	for _, p := range posts(hub, "") {
		if p.Status != http.StatusAccepted {
			t.Errorf("an answer got %d %s", p.Status, p.Reply)
		}
	}
	if n := len(posts(hub, "initialize")); n != 2 { // one to find out the dialect
		t.Errorf("it connected %d times", n)
	}
}

// Contract N7: the version that is spoken is one of the specification; nanoHUB's own favourite is not.
func TestN7SpeaksAProtocolThatBothKnow(t *testing.T) {
	for _, c := range []struct{ dialect, protocol, want string }{
		{"", "", "2025-11-25"}, {"nanohub", "", "2025-11-25"}, {"", "2025-06-18", "2025-06-18"}, {"nanohub", "2024-11-05", "2024-11-05"},
	} {
		hub := nanohubtest.New(t)
		h := newNanohub(t, hub, func(e *config.Server, _ *Options) { e.Dialect, e.Protocol = c.dialect, c.protocol })
		if got := h.State(); got.Protocol != c.want || got.Dialect != "nanohub" {
			t.Errorf("%+v: it speaks %s in dialect %q", c, got.Protocol, got.Dialect)
		}
		call := h.Server.Call(h.tool(t, "submit_batch"), nil)
		h.person.next().answer <- batch("long")
		if got := h.text(call); got != batchResult {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// Contract N8: arguments are always an object; what the server refuses is told and costs no session; its not knowing DELETE is
// nobody's trouble.
func TestN8RefusalsCostNoSession(t *testing.T) {
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, nil)
	session := lastSession(hub)
	for _, nothing := range []json.RawMessage{nil, {}, json.RawMessage(`{}`)} {
		if got := h.text(h.Server.Call(h.tool(t, "steps"), nothing)); got != "three steps" {
			t.Errorf("without arguments: %s", got)
		}
	}
	for _, p := range posts(hub, "tools/call") {
		if !strings.Contains(p.Body, `"arguments":{}`) {
			t.Errorf("it sent %s", p.Body)
		}
	}
	state := wait(t, h.Server.Call(Tool{Name: "nothing"}, nil))
	if state.Phase != Broken || !strings.Contains(state.Failure.Detail, "-32601 Tool not found: nothing") {
		t.Errorf("an unknown tool: %+v, %+v", state, state.Failure)
	}
	if got := h.run("add", `{"a":2,"b":3}`); got != `{"sum": 5}` || lastSession(hub) != session {
		t.Errorf("afterwards %s in session %s, was %s", got, lastSession(hub), session)
	}
	begun := time.Now()
	h.close()
	if took := time.Since(begun); took > 20*time.Second || h.State().Failure != nil {
		t.Errorf("closing took %s, %+v", took, h.State().Failure)
	}
}

// Contract N8: a call that is too large for the server says so, and the next one works.
func TestN8TooLargeACallIsTold(t *testing.T) {
	hub := nanohubtest.New(t)
	hub.Limit = 64 << 10
	h := newNanohub(t, hub, nil)
	large := `{"a":1,"b":2,"c":"` + strings.Repeat("x", int(hub.Limit)) + `"}`
	state := wait(t, h.Server.Call(h.tool(t, "add"), json.RawMessage(large)))
	if state.Phase != Broken || !strings.HasPrefix(state.Failure.What, "This is more than Demo lab takes at once") || state.Failure.Do == "" {
		t.Errorf("%+v, %+v", state, state.Failure)
	}
	eventually(t, "usable again", func() bool {
		state := wait(t, h.Server.Call(h.tool(t, "add"), json.RawMessage(`{"a":2,"b":3}`)))
		return state.Phase == Finished && state.Result.Text == `{"sum": 5}`
	})
}

// Contract N9: an answer goes to the id that asked, in its session, and is taken with 202.
func TestN9AnswersGoToTheIDsThatAsked(t *testing.T) {
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, nil)
	first, second := h.Server.Call(h.tool(t, "submit_batch"), nil), h.Server.Call(h.tool(t, "submit_batch"), nil)
	a, b := h.person.next(), h.person.next()
	b.answer <- Answer{Reason: ReasonDeclined}
	h.receipt()
	a.answer <- batch("long")
	h.receipt()
	got := []string{h.text(first), h.text(second)}
	slices.Sort(got)
	if !slices.Equal(got, []string{batchResult, `{"raw": {"action": "decline"}}`}) {
		t.Errorf("results %v", got)
	}
	answers := posts(hub, "")
	for _, p := range answers {
		if !regexp.MustCompile(`^\{"jsonrpc":"2.0","id":"server-[-0-9a-f]{36}","result":`).MatchString(p.Body) || p.Status != http.StatusAccepted || p.Session != lastSession(hub) {
			t.Errorf("answer %+v", p)
		}
	}
	if len(answers) != 2 {
		t.Errorf("%d answers", len(answers))
	}
}

// A schema that is not flat is shown, never refused (contract D5, F5); progress rides on the stream; an error is the tool's own.
func TestNanohubToolsBehaveAsAnywhere(t *testing.T) {
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, nil)
	call := h.Server.Call(h.tool(t, "nested"), nil)
	a := h.person.next()
	if !strings.Contains(string(a.Schema), `"mesh"`) {
		t.Errorf("schema %s", a.Schema)
	}
	a.answer <- Answer{OK: true, Data: map[string]any{"mesh": map[string]any{"nx": json.Number("3")}}}
	if got := h.text(call); got != `{"raw": {"action": "accept", "content": {"mesh": {"nx": 3}}}}` {
		t.Errorf("result %s", got)
	}
	call = h.Server.Call(h.tool(t, "confirm"), nil)
	h.person.next().answer <- Answer{OK: true}
	if got := h.text(call); got != `{"raw": {"action": "accept", "content": {}}}` { // contract 0.5
		t.Errorf("result %s", got)
	}
	call = h.Server.Call(h.tool(t, "two_step"), nil)
	h.person.next().answer <- Answer{OK: true, Data: map[string]any{"name": "Ada"}}
	a = h.person.next()
	if got := call.State().Progress; got.Done != 1 || got.Total != 2 || got.Message != "named" {
		t.Errorf("progress %+v", got)
	}
	a.answer <- Answer{OK: true, Data: map[string]any{"cores": json.Number("8")}}
	h.text(call)
	if state := wait(t, h.Server.Call(h.tool(t, "kaboom"), nil)); !state.Result.IsError || state.Result.Text != "kaboom" {
		t.Errorf("%+v", state.Result)
	}
}

// newNanohubBehind connects to a hub through something in between.
func newNanohubBehind(t *testing.T, hub *nanohubtest.Server, between func(http.ResponseWriter, *http.Request, http.Handler)) *host {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { between(w, r, hub) }))
	t.Cleanup(func() { web.CloseClientConnections(); web.Close() })
	return newNanohub(t, hub, func(e *config.Server, _ *Options) { e.URL = web.URL + "/mcp" })
}
