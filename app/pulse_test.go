package app

import (
	"testing"
	"time"

	"parley/bridge"
)

// pulseRig is a pulse over a hand-moved clock that counts what comes out.
func pulseRig() (p *pulse, q *queue, clock *handClock, got *[]changes) {
	q, clock = newQueue(), newHandClock()
	got = &[]changes{}
	p = &pulse{door: NewDoor(q.Do, &Net{}), clock: clock, flush: func(c changes) { *got = append(*got, c) }}
	return p, q, clock, got
}

func TestFirstEventIsDrawnAtOnceAndAFloodIsGathered(t *testing.T) {
	p, q, clock, got := pulseRig()
	p.notify(bridge.Event{})
	q.Pump()
	if len(*got) != 1 {
		t.Fatalf("%d redraws after the first event", len(*got))
	}
	for range 10_000 {
		p.notify(bridge.Event{Call: &bridge.Call{}})
	}
	q.Pump()
	if len(*got) != 1 {
		t.Errorf("%d redraws within a beat", len(*got))
	}
	clock.Advance(beat)
	q.Pump()
	if len(*got) != 2 {
		t.Errorf("%d redraws after the beat", len(*got))
	}
}

func TestOneSecondOfEventsIsAtMostTwentyRedraws(t *testing.T) {
	p, q, clock, got := pulseRig()
	for range 1000 {
		p.notify(bridge.Event{})
		clock.Advance(beat / 50)
		q.Pump()
	}
	if n := len(*got); n > 21 || n < 15 {
		t.Errorf("%d redraws in a second", n)
	}
}

func TestReceiptsAreNeverMerged(t *testing.T) {
	p, q, clock, got := pulseRig()
	p.notify(bridge.Event{})
	q.Pump()
	for i := range 5 {
		p.notify(bridge.Event{Receipt: &bridge.Receipt{Ending: bridge.Ending(i)}})
	}
	clock.Advance(beat)
	q.Pump()
	last := (*got)[len(*got)-1]
	if len(last.receipts) != 5 {
		t.Fatalf("%d receipts", len(last.receipts))
	}
	for i, r := range last.receipts {
		if r.Ending != bridge.Ending(i) {
			t.Errorf("receipt %d is %v", i, r.Ending)
		}
	}
}

// While Fyne shuts down, what enters its goroutine runs on the caller's, at once. That must not lock anybody up.
func TestPulseSurvivesADoorThatRunsAtOnce(t *testing.T) {
	flushed := 0
	p := &pulse{door: NewDoor(func(f func()) { f() }, &Net{}), clock: newHandClock(), flush: func(changes) { flushed++ }}
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.notify(bridge.Event{})
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("it locked up")
	}
	if flushed != 1 {
		t.Errorf("%d redraws", flushed)
	}
}
