package bridge

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
)

func TestAnswerThatIsNoneCostsOneCall(t *testing.T) {
	for name, c := range map[string]struct {
		calls func(http.ResponseWriter, *http.Request, string)
		words string
	}{
		"nothing":          {say("application/json", ""), "with nothing"},
		"204":              {sayStatus(http.StatusNoContent, "", ""), "with nothing"},
		"taken":            {sayStatus(http.StatusAccepted, "application/json", ""), "only said that it took it"},
		"null":             {say("application/json", "null"), "not in a way that can be read"},
		"half":             {say("application/json", `{"jsonrpc":"2.0","id":ID,"resu`), "not in a way that can be read"},
		"two halves":       {say("application/json", hit[:20]+hit), "not in a way that can be read"},
		"words":            {say("text/plain", "Too many of us"), "not in a way that can be read"},
		"page":             {say("text/html", "<html>log in</html>"), "web page"},
		"broken off":       {func(w http.ResponseWriter, r *http.Request, id string) { breakOff(w, "application/json", hit[:30]) }, "broke off"},
		"stream of others": {say("text/event-stream", "data: ping\n\nevent: done\ndata: x\n\n"), "broke off before"},
		"400":              {sayStatus(http.StatusBadRequest, "text/plain", "bad day"), "bad day"},
		"413":              {sayStatus(http.StatusRequestEntityTooLarge, "text/plain", ""), "more than"},
		"415":              {sayStatus(http.StatusUnsupportedMediaType, "", ""), "415"},
		"422":              {sayStatus(http.StatusUnprocessableEntity, "application/json", `{"detail":"x"}`), "422"},
		"429":              {sayStatus(http.StatusTooManyRequests, "", ""), "429"},
		"500 with error":   {sayStatus(http.StatusInternalServerError, "application/json", `{"jsonrpc":"2.0","id":ID,"error":{"code":-32603,"message":"db down"}}`), "db down"},
		"400 with error":   {sayStatus(http.StatusBadRequest, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"no such tool"}}`), "no such tool"},
		"404 with error":   {sayStatus(http.StatusNotFound, "application/json", `{"jsonrpc":"2.0","id":ID,"error":{"code":-32601,"message":"no such tool"}}`), "no such tool"},
		"501":              {sayStatus(http.StatusNotImplemented, "", ""), "501"},
		"524":              {sayStatus(524, "text/html", "<h1>A timeout occurred</h1>"), "524"},
		"own number":       {say("application/json", `{"jsonrpc":"2.0","id":ID,"error":{"code":-32003,"message":"Task is not available in this session"}}`), "Task is not available"},
		"own number at 400": {sayStatus(http.StatusBadRequest, "application/json",
			`{"jsonrpc":"2.0","id":ID,"error":{"code":-32004,"message":"quota"}}`), "quota"},
		"no reason": {say("application/json", `{"jsonrpc":"2.0","id":ID,"error":{"code":-32000}}`), "did not say why"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			other := make(chan struct{})
			var first sync.Once
			o := &oddWeb{session: "s", calls: func(w http.ResponseWriter, r *http.Request, id string) {
				mine := false
				first.Do(func() { mine = true })
				if !mine {
					c.calls(w, r, id)
					return
				}
				<-other
				say("application/json", hit)(w, r, id)
			}}
			h := newWeb(t, o, nil)
			h.ready()
			waits := h.call(`{}`)
			eventually(t, "called", func() bool { return o.count("tools/call") == 1 })
			state := wait(t, h.call(`{}`))
			if state.Phase != Broken || !strings.Contains(state.Failure.What, c.words) {
				t.Errorf("%+v %+v", state, state.Failure)
			}
			close(other)
			if state := wait(t, waits); state.Result == nil || state.Result.Text != "hit" {
				t.Errorf("the other call: %+v %+v", state, state.Failure)
			}
			if n := o.count("initialize"); n != 1 || h.State().Phase != Ready {
				t.Errorf("connected %d times, %+v", n, h.State())
			}
		})
	}
}

func breakOff(w http.ResponseWriter, kind, text string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", "5000")
	_, _ = io.WriteString(w, text)
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

// Calls that are refused at the same time are each told what was said to them.
func TestEachRefusedCallHasItsOwnReason(t *testing.T) {
	all := make(chan struct{})
	o := &oddWeb{}
	o.calls = func(w http.ResponseWriter, _ *http.Request, id string) {
		var said struct{ Arguments struct{ Status int } }
		o.mu.Lock()
		for _, msg := range o.heard {
			if string(msg.ID) == id {
				_ = json.Unmarshal(msg.Params, &said)
			}
		}
		o.mu.Unlock()
		<-all
		w.WriteHeader(said.Arguments.Status)
	}
	h := newWeb(t, o, nil)
	h.ready()
	calls := map[int]*Call{}
	for status := 500; status < 540; status++ {
		calls[status] = h.call(fmt.Sprintf(`{"status":%d}`, status))
	}
	eventually(t, "all are called", func() bool { return o.count("tools/call") == len(calls) })
	close(all)
	for status, call := range calls {
		if state := wait(t, call); state.Phase != Broken || !strings.Contains(state.Failure.What, fmt.Sprintf("(status %d)", status)) {
			t.Errorf("%d: %+v %+v", status, state, state.Failure)
		}
	}
}

func TestNothingHangsOnWhatIsSaidToANotification(t *testing.T) {
	for name, say := range map[string]func(w http.ResponseWriter){
		"200 empty": func(w http.ResponseWriter) {},
		"200 null":  func(w http.ResponseWriter) { _, _ = io.WriteString(w, "null") },
		"204":       func(w http.ResponseWriter) { w.WriteHeader(http.StatusNoContent) },
		"400":       func(w http.ResponseWriter) { w.WriteHeader(http.StatusBadRequest) },
		"404":       func(w http.ResponseWriter) { w.WriteHeader(http.StatusMethodNotAllowed) },
		"501":       func(w http.ResponseWriter) { w.WriteHeader(http.StatusNotImplemented) },
		"other session": func(w http.ResponseWriter) {
			w.Header().Set("Mcp-Session-Id", "another")
			w.WriteHeader(http.StatusAccepted)
		},
		"stream": func(w http.ResponseWriter) { w.Header().Set("Content-Type", "text/event-stream") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := &oddWeb{session: "s", calls: func(w http.ResponseWriter, r *http.Request, id string) {
				w.Header().Set("Mcp-Session-Id", "new "+id)
				sayStatus(200, "application/json", hit)(w, r, id)
			}}
			o.other = func(w http.ResponseWriter, _ *http.Request, msg envelope) bool {
				if msg.Method != "notifications/initialized" && msg.Method != "notifications/roots/list_changed" {
					return false
				}
				say(w)
				return true
			}
			h := newWeb(t, o, nil)
			h.ready()
			h.SetRoots([]string{"/tmp"})
			eventually(t, "announced", func() bool { return o.count("notifications/roots/list_changed") > 0 })
			for range 2 {
				if state := wait(t, h.call(`{}`)); state.Result == nil || state.Result.Text != "hit" {
					t.Fatalf("%+v %+v", state, state.Failure)
				}
			}
			if n := o.count("initialize"); n != 1 {
				t.Errorf("connected %d times", n)
			}
		})
	}
}

func TestForgottenSessionIsKnownByEveryWord(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
	}{
		"404":                   {404, ""},
		"404 with error":        {404, `{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}`},
		"404 with the own id":   {404, `{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":ID}`},
		"404 server-error":      {404, `{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"Session not found"}}`},
		"400 no valid session":  {400, `{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"},"id":null}`},
		"400 plain":             {400, "Invalid session ID"},
		"400 not initialized":   {400, `{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: Server not initialized"},"id":null}`},
		"409":                   {409, `{"error":"unknown session"}`},
		"410":                   {410, "session terminated"},
		"400 or not initialize": {400, `{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID or not an initialize request"},"id":null}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := &oddWeb{session: "s1"}
			o.calls = func(w http.ResponseWriter, r *http.Request, id string) {
				if r.Header.Get("Mcp-Session-Id") == "s1" {
					sayStatus(c.status, "application/json", c.body)(w, r, id)
					return
				}
				say("application/json", hit)(w, r, id)
			}
			o.other = func(w http.ResponseWriter, r *http.Request, msg envelope) bool {
				if msg.Method == "initialize" && o.count("initialize") > 1 {
					if id := r.Header.Get("Mcp-Session-Id"); id != "" {
						t.Errorf("initialize carries the session %q", id)
					}
					w.Header().Set("Mcp-Session-Id", "s2")
				}
				return false
			}
			o.session = ""
			inner := o.other
			o.other = func(w http.ResponseWriter, r *http.Request, msg envelope) bool {
				if msg.Method == "initialize" && o.count("initialize") == 1 {
					w.Header().Set("Mcp-Session-Id", "s1")
				}
				return inner(w, r, msg)
			}
			h := newWeb(t, o, nil)
			h.ready()
			state := wait(t, h.call(`{}`))
			if state.Phase != Broken || !strings.Contains(state.Failure.What, "does not know this connection") {
				t.Errorf("%+v %+v", state, state.Failure)
			}
			eventually(t, "connected anew", func() bool { return o.count("initialize") == 2 && h.State().Phase == Ready })
			h.ready()
			if n := o.count("tools/call"); n != 1 {
				t.Errorf("%d calls were sent", n)
			}
			if state := wait(t, h.call(`{}`)); state.Result == nil || state.Result.Text != "hit" {
				t.Errorf("%+v %+v", state, state.Failure)
			}
		})
	}
}
