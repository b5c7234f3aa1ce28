package bridge

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"parley/bridge/config"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// stranger is a server at another origin. It hears what it should not.
type stranger struct {
	url string

	mu    sync.Mutex
	heard []string
}

func newStranger(t *testing.T) *stranger {
	s := &stranger{}
	web := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.heard = append(s.heard, r.Method+" "+r.Header.Get("X-Key")+r.Header.Get("Authorization")+" "+string(body))
	}))
	t.Cleanup(web.Close)
	s.url = web.URL
	return s
}

func (s *stranger) hearsNothing(t *testing.T) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.heard) > 0 {
		t.Errorf("another origin heard %q", s.heard)
	}
}

// withKey is an entry with a key, for an address that ends in /mcp.
func withKey(e *config.Server, _ *Options) {
	e.URL += "/mcp"
	e.Headers = map[string]string{"X-Key": "s3cret", "Authorization": "Bearer s3cret"}
}

// Whatever the status, and however near the other address is, nothing goes there: the person is told where it would have gone, and decides.
func TestServerThatIsElsewhereIsNotFollowed(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		away := newStranger(t)
		h := newWeb(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, away.url+"/mcp", status)
		}), withKey)
		f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
		if f.Instead == nil || *f.Instead != (Instead{Address: away.url + "/mcp"}) || !strings.Contains(f.What, away.url+"/mcp") {
			t.Errorf("%d: %+v %+v", status, f, f.Instead)
		}
		if !strings.Contains(f.Do, "Nothing was sent there") || !strings.Contains(f.Do, "a key, goes there then") {
			t.Errorf("%d: %s", status, f.Do)
		}
		away.hearsNothing(t)
	}
}

// turnstile sends some requests on to elsewhere, and lets all others through.
type turnstile struct {
	next http.Handler
	to   string
	pick func(r *http.Request, body string) bool
}

func (s turnstile) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(strings.NewReader(string(raw)))
	if s.pick(r, string(raw)) {
		http.Redirect(w, r, s.to, http.StatusTemporaryRedirect)
		return
	}
	s.next.ServeHTTP(w, r)
}

// A connection that works, and sends one kind of message elsewhere: that message goes nowhere, and all others where they belong.
func TestArgumentsAndAnswersGoToNobodyElse(t *testing.T) {
	has := func(words string) func(*http.Request, string) bool {
		return func(_ *http.Request, body string) bool { return strings.Contains(body, words) }
	}
	verb := func(method string) func(*http.Request, string) bool {
		return func(r *http.Request, _ string) bool { return r.Method == method }
	}
	for name, c := range map[string]struct {
		pick  func(*http.Request, string) bool
		fails bool // the call does
		quiet bool // nobody needs to know
	}{
		"arguments":    {has(`"tools/call"`), true, false},
		"answers":      {has(`"action":`), false, false},
		"cancelled":    {has(`"notifications/cancelled"`), false, true}, // it may not even be sent
		"own stream":   {verb(http.MethodGet), false, true},
		"end":          {verb(http.MethodDelete), false, true},
		"stateless":    {has(`"inputResponses"`), true, false},
		"greeting":     {has(`"notifications/initialized"`), false, false},
		"list of tool": {has(`"tools/list"`), false, false},
	} {
		t.Run(name, func(t *testing.T) {
			away := newStranger(t)
			stateless := name == "stateless"
			h := newWeb(t, turnstile{streamable(t, stateless), away.url, c.pick}, withKey)
			switch name {
			case "greeting":
				h.until("told", func(s ServerState) bool { return s.Phase == Failed && s.Failure.Instead != nil })
			case "own stream": // on which this server asks
				h.ready()
				if state := wait(t, h.Server.Call(h.tool(t, "quick"), nil)); state.Result == nil || state.Result.Text != "quick" {
					t.Errorf("the connection is not usable any more: %+v %+v", state, state.Failure)
				}
				if s := h.State(); s.SentOn != nil {
					t.Errorf("a page for whoever comes without a message is told of: %+v", s.SentOn)
				}
			case "list of tool":
				h.until("told", func(s ServerState) bool { return s.SentOn != nil && s.ToolsFailure != nil })
			default:
				h.ready()
				call := h.Server.Call(h.tool(t, "ask"), nil)
				if name != "arguments" {
					h.person.next().answer <- Answer{OK: true, Data: map[string]any{"zip": "12345"}}
				}
				if name == "answers" {
					again := h.person.next()
					if err := again.Again.Err; err == nil || !strings.Contains(err.Error(), "nothing was sent there") || strings.Contains(err.Error(), "Post") {
						t.Errorf("asked again for %v", err)
					}
					again.answer <- Answer{Reason: ReasonCancelled}
					call.Stop()
				}
				if name == "cancelled" {
					call = h.Server.Call(h.tool(t, "ask"), nil)
					h.person.next()
					call.Stop()
				}
				state := wait(t, call)
				if c.fails && (state.Phase != Broken || state.Failure.Instead == nil || !strings.Contains(state.Failure.What, away.url)) {
					t.Errorf("%+v %+v", state, state.Failure)
				}
				if !c.quiet {
					h.until("told", func(s ServerState) bool { return s.Phase == Ready && s.SentOn != nil && s.SentOn.Instead != nil })
				}
				if state := wait(t, h.Server.Call(h.tool(t, "quick"), nil)); name != "arguments" && (state.Result == nil || state.Result.Text != "quick") {
					t.Errorf("the connection is not usable any more: %+v %+v", state, state.Failure)
				}
			}
			h.close()
			away.hearsNothing(t)
		})
	}
}

