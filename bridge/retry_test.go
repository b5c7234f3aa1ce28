package bridge

import (
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/bridge/config"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// gate stands in front of a handler and decides what comes through.
type gate struct {
	next http.Handler

	mu     sync.Mutex
	refuse func(r *http.Request, body string) (status int, say string) // 0 lets it through
	inits  []http.Header                                               // of each initialize
	posts  []string
	gets   int
}

func (g *gate) set(refuse func(*http.Request, string) (int, string)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.refuse = refuse
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	body := string(raw)
	r.Body = io.NopCloser(strings.NewReader(body))
	g.mu.Lock()
	refuse := g.refuse
	if r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		g.gets++
	}
	if r.Method == http.MethodPost {
		g.posts = append(g.posts, body)
		if strings.Contains(body, `"method":"initialize"`) {
			g.inits = append(g.inits, r.Header.Clone())
		}
	}
	g.mu.Unlock()
	if refuse != nil {
		if status, say := refuse(r, body); status != 0 {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, say)
			return
		}
	}
	g.next.ServeHTTP(w, r)
}

func (g *gate) count(what string) (n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, body := range g.posts {
		if strings.Contains(body, what) {
			n++
		}
	}
	return n
}

// Case http-session-404-reinitialise: a session that the server forgot is made anew without its old id. The call is told as not
// run, and is not repeated by itself.
func TestForgottenSessionIsMadeAnewAndTheCallIsNotRepeated(t *testing.T) {
	g := &gate{next: streamable(t, false)}
	h := newWeb(t, g, nil)
	h.ready()
	if state := wait(t, h.Server.Call(h.tool(t, "quick"), nil)); state.Phase != Finished {
		t.Fatalf("%+v", state)
	}
	forgotten := ""
	g.set(func(r *http.Request, _ string) (int, string) {
		id := r.Header.Get("Mcp-Session-Id")
		g.mu.Lock()
		defer g.mu.Unlock()
		if forgotten == "" {
			forgotten = id
		}
		if id != "" && id == forgotten {
			return http.StatusNotFound, "session not found"
		}
		return 0, ""
	})
	state := wait(t, h.Server.Call(h.tool(t, "quick"), nil))
	if state.Phase != Broken || !strings.Contains(state.Failure.What, "does not know this connection") {
		t.Errorf("%+v %+v", state, state.Failure)
	}
	eventually(t, "connected anew", func() bool { return g.count(`"method":"initialize"`) == 2 && h.State().Phase == Ready })
	g.mu.Lock()
	if id := g.inits[1].Get("Mcp-Session-Id"); id != "" {
		t.Errorf("the second initialize had the session %s", id)
	}
	g.mu.Unlock()
	if n := g.count(`"tools/call"`); n != 2 {
		t.Errorf("%d calls were sent", n)
	}
	h.ready()
	if state := wait(t, h.Server.Call(h.tool(t, "quick"), nil)); state.Phase != Finished {
		t.Errorf("%+v", state)
	}
}

// A connection that was lost is tried again, at longer and longer intervals, with an honest state; the person need not wait.
func TestLostConnectionIsTriedAgain(t *testing.T) {
	clock := newFakeClock()
	g := &gate{next: streamable(t, false)}
	h := newWeb(t, g, func(_ *config.Server, o *Options) { o.Clock = clock })
	h.ready()
	g.set(func(r *http.Request, _ string) (int, string) {
		if r.Header.Get("Mcp-Session-Id") != "" {
			return http.StatusNotFound, ""
		}
		return http.StatusServiceUnavailable, "restarting"
	})
	wait(t, h.Server.Call(h.tool(t, "quick"), nil))
	for try, wait := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
		state := h.until("waiting", func(s ServerState) bool { return s.Phase == Starting && s.RetryAt.After(clock.Now()) })
		if got := state.RetryAt.Sub(clock.Now()); got != wait {
			t.Fatalf("try %d: waits %s, want %s", try, got, wait)
		}
		if state.Failure == nil || !strings.Contains(state.Failure.What, "503") {
			t.Errorf("try %d: %+v", try, state.Failure)
		}
		if len(state.Tools) == 0 {
			t.Error("the tools are gone from the screen")
		}
		before := g.count(`"initialize"`)
		clock.Advance(wait)
		eventually(t, "tried", func() bool { return g.count(`"initialize"`) == before+1 })
	}
	h.until("waiting", func(s ServerState) bool { return !s.RetryAt.IsZero() })
	g.set(nil)
	h.Start() // the person presses: try now
	state := h.until("ready", func(s ServerState) bool { return s.Phase == Ready })
	if state.Failure != nil || !state.RetryAt.IsZero() {
		t.Errorf("%+v", state)
	}
}

