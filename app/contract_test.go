package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/wiretest"
)

// The lines of the contract that a person can see, each through the real window, bridge and wire.

const batchForm = `{"message":"Submit this 4-hour batch run?","requestedSchema":{"type":"object","properties":{"queue":{"type":"string","enum":["standby","long"],"default":"standby"},"notify":{"type":"boolean","default":true}},"required":["queue"]}}`

// asking starts a trial whose server asks once in the middle of a call, and waits until the person sees it.
func asking(t *testing.T, params string, entry config.Server) *trial {
	t.Helper()
	tr := newTrial(t, trialServer{name: "Demo lab", entry: entry})
	tr.runTool("Demo lab")
	tr.script().AwaitCalls(1)
	tr.script().Ask("9", params)
	tr.asked()
	return tr
}

// wire waits for the answer to request 9 and gives its result as it stood on the wire.
func (tr *trial) wire() string {
	tr.t.Helper()
	tr.until("an answer", func() bool { return len(tr.script().Answers("9")) > 0 })
	return string(tr.script().Answers("9")[0].Result)
}

func (tr *trial) mustClick(words string) {
	tr.t.Helper()
	if !tr.click(words) {
		tr.t.Fatalf("no %q on the screen: %q", words, tr.screen())
	}
}

// Contract F1: defaults prefill, and what is shown is what is sent, in the order of the form.
func TestUntouchedBatchFormSendsItsDefaults(t *testing.T) {
	tr := asking(t, batchForm, config.Server{})
	tr.mustClick("Send answer")
	if got := tr.wire(); got != `{"action":"accept","content":{"queue":"standby","notify":true}}` {
		t.Errorf("on the wire: %s", got)
	}
	tr.until("the receipt", func() bool { return strings.Contains(tr.screen(), "Sent to Demo lab.") })
}

// Contract F2, F3: numbers are numbers, several choices an array in the order of the schema; a missing one blocks in words.
func TestValuesHaveTheTypesOfTheForm(t *testing.T) {
	tr := asking(t, `{"message":"m","requestedSchema":{"type":"object","properties":{"n":{"type":"integer","minimum":1},"x":{"type":"number"},"days":{"type":"array","items":{"type":"string","enum":["mon","tue","wed"]}},"when":{"type":"string","format":"date"}},"required":["n"]}}`, config.Server{})
	tr.mustClick("Send answer")
	if tr.form().ErrorOn(0) == "" || tr.sent() != 0 {
		t.Fatalf("sent without the required number: %q", tr.screen())
	}
	tr.form().Type(0, "3")
	tr.form().Type(1, "1.50")
	tr.form().Pick(2, []int{2, 0})
	tr.form().Type(3, "2026-12-01")
	tr.mustClick("Send answer")
	if got := tr.wire(); got != `{"action":"accept","content":{"n":3,"x":1.50,"days":["mon","wed"],"when":"2026-12-01"}}` {
		t.Errorf("on the wire: %s", got)
	}
}

// Contract F4, with the better way that D5 allows: a default that the person removed does not come back.
func TestRemovedDefaultStaysRemoved(t *testing.T) {
	tr := asking(t, `{"message":"m","requestedSchema":{"type":"object","properties":{"region":{"type":"string","default":"north"}}}}`, config.Server{})
	tr.form().Clear(0)
	tr.mustClick("Send answer")
	if got := tr.wire(); got != `{"action":"accept","content":{}}` {
		t.Errorf("on the wire: %s", got)
	}
}

// Contract F5, D5: a form that is not flat is shown with a box for the odd part, and answered.
func TestNestedFormIsAnsweredThroughItsBox(t *testing.T) {
	tr := asking(t, `{"message":"m","requestedSchema":{"type":"object","properties":{"address":{"type":"object","properties":{"street":{"type":"string"}},"required":["street"]}},"required":["address"]}}`, config.Server{})
	tr.form().Type(0, `{"street":"Lake 1","no":18446744073709551617}`)
	tr.mustClick("Send answer")
	if got := tr.wire(); got != `{"action":"accept","content":{"address":{"street":"Lake 1","no":18446744073709551617}}}` {
		t.Errorf("on the wire: %s", got)
	}
}

// Contract F6: no properties is a confirmation.
func TestFormWithoutFieldsIsAConfirmation(t *testing.T) {
	tr := asking(t, `{"message":"Delete it?","requestedSchema":{"type":"object","properties":{}}}`, config.Server{})
	tr.mustClick("Send answer")
	if got := tr.wire(); got != `{"action":"accept","content":{}}` {
		t.Errorf("on the wire: %s", got)
	}
}

