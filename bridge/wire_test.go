package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/bridge/config"
	"parley/bridge/wiretest"
)

const formParams = `{"message":"Submit this 4-hour batch run?","requestedSchema":{"type":"object","properties":{"queue":{"type":"string","enum":["standby","long"],"default":"standby"},"notify":{"type":"boolean","default":true}},"required":["queue"]}}`

// asking makes a server whose tool asks once, with the given id and params, and returns what it was answered.
func asking(t *testing.T, id, params string) *wiretest.Server {
	script := wiretest.New(t)
	script.OnCall = func(s *wiretest.Server, call wiretest.Message) {
		s.Ask(id, params)
		answer := s.AwaitAnswer(id)
		s.Answer(call, `{"content":[{"type":"text","text":`+encoded(t, answer.Raw)+`}]}`)
	}
	return script
}

// Contract B1-B7 at the wire: the exact bytes of every outcome, and exactly one call (B8, L5).
func TestEachOutcomeGoesOutAsItsOwnBytes(t *testing.T) {
	for name, c := range map[string]struct {
		params string
		answer Answer
		want   string
		ending Ending
	}{
		"accept keeps order and digits": {formParams, Answer{OK: true, Data: map[string]any{"notify": false, "queue": json.RawMessage(`"long"`)}},
			`{"jsonrpc":"2.0","id":"srv-1","result":{"action":"accept","content":{"queue":"long","notify":false}}}`, EndSent},
		"accept without data": {`{"message":"Go on?","requestedSchema":{"type":"object","properties":{}}}`, Answer{OK: true},
			`{"jsonrpc":"2.0","id":"srv-1","result":{"action":"accept","content":{}}}`, EndSent},
		"accept, no schema at all": {`{"message":"Go on?"}`, Answer{OK: true},
			`{"jsonrpc":"2.0","id":"srv-1","result":{"action":"accept","content":{}}}`, EndSent},
		"decline drops what was typed": {formParams, Answer{Reason: ReasonDeclined, Data: map[string]any{"queue": "long"}},
			`{"jsonrpc":"2.0","id":"srv-1","result":{"action":"decline"}}`, EndDeclined},
		"dismiss": {formParams, Answer{Reason: ReasonCancelled}, `{"jsonrpc":"2.0","id":"srv-1","result":{"action":"cancel"}}`, EndDismissed},
		"expire":  {formParams, Answer{Reason: ReasonExpired}, `{"jsonrpc":"2.0","id":"srv-1","result":{"action":"cancel"}}`, EndExpired},
		"link done has no content": {`{"mode":"url","message":"Connect","url":"https://example.org/a?b=1&c=2","elicitationId":"e-1","requestedSchema":{"type":"object"}}`,
			Answer{OK: true, Data: map[string]any{"token": "x"}}, `{"jsonrpc":"2.0","id":"srv-1","result":{"action":"accept"}}`, EndSent},
		"link declined": {`{"mode":"url","message":"Connect","url":"https://example.org/"}`, Answer{Reason: ReasonDeclined},
			`{"jsonrpc":"2.0","id":"srv-1","result":{"action":"decline"}}`, EndDeclined},
	} {
		t.Run(name, func(t *testing.T) {
			script := asking(t, `"srv-1"`, c.params)
			h := newHost(t, script, nil)
			call := h.call(`{}`)
			h.person.next().answer <- c.answer
			if got := script.AwaitAnswer(`"srv-1"`).Raw; got != c.want {
				t.Errorf("on the wire\n%s\nwant\n%s", got, c.want)
			}
			state := wait(t, call)
			if state.Phase != Finished || !strings.Contains(state.Result.Text, "jsonrpc") {
				t.Errorf("the call ended as %+v", state)
			}
			if r := h.receipt(); r.Ending != c.ending || !r.Told || r.Suspension.Call != call {
				t.Errorf("receipt %+v", r)
			}
			if n := len(script.HeardMethod("tools/call")); n != 1 {
				t.Errorf("the tool was called %d times", n)
			}
			if n := len(script.Answers(`"srv-1"`)); n != 1 {
				t.Errorf("%d answers went out", n)
			}
		})
	}
}

