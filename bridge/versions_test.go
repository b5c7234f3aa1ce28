package bridge

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"parley/bridge/config"
	"parley/bridge/wiretest"
)

// A server that refuses the newest protocol and names what it speaks is spoken to in that (xiaohongshu-mcp#697).
func TestRefusedProtocolGoesBackToOneThatTheServerNames(t *testing.T) {
	for name, c := range map[string]struct{ refusal, want string }{
		"as the specification has it": {`{"code":-32602,"message":"Unsupported protocol version","data":{"supported":["2024-11-05"],"requested":"2025-11-25"}}`, "2024-11-05"},
		"in words":                    {`{"code":-32000,"message":"Unsupported protocol version (supported versions: 2025-06-18, 2025-03-26, 2024-11-05)"}`, "2025-06-18"},
	} {
		t.Run(name, func(t *testing.T) {
			script := wiretest.New(t)
			script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
				if m.Method != "initialize" {
					return false
				}
				if !strings.Contains(string(m.Params), `"protocolVersion":"`+c.want) {
					s.Say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":%s}`, m.ID, c.refusal))
					return true
				}
				s.Answer(m, `{"protocolVersion":"`+c.want+`","serverInfo":{"name":"a","version":"1"},"capabilities":{"tools":{}}}`)
				return true
			}
			h := newHost(t, script, nil)
			if got := h.State().Protocol; got != c.want {
				t.Errorf("speaks %s, want %s", got, c.want)
			}
		})
	}
}

func TestProtocolRefusedOverHTTPGoesBackToo(t *testing.T) {
	o := &oddWeb{calls: say("application/json", hit)}
	o.other = func(w http.ResponseWriter, r *http.Request, msg envelope) bool {
		if msg.Method != "initialize" && msg.Method != "server/discover" || strings.Contains(string(msg.Params), `"protocolVersion":"2025-06-18"`) {
			return false
		}
		http.Error(w, "Bad Request: Unsupported protocol version (supported versions: 2025-06-18, 2025-03-26, 2024-11-05)", http.StatusBadRequest)
		return true
	}
	h := newWeb(t, o, nil)
	h.ready()
	if n := o.count("initialize"); n != 2 {
		t.Errorf("%d times initialize", n)
	}
}

// Case http-older-version-after-a-bare-400: a refusal that says nothing may mean the version; one more try in the version before.
func TestBareRefusalIsTriedOnceInTheVersionBefore(t *testing.T) {
	for name, c := range map[string]struct {
		body   string
		status int
		speaks string // what it bears; "" is nothing
		ready  bool
		asked  int // times that it hears initialize
	}{
		"it bears the version before": {"Bad Request", 400, "2025-06-18", true, 2},
		"an error that says nothing":  {`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}`, 400, "2025-06-18", true, 2},
		"it bears none":               {"Bad Request", 400, "", false, 2},
		"a known reason":              {"Client sent an HTTP request to an HTTPS server.", 400, "2025-06-18", false, 1},
		"no key":                      {"", 403, "2025-06-18", false, 1},
		"a fault of its own":          {"", 500, "2025-06-18", false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			o := &oddWeb{calls: say("application/json", hit)}
			o.other = func(w http.ResponseWriter, _ *http.Request, msg envelope) bool {
				if msg.Method != "initialize" && msg.Method != "server/discover" || c.speaks != "" && strings.Contains(string(msg.Params), c.speaks) {
					return false
				}
				http.Error(w, c.body, c.status)
				return true
			}
			h := newWeb(t, o, func(e *config.Server, _ *Options) { e.Transport = config.Streamable })
			state := h.until("tried", func(s ServerState) bool { return s.Phase == Ready || s.Phase == Failed })
			if (state.Phase == Ready) != c.ready {
				t.Errorf("phase %v, %v", state.Phase, state.Failure)
			}
			if n := o.count("initialize"); n != c.asked {
				t.Errorf("%d times initialize", n)
			}
		})
	}
}

// The same over the pipe of a program, when the refusal speaks of versions and names none.
func TestRefusalThatNamesNoVersionIsTriedInTheVersionBefore(t *testing.T) {
	script := wiretest.New(t)
	script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
		if m.Method != "initialize" {
			return false
		}
		if !strings.Contains(string(m.Params), "2025-06-18") {
			s.Fail(m, -32602, "Unsupported protocol version")
			return true
		}
		s.Answer(m, `{"protocolVersion":"2025-06-18","serverInfo":{"name":"a","version":"1"},"capabilities":{"tools":{}}}`)
		return true
	}
	if got := newHost(t, script, nil).State().Protocol; got != "2025-06-18" {
		t.Errorf("speaks %s", got)
	}
}

// A server that speaks only what is not known here is told as that, by its version.
func TestUnknownProtocolIsNamed(t *testing.T) {
	script := wiretest.New(t)
	script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
		if m.Method != "initialize" {
			return false
		}
		s.Answer(m, `{"protocolVersion":"2031-01-01","serverInfo":{"name":"a","version":"1"},"capabilities":{"tools":{}}}`)
		return true
	}
	h := startHost(t, script, nil)
	f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
	if !strings.Contains(f.What, `"2031-01-01"`) || f.Do == "" {
		t.Errorf("%+v %q", f, f.What)
	}
}
