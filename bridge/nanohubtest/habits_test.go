package nanohubtest_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"parley/bridge/nanohubtest"
)

// The messages of the contract's section "Exact JSON-RPC", byte for byte.
func TestMessagesAreThoseOfTheContract(t *testing.T) {
	c := newClient(t)
	if a := c.post("lab-1", `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`); a.status != 200 ||
		a.body != `{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found: server/discover"}}` {
		t.Errorf("discover: %+v", a)
	}
	a := c.post("lab-1", `{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"clientInfo":{"name":"lab","version":"0"},"protocolVersion":"2025-11-25","capabilities":{"elicitation":{"form":{},"url":{}}}}}`)
	if a.body != `{"jsonrpc": "2.0", "id": 2, "result": {"protocolVersion": "2025-11-25", "serverInfo": {"name": "elicit-lab", "version": "1.0.0"}, "capabilities": {"tools": {"listChanged": false}, "logging": {"listChanged": false}, "extensions": {"io.modelcontextprotocol/tasks": {}}}}}` {
		t.Errorf("initialize: %+v", a)
	}
	st := c.open("lab-1")
	if endpoint := st.next("endpoint"); endpoint != "/mcp?session_id=lab-1" || st.header.Get("Mcp-Session-Id") != "lab-1" {
		t.Errorf("endpoint %q, header %v", endpoint, st.header)
	}
	for _, x := range []struct{ answer, result string }{
		{`"result":{"action":"accept","content":{"notify":false,"queue":"long"}}`, `{"content": [{"type": "text", "text": "{\"raw\": {\"action\": \"accept\", \"content\": {\"notify\": false, \"queue\": \"long\"}}}"}], "structuredContent": {"raw": {"action": "accept", "content": {"notify": false, "queue": "long"}}}, "isError": false}`},
		{`"result":{"action":"decline"}`, `{"content": [{"type": "text", "text": "{\"raw\": {\"action\": \"decline\"}}"}], "structuredContent": {"raw": {"action": "decline"}}, "isError": false}`},
		{`"result":{"action":"cancel"}`, `{"content": [{"type": "text", "text": "{\"raw\": {\"action\": \"cancel\"}}"}], "structuredContent": {"raw": {"action": "cancel"}}, "isError": false}`},
		{`"error":{"code":0,"message":"user exploded"}`, `{"content": [{"type": "text", "text": "RuntimeError: user exploded"}], "isError": true}`},
	} {
		came := c.call("lab-1", "3", "submit_batch", "{}")
		r := st.request()
		if want := fmt.Sprintf(`{"jsonrpc": "2.0", "id": %q, "method": "elicitation/create", "params": {"mode": "form", "message": "Submit this 4-hour batch run?", "requestedSchema": {"type": "object", "properties": {"queue": {"type": "string", "enum": ["standby", "long"], "default": "standby"}, "notify": {"type": "boolean", "default": true}}, "required": ["queue"]}}}`, r.ID); r.raw != want || !strings.HasPrefix(r.ID, "server-") {
			t.Errorf("it asks %s", r.raw)
		}
		if a := c.post("lab-1", `{"jsonrpc":"2.0","id":"`+r.ID+`",`+x.answer+`}`); a.status != 202 || a.body != `{"status":"accepted"}` {
			t.Errorf("the answer got %+v", a)
		}
		want := `{"jsonrpc": "2.0", "id": 3, "result": ` + x.result + `}`
		if a := got(t, came, "the response"); a.status != 200 || a.body != want {
			t.Errorf("the response is %+v, want %s", a, want)
		}
		if again := st.next("message"); again != want {
			t.Errorf("the stream says %s", again)
		}
	}
}

