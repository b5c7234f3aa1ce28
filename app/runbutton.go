package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// runButton is a button that runs a tool. That it was pressed is seen at once on the page, so it makes none of the waves of
// Fyne's buttons: they redraw the whole window for a third of a second, just while the server is about to ask.
type runButton struct{ widget.Button }

// runButton makes one whose work runs inside the crash net.
func (w *Window) runButton(label string, icon fyne.Resource, do func()) *runButton {
	b := &runButton{}
	b.Text, b.Icon, b.OnTapped = label, icon, w.net.Func(do)
	b.ExtendBaseWidget(b)
	return b
}

// Tapped is for Fyne.
func (b *runButton) Tapped(*fyne.PointEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(b); c != nil {
		c.Focus(nil) // as Fyne's buttons do: a click takes the keyboard from the entries
	}
	if !b.Disabled() {
		b.OnTapped()
	}
}

// TypedKey is for Fyne.
func (b *runButton) TypedKey(ev *fyne.KeyEvent) {
	if ev.Name == fyne.KeySpace {
		b.Tapped(nil)
	}
}
