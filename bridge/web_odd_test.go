package bridge

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// oddWeb is a server over HTTP whose answers to tools/call a test writes byte by byte. Everything else is in order.
type oddWeb struct {
	session string
	calls   func(w http.ResponseWriter, r *http.Request, id string) // answers tools/call
	other   func(w http.ResponseWriter, r *http.Request, msg envelope) bool
	get     func(w http.ResponseWriter, r *http.Request)

	mu    sync.Mutex
	heard []envelope
	gets  []http.Header
}

func (o *oddWeb) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	var msg envelope
	_ = readJSON(raw, &msg)
	o.mu.Lock()
	if r.Method == http.MethodPost {
		o.heard = append(o.heard, msg)
	}
	if r.Method == http.MethodGet {
		o.gets = append(o.gets, r.Header.Clone())
	}
	o.mu.Unlock()
	switch {
	case r.Method == http.MethodGet && o.get != nil:
		o.get(w, r)
	case r.Method != http.MethodPost:
		w.WriteHeader(http.StatusMethodNotAllowed)
	case o.other != nil && o.other(w, r, msg):
	case msg.Method == "initialize":
		if o.session != "" {
			w.Header().Set("Mcp-Session-Id", o.session)
		}
		sayJSON(w, msg, `{"protocolVersion":"2025-11-25","serverInfo":{"name":"odd","version":"1"},"capabilities":{"tools":{}}}`)
	case msg.Method == "tools/list":
		sayJSON(w, msg, `{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}`)
	case msg.Method == "tools/call":
		o.calls(w, r, string(msg.ID))
	case msg.isCall():
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}`, msg.ID)
	default:
		w.WriteHeader(http.StatusAccepted)
	}
}

func (o *oddWeb) count(method string) (n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, msg := range o.heard {
		if msg.Method == method {
			n++
		}
	}
	return n
}

func sayJSON(w http.ResponseWriter, msg envelope, result string) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, msg.ID, result)
}

// say writes an answer as it stands; ID stands for the id of the request.
func say(kind, text string) func(http.ResponseWriter, *http.Request, string) {
	return sayStatus(http.StatusOK, kind, text)
}

func sayStatus(status int, kind, text string) func(http.ResponseWriter, *http.Request, string) {
	return func(w http.ResponseWriter, _ *http.Request, id string) {
		if kind != "" {
			w.Header()["Content-Type"] = []string{kind}
		} else {
			w.Header()["Content-Type"] = nil
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, strings.ReplaceAll(text, "ID", id))
	}
}

const hit = `{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"hit"}]}}`

// Every form in which a response is there is read as what it is, and the connection goes on.
func TestResponseIsReadInWhateverFormItComes(t *testing.T) {
	stream := "text/event-stream"
	for name, calls := range map[string]func(http.ResponseWriter, *http.Request, string){
		"json":                   say("application/json", hit),
		"json with charset":      say("Application/JSON; charset=utf-8", hit),
		"text":                   say("text/plain; charset=utf-8", hit),
		"no kind":                say("", hit),
		"binary":                 say("application/octet-stream", hit),
		"json-rpc":               say("application/json-rpc", hit),
		"mark in front":          say("application/json", "\xef\xbb\xbf"+hit),
		"on several lines":       say("application/json", "{\n \"jsonrpc\": \"2.0\",\r\n \"id\": ID,\n \"result\": {\"content\": [{\"type\": \"text\",\n \"text\": \"hit\"}]}\n}\n"),
		"list of one":            say("application/json", "["+hit+"]"),
		"list with progress":     say("application/json", `[{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}},`+hit+`]`),
		"two in a row":           say("application/json", `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}`+hit),
		"twice":                  say("application/json", hit+hit),
		"other id":               say("application/json", strings.Replace(hit, "ID", `"server-1"`, 1)),
		"null id":                say("application/json", strings.Replace(hit, "ID", `null`, 1)),
		"status 201":             sayStatus(http.StatusCreated, "application/json", hit),
		"status 202 with result": sayStatus(http.StatusAccepted, "application/json", hit),
		"stream":                 say(stream, "event: message\ndata: "+hit+"\n\n"),
		"stream CRLF":            say(stream, "event: message\r\ndata: "+hit+"\r\n\r\n"),
		"stream CR":              say(stream, "event: message\rdata: "+hit+"\r\r"),
		"stream with mark":       say(stream, "\xef\xbb\xbfdata: "+hit+"\n\n"),
		"stream no space":        say(stream+";charset=UTF-8", "data:"+hit+"\n\n"),
		"stream without end":     say(stream, "data: "+hit),
		"stream of lines":        say(stream, "data: {\"jsonrpc\":\"2.0\",\ndata: \"id\":ID,\ndata: \"result\":{\"content\":[{\"type\":\"text\",\"text\":\"hit\"}]}}\n\n"),
		"stream with noise":      say(stream, ": hello\n\nretry\n\nnonsense\n\ndata\n\ndata: ping\n\ndata: {}\n\ndata: [DONE]\n\nevent: heartbeat\ndata: {}\n\nid: 7\nretry: x\ndata: "+hit+"\n\n"),
		"stream of a list":       say(stream, "data: ["+hit+"]\n\n"),
		"stream other id":        say(stream, "data: "+strings.Replace(hit, "ID", `"ID"`, 1)+"\n\n"),
		"stream pieces": func(w http.ResponseWriter, _ *http.Request, id string) {
			w.Header().Set("Content-Type", stream)
			for _, b := range []byte("data: {\"jsonrpc\":\"2.0\",\r\ndata: \"id\":" + id + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"hit\"}]}}\r\n\r\n") {
				_, _ = w.Write([]byte{b})
				w.(http.Flusher).Flush()
			}
		},
		"gzip": func(w http.ResponseWriter, _ *http.Request, id string) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			_, _ = io.WriteString(z, strings.ReplaceAll(hit, "ID", id))
			_ = z.Close()
		},
		"sent on for good": func(w http.ResponseWriter, r *http.Request, id string) {
			if r.URL.Path != "/mcp/" {
				http.Redirect(w, r, "/mcp/", http.StatusMovedPermanently)
				return
			}
			say("application/json", hit)(w, r, id)
		},
		"sent on for now": func(w http.ResponseWriter, r *http.Request, id string) {
			if r.URL.Path != "/mcp/" {
				http.Redirect(w, r, "/mcp/", http.StatusFound)
				return
			}
			say("application/json", hit)(w, r, id)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := &oddWeb{session: "s", calls: calls}
			h := newWeb(t, o, nil)
			h.ready()
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

// An answer that is none costs its call, with a sentence that says what it was, and neither the connection nor another call.
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

// Whatever a server says to a notification, to the end of a connection, or of its session, the connection stands.
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

// A session that the server forgot is known by every way in which servers say so (typescript-sdk#1476, python-sdk#1004, nelson-mcp#38).
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

// The server's own stream may begin late, be refused in any way, or end as often as it likes: the connection and what it has open stand.
func TestOwnStreamOfAServerMayDoAsItLikes(t *testing.T) {
	ask := `{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":` + formParams + `}`
	for name, get := range map[string]func(n int, w http.ResponseWriter, r *http.Request){
		"ends at once": func(n int, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			if n == 3 {
				_, _ = io.WriteString(w, "data: "+ask+"\n\n")
			}
		},
		"refused when it is come back to": func(n int, w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			if n == 1 {
				_, _ = io.WriteString(w, "data: "+ask+"\n\n")
				return
			}
			w.WriteHeader(http.StatusBadRequest)
		},
		"begins late": func(n int, w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(3 * time.Second):
			case <-r.Context().Done():
				return
			}
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, "data: "+ask+"\n\n")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
		"is another page": func(n int, w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<html>")
		},
		"is broken": func(n int, w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.WriteHeader(http.StatusInternalServerError)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := 0
			var mu sync.Mutex
			o := &oddWeb{session: "s", calls: say("application/json", hit)}
			o.get = func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				n++
				nth := n
				mu.Unlock()
				get(nth, w, r)
			}
			h := newWeb(t, o, nil)
			h.ready()
			if name != "is another page" && name != "is broken" {
				q := h.person.next()
				if n := o.count("initialize"); n != 1 {
					t.Errorf("connected %d times", n)
				}
				q.answer <- Answer{Reason: ReasonDeclined}
				h.receipt()
			}
			if state := wait(t, h.call(`{}`)); state.Result == nil || state.Result.Text != "hit" {
				t.Errorf("%+v %+v", state, state.Failure)
			}
			if n := o.count("initialize"); n != 1 || h.State().Phase != Ready {
				t.Errorf("connected %d times, %+v", n, h.State())
			}
		})
	}
}

