package app

import (
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"parley/bridge"
	"parley/bridge/wiretest"
)

// check checks everything that is expected at the end.
func (r *run) check() {
	r.t.Helper()
	r.look()
	r.lookShown()
	for _, name := range sortedNames(r.expect) {
		check := checks[name]
		if r.cfg != nil {
			check = configChecks[name]
		}
		if now := nowChecks[name]; check == nil && r.cfg == nil && now != nil && r.modal() {
			check = func(r *run, want json.RawMessage) bool { now(r, want); return true }
		}
		if check == nil || !check(r, r.expect[name]) {
			r.unchecked = append(r.unchecked, name)
			r.t.Logf("unchecked: %s: %s %s", r.c.Name, name, r.expect[name])
		}
	}
}

func sortedNames(m map[string]json.RawMessage) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// checks are the members of expect that the runner knows. A check reports false when it could not look.
var checks = map[string]func(*run, json.RawMessage) bool{
	"action":                         checkAction,
	"content":                        checkContent,
	"content_json":                   checkContentBytes,
	"content_absent":                 func(r *run, want json.RawMessage) bool { return r.wantContent(string(want) == "false") },
	"content_present":                func(r *run, want json.RawMessage) bool { return r.wantContent(string(want) != "false") },
	"answers_sent":                   checkAnswersSent,
	"answers":                        checkAnswers,
	"answer_ids_json":                checkAnswerIDs,
	"error_response":                 checkErrorResponse,
	"wire_sent":                      checkWireSent,
	"error_on":                       checkErrorOn,
	"message_mentions":               func(r *run, _ json.RawMessage) bool { return r.c.Expect["error_on"] != nil }, // checked there
	"sent":                           checkNothingSent,
	"warning_mentions":               checkMentioned,
	"note_mentions":                  checkMentioned,
	"notice_mentions":                checkMentioned,
	"reason_mentions":                checkMentioned,
	"error_mentions":                 checkMentioned,
	"text_shown":                     checkTextShown,
	"full_text_reachable":            checkWholeAddress,
	"buttons_visible":                checkButtons,
	"countdown":                      checkCountdown,
	"done_enabled":                   checkDoneEnabled,
	"within_ms":                      checkWithin,
	"registrable_domain_highlighted": checkDomain,
	"wire_must_not_contain":          checkNotOnWire,
	"opened_urls":                    checkOpened,
	"open_enabled":                   checkOpenEnabled,
	"host_highlighted":               checkHost,
	"network_requests":               checkNetwork,
	"retry":                          checkRetry,
	"retries":                        checkRetries,
	"retried_with":                   checkRetriedWith,
	"calls_sent":                     checkCallsSent,
	"calls_sent_at_most":             checkCallsAtMost,
	"status":                         checkStatus,
	"blocks_shown":                   checkBlocks,
	"listed":                         checkListed,
	"listed_count":                   checkListedCount,
	"requests_at_most":               checkRequestsAtMost,
	"second_request_cursor":          checkSecondCursor,
	"connected_as":                   checkConnectedAs,
	"error":                          checkFailureMentions,
	"text_contains":                  checkResultText,
	"behaviour":                      func(r *run, want json.RawMessage) bool { return r.own("behaviour") || r.inWords("behaviour", want) },
	"renders_form": func(r *run, want json.RawMessage) bool {
		return r.own("renders_form") || r.inWords("renders_form", want)
	},
	"masked":          checkMasked,
	"modal":           func(r *run, want json.RawMessage) bool { return r.own("modal") || r.inWords("modal", want) },
	"then":            func(r *run, want json.RawMessage) bool { return r.own("then") || r.inWords("then", want) },
	"sent_as":         func(r *run, want json.RawMessage) bool { return r.own("sent_as") || r.sentAs(jsonText(want)) },
	"declared":        checkDeclared,
	"retries_by_tool": checkRetriesByTool,
	"called_on":       checkCalledOn,
	"delivered_in": func(r *run, want json.RawMessage) bool {
		return r.own("delivered_in") || r.inWords("delivered_in", want)
	},
}

