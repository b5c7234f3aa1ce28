package app

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"parley/bridge"
	"parley/bridge/wiretest"
	"parley/widgets"
)

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// buttons are the words on what a step of a case presses.
var buttons = map[string]string{
	"submit": "Send answer", "decline": "Decline", "dismiss": "Not now", "done": "I'm done", "copy-link": "Copy",
}

// stepOrder is the order in which the parts of one step are done when a case writes several into one object: the world first, then
// what is entered, then what is pressed, then what comes of it.
var stepOrder = []string{
	"os_open_fails", "call_tool", "edit_server", "set", "set_json", "type_more", "clear", "check", "choose", "choose_option", "unchoose", "pick",
	"add_item", "set_item", "remove_item", "add_entry", "send_empty", "choose_null", "choose_variant", "press", "repeat",
	"server_sends", "server", "wait", "expect_now",
}

// do does one step.
func (r *run) do(s caseStep) {
	r.t.Helper()
	if r.cfg != nil && r.configStep(s) {
		return
	}
	for name := range s {
		switch {
		case slices.Contains(stepOrder, name):
		case name == "at", name == "note", name == "comment", name == "why":
		default:
			r.t.Fatalf("step %q is not known to the runner", name)
		}
	}
	for _, name := range stepOrder {
		if raw, ok := s[name]; ok {
			r.part(name, raw, s["at"] != nil)
		}
	}
}

// part does one part of a step.
func (r *run) part(name string, raw json.RawMessage, atOnce bool) {
	r.t.Helper()
	switch name {
	case "press":
		for _, what := range texts(raw) {
			r.press(what, atOnce)
		}
	case "server_sends":
		r.flood(raw)
	case "server":
		for _, one := range each(raw) {
			r.serverDoes(one)
		}
	case "wait":
		r.wait(raw)
	case "expect_now":
		r.expectNow(raw)
	case "call_tool":
		r.callTool(jsonText(raw))
	case "os_open_fails":
		r.mu.Lock()
		r.openFails = string(raw) != "false"
		r.mu.Unlock()
	case "repeat":
		r.repeat(raw)
	case "edit_server":
		r.t.Fatal("a server cannot be edited while it asks")
	default:
		for _, one := range each(raw) {
			r.fill(name, one)
			if r.t.Failed() {
				return
			}
		}
	}
}

// each gives the elements of a list, or the one thing there is.
func each(raw json.RawMessage) []json.RawMessage {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil && list != nil {
		return list
	}
	return []json.RawMessage{raw}
}

// texts are the words of a member that cases write as one text or as a list of texts. What is no text counts as it is written.
func texts(raw json.RawMessage) []string {
	var list []string
	for _, one := range each(raw) {
		list = append(list, jsonText(one))
	}
	return list
}

