package bridge

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/bridge/clock"
	"parley/bridge/config"
	"parley/bridge/wiretest"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// labServer is a go-sdk server with a tool for each way of asking. It stops waiting when life ends: the SDK's server would wait for
// ever for an answer that was lost, also when it is closed.
func labServer(life context.Context) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "lab", Version: "1"}, nil)
	schema := json.RawMessage(`{"type":"object","properties":{"zip":{"type":"string"},"age":{"type":"integer"}},"required":["zip"]}`)
	object := &struct {
		Type string `json:"type"`
	}{"object"}
	server.AddTool(&mcp.Tool{Name: "ask", InputSchema: object}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.Session.InitializeParams() == nil || req.Session.InitializeParams().ProtocolVersion >= "2026-07-28" {
			if req.Params.InputResponses == nil {
				return &mcp.CallToolResult{
					InputRequests: mcp.InputRequestMap{"who": &mcp.ElicitParams{Mode: "form", Message: "Where?", RequestedSchema: schema}},
					RequestState:  "opaque & <exact>",
				}, nil
			}
			raw, err := json.Marshal(req.Params.InputResponses["who"])
			if err != nil {
				return nil, err
			}
			return textResult(string(raw) + " state " + req.Params.RequestState), nil
		}
		res, err := req.Session.Elicit(life, &mcp.ElicitParams{Mode: "form", Message: "Where?", RequestedSchema: schema})
		if err != nil {
			return nil, err
		}
		raw, err := json.Marshal(res)
		if err != nil {
			return nil, err
		}
		return textResult(string(raw)), nil
	})
	server.AddTool(&mcp.Tool{Name: "quick", InputSchema: object}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return textResult("quick"), nil
	})
	return server
}

func textResult(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// newWeb connects to a handler over HTTP on loopback.
func newWeb(t *testing.T, handler http.Handler, change func(*config.Server, *Options)) *host {
	t.Helper()
	web := httptest.NewServer(handler)
	t.Cleanup(func() {
		web.CloseClientConnections()
		web.Close()
	})
	h := startHost(t, nil, func(e *config.Server, o *Options) {
		e.URL = web.URL
		o.Dial = nil
		o.Clock = clock.System{}
		if change != nil {
			change(e, o)
		}
	})
	h.cutStreams = web.CloseClientConnections
	return h
}

func streamable(t *testing.T, stateless bool) http.Handler {
	return wiretest.Streamable(t, labServer(t.Context()), &mcp.StreamableHTTPOptions{Stateless: stateless, PropagateRequestCancellation: true})
}

// A go-sdk server over HTTP, stateful (2025-11-25) and stateless (2026-07-28): each outcome arrives as what it is (C5, M1, B1-B4).
func TestBothKindsOfHTTPServersAreAnswered(t *testing.T) {
	for _, stateless := range []bool{false, true} {
		h := newWeb(t, streamable(t, stateless), nil)
		h.ready()
		want := "2025-11-25"
		if stateless {
			want = "2026-07-28"
		}
		if got := h.State().Protocol; got != want {
			t.Errorf("speaks %s, want %s", got, want)
		}
		for _, c := range []struct {
			answer Answer
			want   string
		}{
			{Answer{OK: true, Data: map[string]any{"age": json.RawMessage("7"), "zip": "12345"}}, `"action":"accept"`},
			{Answer{Reason: ReasonDeclined}, `"action":"decline"`},
			{Answer{Reason: ReasonExpired}, `"action":"cancel"`},
		} {
			call := h.Server.Call(h.tool(t, "ask"), nil)
			a := h.person.next()
			if a.Call != call || a.Request.Prompt != "Where?" {
				t.Errorf("asked %+v for %v", a.Request, a.Call)
			}
			a.answer <- c.answer
			state := wait(t, call)
			if state.Phase != Finished || !strings.Contains(state.Result.Text, c.want) {
				t.Errorf("stateless %v: %+v %+v", stateless, state, state.Result)
			}
			if stateless && !strings.Contains(state.Result.Text, "state opaque & <exact>") {
				t.Errorf("the state came back as %s", state.Result.Text)
			}
			if r := h.receipt(); !r.Told {
				t.Errorf("receipt %+v", r)
			}
		}
		if state := wait(t, h.Server.Call(h.tool(t, "quick"), nil)); state.Result == nil || state.Result.Text != "quick" {
			t.Errorf("the connection is not usable any more: %+v", state)
		}
	}
}

// fault stands in front of a handler and fails posts of answers as a test says.
type fault struct {
	next http.Handler

	mu      sync.Mutex
	status  int // for answers; 0 lets them through
	body    string
	answers []string
}

func (f *fault) set(status int, body string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.status, f.body = status, body
}

func (f *fault) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(strings.NewReader(string(raw)))
	if strings.Contains(string(raw), `"action":`) {
		f.mu.Lock()
		status, body := f.status, f.body
		f.answers = append(f.answers, string(raw))
		f.mu.Unlock()
		if status != 0 {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
			return
		}
	}
	f.next.ServeHTTP(w, r)
}

