package app

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parley/widgets"
)

// runButton is a button that runs a tool. That it was pressed is seen at once on the page, so it makes none of the waves of
// Fyne's buttons: they redraw the whole window for a third of a second, just while the server is about to ask.
type runButton struct {
	widget.Button
	presses
	w      *Window
	gained time.Time // when it got the keyboard
	ring   widgets.Ring
}

// runButton makes one whose work runs inside the crash net.
func (w *Window) runButton(label string, icon fyne.Resource, do func()) *runButton {
	b := &runButton{w: w}
	b.Text, b.Icon, b.OnTapped = label, icon, w.net.Func(do)
	b.ExtendBaseWidget(b)
	return b
}

// Tapped is for Fyne. A press right after a request went by itself was meant for a button of that.
func (b *runButton) Tapped(*fyne.PointEvent) {
	if b.w.inbox.justLost() {
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(b); c != nil {
		c.Focus(nil) // as Fyne's buttons do: a click takes the keyboard from the entries
	}
	if !b.Disabled() {
		b.OnTapped()
	}
}

// FocusGained is for Fyne.
func (b *runButton) FocusGained() {
	b.gained = b.w.clock.Now()
	b.Button.FocusGained()
	b.ring.Show(true, b)
}

// FocusLost is for Fyne.
func (b *runButton) FocusLost() {
	b.Button.FocusLost()
	b.forget()
	b.ring.Show(false, b)
}

// CreateRenderer is for Fyne.
func (b *runButton) CreateRenderer() fyne.WidgetRenderer {
	return b.ring.Around(b.Button.CreateRenderer(), &b.Button, b)
}

// secondPress is how long Enter is not taken after the button got the keyboard: who opened the tool by Enter may have pressed it twice.
const secondPress = 500 * time.Millisecond

// TypedKey is for Fyne.
func (b *runButton) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeySpace:
		if b.took(ev.Name) {
			b.Tapped(nil)
		}
	case fyne.KeyReturn, fyne.KeyEnter:
		if b.took(ev.Name) && b.w.clock.Now().Sub(b.gained) >= secondPress {
			b.Tapped(nil)
		}
	default:
		passKey(b, ev)
	}
}