// own runs the case's own test of what it says in words; false when there is none.
func (r *run) own(member string) bool {
	check := behaviours[r.c.Name+"/"+member]
	if r.cfg != nil {
		check = configBehaviours[r.c.Name+"/"+member]
	}
	if check == nil {
		check = connectBehaviours[r.c.Name+"/"+member]
	}
	if check == nil {
		return false
	}
	check(r)
	return true
}

// answer waits for the one answer of the case and gives its result.
func (r *run) answer() (action string, content json.RawMessage) {
	r.t.Helper()
	if strings.Compare(r.c.Protocol, "2026-07-28") >= 0 && r.c.Kind != "protocol" {
		return r.roundAnswer()
	}
	r.until("an answer", func() bool { return len(r.answers(r.order[0])) > 0 })
	return readAnswer(r.answers(r.order[0])[0])
}

// everyAnswer is each answer that went out to a server, over HTTP too.
func (r *run) everyAnswer(server string) []wiretest.Message {
	if r.web != nil {
		return r.web.messages()
	}
	return r.trial.answers(server)
}

// answers are the answers to what the case asks, without those to a ping and the like.
func (r *run) answers(server string) []wiretest.Message {
	return slices.DeleteFunc(r.everyAnswer(server), func(m wiretest.Message) bool { return slices.Contains(r.asides, string(m.ID)) })
}

// sent is how many answers went out in all.
func (r *run) sent() int {
	if r.web != nil {
		return len(r.web.heard())
	}
	n := 0
	for _, name := range r.order {
		n += len(r.answers(name))
	}
	return n
}

// heard is everything that the server of the case heard, as far as it is known.
func (r *run) heard() []wiretest.Message {
	switch {
	case r.web != nil:
		return r.web.messages()
	case r.script() == nil:
		return nil
	}
	return r.script().Heard()
}

func readAnswer(m wiretest.Message) (string, json.RawMessage) {
	var res struct {
		Action  string          `json:"action"`
		Content json.RawMessage `json:"content"`
	}
	_ = json.Unmarshal(m.Result, &res)
	return res.Action, res.Content
}

// roundAnswer is the answer within the retry of a multi-round call.
func (r *run) roundAnswer() (string, json.RawMessage) {
	r.t.Helper()
	r.until("the retry", func() bool { return len(r.script().HeardMethod("tools/call")) > 1 })
	var params struct {
		Responses map[string]json.RawMessage `json:"inputResponses"`
	}
	_ = json.Unmarshal(r.script().HeardMethod("tools/call")[1].Params, &params)
	return readAnswer(wiretest.Message{Result: params.Responses["who"]})
}

func checkAction(r *run, want json.RawMessage) bool {
	if string(want) == "null" || jsonText(want) == "none" {
		return checkNothingSent(r, json.RawMessage(`"nothing"`))
	}
	if action, _ := r.answer(); action != jsonText(want) {
		r.t.Errorf("the answer is %q, want %s", action, want)
	}
	return true
}

func checkContent(r *run, want json.RawMessage) bool {
	if string(want) == "null" {
		return r.wantContent(false)
	}
	if _, content := r.answer(); !sameJSON(content, want) {
		r.t.Errorf("content %s, want %s", content, compact(r.t, want))
	}
	return true
}

func checkContentBytes(r *run, want json.RawMessage) bool {
	if _, content := r.answer(); oneLineJSON(content) != oneLineJSON(json.RawMessage(jsonText(want))) {
		r.t.Errorf("content bytes %s, want %s", content, jsonText(want))
	}
	return true
}

func (r *run) wantContent(present bool) bool {
	if _, content := r.answer(); (content != nil) != present {
		r.t.Errorf("content %s, want it present: %v", content, present)
	}
	return true
}

func checkAnswersSent(r *run, want json.RawMessage) bool {
	n := number(want)
	r.until("the answers", func() bool { return r.sent() >= n })
	r.settle()
	if got := r.sent(); got != n {
		r.t.Errorf("%d answers went out, want %d", got, n)
	}
	return true
}

