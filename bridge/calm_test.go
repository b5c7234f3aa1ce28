package bridge

import (
	"fmt"
	"testing"
	"time"

	"parley/bridge/wiretest"
)

// A server that asks and takes it back, over and over, has few of its questions put; one that it means is put all the same.
func TestQuestionsThatAreTakenBackAtOnceAreNotPut(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	withdraw := func(id int) {
		script.Say(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, id))
	}
	const many = 2000
	for n := range many {
		script.Ask(fmt.Sprint(n), formParams)
		withdraw(n)
	}
	allRead(script)
	h.until("all are over", func(s ServerState) bool { return s.Open == 0 })
	if n := len(h.person.asked); n > freeTakes {
		t.Errorf("%d of %d were put", n, many)
	}
	if n := len(h.receipts); n > freeTakes {
		t.Errorf("%d of %d were told of", n, many)
	}
	for len(h.person.asked) > 0 {
		h.person.next()
	}
	script.Ask(`"meant"`, formParams)
	eventually(t, "put", func() bool {
		h.clock.Advance(100 * time.Millisecond)
		return len(h.person.asked) > 0
	})
	h.person.next().answer <- Answer{Reason: ReasonDeclined}
	script.AwaitAnswer(`"meant"`)
	if over := h.clock.Now().Sub(newFakeClock().Now()); over > longCalm+time.Minute {
		t.Errorf("put after %s", over)
	}
}

// A question that waits to be put is answered when Parley closes.
func TestQuestionThatWaitsToBePutIsAnsweredAtTheEnd(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	for n := range freeTakes + 1 {
		script.Ask(fmt.Sprint(n), formParams)
		script.Say(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, n))
	}
	allRead(script)
	h.until("these are over", func(s ServerState) bool { return s.Open == 0 })
	script.Ask(`"last"`, formParams)
	h.until("it is open", func(s ServerState) bool { return s.Open == 1 })
	h.close()
	if got := script.AwaitAnswer(`"last"`); string(got.Result) != `{"action":"cancel"}` {
		t.Errorf("%s", got.Raw)
	}
}

// allRead waits until what the server said so far was read: messages are taken in their order.
func allRead(script *wiretest.Server) {
	script.Say(`{"jsonrpc":"2.0","id":"read","method":"ping"}`)
	script.AwaitAnswer(`"read"`)
}

func TestCalmEndsAfterAWhile(t *testing.T) {
	var c calm
	now := newFakeClock().Now()
	for range 1000 {
		c.tookBack(now, now)
	}
	if wait := c.wait(now); wait <= 0 || wait > longCalm {
		t.Errorf("%s", wait)
	}
	if wait := c.wait(now.Add(longCalm)); wait > 0 {
		t.Errorf("%s", wait)
	}
	c.tookBack(now, now)
	c.tookBack(now.Add(takeEvery/3), now.Add(takeEvery/3))
	if wait := c.wait(now.Add(takeEvery / 3)); wait > longCalm {
		t.Errorf("%s, with a part of a second gone", wait)
	}
	var slow calm
	for range 1000 {
		slow.tookBack(now, now.Add(atOnce))
	}
	if slow.wait(now) > 0 {
		t.Error("questions that were left for a while count")
	}
}