// Contract A4, F7, B3, B4: the ways out are separate, and each is told as what it is.
func TestDeclineAndDismissalAreNeverConfused(t *testing.T) {
	for name, c := range map[string]struct {
		act     func(*trial)
		wire    string
		receipt string
	}{
		"Decline": {func(tr *trial) { tr.mustClick("Decline") }, `{"action":"decline"}`, "You declined. Demo lab was told no."},
		"Not now": {func(tr *trial) { tr.mustClick("Not now") }, `{"action":"cancel"}`, "You closed this without deciding. Demo lab was told so."},
		"Esc":     {func(tr *trial) { tr.key(fyne.KeyEscape) }, `{"action":"cancel"}`, "You closed this without deciding. Demo lab was told so."},
		"too late": {func(tr *trial) { tr.clock.Advance(61 * time.Second); tr.q.Pump() }, `{"action":"cancel"}`,
			"Too late: the time to answer was over."},
	} {
		t.Run(name, func(t *testing.T) {
			tr := asking(t, batchForm, config.Server{AnswerTimeout: time.Minute})
			if !strings.Contains(tr.screen(), "Demo lab asks") || tr.find("Decline") == nil || tr.find("Not now") == nil {
				t.Errorf("screen %q", tr.screen())
			}
			c.act(tr)
			if got := tr.wire(); got != c.wire {
				t.Errorf("on the wire: %s, want %s", got, c.wire)
			}
			tr.until(c.receipt, func() bool { return strings.Contains(tr.screen(), c.receipt) })
			if tr.modal() {
				t.Error("the modal is still there")
			}
		})
	}
}

// Contract F7: what is sent can be seen before it leaves, to the byte.
func TestWhatIsSentIsShownBefore(t *testing.T) {
	tr := asking(t, batchForm, config.Server{})
	tr.mustClick("What is sent")
	if !strings.Contains(withoutSpace(tr.screen()), `{"queue":"standby","notify":true}`) {
		t.Errorf("screen %q", tr.screen())
	}
	if tr.sent() != 0 {
		t.Error("looking at it sent it")
	}
}

// Contract S1, S2: asked for a secret, the person is warned, the entry is masked, and nothing of it is kept.
func TestSecretIsWarnedMaskedAndNotKept(t *testing.T) {
	tr := asking(t, `{"message":"m","requestedSchema":{"type":"object","properties":{"api_key":{"type":"string"}},"required":["api_key"]}}`, config.Server{})
	if !tr.form().Masked(0) || len(tr.form().Notices()) == 0 {
		t.Errorf("masked %v, notices %q", tr.form().Masked(0), tr.form().Notices())
	}
	tr.form().Type(0, "s3cret-x")
	tr.mustClick("Send answer")
	if got := tr.wire(); got != `{"action":"accept","content":{"api_key":"s3cret-x"}}` {
		t.Errorf("on the wire: %s", got)
	}
	tr.settle()
	tr.down()
	if kept := readAll(t, tr.opts.Home) + tr.logged.String() + tr.screen(); strings.Contains(kept, "s3cret-x") {
		t.Errorf("the secret was kept: %s", kept)
	}
}

const linkParams = `{"mode":"url","message":"Connect","url":"https://auth.example.org/c?a=1&b=2","elicitationId":"e-1"}`

// Contract U2, D1, S3, S4, B5: nothing is opened before the person does, the answer goes out at I'm done, and has no content.
func TestLinkIsAnsweredWhenThePersonIsDone(t *testing.T) {
	net := watchNet(t)
	tr := asking(t, linkParams, config.Server{})
	tr.settle()
	if len(tr.browsed()) != 0 || net.count() != 0 || !strings.Contains(withoutSpace(tr.screen()), "https://auth.example.org/c?a=1&b=2") {
		t.Errorf("opened %v, %d requests, screen %q", tr.browsed(), net.count(), tr.screen())
	}
	if tr.enabled("I'm done") {
		t.Error("done before it was opened")
	}
	tr.mustClick("Open auth.example.org")
	tr.until("the browser", func() bool { return len(tr.browsed()) == 1 })
	if tr.sent() != 0 || tr.browsed()[0] != "https://auth.example.org/c?a=1&b=2" {
		t.Errorf("%d answers, opened %v", tr.sent(), tr.browsed())
	}
	tr.mustClick("I'm done")
	if got := tr.wire(); got != `{"action":"accept"}` {
		t.Errorf("on the wire: %s", got)
	}
}

// Contract D1: a server entry may say that opening is the answer.
func TestOpeningIsTheAnswerWhereTheEntrySaysSo(t *testing.T) {
	tr := asking(t, linkParams, config.Server{AnswerOnOpen: true})
	tr.mustClick("Open auth.example.org")
	if got := tr.wire(); got != `{"action":"accept"}` {
		t.Errorf("on the wire: %s", got)
	}
	tr.until("the browser", func() bool { return len(tr.browsed()) == 1 })
}

