package bridge

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/bridge/wiretest"
)

const nameForm = `{"mode":"form","message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}`

// rounds makes a 2026-07-28 server that answers the n-th call with the n-th result, and the last one for ever.
func rounds(t *testing.T, results ...string) *wiretest.Server {
	script := wiretest.New(t)
	script.Protocol = "2026-07-28"
	n := 0
	script.OnCall = func(s *wiretest.Server, call wiretest.Message) {
		result := results[min(n, len(results)-1)]
		n++
		s.Answer(call, result)
	}
	return script
}

const complete = `{"resultType":"complete","content":[{"type":"text","text":"done"}]}`

func inputRequired(requests, state string) string {
	return `{"resultType":"input_required","inputRequests":` + requests + state + `}`
}

// retry gives the members of the n-th call's params.
func retry(t *testing.T, script *wiretest.Server, n int) map[string]json.RawMessage {
	t.Helper()
	var params map[string]json.RawMessage
	if err := json.Unmarshal(script.AwaitCalls(n).Params, &params); err != nil {
		t.Fatal(err)
	}
	return params
}

func answerName(a asked, name string) {
	a.answer <- Answer{OK: true, Data: map[string]any{"name": name}}
}

// Cases mrtr-several-inputs-one-retry, mrtr-state-byte-exact, mrtr-empty-string-state-echoed, mrtr-decline-is-echoed,
// mrtr-dismiss-is-echoed-as-cancel: what goes back in the one retry, to the byte.
func TestInputsOfARoundGoBackTogether(t *testing.T) {
	for name, c := range map[string]struct {
		requests, state string
		answers         []Answer
		responses       string
	}{
		"accept": {`{"who":{"method":"elicitation/create","params":` + nameForm + `}}`, `,"requestState":"{\"a\": 1,é\\u00e9 😀 <>&}\n"`,
			[]Answer{{OK: true, Data: map[string]any{"name": "Kim"}}}, `{"who":{"action":"accept","content":{"name":"Kim"}}}`},
		"two, in order": {`{"z":{"method":"elicitation/create","params":` + nameForm + `},"a":{"method":"elicitation/create","params":{"mode":"url","message":"Connect","url":"https://auth.example.org/x"}}}`, `,"requestState":"s"`,
			[]Answer{{OK: true, Data: map[string]any{"name": "Kim"}}, {OK: true}}, `{"z":{"action":"accept","content":{"name":"Kim"}},"a":{"action":"accept"}}`},
		"empty state": {`{"who":{"method":"elicitation/create","params":` + nameForm + `}}`, `,"requestState":""`, []Answer{{Reason: ReasonDeclined}}, `{"who":{"action":"decline"}}`},
		"no state":    {`{"who":{"method":"elicitation/create","params":` + nameForm + `}}`, ``, []Answer{{Reason: ReasonCancelled}}, `{"who":{"action":"cancel"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			script := rounds(t, inputRequired(c.requests, c.state), complete)
			h := newHost(t, script, nil)
			call := h.call(`{"big":12345678901234567890}`)
			for i, answer := range c.answers {
				a := h.person.next()
				if a.Index != i+1 || a.Total != len(c.answers) || a.Call != call {
					t.Errorf("request %d of %d, call %v", a.Index, a.Total, a.Call)
				}
				a.answer <- answer
			}
			if state := wait(t, call); state.Phase != Finished || state.Result.Text != "done" {
				t.Errorf("state %+v %+v", state, state.Failure)
			}
			params := retry(t, script, 2)
			if string(params["inputResponses"]) != c.responses {
				t.Errorf("inputResponses %s, want %s", params["inputResponses"], c.responses)
			}
			got := ""
			if raw, ok := params["requestState"]; ok {
				got = `,"requestState":` + string(raw)
			}
			if got != c.state {
				t.Errorf("state %s, want %s", got, c.state)
			}
			if string(params["arguments"]) != `{"big":12345678901234567890}` {
				t.Errorf("arguments %s", params["arguments"])
			}
			for range c.answers {
				if r := h.receipt(); !r.Told || r.Ending > EndDismissed {
					t.Errorf("receipt %+v", r)
				}
			}
		})
	}
}

// Case mrtr-no-state-none-echoed: neither state nor answers of one round leak into the next.
func TestRoundsDoNotLeakIntoEachOther(t *testing.T) {
	ask := func(key string) string {
		return `{"` + key + `":{"method":"elicitation/create","params":` + nameForm + `}}`
	}
	script := rounds(t, inputRequired(ask("a"), `,"requestState":"s1"`), inputRequired(ask("b"), ""), complete)
	h := newHost(t, script, nil)
	call := h.call(`{}`)
	answerName(h.person.next(), "A")
	answerName(h.person.next(), "B")
	wait(t, call)
	second, third := retry(t, script, 2), retry(t, script, 3)
	if string(second["inputResponses"]) != `{"a":{"action":"accept","content":{"name":"A"}}}` || string(second["requestState"]) != `"s1"` {
		t.Errorf("second call %s", second)
	}
	if string(third["inputResponses"]) != `{"b":{"action":"accept","content":{"name":"B"}}}` || third["requestState"] != nil {
		t.Errorf("third call %s", third)
	}
}

// The person may go back to the input before; what was given stands there, and only the last answer is sent.
func TestThePersonMayGoBackWithinARound(t *testing.T) {
	script := rounds(t, inputRequired(`{"a":{"method":"elicitation/create","params":`+nameForm+`},"b":{"method":"elicitation/create","params":`+nameForm+`}}`, ""), complete)
	h := newHost(t, script, nil)
	call := h.call(`{}`)
	first := h.person.next()
	if first.Back != nil {
		t.Error("the first input has a way back")
	}
	answerName(first, "Kin")
	second := h.person.next()
	second.Back()
	second.answer <- Answer{}
	again := h.person.next()
	if again.Again == nil || again.Again.Err != nil || again.Again.Answer.Data["name"] != "Kin" || again.Index != 1 {
		t.Fatalf("went back to %+v", again.Suspension)
	}
	answerName(again, "Kim")
	answerName(h.person.next(), "Bo")
	wait(t, call)
	if got := string(retry(t, script, 2)["inputResponses"]); got != `{"a":{"action":"accept","content":{"name":"Kim"}},"b":{"action":"accept","content":{"name":"Bo"}}}` {
		t.Errorf("sent %s", got)
	}
	h.receipt()
	h.receipt()
	select {
	case r := <-h.receipts:
		t.Errorf("a receipt for an answer that was taken back: %+v", r)
	default:
	}
}

// Case mrtr-endless-rounds-bounded: stopped with a word, and continued by hand.
func TestEndlessRoundsAreBounded(t *testing.T) {
	script := rounds(t, inputRequired(`{"who":{"method":"elicitation/create","params":`+nameForm+`}}`, `,"requestState":"s"`))
	h := newHost(t, script, nil)
	call := h.call(`{}`)
	for range maxRounds {
		answerName(h.person.next(), "Kim")
	}
	state := wait(t, call)
	if state.Phase != Broken || !state.CanContinue || len(script.HeardMethod("tools/call")) > 25 {
		t.Fatalf("state %+v after %d calls", state, len(script.HeardMethod("tools/call")))
	}
	h.person.none()
	next := call.Continue()
	if next == nil || call.Continue() != nil {
		t.Fatal("cannot be continued, or twice")
	}
	a := h.person.next()
	if string(retry(t, script, maxRounds+2)["requestState"]) != `"s"` {
		t.Error("continued from the beginning")
	}
	next.Stop()
	<-a.ctx.Done()
	if state := wait(t, next); state.Phase != Stopped {
		t.Errorf("state %+v", state)
	}
}

// Cases mrtr-state-only-paced-retry, mrtr-empty-input-requests-map: no modal; paced; shown as still working; Stop works.
func TestRoundWithoutQuestionsIsTriedAgainAtAPace(t *testing.T) {
	script := rounds(t, `{"resultType":"input_required","requestState":"s1"}`, `{"resultType":"input_required","inputRequests":{},"requestState":"s2"}`, complete)
	h := newHost(t, script, nil)
	call := h.call(`{}`)
	for i, state := range []string{"s1", "s2"} {
		eventually(t, "shown as still working", func() bool {
			p := call.State().Progress
			return p.Message != "" && p.Done == float64(i+1)
		})
		if n := len(script.HeardMethod("tools/call")); n != i+1 {
			t.Fatalf("%d calls before the pause was over", n)
		}
		h.clock.Advance(5 * time.Second)
		if got := string(retry(t, script, i+2)["requestState"]); got != `"`+state+`"` {
			t.Errorf("state %s", got)
		}
	}
	if got := wait(t, call); got.Phase != Finished {
		t.Errorf("state %+v", got)
	}
	h.person.none()
}

// Case mrtr-sampling-request-unsupported: nothing is asked and then wasted.
func TestRoundWithSomethingNotOfferedAsksNothing(t *testing.T) {
	script := rounds(t, inputRequired(`{"who":{"method":"elicitation/create","params":`+nameForm+`},"llm":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}}`, ""))
	h := newHost(t, script, nil)
	state := wait(t, h.call(`{}`))
	if state.Phase != Broken || !strings.Contains(state.Failure.What, "sampling") || len(script.HeardMethod("tools/call")) != 1 {
		t.Errorf("state %+v %+v", state, state.Failure)
	}
	h.person.none()
}

// A kind of result nobody knows is no success.
func TestUnknownKindOfResultIsNotASuccess(t *testing.T) {
	h := newHost(t, rounds(t, `{"resultType":"task","taskId":"x"}`), nil)
	if state := wait(t, h.call(`{}`)); state.Phase != Broken || !strings.Contains(state.Failure.What, `"task"`) {
		t.Errorf("state %+v %+v", state, state.Failure)
	}
}

// Stop between the inputs of a round sends nothing at all, and says so.
func TestStopWithinARoundSendsNoAnswer(t *testing.T) {
	script := rounds(t, inputRequired(`{"who":{"method":"elicitation/create","params":`+nameForm+`}}`, ""))
	h := newHost(t, script, nil)
	call := h.call(`{}`)
	h.person.next()
	call.Stop()
	if state := wait(t, call); state.Phase != Stopped {
		t.Errorf("state %+v", state)
	}
	if r := h.receipt(); r.Ending != EndStopped || r.Told {
		t.Errorf("receipt %+v", r)
	}
	if n := len(script.HeardMethod("tools/call")); n != 1 {
		t.Errorf("%d calls", n)
	}
}

// linkServer requires links by error -32042 on the first calls.
func linkServer(t *testing.T, times int, elicitations string) *wiretest.Server {
	script := wiretest.New(t)
	n := 0
	script.OnCall = func(s *wiretest.Server, call wiretest.Message) {
		if n++; n <= times {
			s.Say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32042,"message":"Needs sign-in","data":{"elicitations":%s}}}`, call.ID, elicitations))
			return
		}
		s.Answer(call, complete)
	}
	return script
}

