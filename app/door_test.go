package app

import (
	"sync"
	"testing"
	"time"
)

// queue stands in for Fyne's goroutine: what is queued runs when the test goroutine says so, on the test goroutine.
type queue struct {
	mu    sync.Mutex
	fs    []func()
	added chan struct{}
}

func newQueue() *queue { return &queue{added: make(chan struct{}, 1)} }

func (q *queue) Do(f func()) {
	q.mu.Lock()
	q.fs = append(q.fs, f)
	q.mu.Unlock()
	select {
	case q.added <- struct{}{}:
	default:
	}
}

// Pump runs everything that is queued, and what that queues.
func (q *queue) Pump() {
	for {
		q.mu.Lock()
		fs := q.fs
		q.fs = nil
		q.mu.Unlock()
		if len(fs) == 0 {
			return
		}
		for _, f := range fs {
			f()
		}
	}
}

// Until pumps until what the test waits for has come.
func (q *queue) Until(t *testing.T, what string, come func() bool) {
	t.Helper()
	late := time.After(20 * time.Second)
	for {
		q.Pump()
		if come() {
			return
		}
		select {
		case <-q.added:
		case <-time.After(2 * time.Millisecond):
		case <-late:
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

func TestClosedDoorLetsNothingThrough(t *testing.T) {
	q := newQueue()
	door := NewDoor(q.Do, &Net{})
	ran := 0
	door.Do(func() { ran++ })
	door.Close()
	door.Do(func() { ran++ })
	q.Pump()
	if ran != 0 {
		t.Errorf("%d functions ran after the door was closed", ran)
	}
}

func TestDoorKeepsTheOrderAndSurvivesAPanic(t *testing.T) {
	q := newQueue()
	caught := 0
	door := NewDoor(q.Do, &Net{Caught: func(Crash) { caught++ }})
	var order []int
	for i := range 3 {
		door.Do(func() {
			order = append(order, i)
			if i == 1 {
				panic("in the middle")
			}
		})
	}
	q.Pump()
	if len(order) != 3 || order[0] != 0 || order[2] != 2 {
		t.Errorf("order %v", order)
	}
	if caught != 1 {
		t.Errorf("%d panics caught", caught)
	}
}

func TestWhatWaitsGoesThroughTogether(t *testing.T) {
	entered, ran := 0, 0
	q := newQueue()
	door := NewDoor(func(f func()) { entered++; q.Do(f) }, &Net{})
	for range 100 {
		door.Do(func() {
			if ran++; ran == 100 {
				door.Do(func() { ran++ })
			}
		})
	}
	if entered != 1 {
		t.Errorf("entered %d times for 100 functions", entered)
	}
	q.Pump()
	if ran != 101 || entered != 2 {
		t.Errorf("%d functions ran, entered %d times", ran, entered)
	}
}