// Every protocol in which a server asks on its own, with the same bytes back.
func TestEachProtocolIsAnswered(t *testing.T) {
	for _, protocol := range []string{"2025-06-18", "2025-11-25"} {
		script := asking(t, `1`, formParams)
		script.Protocol = protocol
		h := newHost(t, script, nil)
		if got := h.State().Protocol; got != protocol {
			t.Errorf("speaks %s, want %s", got, protocol)
		}
		call := h.call(`{}`)
		h.person.next().answer <- Answer{OK: true, Data: map[string]any{"queue": "long"}}
		if got := script.AwaitAnswer(`1`).Raw; got != `{"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"queue":"long"}}}` {
			t.Errorf("%s: %s", protocol, got)
		}
		wait(t, call)
	}
}

// Case proto-request-id-types-kept: ids go back as they came, text or number, every digit.
func TestAnswerKeepsTheBytesOfTheID(t *testing.T) {
	for _, id := range []string{`"a-1"`, `9007199254740993`, `7`, `"7"`, `"é \u0041"`} {
		script := asking(t, id, formParams)
		h := newHost(t, script, nil)
		h.call(`{}`)
		h.person.next().answer <- Answer{Reason: ReasonDeclined}
		if got, want := script.AwaitAnswer(id).Raw, `{"jsonrpc":"2.0","id":`+id+`,"result":{"action":"decline"}}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// Contract M5-M7 and the error cases: the server is told, the person is not asked, nothing hangs.
func TestUnanswerableRequestGetsAnError(t *testing.T) {
	for name, params := range map[string]string{
		"M5 unknown mode":     `{"mode":"voice","message":"x"}`,
		"M5 mode in capitals": `{"mode":"URL","message":"x","url":"https://example.org/"}`,
		"M6 url missing":      `{"mode":"url","message":"x","elicitationId":"e"}`,
		"url relative":        `{"mode":"url","message":"x","url":"/connect?id=1"}`,
		"url no string":       `{"mode":"url","message":"x","url":7}`,
		"params no object":    `[1]`,
		"mode no string":      `{"mode":{},"message":"x"}`,
	} {
		script := asking(t, `5`, params)
		h := newHost(t, script, nil)
		call := h.call(`{}`)
		if got := script.AwaitAnswer(`5`); !strings.Contains(string(got.Error), `-32602`) {
			t.Errorf("%s: answered %s", name, got.Raw)
		}
		wait(t, call)
		h.person.none()
	}
}

// Contract M7, and what is not flat or not even a schema is put to the person all the same (F5, D5).
func TestOddFormsAreStillAsked(t *testing.T) {
	for params, prompt := range map[string]string{
		`{"message":5}`:                          "5",
		`{"message":null,"requestedSchema":"x"}`: "",
		`{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"object","properties":{}}}}}`:      "m",
		`{"message":"m","mode":null,"requestedSchema":{"properties":{"a":{"anyOf":[{"type":"null"}]}}}}`:                "m",
		`{"message":"m","requestedSchema":{"properties":{"a":{"type":"string","format":"password"}}},"schema":{"x":1}}`: "m",
	} {
		script := asking(t, `5`, params)
		h := newHost(t, script, nil)
		h.call(`{}`)
		a := h.person.next()
		if a.Request.Prompt != prompt || a.Request.Kind != KindInput {
			t.Errorf("%s: asked %+v", params, a.Request)
		}
		a.answer <- Answer{Reason: ReasonDeclined}
		script.AwaitAnswer(`5`)
	}
}

// Contract M4: an address in a form request is neither opened nor hidden.
func TestAddressInAFormRequestIsTold(t *testing.T) {
	script := asking(t, `5`, `{"message":"m","url":"https://example.org/x"}`)
	h := newHost(t, script, nil)
	h.call(`{}`)
	a := h.person.next()
	if a.Request.URL != "" || !strings.Contains(a.Note, "https://example.org/x") {
		t.Errorf("asked %+v note %q", a.Request, a.Note)
	}
	a.answer <- Answer{OK: true}
}

// The request carries the schema's own text: order and digits are the server's.
func TestSchemaReachesThePersonAsItWasSent(t *testing.T) {
	const schema = `{"type":"object","properties":{"zip":{"type":"string"},"10":{"type":"integer","maximum":18446744073709551617},"2":{"type":"string"}}}`
	script := asking(t, `5`, `{"message":"m","requestedSchema":`+schema+`}`)
	h := newHost(t, script, nil)
	h.call(`{}`)
	a := h.person.next()
	if string(a.Schema) != schema || encoded(t, a.Request.Data) != `{"schema":`+schema+`}` {
		t.Errorf("schema %s, data %s", a.Schema, encoded(t, a.Request.Data))
	}
	a.answer <- Answer{Reason: ReasonDeclined}
}

// Contract C1, C3: what is advertised, per protocol.
func TestAskingIsAdvertisedOnlyWhenSomebodyCanAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*config.Server, *Options)
		want   string
	}{
		"C1 nobody": {func(_ *config.Server, o *Options) { o.WaitFor = nil }, ``},
		"C3 both":   {nil, `{"form":{},"url":{}}`},
		"C3 older":  {func(e *config.Server, _ *Options) { e.Protocol = "2025-06-18" }, `{}`},
	} {
		script := wiretest.New(t)
		newHost(t, script, c.change)
		var params struct {
			Capabilities struct {
				Elicitation json.RawMessage `json:"elicitation"`
			} `json:"capabilities"`
		}
		if err := json.Unmarshal(script.AwaitMethod("initialize").Params, &params); err != nil {
			t.Fatal(err)
		}
		if got := string(params.Capabilities.Elicitation); got != c.want {
			t.Errorf("%s: advertised %s, want %s", name, got, c.want)
		}
	}
}

// Contract C4: an unpromised request gets an error at once.
func TestRequestNobodyCanAnswerGetsAnError(t *testing.T) {
	script := asking(t, `5`, formParams)
	h := newHost(t, script, func(_ *config.Server, o *Options) { o.WaitFor = nil })
	h.call(`{}`)
	if got := script.AwaitAnswer(`5`); !strings.Contains(got.Raw, "client does not support elicitation") || !strings.Contains(got.Raw, "-32602") {
		t.Errorf("answered %s", got.Raw)
	}
}

// Case proto-server-cancels-elicitation; contract D3: withdrawn means closed, and nothing is sent.
func TestWithdrawnRequestSendsNothing(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	call := h.call(`{}`)
	callMsg := script.AwaitCalls(1)
	script.Ask(`"srv-9"`, formParams)
	a := h.person.next()
	script.Say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"srv-9","reason":"approved elsewhere"}}`)
	<-a.ctx.Done()
	a.answer <- Answer{OK: true, Data: map[string]any{"queue": "long"}}
	if r := h.receipt(); r.Ending != EndWithdrawn || r.Told || r.Words != "approved elsewhere" || r.Answer.Reason != ReasonExpired {
		t.Errorf("receipt %+v", r)
	}
	script.Answer(callMsg, `{"content":[{"type":"text","text":"done"}]}`)
	if state := wait(t, call); state.Result.Text != "done" {
		t.Errorf("state %+v", state)
	}
	if n := len(script.Answers(`"srv-9"`)); n != 0 {
		t.Errorf("%d answers went out", n)
	}
}

