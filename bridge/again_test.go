package bridge

import (
	"context"
	"strings"
	"testing"

	"parley/bridge/wiretest"
)

// A server that says that its tools changed whenever they are read does not have them read at the speed of the wire (aspire#14494).
func TestToolsThatOnlySayThatTheyChangeAreReadLessAndLess(t *testing.T) {
	script := wiretest.New(t)
	script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
		if m.Method == "tools/list" {
			s.Answer(m, `{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}`)
			s.Say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
			return true
		}
		return false
	}
	h := newHost(t, script, nil)
	count := func() int { return len(script.HeardMethod("tools/list")) }
	eventually(t, "read some times", func() bool { return count() >= freeReads })
	script.Say(`{"jsonrpc":"2.0","id":5,"method":"ping"}`)
	script.AwaitAnswer(`5`)
	if n := count(); n > freeReads+2 {
		t.Errorf("read %d times while the clock stood still", n)
	}
	before := count()
	eventually(t, "read again", func() bool {
		h.clock.advance(firstPace) // the last reading may end only now, and counts from then
		return count() > before
	})
}

// What panics is not begun for ever.
func TestAgainGoesOnAfterAPanic(t *testing.T) {
	var a again
	func() {
		defer func() { _ = recover() }()
		a.do(func() { panic("x") })
	}()
	done := false
	a.do(func() { done = true })
	if !done {
		t.Error("nothing is done any more")
	}
}

// A list that changes is read at once each time.
func TestPaceIsFreeForWhatChanges(t *testing.T) {
	clock, p := newFakeClock(), pace{}
	for range 100 {
		if !p.wait(t.Context(), clock) {
			t.Fatal("waited")
		}
		p.read(clock.Now(), true)
	}
	for range freeReads {
		p.read(clock.Now(), false)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if p.wait(ctx, clock) {
		t.Error("did not wait")
	}
}

// A line of many values is noise, not many messages.
func TestEndlessRowIsNoise(t *testing.T) {
	if list := several([]byte(strings.Repeat("{}", maxSeveral+5))); list != nil {
		t.Errorf("%d messages", len(list))
	}
	if list := several([]byte(`{"a":1} {"b":2}`)); len(list) != 2 {
		t.Errorf("%d messages", len(list))
	}
}