func checkAnswers(r *run, raw json.RawMessage) bool {
	var want map[string]json.RawMessage
	if err := json.Unmarshal(raw, &want); err != nil {
		r.t.Fatal(err)
	}
	for key, expected := range want {
		server, id, named := strings.Cut(key, ":")
		if !named || !slices.Contains(r.order, server) {
			server, id = r.order[0], key
		}
		var got []wiretest.Message
		r.until("the answer to "+id, func() bool {
			got = nil
			for _, m := range r.everyAnswer(server) {
				if string(m.ID) == id || string(m.ID) == quoted(id) { // an id may be a text
					got = append(got, m)
				}
			}
			return len(got) > 0
		})
		if len(got) != 1 || !sameJSON(got[0].Result, expected) {
			r.t.Errorf("answers to %s of %s: %v, want %s", id, server, got, expected)
		}
	}
	return true
}

func checkAnswerIDs(r *run, raw json.RawMessage) bool {
	var want []string
	if json.Unmarshal(raw, &want) != nil {
		return false
	}
	r.until("the answers", func() bool { return r.sent() >= len(want) })
	var got []string
	for _, m := range r.answers(r.order[0]) {
		got = append(got, string(m.ID))
	}
	slices.Sort(got) // answers to different requests may overtake each other
	slices.Sort(want)
	if !slices.Equal(got, want) {
		r.t.Errorf("ids %v, want %v", got, want)
	}
	return true
}

func checkErrorResponse(r *run, want json.RawMessage) bool {
	r.until("an answer", func() bool { return r.sent() > 0 })
	var failure struct {
		Code int `json:"code"`
	}
	answer := r.answers(r.order[0])[0]
	_ = json.Unmarshal(answer.Error, &failure)
	if failure.Code != number(want) {
		r.t.Errorf("answered %s, want error %s", answer.Raw, want)
	}
	r.settle()
	if r.modal() {
		r.t.Error("the person was asked all the same")
	}
	return true
}

func checkWireSent(r *run, raw json.RawMessage) bool {
	for _, want := range texts(raw) {
		r.until(want+" is on the wire", func() bool {
			return slices.ContainsFunc(r.heard(), func(m wiretest.Message) bool {
				return m.Method == want || strings.Contains(m.Raw, want) || strings.Contains(oneLineJSON(json.RawMessage(m.Raw)), oneLineJSON(json.RawMessage(want)))
			})
		})
	}
	return true
}

func checkErrorOn(r *run, want json.RawMessage) bool {
	r.errorOn(want, r.c.Expect["message_mentions"])
	return true
}

// errorOn checks the messages under fields; null and "" are the message about the answer as a whole.
func (r *run) errorOn(want, mention json.RawMessage) {
	r.t.Helper()
	form := r.form()
	if form == nil {
		r.t.Fatal("the form is gone")
	}
	for _, field := range each(want) {
		key, message := jsonText(field), ""
		switch i := form.Index(key); {
		case i >= 0:
			message = form.ErrorOn(i)
		case string(field) == "null", key == "", key == "*", key == "form":
			message = form.GeneralError()
			if form.Fields() == 1 && form.Index("") == 0 {
				message += form.ErrorOn(0)
			}
		default:
			r.t.Fatalf("no field %s", field)
		}
		for _, part := range mentionsOf(mention) {
			if message == "" || !mentions(message, part) {
				r.t.Errorf("under %s stands %q, want a mention of %q", field, message, part)
			}
		}
	}
}

// mentionsOf are the words that are wanted; one empty word when nothing is said of them.
func mentionsOf(raw json.RawMessage) []string {
	if raw == nil {
		return []string{""}
	}
	return texts(raw)
}

func checkNothingSent(r *run, want json.RawMessage) bool {
	if jsonText(want) != "nothing" {
		return false
	}
	r.settle()
	if n := r.sent(); n != 0 || !r.modal() {
		r.t.Errorf("%d answers went out; the form is there: %v", n, r.modal())
	}
	return true
}

func checkOpened(r *run, raw json.RawMessage) bool {
	want := texts(raw)
	if string(raw) == "0" || string(raw) == "null" || string(raw) == "[]" {
		want = nil
	}
	if got := r.browsed(); !slices.Equal(got, want) {
		r.t.Errorf("opened %q, want %q", got, want)
	}
	return true
}

