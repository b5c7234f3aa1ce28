package app

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"parley/bridge"
	"parley/bridge/wiretest"
)

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// buttons are the words on what a step of a case presses.
var buttons = map[string]string{
	"submit": "Send answer", "decline": "Decline", "dismiss": "Not now", "done": "I'm done", "copy-link": "Copy",
}

// do does one step.
func (r *run) do(s caseStep) {
	r.t.Helper()
	if r.cfg != nil && r.configStep(s) {
		return
	}
	for name, raw := range s {
		switch name {
		case "set", "type_more", "clear", "check", "choose", "unchoose", "pick", "add_item", "remove_item", "set_json":
			r.fill(name, raw)
		case "server_sends":
			r.flood(raw)
		case "press":
			r.press(jsonText(raw), s["at"] != nil)
		case "at":
		case "server":
			r.serverDoes(raw)
		case "wait":
			r.wait(jsonText(raw))
		case "expect_now":
			r.expectNow(raw)
		case "call_tool":
			r.callTool(jsonText(raw))
		case "os_open_fails":
			r.mu.Lock()
			r.openFails = true
			r.mu.Unlock()
		case "repeat":
			r.repeat(raw)
		default:
			r.t.Fatalf("step %q is not known to the runner", name)
		}
	}
}

// flood lets the server send the request of the case several times, with ids of its own.
func (r *run) flood(raw json.RawMessage) {
	var f struct {
		Times int `json:"same_request_times"`
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		r.t.Fatal(err)
	}
	params := r.c.Input
	if len(r.requests) > 0 {
		params = r.requests[0].Params
	}
	for i := range f.Times {
		r.script().Ask(fmt.Sprint(1000+i), oneLineJSON(params))
	}
	r.settle()
}

func (r *run) repeat(raw json.RawMessage) {
	var rep struct {
		Times int        `json:"times"`
		Steps []caseStep `json:"steps"`
	}
	if err := json.Unmarshal(raw, &rep); err != nil {
		r.t.Fatal(err)
	}
	for range rep.Times {
		// A case may repeat more often than the product goes along.
		if !r.awaitAsked() {
			return
		}
		for _, s := range rep.Steps {
			r.do(s)
		}
	}
}

// awaitAsked waits until a request is in front of the person, or every call has ended.
func (r *run) awaitAsked() bool {
	r.t.Helper()
	came := false
	r.until("a request or the end of the call", func() bool {
		came = r.modal()
		if came {
			return true
		}
		for _, c := range r.calls {
			if c.State().Ended.IsZero() {
				return false
			}
		}
		return len(r.calls) > 0
	})
	if came {
		r.asked()
	}
	return came
}

// fill enters something into a field, as a person would.
func (r *run) fill(how string, raw json.RawMessage) {
	r.t.Helper()
	var f struct {
		Field   string   `json:"field"`
		Text    string   `json:"text"`
		Value   bool     `json:"value"`
		Option  *string  `json:"option"`
		Index   *int     `json:"option_index"`
		Row     int      `json:"index"`
		Options []string `json:"options"`
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		r.t.Fatal(err)
	}
	r.asked()
	form := r.form()
	if form == nil {
		r.t.Fatalf("no form on the screen: %q", r.screen())
	}
	i := form.Index(f.Field)
	if i < 0 {
		r.t.Fatalf("no field %q", f.Field)
	}
	ok := true
	switch how {
	case "set", "set_json":
		if form.Shown(i) != "" {
			form.Clear(i)
		}
		ok = f.Text == "" || form.Type(i, f.Text)
	case "type_more":
		ok = form.Type(i, f.Text)
	case "clear":
		form.Clear(i)
	case "check":
		option := 1
		if f.Value {
			option = 0
		}
		ok = form.Choose(i, option)
	case "choose":
		ok = form.Choose(i, r.option(form.OptionsShown(i), f.Option, f.Index))
	case "pick":
		var at []int
		for _, label := range f.Options {
			at = append(at, r.option(form.OptionsShown(i), &label, nil))
		}
		ok = form.Pick(i, at)
	case "unchoose":
		form.Clear(i)
	case "add_item":
		ok = form.AddItem(i, f.Text)
	case "remove_item":
		ok = form.RemoveItem(i, f.Row)
	}
	if !ok {
		r.t.Fatalf("field %q (%s) does not take %s", f.Field, form.Renders(i), how)
	}
	r.q.Pump()
}

func (r *run) option(shown []string, label *string, index *int) int {
	r.t.Helper()
	if index != nil {
		return *index
	}
	for i, text := range shown {
		if text == *label {
			return i
		}
	}
	r.t.Fatalf("no option %q among %q", *label, shown)
	return -1
}

