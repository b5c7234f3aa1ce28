package app

import (
	"context"
	"slices"
	"sync"
	"time"

	"parley/bridge"
	"parley/bridge/schema"
	"parley/widgets"
)

// Inbox is the waiting line: every request that a server waits for, whatever the protocol calls it, from the moment it
// arrives until its answer is given. It shows one modal at a time, oldest first unless one is about to expire, and never
// takes over one that is being answered.
//
// [Inbox.WaitFor] may be called from any number of goroutines; everything else belongs to Fyne's, unless it says
// otherwise. Nothing here waits while holding anything.
type Inbox struct {
	door     *Door
	net      *Net
	clock    Clock
	newSheet func(widgets.Ask, func(widgets.Result)) sheet
	browse   func(address string) error   // opens an address in the system browser
	keeping  string                       // where secrets are kept, when it is not the system's keyring; for the person
	running  func(server string) []string // titles of the tools of a server that run; nil: nobody knows
	changed  func()                       // the line changed
	appeared func(server string)          // a request came up by itself

	line   []*entry  // open, oldest first
	shown  *entry    // the one in front of the person
	went   time.Time // when one went from there last
	lost   time.Time // when one went from there without the person
	drafts drafts
	sent   map[string]sentDraft // answers under way, by request id: a receipt settles each
	expect *bridge.Call         // its next input is on the way: nothing else is shown meanwhile
	unhold func() bool

	mu     sync.Mutex // guards what follows; held for a few instructions only
	open   map[*entry]struct{}
	closed bool
}

// sentDraft is what was typed into a request that was answered, until it is known to have arrived.
type sentDraft struct {
	key   question
	draft []schema.Input
}

// roundPause is how long the next input of a round is awaited before another request is shown.
const roundPause = 250 * time.Millisecond

// WaitFor is the one [bridge.WaitFor]: it puts the request in the line and returns its answer. When ctx ends first, the
// request leaves the line, what was typed is kept, and the answer is [bridge.AnswerAtEnd]'s.
func (in *Inbox) WaitFor(ctx context.Context, s bridge.Suspension) (answer bridge.Answer) {
	// Whatever goes wrong on our side, the server gets an honest "closed without deciding" (contract B6).
	answer = bridge.Answer{ID: s.Request.ID, Reason: bridge.ReasonCancelled}
	in.net.Run(func() { answer = in.wait(ctx, s) })
	return answer
}

func (in *Inbox) wait(ctx context.Context, s bridge.Suspension) bridge.Answer {
	e := &entry{s: s, arrived: s.Arrived, answer: make(chan bridge.Answer, 1)}
	if e.arrived.IsZero() {
		e.arrived = in.clock.Now()
	}
	if !in.register(e) {
		return bridge.Answer{ID: s.Request.ID, Reason: bridge.ReasonCancelled}
	}
	defer in.unregister(e)
	// The server still waits while a panic takes this goroutine down: the line must let go of it.
	defer in.door.Do(func() { in.leave(e) })

	if at := s.Request.ExpiresAt; !at.IsZero() {
		e.deadline = at
		left := at.Sub(in.clock.Now())
		if left <= 0 {
			e.expire() // it came too late: nobody is shown a question that cannot be answered
		}
		stop := in.clock.AfterFunc(left, e.expire)
		defer stop()
	}
	e.body = bodyOf(s)
	if s.Own && in.keeping != "" {
		e.body.notes = append(e.body.notes, in.keeping)
	}
	in.door.Do(func() { in.admit(e) })
	return in.await(ctx, e)
}

// await waits for the answer, and meanwhile for the server's word that the link's errand is done.
func (in *Inbox) await(ctx context.Context, e *entry) bridge.Answer {
	completed := e.s.Completed
	for {
		select {
		case a := <-e.answer:
			return a
		case <-ctx.Done():
			// An answer that was given just before the end counts; the bridge knows what may still go out.
			e.give(bridge.AnswerAtEnd(ctx, e.s.Request.ID))
			return <-e.answer
		case <-completed:
			completed = nil
			in.door.Do(func() { in.errandDone(e) })
		}
	}
}

// register notes an open request; false when the line is closed.
func (in *Inbox) register(e *entry) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.closed {
		return false
	}
	if in.open == nil {
		in.open = make(map[*entry]struct{})
	}
	in.open[e] = struct{}{}
	return true
}

func (in *Inbox) unregister(e *entry) {
	in.mu.Lock()
	defer in.mu.Unlock()
	delete(in.open, e)
}

// Close answers everything open with cancel and lets nothing more in. Any goroutine may call it, more than once; it
// needs no screen.
func (in *Inbox) Close() {
	in.mu.Lock()
	in.closed = true
	in.mu.Unlock()
	in.cancelAll()
}

// cancelAll answers everything open with cancel. Any goroutine may call it.
func (in *Inbox) cancelAll() {
	in.mu.Lock()
	entries := make([]*entry, 0, len(in.open))
	for e := range in.open {
		entries = append(entries, e)
	}
	in.mu.Unlock()
	for _, e := range entries {
		e.give(bridge.Answer{Reason: bridge.ReasonCancelled})
	}
}

