package bridge

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parley/bridge/clock"
	"parley/bridge/config"
	"parley/bridge/nanohubtest"
	"parley/bridge/wiretest"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// place is an address at which a server can be killed and started again.
type place struct {
	t    *testing.T
	addr string
	web  *http.Server
}

func newPlace(t *testing.T, handler http.Handler) *place {
	t.Helper()
	p := &place{t: t, addr: "127.0.0.1:0"}
	p.start(handler)
	t.Cleanup(p.kill)
	return p
}

// start has a server answer there.
func (p *place) start(handler http.Handler) {
	p.t.Helper()
	l, err := net.Listen("tcp", p.addr)
	if err != nil {
		p.t.Fatal(err)
	}
	p.addr, p.web = l.Addr().String(), &http.Server{Handler: handler, ErrorLog: quietLog()}
	go func(web *http.Server) { _ = web.Serve(l) }(p.web)
}

// kill ends it with all its connections.
func (p *place) kill() { _ = p.web.Close() }

func (p *place) host(t *testing.T, change func(*config.Server, *Options)) *host {
	t.Helper()
	h := startHost(t, nil, func(e *config.Server, o *Options) {
		e.URL, o.Dial = "http://"+p.addr+"/mcp", nil
		if change != nil {
			change(e, o)
		}
	})
	h.ready()
	return h
}

// asks proves that the server can be called and can ask.
func (h *host) asks(t *testing.T) {
	t.Helper()
	call := h.Server.Call(h.tool(t, "submit_batch"), nil)
	select {
	case a := <-h.person.asked:
		a.answer <- batch("long")
	case <-call.Done():
	case <-time.After(patience):
		t.Fatalf("neither asked nor ended: %+v", call.State())
	}
	if got := h.text(call); got != batchResult {
		t.Errorf("result %s", got)
	}
}

// A hub that was started again knows nobody any more, and takes calls all the same. It is told again at once, however long it was away
// (contract N6).
func TestHubThatComesBackCanAskAgain(t *testing.T) {
	for name, away := range map[string]bool{"at once": false, "after a while": true} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t, nanohubtest.New(t))
			h := p.host(t, nil)
			h.asks(t)
			second := nanohubtest.New(t)
			p.kill()
			if away {
				h.until("not ready while it is away", func(s ServerState) bool { return s.Phase == Starting && s.Failure != nil && s.Failure.What != "" })
			}
			p.start(second)
			eventually(t, "known to the second", func() bool {
				h.clock.Advance(time.Second)
				return len(posts(second, "initialize")) > 0 && h.State().Phase == Ready
			})
			for range 3 {
				h.asks(t)
			}
		})
	}
}

// Behind a proxy that holds the connections, the first odd answer tells that a hub was started again.
func TestHubThatForgotUnnoticedIsToldAtTheFirstOddAnswer(t *testing.T) {
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, nil)
	session := lastSession(hub)
	h.quiet()
	hub.Forget()
	if got := h.run("submit_batch", ""); !strings.Contains(got, "RuntimeError") {
		t.Fatalf("result %s", got)
	}
	h.until("whole again", func(s ServerState) bool { return s.Phase == Ready && hub.Knows(session) && hub.Streams(session) > 0 })
	h.asks(t)
	if lastSession(hub) != session {
		t.Error("the session was given up, and what runs in it")
	}
}

// While the stream of a hub is lost, it cannot ask. That is no green dot, and a call waits for the moment that it takes.
func TestHubWithoutItsStreamIsNotReady(t *testing.T) {
	hub := nanohubtest.New(t)
	held := make(chan struct{})
	var hold bool
	h := newNanohubBehind(t, hub, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.Method == http.MethodGet && hold {
			select {
			case <-held:
			case <-r.Context().Done():
				return
			}
		}
		next.ServeHTTP(w, r)
	})
	h.quiet()
	hold = true
	cut(t, hub, lastSession(hub))
	state := h.until("told to be lost", func(s ServerState) bool { return s.Phase == Starting })
	if state.Failure == nil || !strings.Contains(state.Failure.What, "was lost") || !state.RetryAt.IsZero() {
		t.Errorf("%+v", state.Failure)
	}
	call := h.Server.Call(h.tool(t, "submit_batch"), nil)
	close(held)
	h.person.next().answer <- batch("long")
	if got := h.text(call); got != batchResult {
		t.Errorf("result %s", got)
	}
	h.until("ready again", func(s ServerState) bool { return s.Phase == Ready && s.Failure == nil })
}

// A server that was killed in the middle of a call is not green for as long as tries to go on with its answer take.
func TestKilledServerIsNoticedAtOnce(t *testing.T) {
	for name, opts := range map[string]*mcp.StreamableHTTPOptions{
		"stateful": {}, "stateless": {Stateless: true}, "resumable": {EventStore: mcp.NewMemoryEventStore(nil)},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t, wiretest.Streamable(t, talkative(t.Context()), opts))
			h := p.host(t, func(_ *config.Server, o *Options) { o.Clock = clock.System{} })
			call := h.Server.Call(h.tool(t, "slow"), nil)
			eventually(t, "begun", func() bool { return call.State().Progress.Message != "" })
			before := time.Now()
			p.kill()
			state := wait(t, call)
			h.until("not green", func(s ServerState) bool { return s.Phase != Ready })
			if took := time.Since(before); took > 3*time.Second {
				t.Errorf("noticed after %s", took)
			}
			if state.Failure == nil || !strings.Contains(state.Failure.Do, "may have done") {
				t.Errorf("%+v", state.Failure)
			}
			p.start(wiretest.Streamable(t, talkative(t.Context()), opts))
			h.ready()
			if got := h.run("quick", ""); got != "quick" {
				t.Errorf("then %s", got)
			}
		})
	}
}