// Contract U3, U5: completion finishes a link that was opened; a link can be declined like anything else.
func TestCompletionFinishesAnOpenedLink(t *testing.T) {
	tr := asking(t, linkParams, config.Server{})
	tr.mustClick("Open auth.example.org")
	tr.until("the browser", func() bool { return len(tr.browsed()) == 1 })
	tr.script().Say(`{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e-1"}}`)
	if got := tr.wire(); got != `{"action":"accept"}` {
		t.Errorf("on the wire: %s", got)
	}
	declined := asking(t, linkParams, config.Server{})
	declined.mustClick("Decline")
	if got := declined.wire(); got != `{"action":"decline"}` {
		t.Errorf("on the wire: %s", got)
	}
}

// Contract B9: several questions in one call are several requests, one after the other, and one call.
func TestQuestionsInARowAreAskedInARow(t *testing.T) {
	script := wiretest.New(t)
	script.OnCall = func(s *wiretest.Server, call wiretest.Message) {
		for i := range 3 {
			id := fmt.Sprint(i + 1)
			s.Ask(id, `{"message":"Question `+id+`","requestedSchema":{"type":"object","properties":{"v":{"type":"string"}}}}`)
			s.AwaitAnswer(id)
		}
		s.Answer(call, `{"content":[{"type":"text","text":"thanks"}]}`)
	}
	tr := newTrial(t, trialServer{name: "Demo lab", script: script})
	c := tr.runTool("Demo lab")
	for i := range 3 {
		words := fmt.Sprint("Question ", i+1)
		tr.until(words, func() bool { return tr.modal() && strings.Contains(tr.screen(), words) })
		tr.asked()
		tr.form().Type(0, fmt.Sprint(i))
		tr.mustClick("Send answer")
	}
	tr.until("the result", func() bool { return !c.State().Ended.IsZero() && strings.Contains(tr.screen(), "thanks") })
	if n := len(script.HeardMethod("tools/call")); n != 1 {
		t.Errorf("%d calls", n)
	}
}

// pending starts a trial whose tool suspends with the given Request in its result's metadata (contract D6).
func pending(t *testing.T, request string) *trial {
	t.Helper()
	script := wiretest.New(t)
	script.OnCall = func(s *wiretest.Server, call wiretest.Message) {
		if strings.Contains(string(call.Params), `"answer"`) {
			s.Answer(call, `{"content":[{"type":"text","text":"done"}]}`)
			return
		}
		s.Answer(call, `{"content":[],"isError":true,"_meta":{"pending":`+request+`}}`)
	}
	tr := newTrial(t, trialServer{name: "Demo lab", script: script})
	tr.runTool("Demo lab")
	tr.asked()
	return tr
}

// resumed waits for the second call and gives the answer that came with it.
func (tr *trial) resumed() string {
	tr.t.Helper()
	tr.until("the tool is called again", func() bool { return len(tr.script().HeardMethod("tools/call")) == 2 })
	_, answer, _ := strings.Cut(string(tr.script().HeardMethod("tools/call")[1].Params), `"answer":`)
	answer, _, _ = strings.Cut(answer, `},"name"`)
	return answer
}

// Contract K: approval.
func TestApprovalIsAllowedOrDeclined(t *testing.T) {
	tr := pending(t, `{"id":"p-1","kind":"approval","prompt":"delete this record?"}`)
	if !strings.Contains(tr.screen(), "delete this record?") || tr.find("Decline") == nil {
		t.Errorf("screen %q", tr.screen())
	}
	tr.mustClick("Allow")
	if got := tr.resumed(); got != `{"id":"p-1","ok":true}` {
		t.Errorf("answer %s", got)
	}

	tr = pending(t, `{"id":"p-1","kind":"approval","prompt":"delete this record?"}`)
	tr.mustClick("Decline")
	tr.until("the end", func() bool { return tr.calls[0].State().Phase == bridge.Broken })
	if f := tr.calls[0].State().Failure; f.What != "declined/expired: delete this record?" {
		t.Errorf("failure %+v", f)
	}
}