// A refusal that will not pass by itself is not tried again, and a server that never comes back is given up.
func TestTryingAgainEnds(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		tries  int
		words  string
	}{
		"signed out":    {401, 1, "sign in"},
		"gone for good": {503, maxTries, "503"},
	} {
		t.Run(name, func(t *testing.T) {
			clock := newFakeClock()
			g := &gate{next: streamable(t, false)}
			h := newWeb(t, g, func(_ *config.Server, o *Options) { o.Clock = clock })
			h.ready()
			before := g.count(`"initialize"`)
			g.set(func(r *http.Request, _ string) (int, string) {
				if r.Header.Get("Mcp-Session-Id") != "" {
					return http.StatusNotFound, ""
				}
				return c.status, ""
			})
			wait(t, h.Server.Call(h.tool(t, "quick"), nil))
			state := h.until("failed", func(s ServerState) bool {
				if !s.RetryAt.IsZero() {
					clock.Advance(longestWait)
				}
				return s.Phase == Failed
			})
			if n := g.count(`"initialize"`) - before; n != c.tries {
				t.Errorf("tried %d times, want %d", n, c.tries)
			}
			if !strings.Contains(state.Failure.What, c.words) {
				t.Errorf("%+v", state.Failure)
			}
		})
	}
}

func TestWaitsBetweenTriesGrow(t *testing.T) {
	want := []time.Duration{0, 1, 2, 4, 8, 16, 32, 60, 60}
	for try, seconds := range want {
		if got := waitBefore(try); got != seconds*time.Second {
			t.Errorf("before try %d: %s, want %s", try, got, seconds*time.Second)
		}
	}
}

// Closing while it waits ends the waiting.
func TestServerThatWaitsToBeTriedAgainCanBeClosed(t *testing.T) {
	clock := newFakeClock()
	g := &gate{next: streamable(t, false)}
	h := newWeb(t, g, func(_ *config.Server, o *Options) { o.Clock = clock })
	h.ready()
	g.set(func(*http.Request, string) (int, string) { return 404, "" })
	wait(t, h.Server.Call(h.tool(t, "quick"), nil))
	h.until("waiting", func(s ServerState) bool { return !s.RetryAt.IsZero() })
	h.close()
	if state := h.State(); state.Phase != Off || state.Failure != nil || !state.RetryAt.IsZero() {
		t.Errorf("%+v", state)
	}
}

func sse(t *testing.T) http.Handler {
	server := labServer(t.Context())
	return mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return server }, nil)
}

// Contract C5, G11; cases config-type-aliases: a server that only knows SSE is reached, by itself or when the entry says so, and
// is answered like any other.
func TestServersOfTheOlderTransportAreAnswered(t *testing.T) {
	for name, transport := range map[string]config.Transport{"found out": config.Discover, "said": config.SSE} {
		t.Run(name, func(t *testing.T) {
			g := &gate{next: sse(t)}
			h := newWeb(t, g, func(e *config.Server, _ *Options) { e.Transport = transport })
			h.ready()
			for _, c := range []struct {
				answer Answer
				want   string
			}{
				{Answer{OK: true, Data: map[string]any{"zip": "12345"}}, `"action":"accept"`},
				{Answer{Reason: ReasonDeclined}, `"action":"decline"`},
			} {
				call := h.Server.Call(h.tool(t, "ask"), nil)
				h.person.next().answer <- c.answer
				if state := wait(t, call); state.Phase != Finished || !strings.Contains(state.Result.Text, c.want) {
					t.Errorf("%+v %+v", state, state.Failure)
				}
				if r := h.receipt(); !r.Told {
					t.Errorf("receipt %+v", r)
				}
			}
		})
	}
}

// An entry that names streamable HTTP is taken at its word, and so is one whose server has a fault of its own: the first refusal is
// shown, not that of a second try (case http-no-sse-fallback-on-500).
func TestOlderTransportIsTriedOnlyWhenTheServerMayMeanIt(t *testing.T) {
	for name, c := range map[string]struct {
		transport config.Transport
		status    int
		gets      int
	}{
		"said": {config.Streamable, 405, 0},
		"500":  {config.Discover, 500, 0},
		"401":  {config.Discover, 401, 0},
		"400":  {config.Discover, 400, 1},
		"404":  {config.Discover, 404, 1},
		"405":  {config.Discover, 405, 1},
	} {
		t.Run(name, func(t *testing.T) {
			g := &gate{refuse: func(*http.Request, string) (int, string) { return c.status, "db down" }}
			h := newWeb(t, g, func(e *config.Server, _ *Options) { e.Transport = c.transport })
			f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
			if g.gets != c.gets || f.Status != c.status || !strings.Contains(f.Detail, "db down") {
				t.Errorf("%d times over SSE, failure %+v", g.gets, f)
			}
		})
	}
}

// A stream of the older transport that breaks takes the connection along; it is made anew.
func TestBrokenStreamOfTheOlderTransportIsMadeAnew(t *testing.T) {
	g := &gate{next: sse(t)}
	h := newWeb(t, g, nil)
	h.ready()
	h.cutStreams()
	eventually(t, "a second stream", func() bool { g.mu.Lock(); defer g.mu.Unlock(); return g.gets >= 2 })
	h.ready()
	call := h.Server.Call(h.tool(t, "ask"), nil)
	h.person.next().answer <- Answer{Reason: ReasonDeclined}
	if state := wait(t, call); state.Phase != Finished {
		t.Errorf("%+v %+v", state, state.Failure)
	}
}
