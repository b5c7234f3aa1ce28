package bridge

import (
	"context"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parley/bridge/clock"
	"parley/bridge/config"
)

// Each way in which an address can fail to be a server has its sentence, says what to do, and leaves nothing behind.
func TestEveryFaultOfAnAddressHasItsSentence(t *testing.T) {
	answer := func(status int, header, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			if name, value, ok := strings.Cut(header, ": "); ok {
				w.Header().Set(name, value)
			}
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		words   string
	}{
		"400":        {answer(400, "", "bad"), "status 400"},
		"401":        {answer(401, "", ""), "status 401"},
		"403":        {answer(403, "", "no"), "does not let you in"},
		"404":        {answer(404, "", ""), "no such server"},
		"429":        {answer(429, "", ""), "too busy"},
		"500":        {answer(500, "", "db down"), "fault of its own"},
		"502":        {answer(502, "Content-Type: text/html", "<html>bad gateway</html>"), "fault of its own"},
		"HTML":       {answer(200, "Content-Type: text/html", "<h1>Hi</h1>"), "web page"},
		"no content": {answer(204, "", ""), "not as a server"},
		"a redirect in a circle": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/mcp", http.StatusTemporaryRedirect)
		}, "sends on in a circle"},
		"a redirect to nowhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusTemporaryRedirect)
		}, "wants to be called at another address: http://127.0.0.1:1/."},
		"empty JSON":   {answer(200, "Content-Type: application/json", ""), "not as a server"},
		"broken JSON":  {answer(200, "Content-Type: application/json", `{"jsonrpc":`), "not as a server"},
		"a list":       {answer(200, "Content-Type: application/json", `[1,2]`), "not as a server"},
		"other stream": {answer(200, "Content-Type: text/event-stream", "data: hello\n\n"), "not as a server"},
		"cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0"`)
			panic(http.ErrAbortHandler)
		}, "broke off"},
		"hung up": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "broke off"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newWeb(t, c.handler, func(e *config.Server, _ *Options) {
				e.URL += "/mcp"
				e.Headers = map[string]string{"Authorization": "Bearer s3cret"}
			})
			f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
			if !strings.Contains(f.What, c.words) || f.Do == "" {
				t.Errorf("says %q, do %q, detail %q", f.What, f.Do, f.Detail)
			}
			if page := strings.Contains(f.What, "web page"); page != strings.Contains(f.Detail, "HTML") {
				t.Errorf("the evidence says %q of %q", f.Detail, f.What)
			}
			if strings.Contains(f.Do, "end in /mcp") {
				t.Errorf("advises %q for an address that ends so", f.Do)
			}
			if all := fmt.Sprint(f.What, f.Do, f.Detail, f.Err); strings.Contains(all, "s3cret") {
				t.Errorf("the secret is in %q", all)
			}
		})
	}
}

// How most addresses end is worth saying only for one that ends otherwise.
func TestAdviceForAnAddressFitsHowItEnds(t *testing.T) {
	page := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<h1>Hi</h1>")
	}
	for _, c := range []struct {
		handler http.HandlerFunc
		path    string
		want    bool
	}{
		{page, "", true}, {page, "/mcp", false}, {page, "/mcp/", false}, {page, "/mcp?lab=1", false}, {page, "/lab-mcp", true},
		{http.NotFound, "/api", true}, {http.NotFound, "/api/mcp", false},
		{func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }, "/", true},
	} {
		h := newWeb(t, c.handler, func(e *config.Server, _ *Options) { e.URL += c.path })
		f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
		if !strings.HasPrefix(f.Do, "Check the address") || strings.Contains(f.Do, "most end in /mcp") != c.want {
			t.Errorf("%q: %q, %q", c.path, f.What, f.Do)
		}
	}
}

// A certificate that is not trusted, a name that is not known and a port that is closed are told apart.
func TestEveryFaultOfTheWayHasItsSentence(t *testing.T) {
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = quietLog()
	secure.StartTLS()
	defer secure.Close()
	for url, words := range map[string]string{
		secure.URL: "cannot prove who it is",
		strings.Replace(secure.URL, "https", "http", 1):     "https",
		"https://" + closedPort(t) + "/mcp":                 "Nothing answers",
		"http://no-such-host.invalid/mcp":                   "was not found on the network",
		strings.Replace(plainServer(t), "http", "https", 1): "does not speak https",
	} {
		h := startHost(t, nil, func(e *config.Server, o *Options) { e.URL, o.Dial, o.Clock = url, nil, clock.System{} })
		f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
		if !strings.Contains(f.What, words) && !strings.Contains(f.Do, words) {
			t.Errorf("%s: says %q, do %q, detail %q", url, f.What, f.Do, f.Detail)
		}
	}
}

func plainServer(t *testing.T) string {
	web := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(web.Close)
	return web.URL
}

func closedPort(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// Contract T4: every phase has the whole limit. A server that takes nearly all of it in each is reached; one that hangs in any is not
// waited for any longer, and says in which.
func TestEachPhaseHasItsOwnLimit(t *testing.T) {
	for name, c := range map[string]struct {
		hangs string // the method that is never answered
		words string
		state func(ServerState) *Failure
	}{
		"initialize": {`"initialize"`, "did not answer within 10s", func(s ServerState) *Failure { return s.Failure }},
		"tools/list": {`"tools/list"`, "did not send its list of tools in time", func(s ServerState) *Failure { return s.ToolsFailure }},
	} {
		t.Run(name, func(t *testing.T) {
			clock := newFakeClock()
			next := streamable(t, false)
			release := make(chan struct{})
			defer close(release)
			arrived := make(chan struct{}, 10)
			h := newWeb(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				raw, _ := io.ReadAll(r.Body)
				r.Body = io.NopCloser(strings.NewReader(string(raw)))
				if strings.Contains(string(raw), `"method":`+c.hangs) {
					arrived <- struct{}{}
					select {
					case <-r.Context().Done():
					case <-release:
					}
					return
				}
				next.ServeHTTP(w, r)
			}), func(e *config.Server, o *Options) { o.Clock, e.Timeout = clock, 10*time.Second })
			<-arrived
			clock.Advance(9 * time.Second)
			if f := c.state(h.State()); f != nil {
				t.Fatalf("gave up too early: %+v", f)
			}
			clock.Advance(6 * time.Second)
			state := h.until("told", func(s ServerState) bool { return c.state(s) != nil })
			if f := c.state(state); !strings.Contains(f.What, c.words) {
				t.Errorf("says %q", f.What)
			}
		})
	}
}

// A stream that breaks at any point of a call ends the call with a sentence, asks nothing any more, and the next call works.
func TestStreamMayBreakAtEveryPoint(t *testing.T) {
	whole := "event: message\nid: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"x\",\"progress\":1}}\n\n" +
		"data: {\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"all of it\"}]}}\n\n"
	next := streamable(t, false)
	var cut atomic.Int64
	h := newWeb(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(raw)))
		at := int(cut.Load())
		if !strings.Contains(string(raw), `"tools/call"`) || at < 0 {
			if r.Method == http.MethodGet && r.Header.Get("Last-Event-Id") != "" {
				w.WriteHeader(http.StatusMethodNotAllowed) // nothing is kept to be sent again
				return
			}
			next.ServeHTTP(w, r)
			return
		}
		var id string
		if msg := (envelope{}); readJSON(raw, &msg) == nil {
			id = string(msg.ID)
		}
		text := strings.Replace(whole, "ID", id, 1)
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, text[:min(at, len(text))])
		w.(http.Flusher).Flush()
		if at < len(text) {
			panic(http.ErrAbortHandler)
		}
	}), nil)
	h.ready()
	for at := 0; at <= len(whole)+2; at += 61 {
		cut.Store(int64(at))
		h.until("ready", func(s ServerState) bool { return s.Phase == Ready })
		state := wait(t, h.Server.Call(h.tool(t, "quick"), nil))
		if state.Phase != Broken && (state.Phase != Finished || state.Result.Text != "all of it") {
			t.Fatalf("cut at %d: %+v", at, state)
		}
		if state.Phase == Broken && (state.Failure.What == "" || state.Failure.Do == "") {
			t.Errorf("cut at %d: %+v", at, state.Failure)
		}
	}
	cut.Store(-1)
	eventually(t, "usable again", func() bool {
		if h.State().Phase != Ready {
			return false
		}
		state := wait(t, h.Server.Call(h.tool(t, "quick"), nil))
		return state.Phase == Finished && state.Result.Text == "quick"
	})
}

// A result of 20 MB in one event, or in one body, arrives whole.
func TestResultOf20MegabytesArrives(t *testing.T) {
	big := strings.Repeat("x", 20<<20)
	for _, stream := range []bool{false, true} {
		next := streamable(t, false)
		h := newWeb(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			raw, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(strings.NewReader(string(raw)))
			if !strings.Contains(string(raw), `"tools/call"`) {
				next.ServeHTTP(w, r)
				return
			}
			var msg envelope
			_ = readJSON(raw, &msg)
			body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%q}]}}`, msg.ID, big)
			w.Header().Set("Content-Type", "application/json")
			if stream {
				w.Header().Set("Content-Type", "text/event-stream")
				body = "data: " + body + "\n\n"
			}
			_, _ = io.WriteString(w, body)
		}), nil)
		h.ready()
		if state := wait(t, h.Server.Call(h.tool(t, "quick"), nil)); state.Phase != Finished || state.Result.Text != big {
			t.Errorf("stream %v: %v %+v", stream, state.Phase, state.Failure)
		}
	}
}

