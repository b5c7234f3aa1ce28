package app

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/wiretest"
)

// caseCall is one of several calls of a case, with what the server answers to it, round by round.
type caseCall struct {
	Tool      string            `json:"tool"`
	Name      string            `json:"name"`
	Arguments json.RawMessage   `json:"arguments"`
	Result    json.RawMessage   `json:"result"`
	Rounds    []json.RawMessage `json:"rounds"`
	Error     json.RawMessage   `json:"error"`
}

func (c caseCall) tool() string {
	if c.Tool != "" {
		return c.Tool
	}
	return c.Name
}

// stageWire sets the scene of a protocol case that says what its server does on the wire. It reports false for any other case.
func (r *run) stageWire(in protocolInput, to connectInput) bool {
	if r.stageStderr(each(in.Script)) {
		return true
	}
	if len(in.Calls) > 0 {
		r.stageCalls(in)
		return true
	}
	if to.Server == nil || in.Request != nil || len(in.Requests) > 0 {
		return false
	}
	r.stageWebRules(to)
	return true
}

// notUnderstood counts a member of the input that the runner cannot play as unchecked.
func (r *run) notUnderstood(member string, raw json.RawMessage) {
	r.unchecked = append(r.unchecked, member)
	r.t.Logf("unchecked: %s: %s %s", r.c.Name, member, raw)
}

// plays lets the script of a case take part; what it does not understand stays for the person who reads the summary.
func (r *run) plays(script *wiretest.Server, raw json.RawMessage) {
	rules, ok := readScript(raw)
	if !ok {
		r.notUnderstood("server_script", raw)
		return
	}
	if len(rules) > 0 {
		plays(script, rules)
	}
}