const twoLinks = `[{"mode":"url","elicitationId":"e-1","url":"https://one.example/c","message":"Account one"},{"mode":"url","elicitationId":"e-2","url":"https://two.example/c","message":"Account two"}]`

// Contract U4; cases proto-url-required-error-*.
func TestRequiredLinksAreOpenedThenTheCallIsMadeOnceMore(t *testing.T) {
	script := linkServer(t, 1, twoLinks)
	h := newHost(t, script, nil)
	call := h.call(`{"p":"/a"}`)
	for i, host := range []string{"https://one.example/c", "https://two.example/c"} {
		a := h.person.next()
		if a.Request.URL != host || a.Request.Kind != KindAuthorization || a.Index != i+1 || a.Total != 2 {
			t.Errorf("asked %+v", a.Suspension)
		}
		if n := len(script.HeardMethod("tools/call")); n != 1 {
			t.Errorf("%d calls before both were done", n)
		}
		a.answer <- Answer{OK: true}
	}
	if state := wait(t, call); state.Phase != Finished {
		t.Errorf("state %+v", state)
	}
	first, second := script.AwaitCalls(1), script.AwaitCalls(2)
	if string(first.ID) == string(second.ID) || !strings.Contains(string(second.Params), `"arguments":{"p":"/a"}`) {
		t.Errorf("second call %s", second.Raw)
	}
}