// A proxy of the environment is used for other machines and not for this one; certificates come from the system's pool. Both are
// read once by a program, so a program of its own looks.
func TestProxyAndCertificatesOfTheSystemAreUsed(t *testing.T) {
	next := streamable(t, false)
	var through, direct atomic.Int64
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Host != "mcp.lab.invalid" {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		through.Add(1)
		r.Host = "127.0.0.1" // the go-sdk server is as careful as it should be
		next.ServeHTTP(w, r)
	}))
	defer func() { proxy.CloseClientConnections(); proxy.Close() }()
	secure := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		direct.Add(1)
		next.ServeHTTP(w, r)
	}))
	secure.Config.ErrorLog = quietLog()
	secure.StartTLS()
	defer func() { secure.CloseClientConnections(); secure.Close() }()
	certificate := writeCertificate(t, secure.Certificate())
	for url, c := range map[string]struct {
		count *atomic.Int64
		env   string
	}{
		"http://mcp.lab.invalid/mcp": {&through, ""},
		secure.URL + "/mcp":          {&direct, ""},
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^$")
		cmd.Env = append(os.Environ(), programVariable+"=reach", "REACH="+url, "HTTP_PROXY="+proxy.URL, "HTTPS_PROXY="+proxy.URL,
			"http_proxy="+proxy.URL, "https_proxy="+proxy.URL, "NO_PROXY=", "no_proxy=", "SSL_CERT_FILE="+certificate)
		said, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(said), "reached") || c.count.Load() == 0 {
			t.Errorf("%s: %v, it says %s", url, err, said)
		}
	}
}

// reach connects to an address, as a program of its own.
func reach() {
	s := NewServer(config.Server{Name: "far", URL: os.Getenv("REACH")}, Options{})
	s.Start()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		switch state := s.State(); state.Phase {
		case Ready:
			fmt.Println("reached")
			_ = s.Close(context.Background())
			return
		case Failed:
			fmt.Println(state.Failure.What, state.Failure.Detail)
			return
		}
	}
}

func quietLog() *log.Logger { return log.New(io.Discard, "", 0) }

func writeCertificate(t *testing.T, c *x509.Certificate) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lab.pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