// stageCalls sets the scene of a case with several calls at once.
func (r *run) stageCalls(in protocolInput) {
	script := wiretest.New(r.t)
	script.Protocol = r.c.Protocol
	var tools []string
	answers := map[string][]json.RawMessage{}
	fails := map[string]json.RawMessage{}
	for _, call := range in.Calls {
		name := call.tool()
		if answers[name] == nil {
			tools = append(tools, fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"}}`, name))
		}
		answers[name] = append(answers[name], call.Rounds...)
		if call.Result != nil {
			answers[name] = append(answers[name], call.Result)
		}
		fails[name] = call.Error
	}
	script.Tools = "[" + strings.Join(tools, ",") + "]"
	var mu sync.Mutex
	script.OnCall = func(s *wiretest.Server, m wiretest.Message) {
		var params struct {
			Name string `json:"name"`
		}
		_ = json.Unmarshal(m.Params, &params)
		mu.Lock()
		result := json.RawMessage(`{"resultType":"complete","content":[{"type":"text","text":"done"}]}`)
		if left := answers[params.Name]; len(left) > 0 {
			result, answers[params.Name] = left[0], left[1:]
		}
		failure := fails[params.Name]
		fails[params.Name] = nil
		mu.Unlock()
		if failure != nil {
			s.Say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":%s}`, m.ID, oneLineJSON(failure)))
			return
		}
		s.Answer(m, oneLineJSON(result))
	}
	r.plays(script, in.Script)
	r.trial = newTrial(r.t, trialServer{name: "Demo lab", script: script, entry: settingsOf(in.Settings)})
	live := r.live["Demo lab"]
	for _, call := range in.Calls {
		i := slices.IndexFunc(live.State().Tools, func(tool bridge.Tool) bool { return tool.Name == call.tool() })
		if i < 0 {
			r.t.Fatalf("no tool %q", call.tool())
		}
		n, shown := len(r.sentCalls()), len(r.inbox.line)
		r.calls = append(r.calls, live.Call(live.State().Tools[i], json.RawMessage(oneLineJSON(call.Arguments))))
		r.until("it is called", func() bool { return len(r.sentCalls()) > n })
		if needsPerson(call) {
			r.until("its question is in the line", func() bool { return len(r.inbox.line) > shown })
		}
	}
}

func needsPerson(call caseCall) bool {
	first := call.Result
	if len(call.Rounds) > 0 {
		first = call.Rounds[0]
	}
	return strings.Contains(string(first), "elicitation/create")
}

// settingsOf turns the settings of a case into a server entry, however they are spelt.
func settingsOf(raw json.RawMessage) config.Server {
	entry := entryOf(raw)
	m := membersOf(raw)
	if v := first(m, "protocol", "protocolVersion", "protocol_version", "pinned_protocol"); v != nil {
		entry.Protocol = jsonText(v)
	}
	if v := first(m, "answerOnOpen", "answer_on_open"); string(v) == "true" {
		entry.AnswerOnOpen = true
	}
	if v := first(m, "timeout_ms", "tool_timeout_ms", "timeout"); number(v) > 0 {
		entry.Timeout = time.Duration(number(v)) * time.Millisecond
	}
	if v := first(m, "answerTimeout", "answer_timeout_ms", "elicitation_expiry_ms"); number(v) > 0 {
		entry.AnswerTimeout = time.Duration(number(v)) * time.Millisecond
	}
	return entry
}

// misbehaves lets a server of a protocol case do what its step says in words. It reports false for words that it does not understand.
func (r *run) misbehaves(words string) bool {
	said := func(some ...string) bool {
		return slices.ContainsFunc(some, func(word string) bool { return strings.Contains(words, word) })
	}
	status := 0
	for _, field := range strings.FieldsFunc(words, func(c rune) bool { return c < '0' || c > '9' }) {
		if n := number(json.RawMessage(field)); n >= 400 && n < 600 {
			status = n
		}
	}
	switch {
	case r.web != nil && status > 0:
		r.web.fail(status)
	case r.web != nil && said("stream", "connection") && said("lost", "drop", "close", "reset", "break"):
		r.web.CloseClientConnections()
	case r.web != nil:
		return false
	case r.script() == nil:
		return false
	case said("exit", "crash", "die", "disconnect", "hang up", "hangs up", "closes", "connection lost", "killed"):
		r.script().Hangup()
		r.settle()
	case said("cancel", "withdraw"):
		for _, q := range r.requests {
			r.script().Say(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}`, q.ID))
		}
	case said("complete"):
		for _, q := range r.requests {
			id := membersOf(q.Params)["elicitationId"]
			r.script().Say(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":%s}}`, id))
		}
	case said("ping"):
		r.asides = append(r.asides, `"ping-1"`)
		r.script().Say(`{"jsonrpc":"2.0","id":"ping-1","method":"ping"}`)
		r.script().AwaitAnswer(`"ping-1"`)
	case said("list_changed", "list changed", "tools change"):
		r.script().Say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
	case said("error") && said("call", "result", "tool", "answer"):
		r.script().Fail(r.script().AwaitCalls(1), -32603, "the call failed")
	case said("result", "returns", "answers the call", "ends the call", "finishes"):
		r.script().Answer(r.script().AwaitCalls(1), `{"content":[{"type":"text","text":"done"}]}`)
	default:
		return false
	}
	r.settle()
	return true
}

// sentAs checks how an answer went out. It reports false for words that it does not understand.
func (r *run) sentAs(words string) bool {
	words = strings.ToLower(words)
	known := false
	if strings.Contains(words, "post") && r.web != nil {
		r.until("the answer", func() bool { return len(r.web.heard()) > 0 })
		if got := r.web.heard()[0]; strings.Contains(words, "session") && got.session == "" || strings.Contains(got.body, "tools/call") {
			r.t.Errorf("the answer went out as %+v", got)
		}
		return true
	}
	if strings.Contains(words, "inputresponses") || strings.Contains(words, "retr") {
		action, _ := r.roundAnswer()
		if action == "" || len(r.answers(r.order[0])) > 0 {
			r.t.Errorf("the answer is %q in a retry, and %d answers went out by themselves", action, len(r.answers(r.order[0])))
		}
		known = true
	}
	if strings.Contains(words, "error") || strings.Contains(words, "result") || strings.Contains(words, "response") {
		r.until("an answer", func() bool { return r.sent() > 0 })
		answer := r.answers(r.order[0])[0]
		if isError := answer.Error != nil; isError != strings.Contains(words, "error") && !strings.Contains(words, "no error") {
			r.t.Errorf("answered %s", answer.Raw)
		}
		known = true
	}
	return known
}