// outside are the presses that need no request in front of the person.
var outside = map[string]bool{"cancel-call": true, "quit-app": true, "close-window": true, "disconnect": true, "decline-all-from-server": true}

// press presses a button or a key, or does what a person does with the window.
func (r *run) press(what string, atOnce bool) {
	r.t.Helper()
	r.pressed++
	if !atOnce && !outside[what] {
		if !r.awaitMore() {
			return // pressed once more when there is nothing left to press
		}
		r.asked()
	}
	switch what {
	case "escape":
		r.key(fyne.KeyEscape)
	case "enter":
		r.key(fyne.KeyReturn)
	case "space":
		r.key(fyne.KeySpace)
	case "cancel-call":
		r.calls[len(r.calls)-1].Stop()
	case "quit-app", "close-window":
		r.down()
	case "disconnect":
		r.script().Hangup()
		r.settle()
	case "decline-all-from-server":
		r.inbox.DeclineAll(r.order[0])
		r.settle()
	case "open-link":
		label := "Open " + r.host()
		if !r.click(label) {
			r.t.Fatalf("no button %q on the screen: %q", label, r.screen())
		}
		r.awaitOpened()
	default:
		label := buttons[what]
		if what == "submit" && r.find(label) == nil {
			for _, other := range []string{"Allow", "Yes", "Confirm"} {
				if r.find(other) != nil {
					label = other
				}
			}
		}
		if label == "" || !r.click(label) {
			r.t.Fatalf("no button for %q on the screen: %q", what, r.screen())
		}
	}
}

// awaitMore waits for a request to press something in. When none comes within a moment, the case presses once more than there is
// something to press (form-double-submit-one-answer).
func (r *run) awaitMore() bool {
	for deadline := time.Now().Add(time.Second); !r.modal() && time.Now().Before(deadline); {
		r.settle()
	}
	return r.modal()
}

// awaitOpened waits until the browser was given the address, or failed to take it.
func (r *run) awaitOpened() {
	r.until("the browser was asked", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return len(r.opened) > 0 || r.openFails
	})
	r.settle()
}

// host is the host of the link in front of the person.
func (r *run) host() string {
	if r.inbox.shown == nil || r.inbox.shown.body.link == nil {
		return ""
	}
	return r.inbox.shown.body.link.Host
}

// wait lets time pass.
func (r *run) wait(what string) {
	r.t.Helper()
	ms, ok := strings.CutPrefix(what, "ms:")
	if !ok {
		r.t.Fatalf("cannot wait for %q", what)
	}
	n, err := strconv.Atoi(ms)
	if err != nil {
		r.t.Fatal(err)
	}
	if !r.modal() {
		r.asked()
	}
	r.clock.Advance(time.Duration(n) * time.Millisecond)
	r.q.Pump()
}

// serverDoes lets the server say a message, or misbehave.
func (r *run) serverDoes(raw json.RawMessage) {
	r.t.Helper()
	if !r.modal() {
		r.settle()
	}
	if raw[0] == '{' {
		r.script().Say(`{"jsonrpc":"2.0",` + oneLineJSON(raw)[1:])
		r.settle()
		return
	}
	fault := faults[jsonText(raw)]
	if fault == nil {
		r.t.Fatalf("the runner does not know how a server does %s", raw)
	}
	fault(r)
}

// callTool starts a tool by hand. The server's question comes in the middle of it.
func (r *run) callTool(string) {
	call := r.runTool(r.order[0])
	if r.refusal != nil { // nothing is asked there
		r.until("the call has ended", func() bool { return !call.State().Ended.IsZero() })
		return
	}
	r.script().AwaitCalls(1)
	r.ask()
}

// protocolInput is the input of a protocol case.
type protocolInput struct {
	Call *struct {
		Tool      string          `json:"tool"`
		Method    string          `json:"method"`
		Arguments json.RawMessage `json:"arguments"`
		Params    json.RawMessage `json:"params"`
	} `json:"call"`
	Result       json.RawMessage        `json:"result"`
	Rounds       []json.RawMessage      `json:"rounds"`
	RoundsRepeat json.RawMessage        `json:"rounds_repeat"`
	Error        json.RawMessage        `json:"error"`
	RepeatError  bool                   `json:"repeat_error"`
	Request      *wireRequest           `json:"request"`
	Requests     []wireRequest          `json:"requests"`
	Servers      map[string]wireRequest `json:"servers"`
	Transport    string                 `json:"transport"`
	Settings     json.RawMessage        `json:"settings"`
	Script       []string               `json:"server_script"`
	When         string                 `json:"when"`
}

