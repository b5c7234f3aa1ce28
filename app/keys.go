package app

import (
	"runtime"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"parley/widgets"
)

// shortcut is one key combination of the window.
type shortcut struct {
	key   fyne.KeyName
	shown string // how the key is written for a person
	does  string
	run   func()
}

// mainKey is the modifier of the window's shortcuts: Ctrl, on macOS Cmd.
func mainKey() (modifier fyne.KeyModifier, shown string) {
	if runtime.GOOS == "darwin" {
		return fyne.KeyModifierSuper, "Cmd"
	}
	return fyne.KeyModifierControl, lang.L("Ctrl")
}

// shortcuts lists what the keyboard does in the window, in the order in which F1 shows it.
func (w *Window) shortcuts() []shortcut {
	return []shortcut{
		{fyne.KeyReturn, "Enter", lang.L("Run the tool, or send the answer"), w.runShown},
		{fyne.KeyK, "K", lang.L("Find a tool"), w.side.find},
		{fyne.KeyPeriod, ".", lang.L("Stop the running tool"), w.stopShown},
		{fyne.KeyD, "D", lang.L("Show the result as text or as data"), w.turnShown},
		{fyne.KeyB, "B", lang.L("Show the requests that wait"), w.showWaiting},
		{fyne.KeyN, "N", lang.L("Add a server"), w.showAddServer},
		{fyne.KeyR, "R", lang.L("Read the servers file again"), w.reload},
		{fyne.KeySlash, "/", lang.L("Show this list"), w.showKeys},
		{fyne.KeyQ, "Q", lang.L("Quit"), w.quit},
	}
}

// runShown runs the tool of the page that is shown, stopShown stops it, turnShown shows its result the other way.
func (w *Window) runShown()  { w.withTool((*toolPage).startByKey) }
func (w *Window) stopShown() { w.withTool((*toolPage).halt) }
func (w *Window) turnShown() { w.withTool((*toolPage).turnResult) }

func (w *Window) withTool(do func(*toolPage)) {
	if p, ok := w.page().(*toolPage); ok {
		do(p)
	}
}

// addShortcuts makes the keyboard work. Nothing fires while a modal is up: Fyne would let the window's shortcuts through
// (reference/fyne.md, canvas shortcuts).
func (w *Window) addShortcuts() {
	canvas := w.win.Canvas()
	modifier, _ := mainKey()
	for _, s := range w.shortcuts() {
		run := w.net.Func(func() {
			if w.free() {
				s.run()
			}
		})
		keys := []fyne.KeyName{s.key}
		if s.key == fyne.KeyReturn {
			keys = append(keys, fyne.KeyEnter)
		}
		for _, key := range keys {
			pressed := &desktop.CustomShortcut{KeyName: key, Modifier: modifier}
			w.keys.AddShortcut(pressed, func(fyne.Shortcut) { run() })
			canvas.AddShortcut(pressed, w.keys.TypedShortcut)
		}
	}
	canvas.SetOnTypedKey(With(w.net, w.typedKey))
}

// free reports whether nothing lies over the window.
func (w *Window) free() bool { return w.win.Canvas().Overlays().Top() == nil }

// asking reports whether nothing but a request lies over the window.
func (w *Window) asking() bool {
	e := w.inbox.shown
	return e != nil && e.sheet != nil && e.sheet.InFront()
}

// typedKey takes a key that no entry wanted.
func (w *Window) typedKey(ev *fyne.KeyEvent) {
	if ev.Name == fyne.KeyEscape {
		w.escape()
		return
	}
	if ev.Name == fyne.KeyF1 {
		w.showKeys()
		return
	}
	if !w.free() {
		return
	}
	switch ev.Name {
	case fyne.KeyUp, fyne.KeyDown:
		w.win.Canvas().Focus(w.side.list)
	}
}

// keyEntry is an entry of the window: the window's shortcuts and its own keys work while it has the keyboard.
type keyEntry struct {
	widget.Entry
	onKey  func(fyne.KeyName) bool // tried first; nil: none
	ring   widgets.Ring
	gained func()      // it got the keyboard; nil: nobody asks
	drawn  fyne.Widget // the widget that this is the inside of: Fyne knows the canvas of that one alone; nil: none
}

func newKeyEntry(onKey func(fyne.KeyName) bool) *keyEntry {
	e := &keyEntry{onKey: onKey}
	e.ExtendBaseWidget(e)
	return e
}

// outside is what Fyne draws.
func (e *keyEntry) outside() fyne.Widget {
	if e.drawn != nil {
		return e.drawn
	}
	return e
}

// selectAll selects what stands in the entry, so that typing replaces it.
func (e *keyEntry) selectAll() {
	if e.Text != "" {
		e.Entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}

// empty takes everything out, as a person would: SetText leaves Fyne's selection behind, which then eats the next letter.
func (e *keyEntry) empty() {
	e.selectAll()
	e.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
}

// FocusGained is for Fyne.
func (e *keyEntry) FocusGained() {
	e.Entry.FocusGained()
	e.ring.Show(true, e.outside())
	if e.gained != nil {
		e.gained()
	}
}

// FocusLost is for Fyne.
func (e *keyEntry) FocusLost() {
	e.Entry.FocusLost()
	e.ring.Show(false, e.outside())
}

// CreateRenderer is for Fyne.
func (e *keyEntry) CreateRenderer() fyne.WidgetRenderer {
	return e.ring.AroundEntry(e.Entry.CreateRenderer(), e.outside())
}

// AcceptsTab is for Fyne: Tab leaves the entry, also one of several lines.
func (e *keyEntry) AcceptsTab() bool { return false }

// TypedKey is for Fyne.
func (e *keyEntry) TypedKey(ev *fyne.KeyEvent) {
	if e.onKey != nil && e.onKey(ev.Name) {
		return
	}
	if ev.Name == fyne.KeyF1 || ev.Name == fyne.KeyEscape {
		passKey(e.outside(), ev)
		return
	}
	e.Entry.TypedKey(ev)
}

// TypedShortcut is for Fyne: what an entry does not know itself goes to the window.
func (e *keyEntry) TypedShortcut(s fyne.Shortcut) {
	if custom, ok := s.(*desktop.CustomShortcut); ok && windowsKey(custom) {
		passShortcut(e.outside(), s)
		return
	}
	e.Entry.TypedShortcut(s)
}

// windowsKey reports whether a combination is the window's: entries use some for moving and deleting words.
func windowsKey(s *desktop.CustomShortcut) bool {
	switch s.KeyName {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyBackspace, fyne.KeyDelete, fyne.KeyHome, fyne.KeyEnd:
		return false
	}
	return true
}

// passShortcut hands a shortcut on to the canvas that o is on.
func passShortcut(o fyne.CanvasObject, s fyne.Shortcut) {
	if c, ok := fyne.CurrentApp().Driver().CanvasForObject(o).(fyne.Shortcutable); ok {
		c.TypedShortcut(s)
	}
}

// passKey hands a key on to the canvas that o is on.
func passKey(o fyne.CanvasObject, ev *fyne.KeyEvent) {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil || c.OnTypedKey() == nil {
		return
	}
	c.OnTypedKey()(ev)
}