func TestDeclinedLinkEndsTheCallAndTellsNobody(t *testing.T) {
	script := linkServer(t, 1, twoLinks)
	h := newHost(t, script, nil)
	call := h.call(`{}`)
	h.person.next().answer <- Answer{Reason: ReasonDeclined}
	if state := wait(t, call); state.Phase != Broken || !strings.Contains(state.Failure.What, "You declined") {
		t.Errorf("state %+v %+v", state, state.Failure)
	}
	if r := h.receipt(); r.Ending != EndDeclined || r.Told {
		t.Errorf("receipt %+v", r)
	}
	h.person.none()
	if n := len(script.HeardMethod("tools/call")); n != 1 {
		t.Errorf("%d calls", n)
	}
}

func TestSameLinkAgainIsNotAskedForEver(t *testing.T) {
	script := linkServer(t, 99, `[{"mode":"url","elicitationId":"e-1","url":"https://one.example/c","message":"Account"}]`)
	h := newHost(t, script, nil)
	call := h.call(`{}`)
	h.person.next().answer <- Answer{OK: true}
	if state := wait(t, call); state.Phase != Broken || !strings.Contains(state.Failure.What, "again") {
		t.Errorf("state %+v %+v", state, state.Failure)
	}
	if n := len(script.HeardMethod("tools/call")); n != 2 {
		t.Errorf("%d calls", n)
	}
}

