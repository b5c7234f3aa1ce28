package bridge

import (
	"fmt"
	"strings"
	"testing"

	"parley/bridge/wiretest"
)

// Servers send the id of a request back in ways that are not the request's (python-sdk#192, radare2-mcp#68, helidon-mcp#65). The call
// ends all the same, and not with what was meant for another one.
func TestResponseFindsItsCallWhateverItsIDLooksLike(t *testing.T) {
	for name, say := range map[string]string{
		"text":               `{"jsonrpc":"2.0","id":"%s","result":{"content":[{"type":"text","text":"hit"}]}}`,
		"fraction":           `{"jsonrpc":"2.0","id":%s.0,"result":{"content":[{"type":"text","text":"hit"}]}}`,
		"constant":           `{"jsonrpc":"2.0","id":0,"result":{"content":[{"type":"text","text":"hit"}]}}`,
		"error without id":   `{"jsonrpc":"2.0","error":{"code":-32603,"message":"hit"}}`,
		"error with null id": `{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"hit"}}`,
		"behind another":     `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"hit"}]}}`,
		"mark in front":      "\xef\xbb\xbf" + `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"hit"}]}}`,
		"no version":         `{"id":%s,"result":{"content":[{"type":"text","text":"hit"}]}}`,
		"error is a text":    `{"jsonrpc":"2.0","id":%s,"error":"hit"}`,
		"code is a text":     `{"jsonrpc":"2.0","id":%s,"error":{"code":"-32000","message":"hit"}}`,
		"error without code": `{"jsonrpc":"2.0","id":%s,"error":{"message":"hit"}}`,
		"error of an object": `{"jsonrpc":"2.0","id":%s,"error":{"code":1,"message":{"reason":"hit"}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			script := wiretest.New(t)
			script.OnCall = func(s *wiretest.Server, call wiretest.Message) {
				if strings.Contains(say, "%s") {
					s.Say(fmt.Sprintf(say, call.ID))
					return
				}
				s.Say(say)
			}
			h := newHost(t, script, nil)
			for range 2 {
				state := wait(t, h.call(`{}`))
				if said := fmt.Sprintf("%+v %+v", state.Result, state.Failure); !strings.Contains(said, "hit") {
					t.Errorf("%s", said)
				}
			}
			if s := h.State(); s.Phase != Ready {
				t.Errorf("%+v", s)
			}
		})
	}
}

// A response that is nobody's, or one with an id of two calls' time, is not given to a call that waits.
func TestResponseOfNobodyEndsNoCall(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	call := h.call(`{}`)
	msg := script.AwaitCalls(1)
	for _, stray := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"stray"}]}}`, // of the handshake, once more
		`{"jsonrpc":"2.0","id":"x","result":{"content":[{"type":"text","text":"stray"}]}}`,
		`{"jsonrpc":"2.0","id":4711,"result":{"content":[{"type":"text","text":"stray"}]}}`,
		`{"jsonrpc":"2.0","id":null,"result":{"content":[{"type":"text","text":"stray"}]}}`,
		`{"jsonrpc":"2.0","id":[],"result":{}}`, `{"jsonrpc":"2.0","id":{},"error":{}}`,
	} {
		script.Say(stray)
	}
	script.Say(`{"jsonrpc":"2.0","id":5,"method":"ping"}`)
	script.AwaitAnswer(`5`)
	if state := call.State(); state.Phase != Running {
		t.Fatalf("%+v", state)
	}
	second := h.call(`{}`)
	script.AwaitCalls(2)
	script.Say(`{"jsonrpc":"2.0","id":0,"result":{"content":[{"type":"text","text":"stray"}]}}`) // whose, with two of them?
	script.Answer(msg, `{"content":[{"type":"text","text":"right"}]}`)
	if state := wait(t, call); state.Result == nil || state.Result.Text != "right" {
		t.Errorf("%+v %+v", state.Result, state.Failure)
	}
	second.Stop()
	wait(t, second)
}

