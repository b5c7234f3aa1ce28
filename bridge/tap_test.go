package bridge

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"parley/bridge/wiretest"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// Progress reaches its call at once, the last word before the result included; strangers' progress changes nothing.
func TestProgressReachesItsCall(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	call := h.call(`{}`)
	msg := script.AwaitCalls(1)
	token := tokenOf(msg.Params)
	script.Say(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"nobody","progress":9}}`)
	script.Say(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"` + token + `","progress":2,"total":3,"message":"two of three"}}`)
	script.Answer(msg, `{"content":[]}`)
	if p := wait(t, call).Progress; p != (Progress{Done: 2, Total: 3, Message: "two of three"}) {
		t.Errorf("progress %+v", p)
	}
	script.Say(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"` + token + `","progress":3}}`)
	script.Say(`{"jsonrpc":"2.0","id":77,"method":"ping"}`)
	script.AwaitAnswer(`77`)
}

// The result is the server's own bytes: order, digits, parts nobody knows (rule 9, case result-structured-key-order).
func TestResultIsKeptAsItCame(t *testing.T) {
	const result = `{"content":[{"type":"text","text":"a"},{"type":"hologram","x":1},{"type":"text"},7,{"type":"text","text":"b"}],"structuredContent":{"zeta":1.10,"alpha":18446744073709551617},"isError":null,"_meta":null}`
	script := wiretest.New(t)
	script.OnCall = func(s *wiretest.Server, call wiretest.Message) { s.Answer(call, result) }
	h := newHost(t, script, nil)
	state := wait(t, h.call(`{}`))
	if state.Phase != Finished {
		t.Fatalf("%+v %+v", state, state.Failure)
	}
	r := state.Result
	if string(r.Raw) != result || r.Text != "a\nb" || len(r.Blocks) != 5 || string(r.Structured) != `{"zeta":1.10,"alpha":18446744073709551617}` {
		t.Errorf("result %+v raw %s", r, r.Raw)
	}
}

// A refusal of the server is told apart from a tool's own failure (case result-protocol-error-distinct).
func TestRefusalIsToldApartFromAToolsFailure(t *testing.T) {
	script := wiretest.New(t)
	script.OnCall = func(s *wiretest.Server, call wiretest.Message) {
		s.Say(`{"jsonrpc":"2.0","id":` + string(call.ID) + `,"error":{"code":-32602,"message":"Unknown tool: demo","data":{"hint":"x"}}}`)
	}
	h := newHost(t, script, nil)
	state := wait(t, h.call(`{}`))
	if state.Phase != Broken {
		t.Fatalf("%+v", state)
	}
	for _, mark := range []string{"-32602", "Unknown tool: demo", "hint"} {
		if !strings.Contains(state.Failure.Detail, mark) {
			t.Errorf("detail %q lacks %s", state.Failure.Detail, mark)
		}
	}
}

// One bad tool among many, no schema, two of the same name, all pages (cases tool-one-bad-tool-among-many,
// tool-duplicate-name-one-server).
func TestToolsAreReadOneByOne(t *testing.T) {
	script := wiretest.New(t)
	script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
		if m.Method != "tools/list" {
			return false
		}
		if strings.Contains(string(m.Params), "page2") {
			s.Answer(m, `{"tools":[{"name":"good_b","title":"B","inputSchema":{"type":"object","properties":{"z":{},"a":{}}},"annotations":{"readOnlyHint":true}}]}`)
			return true
		}
		s.Answer(m, `{"tools":[{"name":"run"},{"name":"odd","inputSchema":{"required":"x"}},7,{"title":"nameless"},{"name":"worse","inputSchema":null},{"name":"run"}],"nextCursor":"page2"}`)
		return true
	}
	h := startHost(t, script, nil)
	state := h.until("with tools", func(s ServerState) bool { return len(s.Tools) > 0 })
	names := ""
	for _, tool := range state.Tools {
		names += tool.Name
		if tool.Duplicate {
			names += "*"
		}
		names += " "
	}
	if names != "run* odd worse run* good_b " {
		t.Errorf("tools %s", names)
	}
	b := state.Tools[4]
	if b.Title != "B" || !b.ReadOnly || b.Destructive || !b.Hinted || string(b.InputSchema) != `{"type":"object","properties":{"z":{},"a":{}}}` {
		t.Errorf("tool %+v", b)
	}
	if got := string(script.AwaitMethod("tools/list").Params); strings.Contains(got, "progressToken") {
		t.Errorf("the list was asked for with %s", got)
	}
}

// The stopwatch counts only while it runs, and pausing at the last moment does not make it endless.
func TestStopwatchStandsStillWhilePaused(t *testing.T) {
	clock, over := newFakeClock(), 0
	s := newStopwatch(clock, 3*time.Second, func() { over++ })
	s.run()
	clock.Advance(2 * time.Second)
	s.pause()
	clock.Advance(time.Hour)
	s.run()
	s.run()
	clock.Advance(900 * time.Millisecond)
	s.restart(3 * time.Second)
	clock.Advance(2 * time.Second)
	if over != 0 {
		t.Fatal("ran down too early")
	}
	clock.Advance(time.Second)
	if over != 1 {
		t.Fatalf("ran down %d times", over)
	}
	endless := newStopwatch(clock, 0, func() { t.Error("a limit of 0 ran down") })
	endless.run()
	clock.Advance(time.Hour)
	endless.pause()
}

// A fault of our own while reading the wire costs that one message, not the program, and is reported.
func TestFaultWhileReadingCostsOneMessage(t *testing.T) {
	caught := 0
	tap := newTap(brokenEvents{}, func(any, []byte) { caught++ })
	if pass := tap.incoming([]byte(`{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}`), origin{}); pass != nil || caught != 1 {
		t.Errorf("passed %s, caught %d", pass, caught)
	}
	if pass := tap.incoming([]byte(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`), origin{}); pass == nil {
		t.Error("the next message was lost too")
	}
}

