package bridge

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

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