func checkOpenEnabled(r *run, want json.RawMessage) bool {
	if got := r.had["openable"]; got != (string(want) == "true") {
		r.t.Errorf("the link can be opened: %v, want %s", got, want)
	}
	return true
}

func checkMentioned(r *run, want json.RawMessage) bool {
	r.glance()
	for _, words := range texts(want) {
		if !mentions(r.seen, words) {
			r.t.Errorf("nothing on the screen mentions %q: %q", words, r.seen)
		}
	}
	return true
}

// ownToken is a member of each call that is made by chance and may hold any two digits.
var ownToken = regexp.MustCompile(`"progressToken":"[^"]*"`)

func checkNotOnWire(r *run, raw json.RawMessage) bool {
	r.settle()
	if r.web == nil && r.script() == nil {
		return false
	}
	for _, m := range r.heard() {
		said := ownToken.ReplaceAllString(m.Raw, "")
		for _, text := range texts(raw) {
			if strings.Contains(said, text) {
				r.t.Errorf("%q is on the wire: %s", text, m.Raw)
			}
		}
	}
	return true
}

func checkHost(r *run, want json.RawMessage) bool {
	if !r.had["host "+jsonText(want)] {
		r.t.Errorf("the host %s did not stand out on the screen: %q", want, r.seen)
	}
	return true
}

// standsOut reports whether a host is drawn by itself: the part that somebody owns, and before it the rest.
func (r *run) standsOut(host string) bool {
	if r.inbox.shown == nil || r.inbox.shown.body.link == nil {
		return false
	}
	l := r.inbox.shown.body.link
	rest := strings.TrimSuffix(l.Host, l.Domain)
	return l.Host == host && r.find(l.Domain) != nil && (rest == "" || r.find(rest) != nil)
}

func checkNetwork(r *run, want json.RawMessage) bool {
	if n := r.net.count(); n != number(want) {
		r.t.Errorf("%d network requests, want %s", n, want)
	}
	return true
}

// sentCalls are the calls heard, of whatever method a call may have.
func (r *run) sentCalls() []wiretest.Message {
	var list []wiretest.Message
	if r.script() == nil { // over HTTP only how often is known
		return make([]wiretest.Message, r.posts("", "tools/call", ""))
	}
	for _, m := range r.script().Heard() {
		if m.Method == "tools/call" || m.Method == "resources/read" || m.Method == "prompts/get" {
			list = append(list, m)
		}
	}
	return list
}

func checkRetry(r *run, want json.RawMessage) bool {
	r.checkRetryAt(1, want)
	return true
}

func checkRetries(r *run, raw json.RawMessage) bool {
	var want []json.RawMessage
	if json.Unmarshal(raw, &want) != nil || len(want) == 0 {
		return false
	}
	for i, one := range want {
		r.checkRetryAt(i+1, one)
	}
	return true
}

func (r *run) checkRetryAt(i int, raw json.RawMessage) {
	r.t.Helper()
	r.until("the retry", func() bool { return len(r.sentCalls()) > i })
	r.checkRetryIs(r.sentCalls()[i], raw)
}

// checkRetryIs compares a call with what is expected of it.
func (r *run) checkRetryIs(got wiretest.Message, raw json.RawMessage) {
	r.t.Helper()
	var params, want map[string]json.RawMessage
	_ = json.Unmarshal(got.Params, &params)
	if err := json.Unmarshal(raw, &want); err != nil {
		r.t.Fatal(err)
	}
	for key, value := range want {
		switch key {
		case "method":
			if got.Method != jsonText(value) {
				r.t.Errorf("retried %s, want %s", got.Method, value)
			}
		case "params_contains":
			var part map[string]json.RawMessage
			_ = json.Unmarshal(value, &part)
			for key, value := range part {
				if !sameJSON(params[key], value) {
					r.t.Errorf("retried with %s %s, want %s", key, params[key], value)
				}
			}
		case "requestState_absent":
			if params["requestState"] != nil {
				r.t.Errorf("retried with state %s, want none", params["requestState"])
			}
		default:
			if !sameJSON(params[key], value) {
				r.t.Errorf("retried with %s %s, want %s", key, params[key], value)
			}
		}
	}
}