// Cases proto-answer-delivery-fails, proto-http-stream-lost-with-modal-open; contract T3: never a false success, the answer is kept
// and can be sent again.
func TestAnswerThatDoesNotArriveIsAskedAgain(t *testing.T) {
	f := &fault{next: streamable(t, false)}
	h := newWeb(t, f, nil)
	h.ready()
	call := h.Server.Call(h.tool(t, "ask"), nil)
	a := h.person.next()
	for _, c := range []struct {
		status int
		body   string
		mark   string
	}{
		{500, "", "500"},
		{404, "", "404"},
		{200, `{"jsonrpc":"2.0","id":"server-1","error":{"code":-32600,"message":"Missing or empty method"}}`, "not waiting"},
	} {
		f.set(c.status, c.body)
		a.answer <- Answer{OK: true, Data: map[string]any{"zip": "12345"}}
		a = h.person.next()
		if a.Again == nil || a.Again.Err == nil || !strings.Contains(a.Again.Err.Error(), c.mark) || a.Again.Answer.Data["zip"] != "12345" {
			t.Errorf("%d: asked again with %+v", c.status, a.Again)
		}
	}
	f.set(0, "")
	a.answer <- Answer{OK: true, Data: map[string]any{"zip": "54321"}}
	if state := wait(t, call); state.Phase != Finished || !strings.Contains(state.Result.Text, "54321") {
		t.Errorf("state %+v", state)
	}
	if r := h.receipt(); r.Ending != EndSent {
		t.Errorf("receipt %+v", r)
	}
}

// An answer that does not arrive and is then closed is told as that.
func TestUndeliveredAnswerThatIsGivenUpIsToldAsThat(t *testing.T) {
	f := &fault{next: streamable(t, false)}
	h := newWeb(t, f, nil)
	h.ready()
	call := h.Server.Call(h.tool(t, "ask"), nil)
	f.set(500, "")
	h.person.next().answer <- Answer{OK: true, Data: map[string]any{"zip": "12345"}}
	h.person.next().answer <- Answer{Reason: ReasonCancelled}
	if r := h.receipt(); r.Ending != EndUndelivered || r.Told || r.Err == nil {
		t.Errorf("receipt %+v", r)
	}
	call.Stop()
	wait(t, call)
}

// The answer goes out on the connection's own session, with its protocol and the entry's headers (contract S2).
func TestAnswerCarriesTheHeadersOfItsConnection(t *testing.T) {
	var mu sync.Mutex
	var got http.Header
	next := streamable(t, false)
	h := newWeb(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(raw)))
		if strings.Contains(string(raw), `"action":`) {
			mu.Lock()
			got = r.Header.Clone()
			mu.Unlock()
		}
		next.ServeHTTP(w, r)
	}), func(e *config.Server, _ *Options) { e.Headers = map[string]string{"X-Lab-Key": "s3cret"} })
	h.ready()
	call := h.Server.Call(h.tool(t, "ask"), nil)
	h.person.next().answer <- Answer{Reason: ReasonDeclined}
	wait(t, call)
	mu.Lock()
	defer mu.Unlock()
	if got.Get("X-Lab-Key") != "s3cret" || got.Get("Mcp-Session-Id") == "" || got.Get("Mcp-Protocol-Version") != "2025-11-25" || got.Get("Mcp-Name") != "" {
		t.Errorf("headers %v", got)
	}
}

