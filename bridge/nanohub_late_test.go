package bridge

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/bridge/nanohubtest"
)

// Contract 0.4, T1, T2: nanoHUB gives up after 60 s without a word. Its result ends the question, nothing is sent, and the next
// question tells how long it usually waits (D2).
func TestT1T2SilentTimeOutClosesTheQuestion(t *testing.T) {
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, nil)
	call := h.Server.Call(h.tool(t, "submit_batch"), nil)
	a := h.person.next()
	if a.UsuallyWaits != 0 {
		t.Errorf("it cannot know yet: %s", a.UsuallyWaits)
	}
	h.clock.Advance(nanohubtest.Patience)
	hub.Pass(nanohubtest.Patience)
	<-a.ctx.Done()
	a.answer <- batch("long") // the person was too late
	if got := h.text(call); got != "RuntimeError: Timed out waiting for client response to elicitation/create" {
		t.Errorf("result %s", got)
	}
	if r := h.receipt(); r.Ending != EndStoppedWaiting || r.Told || r.After.Round(time.Second) != nanohubtest.Patience {
		t.Errorf("receipt %+v", r)
	}
	call = h.Server.Call(h.tool(t, "submit_batch"), nil)
	again := h.person.next()
	if again.UsuallyWaits != nanohubtest.Patience {
		t.Errorf("it usually waits %s", again.UsuallyWaits)
	}
	again.answer <- batch("long")
	h.text(call)
	if n := len(posts(hub, "")); n != 1 {
		t.Errorf("%d answers went out, want 1", n)
	}
}

// Contract T3: an answer that nobody waits for any more is never told as sent; it is kept, and the session lives on.
func TestT3LateAnswerIsNotTakenForSent(t *testing.T) {
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, nil)
	session := lastSession(hub)
	job := jobOf(t, h.text(h.Server.Call(h.tool(t, "ask_later"), nil)))
	a := h.person.next()
	hub.Pass(nanohubtest.Patience) // and nobody says so: there is no call that could return
	a.answer <- batch("long")
	again := h.person.next()
	if again.Again == nil || again.Again.Err == nil || !strings.Contains(again.Again.Err.Error(), "not waiting") || again.Again.Answer.Data["queue"] != "long" {
		t.Errorf("asked again with %+v", again.Again)
	}
	again.answer <- Answer{Reason: ReasonCancelled}
	if r := h.receipt(); r.Told || r.Ending != EndUndelivered {
		t.Errorf("receipt %+v", r)
	}
	if got := h.run("get_job_result", fmt.Sprintf(`{"job_id":%q}`, job)); !strings.Contains(got, "RuntimeError: Timed out waiting") {
		t.Errorf("the job ended with %s", got)
	}
	call := h.Server.Call(h.tool(t, "submit_batch"), nil)
	h.person.next().answer <- batch("long")
	if got := h.text(call); got != batchResult || lastSession(hub) != session {
		t.Errorf("afterwards %s in session %s, was %s", got, lastSession(hub), session)
	}
}

// Contract T6: Stop ends a call at once although nanoHUB ignores that; the answer that it waited for is told first.
func TestStoppedCallAnswersItsQuestionFirst(t *testing.T) {
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, nil)
	call := h.Server.Call(h.tool(t, "submit_batch"), nil)
	h.person.next()
	call.Stop()
	if state := wait(t, call); state.Phase != Stopped && state.Phase != Finished {
		t.Errorf("%+v", state)
	}
	if answers := posts(hub, ""); len(answers) != 1 || !strings.Contains(answers[0].Body, `{"action":"cancel"}`) {
		t.Errorf("answers %+v", answers)
	}
	if got := h.run("add", `{"a":2,"b":3}`); got != `{"sum": 5}` {
		t.Errorf("afterwards %s", got)
	}
}
