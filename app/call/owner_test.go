package call_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"parley/app/call"
	"parley/bridge"
)

// runner is a server whose calls a test plays.
type runner struct{ calls []*played }

func (r *runner) Call(tool bridge.Tool, arguments json.RawMessage) call.Live {
	c := &played{id: fmt.Sprint("call-", len(r.calls)+1), tool: tool, arguments: arguments}
	r.calls = append(r.calls, c)
	return c
}

type played struct {
	id        string
	tool      bridge.Tool
	arguments json.RawMessage
	next      *played

	mu      sync.Mutex
	state   bridge.CallState
	stopped bool
}

func (c *played) ID() string                 { return c.id }
func (c *played) Tool() bridge.Tool          { return c.tool }
func (c *played) Arguments() json.RawMessage { return c.arguments }

func (c *played) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = true
}

func (c *played) Continue() call.Live {
	if c.next == nil {
		return nil
	}
	return c.next
}

func (c *played) State() bridge.CallState {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state
}

func (c *played) ends(phase bridge.CallPhase, result *bridge.Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state.Phase, c.state.Result, c.state.Ended = phase, result, time.Unix(100, 0)
}

var (
	read  = call.Key{Server: "files", Tool: "read"}
	write = call.Key{Server: "files", Tool: "write"}
	other = call.Key{Server: "lab", Tool: "read"}
)

func run(o *call.Owner, on *runner, key call.Key, arguments string) call.Snapshot {
	return o.Run(key, on, bridge.Tool{Name: key.Tool}, json.RawMessage(arguments))
}

func ids(list []call.Snapshot) string {
	text := ""
	for _, s := range list {
		text += s.ID + " "
	}
	return text
}

func heard(ids ...string) map[string]bool {
	set := map[string]bool{}
	for _, id := range ids {
		set[id] = true
	}
	return set
}

func TestSeveralCallsOfOneToolGoOnAtOnce(t *testing.T) {
	var o call.Owner
	var r runner
	first, second := run(&o, &r, read, `{"n":1}`), run(&o, &r, read, `{"n":2}`)
	if got := ids(o.Running()); got != "call-1 call-2 " {
		t.Errorf("%q run", got)
	}
	if latest := o.Latest(read); latest.ID != second.ID || string(latest.Arguments) != `{"n":2}` {
		t.Errorf("%+v is the latest", latest)
	}
	r.calls[1].ends(bridge.Finished, &bridge.Result{Text: "two"})
	if !o.Get(first.ID).Running() || o.Get(second.ID).Running() || o.Get(second.ID).Result.Text != "two" {
		t.Errorf("%+v", o.All())
	}
	o.Stop(first.ID)
	if !r.calls[0].stopped || r.calls[1].stopped {
		t.Error("another one was stopped")
	}
}

func TestTheNextCallOfAToolTakesThePlaceOfAnEndedOne(t *testing.T) {
	var o call.Owner
	var r runner
	run(&o, &r, read, "{}")
	run(&o, &r, write, "{}")
	r.calls[0].ends(bridge.Finished, &bridge.Result{Text: "long"})
	run(&o, &r, read, "{}")
	if got := ids(o.All()); got != "call-2 call-3 " {
		t.Errorf("%q are kept", got)
	}
	if o.Get("call-1").ID != "" {
		t.Error("the ended one is kept")
	}
}

func TestAnEndIsReportedOnceAndStaysUnseenUntilSomebodyLooks(t *testing.T) {
	var o call.Owner
	var r runner
	run(&o, &r, read, "{}")
	if got := o.Changes(heard("call-1", "stranger")); len(got) != 1 || got[0].Kind != call.Moved {
		t.Errorf("%+v", got)
	}
	if got := o.Changes(heard("stranger")); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	r.calls[0].ends(bridge.Broken, nil)
	got := o.Changes(heard("call-1"))
	if len(got) != 1 || got[0].Kind != call.Ended || !got[0].Call.Unseen || !got[0].Call.Failed() {
		t.Fatalf("%+v", got)
	}
	if got := o.Changes(heard("call-1")); len(got) != 0 {
		t.Errorf("told again: %+v", got)
	}
	if !o.Latest(read).Unseen {
		t.Error("seen already")
	}
	o.Look(read)
	if o.Latest(read).Unseen {
		t.Error("still unseen")
	}
}