// Contract 0.1, N3: no POST names a session, not even for initialize; a GET does, also one that it made up.
func TestOnlyTheStreamNamesTheSession(t *testing.T) {
	c := newClient(t)
	for _, session := range []string{"", "mine"} {
		a := c.post(session, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`)
		if id, named := a.header["Mcp-Session-Id"]; named {
			t.Errorf("a POST names %v", id)
		}
	}
	if id := c.open("").header.Get("Mcp-Session-Id"); len(id) != 36 {
		t.Errorf("the stream names %q", id)
	}
}

// Contract N3: the header wins over the address, in either spelling; a server may look at the header alone.
func TestSessionComesFromTheHeaderElseFromTheAddress(t *testing.T) {
	for _, headerOnly := range []bool{false, true} {
		c := newClient(t)
		c.HeaderOnly = headerOnly
		const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
		c.send("POST", c.URL, "by-header", ping)
		c.send("POST", c.URL+"?session_id=by-query", "", ping)
		c.send("POST", c.URL+"?sessionId=by-camel", "", ping)
		c.send("POST", c.URL+"?session_id=by-query", "by-header", ping)
		want := []string{"by-header", "by-query", "by-camel", "by-header"}
		if headerOnly {
			want = []string{"by-header", "", "", "by-header"}
		}
		for i, post := range c.Heard() {
			if post.Session != want[i] {
				t.Errorf("header only %v: POST %d is of session %q, want %q", headerOnly, i, post.Session, want[i])
			}
		}
		endpoint := c.open("s").next("endpoint")
		if want := map[bool]string{false: "/mcp?session_id=s", true: "/mcp"}[headerOnly]; endpoint != want {
			t.Errorf("header only %v: endpoint %q", headerOnly, endpoint)
		}
	}
}

// Contract N4: after 20 s of silence, and only then.
func TestStreamIsKeptAliveInSilence(t *testing.T) {
	c := newClient(t)
	st := c.open("s")
	st.next("endpoint")
	c.Pass(nanohubtest.Heartbeat - time.Second)
	st.none()
	c.post("s", `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	st.next("message")
	c.Pass(nanohubtest.Heartbeat - time.Second)
	c.Pass(time.Second)
	if ping := st.next(":"); ping != "ping" {
		t.Errorf("heartbeat %q", ping)
	}
	c.Pass(nanohubtest.Heartbeat)
	st.next(":")
	st.none()
}

// Contract J1, J2: with a session a call of an async tool gets 202 and its response on the stream alone, in either order; without
// one it gets the response.
func TestAsyncToolAnswersOnTheStreamAlone(t *testing.T) {
	for _, streamFirst := range []bool{false, true} {
		c := newClient(t)
		c.StreamFirst = streamFirst
		st := c.begin("s", "")
		a := got(t, c.call("s", "7", "simulate", "{}"), "the response")
		if a.status != 202 || a.body != `{"status":"accepted"}` {
			t.Errorf("the call got %+v", a)
		}
		started := regexp.MustCompile(`^\{"jsonrpc": "2.0", "id": 7, "result": \{"content": \[\{"type": "text", "text": "\{\\"status\\": \\"running\\", \\"job_id\\": \\"([-0-9a-f]{36})\\", \\"message\\": \\"Job started. Poll with get_job_result\(job_id=\\\\\\"[-0-9a-f]{36}\\\\\\"\)\\"\}"\}\], "isError": false\}\}$`)
		found := started.FindStringSubmatch(st.next("message"))
		if found == nil {
			t.Fatal("the stream says something else")
		}
		st.none()
	}
	c := newClient(t)
	if a := got(t, c.call("", "8", "simulate", "{}"), "the response"); a.status != 200 || !strings.Contains(a.body, `\"status\": \"running\"`) {
		t.Errorf("without a session: %+v", a)
	}
}

// poll asks for a job and gives the text of the result.
func (c *client) poll(session, job string) string {
	c.t.Helper()
	a := got(c.t, c.call(session, "9", "get_job_result", `{"job_id":"`+job+`"}`), "the poll")
	var msg struct {
		Result struct {
			StructuredContent json.RawMessage
			IsError           bool
		}
	}
	if err := json.Unmarshal([]byte(a.body), &msg); err != nil || msg.Result.IsError {
		c.t.Fatalf("poll: %+v, %v", a, err)
	}
	return string(msg.Result.StructuredContent)
}

// jobOf is the job that a call started.
func jobOf(t *testing.T, response string) string {
	t.Helper()
	found := regexp.MustCompile(`\\"job_id\\": \\"([-0-9a-f]{36})`).FindStringSubmatch(response)
	if found == nil {
		t.Fatalf("no job in %s", response)
	}
	return found[1]
}

// Contract J1: the first look at its end takes the job away.
func TestJobIsGoneOnceItsEndWasSeen(t *testing.T) {
	c := newClient(t)
	job := jobOf(t, got(t, c.call("", "1", "simulate", `{"minutes":5}`), "the response").body)
	if now := c.poll("", job); now != `{"status": "running", "job_id": "`+job+`"}` {
		t.Errorf("at first %s", now)
	}
	var now string
	eventually(t, "done", func() bool {
		c.Pass(5 * time.Minute)
		now = c.poll("", job)
		return !strings.Contains(now, "running")
	})
	if want := `{"status": "done", "job_id": "` + job + `", "result": {"minutes": 5, "converged": true}}`; now != want {
		t.Errorf("then %s", now)
	}
	if now := c.poll("", job); now != `{"status": "not_found", "job_id": "`+job+`"}` {
		t.Errorf("at last %s", now)
	}
}

// Contract J4: a job asks while no call is in flight, and its answer ends up in its result. It may also be quick and ask before its
// call has its response.
func TestJobAsksWithNoCallInFlight(t *testing.T) {
	for _, jobFirst := range []bool{false, true} {
		c := newClient(t)
		c.JobFirst = jobFirst
		st := c.begin("s", "{}")
		if a := got(t, c.call("s", "1", "ask_later", "{}"), "the response"); a.status != 202 {
			t.Errorf("%+v", a)
		}
		question, response := st.next("message"), st.next("message")
		if !jobFirst {
			question, response = response, question
		}
		job := jobOf(t, response)
		var r request
		if err := json.Unmarshal([]byte(question), &r); err != nil {
			t.Fatal(err)
		}
		c.post("s", `{"jsonrpc":"2.0","id":"`+r.ID+`","result":{"action":"decline"}}`)
		want := `{"status": "done", "job_id": "` + job + `", "result": {"raw": {"action": "decline"}}}`
		eventually(t, "done", func() bool { return c.poll("s", job) == want })
	}
}

// Contract 0.4, T1, T3: it stops waiting after 60 s without a word; a later answer is a broken message to it, and the session lives on.
func TestItStopsWaitingWithoutAWord(t *testing.T) {
	c := newClient(t)
	st := c.begin("s", `{"form":{}}`)
	came := c.call("s", "3", "submit_batch", "{}")
	r := st.request()
	c.Pass(nanohubtest.Patience - time.Second)
	select {
	case a := <-came:
		t.Errorf("too early: %+v", a)
	default:
	}
	c.Pass(time.Second)
	if a := got(t, came, "the response"); a.body != `{"jsonrpc": "2.0", "id": 3, "result": {"content": [{"type": "text", "text": "RuntimeError: Timed out waiting for client response to elicitation/create"}], "isError": true}}` {
		t.Errorf("%+v", a)
	}
	for e := range st.events { // heartbeats, then the response once more, and nothing about the question
		if e.kind == ":" {
			continue
		}
		if !strings.Contains(e.data, "Timed out waiting") {
			t.Errorf("the stream says %+v", e)
		}
		break
	}
	want := `{"jsonrpc": "2.0", "id": "` + r.ID + `", "error": {"code": -32600, "message": "Missing or empty method"}}`
	if a := c.post("s", `{"jsonrpc":"2.0","id":"`+r.ID+`","result":{"action":"accept","content":{"queue":"long"}}}`); a.status != 200 || a.body != want {
		t.Errorf("the late answer got %+v", a)
	}
	if again := st.next("message"); again != want {
		t.Errorf("the stream says %s", again)
	}
	if a := c.post("s", `{"jsonrpc":"2.0","id":5,"method":"tools/list"}`); a.status != 200 || !strings.Contains(a.body, "submit_batch") {
		t.Errorf("afterwards: %+v", a)
	}
}

// Contract C2: a bare {} stands for forms; a mode must be named otherwise.
func TestItAsksOnlyInTheWaysThatTheClientNamed(t *testing.T) {
	for elicitation, can := range map[string]struct{ form, url bool }{
		``: {}, `null`: {}, `{}`: {form: true}, `{"form":{}}`: {form: true}, `{"url":{}}`: {url: true}, `{"form":{},"url":{}}`: {true, true},
	} {
		c := newClient(t)
		st := c.begin("s", elicitation)
		for tool, x := range map[string]struct {
			mode string
			can  bool
		}{"submit_batch": {"form", can.form}, "connect_source": {"url", can.url}} {
			came := c.call("s", "1", tool, "{}")
			if x.can {
				c.post("s", `{"jsonrpc":"2.0","id":"`+st.request().ID+`","result":{"action":"accept"}}`)
			}
			a := got(t, came, "the response")
			if refused := strings.Contains(a.body, "RuntimeError: Client does not support "+x.mode+" elicitation"); refused == x.can {
				t.Errorf("%q, %s: %s", elicitation, x.mode, a.body)
			}
			st.next("message")
		}
	}
}

// Contract 0.10: an accepted link is the end of it; nothing is ever said about completion.
func TestLinkIsOverWhenItIsAccepted(t *testing.T) {
	c := newClient(t)
	st := c.begin("s", `{"form":{},"url":{}}`)
	came := c.call("s", "4", "connect_source", "{}")
	r := st.request()
	if !regexp.MustCompile(`^\{"mode": "url", "message": "Authorize access to the external data source", "url": "https://example.org/authorize\?state=abc", "elicitationId": "[-0-9a-f]{36}"\}$`).Match(r.Params) {
		t.Errorf("params %s", r.Params)
	}
	c.post("s", `{"jsonrpc":"2.0","id":"`+r.ID+`","result":{"action":"accept"}}`)
	if a := got(t, came, "the response"); !strings.Contains(a.body, `"structuredContent": {"raw": {"action": "accept"}}`) {
		t.Errorf("%+v", a)
	}
	st.next("message")
	st.none()
}

// Contract N1: without a stream there is nowhere to ask.
func TestWithoutAStreamItCannotAsk(t *testing.T) {
	c := newClient(t)
	c.post("s", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"elicitation":{}}}}`)
	a := got(t, c.call("s", "2", "submit_batch", "{}"), "the response")
	if !strings.Contains(a.body, `RuntimeError: No active client stream for session s \u2014 cannot send elicitation/create`) {
		t.Errorf("%+v", a)
	}
	if a := got(t, c.call("", "2", "submit_batch", "{}"), "the response"); !strings.Contains(a.body, "Client does not support form elicitation") {
		t.Errorf("without a session: %+v", a)
	}
}

// Contract N6: a broken stream is noticed within two heartbeats; then what the client can do is forgotten, a new GET does not bring it
// back, and initialize does.
func TestWhatTheClientCanDoIsForgottenWithItsStream(t *testing.T) {
	c := newClient(t)
	st := c.begin("s", "{}")
	st.close()
	c.settle("s")
	c.Pass(nanohubtest.Heartbeat)
	if !c.Knows("s") || c.Streams("s") != 1 {
		t.Error("it noticed at once")
	}
	c.Pass(nanohubtest.Heartbeat)
	if c.Knows("s") || c.Streams("s") != 0 {
		t.Error("it did not notice")
	}
	st = c.open("s")
	if a := got(t, c.call("s", "1", "submit_batch", "{}"), "the response"); !strings.Contains(a.body, "Client does not support form elicitation") {
		t.Errorf("%+v", a)
	}
	c.post("s", `{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"capabilities":{"elicitation":{}}}}`)
	st.next("message")
	st.next("message")
	came := c.call("s", "3", "submit_batch", "{}")
	c.post("s", `{"jsonrpc":"2.0","id":"`+st.request().ID+`","result":{"action":"cancel"}}`)
	if a := got(t, came, "the response"); !strings.Contains(a.body, `"action": "cancel"`) {
		t.Errorf("%+v", a)
	}
}

// settle waits until the server has handed the last stream of a session to its ghost: from then on writes are lost.
func (c *client) settle(session string) {
	c.t.Helper()
	eventually(c.t, "broken", func() bool { return c.Broken(session) })
}

// Contract N6: a quick reconnect keeps what the client can do.
func TestQuickReconnectIsNotNoticed(t *testing.T) {
	c := newClient(t)
	st := c.begin("s", "{}")
	st.close()
	c.settle("s")
	st = c.open("s")
	st.next("endpoint")
	c.Pass(3 * nanohubtest.Heartbeat)
	if !c.Knows("s") || c.Streams("s") != 1 {
		t.Errorf("known %v, %d streams", c.Knows("s"), c.Streams("s"))
	}
}

// Contract N6: who waits for an answer is woken when the stream's end is noticed.
func TestQuestionEndsWithTheStream(t *testing.T) {
	c := newClient(t)
	st := c.begin("s", "{}")
	came := c.call("s", "1", "submit_batch", "{}")
	st.request()
	c.CutStreams()
	c.settle("s")
	c.Pass(2 * nanohubtest.Heartbeat)
	if a := got(t, came, "the response"); !strings.Contains(a.body, "RuntimeError: Client stream closed before responding to elicitation/create") {
		t.Errorf("%+v", a)
	}
}

// A question that is asked into a stream whose end was not noticed yet is lost: it times out.
func TestQuestionIntoABrokenStreamIsLost(t *testing.T) {
	c := newClient(t)
	st := c.begin("s", "{}")
	st.close()
	c.settle("s")
	came := c.call("s", "1", "submit_batch", "{}")
	eventually(t, "asking", func() bool { return c.Asking("s") == 1 })
	c.open("s").next("endpoint")
	c.Pass(nanohubtest.Patience)
	if a := got(t, came, "the response"); !strings.Contains(a.body, "Timed out waiting") {
		t.Errorf("%+v", a)
	}
}

// Contract N7.
func TestUnknownProtocolIsAnsweredWithOneThatDoesNotExist(t *testing.T) {
	c := newClient(t)
	for asked, want := range map[string]string{
		"2026-01-26": "2026-01-26", "2025-11-25": "2025-11-25", "2025-06-18": "2025-06-18", "2024-11-05": "2024-11-05",
		"2025-03-26": "2026-01-26", "2026-07-28": "2026-01-26", "": "2026-01-26",
	} {
		a := c.post("", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"`+asked+`"}}`)
		if !strings.Contains(a.body, `"protocolVersion": "`+want+`"`) {
			t.Errorf("%q: %s", asked, a.body)
		}
	}
}

