package app

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"parley/bridge"
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

func ringed(o fyne.Widget) (shown bool) {
	for _, part := range test.WidgetRenderer(o).Objects() {
		if line, ok := part.(*canvas.Rectangle); ok && line.StrokeWidth >= 2 && line.Visible() {
			shown = line.Size() == o.Size()
		}
	}
	return shown
}
