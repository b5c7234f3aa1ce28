package app

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parley/bridge"
)

// F1 in the middle of an answer shows the keys over the request; Esc takes the list away, and neither the answer nor the request.
func TestKeysAreShownOverARequestAndLeaveItAlone(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files", readTool)
	s := request("elc-1", "Who is coming?")
	s.Server, s.Total, s.Index = "Files", 1, 1
	s.Request.ExpiresAt = r.clock.Now().Add(time.Hour)
	answers := make(chan bridge.Answer, 1)
	go func() { answers <- r.inbox.WaitFor(t.Context(), s) }()
	r.q.Until(t, "the request", func() bool { return r.window.asking() })
	r.clock.Advance(time.Second)
	r.settle()
	c := r.window.win.Canvas()
	field := c.Focused()
	field.TypedRune('A')
	for _, clicked := range []bool{false, true} { // a click on the list takes the keyboard from everything
		r.key(fyne.KeyF1)
		r.settle()
		r.sees("What the keyboard does")
		r.picture("keys-over-request")
		if clicked {
			c.Unfocus()
		}
		r.key(fyne.KeyEscape)
		r.settle()
		r.misses("What the keyboard does")
		if !r.window.asking() || len(answers) != 0 {
			t.Fatal("the request has gone with the list")
		}
		if c.Focused() != field {
			t.Errorf("the keyboard is on %T, want the field", c.Focused())
		}
	}
	if draft := r.inbox.shown.sheet.Close(); len(draft) == 0 || draft[0].Text != "A" {
		t.Errorf("kept %+v", draft)
	}
}

// The list of keys goes with the request that it lies over.
func TestRequestThatEndsTakesTheListOfKeysAlong(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files", readTool)
	s := request("elc-1", "Who is coming?")
	s.Server, s.Total, s.Index = "Files", 1, 1
	answers := make(chan bridge.Answer, 1)
	go func() { answers <- r.inbox.WaitFor(t.Context(), s) }()
	r.q.Until(t, "the request", func() bool { return r.window.asking() })
	r.window.showKeys()
	r.sees("What the keyboard does")
	r.inbox.over("elc-1")
	r.settle()
	r.misses("What the keyboard does", "Who is coming?")
	if !r.window.free() {
		t.Error("something is left over the window")
	}
	r.window.showKeys()
	r.sees("What the keyboard does")
	r.inbox.Close()
	<-answers
}
