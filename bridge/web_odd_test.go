package bridge

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
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
// Whatever a server says to a notification, to the end of a connection, or of its session, the connection stands.
// A session that the server forgot is known by every way in which servers say so (typescript-sdk#1476, python-sdk#1004, nelson-mcp#38).
// The server's own stream may begin late, be refused in any way, or end as often as it likes: the connection and what it has open stand.
// A server that only says that it took a call, and answers on its own stream, is waited for there.
// A stream of an answer that breaks is gone on with from where it was, and the question on it still belongs to its call.