// A server that only says that it took a call, and answers on its own stream, is waited for there.
func TestResponseMayComeOnTheOwnStream(t *testing.T) {
	ids, ready := make(chan string, 1), make(chan struct{})
	o := &oddWeb{session: "s", calls: func(w http.ResponseWriter, _ *http.Request, id string) {
		w.WriteHeader(http.StatusAccepted)
		w.(http.Flusher).Flush()
		ids <- id
	}}
	o.get = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, ": hello\n\n")
		w.(http.Flusher).Flush()
		close(ready)
		for {
			select {
			case id := <-ids:
				_, _ = io.WriteString(w, "data: "+strings.ReplaceAll(hit, "ID", id)+"\n\n")
				w.(http.Flusher).Flush()
			case <-r.Context().Done():
				return
			}
		}
	}
	h := newWeb(t, o, nil)
	h.ready()
	<-ready
	eventually(t, "hears", func() bool { return h.connection().web.hears() })
	for range 3 {
		if state := wait(t, h.call(`{}`)); state.Result == nil || state.Result.Text != "hit" {
			t.Fatalf("%+v %+v", state, state.Failure)
		}
	}
}

// A stream of an answer that breaks is gone on with from where it was, and the question on it still belongs to its call.
func TestBrokenStreamIsGoneOnWithFromItsLastEvent(t *testing.T) {
	ask := `{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":` + formParams + `}`
	var mu sync.Mutex
	id := ""
	o := &oddWeb{session: "s"}
	o.calls = func(w http.ResponseWriter, _ *http.Request, own string) {
		mu.Lock()
		id = own
		mu.Unlock()
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "id: e-1\nretry: 10\ndata: \n\n")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	answered := make(chan struct{})
	o.other = func(w http.ResponseWriter, _ *http.Request, msg envelope) bool {
		if msg.Method == "" && string(msg.ID) == `"q"` {
			close(answered)
		}
		return false
	}
	resumed := 0
	o.get = func(w http.ResponseWriter, r *http.Request) {
		last := r.Header.Get("Last-Event-Id")
		if last == "" {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		mu.Lock()
		resumed++
		n, own := resumed, id
		mu.Unlock()
		w.Header().Set("Content-Type", "text/event-stream")
		switch {
		case n <= 8 && last != "e-1":
			t.Errorf("gone on with from %q", last)
		case n < 8: // more often than the SDK bears
			_, _ = io.WriteString(w, "retry: 10\n\n")
		case n == 8:
			_, _ = io.WriteString(w, "id: e-2\nretry: 10\ndata: "+ask+"\n\n")
			w.(http.Flusher).Flush()
			<-answered
		default:
			if last != "e-2" {
				t.Errorf("gone on with from %q", last)
			}
			_, _ = io.WriteString(w, "data: "+strings.ReplaceAll(hit, "ID", own)+"\n\n")
		}
	}
	h := newWeb(t, o, nil)
	h.ready()
	call := h.call(`{}`)
	q := h.person.next()
	if q.Call != call {
		t.Error("the question lost its call")
	}
	q.answer <- Answer{Reason: ReasonDeclined}
	if state := wait(t, call); state.Result == nil || state.Result.Text != "hit" {
		t.Errorf("%+v %+v", state, state.Failure)
	}
	if n := o.count("initialize"); n != 1 {
		t.Errorf("connected %d times", n)
	}
}
