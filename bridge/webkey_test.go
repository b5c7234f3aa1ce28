package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/bridge/config"
	"parley/bridge/nanohubtest"
	"parley/bridge/signin/signintest"
	"parley/bridge/wiretest"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// door stands in front of a server as a proxy that demands a key, and keeps what was let in and what was not.
type door struct {
	next  http.Handler
	opens func(*http.Request) bool
	says  string // WWW-Authenticate of a refusal

	mu      sync.Mutex
	came    []string
	refused []string
}

func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	kind := kindOfMessage(r.Method, body)
	d.mu.Lock()
	open := d.opens(r)
	if open {
		d.came = append(d.came, kind)
	} else {
		d.refused = append(d.refused, kind)
	}
	d.mu.Unlock()
	if !open {
		if d.says != "" {
			w.Header().Set("WWW-Authenticate", d.says)
		}
		http.Error(w, "no key", http.StatusUnauthorized)
		return
	}
	d.next.ServeHTTP(w, r)
}

// kindOfMessage is the method of a message, what it is an answer with, or how it was asked for.
func kindOfMessage(method string, body []byte) string {
	var msg envelope
	if method != http.MethodPost || json.Unmarshal(body, &msg) != nil {
		return method
	}
	switch {
	case msg.Method != "":
		return msg.Method
	case !isNull(msg.Error):
		return "a refusal"
	}
	return "an answer"
}

// letIn waits until a message of each kind came through, and fails when one did not for want of a key.
func (d *door) letIn(t *testing.T, kinds ...string) {
	t.Helper()
	eventually(t, "let in: "+strings.Join(kinds, ", "), func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		if len(d.refused) > 0 {
			t.Fatalf("without the key: %v", d.refused)
		}
		return !slices.ContainsFunc(kinds, func(kind string) bool { return !slices.Contains(d.came, kind) })
	})
}

// talkative is a server whose tools have Parley send every kind of message there is.
func talkative(life context.Context) *mcp.Server {
	server := labServer(life)
	object := json.RawMessage(`{"type":"object"}`)
	server.AddTool(&mcp.Tool{Name: "chat", InputSchema: object}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := req.Session.Ping(life, nil); err != nil {
			return nil, err
		}
		//lint:ignore SA1019 see roots.go
		if _, err := req.Session.ListRoots(life, nil); err != nil {
			return nil, err
		}
		//lint:ignore SA1019 servers ask for it all the same
		if _, err := req.Session.CreateMessage(life, &mcp.CreateMessageParams{}); err == nil {
			return nil, fmt.Errorf("a model answered")
		}
		return textResult("chatted"), nil
	})
	server.AddTool(&mcp.Tool{Name: "slow", InputSchema: object}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: req.Params.GetProgressToken(), Message: "begun"})
		select {
		case <-ctx.Done():
		case <-life.Done():
		}
		return textResult("stopped"), nil
	})
	return server
}

// answersAndStops has a server ask, chat, and be told to stop.
func (h *host) answersAndStops(t *testing.T) {
	t.Helper()
	call := h.Server.Call(h.tool(t, "ask"), nil)
	h.person.next().answer <- Answer{OK: true, Data: map[string]any{"zip": "12345"}}
	if got := h.text(call); !strings.Contains(got, "12345") {
		t.Errorf("the answer came as %s", got)
	}
	call = h.Server.Call(h.tool(t, "ask"), nil)
	h.person.next().answer <- Answer{Reason: ReasonDeclined}
	if got := h.text(call); !strings.Contains(got, "decline") {
		t.Errorf("the refusal came as %s", got)
	}
	if h.State().Protocol < "2026" {
		if got := h.run("chat", ""); got != "chatted" {
			t.Errorf("chat ended with %s", got)
		}
	}
	call = h.Server.Call(h.tool(t, "slow"), nil)
	eventually(t, "begun", func() bool { return call.State().Progress.Message != "" })
	call.Stop()
	wait(t, call)
}

// keys are the ways in which an entry holds what its server demands.
var keys = map[string]struct {
	put   func(*config.Server)
	opens func(*http.Request) bool
}{
	"a bearer": {
		func(e *config.Server) { e.Headers = map[string]string{"Authorization": "Bearer s3cret"} },
		func(r *http.Request) bool { return r.Header.Get("Authorization") == "Bearer s3cret" },
	},
	"a header of its own": {
		func(e *config.Server) { e.Headers = map[string]string{"x-api-key": "s3cret"} },
		func(r *http.Request) bool {
			return r.Header.Get("X-Api-Key") == "s3cret" && r.Header.Get("Authorization") == ""
		},
	},
	"two, and nobody signs in": {
		func(e *config.Server) {
			e.Headers, e.SignIn.Off = map[string]string{"Authorization": "Basic bWU6cw==", "X-Tenant": "lab"}, true
		},
		func(r *http.Request) bool {
			return r.Header.Get("Authorization") == "Basic bWU6cw==" && r.Header.Get("X-Tenant") == "lab"
		},
	},
	"a password in the address": {
		func(e *config.Server) { e.URL = strings.Replace(e.URL, "//", "//me:s3cret@", 1) },
		func(r *http.Request) bool {
			name, password, _ := r.BasicAuth()
			return name == "me" && password == "s3cret"
		},
	},
}

