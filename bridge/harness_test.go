package bridge

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"parley/bridge/clock/clocktest"
	"parley/bridge/config"
	"parley/bridge/wiretest"
)

// TestMain lets the test's own executable stand for the programs that tests start.
func TestMain(m *testing.M) {
	if name := os.Getenv(programVariable); name != "" {
		programs[name]()
		os.Exit(0)
	}
	wiretest.Main(m)
}

// patience is how long a test waits for something that must come.
const patience = 30 * time.Second

// person is a WaitFor whose answers a test gives.
type person struct {
	t     testing.TB
	asked chan asked
}

// asked is one request in front of the person.
type asked struct {
	Suspension
	ctx    context.Context
	answer chan Answer
}

func newPerson(t testing.TB) *person { return &person{t: t, asked: make(chan asked, 200)} }

func (p *person) waitFor(ctx context.Context, s Suspension) Answer {
	a := asked{Suspension: s, ctx: ctx, answer: make(chan Answer, 1)}
	p.asked <- a
	select {
	case answer := <-a.answer:
		answer.ID = s.Request.ID
		return answer
	case <-ctx.Done():
		return AnswerAtEnd(ctx, s.Request.ID)
	}
}

// next is the next request put to the person.
func (p *person) next() asked {
	p.t.Helper()
	select {
	case a := <-p.asked:
		return a
	case <-time.After(patience):
		p.t.Fatal("the person was not asked")
		return asked{}
	}
}

// none fails when the person was asked something.
func (p *person) none() {
	p.t.Helper()
	select {
	case a := <-p.asked:
		p.t.Fatalf("the person was asked %q", a.Request.Prompt)
	default:
	}
}

// host is one server under test with its person and its receipts.
type host struct {
	*Server
	t        testing.TB
	person   *person
	script   *wiretest.Server
	clock    *fakeClock
	receipts chan Receipt

	cutStreams func() // breaks every connection to a server over HTTP
}

// newHost connects to a scripted server. change, when not nil, adjusts the entry before.
func newHost(t testing.TB, script *wiretest.Server, change func(*config.Server, *Options)) *host {
	t.Helper()
	h := startHost(t, script, change)
	h.ready()
	return h
}

func startHost(t testing.TB, script *wiretest.Server, change func(*config.Server, *Options)) *host {
	t.Helper()
	h := &host{t: t, person: newPerson(t), script: script, clock: newFakeClock(), receipts: make(chan Receipt, 200)}
	entry := config.Server{Name: "Demo lab"}
	opts := Options{
		WaitFor: h.person.waitFor,
		Clock:   h.clock,
		Dial: func() (Streams, error) {
			in, out, err := script.Dial()
			return Streams{In: in, Out: out}, err
		},
		Notify: func(e Event) {
			if e.Receipt != nil {
				h.receipts <- *e.Receipt
			}
		},
		Panicked: func(what any, stack []byte) { t.Errorf("panic: %v\n%s", what, stack) },
	}
	if change != nil {
		change(&entry, &opts)
	}
	h.Server = NewServer(entry, opts)
	h.Start()
	t.Cleanup(h.close)
	return h
}

func (h *host) close() {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := h.Close(ctx); err != nil {
		h.t.Error(err)
	}
}

// ready waits until the server is ready and its tools are known.
func (h *host) ready() {
	h.t.Helper()
	h.until("ready with tools", func(s ServerState) bool { return s.Phase == Ready && len(s.Tools) > 0 })
}

func (h *host) until(what string, want func(ServerState) bool) ServerState {
	h.t.Helper()
	var state ServerState
	eventually(h.t, what, func() bool { state = h.State(); return want(state) })
	return state
}

// eventually waits until something becomes true that another goroutine makes true without a word.
func eventually(t testing.TB, what string, want func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !want(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never became %s", what)
		}
	}
}

// call starts the first tool.
func (h *host) call(arguments string) *Call {
	h.t.Helper()
	return h.Server.Call(h.State().Tools[0], json.RawMessage(arguments))
}

// tool is the tool with the given name.
func (h *host) tool(t testing.TB, name string) Tool {
	t.Helper()
	for _, tool := range h.State().Tools {
		if tool.Name == name {
			return tool
		}
	}
	t.Fatalf("no tool %s among %v", name, h.State().Tools)
	return Tool{}
}

// receipt is the next receipt.
func (h *host) receipt() Receipt {
	h.t.Helper()
	select {
	case r := <-h.receipts:
		return r
	case <-time.After(patience):
		h.t.Fatal("no receipt came")
		return Receipt{}
	}
}

func wait(t testing.TB, c *Call) CallState {
	t.Helper()
	select {
	case <-c.Done():
		return c.State()
	case <-time.After(patience):
		t.Fatalf("the call did not end: %+v", c.State())
		return CallState{}
	}
}

// fakeClock is a Clock that moves when a test says so.
type fakeClock = clocktest.Clock

func newFakeClock() *fakeClock { return clocktest.New() }

// readBody reads the body of a request and leaves it there for the next one.
func readBody(r *http.Request) string {
	raw, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(strings.NewReader(string(raw)))
	return string(raw)
}
