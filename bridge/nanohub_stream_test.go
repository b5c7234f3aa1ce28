package bridge

import (
	"testing"
	"time"

	"parley/bridge/config"
	"parley/bridge/nanohubtest"
)

// Contract N1: the stream is open before the first call can go out.
func TestN1StreamIsOpenBeforeAnythingCanBeCalled(t *testing.T) {
	for range 20 {
		hub := nanohubtest.New(t)
		h := startHost(t, nil, func(e *config.Server, o *Options) { e.URL = hub.URL; o.Dial = nil })
		h.until("ready", func(s ServerState) bool { return s.Phase == Ready })
		call := h.Server.Call(Tool{Name: "submit_batch"}, nil) // its tools need not be known yet
		select {
		case a := <-h.person.asked:
			a.answer <- batch("long")
		case <-call.Done():
		}
		if got := h.text(call); got != batchResult {
			t.Fatalf("result %s", got)
		}
		h.close()
	}
}

// Contract N4: named events and heartbeats are no messages.
func TestN4HeartbeatsAndNamedEventsAreNoMessages(t *testing.T) {
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, nil)
	for range 10 {
		hub.Pass(nanohubtest.Heartbeat)
	}
	call := h.Server.Call(h.tool(t, "submit_batch"), nil)
	a := h.person.next()
	for range 2 {
		hub.Pass(nanohubtest.Heartbeat)
	}
	a.answer <- batch("long")
	if got := h.text(call); got != batchResult {
		t.Errorf("result %s", got)
	}
	if got := h.State(); got.Phase != Ready || got.Failure != nil {
		t.Errorf("state %+v", got)
	}
}

// Contract N4, C5: nanoHUB's older address works too, although its stream does not begin as the older transport wants it.
func TestN4OlderAddressWorks(t *testing.T) {
	for _, transport := range []config.Transport{config.Discover, config.SSE} {
		hub := nanohubtest.New(t)
		h := newNanohub(t, hub, func(e *config.Server, _ *Options) { e.URL, e.Transport = hub.Root+"/sse", transport })
		for range 3 {
			call := h.Server.Call(h.tool(t, "submit_batch"), nil)
			h.person.next().answer <- batch("long")
			if got := h.text(call); got != batchResult {
				t.Errorf("result %s", got)
			}
		}
		jobOf(t, h.run("simulate", ""))
		h.close()
	}
}

// streamBack waits until a session has a living stream again after its streams were cut.
func streamBack(t *testing.T, hub *nanohubtest.Server, session string) {
	t.Helper()
	eventually(t, "connected again", func() bool { return !hub.Broken(session) })
}

// cut breaks the streams and waits until that has happened.
func cut(t *testing.T, hub *nanohubtest.Server, session string) {
	t.Helper()
	hub.CutStreams()
	eventually(t, "broken", func() bool { return hub.Broken(session) })
}

// quiet waits until everything that the server wrote has come.
func (h *host) quiet() {
	h.t.Helper()
	hub := h.connection().web.hub
	eventually(h.t, "quiet", func() bool {
		hub.mu.Lock()
		defer hub.mu.Unlock()
		return len(hub.waiting) == 0
	})
}

// lastSession is the session of the latest message.
func lastSession(hub *nanohubtest.Server) string {
	heard := hub.Heard()
	return heard[len(heard)-1].Session
}

// Contract N6: a stream that comes back quickly goes on with the same session, and the server can still ask.
func TestN6QuickReconnectKeepsTheSession(t *testing.T) {
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, nil)
	session := lastSession(hub)
	h.quiet()
	cut(t, hub, session)
	streamBack(t, hub, session)
	call := h.Server.Call(h.tool(t, "submit_batch"), nil)
	h.person.next().answer <- batch("long")
	if got := h.text(call); got != batchResult || lastSession(hub) != session {
		t.Errorf("result %s in session %s, was %s", got, lastSession(hub), session)
	}
}

// Contract N6: a server that noticed the loss has forgotten what this side can do, and is told again.
func TestN6LongLossBeginsANewSession(t *testing.T) {
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, nil)
	session := lastSession(hub)
	cut(t, hub, session)
	tap := h.connection().web
	eventually(t, "noticed here", func() bool {
		tap.mu.Lock()
		defer tap.mu.Unlock()
		return tap.broke || tap.lost > 0
	})
	h.clock.Advance(2 * nanohubtest.Heartbeat)
	hub.Pass(2 * nanohubtest.Heartbeat)
	eventually(t, "connected anew", func() bool { return lastSession(hub) != session && h.State().Phase == Ready })
	call := h.Server.Call(h.tool(t, "submit_batch"), nil)
	h.person.next().answer <- batch("long")
	if got := h.text(call); got != batchResult {
		t.Errorf("result %s", got)
	}
}

// Contract N6: what is written into a broken stream makes the server notice at once, however short the loss. The next call must not
// find out, and what runs in the session goes on.
func TestN6CallsDuringALossFindAServerThatCanAsk(t *testing.T) {
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, nil)
	session := lastSession(hub)
	cut(t, hub, session)
	h.run("add", `{"a":1,"b":2}`)
	h.run("add", `{"a":1,"b":2}`)
	h.until("whole", func(s ServerState) bool { return s.Phase == Ready && hub.Knows(session) })
	call := h.Server.Call(h.tool(t, "submit_batch"), nil)
	h.person.next().answer <- batch("long")
	if got := h.text(call); got != batchResult {
		t.Errorf("result %s", got)
	}
}

// Contract N4, N6: a stream that has fallen silent although it keeps itself alive is broken, whatever the network says.
func TestN6SilenceIsALostStream(t *testing.T) {
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, nil)
	session := lastSession(hub)
	h.clock.Advance(10 * silent) // it has not kept itself alive yet: perhaps it does not
	eventually(t, "kept alive", func() bool {
		hub.Pass(nanohubtest.Heartbeat) // counted from the last words of the server, which may come late
		return h.clock.Due(silent)
	})
	h.clock.Advance(silent - time.Second)
	if got := h.run("add", `{"a":2,"b":3}`); got != `{"sum": 5}` || lastSession(hub) != session {
		t.Errorf("too early: %s in session %s, was %s", got, lastSession(hub), session)
	}
	h.quiet()
	h.clock.Advance(silent)
	eventually(t, "connected anew", func() bool {
		h.clock.Advance(5 * time.Millisecond)
		return lastSession(hub) != session && h.State().Phase == Ready
	})
	call := h.Server.Call(h.tool(t, "submit_batch"), nil)
	h.person.next().answer <- batch("long")
	if got := h.text(call); got != batchResult {
		t.Errorf("result %s", got)
	}
}

// Contract N6: a question whose stream the server lost is over, and its call tells why.
func TestN6QuestionEndsWhenTheServerLosesTheStream(t *testing.T) {
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, nil)
	session := lastSession(hub)
	call := h.Server.Call(h.tool(t, "submit_batch"), nil)
	a := h.person.next()
	cut(t, hub, session)
	hub.Pass(2 * nanohubtest.Heartbeat)
	<-a.ctx.Done()
	if got := h.text(call); got != "RuntimeError: Client stream closed before responding to elicitation/create" {
		t.Errorf("result %s", got)
	}
	if r := h.receipt(); r.Told || r.Ending != EndStoppedWaiting {
		t.Errorf("receipt %+v", r)
	}
	if n := len(posts(hub, "")); n != 0 {
		t.Errorf("%d answers went out", n)
	}
}