func TestRequiredFormIsAnErrorLikeAnyOther(t *testing.T) {
	script := linkServer(t, 1, `[{"message":"Name?","requestedSchema":{"type":"object","properties":{"n":{"type":"string"}}}}]`)
	h := newHost(t, script, nil)
	if state := wait(t, h.call(`{}`)); state.Phase != Broken || !strings.Contains(state.Failure.Detail, "-32042") {
		t.Errorf("state %+v %+v", state, state.Failure)
	}
	h.person.none()
}

// pendingServer suspends in the result's metadata until it is called with an answer.
func pendingServer(t *testing.T, request string, stubborn bool) *wiretest.Server {
	script := wiretest.New(t)
	script.OnCall = func(s *wiretest.Server, call wiretest.Message) {
		var params struct {
			Meta struct {
				Answer json.RawMessage `json:"answer"`
			} `json:"_meta"`
		}
		_ = json.Unmarshal(call.Params, &params)
		if params.Meta.Answer == nil || stubborn {
			s.Answer(call, `{"content":[{"type":"text","text":"Allow?"}],"isError":true,"_meta":{"pending":`+request+`}}`)
			return
		}
		s.Answer(call, `{"content":[{"type":"text","text":`+encoded(t, string(params.Meta.Answer))+`}]}`)
	}
	return script
}

// Contract D6, L1-L3, P1, P2, and kinds K: approval, question, unknown, through the same WaitFor.
func TestPendingResultIsAskedAndTheToolCalledOnceMore(t *testing.T) {
	for name, c := range map[string]struct {
		request string
		answer  Answer
		want    string // the answer that the tool gets
	}{
		"approval": {`{"id":"pnd-1","kind":"approval","prompt":"Allow?"}`, Answer{OK: true}, `{"id":"pnd-1","ok":true}`},
		"question": {`{"id":"q","kind":"question","prompt":"Pick","data":{"questions":[{"question":"Pick a color?","options":["red"]}]}}`,
			Answer{OK: true, Data: map[string]any{"answers": []any{"red"}}}, `{"id":"q","ok":true,"data":{"answers":["red"]}}`},
		"unknown kind": {`{"id":"u","kind":"upload","prompt":"Give","data":{"a":12345678901234567890}}`, Answer{OK: true}, `{"id":"u","ok":true}`},
	} {
		t.Run(name, func(t *testing.T) {
			script := pendingServer(t, c.request, false)
			h := newHost(t, script, nil)
			call := h.call(`{"x":1}`)
			a := h.person.next()
			if got := encoded(t, a.Request); len(got) != len(c.request) || a.Request.ID == "" {
				t.Errorf("asked %s, want %s", got, c.request)
			}
			if !strings.Contains(c.request, string(a.Data)) {
				t.Errorf("data %s", a.Data)
			}
			a.answer <- c.answer
			if state := wait(t, call); state.Phase != Finished || state.Result.Text != c.want {
				t.Errorf("the tool got %+v, want %s", state.Result, c.want)
			}
			if got := string(retry(t, script, 2)["arguments"]); got != `{"x":1}` {
				t.Errorf("called again with %s", got)
			}
		})
	}
}