type wireRequest struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// stageProtocol sets the scene of a protocol case.
func (r *run) stageProtocol() {
	var in protocolInput
	if err := json.Unmarshal(r.c.Input, &in); err != nil {
		r.t.Fatal(err)
	}
	if own := ownStages[r.c.Name]; own != nil {
		own(r)
		return
	}
	if in.Transport == "streamable-http" && in.Request != nil {
		stageWeb(r)
		return
	}
	var to connectInput
	if err := json.Unmarshal(r.c.Input, &to); err != nil {
		r.t.Fatal(err)
	}
	if to.listed() {
		r.stageList(to)
		return
	}
	if r.stageRefusal(to) {
		return
	}
	if len(in.Servers) > 0 {
		r.stageServers(in)
		return
	}
	if in.Request != nil {
		in.Requests = append(in.Requests, *in.Request)
	}
	script := wiretest.New(r.t)
	script.Protocol = r.c.Protocol
	results := append(in.Rounds, in.RoundsRepeat)
	if in.Result != nil {
		results = []json.RawMessage{in.Result, json.RawMessage(`{"resultType":"complete","content":[]}`)}
	}
	if in.Call != nil {
		r.answerCalls(script, in, results)
	}
	if in.When != "" {
		script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
			if m.Method == "notifications/initialized" {
				for _, q := range in.Requests {
					s.Ask(string(q.ID), oneLineJSON(q.Params))
				}
			}
			return false
		}
	}
	r.trial = newTrial(r.t, trialServer{name: "Demo lab", script: script, entry: entryOf(in.Settings)})
	r.requests = in.Requests
	switch {
	case in.Call != nil && in.Call.Method == "resources/read":
		var params struct {
			URI string `json:"uri"`
		}
		if err := json.Unmarshal(in.Call.Params, &params); err != nil {
			r.t.Fatal(err)
		}
		r.calls = append(r.calls, r.live["Demo lab"].ReadResource(params.URI))
	case in.Call != nil:
		if in.Call.Arguments == nil {
			r.runTool("Demo lab")
		} else {
			r.call("Demo lab", oneLineJSON(in.Call.Arguments))
		}
	case in.When != "":
		r.requests = nil
	case !r.callsTool():
		r.runTool("Demo lab")
		script.AwaitCalls(1)
		r.ask()
	}
}

// ask says the requests of the case.
func (r *run) ask() {
	for i, q := range r.requests {
		r.script().Ask(string(q.ID), oneLineJSON(q.Params))
		r.until("the request is here", func() bool { return len(r.inbox.line)+len(r.answers(r.order[0])) > i })
	}
}

func (r *run) callsTool() bool {
	for _, s := range r.c.User {
		if _, ok := s["call_tool"]; ok {
			return true
		}
	}
	return false
}

// answerCalls scripts the results of a call, of whatever method, in order.
func (r *run) answerCalls(script *wiretest.Server, in protocolInput, results []json.RawMessage) {
	n := 0
	answer := func(s *wiretest.Server, m wiretest.Message) {
		i := n
		n++
		if in.Error != nil && (i == 0 || in.RepeatError) {
			s.Say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":%s}`, m.ID, oneLineJSON(in.Error)))
			return
		}
		result := json.RawMessage(`{"content":[{"type":"text","text":"done"}]}`)
		switch {
		case i < len(results) && results[i] != nil:
			result = results[i]
		case in.RoundsRepeat != nil:
			result = in.RoundsRepeat
		case r.c.Protocol >= "2026-07-28":
			result = json.RawMessage(`{"resultType":"complete","content":[{"type":"text","text":"done"}]}`)
		}
		s.Answer(m, oneLineJSON(result))
	}
	script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
		if m.Method == "tools/call" || m.Method == "resources/read" || m.Method == "prompts/get" {
			answer(s, m)
			return true
		}
		return false
	}
}

// stageServers sets the scene of a case with several servers, each asking once.
func (r *run) stageServers(in protocolInput) {
	var servers []trialServer
	for _, name := range []string{"alpha", "beta", "gamma"} {
		if _, ok := in.Servers[name]; ok {
			servers = append(servers, trialServer{name: name})
		}
	}
	r.trial = newTrial(r.t, servers...)
	for _, s := range servers {
		q := in.Servers[s.name]
		r.call(s.name, "{}") // the first question covers the window, and its Run
		r.scripts[s.name].AwaitCalls(1)
		r.scripts[s.name].Ask(string(q.ID), oneLineJSON(q.Params))
		n := len(r.inbox.line)
		r.until(s.name+" is in the line", func() bool { return len(r.inbox.line) > n })
	}
}

// result is the state of the last call when it has ended.
func (r *run) result() bridge.CallState {
	r.t.Helper()
	if len(r.calls) == 0 {
		r.t.Fatal("nothing was called")
	}
	c := r.calls[len(r.calls)-1]
	r.until("the call ends", func() bool { return !c.State().Ended.IsZero() })
	return c.State()
}