// What is sent to a server of the standard goes out with the key of the entry, whatever it is and in whatever way the key is written.
func TestEveryMessageCarriesTheKeyOfTheEntry(t *testing.T) {
	common := []string{"tools/list", "tools/call"}
	older := append([]string{"initialize", "notifications/initialized", "an answer", "a refusal", "logging/setLevel", "GET", "notifications/roots/list_changed", "notifications/cancelled"}, common...)
	servers := map[string]struct {
		serve func(*testing.T, *mcp.Server) http.Handler
		sent  []string
		ended []string // what closing sends
	}{
		"stateful": {func(t *testing.T, s *mcp.Server) http.Handler {
			return wiretest.Streamable(t, s, &mcp.StreamableHTTPOptions{PropagateRequestCancellation: true})
		}, append([]string{"server/discover"}, older...), []string{http.MethodDelete}},
		"stateless": {func(t *testing.T, s *mcp.Server) http.Handler {
			return wiretest.Streamable(t, s, &mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true})
		}, append([]string{"server/discover"}, common...), nil},
		"SSE": {func(_ *testing.T, s *mcp.Server) http.Handler {
			return mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return s }, nil)
		}, older, nil},
	}
	for name, server := range servers {
		for key, way := range keys {
			t.Run(name+"/"+key, func(t *testing.T) {
				d := &door{next: server.serve(t, talkative(t.Context())), opens: way.opens}
				h := newWeb(t, d, func(e *config.Server, _ *Options) {
					way.put(e)
					e.LogLevel, e.Roots = "debug", []string{t.TempDir()}
					if name == "SSE" {
						e.Transport = config.SSE
					}
				})
				h.ready()
				h.answersAndStops(t)
				h.SetRoots([]string{t.TempDir()})
				d.letIn(t, server.sent...)
				h.close()
				d.letIn(t, server.ended...)
			})
		}
	}
}

// The same of nanoHUB, whose way out is another.
func TestEveryMessageToNanohubCarriesTheKeyOfTheEntry(t *testing.T) {
	for key, way := range keys {
		t.Run(key, func(t *testing.T) {
			hub := nanohubtest.New(t)
			to, err := url.Parse(hub.Root)
			if err != nil {
				t.Fatal(err)
			}
			d := &door{next: &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) }, FlushInterval: -1}, opens: way.opens}
			web := httptest.NewServer(d)
			t.Cleanup(func() { web.CloseClientConnections(); web.Close() })
			h := newNanohub(t, hub, func(e *config.Server, _ *Options) {
				e.URL, e.LogLevel = web.URL+"/mcp", "debug"
				way.put(e)
			})
			for _, c := range []struct {
				answer Answer
				want   string
			}{{batch("long"), batchResult}, {Answer{Reason: ReasonDeclined}, `{"raw": {"action": "decline"}}`}} {
				call := h.Server.Call(h.tool(t, "submit_batch"), nil)
				h.person.next().answer <- c.answer
				if got := h.text(call); got != c.want {
					t.Errorf("result %s", got)
				}
			}
			call := h.Server.Call(h.tool(t, "submit_batch"), nil)
			h.person.next()
			call.Stop()
			wait(t, call)
			d.letIn(t, "initialize", "notifications/initialized", "GET", "tools/list", "tools/call", "an answer", "logging/setLevel")
		})
	}
}

// After a token was renewed, and after one was refused, every message goes out with the one that there is now.
func TestEveryMessageCarriesTheCurrentToken(t *testing.T) {
	for name, serve := range map[string]func(*testing.T, *mcp.Server) http.Handler{
		"streamable": func(t *testing.T, s *mcp.Server) http.Handler { return wiretest.Streamable(t, s, nil) },
		"SSE": func(_ *testing.T, s *mcp.Server) http.Handler {
			return mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return s }, nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := &door{next: serve(t, talkative(t.Context()))}
			issuer := signintest.NewIssuer()
			issuer.Change(func(h *signintest.Habits) { h.TTL = time.Minute })
			locked := signintest.NewServer(issuer)
			root := strings.TrimSuffix(locked.URL, "/mcp")
			d.says = fmt.Sprintf(`Bearer error="invalid_token", resource_metadata=%q`, root+"/.well-known/oauth-protected-resource/mcp")
			d.opens = func(r *http.Request) bool {
				_, ok := issuer.Scope(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), locked.URL)
				return ok
			}
			locked.Put("/mcp", d.ServeHTTP)
			t.Cleanup(issuer.Close)
			t.Cleanup(locked.Close)
			l := &lockedHost{issuer: issuer, locked: locked, vault: nil}
			l.host = startHost(t, nil, func(e *config.Server, o *Options) {
				e.Name, e.URL, o.Dial = "Locked lab", locked.URL, nil
				if name == "SSE" {
					e.Transport = config.SSE
				}
			})
			l.signIn()
			l.ready()
			d.mu.Lock()
			d.refused = nil // until the person had signed in
			d.mu.Unlock()
			l.clock.Advance(2 * time.Minute) // renewed before it is used
			issuer.EndAccess()
			l.answersAndStops(t)
			d.letIn(t, "an answer", "a refusal", "notifications/cancelled")

			// Refused with a question open: renewed when the answer is turned away, and nobody is asked for that.
			call := l.Server.Call(l.tool(t, "ask"), nil)
			a := l.person.next()
			issuer.EndAccess()
			a.answer <- Answer{OK: true, Data: map[string]any{"zip": "54321"}}
			if got := l.text(call); !strings.Contains(got, "54321") {
				t.Errorf("the answer came as %s", got)
			}
			l.person.none()
			if n := issuer.Counts().Windows; n != 1 {
				t.Errorf("signed in %d times", n)
			}
		})
	}
}