func TestPendingResultIsNeverAskedTwice(t *testing.T) {
	script := pendingServer(t, `{"id":"p","kind":"approval","prompt":"Allow?"}`, true)
	h := newHost(t, script, nil)
	call := h.call(`{}`)
	h.person.next().answer <- Answer{OK: true}
	if state := wait(t, call); state.Phase != Broken || state.Failure.What != "unresolved: Allow?" {
		t.Errorf("L2: %+v %+v", state, state.Failure)
	}
	h.person.none()

	h = newHost(t, pendingServer(t, `{"id":"p","kind":"approval","prompt":"Allow?"}`, true), nil)
	call = h.call(`{}`)
	h.person.next().answer <- Answer{Reason: ReasonDeclined}
	if state := wait(t, call); state.Phase != Broken || state.Failure.What != "declined/expired: Allow?" {
		t.Errorf("L3: %+v %+v", state, state.Failure)
	}
}

// Contract P2, P3: what is no well-formed Request is an ordinary result.
func TestNothingElseIsTakenForASuspension(t *testing.T) {
	for _, meta := range []string{`{"pending":{"prompt":"x"}}`, `{"pending":"Allow?"}`, `{"pending":null}`, `{}`} {
		script := wiretest.New(t)
		script.OnCall = func(s *wiretest.Server, call wiretest.Message) {
			s.Answer(call, `{"content":[{"type":"text","text":"Log in\nhttps://example.org"}],"isError":true,"_meta":`+meta+`}`)
		}
		h := newHost(t, script, nil)
		if state := wait(t, h.call(`{}`)); state.Phase != Finished || !state.Result.IsError {
			t.Errorf("%s: %+v", meta, state)
		}
		h.person.none()
	}
}

// Case mrtr-on-resource-and-prompt: a resource and a prompt may ask back as a tool does.
func TestResourcesAndPromptsAskToo(t *testing.T) {
	for method, start := range map[string]func(*host) *Call{
		"resources/read": func(h *host) *Call { return h.ReadResource("demo://x") },
		"prompts/get":    func(h *host) *Call { return h.GetPrompt("p", map[string]string{"a": "b"}) },
	} {
		script := wiretest.New(t)
		script.Protocol = "2026-07-28"
		script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
			if m.Method != method {
				return false
			}
			if strings.Contains(string(m.Params), "inputResponses") {
				s.Answer(m, `{"resultType":"complete","contents":[{"uri":"demo://x","text":"hi","odd":1}],"messages":[]}`)
			} else {
				s.Answer(m, inputRequired(`{"who":{"method":"elicitation/create","params":`+nameForm+`}}`, `,"requestState":"s"`))
			}
			return true
		}
		h := newHost(t, script, nil)
		call := start(h)
		answerName(h.person.next(), "Kim")
		if state := wait(t, call); state.Phase != Finished || !strings.Contains(string(state.Result.Raw), `"odd":1`) {
			t.Errorf("%s: %+v %+v", method, state, state.Failure)
		}
		last := script.HeardMethod(method)[1]
		if got := string(last.Params); !strings.Contains(got, `"inputResponses":{"who":{"action":"accept","content":{"name":"Kim"}}},"requestState":"s"`) {
			t.Errorf("%s: retried with %s", method, got)
		}
	}
}