// Case proto-cancel-unknown-id-ignored: 9 and "9" are different ids.
func TestWithdrawalOfAnotherIDChangesNothing(t *testing.T) {
	script := asking(t, `9`, formParams)
	h := newHost(t, script, nil)
	h.call(`{}`)
	a := h.person.next()
	script.Say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"9"}}`)
	script.Say(`{"jsonrpc":"2.0","id":77,"method":"ping"}`)
	script.AwaitAnswer(`77`)
	if a.ctx.Err() != nil {
		t.Fatal("the request was closed")
	}
	a.answer <- Answer{Reason: ReasonDeclined}
	script.AwaitAnswer(`9`)
}

// Contract T2: the call returned, so nobody waits any more; a late answer is not sent. The server's patience is learnt (D2).
func TestRequestEndsWhenItsCallReturns(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	call := h.call(`{}`)
	callMsg := script.AwaitCalls(1)
	script.Ask(`1`, formParams)
	a := h.person.next()
	if a.UsuallyWaits != 0 {
		t.Errorf("waiting time %v known before it was seen", a.UsuallyWaits)
	}
	h.clock.Advance(20 * time.Second)
	script.Answer(callMsg, `{"content":[],"isError":true}`)
	<-a.ctx.Done()
	a.answer <- Answer{OK: true}
	if r := h.receipt(); r.Ending != EndStoppedWaiting || r.After != 20*time.Second {
		t.Errorf("receipt %+v", r)
	}
	wait(t, call)
	if n := len(script.Answers(`1`)); n != 0 {
		t.Errorf("%d answers went out", n)
	}
	h.call(`{}`)
	script.Ask(`2`, formParams)
	if a := h.person.next(); a.UsuallyWaits != 20*time.Second {
		t.Errorf("learnt %v", a.UsuallyWaits)
	}
}

// Contract J4, D3: a request that belongs to no call lives on when an unrelated call returns.
func TestBackgroundRequestOutlivesCalls(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	script.Ask(`1`, formParams)
	a := h.person.next()
	if a.Call != nil {
		t.Error("a background request was given to a call")
	}
	call := h.call(`{}`)
	script.Answer(script.AwaitCalls(1), `{"content":[]}`)
	wait(t, call)
	if a.ctx.Err() != nil {
		t.Error("the background request was closed")
	}
	a.answer <- Answer{OK: true, Data: map[string]any{"queue": "long"}}
	script.AwaitAnswer(`1`)
}

// Two calls at once: the question may be of either, and is over when both are.
func TestRequestOfOneOfTwoCallsEndsWithTheLast(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	first, second := h.call(`{}`), h.call(`{}`)
	one := script.AwaitCalls(1)
	two := script.AwaitCalls(2)
	script.Ask(`1`, formParams)
	a := h.person.next()
	script.Answer(one, `{"content":[]}`)
	script.Say(`{"jsonrpc":"2.0","id":77,"method":"ping"}`)
	script.AwaitAnswer(`77`)
	if a.ctx.Err() != nil {
		t.Fatal("closed with the first call")
	}
	script.Answer(two, `{"content":[]}`)
	<-a.ctx.Done()
	wait(t, first)
	wait(t, second)
}

// One of two calls is stopped: the question stays for the other, and is over with it.
func TestRequestOfAStoppedCallEndsWithTheOther(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	first, second := h.call(`{}`), h.call(`{}`)
	one, two := script.AwaitCalls(1), script.AwaitCalls(2)
	script.Ask(`1`, formParams)
	a := h.person.next()
	if tokenOf(one.Params) == tokenOf(two.Params) {
		t.Fatal("two calls with one token")
	}
	first.Stop()
	wait(t, first)
	if a.ctx.Err() != nil {
		t.Fatal("closed with the stopped call")
	}
	for _, m := range []wiretest.Message{one, two} {
		script.Answer(m, `{"content":[]}`)
	}
	<-a.ctx.Done()
	if r := h.receipt(); r.Ending != EndStoppedWaiting {
		t.Errorf("receipt %+v", r)
	}
	wait(t, second)
}

// Contract T5; case proto-tool-timeout-paused-while-asking: the limit stands still while the person thinks, and only then.
func TestTimeLimitStandsStillWhileARequestIsOpen(t *testing.T) {
	script := asking(t, `1`, formParams)
	limit := func(e *config.Server, _ *Options) { e.Timeout = 3 * time.Second }
	h := newHost(t, script, limit)
	call := h.call(`{}`)
	a := h.person.next()
	h.clock.Advance(6 * time.Second)
	if state := call.State(); state.Phase != Waiting || state.Asking != 6*time.Second {
		t.Errorf("state %+v", state)
	}
	a.answer <- Answer{Reason: ReasonDeclined}
	if state := wait(t, call); state.Phase != Finished || state.Asking != 6*time.Second {
		t.Errorf("state %+v", state)
	}

	silent := newHost(t, wiretest.New(t), limit)
	slow := silent.call(`{}`)
	silent.script.AwaitCalls(1)
	silent.clock.Advance(4 * time.Second)
	if state := wait(t, slow); state.Phase != Broken || !strings.Contains(state.Failure.What, "3s") {
		t.Errorf("state %+v", state)
	}
	silent.script.AwaitMethod("notifications/cancelled")
}

// Contract T6; case proto-user-cancels-call-with-modal-open: cancel first, then the call is cancelled; no one waits.
func TestStopAnswersTheRequestThenCancelsTheCall(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	call := h.call(`{}`)
	script.AwaitCalls(1)
	script.Ask(`9`, `{"mode":"url","message":"Connect","url":"https://auth.example.org/x","elicitationId":"e-1"}`)
	h.person.next()
	call.Stop()
	call.Stop()
	if state := wait(t, call); state.Phase != Stopped {
		t.Errorf("state %+v", state)
	}
	script.AwaitMethod("notifications/cancelled")
	answer := script.AwaitAnswer(`9`)
	if !strings.Contains(answer.Raw, `{"action":"cancel"}`) {
		t.Errorf("answered %s", answer.Raw)
	}
	order := ""
	for _, m := range script.Heard() {
		switch {
		case m.Raw == answer.Raw:
			order += "answer "
		case m.Method == "notifications/cancelled":
			order += "cancelled "
		}
	}
	if order != "answer cancelled " {
		t.Errorf("order on the wire: %s", order)
	}
}

// Closing with requests open answers each with cancel, once, and leaves nothing running (D3, case proto-app-quit-with-modal-open).
func TestCloseAnswersWhatIsOpen(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	call := h.call(`{}`)
	script.AwaitCalls(1)
	script.Ask(`1`, formParams)
	script.Ask(`2`, formParams)
	h.person.next()
	h.person.next()
	h.close()
	for _, id := range []string{`1`, `2`} {
		if got := script.Answers(id); len(got) != 1 || !strings.Contains(got[0].Raw, `{"action":"cancel"}`) {
			t.Errorf("answers to %s: %v", id, got)
		}
	}
	if state := wait(t, call); state.Phase != Stopped {
		t.Errorf("state %+v", state)
	}
	if state := h.State(); state.Phase != Off {
		t.Errorf("server %+v", state)
	}
}

// A server that dies while the person types: nothing is sent, everyone learns why, and it can be started again.
func TestServerGoneEndsItsRequestsAndCalls(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	call := h.call(`{}`)
	script.AwaitCalls(1)
	script.Ask(`1`, formParams)
	a := h.person.next()
	script.Hangup()
	<-a.ctx.Done()
	if r := h.receipt(); r.Ending != EndServerGone || r.Told || r.Answer.Reason != ReasonExpired {
		t.Errorf("receipt %+v", r)
	}
	if state := wait(t, call); state.Phase != Broken || !strings.Contains(state.Failure.What, "Demo lab") {
		t.Errorf("call %+v %+v", state, state.Failure)
	}
	h.until("failed", func(s ServerState) bool { return s.Phase == Failed })
	h.Start()
	h.ready()
}

// Contract U1, U3: completion finds its link by elicitationId, before or after the request; strangers do nothing.
func TestCompletionFindsItsLink(t *testing.T) {
	link := func(id string) string {
		return fmt.Sprintf(`{"mode":"url","message":"Connect","url":"https://example.org/","elicitationId":%q}`, id)
	}
	complete := func(s *wiretest.Server, id string) {
		s.Say(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":%q}}`, id))
	}
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	script.Ask(`1`, link("e-1"))
	script.Ask(`2`, link("e-2"))
	byURL := map[string]asked{}
	for range 2 {
		a := h.person.next()
		byURL[string(a.Request.ID)] = a
	}
	complete(script, "nobody")
	complete(script, "e-2")
	complete(script, "e-2")
	script.Ask(`4`, link("e-4")) // what was said before it has been heard when it is here
	h.person.next().answer <- Answer{Reason: ReasonDeclined}
	open := 0
	for _, a := range byURL {
		select {
		case <-a.Completed:
		default:
			open++
		}
		a.answer <- Answer{OK: true}
	}
	if open != 1 {
		t.Errorf("%d of 2 links are still open", open)
	}
	complete(script, "e-3")
	script.Ask(`3`, link("e-3"))
	<-h.person.next().Completed
}

