package bridge

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"parley/bridge/config"
	"parley/bridge/wiretest"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// What people's servers answer instead of a result, and the sentence that is made of it: the words of the server, without the numbers and
// kinds that its library puts before them, and no longer than a sentence. The evidence is whole.
func TestErrorAnswersAreSentences(t *testing.T) {
	zod := "MCP error -32602: Invalid arguments for tool book: [\n  {\n    \"code\": \"invalid_type\",\n    \"path\": [\"day\"]\n  }\n]"
	for _, c := range []struct {
		command  string
		code     int64
		message  string
		what, do string
	}{
		{"node lab.js", -32602, "MCP error -32602: Unknown tool", "The server refused the call: Unknown tool.", "Check what you entered"},
		{"node lab.js", -32602, zod, "The server refused the call: Invalid arguments for tool book.", "below"},
		{"node lab.js", -32603, "it broke\nbadly", "The server refused the call: it broke.", "below"},
		{"node lab.js", -32603, "McpError: MCP error -32603: MCP error -32000: no", "The server refused the call: no.", ""},
		{"node lab.js", -32603, "MCP error -32603", "The server refused the call: MCP error -32603.", ""},
		{"node lab.js", -32603, " \n", "and did not say why (error -32603).", ""},
		{"node lab.js", -32603, strings.Repeat("long ", 200), "The server refused the call: long long", "below"},
		{"node lab.js", -32603, "fetch failed", "The server refused the call: fetch failed.", "Check your connection"},
		{"node lab.js", -32603, "getaddrinfo ENOTFOUND api.example.com", "api.example.com.", "Check your connection"},
		{"node lab.js", -32042, "MCP error -32042: need", "The server refused the call: need.", "did not say which one"},
		{"node lab.js", -32601, "Method not found", "Method not found.", "does not know this tool"},
		{"npx -y supergateway@4 --sse https://lab.example/sse", -32601, "MCP error -32601: Method not found", "Method not found.", "through supergateway, which answers in your place. Write https://lab.example/sse as the url"},
		{"npx mcp-remote https://me:pass@lab.example/mcp?key=x", -32601, "Method not found", "Method not found.", "Write https://…@lab.example/mcp?… as the url"},
	} {
		s := NewServer(config.Server{Name: "lab", Command: strings.Fields(c.command)}, Options{})
		f := s.protocolFailure(&jsonrpc.Error{Code: c.code, Message: c.message, Data: json.RawMessage(`{"more":1}`)})
		if !strings.Contains(f.What, c.what) || len(f.What) > 400 || strings.ContainsAny(f.What, "\n") {
			t.Errorf("%q\nsays %q", c.message, f.What)
		}
		if !strings.Contains(f.Do, c.do) || c.do == "" && f.Do != "" {
			t.Errorf("%q\nadvises %q", c.message, f.Do)
		}
		if !strings.Contains(f.Detail, c.message) || !strings.Contains(f.Detail, `"more":1`) {
			t.Errorf("the evidence is %q", f.Detail)
		}
	}
}

// A server that says that its time was over has stopped waiting: it was not taken back, and the next form says how long it waits. Every
// other reason is said in the server's words alone.
func TestReasonsOfWithdrawals(t *testing.T) {
	for reason, want := range map[string]struct {
		ending Ending
		words  string
	}{
		"McpError: MCP error -32001: Request timed out": {EndStoppedWaiting, ""}, // the TypeScript library, after a minute
		"SdkError: Request timed out":                   {EndStoppedWaiting, ""},
		"context deadline exceeded":                     {EndStoppedWaiting, ""},
		"Timeout":                                       {EndStoppedWaiting, ""},
		"AbortError: MCP error -32001: changed my mind": {EndWithdrawn, "changed my mind"},
		"approved elsewhere":                            {EndWithdrawn, "approved elsewhere"},
		"":                                              {EndWithdrawn, ""},
	} {
		script := wiretest.New(t)
		h := newHost(t, script, nil)
		script.Ask("7", formParams)
		a := h.person.next()
		h.clock.Advance(60e9)
		raw, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": map[string]any{"requestId": 7, "reason": reason}})
		if err != nil {
			t.Fatal(err)
		}
		script.Say(string(raw))
		<-a.ctx.Done()
		r := h.receipt()
		if r.Ending != want.ending || r.Words != want.words || r.Told {
			t.Errorf("%q: %+v", reason, r)
		}
		if learnt := h.Server.usuallyWaits(); (learnt > 0) != (want.ending == EndStoppedWaiting) {
			t.Errorf("%q: it is said to wait for %s", reason, learnt)
		}
		h.close()
	}
}

// A server that repeats a key when it refuses a call does not have it told.
func TestErrorAnswersTellNoKeys(t *testing.T) {
	o := &oddWeb{calls: func(w http.ResponseWriter, r *http.Request, id string) {
		say("application/json", `{"jsonrpc":"2.0","id":ID,"error":{"code":-32000,"message":"no to `+r.Header.Get("X-Note")+`"}}`)(w, r, id)
	}}
	h := newWeb(t, o, func(e *config.Server, _ *Options) { e.Headers = map[string]string{"X-Note": "canary-note"} })
	h.ready()
	f := wait(t, h.call(`{}`)).Failure
	if f == nil || !strings.Contains(f.What, "no to …") || strings.Contains(f.What+f.Do+f.Detail, "canary") {
		t.Errorf("it says %+v", f)
	}
}