// A server that moved its address (307) gets the answer where it is now.
func TestAnswerFollowsARedirect(t *testing.T) {
	next := streamable(t, false)
	mux := http.NewServeMux()
	mux.Handle("/mcp/", next)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/mcp/", http.StatusTemporaryRedirect)
	})
	h := newWeb(t, mux, nil)
	h.ready()
	call := h.Server.Call(h.tool(t, "ask"), nil)
	h.person.next().answer <- Answer{OK: true, Data: map[string]any{"zip": "12345"}}
	if state := wait(t, call); state.Phase != Finished || !strings.Contains(state.Result.Text, "12345") {
		t.Errorf("%+v %+v", state, state.Failure)
	}
	if r := h.receipt(); r.Ending != EndSent {
		t.Errorf("receipt %+v", r)
	}
}

// A call whose stream breaks while the connection lives takes its question along.
func TestQuestionEndsWithItsBrokenStream(t *testing.T) {
	next := streamable(t, false)
	cut := make(chan struct{})
	h := newWeb(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(raw)))
		if !strings.Contains(string(raw), `"tools/call"`) {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"elicitation/create\",\"params\":%s}\n\n", formParams)
		w.(http.Flusher).Flush()
		<-cut
	}), nil)
	h.ready()
	call := h.Server.Call(h.tool(t, "ask"), nil)
	a := h.person.next()
	if a.Call != call {
		t.Errorf("asked for %v", a.Call)
	}
	close(cut)
	<-a.ctx.Done()
	if r := h.receipt(); r.Told || r.Ending != EndServerGone || h.usuallyWaits() != 0 { // nobody knows whether it waits
		t.Errorf("receipt %+v", r)
	}
	if state := wait(t, call); state.Phase != Broken {
		t.Errorf("%+v", state)
	}
	if state := wait(t, h.Server.Call(h.tool(t, "quick"), nil)); state.Phase != Broken && state.Phase != Finished {
		t.Errorf("%+v", state)
	}
}

// An address that is no server, or none for us, says what to do.
func TestAddressThatDoesNotConnectSaysWhy(t *testing.T) {
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		mark    string
	}{
		"401": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) }, "status 401"},
		"404": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) }, "no such server"},
		"500": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, "fault of its own"},
		"html": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = fmt.Fprint(w, "<h1>Hi</h1>")
		}, "not as a server"},
	} {
		h := newWeb(t, c.handler, func(e *config.Server, _ *Options) { e.Headers = map[string]string{"Authorization": "Bearer s3cret"} })
		f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
		if !strings.Contains(f.What, c.mark) || f.Do == "" {
			t.Errorf("%s: %+v", name, f)
		}
		if all := fmt.Sprint(f.What, f.Do, f.Detail, f.Err); strings.Contains(all, "s3cret") {
			t.Errorf("%s: the secret is in %s", name, all)
		}
	}
	h := startHost(t, nil, func(e *config.Server, o *Options) { e.URL = "http://127.0.0.1:1/mcp"; o.Dial = nil })
	if f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure; !strings.Contains(f.What, "Nothing answers at 127.0.0.1:1") {
		t.Errorf("failure %+v", f)
	}
}

// A server that never answers discover over HTTP is taken for an older one.
func TestHTTPServerThatIgnoresDiscoverIsReached(t *testing.T) {
	next := streamable(t, false)
	release := make(chan struct{})
	defer close(release)
	clock := newFakeClock()
	h := newWeb(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(raw)))
		if strings.Contains(string(raw), "server/discover") {
			select {
			case <-r.Context().Done():
			case <-release:
			}
			return
		}
		next.ServeHTTP(w, r)
	}), func(_ *config.Server, o *Options) { o.Clock = clock })
	eventually(t, "ready", func() bool {
		clock.Advance(discoverPatience / 100)
		return h.State().Phase == Ready && len(h.State().Tools) > 0
	})
}

// Close with a request open over HTTP: the answer is out before the session ends, and nobody waits (go-sdk.md, Close).
func TestCloseOverHTTPAnswersFirst(t *testing.T) {
	f := &fault{next: streamable(t, false)}
	h := newWeb(t, f, nil)
	h.ready()
	h.Server.Call(h.tool(t, "ask"), nil)
	h.person.next()
	begun := time.Now()
	h.close()
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("closing took %s", took)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.answers) != 1 || !strings.Contains(f.answers[0], `{"action":"cancel"}`) {
		t.Errorf("answers %v", f.answers)
	}
}