// flood lets the server send the request of the case several times, with ids of its own, or what the case says.
func (r *run) flood(raw json.RawMessage) {
	var f struct {
		Times    int             `json:"same_request_times"`
		Method   string          `json:"method"`
		Message  json.RawMessage `json:"message"`
		Requests []wireRequest   `json:"requests"`
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
	for i, q := range f.Requests {
		if q.ID == nil {
			q.ID = json.RawMessage(fmt.Sprint(2000 + i))
		}
		r.script().Ask(string(q.ID), oneLineJSON(q.Params))
	}
	switch {
	case f.Method != "":
		r.serverDoes(raw)
	case f.Message != nil:
		r.serverDoes(f.Message)
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

// outside are the presses that need no request in front of the person.
var outside = map[string]bool{"cancel-call": true, "quit-app": true, "close-window": true, "disconnect": true, "decline-all-from-server": true}

// keys are the keys that a case may press.
var keys = map[string]fyne.KeyName{
	"escape": fyne.KeyEscape, "esc": fyne.KeyEscape, "enter": fyne.KeyReturn, "return": fyne.KeyReturn, "space": fyne.KeySpace,
	"up": fyne.KeyUp, "down": fyne.KeyDown, "left": fyne.KeyLeft, "right": fyne.KeyRight, "home": fyne.KeyHome, "end": fyne.KeyEnd,
	"backspace": fyne.KeyBackspace, "delete": fyne.KeyDelete,
}

// samePress are other words of cases for the same press.
var samePress = map[string]string{
	"accept": "submit", "send": "submit", "ok": "submit", "confirm": "submit", "yes": "submit", "allow": "submit", "send-answer": "submit",
	"cancel": "dismiss", "not-now": "dismiss", "close-box": "close", "x": "close", "close-button": "close", "close-modal": "close",
	"reject": "decline", "no": "decline", "deny": "decline",
	"open": "open-link", "open_link": "open-link", "copy": "copy-link", "copy_link": "copy-link", "im-done": "done", "i-am-done": "done",
	"quit": "quit-app",
}

// press presses a button or a key, or does what a person does with the window.
func (r *run) press(what string, atOnce bool) {
	r.t.Helper()
	what = strings.ReplaceAll(strings.ToLower(what), " ", "-")
	if same := samePress[what]; same != "" {
		what = same
	}
	r.pressed++
	if !atOnce && !outside[what] {
		if !r.awaitMore() {
			return // pressed once more when there is nothing left to press
		}
		r.asked()
	}
	switch what {
	case "escape", "esc", "dismiss", "close":
		defer r.leave()
	}
	if key, ok := keys[what]; ok {
		r.key(key)
		return
	}
	canvas := r.window.win.Canvas()
	switch what {
	case "tab":
		canvas.FocusNext()
	case "shift-tab", "shift+tab":
		canvas.FocusPrevious()
	case "ctrl-enter", "ctrl+enter", "cmd-enter", "cmd+enter", "ctrl-return":
		r.shortcut(fyne.KeyReturn)
	case "click-outside", "outside", "backdrop":
		test.TapCanvas(canvas, fyne.NewPos(2, 2))
		r.q.Pump()
	case "cancel-call":
		r.calls[len(r.calls)-1].Stop()
	case "quit-app", "close-window":
		r.down()
	case "disconnect", "stop-server", "turn-off":
		r.disconnects()
	case "decline-all-from-server":
		r.inbox.DeclineAll(r.order[0])
		r.settle()
	case "open-link":
		r.openLink()
	case "close":
		r.pressWidget(widgets.ButtonClose, what)
	case "tick", "acknowledge", "understood", "i-know", "tick-http", "confirm-http", "allow-http":
		r.pressWidget(widgets.ButtonTick, what)
	case "preview":
		r.pressWidget(widgets.ButtonPreview, what)
	case "back":
		r.pressWidget(widgets.ButtonBack, what)
	default:
		r.pressWords(what)
	}
}

// openLink presses the button that opens the link. One that may not be pressed does nothing, and that is what such a case is about.
func (r *run) openLink() {
	r.openings++
	label := strings.TrimSpace("Open " + r.host())
	if r.find(label) != nil && !r.openable() {
		r.settle()
		return
	}
	if !r.click(label) {
		r.t.Fatalf("no button %q on the screen: %q", label, r.screen())
	}
	r.awaitOpened()
}

// disconnects ends the connection as the person does who turns a server off, open requests and all.
func (r *run) disconnects() {
	live, ended := r.live[r.order[0]], make(chan struct{})
	go func() {
		defer close(ended)
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		_ = live.Close(ctx) // what became of it is what the case checks
	}()
	r.until("the connection has ended", func() bool {
		select {
		case <-ended:
			return true
		default:
			return false
		}
	})
	r.settle()
}

// shortcut presses Ctrl and a key, or Cmd and a key, as the window's driver would hand it on.
func (r *run) shortcut(name fyne.KeyName) {
	c := r.window.win.Canvas()
	defer widgets.HoldKey(c, name)()
	pressed := &desktop.CustomShortcut{KeyName: name, Modifier: fyne.KeyModifierShortcutDefault}
	if taker, ok := c.Focused().(fyne.Shortcutable); ok {
		taker.TypedShortcut(pressed)
	} else if taker, ok := c.(fyne.Shortcutable); ok {
		taker.TypedShortcut(pressed)
	}
	r.q.Pump()
}

// pressWidget presses a button that has no word of its own.
func (r *run) pressWidget(b widgets.Button, what string) {
	r.t.Helper()
	if f, ok := r.inbox.shown.sheet.(*front); !ok || !f.Press(b) {
		r.t.Fatalf("nothing to press for %q on the screen: %q", what, r.screen())
	}
	r.q.Pump()
}

// leave says yes to "Close without answering?", which comes up when something was entered: cases know no question in between.
func (r *run) leave() {
	if !r.modal() {
		return
	}
	if f, ok := r.inbox.shown.sheet.(*front); ok && f.AsksToClose() {
		f.Press(widgets.ButtonLeave)
		r.q.Pump()
	}
}

func (r *run) pressWords(what string) {
	r.t.Helper()
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

// awaitMore waits for a request to press something in. When none comes within a moment after another was there, the case presses once
// more than there is something to press (form-double-submit-one-answer).
func (r *run) awaitMore() bool {
	patience := 20 * time.Second // the first may be slow on a busy machine
	if _, came := r.had["buttons"]; came {
		patience = 3 * time.Second
	}
	for deadline := time.Now().Add(patience); !r.modal() && time.Now().Before(deadline); {
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

// wait lets time pass: "ms:5000", "5s", {"ms":5000}, 5000 (milliseconds), or until the answer is no longer waited for: "expire".
func (r *run) wait(raw json.RawMessage) {
	r.t.Helper()
	if !r.modal() {
		r.asked()
	}
	how := jsonText(raw)
	if how == "expire" {
		if r.inbox.shown.deadline.IsZero() {
			r.t.Fatal("the request never expires")
		}
		r.clock.Advance(r.inbox.shown.deadline.Sub(r.clock.Now()) + time.Second)
		r.settle()
		return
	}
	var written struct {
		MS      int `json:"ms"`
		Seconds int `json:"s"`
	}
	d, err := time.ParseDuration(how)
	if ms, ok := strings.CutPrefix(how, "ms:"); ok {
		how = strings.TrimSpace(ms)
	}
	switch n, notNumber := strconv.Atoi(how); {
	case json.Unmarshal(raw, &written) == nil && written.MS+written.Seconds > 0:
		d = time.Duration(written.MS)*time.Millisecond + seconds(written.Seconds)
	case notNumber == nil:
		d = time.Duration(n) * time.Millisecond
	case err != nil:
		r.t.Fatalf("cannot wait for %s", raw)
	}
	r.clock.Advance(d)
	r.q.Pump()
}

// serverDoes lets the server say a message, or misbehave.
func (r *run) serverDoes(raw json.RawMessage) {
	r.t.Helper()
	if !r.modal() {
		r.settle()
	}
	if raw[0] == '{' {
		if m := membersOf(raw); m["id"] != nil && jsonText(m["method"]) != "elicitation/create" {
			r.asides = append(r.asides, oneLineJSON(m["id"]))
		}
		r.script().Say(`{"jsonrpc":"2.0",` + oneLineJSON(raw)[1:])
		r.settle()
		return
	}
	words := strings.ToLower(jsonText(raw))
	if fault := faults[jsonText(raw)]; fault != nil {
		fault(r)
		return
	}
	said := func(some ...string) bool {
		return slices.ContainsFunc(some, func(word string) bool { return strings.Contains(words, word) })
	}
	switch {
	case r.c.Kind == "protocol" && r.misbehaves(words):
	case r.c.Kind == "protocol":
		r.t.Fatalf("the runner does not know how a server does %s", raw)
	case said("complet"):
		var link struct {
			ID string `json:"elicitationId"`
		}
		_ = json.Unmarshal(r.c.Input, &link)
		r.script().Say(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":%q}}`, link.ID))
	case said("cancel", "withdraw"):
		r.script().Say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}`)
	case said("disconnect", "exit", "crash", "close", "hang", "lost", "drop"):
		r.script().Hangup()
	case said("result", "return", "answers the call", "ends the call"):
		r.script().Answer(r.script().AwaitCalls(1), `{"content":[{"type":"text","text":"done"}]}`)
	default:
		r.t.Fatalf("the runner does not know how a server does %s", raw)
	}
	r.settle()
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
	Script       json.RawMessage        `json:"server_script"`
	Calls        []caseCall             `json:"calls"`
	When         string                 `json:"when"`
}

type wireRequest struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// line is the request as a line on the wire, the ith of its case.
func (q wireRequest) line(i int) string {
	id, method, params := string(q.ID), q.Method, oneLineJSON(q.Params)
	if id == "" {
		id = fmt.Sprint(i + 1)
	}
	if method == "" {
		method = "elicitation/create"
	}
	if params == "" {
		params = "{}"
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, method, params)
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
	if r.stageWire(in, to) {
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
		if in.Call.Tool != "" {
			script.Tools = fmt.Sprintf(`[{"name":%q,"inputSchema":{"type":"object"}}]`, in.Call.Tool)
		}
	}
	if in.When != "" {
		script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
			if m.Method == "notifications/initialized" {
				for i, q := range in.Requests {
					s.Say(q.line(i))
				}
			}
			return false
		}
	}
	r.plays(script, in.Script)
	r.trial = newTrial(r.t, trialServer{name: "Demo lab", script: script, entry: settingsOf(in.Settings)})
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
	case in.Call != nil && in.Call.Method == "prompts/get":
		var params struct {
			Name      string            `json:"name"`
			Arguments map[string]string `json:"arguments"`
		}
		if err := json.Unmarshal(in.Call.Params, &params); err != nil {
			r.t.Fatal(err)
		}
		r.calls = append(r.calls, r.live["Demo lab"].GetPrompt(params.Name, params.Arguments))
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
		r.script().Say(q.line(i))
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
