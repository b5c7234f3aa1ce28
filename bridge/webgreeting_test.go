package bridge

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"parley/bridge/config"
	"parley/bridge/nanohubtest"
)

// nanoHUB takes messages at / as well, and gives its stream at /mcp alone. Whoever leaves out the path can be asked all the same.
func TestNanohubIsRecognisedWithoutItsPath(t *testing.T) {
	for name, c := range map[string]struct{ path, dialect string }{
		"a slash":       {"/", ""},
		"nothing":       {"", ""},
		"a query":       {"/?who=kim", ""},
		"it is said to": {"/", "nanohub"},
	} {
		t.Run(name, func(t *testing.T) {
			hub := nanohubtest.New(t)
			h := newNanohub(t, hub, func(e *config.Server, _ *Options) {
				e.URL, e.Dialect = strings.TrimSuffix(hub.URL, "/mcp")+c.path, c.dialect
			})
			state := h.until("read", func(s ServerState) bool { return len(s.Notes) > 0 })
			if state.Dialect != "nanohub" || !strings.Contains(state.Notes[0], "/mcp") {
				t.Errorf("it speaks %q: %q", state.Dialect, state.Notes)
			}
			call := h.Server.Call(h.tool(t, "submit_batch"), nil)
			h.person.next().answer <- batch("long")
			if got := h.text(call); got != batchResult {
				t.Errorf("result %s", got)
			}
		})
	}
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, func(e *config.Server, _ *Options) {
		e.URL, e.Dialect = strings.TrimSuffix(hub.URL, "/mcp")+"/", "standard"
	})
	if s := h.State(); s.Dialect != "" {
		t.Errorf("it speaks %q though its entry says otherwise", s.Dialect)
	}
}

func TestAddressOfAHubEndsInItsPath(t *testing.T) {
	for address, want := range map[string]string{
		"http://lab.example:8000":        "http://lab.example:8000/mcp",
		"http://lab.example:8000/":       "http://lab.example:8000/mcp",
		"https://lab.example/a/b/?x=1&y": "https://lab.example/a/b/mcp?x=1&y",
		"https://kim@lab.example/":       "https://kim@lab.example/mcp",
	} {
		if got := hubAddress(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

// silentStream opens a stream and says nothing on it, or only after say is closed.
func silentStream(say <-chan struct{}, first string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(http.StatusOK)
		w.(http.Flusher).Flush()
		select {
		case <-say:
			_, _ = w.Write([]byte(first))
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		case <-r.Context().Done():
		}
	}
}

// Servers that name no session and have nothing to say yet, as those of mcp-go, are hardly waited for once their stream has begun.
func TestServerWithNothingToSayIsHardlyWaitedFor(t *testing.T) {
	clock := newFakeClock()
	w := &webTap{listening: true, greeted: make(chan struct{}), begun: make(chan struct{})}
	over := make(chan struct{})
	go func() {
		defer close(over)
		w.greet(t.Context(), clock, true)
	}()
	timers := func(n int) func() bool {
		return func() bool { return clock.Set() == n }
	}
	eventually(t, "waited for", timers(1))
	close(w.begun)
	eventually(t, "hardly waited for", timers(2))
	clock.Advance(firstPatience)
	select {
	case <-over:
	case <-time.After(patience):
		t.Fatal("it is waited for")
	}
	if w.isHub() {
		t.Error("it is taken for nanoHUB's")
	}
}

// A greeting that comes late is heard all the same: the connection is made anew in the dialect.
func TestLateGreetingIsHeard(t *testing.T) {
	now := make(chan struct{})
	o := &oddWeb{calls: say("application/json", hit), get: silentStream(now, "event: open\ndata: {}\n\n")}
	h := newWeb(t, o, nil)
	h.ready()
	if s := h.State(); s.Dialect != "" {
		t.Fatalf("it speaks %q already", s.Dialect)
	}
	close(now)
	h.until("connected anew", func(s ServerState) bool { return s.Phase == Ready && s.Dialect == nanohub })
}
