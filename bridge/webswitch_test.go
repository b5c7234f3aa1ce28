package bridge

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"parley/bridge/config"
)

// switches answers with 101 and says nothing more, as a server does that takes every request for the beginning of a WebSocket.
func switches(w http.ResponseWriter, _ *http.Request, _ string) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	_, _ = io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
	_, _ = io.Copy(io.Discard, conn) // until this side hangs up
	_ = conn.Close()
}

// 101 is an answer after which nothing comes. It is waited for in no place.
func TestSwitchingProtocolsIsNoAnswer(t *testing.T) {
	t.Run("to a call", func(t *testing.T) {
		o := &oddWeb{session: "s", calls: switches}
		h := newWeb(t, o, nil)
		h.ready()
		for range 2 {
			state := wait(t, h.call(`{}`))
			if state.Phase != Broken || !strings.Contains(state.Failure.What, "answered the call") || !strings.Contains(state.Failure.Detail, "101 Switching Protocols") {
				t.Errorf("%+v %+v", state, state.Failure)
			}
		}
		if s := h.State(); s.Phase != Ready {
			t.Errorf("%+v", s)
		}
	})
	t.Run("where a stream was asked for", func(t *testing.T) {
		o := &oddWeb{session: "s", calls: say("application/json", hit), get: func(w http.ResponseWriter, r *http.Request) { switches(w, r, "") }}
		h := newWeb(t, o, nil)
		h.ready()
		if state := wait(t, h.call(`{}`)); state.Phase != Finished {
			t.Errorf("%+v %+v", state, state.Failure)
		}
	})
	for _, transport := range []config.Transport{config.Streamable, config.SSE, config.Discover} {
		t.Run(fmt.Sprint("to everything, ", transport), func(t *testing.T) {
			all := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { switches(w, r, "") })
			h := newWeb(t, all, func(e *config.Server, _ *Options) { e.Transport = transport })
			state := h.until("failed", func(s ServerState) bool { return s.Phase == Failed })
			if !strings.Contains(state.Failure.What, "answered") {
				t.Errorf("%+v", state.Failure)
			}
		})
	}
	t.Run("to an answer", func(t *testing.T) {
		o := &oddWeb{session: "s", calls: func(w http.ResponseWriter, r *http.Request, _ string) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, "data: "+`{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":`+formParams+"}\n\n")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}}
		o.other = func(w http.ResponseWriter, r *http.Request, msg envelope) bool {
			if msg.isResponse() {
				switches(w, r, "")
			}
			return msg.isResponse()
		}
		h := newWeb(t, o, nil)
		h.ready()
		call := h.call(`{}`)
		h.person.next().answer <- Answer{Reason: ReasonDeclined}
		if r := h.receipt(); r.Ending != EndUndelivered || !strings.Contains(r.Err.Error(), "101") {
			t.Errorf("%+v", r)
		}
		call.Stop()
		wait(t, call)
	})
}

// A response that is waited for counts under whatever name its event has; anything else under a name of its own is none of ours.
func TestResponseCountsUnderAnyNameOfItsEvent(t *testing.T) {
	stream := func(name, text string) func(http.ResponseWriter, *http.Request, string) {
		return say("text/event-stream", "event: "+name+"\ndata: "+text+"\n\n")
	}
	for name, calls := range map[string]func(http.ResponseWriter, *http.Request, string){
		"response":    stream("response", hit),
		"result":      stream("result", hit),
		"error":       stream("error", `{"jsonrpc":"2.0","id":ID,"error":{"code":-32603,"message":"hit"}}`),
		"text id":     stream("data", `{"jsonrpc":"2.0","id":"ID","result":{"content":[{"type":"text","text":"hit"}]}}`),
		"noise first": say("text/event-stream", "event: ping\ndata: {}\n\nevent: result\ndata: {\"id\":4711,\"result\":{}}\n\nevent: status\ndata: on it\n\nevent: done\ndata: "+hit+"\n\n"),
	} {
		t.Run(name, func(t *testing.T) {
			o := &oddWeb{session: "s", calls: calls}
			h := newWeb(t, o, nil)
			h.ready()
			state := wait(t, h.call(`{}`))
			if said := fmt.Sprintf("%+v %+v", state.Result, state.Failure); !strings.Contains(said, "hit") {
				t.Errorf("%s", said)
			}
		})
	}
	t.Run("the first messages too", func(t *testing.T) {
		o := &oddWeb{session: "s", calls: say("application/json", hit)}
		o.other = func(w http.ResponseWriter, _ *http.Request, msg envelope) bool {
			if msg.Method != "initialize" && msg.Method != "tools/list" {
				return false
			}
			result := `{"protocolVersion":"2025-11-25","serverInfo":{"name":"odd","version":"1"},"capabilities":{"tools":{}}}`
			if msg.Method == "tools/list" {
				result = `{"tools":[{"name":"t"}]}`
			}
			stream("reply", fmt.Sprintf(`{"jsonrpc":"2.0","id":ID,"result":%s}`, result))(w, nil, string(msg.ID))
			return true
		}
		newWeb(t, o, nil).ready()
	})
	t.Run("a question under another name asks nobody", func(t *testing.T) {
		o := &oddWeb{session: "s", calls: say("text/event-stream", "event: preview\ndata: "+`{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":`+formParams+"}\n\ndata: "+hit+"\n\n")}
		h := newWeb(t, o, nil)
		h.ready()
		wait(t, h.call(`{}`))
		h.person.none()
	})
}