// Requests that the bridge answers by itself get their ids back byte for byte, whatever those are.
func TestRequestOfTheServerGetsItsOwnIDBack(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	for _, id := range []string{`0`, `-3`, `1.5`, `1e3`, `9007199254740993`, `123456789012345678901234567890`, `""`, `"parley-1"`, `"a"`, `"7"`} {
		script.Say(`{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}`)
		if got := script.AwaitAnswer(id); string(got.Result) != "{}" {
			t.Errorf("%s: %s", id, got.Raw)
		}
	}
	for method, want := range map[string]string{"roots/list": `"roots":[]`, "sampling/createMessage": `-32601`, "no/such/thing": `-32601`} {
		script.Say(`{"jsonrpc":"2.0","id":2.5,"method":"` + method + `","params":{}}`)
		eventually(t, method, func() bool {
			for _, m := range script.Answers(`2.5`) {
				if strings.Contains(m.Raw, want) {
					return true
				}
			}
			return false
		})
	}
	// A question that no answer can reach asks nobody, and the server is told.
	script.Say(`{"jsonrpc":"2.0","id":null,"method":"elicitation/create","params":` + formParams + `}`)
	if got := script.AwaitAnswer(`null`); !strings.Contains(got.Raw, "-32600") {
		t.Errorf("%s", got.Raw)
	}
	h.person.none()
	if s := h.State(); s.Phase != Ready {
		t.Errorf("%+v", s)
	}
}

// A withdrawal that names the id in another way of writing finds its question.
func TestWithdrawalFindsItsQuestionHoweverItsIDIsWritten(t *testing.T) {
	for ask, withdraw := range map[string]string{`"a-é"`: `"a-\u00e9"`, `7`: `7.0`} {
		script := wiretest.New(t)
		h := newHost(t, script, nil)
		script.Ask(ask, formParams)
		h.person.next()
		script.Say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + withdraw + `,"reason":{"why":1}}}`)
		if r := h.receipt(); r.Ending != EndWithdrawn || r.Words != `{"why":1}` {
			t.Errorf("%s: %+v", ask, r)
		}
	}
}

// The first answer of a server may leave out or get wrong whatever does not matter (cases rule 9).
func TestHelloIsReadWithWhatIsThere(t *testing.T) {
	for name, c := range map[string]struct{ hello, protocol string }{
		"nulls":         {`{"protocolVersion":"2025-06-18","capabilities":{"tools":null,"logging":null},"serverInfo":null,"instructions":null}`, "2025-06-18"},
		"flags":         {`{"protocolVersion":"2025-06-18","capabilities":{"tools":true,"prompts":false},"serverInfo":{"name":7,"version":null}}`, "2025-06-18"},
		"lists":         {`{"protocolVersion":"2024-11-05","capabilities":[],"serverInfo":"lab","_meta":[]}`, "2024-11-05"},
		"texts":         {`{"protocolVersion":"2025-03-26","capabilities":{"tools":{"listChanged":"true"}},"serverInfo":{"name":"a"},"instructions":{}}`, "2025-03-26"},
		"bare":          {`{}`, "2025-03-26"},
		"version is 1":  {`{"protocolVersion":1,"capabilities":{}}`, "2025-03-26"},
		"more than all": {`{"protocolVersion":"2025-11-25","capabilities":{"tools":{"a":1},"experimental":{"x":{}},"new":{"y":[]}},"serverInfo":{"name":"a","version":"1","icons":"none"}}`, "2025-11-25"},
	} {
		t.Run(name, func(t *testing.T) {
			script := wiretest.New(t)
			script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
				if m.Method != "initialize" {
					return false
				}
				s.Answer(m, c.hello)
				return true
			}
			h := newHost(t, script, nil)
			if got := h.State().Protocol; got != c.protocol {
				t.Errorf("speaks %q, want %s", got, c.protocol)
			}
		})
	}
}

// However often a server says that its tools changed, they are read once more, not once for each time (aspire#14494).
func TestStormOfChangesReadsTheToolsOnceMore(t *testing.T) {
	script := wiretest.New(t)
	script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
		if m.Method == "tools/list" && len(s.HeardMethod("tools/list")) == 2 { // the second time, while it is being read
			for range 300 {
				s.Say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
			}
		}
		return false
	}
	h := newHost(t, script, nil)
	script.Say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
	eventually(t, "read once more", func() bool { return len(script.HeardMethod("tools/list")) >= 3 })
	script.Say(`{"jsonrpc":"2.0","id":5,"method":"ping"}`)
	script.AwaitAnswer(`5`)
	state := wait(t, func() *Call {
		script.OnCall = func(s *wiretest.Server, m wiretest.Message) { s.Answer(m, `{"content":[]}`) }
		return h.call(`{}`)
	}())
	if n := len(script.HeardMethod("tools/list")); state.Phase != Finished || n > 8 {
		t.Errorf("read %d times; %+v", n, state)
	}
}