// Contract N8, N2 and what else it refuses.
func TestWhatItRefuses(t *testing.T) {
	c := newClient(t)
	for _, x := range []struct {
		name, method, path, body string
		status                   int
		mark                     string
	}{
		{"arguments null", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":null}}`, 200, `{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "tools/call arguments must be a JSON object"}}`},
		{"no arguments", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"steps"}}`, 200, "three steps"},
		{"no such tool", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{}}}`, 200, `"error": {"code": -32601, "message": "Tool not found: x"}`},
		{"no such method", "POST", "/mcp", `{"jsonrpc":"2.0","id":"a","method":"roots/list"}`, 200, `"error": {"code": -32601, "message": "Method not found: roots/list"}`},
		{"an unknown answer", "POST", "/mcp", `{"jsonrpc":"2.0","id":"server-1","result":{}}`, 200, `"error": {"code": -32600, "message": "Missing or empty method"}`},
		{"params of a list", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}`, 200, `"code": -32602`},
		{"a notification", "POST", "/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, 202, `{"status":"accepted"}`},
		{"a batch", "POST", "/mcp", `[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":2,"method":"ping"}]`, 200, `[{"jsonrpc": "2.0", "id": 1, "result": {}}, {"jsonrpc": "2.0", "id": 2, "result": {}}]`},
		{"no JSON", "POST", "/mcp", `{`, 400, "Malformed JSON"},
		{"another path", "POST", "/rpc", `{}`, 404, "No JSON-RPC endpoint at /rpc"},
		{"another GET", "GET", "/x", ``, 404, "No GET endpoint at /x"},
		{"the end of a session", "DELETE", "/mcp", ``, 501, "Unsupported method ('DELETE')"},
		{"an error raised", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"kaboom","arguments":{}}}`, 200, `{"content": [{"type": "text", "text": "kaboom"}], "isError": true}`},
		{"REST", "POST", "/tools/add", `{"a":2,"b":3}`, 200, `{"sum": 5}`},
		{"REST and ctx", "POST", "/tools/submit_batch", `{}`, 409, `{"error": "Tool 'submit_batch' requires an MCP session. Call it via POST /mcp with an active SSE connection instead of /tools/submit_batch."}`},
		{"REST, an error raised", "POST", "/tools/kaboom", `{}`, 500, `{"error": "kaboom"}`},
		{"REST, an error reported", "POST", "/tools/refuse", `{}`, 422, `not today`},
		{"REST, wrong arguments", "POST", "/tools/add", `{"a":2}`, 400, `missing 1 required positional argument: 'b'`},
		{"REST, a message", "POST", "/tools/add", `{"jsonrpc":"2.0"}`, 400, `got an unexpected keyword argument 'jsonrpc'`},
		{"REST, no such tool", "POST", "/tools/x", `{}`, 404, `Tool not found: x`},
	} {
		a := c.send(x.method, c.Root+x.path, "", x.body)
		if a.status != x.status || !strings.Contains(a.body, x.mark) {
			t.Errorf("%s: %+v", x.name, a)
		}
	}
	list := c.send(http.MethodGet, c.Root+"/openapi.json", "", "").body
	if !strings.Contains(list, `"/tools/add"`) || strings.Contains(list, "submit_batch") {
		t.Errorf("openapi %s", list)
	}
}

// Contract N8: a body over 16 MiB is refused unread.
func TestBodyHasALimit(t *testing.T) {
	c := newClient(t)
	for size, want := range map[int]string{nanohubtest.MaxBody: "HTTP/1.1 100 ", nanohubtest.MaxBody + 1: "HTTP/1.1 413 "} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(c.Root, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		_, _ = fmt.Fprintf(conn, "POST /mcp HTTP/1.1\r\nHost: lab\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", size)
		if said, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.HasPrefix(said, want) {
			t.Errorf("%d bytes: %q, %v", size, said, err)
		}
		conn.Close()
	}
}

// Two questions of one call, and progress with the client's own token.
func TestToolsOfTheLab(t *testing.T) {
	c := newClient(t)
	st := c.begin("s", "{}")
	came := c.call("s", "1", "two_step", "{}")
	c.post("s", `{"jsonrpc":"2.0","id":"`+st.request().ID+`","result":{"action":"accept","content":{"name":"Größe \u003c 1"}}}`)
	c.post("s", `{"jsonrpc":"2.0","id":"`+st.request().ID+`","result":{"action":"accept","content":{"cores":4}}}`)
	if a := got(t, came, "the response"); !strings.Contains(a.body, `{"first": {"action": "accept", "content": {"name": "Gr\u00f6\u00dfe < 1"}}, "second": {"action": "accept", "content": {"cores": 4}}}`) {
		t.Errorf("%+v", a)
	}
	st.next("message")
	c.post("s", `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"steps","arguments":{},"_meta":{"progressToken":"tok"}}}`)
	for i := 1; i <= 3; i++ {
		if want, r := fmt.Sprintf(`{"progressToken": "tok", "progress": %d, "total": 3, "message": "step %d"}`, i, i), st.request(); string(r.Params) != want || r.Method != "notifications/progress" {
			t.Errorf("%s", r.raw)
		}
	}
}