// Contract F8: parallel requests go back to their own ids.
func TestParallelRequestsKeepTheirAnswersApart(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	const n = 20
	for i := range n {
		script.Ask(fmt.Sprint(i+1), fmt.Sprintf(`{"message":"%d","requestedSchema":{"type":"object","properties":{"v":{"type":"string"}}}}`, i+1))
	}
	for range n {
		a := h.person.next()
		a.answer <- Answer{OK: true, Data: map[string]any{"v": a.Request.Prompt}}
	}
	for i := range n {
		id := fmt.Sprint(i + 1)
		if got := script.AwaitAnswer(id).Raw; !strings.Contains(got, `{"v":"`+id+`"}`) {
			t.Errorf("answer to %s: %s", id, got)
		}
	}
}

// A server that floods is told so; what was let in can still be answered.
func TestFloodIsTurnedAwayWithAWord(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	for i := range maxOpen + 5 {
		script.Ask(fmt.Sprint(i), formParams)
	}
	if got := script.AwaitAnswer(fmt.Sprint(maxOpen + 4)); !strings.Contains(got.Raw, "requests are open already") {
		t.Errorf("answered %s", got.Raw)
	}
	if state := h.State(); state.Open != maxOpen || !state.Flooded {
		t.Errorf("state %+v", state)
	}
	h.person.next().answer <- Answer{Reason: ReasonDeclined}
	h.until("relieved", func(s ServerState) bool { return s.Open == maxOpen-1 })
}