func checkRetriedWith(r *run, want json.RawMessage) bool {
	r.checkRetryAt(1, want)
	return true
}

func checkCallsSent(r *run, want json.RawMessage) bool {
	r.result()
	r.settle()
	if n := len(r.sentCalls()); n != number(want) {
		r.t.Errorf("%d calls, want %s", n, want)
	}
	return true
}

func checkCallsAtMost(r *run, want json.RawMessage) bool {
	r.result()
	if n := len(r.sentCalls()); n > number(want) {
		r.t.Errorf("%d calls, want at most %s", n, want)
	}
	return true
}

func checkStatus(r *run, want json.RawMessage) bool {
	state := r.result()
	got := "ok"
	switch {
	case state.Phase == bridge.Broken:
		got = "protocol error"
	case state.Result != nil && state.Result.IsError:
		got = "tool error"
	}
	if got != jsonText(want) {
		r.t.Errorf("status %s, want %s", got, want)
	}
	return true
}

func checkBlocks(r *run, raw json.RawMessage) bool {
	var want, got []string
	if json.Unmarshal(raw, &want) != nil {
		return false
	}
	if result := r.result().Result; result != nil {
		for _, b := range result.Blocks {
			got = append(got, b.Type)
		}
	}
	if !slices.Equal(got, want) {
		r.t.Errorf("blocks %v, want %v", got, want)
	}
	return true
}

// checkResultText looks for words in what the result of the call says, or the error that it ended with.
func checkResultText(r *run, want json.RawMessage) bool {
	state, said := r.result(), ""
	if state.Result != nil {
		for _, b := range state.Result.Blocks {
			said += b.Text + "\n"
		}
	}
	if state.Failure != nil {
		said += state.Failure.Error() + "\n" + r.screen()
	}
	for _, words := range texts(want) {
		if !strings.Contains(said, words) {
			r.t.Errorf("the call says %q, want %q in it", said, words)
		}
	}
	return true
}

func (r *run) wantNow(what string, got, want any) {
	r.t.Helper()
	if got != want {
		r.t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// inWindow reports whether what carries these words lies wholly within the window.
func (r *run) inWindow(label string) bool {
	o := r.find(label)
	if o == nil {
		return false
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	size := r.window.win.Canvas().Size()
	return at.X >= 0 && at.Y >= 0 && at.X+o.Size().Width <= size.Width && at.Y+o.Size().Height <= size.Height
}

func mentions(text, words string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(words))
}

func withoutSpace(text string) string { return strings.Join(strings.Fields(text), "") }

func number(raw json.RawMessage) int {
	var n int
	_ = json.Unmarshal(raw, &n)
	return n
}

// sameJSON compares two JSON texts as values, numbers exactly.
func sameJSON(a, b json.RawMessage) bool {
	read := func(raw json.RawMessage) (v any, ok bool) {
		dec := json.NewDecoder(strings.NewReader(string(raw)))
		dec.UseNumber()
		return v, dec.Decode(&v) == nil
	}
	x, okX := read(a)
	y, okY := read(b)
	return okX && okY && sameValue(x, y)
}

func sameValue(x, y any) bool {
	switch x := x.(type) {
	case json.Number:
		other, ok := y.(json.Number)
		if !ok {
			return false
		}
		p, okP := new(big.Rat).SetString(x.String())
		q, okQ := new(big.Rat).SetString(other.String())
		return okP && okQ && p.Cmp(q) == 0
	case map[string]any:
		other, ok := y.(map[string]any)
		if !ok || len(x) != len(other) {
			return false
		}
		for key, value := range x {
			there, ok := other[key]
			if !ok || !sameValue(value, there) {
				return false
			}
		}
		return true
	case []any:
		other, ok := y.([]any)
		return ok && slices.EqualFunc(x, other, sameValue)
	}
	return x == y
}