// declared is what was said of this side's capabilities: with initialize, or with a request of 2026-07-28.
func (r *run) declared() map[string]json.RawMessage {
	for _, m := range r.script().Heard() {
		if m.Method == "initialize" {
			return membersOf(membersOf(m.Params)["capabilities"])
		}
	}
	for _, m := range r.script().Heard() {
		meta := membersOf(membersOf(m.Params)["_meta"])
		if caps := meta["io.modelcontextprotocol/clientCapabilities"]; caps != nil && m.Method != "server/discover" {
			return membersOf(caps)
		}
	}
	return nil
}

// checkDeclared compares what was declared: each member that is expected must be there with at least what is in it, and one that is
// expected as null or false must not be. A list holds paths.
func checkDeclared(r *run, raw json.RawMessage) bool {
	if r.script() == nil {
		return false
	}
	got, err := json.Marshal(r.declared())
	if err != nil {
		r.t.Fatal(err)
	}
	var paths []string
	if json.Unmarshal(raw, &paths) == nil {
		for _, path := range paths {
			at := json.RawMessage(got)
			for _, part := range strings.Split(path, ".") {
				at = membersOf(at)[part]
			}
			if at == nil {
				r.t.Errorf("%s is not declared: %s", path, got)
			}
		}
		return true
	}
	if raw[0] != '{' {
		return false
	}
	if inner := membersOf(raw)["capabilities"]; inner != nil {
		raw = inner
	}
	if why := lacks(got, raw); why != "" {
		r.t.Errorf("declared %s, want %s: %s", got, raw, why)
	}
	return true
}

func lacks(got, want json.RawMessage) string {
	if len(want) == 0 || want[0] != '{' {
		return ""
	}
	there := membersOf(got)
	for key, value := range membersOf(want) {
		if text := string(value); text == "null" || text == "false" {
			if there[key] != nil {
				return key + " is declared"
			}
			continue
		}
		if there[key] == nil {
			return key + " is not declared"
		}
		if why := lacks(there[key], value); why != "" {
			return key + "." + why
		}
	}
	return ""
}

// checkRetriesByTool compares the retries of each tool with what is expected of them, one or a list of them.
func checkRetriesByTool(r *run, raw json.RawMessage) bool {
	want := membersOf(raw)
	if len(want) == 0 {
		return false
	}
	for tool, expected := range want {
		of := func() (list []wiretest.Message) {
			for _, m := range r.sentCalls() {
				if jsonText(membersOf(m.Params)["name"]) == tool {
					list = append(list, m)
				}
			}
			return list
		}
		if n := 0; json.Unmarshal(expected, &n) == nil {
			r.until(fmt.Sprintf("%d retries of %s", n, tool), func() bool { return len(of()) > n-1 })
			r.settle()
			if got := len(of()) - 1; got != n {
				r.t.Errorf("%s was retried %d times, want %d", tool, got, n)
			}
			continue
		}
		for i, one := range each(expected) {
			r.until("the retry of "+tool, func() bool { return len(of()) > i+1 })
			r.checkRetryIs(of()[i+1], one)
		}
	}
	return true
}

// checkCalledOn checks on which servers a tool was called.
func checkCalledOn(r *run, raw json.RawMessage) bool {
	want := texts(raw)
	if len(r.scripts) == 0 {
		return false
	}
	for name, script := range r.scripts {
		if n := len(script.HeardMethod("tools/call")); n > 0 != slices.Contains(want, name) {
			r.t.Errorf("%d calls on %s, want them on %v", n, name, want)
		}
	}
	return true
}
