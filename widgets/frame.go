package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// frame is what the focusable parts of one form or modal share: whether anything is accepted yet, and what the keys do
// that belong to the whole. Fyne gives a key to the focused widget only, so every widget here hands these on.
// The zero frame accepts everything and knows no keys.
type frame struct {
	arming   *arming                                        // which keys and clicks are meant for it; nil: all
	escape   func()                                         // Esc; nil: the window gets it
	submit   func()                                         // Ctrl/Cmd+Enter anywhere
	line     func()                                         // Enter in a line; nil: as submit
	shortcut func(fyne.Shortcut)                            // any other shortcut; nil: the canvas gets it
	help     func(*fyne.KeyEvent)                           // F1; nil: the canvas gets it
	canvas   func() fyne.Canvas                             // where it is drawn; nil: as Fyne says, which it cannot before the first frame
	reveal   func(o fyne.CanvasObject)                      // brings what got the keyboard into view
	part     func(o fyne.CanvasObject, top, bottom float32) // brings a part of something in the column into view
	wheel    func(*fyne.ScrollEvent)                        // scrolls the page around
	relayout func()                                         // fits the page in again after something changed its height
}

// ready says whether what is pressed counts.
func (f *frame) ready() bool { return f == nil || f.arming == nil || f.arming.ends() }

// takes says whether a click or a character counts that has just come to an entry.
func (f *frame) takes() bool {
	if f == nil || f.arming == nil || f.arming.fills() {
		return true
	}
	f.arming.refuse()
	return false
}

// takesEnd says whether a press counts that may end it all.
func (f *frame) takesEnd() bool {
	if f.ready() {
		return true
	}
	f.arming.refuse()
	return false
}

// pressed and released are told which keys go down and up.
func (f *frame) pressed(key fyne.KeyName) {
	if f != nil && f.arming != nil {
		f.arming.press(key)
	}
}

func (f *frame) released(key fyne.KeyName) {
	if f != nil && f.arming != nil {
		f.arming.release(key)
	}
}

// typed says whether a key counts in an entry.
func (f *frame) typed(key fyne.KeyName) bool {
	return f == nil || f.arming == nil || f.arming.typed(key)
}

// ending says whether a key may press a button or end it all.
func (f *frame) ending(key fyne.KeyName) bool {
	return f == nil || f.arming == nil || f.arming.ending(key)
}

// clicked says whether a mouse button that has just gone down counts.
func (f *frame) clicked() bool {
	return f == nil || f.arming == nil || f.arming.clicked()
}

// takesKey handles a key that belongs to the whole, and swallows every key that was not meant for it. from got the key.
func (f *frame) takesKey(from fyne.CanvasObject, ev *fyne.KeyEvent) bool {
	switch {
	case !f.typed(ev.Name):
	case ev.Name == fyne.KeyF1:
		f.passHelp(from, ev)
	case ev.Name == fyne.KeyEscape && (f == nil || f.escape == nil):
		f.passKey(from, ev)
	case ev.Name == fyne.KeyEscape:
		if f.ending(ev.Name) {
			f.escape()
		}
	default:
		return false
	}
	return true
}

// passHelp gives F1 to the window, which shows what the keyboard does.
func (f *frame) passHelp(from fyne.CanvasObject, ev *fyne.KeyEvent) {
	if f != nil && f.help != nil {
		f.help(ev)
		return
	}
	f.passKey(from, ev)
}

// passKey gives a key to the window, as if nothing had the keyboard.
func (f *frame) passKey(from fyne.CanvasObject, ev *fyne.KeyEvent) {
	if c := f.canvasFor(from); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(ev)
	}
}

// enter is for an Enter in a line.
func (f *frame) enter(key fyne.KeyName) {
	switch {
	case f == nil || f.submit == nil || !f.ending(key):
	case f.line != nil:
		f.line()
	default:
		f.submit()
	}
}

// takesShortcut handles Ctrl/Cmd+Enter.
func (f *frame) takesShortcut(s fyne.Shortcut) bool {
	if !f.takes() {
		return true
	}
	custom, ok := s.(*desktop.CustomShortcut)
	if !ok || f == nil || f.submit == nil || custom.Modifier != fyne.KeyModifierShortcutDefault {
		return false
	}
	if custom.KeyName != fyne.KeyReturn && custom.KeyName != fyne.KeyEnter {
		return false
	}
	if f.ending(custom.KeyName) {
		f.submit()
	}
	return true
}

// passShortcut gives a shortcut that the focused widget did not want to whom it may concern. Without it a focused
// widget would swallow the shortcuts of the window.
func (f *frame) passShortcut(from fyne.CanvasObject, s fyne.Shortcut) {
	if f != nil && f.shortcut != nil {
		f.shortcut(s)
		return
	}
	if c, ok := f.canvasFor(from).(fyne.Shortcutable); ok {
		c.TypedShortcut(s)
	}
}

// canvasFor is the canvas that o is on.
func (f *frame) canvasFor(o fyne.CanvasObject) fyne.Canvas {
	if f != nil && f.canvas != nil {
		if c := f.canvas(); c != nil {
			return c
		}
	}
	return canvasOf(o)
}

// focus gives o the keyboard.
func (f *frame) focus(o fyne.Focusable) {
	if o == nil {
		return
	}
	if c := f.canvasFor(o.(fyne.CanvasObject)); c != nil {
		c.Focus(o)
	}
}

// focusIfNone gives o the keyboard when a click took it from everything, unless the click also took o away.
func (f *frame) focusIfNone(o fyne.Focusable) {
	c := f.canvasFor(o.(fyne.CanvasObject))
	if c == nil || c.Focused() != nil {
		return
	}
	if at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o.(fyne.CanvasObject)); !at.IsZero() { // Fyne's word for nowhere
		c.Focus(o)
	}
}

// gained brings a widget that got the keyboard into view.
func (f *frame) gained(o fyne.CanvasObject) {
	if f != nil && f.reveal != nil {
		f.reveal(o)
	}
}

// resized tells the page around that something in it needs another height.
func (f *frame) resized() {
	if f != nil && f.relayout != nil {
		f.relayout()
	}
}