// Contract A2, B6, F3: a WaitFor that answers something else, panics, or sends what does not fit never reaches the wire with it.
func TestBadWaitForNeverReachesTheWire(t *testing.T) {
	misfit := Answer{OK: true, Data: map[string]any{"queue": "express"}}
	script := asking(t, `1`, formParams)
	h := newHost(t, script, nil)
	h.call(`{}`)
	h.person.next().answer <- misfit
	again := h.person.next()
	if again.Again == nil || again.Again.Err == nil || encoded(t, again.Again.Answer.Data) != `{"queue":"express"}` {
		t.Fatalf("not asked again with what was given: %+v", again.Again)
	}
	again.answer <- Answer{OK: true, Data: map[string]any{"queue": "long"}}
	if got := script.AwaitAnswer(`1`).Raw; !strings.Contains(got, `"content":{"queue":"long"}`) {
		t.Errorf("answered %s", got)
	}

	for name, waitFor := range map[string]func(s Suspension) Answer{
		"other id": func(Suspension) Answer { return Answer{ID: "elc-other", OK: true} },
		"panic":    func(Suspension) Answer { panic(errors.New("lost my mind")) },
		"stubborn": func(s Suspension) Answer { misfit.ID = s.Request.ID; return misfit },
	} {
		script := asking(t, `1`, formParams)
		caught := 0
		h := newHost(t, script, func(_ *config.Server, o *Options) {
			o.WaitFor = func(_ context.Context, s Suspension) Answer { return waitFor(s) }
			o.Panicked = func(any, []byte) { caught++ }
		})
		call := h.call(`{}`)
		if got := script.AwaitAnswer(`1`).Raw; !strings.Contains(got, `"result":{"action":"cancel"}`) {
			t.Errorf("%s: answered %s", name, got)
		}
		wait(t, call)
		h.close()
		if (name == "panic") != (caught > 0) {
			t.Errorf("%s: %d panics reported", name, caught)
		}
	}
}

// Contract R7: at expiresAt the answer is expired by itself, whatever the WaitFor does.
func TestExpiredRequestIsCancelledByItself(t *testing.T) {
	script := wiretest.New(t)
	at := newFakeClock().Now().Add(2 * time.Second).Format(time.RFC3339)
	script.OnCall = func(s *wiretest.Server, call wiretest.Message) {
		if strings.Contains(string(call.Params), `"answer"`) {
			s.Answer(call, `{"content":[]}`)
			return
		}
		s.Answer(call, `{"content":[],"isError":true,"_meta":{"pending":{"id":"pnd-1","kind":"approval","prompt":"Allow?","expiresAt":"`+at+`"}}}`)
	}
	h := newHost(t, script, nil)
	call := h.call(`{}`)
	a := h.person.next()
	h.clock.Advance(3 * time.Second)
	<-a.ctx.Done()
	if state := wait(t, call); state.Phase != Broken || state.Failure.What != "declined/expired: Allow?" {
		t.Errorf("state %+v %+v", state, state.Failure)
	}
	if r := h.receipt(); r.Ending != EndExpired || r.Told {
		t.Errorf("receipt %+v", r)
	}
}
