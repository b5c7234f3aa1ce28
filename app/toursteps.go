package app

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"parley/bridge"
	"parley/bridge/config"
)

// demoState is the demo server as it is now.
func (w *Window) demoState() bridge.ServerState {
	if w.app.opts.Demo == nil {
		return bridge.ServerState{}
	}
	s := w.servers.named(w.app.opts.Demo.Name)
	if s == nil {
		return bridge.ServerState{}
	}
	return s.State()
}

func (t *tour) ready(ctx context.Context) error {
	if t.app.opts.Demo == nil {
		return errNoDemo
	}
	return t.see("the demo is ready", func(w *Window) bool {
		return len(w.demoState().Tools) > 0 && len(w.side.rows) > 1
	})(ctx)
}

func (t *tour) showKeys(ctx context.Context) error {
	return inOrder(ctx, t.key(fyne.KeyF1), t.see("the list of keys", func(w *Window) bool { return w.over != nil }))
}

func (t *tour) runBatch(ctx context.Context) error {
	return inOrder(ctx, t.key(fyne.KeyEscape), t.find("Submit batch run"), t.chord(fyne.KeyReturn), t.asked())
}

func (t *tour) sendBatch(ctx context.Context) error {
	return inOrder(ctx, t.chord(fyne.KeyReturn), t.told("Sent to Demo lab."), t.ended(bridge.Finished))
}

func (t *tour) declineDeletion(ctx context.Context) error {
	return inOrder(ctx, t.find("Confirm deletion"), t.chord(fyne.KeyReturn), t.asked(),
		t.press("Decline"), t.told("You declined. Demo lab was told no."), t.ended(bridge.Finished))
}

func (t *tour) dismissVisit(ctx context.Context) error {
	return inOrder(ctx, t.find("Book a visit"), t.chord(fyne.KeyReturn), t.asked(),
		t.key(fyne.KeyEscape), t.told("You closed this without deciding. Demo lab was told so."), t.ended(bridge.Finished))
}

func (t *tour) startSurvey(ctx context.Context) error {
	return inOrder(ctx, t.find("Slow survey"), t.chord(fyne.KeyReturn), t.asked(),
		t.key(fyne.KeySpace), t.key(fyne.KeyTab), t.write("It began well, but then"))
}

func (t *tour) missSurvey(ctx context.Context) error {
	return inOrder(ctx, t.told("Demo lab stopped waiting after 20 s. What you typed is kept."), t.ended(bridge.Finished))
}

func (t *tour) askAgain(ctx context.Context) error {
	return inOrder(ctx, t.press("Ask again"), t.asked(),
		t.see("what was typed", func(w *Window) bool {
			return w.inbox.shown != nil && typed(w.inbox.shown.draft)
		}))
}

func (t *tour) planTrip(ctx context.Context) error {
	return inOrder(ctx,
		t.chord(fyne.KeyReturn), t.told("Sent to Demo lab."), t.ended(bridge.Finished), // the survey, in time now
		t.find("Plan a trip"), t.chord(fyne.KeyReturn), t.asked(),
		t.key(fyne.KeySpace), t.chord(fyne.KeyReturn), t.askedNext("How would you like"),
		t.key(fyne.KeySpace), t.chord(fyne.KeyReturn), t.askedNext("Book this trip?"),
		t.write("A seat at the window, please"), t.chord(fyne.KeyReturn),
		t.ended(bridge.Finished))
}

func (t *tour) showLink(ctx context.Context) error {
	return inOrder(ctx, t.find("Connect data source"), t.chord(fyne.KeyReturn), t.asked())
}

func (t *tour) finishLink(ctx context.Context) error {
	return inOrder(ctx, t.press("Copy"), t.press("I'm done"), t.told("Sent to Demo lab."), t.ended(bridge.Finished))
}

func (t *tour) askTwice(ctx context.Context) error {
	return inOrder(ctx, t.find("Ask twice"), t.chord(fyne.KeyReturn), t.asked(),
		t.see("both requests", func(w *Window) bool { return w.inbox.Count() == 2 }))
}

