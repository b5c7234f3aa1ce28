package app

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"parley/bridge"
	"parley/widgets"
)

// Fyne tints what has the keyboard with the main colour, which nobody sees on a button of that colour: a ring shows it, in either theme.
func TestKeyboardIsSeenOnEveryButton(t *testing.T) {
	for _, dark := range []bool{false, true} {
		r := newRig(t, rigOptions{servers: oneServer, dark: dark})
		r.ready("Files", bridge.Tool{Name: "go"})
		p := r.show("Files", "go")
		add := r.window.side.add
		for _, b := range []fyne.Focusable{p.run, add} {
			o := b.(fyne.Widget)
			if ringed(o) {
				t.Errorf("%T has a ring without the keyboard", b)
			}
			r.window.win.Canvas().Focus(b)
			if !ringed(o) {
				t.Errorf("nobody sees that %T has the keyboard", b)
			}
			r.picture("ring" + map[bool]string{true: "-dark"}[dark])
			r.window.win.Canvas().Unfocus()
			if ringed(o) {
				t.Errorf("the ring stays on %T", b)
			}
		}
		r.window.win.Canvas().Focus(add) // a button of the sidebar takes Enter and F1 like all others
		pressOn(add, fyne.KeyF1)
		r.sees("What the keyboard does")
		r.window.escape()
		pressOn(add, fyne.KeyReturn)
		r.sees("Paste what the instructions of the server say")
	}
}

// The ring of a row goes around what is in it, and over none of it.
func TestRingOfAWaitingRequestLiesOverNoneOfIt(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer, size: fyne.NewSize(800, 560)})
	r.ready("Files", bridge.Tool{Name: "go"})
	answer := make(chan bridge.Answer, 1)
	go func() { answer <- r.inbox.WaitFor(t.Context(), request("elc-1", "Which queue?")) }()
	r.q.Until(t, "the request", func() bool { return r.inbox.Count() == 1 })
	for range 3 {
		r.clock.Advance(time.Second)
		r.settle()
	}
	if f, ok := r.inbox.shown.sheet.(*front); !ok || !f.Press(widgets.ButtonAside) {
		t.Fatal("the request cannot be put aside")
	}
	r.settle()
	r.window.open(place{page: waitingAt})
	r.window.focusPage()
	r.settle()
	r.picture("ring-waiting")
	found := false
	visitAll(r.window.page().object(), func(o fyne.CanvasObject) {
		cursor, ok := o.(*cursorRow)
		if !ok {
			return
		}
		row, isOne := cursor.inside.(*waitingRow)
		if !isOne || row.line.Prompt == "" {
			return
		}
		found = true
		ring := test.WidgetRenderer(cursor).(*cursorRenderer).ring
		at := func(o fyne.CanvasObject) fyne.Position {
			return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
		}
		end := ring.Position().X + ring.Size().Width - 2 + at(cursor).X
		if !ring.Visible() {
			t.Error("the keyboard is not on it")
		}
		if over := at(row.open).X + row.open.Size().Width - end; over > 0 {
			t.Errorf("the ring goes through the button, %v before its end", over)
		}
	})
	if !found {
		t.Error("there is no row")
	}
}

func ringed(o fyne.Widget) (shown bool) {
	for _, part := range test.WidgetRenderer(o).Objects() {
		if line, ok := part.(*canvas.Rectangle); ok && line.StrokeWidth >= 2 && line.Visible() {
			shown = line.Size() == o.Size()
		}
	}
	return shown
}
