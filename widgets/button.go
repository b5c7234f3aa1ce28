package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// button is a Fyne button that also takes Enter, keeps the keyboard after a click, and hands on the keys of its frame.
// Its text must be short; texts of a server go through PlainLine first.
type button struct {
	widget.Button
	keyed
	ring   Ring
	early  bool   // the mouse button went down on it before it counted
	gained func() // the keyboard came; nil: the frame is told
	left   func()
}

func newButton(text string, icon fyne.Resource, f *frame, tapped func()) *button {
	b := &button{keyed: keyed{f}}
	b.Text, b.Icon, b.OnTapped = text, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

// CreateRenderer is for Fyne.
func (b *button) CreateRenderer() fyne.WidgetRenderer {
	return b.ring.Around(b.Button.CreateRenderer(), &b.Button, b)
}

// MouseDown is for Fyne. What was begun too early counts as little when it is let go later.
func (b *button) MouseDown(*desktop.MouseEvent) { b.early = !b.frame.clicked() }

// MouseUp is for Fyne.
func (b *button) MouseUp(*desktop.MouseEvent) {}

// Tapped is for Fyne.
func (b *button) Tapped(ev *fyne.PointEvent) {
	early := b.early
	b.early = false
	if early || b.Disabled() || !b.frame.takesEnd() {
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
		if b.frame.ending(ev.Name) {
			b.early = false // of a mouse button that was let go elsewhere
			b.Tapped(&fyne.PointEvent{})
		}
	}
}

// TypedRune is for Fyne. Space counts as the character and not as the key, because the character comes after the key:
// it would be typed into whatever the button gives the keyboard to.
func (b *button) TypedRune(r rune) {
	if r == ' ' && b.frame.ending(fyne.KeySpace) {
		b.early = false
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
	b.ring.Show(true, b)
	if b.gained != nil {
		b.gained()
		return
	}
	b.frame.gained(b)
}

// FocusLost is for Fyne.
func (b *button) FocusLost() {
	b.Button.FocusLost()
	b.ring.Show(false, b)
	call(b.left)
}

func call(f func()) {
	if f != nil {
		f()
	}
}
