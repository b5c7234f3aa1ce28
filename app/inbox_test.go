package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/bridge"
	"parley/bridge/schema"
	"parley/bridge/wiretest"
	"parley/widgets"
)

// paper is a modal that a test fills in by hand.
type paper struct {
	ask       widgets.Ask
	done      func(widgets.Result)
	draft     []schema.Input
	open      bool
	position  string
	crowd     int
	cause     string
	completed bool
}

func (p *paper) Show()                       { p.open = true }
func (p *paper) Tick(cause string)           { p.cause = cause }
func (p *paper) Completed()                  { p.completed = true }
func (p *paper) SetPosition(position string) { p.position = position }
func (p *paper) SetCrowd(requests int)       { p.crowd = requests }

func (p *paper) InFront() bool { return p.open }

func (p *paper) Close() []schema.Input {
	p.open = false
	return p.draft
}

// end is what a person does.
func (p *paper) end(outcome widgets.Outcome, content string) {
	p.open = false
	r := widgets.Result{Outcome: outcome, Draft: p.draft}
	if content != "" {
		r.Content = json.RawMessage(content)
	}
	p.done(r)
}

// line is a waiting line on a table: papers instead of modals, a clock moved by hand.
type line struct {
	*Inbox
	t      *testing.T
	q      *queue
	clock  *handClock
	papers []*paper
	opened []string
	fails  error // of opening a link

	wg sync.WaitGroup
}

