package bridge

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/bridge/nanohubtest"
)

// jobOf is the job that a call of an async tool started.
func jobOf(t *testing.T, text string) string {
	t.Helper()
	var said struct {
		Status string
		JobID  string `json:"job_id"`
	}
	if err := json.Unmarshal([]byte(text), &said); err != nil || said.Status != "running" || said.JobID == "" {
		t.Fatalf("%s starts no job: %v", text, err)
	}
	return said.JobID
}

// Contract J1, J2: a call of an async tool ends with its job, whichever way round the server says so; the job can be polled to its
// end, which is there once.
func TestJ2AsyncToolsAnswer(t *testing.T) {
	for _, streamFirst := range []bool{false, true} {
		hub := nanohubtest.New(t)
		hub.StreamFirst = streamFirst
		h := newNanohub(t, hub, nil)
		job := jobOf(t, h.run("simulate", `{"minutes":5}`))
		poll := fmt.Sprintf(`{"job_id":%q}`, job)
		if got := h.run("get_job_result", poll); got != fmt.Sprintf(`{"status": "running", "job_id": %q}`, job) {
			t.Errorf("poll %s", got)
		}
		var now string
		eventually(t, "done", func() bool {
			hub.Pass(5 * time.Minute)
			now = h.run("get_job_result", poll)
			return !strings.Contains(now, "running")
		})
		if want := fmt.Sprintf(`{"status": "done", "job_id": %q, "result": {"minutes": 5, "converged": true}}`, job); now != want {
			t.Errorf("poll %s", now)
		}
		if got := h.run("get_job_result", poll); got != fmt.Sprintf(`{"status": "not_found", "job_id": %q}`, job) {
			t.Errorf("poll %s", got)
		}
		// The response to arguments that it refuses comes on the stream too.
		state := wait(t, h.Server.Call(h.tool(t, "simulate"), json.RawMessage("null")))
		if state.Phase != Broken || !strings.Contains(state.Failure.Detail, "-32602") {
			t.Errorf("%+v, %+v", state, state.Failure)
		}
	}
}

// Contract J2: a call whose response was lost with the stream can be stopped, and the next one works.
func TestJ2ResponseThatIsLostCanBeGivenUp(t *testing.T) {
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, nil)
	hub.Forget() // what it says from now on is lost
	call := h.Server.Call(h.tool(t, "simulate"), nil)
	eventually(t, "heard", func() bool { return len(posts(hub, "tools/call")) == 1 })
	call.Stop()
	if state := wait(t, call); state.Phase != Stopped && state.Phase != Broken {
		t.Errorf("%+v", state)
	}
	eventually(t, "usable again", func() bool {
		state := wait(t, h.Server.Call(h.tool(t, "add"), json.RawMessage(`{"a":2,"b":3}`)))
		return state.Phase == Finished && state.Result.Text == `{"sum": 5}`
	})
}

// Contract J4: a job's question is shown although no call is in flight, stays when other calls return, and its answer ends up in the
// job's result. It may come before the response of the call that started the job (T2 must not end it).
func TestJ4QuestionOfAJobOutlivesItsCall(t *testing.T) {
	for _, jobFirst := range []bool{false, true} {
		hub := nanohubtest.New(t)
		hub.JobFirst = jobFirst
		h := newNanohub(t, hub, nil)
		call := h.Server.Call(h.tool(t, "ask_later"), nil)
		a := h.person.next()
		job := jobOf(t, h.text(call))
		if jobFirst == (a.Call == nil) { // it is known as long as its call runs
			t.Errorf("job first %v: asked for %v", jobFirst, a.Call)
		}
		for range 3 {
			h.run("add", `{"a":2,"b":3}`)
		}
		if a.ctx.Err() != nil {
			t.Errorf("job first %v: the question was closed: %v", jobFirst, context.Cause(a.ctx))
		}
		a.answer <- batch("long")
		if r := h.receipt(); r.Ending != EndSent || !r.Told {
			t.Errorf("ending %d, told %v", r.Ending, r.Told)
		}
		want := fmt.Sprintf(`{"status": "done", "job_id": %q, "result": %s}`, job, batchResult)
		eventually(t, "done", func() bool { return h.run("get_job_result", fmt.Sprintf(`{"job_id":%q}`, job)) == want })
	}
}

// Contract J4: a job's question that comes while another call is in flight does not end with that call.
func TestJ4QuestionOfAJobOutlivesOtherCalls(t *testing.T) {
	hub := nanohubtest.New(t)
	hub.JobFirst = true // the question is in before the job's own call returns
	h := newNanohub(t, hub, nil)
	other := h.Server.Call(h.tool(t, "submit_batch"), nil)
	mine := h.person.next()
	job := jobOf(t, h.text(h.Server.Call(h.tool(t, "ask_later"), nil)))
	late := h.person.next()
	mine.answer <- batch("long")
	h.text(other)
	h.receipt()
	h.run("add", `{"a":2,"b":3}`)
	if late.ctx.Err() != nil {
		t.Fatalf("the question was closed: %v", context.Cause(late.ctx))
	}
	late.answer <- Answer{Reason: ReasonDeclined}
	if r := h.receipt(); r.Ending != EndDeclined {
		t.Errorf("receipt %+v", r)
	}
	eventually(t, "done", func() bool {
		return h.run("get_job_result", fmt.Sprintf(`{"job_id":%q}`, job)) == fmt.Sprintf(`{"status": "done", "job_id": %q, "result": {"raw": {"action": "decline"}}}`, job)
	})
}
