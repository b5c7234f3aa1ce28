package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"parley/bridge"
	"parley/bridge/wiretest"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Cases about connecting and about lists of tools: kind protocol, http-*, pagination-* and those proto-* that have pages or an initialize.

// connectInput is what such a case says of its server.
type connectInput struct {
	Transport  string            `json:"transport"`
	Server     json.RawMessage   `json:"server"`
	Initialize json.RawMessage   `json:"initialize"` // the server's result
	Script     json.RawMessage   `json:"server_script"`
	Settings   json.RawMessage   `json:"settings"`
	Pages      []json.RawMessage `json:"tools_list_pages"`
	Repeat     json.RawMessage   `json:"tools_list_pages_repeat"`
	Count      int               `json:"tools_list_pages_count"`
}

// listed reports whether the case is about a list of tools or the first messages.
func (in connectInput) listed() bool {
	return in.Pages != nil || in.Repeat != nil || in.Count > 0 || in.Initialize != nil
}

// page is the nth page of tools/list. Tools may be written by their names alone.
func (in connectInput) page(nth int) (string, error) {
	raw := in.Repeat
	switch {
	case nth < len(in.Pages):
		raw = in.Pages[nth]
	case raw == nil && in.Count > 0:
		next := ""
		if nth+1 < in.Count {
			next = fmt.Sprintf(`,"nextCursor":"page-%d"`, nth+1)
		}
		return fmt.Sprintf(`{"tools":[{"name":"t%d","inputSchema":{"type":"object"}}]%s}`, nth, next), nil
	case raw == nil && in.Pages == nil: // the case is about something else
		raw = json.RawMessage(`{"tools":["t"]}`)
	case raw == nil:
		raw = json.RawMessage(`{"tools":[]}`)
	}
	var page map[string]json.RawMessage
	if err := json.Unmarshal(raw, &page); err != nil {
		return "", err
	}
	var tools []json.RawMessage
	if json.Unmarshal(page["tools"], &tools) != nil { // a case may send something else
		return string(raw), nil
	}
	for i, tool := range tools {
		var name string
		if json.Unmarshal(tool, &name) == nil {
			tools[i] = json.RawMessage(fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"}}`, name))
		}
	}
	whole, err := json.Marshal(tools)
	page["tools"] = whole
	if err != nil {
		return "", err
	}
	out, err := json.Marshal(page)
	return string(out), err
}

// stageList sets the scene of a case about a list of tools.
func (r *run) stageList(in connectInput) {
	script := wiretest.New(r.t)
	script.Protocol = r.c.Protocol
	var mu sync.Mutex
	nth := 0
	script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
		switch {
		case m.Method == "tools/list":
			mu.Lock()
			defer mu.Unlock()
			if membersOf(m.Params)["cursor"] == nil {
				nth = 0 // the list is read anew
			}
			if nth < len(in.Pages) {
				if failure := membersOf(in.Pages[nth])["error"]; failure != nil {
					nth++
					s.Say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":%s}`, m.ID, oneLineJSON(failure)))
					return true
				}
			}
			page, err := in.page(nth)
			if err != nil {
				r.t.Error(err)
			}
			nth++
			s.Answer(m, oneLineJSON(json.RawMessage(page)))
			return true
		case m.Method == "initialize" && in.Initialize != nil:
			s.Answer(m, oneLineJSON(in.Initialize))
			return true
		}
		return false
	}
	r.plays(script, in.Script)
	r.trial = newTrial(r.t, trialServer{name: "Demo lab", script: script, either: true, entry: settingsOf(in.Settings)})
	r.openServer()
}

// httpFault is what a server of a case over HTTP heard, and what it forgot.
type httpFault struct {
	next http.Handler
	mu   sync.Mutex
	gone string // the session that it forgot
	all  []heardPost
}

type heardPost struct {
	verb, method, session string
	older                 bool // to the address that a server over SSE said
}

func (f *httpFault) note(req *http.Request, method string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, heardPost{req.Method, method, req.Header.Get("Mcp-Session-Id"), req.URL.Query().Has("sessionid")})
}

// overSSE reports whether it was spoken to as a server over SSE is.
func (f *httpFault) overSSE() bool { return f.count(func(p heardPost) bool { return p.older }) > 0 }

func (f *httpFault) count(want func(heardPost) bool) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range f.all {
		if want(p) {
			n++
		}
	}
	return n
}

// openServer shows the page of the server, where there is one.
func (r *run) openServer() { r.window.open(place{page: serverAt, server: "Demo lab"}) }

// quickHandler is a go-sdk server of 2025-11-25 whose one tool answers at once.
func quickHandler(t *testing.T) http.Handler {
	return wiretest.Streamable(t, quickServer(), nil)
}

// olderHandler is the same server over HTTP with SSE, as before 2025-03-26.
func olderHandler(t *testing.T) http.Handler {
	lab := quickServer()
	t.Cleanup(func() {
		for session := range lab.Sessions() {
			_ = session.Close()
		}
	})
	return mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return lab }, nil)
}