func newLine(t *testing.T) *line {
	t.Helper()
	l := &line{t: t, q: newQueue(), clock: newHandClock()}
	net := &Net{Caught: func(Crash) { t.Error("something panicked") }}
	l.Inbox = &Inbox{door: NewDoor(l.q.Do, net), net: net, clock: l.clock}
	l.newSheet = func(ask widgets.Ask, done func(widgets.Result)) sheet {
		p := &paper{ask: ask, done: done, position: ask.Position, cause: ask.Cause, draft: ask.Draft}
		l.papers = append(l.papers, p)
		return p
	}
	l.browse = func(address string) error {
		if l.fails != nil {
			return l.fails
		}
		l.q.Do(func() { l.opened = append(l.opened, address) })
		return nil
	}
	t.Cleanup(func() {
		l.Close()
		l.wg.Wait()
		l.q.Pump()
		if err := wiretest.Leaks(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// reply is an answer that a test waits for.
type reply struct {
	l  *line
	ch chan bridge.Answer
}

func (r reply) get() bridge.Answer {
	r.l.t.Helper()
	select {
	case a := <-r.ch:
		r.l.q.Pump()
		return a
	case <-time.After(20 * time.Second):
		r.l.t.Fatal("no answer")
		return bridge.Answer{}
	}
}

func (r reply) none() {
	r.l.t.Helper()
	select {
	case a := <-r.ch:
		r.l.t.Fatalf("answered %+v", a)
	default:
	}
}

// ask puts a request in the line and returns when the line has it.
func (l *line) ask(ctx context.Context, s bridge.Suspension) reply {
	l.t.Helper()
	if s.Server == "" {
		s.Server = "Demo lab"
	}
	if s.Request.Kind == "" {
		s.Request.Kind = bridge.KindInput
	}
	if s.Arrived.IsZero() {
		s.Arrived = l.clock.Now()
	}
	if s.Total == 0 {
		s.Index, s.Total = 1, 1
	}
	before := l.Count()
	r := reply{l: l, ch: make(chan bridge.Answer, 1)}
	l.wg.Go(func() { r.ch <- l.WaitFor(ctx, s) })
	l.q.Until(l.t, "the request in the line", func() bool { return l.Count() == before+1 })
	return r
}

// front is the one modal that is open; there must be exactly one.
func (l *line) front() *paper {
	l.t.Helper()
	var open []*paper
	for _, p := range l.papers {
		if p.open {
			open = append(open, p)
		}
	}
	if len(open) != 1 {
		l.t.Fatalf("%d modals are open", len(open))
	}
	return open[0]
}

func (l *line) nothingShown() {
	l.t.Helper()
	for _, p := range l.papers {
		if p.open {
			l.t.Fatalf("%q is shown", p.ask.Message)
		}
	}
}

func request(id, prompt string) bridge.Suspension {
	return bridge.Suspension{
		Request: bridge.Request{ID: id, Kind: bridge.KindInput, Prompt: prompt},
		Schema:  json.RawMessage(`{"type":"object","properties":{"name":{"type":"string"}}}`),
	}
}

func typedIn(text string) []schema.Input { return []schema.Input{{Text: text, Touched: true}} }

func TestEachOutcomeGivesItsAnswer(t *testing.T) {
	tests := []struct {
		name    string
		outcome widgets.Outcome
		content string
		want    bridge.Answer
	}{
		{"send", widgets.Accepted, `{"name":"Kim"}`, bridge.Answer{ID: "elc-1", OK: true, Data: map[string]any{"name": json.RawMessage(`"Kim"`)}}},
		{"send nothing", widgets.Accepted, `{}`, bridge.Answer{ID: "elc-1", OK: true}},
		{"decline", widgets.Declined, "", bridge.Answer{ID: "elc-1", Reason: bridge.ReasonDeclined}},
		{"not now", widgets.Dismissed, "", bridge.Answer{ID: "elc-1", Reason: bridge.ReasonCancelled}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := newLine(t)
			got := l.ask(t.Context(), request("elc-1", "Who?"))
			l.front().end(tt.outcome, tt.content)
			if a := got.get(); fmt.Sprint(a) != fmt.Sprint(tt.want) {
				t.Errorf("got %+v, want %+v", a, tt.want)
			}
			if l.Count() != 0 {
				t.Errorf("%d still wait", l.Count())
			}
		})
	}
}

func TestNumbersKeepTheirDigits(t *testing.T) {
	l := newLine(t)
	got := l.ask(t.Context(), request("elc-1", "How many?"))
	l.front().end(widgets.Accepted, `{"n":9007199254740993.10}`)
	raw, err := bridge.EncodeJSON(got.get().Data)
	if err != nil || string(raw) != `{"n":9007199254740993.10}` {
		t.Errorf("%s, %v", raw, err)
	}
}

// Case proto-two-elicitations-same-server.
func TestSecondRequestWaitsItsTurnAndStartsEmpty(t *testing.T) {
	l := newLine(t)
	first := l.ask(t.Context(), request("elc-1", "First?"))
	second := l.ask(t.Context(), request("elc-2", "Second?"))
	p := l.front()
	if p.ask.Message != "First?" || p.position != "1 of 2" {
		t.Errorf("shown %q, %q", p.ask.Message, p.position)
	}
	p.draft = typedIn("one")
	p.end(widgets.Accepted, `{"name":"one"}`)
	first.get()
	p = l.front()
	if p.ask.Message != "Second?" || typed(p.ask.Draft) || p.position != "" {
		t.Errorf("shown %q with %v, %q", p.ask.Message, p.ask.Draft, p.position)
	}
	if !p.ask.Arrives {
		t.Error("a request that came up by itself takes keys at once")
	}
	second.none()
	p.end(widgets.Declined, "")
	second.get()
}

// Two requests of one moment may reach the line in the other order.
func TestOlderRequestThatComesJustBehindGoesFirst(t *testing.T) {
	l := newLine(t)
	later := request("elc-2", "Second?")
	later.Arrived, later.AnswerWithin = l.clock.Now().Add(time.Microsecond), time.Minute
	second := l.ask(t.Context(), later)
	first := l.ask(t.Context(), request("elc-1", "First?"))
	p := l.front()
	if p.ask.Message != "First?" || p.position != "1 of 2" {
		t.Errorf("shown %q, %q", p.ask.Message, p.position)
	}
	l.clock.Advance(2 * time.Minute) // the time to answer does not run while it waits in line
	l.q.Pump()
	second.none()
	p.end(widgets.Declined, "")
	first.get()
	if p = l.front(); p.ask.Message != "Second?" || typed(p.ask.Draft) {
		t.Errorf("shown %q with %v", p.ask.Message, p.ask.Draft)
	}
	l.clock.Advance(overtaken)
	old := request("elc-3", "Old?")
	old.Arrived = later.Arrived.Add(-time.Hour)
	l.ask(t.Context(), old)
	if p = l.front(); p.ask.Message != "Second?" {
		t.Errorf("shown %q: it took over one that is being answered", p.ask.Message)
	}
}

func TestRequestAboutToExpireGoesFirst(t *testing.T) {
	l := newLine(t)
	l.ask(t.Context(), request("elc-1", "shown"))
	l.ask(t.Context(), request("elc-2", "older"))
	urgent := request("elc-3", "urgent")
	urgent.Request.ExpiresAt = l.clock.Now().Add(50 * time.Second)
	l.ask(t.Context(), urgent)
	if got := l.front().ask.Message; got != "shown" {
		t.Fatalf("%q took over a request that was being answered", got)
	}
	l.front().end(widgets.Declined, "")
	l.q.Pump()
	if got := l.front().ask.Message; got != "urgent" {
		t.Errorf("then %q", got)
	}
}

func TestFarDeadlineDoesNotJumpTheLine(t *testing.T) {
	l := newLine(t)
	l.ask(t.Context(), request("elc-1", "shown"))
	l.ask(t.Context(), request("elc-2", "older"))
	far := request("elc-3", "far")
	far.Request.ExpiresAt = l.clock.Now().Add(time.Hour)
	l.ask(t.Context(), far)
	l.front().end(widgets.Declined, "")
	l.q.Pump()
	if got := l.front().ask.Message; got != "older" {
		t.Errorf("then %q", got)
	}
}

// Case proto-queued-one-cancelled-before-shown.
func TestWithdrawnWhileQueuedLeavesTheShownOneAlone(t *testing.T) {
	l := newLine(t)
	first := l.ask(t.Context(), request("elc-1", "First?"))
	ctx, end := context.WithCancelCause(t.Context())
	second := l.ask(ctx, request("elc-2", "Second?"))
	l.front().draft = typedIn("half")
	end(bridge.ErrWithdrawn)
	if a := second.get(); a.OK || a.Reason != bridge.ReasonExpired {
		t.Errorf("got %+v", a)
	}
	if p := l.front(); p.ask.Message != "First?" || p.position != "" {
		t.Errorf("shown %q, %q", p.ask.Message, p.position)
	}
	l.front().end(widgets.Accepted, `{"name":"Kim"}`)
	if a := first.get(); !a.OK {
		t.Errorf("got %+v", a)
	}
	l.nothingShown()
}

// Case proto-first-cancelled-while-second-waits.
func TestWithdrawnWhileShownBringsUpTheNext(t *testing.T) {
	l := newLine(t)
	ctx, end := context.WithCancelCause(t.Context())
	first := l.ask(ctx, request("elc-1", "First?"))
	l.ask(t.Context(), request("elc-2", "Second?"))
	end(bridge.ErrWithdrawn)
	first.get()
	if got := l.front().ask.Message; got != "Second?" {
		t.Errorf("shown %q", got)
	}
}

func TestAnswerAtTheEndFitsTheCause(t *testing.T) {
	tests := []struct {
		cause error
		want  bridge.Reason
	}{
		{bridge.ErrWithdrawn, bridge.ReasonExpired},
		{bridge.ErrServerGone, bridge.ReasonExpired},
		{bridge.ErrStoppedWaiting, bridge.ReasonExpired},
		{bridge.ErrExpired, bridge.ReasonExpired},
		{bridge.ErrStopped, bridge.ReasonCancelled},
		{bridge.ErrClosing, bridge.ReasonCancelled},
	}
	for _, tt := range tests {
		t.Run(tt.cause.Error(), func(t *testing.T) {
			l := newLine(t)
			ctx, end := context.WithCancelCause(t.Context())
			got := l.ask(ctx, request("elc-1", "Who?"))
			l.front().draft = typedIn("half")
			end(tt.cause)
			if a := got.get(); a.OK || a.Reason != tt.want || a.ID != "elc-1" {
				t.Errorf("got %+v", a)
			}
			l.nothingShown()

			// What was typed is there when the same question comes again.
			l.ask(t.Context(), request("elc-2", "Who?"))
			if p := l.front(); len(p.ask.Draft) != 1 || p.ask.Draft[0].Text != "half" {
				t.Errorf("filled in with %v", p.ask.Draft)
			}
		})
	}
}

// Case proto-cancel-races-with-submit.
func TestAnswerGivenBeforeTheEndCounts(t *testing.T) {
	for range 50 {
		l := newLine(t)
		ctx, end := context.WithCancelCause(t.Context())
		got := l.ask(ctx, request("elc-1", "Who?"))
		l.front().end(widgets.Accepted, `{"name":"Kim"}`)
		end(bridge.ErrWithdrawn)
		if a := got.get(); !a.OK {
			t.Fatalf("got %+v", a)
		}
	}
}

func TestExpiryAnswersByItself(t *testing.T) {
	for _, where := range []string{"shown", "queued", "put aside"} {
		t.Run(where, func(t *testing.T) {
			l := newLine(t)
			if where == "queued" {
				l.ask(t.Context(), request("elc-0", "shown"))
			}
			s := request("elc-1", "Who?")
			s.Request.ExpiresAt = l.clock.Now().Add(2 * time.Minute)
			got := l.ask(t.Context(), s)
			if where == "put aside" {
				l.front().end(widgets.PutAside, "")
			}
			l.clock.Advance(2*time.Minute - time.Second)
			l.q.Pump()
			got.none()
			l.clock.Advance(time.Second)
			if a := got.get(); a.OK || a.Reason != bridge.ReasonExpired {
				t.Errorf("got %+v", a)
			}
			want := 0
			if where == "queued" {
				want = 1
			}
			if l.Count() != want {
				t.Errorf("%d wait", l.Count())
			}
		})
	}
}

func TestRequestThatCameTooLateIsNeverShown(t *testing.T) {
	l := newLine(t)
	s := request("elc-1", "Who?")
	s.Server = "Demo lab"
	s.Request.ExpiresAt = l.clock.Now().Add(-time.Second)
	got := make(chan bridge.Answer, 1)
	l.wg.Go(func() { got <- l.WaitFor(t.Context(), s) })
	l.q.Until(t, "the timer", func() bool { l.clock.Advance(0); return len(got) == 1 })
	if a := <-got; a.Reason != bridge.ReasonExpired {
		t.Errorf("got %+v", a)
	}
	if len(l.papers) != 0 {
		t.Error("a modal flashed up")
	}
}

// Case proto-expiry-not-while-hidden: the entry's own limit counts from when the person sees the request.
func TestOwnLimitCountsFromWhenItIsSeen(t *testing.T) {
	l := newLine(t)
	l.ask(t.Context(), request("elc-1", "First?"))
	s := request("elc-2", "Second?")
	s.AnswerWithin = time.Minute
	got := l.ask(t.Context(), s)
	l.clock.Advance(10 * time.Minute)
	l.q.Pump()
	got.none()
	l.front().end(widgets.Declined, "")
	l.q.Pump()
	p := l.front()
	if want := l.clock.Now().Add(time.Minute); !p.ask.Deadline.Equal(want) {
		t.Errorf("deadline %v, want %v", p.ask.Deadline, want)
	}
	// Putting it aside does not stop the time that has begun.
	p.end(widgets.PutAside, "")
	l.clock.Advance(time.Minute)
	if a := got.get(); a.Reason != bridge.ReasonExpired {
		t.Errorf("got %+v", a)
	}
}

func TestPutAsideKeepsItOpenWithWhatWasTyped(t *testing.T) {
	l := newLine(t)
	got := l.ask(t.Context(), request("elc-1", "Who?"))
	other := l.ask(t.Context(), request("elc-2", "What?"))
	p := l.front()
	p.draft = typedIn("half")
	p.end(widgets.PutAside, "")
	l.q.Pump()
	got.none()
	other.none()
	l.nothingShown()
	if l.Count() != 2 {
		t.Fatalf("%d wait", l.Count())
	}
	list := l.Waiting()
	if list[0].Prompt != "Who?" || !list[0].Typed || list[1].Typed {
		t.Errorf("listed %+v", list)
	}
	l.Open(list[0])
	p = l.front()
	if p.ask.Arrives {
		t.Error("a request that the person chose does not take keys at once")
	}
	if len(p.ask.Draft) != 1 || p.ask.Draft[0].Text != "half" {
		t.Errorf("filled in with %v", p.ask.Draft)
	}
	p.end(widgets.Accepted, `{"name":"Kim"}`)
	if a := got.get(); !a.OK {
		t.Errorf("got %+v", a)
	}
}

func TestNewRequestComesUpThoughOthersWerePutAside(t *testing.T) {
	l := newLine(t)
	l.ask(t.Context(), request("elc-1", "Who?"))
	l.front().end(widgets.PutAside, "")
	l.ask(t.Context(), request("elc-2", "New?"))
	if got := l.front().ask.Message; got != "New?" {
		t.Errorf("shown %q", got)
	}
}

func TestDeclineAllFromOneServerLeavesTheOthers(t *testing.T) {
	l := newLine(t)
	var flood []reply
	for i := range 5 {
		s := request(fmt.Sprint("elc-", i), "Again?")
		s.Server = "Loud"
		flood = append(flood, l.ask(t.Context(), s))
	}
	other := l.ask(t.Context(), request("elc-9", "Quiet?"))
	l.front().end(widgets.PutAside, "")
	l.Open(l.Waiting()[0])
	if note := l.front().ask.Note; !strings.Contains(note, "5 requests") || !strings.Contains(note, "−") {
		t.Errorf("nothing tells how to deal with them all: %q", note)
	}
	if got := l.front().crowd; got != 5 {
		t.Errorf("the request knows of %d", got)
	}
	l.front().ask.DeclineAll()
	for _, r := range flood {
		if a := r.get(); a.OK || a.Reason != bridge.ReasonDeclined {
			t.Errorf("got %+v", a)
		}
	}
	other.none()
	if list := l.Waiting(); len(list) != 1 || list[0].Prompt != "Quiet?" {
		t.Errorf("then %+v", list)
	}
}

// Case config-input-prompt-dismissed, as the person sees it: Parley asks, and says so.
func TestParleysOwnQuestionSaysWhoAsks(t *testing.T) {
	l := newLine(t)
	l.keeping = "Passwords are kept in a file."
	s := request("val-1", "Sales DX needs this before it starts.")
	s.Server, s.Own, s.Call = "Sales DX", true, nil
	answer := l.ask(t.Context(), s)
	ask := l.front().ask
	if ask.Title != "Parley asks for Sales DX" || !ask.Own || ask.Cause != "before it starts" || ask.SendLabel != "Start it" {
		t.Errorf("asked as %+v", ask)
	}
	if ask.DeclineAll != nil || !strings.Contains(ask.Note, "kept in a file") {
		t.Errorf("note %q", ask.Note)
	}
	l.front().end(widgets.Dismissed, "")
	if a := answer.get(); a.OK || a.Reason != bridge.ReasonCancelled {
		t.Errorf("got %+v", a)
	}
}

func TestCloseCancelsEverythingAndLetsNothingIn(t *testing.T) {
	l := newLine(t)
	first := l.ask(t.Context(), request("elc-1", "Who?"))
	second := l.ask(t.Context(), request("elc-2", "What?"))
	l.Close()
	for _, r := range []reply{first, second} {
		if a := r.get(); a.OK || a.Reason != bridge.ReasonCancelled {
			t.Errorf("got %+v", a)
		}
	}
	if a := l.WaitFor(t.Context(), request("elc-3", "Late?")); a.Reason != bridge.ReasonCancelled || a.ID != "elc-3" {
		t.Errorf("after closing: %+v", a)
	}
}

// No answer is given twice, whatever the order of what happens at once.
func TestEverythingAtOnceGivesOneAnswerEach(t *testing.T) {
	l := newLine(t)
	var replies []reply
	var ends []context.CancelCauseFunc
	for i := range 40 {
		s := request(fmt.Sprint("elc-", i), "Who?")
		s.Request.ExpiresAt = l.clock.Now().Add(time.Duration(i) * time.Minute)
		if i == 0 {
			s.Request.ExpiresAt = time.Time{}
		}
		ctx, end := context.WithCancelCause(t.Context())
		ends = append(ends, end)
		replies = append(replies, l.ask(ctx, s))
	}
	var storm sync.WaitGroup
	storm.Go(func() {
		for _, end := range ends[10:] {
			end(bridge.ErrWithdrawn)
		}
	})
	storm.Go(func() { l.clock.Advance(20 * time.Minute) })
	for range 5 {
		l.q.Pump()
		if l.Inbox.shown != nil {
			l.front().end(widgets.Accepted, `{"name":"Kim"}`)
		}
	}
	storm.Wait()
	l.Close()
	for _, r := range replies {
		r.get()
		r.none()
	}
	if l.q.Pump(); l.Count() != 0 {
		t.Errorf("%d still wait", l.Count())
	}
}

func TestDraftsAreDroppedOnlyOnceTheAnswerArrived(t *testing.T) {
	tests := []struct {
		ending bridge.Ending
		kept   bool
	}{
		{bridge.EndSent, false},
		{bridge.EndUndelivered, true},
		{bridge.EndServerGone, true},
		{bridge.EndStoppedWaiting, true},
		{bridge.EndWithdrawn, true},
		{bridge.EndStopped, true},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.ending), func(t *testing.T) {
			l := newLine(t)
			s := request("elc-1", "Who?")
			got := l.ask(t.Context(), s)
			l.front().draft = typedIn("Kim")
			l.front().end(widgets.Accepted, `{"name":"Kim"}`)
			got.get()
			s.Server = "Demo lab"
			l.settle(bridge.Receipt{Suspension: s, Ending: tt.ending})
			l.ask(t.Context(), request("elc-2", "Who?"))
			if kept := typed(l.front().ask.Draft); kept != tt.kept {
				t.Errorf("kept %v", kept)
			}
		})
	}
}

func TestAnotherQuestionIsNotFilledWithTheDraft(t *testing.T) {
	l := newLine(t)
	ctx, end := context.WithCancelCause(t.Context())
	got := l.ask(ctx, request("elc-1", "Who?"))
	l.front().draft = typedIn("half")
	end(bridge.ErrWithdrawn)
	got.get()
	other := request("elc-2", "Who?")
	other.Server = "Another server"
	l.ask(t.Context(), other)
	if typed(l.front().ask.Draft) {
		t.Error("another server's question is filled in")
	}
}

func TestUndeliveredAnswerComesBackFilledInAndSaysWhy(t *testing.T) {
	l := newLine(t)
	s := request("elc-1", "Who?")
	s.Again = &bridge.Again{
		Answer: bridge.Answer{ID: "elc-1", OK: true, Data: map[string]any{"name": json.RawMessage(`"Kim"`)}},
		Err:    errors.New("the server answered with status 500"),
	}
	l.ask(t.Context(), s)
	p := l.front()
	if len(p.ask.Draft) != 1 || p.ask.Draft[0].Text != "Kim" {
		t.Errorf("filled in with %v", p.ask.Draft)
	}
	if !strings.Contains(p.ask.Note, "status 500") {
		t.Errorf("note %q", p.ask.Note)
	}
}

func TestGoingBackAsksTheOneBefore(t *testing.T) {
	l := newLine(t)
	s := request("elc-2", "Second?")
	s.Index, s.Total = 2, 2
	back := 0
	s.Back = func() { back++ }
	got := l.ask(t.Context(), s)
	p := l.front()
	if p.position != "2 of 2" {
		t.Errorf("position %q", p.position)
	}
	p.draft = typedIn("half")
	p.ask.Back()
	got.get()
	if back != 1 {
		t.Errorf("went back %d times", back)
	}
	l.nothingShown()
	// The question returns with what stood in it.
	s.Request.ID = "elc-3"
	l.ask(t.Context(), s)
	if p := l.front(); len(p.ask.Draft) != 1 || p.ask.Draft[0].Text != "half" {
		t.Errorf("filled in with %v", p.ask.Draft)
	}
}

func TestLinkOpensOnlyWhenThePersonSaysSo(t *testing.T) {
	l := newLine(t)
	s := bridge.Suspension{Request: bridge.Request{ID: "elc-1", Kind: bridge.KindAuthorization, URL: "https://auth.example.org/x"}}
	got := l.ask(t.Context(), s)
	l.q.Pump()
	if len(l.opened) != 0 {
		t.Fatalf("opened %v by itself", l.opened)
	}
	if err := l.front().ask.OnOpen(); err != nil {
		t.Fatal(err)
	}
	l.q.Until(t, "the browser", func() bool { return len(l.opened) == 1 })
	got.none()
	l.front().end(widgets.Accepted, "")
	if a := got.get(); !a.OK || a.Data != nil {
		t.Errorf("got %+v", a)
	}
}

func TestBrowserThatDoesNotOpenIsToldInTheModal(t *testing.T) {
	l := newLine(t)
	l.fails = errors.New("no browser")
	s := bridge.Suspension{Request: bridge.Request{ID: "elc-1", Kind: bridge.KindAuthorization, URL: "https://auth.example.org/x"}}
	got := l.ask(t.Context(), s)
	if err := l.front().ask.OnOpen(); err != nil {
		t.Fatal(err)
	}
	l.q.Until(t, "the modal that says so", func() bool { return strings.Contains(l.front().ask.Note, "could not open") })
	got.none()
}

func TestFinishedErrandReachesTheModal(t *testing.T) {
	for _, where := range []string{"shown", "put aside after opening"} {
		t.Run(where, func(t *testing.T) {
			l := newLine(t)
			completed := make(chan struct{})
			s := bridge.Suspension{
				Request:   bridge.Request{ID: "elc-1", Kind: bridge.KindAuthorization, URL: "https://auth.example.org/x"},
				Completed: completed,
			}
			got := l.ask(t.Context(), s)
			p := l.front()
			if where == "shown" {
				close(completed)
				l.q.Until(t, "the word of the server", func() bool { return p.completed })
				got.none()
				return
			}
			if err := p.ask.OnOpen(); err != nil {
				t.Fatal(err)
			}
			p.end(widgets.PutAside, "")
			close(completed)
			l.q.Until(t, "the answer", func() bool { return len(got.ch) == 1 })
			if a := got.get(); !a.OK {
				t.Errorf("got %+v", a)
			}
		})
	}
}

func TestPanicInAModalAnswersCancel(t *testing.T) {
	l := newLine(t)
	crashes := 0
	l.net.Caught = func(Crash) {
		crashes++
		l.cancelAll()
	}
	l.newSheet = func(widgets.Ask, func(widgets.Result)) sheet { panic("cannot draw") }
	s := request("elc-1", "Who?")
	s.Server = "Demo lab"
	got := make(chan bridge.Answer, 1)
	l.wg.Go(func() { got <- l.WaitFor(t.Context(), s) })
	l.q.Until(t, "the answer", func() bool { return len(got) == 1 })
	if a := <-got; a.OK || a.Reason != bridge.ReasonCancelled {
		t.Errorf("got %+v", a)
	}
	if crashes != 1 {
		t.Errorf("%d crashes", crashes)
	}
}

func TestRoundStaysTogether(t *testing.T) {
	l := newLine(t)
	first := request("elc-1", "First of two?")
	first.Index, first.Total = 1, 2
	first.Call = &bridge.Call{}
	l.hold(first.Call) // as after an answer that is not the last of its round
	l.ask(t.Context(), request("elc-9", "Somebody else?"))
	l.nothingShown()
	l.clock.Advance(roundPause)
	l.q.Pump()
	if got := l.front().ask.Message; got != "Somebody else?" {
		t.Errorf("after the pause %q", got)
	}
}

func TestWaitingListPutsUrgentFirst(t *testing.T) {
	l := newLine(t)
	l.ask(t.Context(), request("elc-1", "old"))
	l.clock.Advance(time.Second)
	s := request("elc-2", "urgent")
	s.Request.ExpiresAt = l.clock.Now().Add(30 * time.Second)
	l.ask(t.Context(), s)
	var prompts []string
	for _, w := range l.Waiting() {
		prompts = append(prompts, w.Prompt)
	}
	if !slices.Equal(prompts, []string{"urgent", "old"}) {
		t.Errorf("listed %v", prompts)
	}
}
