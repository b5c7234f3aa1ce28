package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// TickBox is one check box outside a form, with words that wrap. Space ticks it.
type TickBox struct {
	widget.BaseWidget
	row *choiceRow
	keyed
	changed func()
	focused bool
}

// NewTickBox makes one. The text must have passed [Plain]. changed is told when the person ticks it or takes the tick away.
func NewTickBox(text string, on bool, changed func()) *TickBox {
	t := newTickBox(&frame{}, text, changed)
	t.row.on = on
	return t
}

// On says whether it is ticked.
func (t *TickBox) On() bool { return t.row.on }

// Set ticks it or takes the tick away, and tells nobody.
func (t *TickBox) Set(on bool) { t.row.set(on, t.focused, false) }

// OnFocus is told when it gets the keyboard, so that a page can bring it into view.
func (t *TickBox) OnFocus(gained func(fyne.CanvasObject)) { t.frame.reveal = gained }

// Bold makes its words stand out, as the title of what it stands for.
func (t *TickBox) Bold() { t.row.words.Style.Bold = true }

func newTickBox(f *frame, text string, changed func()) *TickBox {
	t := &TickBox{keyed: keyed{f}, changed: changed}
	t.row = newChoiceRow(shownOption{label: text}, false, func() {
		t.frame.focus(t)
		t.turn()
	})
	t.ExtendBaseWidget(t)
	return t
}

func (t *TickBox) turn() {
	if !t.frame.takes() {
		return
	}
	t.row.set(!t.row.on, t.focused, false)
	t.changed()
}

// HeightFor is for the layout around it.
func (t *TickBox) HeightFor(width float32) float32 { return t.row.HeightFor(width) }

// FocusGained is for Fyne.
func (t *TickBox) FocusGained() {
	t.focused = true
	t.row.set(t.row.on, true, false)
	t.frame.gained(t)
}

// FocusLost is for Fyne.
func (t *TickBox) FocusLost() {
	t.focused = false
	t.row.set(t.row.on, false, false)
}

// TypedRune is for Fyne.
func (t *TickBox) TypedRune(r rune) {
	if r == ' ' {
		t.turn()
	}
}

// TypedKey is for Fyne.
func (t *TickBox) TypedKey(ev *fyne.KeyEvent) { t.frame.takesKey(t, ev) }

// TypedShortcut is for Fyne.
func (t *TickBox) TypedShortcut(s fyne.Shortcut) {
	if !t.frame.takesShortcut(s) {
		t.frame.passShortcut(t, s)
	}
}

// CreateRenderer is for Fyne.
func (t *TickBox) CreateRenderer() fyne.WidgetRenderer {
	return (&drawn{
		objects: []fyne.CanvasObject{t.row},
		layout:  func(size fyne.Size) { place(t.row, 0, 0, size.Width, size.Height) },
		min:     func() fyne.Size { return t.row.MinSize() },
		refresh: func() { t.row.Refresh(); canvas.Refresh(t) },
	}).ready(t.Size())
}