func quickServer() *mcp.Server {
	lab := mcp.NewServer(&mcp.Implementation{Name: "lab", Version: "1"}, nil)
	lab.AddTool(&mcp.Tool{Name: "t", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{}, nil
	})
	return lab
}

// checkListed compares the names of the tools, in order, as the window has them.
func checkListed(r *run, raw json.RawMessage) bool {
	var want []string
	if json.Unmarshal(raw, &want) != nil {
		return false
	}
	var got []string
	for _, tool := range r.live["Demo lab"].State().Tools {
		got = append(got, tool.Name)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		r.t.Errorf("listed %q, want %q", got, want)
	}
	return true
}

func checkListedCount(r *run, raw json.RawMessage) bool {
	if got := len(r.live["Demo lab"].State().Tools); fmt.Sprint(got) != string(raw) {
		r.t.Errorf("%d tools are listed, want %s", got, raw)
	}
	return true
}

func checkRequestsAtMost(r *run, raw json.RawMessage) bool {
	var most int
	if json.Unmarshal(raw, &most) != nil {
		return false
	}
	r.settle()
	if n := len(r.script().HeardMethod("tools/list")); n > most || n == 0 {
		r.t.Errorf("asked %d times for the tools, want at most %d", n, most)
	}
	return true
}

func checkSecondCursor(r *run, raw json.RawMessage) bool {
	asked := r.script().HeardMethod("tools/list")
	if len(asked) < 2 {
		r.t.Errorf("asked %d times for the tools", len(asked))
		return true
	}
	var params map[string]json.RawMessage
	_ = json.Unmarshal(asked[1].Params, &params)
	if !sameJSON(params["cursor"], raw) {
		r.t.Errorf("the second cursor is %s, want %s", params["cursor"], raw)
	}
	return true
}

func checkConnectedAs(r *run, raw json.RawMessage) bool {
	if text := string(raw); text == "null" || text == "false" || text == `"none"` || text == `"nothing"` {
		r.until("it failed", func() bool { return r.live["Demo lab"].State().Phase == bridge.Failed })
		return true
	}
	if how := strings.ToLower(jsonText(raw)); r.refusal != nil && (how == "sse" || strings.Contains(how, "http")) {
		r.until("connected", func() bool { return r.live["Demo lab"].State().Phase == bridge.Ready })
		if over := r.refusal.overSSE(); over != (how == "sse") {
			r.t.Errorf("connected over SSE: %v, want %s", over, raw)
		}
		return true
	}
	if got := r.live["Demo lab"].State().Protocol; got != jsonText(raw) {
		r.t.Errorf("connected as %q, want %s", got, raw)
	}
	return true
}

// checkFailureMentions looks for words in what the window says of a server that could not be connected.
func checkFailureMentions(r *run, raw json.RawMessage) bool {
	if r.c.Kind != "protocol" || r.live["Demo lab"] == nil {
		return false
	}
	var want struct {
		Mentions json.RawMessage `json:"message_mentions"`
	}
	if json.Unmarshal(raw, &want) != nil || want.Mentions == nil {
		return false
	}
	var list []string
	if json.Unmarshal(want.Mentions, &list) != nil {
		list = []string{jsonText(want.Mentions)}
	}
	r.settle()
	r.glance()
	told := r.seen
	if failure := r.server().Failure; failure != nil {
		told += failure.Detail // which stands under Show the details
	}
	for _, words := range list {
		if !mentions(told, words) {
			r.t.Errorf("nothing on the screen mentions %q: %q", words, told)
		}
	}
	return true
}

// connectBehaviours are the tests of what these cases say in words.
var connectBehaviours = map[string]func(*run){
	"pagination-empty-string-cursor-2025/behaviour": func(r *run) {
		checkRequestsAtMost(r, json.RawMessage("2"))
		checkListedCount(r, json.RawMessage("1"))
	},
	"http-no-sse-fallback-on-500/behaviour": func(r *run) {
		if n := r.refusal.count(func(p heardPost) bool { return p.verb == http.MethodGet }); n != 0 {
			r.t.Errorf("%d tries over SSE", n)
		}
	},
	"http-session-404-reinitialise/behaviour": func(r *run) {
		state := r.calls[1].State()
		r.until("the call has ended", func() bool { state = r.calls[1].State(); return !state.Ended.IsZero() })
		if state.Phase != bridge.Broken || !mentions(state.Failure.What+state.Failure.Do, "again") {
			r.t.Errorf("%+v %+v", state, state.Failure)
		}
		r.until("connected anew", func() bool { return r.live["Demo lab"].State().Phase == bridge.Ready })
		if n := r.refusal.count(func(p heardPost) bool { return p.method == "initialize" && p.session == "" }); n != 2 {
			r.t.Errorf("%d times initialize without a session", n)
		}
		if n := r.refusal.count(func(p heardPost) bool { return p.method == "tools/call" }); n != 2 {
			r.t.Errorf("%d calls", n)
		}
		r.until("the person can run it again", func() bool { return r.enabled("Run again") })
	},
}
