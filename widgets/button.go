package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// button is a Fyne button that also takes Enter, keeps the keyboard after a click, and hands on the keys of its frame.
// Its text must be short; texts of a server go through PlainLine first.
type button struct {
	widget.Button
	frame  *frame
	gained func() // the keyboard came; nil: nobody asks
	left   func()
}

func newButton(text string, icon fyne.Resource, f *frame, tapped func()) *button {
	b := &button{frame: f}
	b.Text, b.Icon, b.OnTapped = text, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

// CreateRenderer is for Fyne; see [drawn.ready].
func (b *button) CreateRenderer() fyne.WidgetRenderer {
	r := b.Button.CreateRenderer()
	if size := b.Size(); !size.IsZero() {
		r.Layout(size)
	}
	return r
}

// Tapped is for Fyne.
func (b *button) Tapped(ev *fyne.PointEvent) {
	if b.Disabled() || !b.frame.ready() {
		return
	}
	b.Button.Tapped(ev)
	if b.Visible() && !b.Disabled() && b.frame.ready() { // it may have ended what it stands in
		focusIfNone(b)
	}
}

// TypedKey is for Fyne.
func (b *button) TypedKey(ev *fyne.KeyEvent) {
	if b.frame.takesKey(ev.Name) {
		return
	}
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		b.Tapped(&fyne.PointEvent{})
	}
}

// TypedShortcut is for Fyne.
func (b *button) TypedShortcut(s fyne.Shortcut) {
	if !b.frame.takesShortcut(s) {
		b.frame.passShortcut(b, s)
	}
}

// FocusGained is for Fyne.
func (b *button) FocusGained() {
	b.Button.FocusGained()
	b.frame.gained(b)
	call(b.gained)
}

// FocusLost is for Fyne.
func (b *button) FocusLost() {
	b.Button.FocusLost()
	call(b.left)
}

func call(f func()) {
	if f != nil {
		f()
	}
}

// focusIfNone gives o the keyboard when a click took it from everything.
func focusIfNone(o fyne.Focusable) {
	if c := canvasOf(o.(fyne.CanvasObject)); c != nil && c.Focused() == nil {
		c.Focus(o)
	}
}