func (t *tour) putAside(ctx context.Context) error {
	return inOrder(ctx, t.press(theme.ContentRemoveIcon().Name()),
		t.see("the window", func(w *Window) bool { return w.inbox.shown == nil && w.free() }),
		t.chord(fyne.KeyB),
		t.see("the list of requests", func(w *Window) bool {
			p, ok := w.page().(*waitingPage)
			return ok && len(p.lines) == 2
		}))
}

func (t *tour) declineAll(ctx context.Context) error {
	return inOrder(ctx, t.press("Decline all from Demo lab"), t.told("You declined. Demo lab was told no."),
		t.see("an empty line", func(w *Window) bool { return w.inbox.Count() == 0 }))
}

func (t *tour) startJob(ctx context.Context) error {
	return inOrder(ctx, t.find("Long job"), t.chord(fyne.KeyReturn),
		t.see("progress", func(w *Window) bool {
			p, ok := w.page().(*toolPage)
			return ok && p.latest().Progress.Done > 0
		}))
}

func (t *tour) stopJob(ctx context.Context) error {
	return inOrder(ctx, t.chord(fyne.KeyPeriod), t.ended(bridge.Stopped))
}

func (t *tour) largeReport(ctx context.Context) error {
	return inOrder(ctx, t.find("Large report"), t.chord(fyne.KeyReturn), t.ended(bridge.Finished),
		t.see("ten megabytes", func(w *Window) bool {
			p, ok := w.page().(*toolPage)
			return ok && len(p.panel.result.said) >= 10_000_000
		}))
}

func (t *tour) crash(ctx context.Context) error {
	return inOrder(ctx, t.find("Crash"), t.chord(fyne.KeyReturn), t.asked(),
		t.write("Half a thought"), t.told("Demo lab has stopped. What you typed is kept."), t.ended(bridge.Broken))
}

func (t *tour) showWhy(ctx context.Context) error {
	return inOrder(ctx, t.chord(fyne.KeyK), t.write("Demo lab"), t.key(fyne.KeyDown), t.key(fyne.KeyReturn),
		t.see("why it failed", func(w *Window) bool {
			p, ok := w.page().(*serverPage)
			return ok && p.failure != nil
		}))
}

func (t *tour) restart(ctx context.Context) error {
	return inOrder(ctx, t.press("Start"), t.see("the demo is ready", func(w *Window) bool {
		state := w.demoState()
		return state.Phase == bridge.Ready && len(state.Tools) > 0
	}))
}

// hurriedName is the demo once more, with an entry that gives little time to answer.
const hurriedName = "Hurried desk"

func (t *tour) hurry(ctx context.Context) error {
	hurried := *t.app.opts.Demo
	hurried.Name, hurried.AnswerTimeout = hurriedName, 8*time.Second
	t.app.door.Do(func() {
		t.app.servers.set([]config.Server{hurried, *t.app.opts.Demo})
		t.app.window.serversChanged()
	})
	return inOrder(ctx,
		t.see("the hurried desk is ready", func(w *Window) bool {
			s := w.servers.named(hurriedName)
			return s != nil && len(s.State().Tools) > 0
		}),
		t.find("Slow survey"), t.chord(fyne.KeyReturn), t.asked(),
		t.key(fyne.KeySpace), t.key(fyne.KeyTab), t.write("Almost"))
}

func (t *tour) miss(ctx context.Context) error {
	return inOrder(ctx, t.told("Too late: the time to answer was over. What you typed is kept."), t.ended(bridge.Finished))
}

// askedNext waits for the next request of a row.
func (t *tour) askedNext(words string) func(context.Context) error {
	return func(ctx context.Context) error {
		err := t.see("the question “"+words+"…”", func(w *Window) bool {
			e := w.inbox.shown
			return e != nil && len(e.s.Request.Prompt) >= len(words) && e.s.Request.Prompt[:len(words)] == words
		})(ctx)
		if err != nil {
			return err
		}
		return t.hand.untilTaken(ctx, t.app.inbox)
	}
}