// Contract K, question: header as heading, options to choose from, a line without; the answers in order.
func TestQuestionsAreAnsweredInOrder(t *testing.T) {
	tr := pending(t, `{"id":"q-1","kind":"question","prompt":"Pick a color? (options: red, green)\nConfirm?","data":{"questions":[{"question":"Pick a color?","header":"Choice","options":["red","green"]},{"question":"Confirm?"},{"question":"Which days?","options":["mon","tue"],"multiple":true}]}}`)
	for _, words := range []string{"Choice", "Pick a color?", "red", "green", "Confirm?", "Which days?"} {
		if !strings.Contains(tr.screen(), words) {
			t.Errorf("%q is not on the screen: %q", words, tr.screen())
		}
	}
	tr.mustClick("red")
	tr.form().Type(1, "yes")
	tr.mustClick("tue")
	tr.mustClick("Send answer")
	if got := tr.resumed(); got != `{"id":"q-1","ok":true,"data":{"answers":["red","yes",["tue"]]}}` {
		t.Errorf("answer %s", got)
	}
}

// Contract K, R8: a kind that nobody knows shows its prompt, its address and its data, and can be answered without any.
func TestUnknownKindCanBeAnswered(t *testing.T) {
	tr := pending(t, `{"id":"u-1","kind":"upload","prompt":"Give me a file","data":{"zeta":18446744073709551617,"alpha":1}}`)
	screen := tr.screen()
	if !strings.Contains(screen, "Give me a file") || !strings.Contains(withoutSpace(screen), `"zeta":18446744073709551617,"alpha":1`) {
		t.Errorf("screen %q", screen)
	}
	for _, label := range []string{"Send answer", "Allow"} {
		if tr.click(label) {
			break
		}
	}
	if got := tr.resumed(); got != `{"id":"u-1","ok":true}` {
		t.Errorf("answer %s", got)
	}
}

// Contract K, authorization: a pending link; its answer carries no data.
func TestPendingLinkIsDoneWithoutData(t *testing.T) {
	tr := pending(t, `{"id":"a-1","kind":"authorization","prompt":"Log in","url":"https://auth.example.org/x"}`)
	tr.mustClick("Open auth.example.org")
	tr.until("the browser", func() bool { return len(tr.browsed()) == 1 })
	tr.mustClick("I'm done")
	if got := tr.resumed(); got != `{"id":"a-1","ok":true}` {
		t.Errorf("answer %s", got)
	}
}

// Contract K, input: a pending form.
func TestPendingFormGivesItsValues(t *testing.T) {
	tr := pending(t, `{"id":"i-1","kind":"input","prompt":"Where?","data":{"schema":{"type":"object","properties":{"zip":{"type":"string"},"age":{"type":"integer"}}}}}`)
	tr.form().Type(0, "12345")
	tr.form().Type(1, "18446744073709551617")
	tr.mustClick("Send answer")
	if got := tr.resumed(); compact(t, []byte(got)) != `{"data":{"age":18446744073709551617,"zip":"12345"},"id":"i-1","ok":true}` {
		t.Errorf("answer %s", got)
	}
}

// Contract R7: an expiry of the request itself ends it at that time.
func TestRequestExpiresAtItsOwnTime(t *testing.T) {
	at := newHandClock().Now().Add(10 * time.Minute).Format(time.RFC3339)
	tr := pending(t, `{"id":"p-1","kind":"approval","prompt":"Allow?","expiresAt":"`+at+`"}`)
	if !countdown.MatchString(tr.screen()) {
		t.Errorf("no countdown: %q", tr.screen())
	}
	tr.clock.Advance(10 * time.Minute)
	tr.until("the end", func() bool { return tr.calls[0].State().Phase == bridge.Broken && !tr.modal() })
	if n := len(tr.script().HeardMethod("tools/call")); n != 1 {
		t.Errorf("%d calls", n)
	}
}

// Contract T2 and the care for what was typed: the server stopped waiting; the note keeps it, and Ask again fills it in.
func TestWhatWasTypedSurvivesTheServersPatience(t *testing.T) {
	tr := asking(t, `{"message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}`, config.Server{})
	tr.form().Type(0, "Kim Andersen")
	tr.clock.Advance(60 * time.Second)
	tr.script().Answer(tr.script().AwaitCalls(1), `{"content":[{"type":"text","text":"Timed out"}],"isError":true}`)
	tr.until("the note", func() bool {
		return !tr.modal() && strings.Contains(tr.screen(), "What you typed is kept.") && tr.find("Ask again") != nil && !tr.calls[0].State().Ended.IsZero()
	})
	if tr.sent() != 0 {
		t.Error("something was sent")
	}
	tr.mustClick("Ask again")
	tr.until("the call is made again", func() bool { return len(tr.script().HeardMethod("tools/call")) == 2 })
	tr.script().Ask("9", `{"message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}`)
	tr.asked()
	if got := tr.form().Shown(0); got != "Kim Andersen" {
		t.Errorf("the form shows %q", got)
	}
	tr.mustClick("Send answer")
	if got := tr.wire(); got != `{"action":"accept","content":{"name":"Kim Andersen"}}` {
		t.Errorf("on the wire: %s", got)
	}
}