type brokenEvents struct{ noEvents }

func (brokenEvents) asked(envelope, *Call) { panic("broken") }

type noEvents struct{}

func (noEvents) asked(envelope, *Call)                   {}
func (noEvents) withdrew(json.RawMessage, string) bool   { return false }
func (noEvents) refused(json.RawMessage, *jsonrpc.Error) {}
func (noEvents) requested(envelope)                      {}
func (noEvents) large()                                  {}
func (noEvents) linkDone(string)                         {}
func (noEvents) progressed(*Call, Progress)              {}
func (noEvents) logged(json.RawMessage)                  {}
func (noEvents) returned(*Call)                          {}

// FuzzWire feeds hostile bytes to everything that reads the wire: lines, streams, questions, results, tools.
func FuzzWire(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":` + formParams + `}`,
		"event: message\nid: 7\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n: ping\n\n",
		`{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create"}},"requestState":""}`,
		`{"content":[{"type":"text","text":"x"}],"_meta":{"pending":{"id":"a","kind":"b","expiresAt":"x"}}}`,
		`{"name":"x","annotations":[],"inputSchema":true}`, `[`, `{"a":`, "data\n\n", `{"method":"notifications/cancelled","params":{"requestId":[]}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		tap := newTap(noEvents{}, func(what any, stack []byte) { t.Errorf("panic: %v\n%s", what, stack) })
		tap.incoming(raw, origin{})
		tap.outgoing(raw)
		(&exchange{extra: []member{{"_meta", json.RawMessage(`{"a":1}`)}}}).rewrite(raw)
		q, failure := readQuestion(raw, "https://lab.example/")
		if failure == nil && !json.Valid(q.result(Answer{OK: true, Data: map[string]any{"a": 1}})) {
			t.Error("the answer is no JSON")
		}
		if _, err := readHead(raw); err == nil && !json.Valid(raw) {
			t.Error("read a result that is no JSON")
		}
		readResult(raw)
		readTool(raw)
		events, read := newEventReader(bytes.NewReader(raw)), 0
		for {
			event, err := events.next()
			read += len(event.data) + len(event.name) + len(event.id)
			if err != nil {
				break
			}
		}
		if read > len(raw) {
			t.Errorf("%d bytes made of %d", read, len(raw))
		}
		w := &webTap{tap: tap}
		for _, line := range bytes.Split(w.pass(raw, origin{}), []byte("\n\n")) {
			if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok && !decodable(bytes.ReplaceAll(data, []byte("\ndata: "), []byte("\n"))) {
				t.Errorf("the SDK gets to see %q", line)
			}
		}
	})
}