// admit puts a request in the line and shows it if nothing else is in front of the person.
func (in *Inbox) admit(e *entry) {
	if e.given.Load() || e.gone {
		return // it ended before it could be shown: no flash of a modal
	}
	e.key = questionOf(e.s)
	in.fill(e)
	in.line = append(in.line, e)
	in.release(e)
	in.giveWay(e)
	in.update()
	in.next()
}

// ended takes what came of a modal.
func (in *Inbox) ended(e *entry, r widgets.Result) {
	if in.shown != e {
		return
	}
	in.vacate()
	e.sheet = nil
	e.draft = r.Draft
	switch r.Outcome {
	case widgets.PutAside:
		in.putAside(e)
		return
	case widgets.Accepted:
		in.accept(e, e.body.dataOf(r.Content))
	case widgets.Declined:
		e.draft = nil
		e.give(bridge.Answer{Reason: bridge.ReasonDeclined})
	default:
		e.draft = nil
		e.give(bridge.Answer{Reason: bridge.ReasonCancelled})
	}
	in.leave(e)
}

// accept gives an answer and keeps what was typed until a receipt says that it arrived.
func (in *Inbox) accept(e *entry, data map[string]any) {
	if !e.give(bridge.Answer{OK: true, Data: data}) {
		return // too late; leave keeps the draft
	}
	if in.sent == nil {
		in.sent = make(map[string]sentDraft)
	}
	in.sent[e.s.Request.ID] = sentDraft{key: e.key, draft: e.draft}
	e.draft = nil
	if e.s.Call != nil && e.s.Index < e.s.Total {
		in.hold(e.s.Call)
	}
}

// putAside keeps the request open, out of the way. What waits behind it stays in the line as well: the person wants to
// see the window, not the next question.
func (in *Inbox) putAside(e *entry) {
	for _, other := range in.line {
		other.aside = true
	}
	in.update()
}

// goBack ends the shown request so that the one before it is asked again; what stood in it is filled in when it returns.
func (in *Inbox) goBack(e *entry) {
	if in.shown != e {
		return
	}
	if e.sheet != nil {
		e.draft = e.sheet.Close()
	}
	in.vacate()
	e.sheet = nil
	in.hold(e.s.Call)
	e.s.Back()
	e.give(bridge.Answer{Reason: bridge.ReasonCancelled})
	in.leave(e)
}

// leave takes a request that has its answer out of the line and keeps what was typed into it.
func (in *Inbox) leave(e *entry) {
	if e.gone {
		return
	}
	if e.sheet != nil {
		e.draft = e.sheet.Close()
		in.lost = in.clock.Now()
	}
	in.drafts.keep(e.key, e.draft)
	in.drop(e)
	in.update()
	in.next()
}

// drop takes a request out of the line.
func (in *Inbox) drop(e *entry) {
	e.gone = true
	e.sheet = nil
	if e.unarm != nil {
		e.unarm()
	}
	if in.shown == e {
		in.vacate()
	}
	in.line = slices.DeleteFunc(in.line, func(other *entry) bool { return other == e })
}

// vacate notes that nothing is in front of the person any more.
func (in *Inbox) vacate() { in.shown, in.went = nil, in.clock.Now() }

// justLost reports whether a request went by itself a moment ago: what is pressed now was meant for it.
func (in *Inbox) justLost() bool {
	return !in.lost.IsZero() && in.clock.Now().Sub(in.lost) < strayTime
}

// strayTime is how long a key or a click may have been meant for a request that went by itself.
const strayTime = 500 * time.Millisecond

// takesIn is how long it takes until the shown request takes what ends it, for whoever operates Parley by itself.
func (in *Inbox) takesIn() time.Duration {
	return max(arming, in.went.Add(1100*time.Millisecond).Sub(in.clock.Now()))
}

// settle takes the receipt of a request: what was typed is dropped once it arrived, and kept when it did not.
func (in *Inbox) settle(r bridge.Receipt) {
	id := r.Suspension.Request.ID
	switch r.Ending {
	case bridge.EndExpired, bridge.EndStoppedWaiting, bridge.EndWithdrawn, bridge.EndServerGone, bridge.EndStopped:
		in.over(id) // the receipt may be here before the word of WaitFor is
	}
	sent, known := in.sent[id]
	if !known {
		return
	}
	delete(in.sent, id)
	switch r.Ending {
	case bridge.EndSent, bridge.EndDeclined, bridge.EndDismissed:
	default:
		in.drafts.keep(sent.key, sent.draft)
	}
}

// over takes a request out of the line that has ended without the person, and keeps what was typed into it.
func (in *Inbox) over(id string) {
	for _, e := range slices.Clone(in.line) {
		if e.s.Request.ID == id {
			in.leave(e)
		}
	}
}

// keeps reports whether what was typed into a request is kept.
func (in *Inbox) keeps(s bridge.Suspension) bool {
	return in.drafts.has(questionOf(s))
}