// A call to a server that is not there did not reach it, says so, and shows that the server is gone.
func TestCallToAKilledServerWasNotSent(t *testing.T) {
	p := newPlace(t, wiretest.Streamable(t, labServer(t.Context()), &mcp.StreamableHTTPOptions{Stateless: true}))
	p.web.SetKeepAlivesEnabled(false) // else a message is written to a connection that is dead by now
	h := p.host(t, func(_ *config.Server, o *Options) { o.Clock = clock.System{} })
	h.run("quick", "")
	p.kill()
	state := wait(t, h.Server.Call(h.tool(t, "quick"), nil))
	if state.Failure == nil || !strings.Contains(state.Failure.What, "The tool was not run") &&
		state.Failure.What != "Demo lab is not connected." { // it was noticed before
		t.Errorf("%+v", state.Failure)
	}
	h.until("not green", func(s ServerState) bool { return s.Phase != Ready })
}

// Who waits for a server to come back is not left waiting when it has: it is looked every second whether somebody listens.
func TestServerThatListensAgainIsNotWaitedFor(t *testing.T) {
	p := newPlace(t, streamable(t, false))
	h := p.host(t, nil)
	p.kill()
	eventually(t, "waiting for long", func() bool {
		at := h.State().RetryAt
		if at.Sub(h.clock.Now()) > 10*time.Second {
			return true
		}
		h.clock.Advance(100 * time.Millisecond)
		return false
	})
	p.start(streamable(t, false))
	before := h.clock.Now()
	eventually(t, "connected", func() bool {
		if h.State().Phase == Ready {
			return true
		}
		h.clock.Advance(100 * time.Millisecond)
		return false
	})
	if took := h.clock.Now().Sub(before); took > 8*time.Second {
		t.Errorf("connected %s later", took)
	}
}

// A server without a stream of its own shows its end by that of the connection that it kept open.
func TestServerThatIsKilledWhileNothingRunsIsNotGreen(t *testing.T) {
	for _, stateless := range []bool{true, false} {
		next := streamable(t, stateless)
		p := newPlace(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				w.WriteHeader(http.StatusMethodNotAllowed)
				return
			}
			next.ServeHTTP(w, r)
		}))
		h := p.host(t, func(_ *config.Server, o *Options) { o.Clock = clock.System{} })
		h.run("quick", "")
		p.kill()
		h.until("not green", func(s ServerState) bool { return s.Phase != Ready })
		p.start(next)
		h.ready()
		if got := h.run("quick", ""); got != "quick" {
			t.Errorf("then %s", got)
		}
	}
}

// Its end is not missed when it comes just then: while the last call is on its way out, or when somebody has hung up a moment before.
func TestServerThatIsKilledWhenNobodyLooksIsNotGreen(t *testing.T) {
	next := streamable(t, true)
	p := newPlace(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		next.ServeHTTP(w, r)
	}))
	h := p.host(t, nil)
	h.run("quick", "")
	c, call := h.connection(), &Call{}
	c.admit(call)
	p.kill()
	eventually(t, "hung up", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.toLook != ""
	})
	c.mu.Lock()
	c.looked = h.clock.Now()
	c.mu.Unlock()
	c.dismiss(call)
	c.calling.Done()
	if h.connection() != c || h.State().Phase != Ready {
		t.Fatal("it was looked at once more within the pause")
	}
	h.clock.Advance(lookPause)
	h.until("not green", func(s ServerState) bool { return s.Phase != Ready })
}

// The end of an answer is read also when the call is over before it comes. Else each call would cost its connection, and with it the one
// thing that tells of a killed server.
func TestConnectionOutlivesTheCallThatItCarried(t *testing.T) {
	next, over := streamable(t, true), make(chan struct{})
	var made atomic.Int64
	web := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		call := strings.Contains(readBody(r), `"tools/call"`)
		next.ServeHTTP(w, r)
		if call {
			w.(http.Flusher).Flush()
			<-over
		}
	}))
	web.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			made.Add(1)
		}
	}
	web.Start()
	t.Cleanup(web.Close)
	h := startHost(t, nil, func(e *config.Server, o *Options) { e.URL, o.Dial = web.URL, nil })
	h.ready()
	before := made.Load()
	const calls = 20
	for range calls {
		h.run("quick", "")
		over <- struct{}{}
	}
	if n := made.Load() - before; n > calls/2 { // the next call may be quicker than the end of the one before
		t.Errorf("%d more connections for calls one after the other", n)
	}
}

// One that only ends an idle connection is still there.
func TestServerThatEndsIdleConnectionsStaysGreen(t *testing.T) {
	h := newWeb(t, streamable(t, true), nil)
	h.ready()
	h.run("quick", "")
	c := h.connection()
	h.cutStreams()
	eventually(t, "looked for", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return !c.looked.IsZero()
	})
	for range 3 {
		wait(t, h.Server.Call(h.tool(t, "quick"), nil)) // the first may go to a connection that has just ended
	}
	if got := h.run("quick", ""); got != "quick" || h.connection() != c || h.State().Phase != Ready {
		t.Errorf("%s, %+v", got, h.State())
	}
}