func TestWhatFailed(t *testing.T) {
	for _, c := range []struct {
		phase  bridge.CallPhase
		result *bridge.Result
		failed bool
	}{
		{bridge.Finished, &bridge.Result{}, false},
		{bridge.Finished, &bridge.Result{IsError: true}, true},
		{bridge.Broken, nil, true},
		{bridge.Stopped, nil, false},
	} {
		var o call.Owner
		var r runner
		run(&o, &r, read, "{}")
		r.calls[0].ends(c.phase, c.result)
		if got := o.Latest(read).Failed(); got != c.failed {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// A server that goes takes what its calls left behind with it, but no call: one that goes on is told of when it ends.
func TestCallsOfAServerThatGoes(t *testing.T) {
	var o call.Owner
	var r runner
	run(&o, &r, read, "{}")
	run(&o, &r, write, "{}")
	run(&o, &r, other, "{}")
	r.calls[0].ends(bridge.Finished, &bridge.Result{Text: "ten megabytes"})
	o.Hold(read, json.RawMessage("{}"))
	o.Gone("files")
	if got := ids(o.All()); got != "call-2 call-3 " {
		t.Errorf("%q are kept", got)
	}
	if _, held := o.Held(read); held {
		t.Error("a call is held for a server that is gone")
	}
	if got := ids(o.Running()); got != "call-2 call-3 " {
		t.Errorf("%q run", got)
	}
	if o.Latest(write).ID != "" {
		t.Error("a new server of that name has the call of the old one")
	}
	run(&o, &r, write, "{}")
	r.calls[1].ends(bridge.Broken, nil)
	if got := o.Changes(heard("call-2")); len(got) != 1 || got[0].Kind != call.Ended {
		t.Errorf("%+v", got)
	}
	if got := ids(o.All()); got != "call-3 call-4 " {
		t.Errorf("%q are kept", got)
	}
}

func TestACallIsHeldUntilItBegins(t *testing.T) {
	var o call.Owner
	var r runner
	o.Hold(read, json.RawMessage(`{"n":1}`))
	o.Hold(read, json.RawMessage(`{"n":2}`))
	if raw, held := o.Held(read); !held || string(raw) != `{"n":2}` {
		t.Errorf("%s %v", raw, held)
	}
	if _, held := o.Held(write); held {
		t.Error("held for another tool")
	}
	run(&o, &r, read, `{"n":2}`)
	if _, held := o.Held(read); held {
		t.Error("held and begun")
	}
	o.Hold(read, nil)
	o.Drop(read)
	if _, held := o.Held(read); held {
		t.Error("held after it was given up")
	}
}

func TestCallsThatGoOnAfterTooManyRounds(t *testing.T) {
	var o call.Owner
	var r runner
	first := run(&o, &r, read, "{}")
	if _, goesOn := o.Continue(first.ID); goesOn {
		t.Error("it cannot go on")
	}
	r.calls[0].ends(bridge.Broken, nil)
	r.calls[0].next = &played{id: "next", tool: bridge.Tool{Name: "read"}}
	next, goesOn := o.Continue(first.ID)
	if !goesOn || next.ID != "next" || o.Latest(read).ID != "next" || o.Get(first.ID).ID != "" {
		t.Errorf("%+v %v %+v", next, goesOn, o.All())
	}
	if _, goesOn := o.Continue("stranger"); goesOn {
		t.Error("a stranger goes on")
	}
	o.Stop("stranger")
}

func TestToolsOfTheSameNameHaveCallsOfTheirOwn(t *testing.T) {
	var o call.Owner
	var r runner
	second := read
	second.Nth = 1
	run(&o, &r, read, "{}")
	run(&o, &r, second, "{}")
	if o.Latest(read).ID != "call-1" || o.Latest(second).ID != "call-2" {
		t.Errorf("%+v", o.All())
	}
}

// The bridge tells of calls on goroutines of its own.
func TestOwnerIsSafeFromAnyGoroutine(t *testing.T) {
	var o call.Owner
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			var r runner
			key := call.Key{Server: fmt.Sprint(i % 2), Tool: fmt.Sprint(i)}
			for range 50 {
				s := run(&o, &r, key, "{}")
				o.Stop(s.ID)
				r.calls[len(r.calls)-1].ends(bridge.Stopped, nil)
				o.Changes(heard(s.ID))
				o.Look(key)
				o.Gone("1")
				o.All()
			}
		})
	}
	all.Wait()
}