// The server of 2024 says in its first event where messages are to go.
func TestEndpointElsewhereGetsNothing(t *testing.T) {
	away := newStranger(t)
	h := newWeb(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "event: endpoint\ndata: "+away.url+"/messages?s=1\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}), func(e *config.Server, o *Options) {
		withKey(e, o)
		e.Transport = config.SSE
	})
	f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
	if f.Instead != nil || !strings.Contains(f.What, "told everything at another address: "+away.url+"/messages?s=…") {
		t.Errorf("%+v", f)
	}
	away.hearsNothing(t)
}

// Over SSE all that a server says comes on the stream, so where that is sent on to is where it wants to be called.
func TestStreamElsewhereIsNotFollowed(t *testing.T) {
	away := newStranger(t)
	h := newWeb(t, http.RedirectHandler(away.url+"/sse", http.StatusFound), func(e *config.Server, o *Options) {
		withKey(e, o)
		e.Transport = config.SSE
	})
	f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
	if f.Instead == nil || f.Instead.Address != away.url+"/sse" {
		t.Errorf("%+v", f)
	}
	away.hearsNothing(t)
}

// An endpoint with a whole address of the server itself is as good as any.
func TestEndpointAtItsOwnOriginIsUsed(t *testing.T) {
	server := labServer(t.Context())
	events := mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return server }, nil)
	h := newWeb(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/old" {
			http.Redirect(w, r, "/sse", http.StatusMovedPermanently)
			return
		}
		if r.Header.Get("X-Key") != "s3cret" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		events.ServeHTTP(w, r)
	}), func(e *config.Server, _ *Options) {
		e.URL, e.Transport = e.URL+"/old", config.SSE
		e.Headers = map[string]string{"X-Key": "s3cret"}
	})
	h.ready()
	if state := wait(t, h.Server.Call(h.tool(t, "quick"), nil)); state.Result == nil || state.Result.Text != "quick" {
		t.Errorf("%+v %+v", state, state.Failure)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// sendOn answers the first request with a status and a place, and all others with what they were.
func sendOn(status int, location string) (base http.RoundTripper, seen *[]string) {
	seen = &[]string{}
	return roundTrip(func(req *http.Request) (*http.Response, error) {
		body := ""
		if req.Body != nil {
			raw, _ := io.ReadAll(req.Body)
			body = string(raw)
		}
		*seen = append(*seen, strings.TrimSpace(req.Method+" "+req.URL.String()+" "+req.Header.Get("X-Key")+" "+body))
		out := httptest.NewRecorder()
		if len(*seen) == 1 {
			out.Header().Set("Location", location)
			out.WriteHeader(status)
		}
		return out.Result(), nil
	}), seen
}

// At its own origin a server may send on to where it likes. The method and the body are kept, but where the status says otherwise.
func TestMessageIsSentOnWithinTheOrigin(t *testing.T) {
	const address = "https://me:pw@lab.example/mcp?k=1"
	for _, c := range []struct {
		status         int
		location, want string
	}{
		{307, "/mcp/", "POST https://me:pw@lab.example/mcp/ s3cret {}"},
		{308, "https://LAB.example:443/other?x=2", "POST https://me:pw@LAB.example:443/other?x=2 s3cret {}"},
		{301, "mcp/", "POST https://me:pw@lab.example/mcp/ s3cret {}"},
		{302, "?k=2", "POST https://me:pw@lab.example/mcp?k=2 s3cret {}"},
		{303, "/answer", "GET https://me:pw@lab.example/answer s3cret"},
		{307, "https://you@lab.example/x#part", "POST https://me:pw@lab.example/x s3cret {}"},
	} {
		base, seen := sendOn(c.status, c.location)
		h := newHome(base, address, func(*away) { t.Errorf("%d %s: called elsewhere", c.status, c.location) })
		req := httptest.NewRequest(http.MethodPost, address, nil)
		req.Header.Set("X-Key", "s3cret")
		setBody(req, []byte("{}"))
		if _, err := h.RoundTrip(req); err != nil || len(*seen) != 2 || (*seen)[1] != c.want {
			t.Errorf("%d %s: %q %v", c.status, c.location, *seen, err)
		}
	}
}

func TestMessageIsNotSentOnForEver(t *testing.T) {
	tries := 0
	h := newHome(roundTrip(func(*http.Request) (*http.Response, error) {
		tries++
		out := httptest.NewRecorder()
		out.Header().Set("Location", "/mcp")
		out.WriteHeader(http.StatusFound)
		return out.Result(), nil
	}), "https://lab.example/mcp", func(*away) {})
	req := httptest.NewRequest(http.MethodPost, "https://lab.example/mcp", nil)
	setBody(req, []byte("{}"))
	if _, err := h.RoundTrip(req); !errors.Is(err, errCircle) || tries != maxHops {
		t.Errorf("%d tries, %v", tries, err)
	}
}

// Another host, port or scheme is another origin, be it the same company's, or a safer one.
func TestKeyStaysWithItsOrigin(t *testing.T) {
	w := &webTap{url: "https://lab.example/mcp", headers: map[string]string{"X-Key": "s3cret"}}
	for address, home := range map[string]bool{
		"https://lab.example/other": true, "https://LAB.example:443/mcp": true, "HTTPS://lab.example/": true,
		"https://lab.example:8443/mcp": false, "http://lab.example/mcp": false, "http://lab.example:443/mcp": false,
		"https://sub.lab.example/mcp": false, "https://example/mcp": false, "https://evil.example/mcp": false,
		"https://lab.example./mcp": false, "https://ｌab.example/mcp": false, "https://lab.example.evil.example/mcp": false,
	} {
		req := httptest.NewRequest(http.MethodPost, "https://x/", nil)
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		req.URL = u
		if got := w.headed(req).Header.Get("X-Key") != ""; got != home {
			t.Errorf("%s: sent %v", address, got)
		}
		base, seen := sendOn(http.StatusTemporaryRedirect, address)
		first := httptest.NewRequest(http.MethodPost, w.url, nil)
		setBody(first, []byte("{}"))
		stopped := 0
		_, err = newHome(base, w.url, func(*away) { stopped++ }).RoundTrip(first)
		if followed := len(*seen) == 2; followed != home || (stopped == 0) != home || (err == nil) != home {
			t.Errorf("%s: went %q, %v", address, *seen, err)
		}
		base, seen = sendOn(http.StatusOK, "")
		if _, _ = newHome(base, w.url, func(*away) {}).RoundTrip(req); (len(*seen) == 1) != home {
			t.Errorf("%s: named as where messages go, it got %q", address, *seen)
		}
	}
}

// What is offered to the person is an address that they could give themselves; nobody is led to a machine that a server has no business with.
func TestOnlyAnAddressThatMayBeIsOffered(t *testing.T) {
	for _, c := range []struct {
		from, to string
		words    string
		want     Instead // zero: none
	}{
		{"https://lab.example/mcp", "https://new.example/mcp", "another address: https://new.example/mcp.", Instead{Address: "https://new.example/mcp"}},
		{"http://lab.example/mcp", "https://lab.example/mcp", "https://lab.example/mcp", Instead{Address: "https://lab.example/mcp"}},
		{"http://lab.example/mcp", "http://lab.example:8080/mcp", ":8080", Instead{Address: "http://lab.example:8080/mcp"}},
		{"http://127.0.0.1:1/mcp", "http://127.0.0.1:2/mcp", ":2/mcp", Instead{Address: "http://127.0.0.1:2/mcp"}},
		{"https://lab.example/mcp", "https://me:pw@new.example/mcp#x", "https://new.example/mcp.", Instead{Address: "https://new.example/mcp"}},
		{"https://lab.example/mcp?key=s3cretword", "https://new.example/mcp?key=s3cretword", "https://new.example/mcp?…", Instead{"https://new.example/mcp", true}},
		{"https://lab.example/mcp?key=s3cretword", "https://new.example/mcp", "https://new.example/mcp.", Instead{Address: "https://new.example/mcp"}},
		{"https://lab.example/mcp", "https://bücher.example/mcp", "https://xn--bcher-kva.example/mcp", Instead{Address: "https://xn--bcher-kva.example/mcp"}},
		// A proxy in front of it that takes https, of which it knows nothing.
		{"https://lab.example/mcp", "http://lab.example/mcp/", "without encryption", Instead{Address: "https://lab.example/mcp/"}},
		{"https://lab.example:8443/mcp", "http://lab.example:8443/mcp/", "without encryption", Instead{Address: "https://lab.example:8443/mcp/"}},
		{"https://lab.example/mcp", "http://lab.example:8000/mcp/", "without encryption", Instead{}},
		{"https://lab.example/mcp", "http://new.example/mcp", "without encryption", Instead{}},
		{"https://lab.example/mcp", "http://169.254.169.254/latest", "your own network", Instead{}},
		{"http://127.0.0.1:1/mcp", "http://169.254.169.254/latest", "your own network", Instead{}},
		{"http://10.0.0.1/mcp", "http://[64:ff9b::a9fe:a9fe]/latest", "your own network", Instead{}},
		{"https://lab.example/mcp", "https://100.64.0.1/mcp", "your own network", Instead{}},
		{"https://lab.example/mcp", "https://metadata.google.internal/", "your own network", Instead{}},
		{"https://lab.example/mcp", "https://printer.local/", "your own network", Instead{}},
		{"https://lab.example/mcp", "http://localhost:3000/mcp", "program on this computer", Instead{}},
		{"https://lab.example/mcp", "http://ｌocalhost:3000/mcp", "program on this computer", Instead{}},
		{"https://lab.example/mcp", "http://2130706433/mcp", "program on this computer", Instead{}},
		{"http://10.0.0.1/mcp", "http://127.0.0.1/mcp", "program on this computer", Instead{}},
		{"https://lab.example/mcp", "https://team.cloudflareaccess.com/cdn-cgi/access/login/lab.example?kid=1", "page where one signs in", Instead{}},
		{"https://lab.example/mcp", "https://accounts.example.com/v3?continue=x", "page where one signs in", Instead{}},
		{"https://lab.example/mcp", "http://lab.example/oauth2/start", "page where one signs in", Instead{}},
		{"https://lab.example/mcp", "https://auth.example.com/mcp", "another address", Instead{Address: "https://auth.example.com/mcp"}},
		{"https://lab.example/mcp", "javascript:alert(1)", "not a web address", Instead{}},
		{"https://lab.example/mcp", "https://new.example/" + strings.Repeat("a", 500), "not a web address", Instead{}},
	} {
		from, err := url.Parse(c.from)
		if err != nil {
			t.Fatal(err)
		}
		to, err := url.Parse(c.to)
		if err != nil {
			t.Fatal(err)
		}
		s := NewServer(config.Server{Name: "lab", URL: c.from}, Options{})
		s.keepQuiet(s.entry)
		f := s.awayFailure(&away{from: from, to: to})
		if !strings.Contains(f.What, c.words) || f.mayPass() {
			t.Errorf("%s to %s: %+v", c.from, c.to, f)
		}
		got := Instead{}
		if f.Instead != nil {
			got = *f.Instead
		}
		if got != c.want {
			t.Errorf("%s to %s: offers %+v", c.from, c.to, got)
		}
	}
}
