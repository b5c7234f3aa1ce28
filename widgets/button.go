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
	gained func() // the keyboard came; nil: the frame is told
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
		b.frame.focusIfNone(b)
	}
}

// TypedKey is for Fyne.
func (b *button) TypedKey(ev *fyne.KeyEvent) {
	if b.frame.takesKey(b, ev) {
		return
	}
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		b.Tapped(&fyne.PointEvent{})
	}
}

// TypedRune is for Fyne. Space counts as the character and not as the key, because the character comes after the key:
// it would be typed into whatever the button gives the keyboard to.
func (b *button) TypedRune(r rune) {
	if r == ' ' {
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
	if b.gained != nil {
		b.gained()
		return
	}
	b.frame.gained(b)
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
