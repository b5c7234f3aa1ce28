package app

import (
	"strings"
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/widgets"
)

// Whose turn it is: which request of the line is shown, and when.

// soon is how near a deadline must be for its request to go first.
const soon = time.Minute

// overtaken is how long after a request came up an older one may still take its place: the goroutines that bring
// requests overtake each other. It is over before a request accepts anything.
const overtaken = 200 * time.Millisecond

// giveWay takes back the request that is shown when an older one comes just behind it.
func (in *Inbox) giveWay(e *entry) {
	shown := in.shown
	if shown == nil || !e.arrived.Before(shown.arrived) || in.clock.Now().Sub(shown.came) >= overtaken {
		return
	}
	shown.sheet.Close()
	shown.sheet = nil
	in.vacate()
	if shown.unarm != nil {
		shown.unarm()
		shown.unarm = nil
	}
	shown.seen, shown.deadline = false, shown.s.Request.ExpiresAt
}

// fill puts into the entries what is known of an earlier try.
func (in *Inbox) fill(e *entry) {
	delete(in.sent, e.s.Request.ID)
	if e.s.Again != nil {
		e.draft = e.body.again
		return
	}
	if e.draft = in.drafts.take(e.key); e.draft != nil {
		e.body.notes = append(e.body.notes, lang.L("Filled in with what you typed before."))
	}
}

// next shows the request whose turn it is, unless one is in front of the person.
func (in *Inbox) next() {
	if in.shown != nil || in.expect != nil {
		return
	}
	if e := in.turn(); e != nil {
		in.show(e, true)
	}
}

// turn picks the request whose turn it is: one about to expire goes first, then the oldest. What was put aside waits
// until the person brings it back.
func (in *Inbox) turn() *entry {
	now := in.clock.Now()
	var oldest, urgent *entry
	for _, e := range in.line {
		if e.aside || e.given.Load() {
			continue
		}
		if oldest == nil || e.arrived.Before(oldest.arrived) {
			oldest = e
		}
		left, has := e.left(now)
		if has && left <= soon && (urgent == nil || e.deadline.Before(urgent.deadline)) {
			urgent = e
		}
	}
	if urgent != nil {
		return urgent
	}
	return oldest
}

// show puts a request in front of the person.
func (in *Inbox) show(e *entry, byItself bool) {
	e.aside = false
	in.startCountdown(e)
	ask := e.body.ask(e)
	ask.Note = strings.TrimSpace(ask.Note + "\n" + in.crowdWords(e))
	ask.Cause = in.cause(e)
	ask.Position = in.position(e)
	ask.Arrives, ask.After = byItself, in.went
	ask.Now = in.clock.Now
	ask.Go, ask.Do = in.net.Go, in.door.Do
	if e.body.link != nil {
		ask.OnOpen = func() error { return in.openLink(e) }
	}
	if !e.s.Own {
		ask.DeclineAll = in.net.Func(func() { in.DeclineAll(e.s.Server) })
	}
	if e.s.Back != nil {
		ask.Back = in.net.Func(func() { in.goBack(e) })
	}
	in.shown, e.came = e, time.Time{}
	if byItself {
		e.came = in.clock.Now()
	}
	e.sheet = in.newSheet(ask, With(in.net, func(r widgets.Result) { in.ended(e, r) }))
	e.sheet.Show()
	if e.completed && e.sheet != nil {
		e.sheet.Completed()
	}
	if byItself && in.appeared != nil {
		in.appeared(e.s.Server)
	}
	in.update()
}

// startCountdown starts the server entry's own limit, which counts from when the person sees the request (case
// proto-expiry-not-while-hidden). The earlier of the two deadlines holds.
func (in *Inbox) startCountdown(e *entry) {
	if e.seen {
		return
	}
	e.seen = true
	if e.s.AnswerWithin <= 0 {
		return
	}
	at := in.clock.Now().Add(e.s.AnswerWithin)
	if e.deadline.IsZero() || at.Before(e.deadline) {
		e.deadline = at
		e.unarm = in.clock.AfterFunc(e.s.AnswerWithin, e.expire)
	}
}
