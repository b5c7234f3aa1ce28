package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// tickBox is one check box outside a form.
type tickBox struct {
	widget.BaseWidget
	row     *choiceRow
	frame   *frame
	changed func()
	focused bool
}

func newTickBox(f *frame, text string, changed func()) *tickBox {
	t := &tickBox{frame: f, changed: changed}
	t.row = newChoiceRow(text, false, func() {
		t.frame.focus(t)
		t.turn()
	})
	t.ExtendBaseWidget(t)
	return t
}

func (t *tickBox) turn() {
	if !t.frame.ready() {
		return
	}
	t.row.set(!t.row.on, t.focused, false)
	t.changed()
}

// HeightFor is for the layout around it.
func (t *tickBox) HeightFor(width float32) float32 { return t.row.HeightFor(width) }

// FocusGained is for Fyne.
func (t *tickBox) FocusGained() {
	t.focused = true
	t.row.set(t.row.on, true, false)
	t.frame.gained(t)
}

// FocusLost is for Fyne.
func (t *tickBox) FocusLost() {
	t.focused = false
	t.row.set(t.row.on, false, false)
}

// TypedRune is for Fyne.
func (t *tickBox) TypedRune(r rune) {
	if r == ' ' {
		t.turn()
	}
}

// TypedKey is for Fyne.
func (t *tickBox) TypedKey(ev *fyne.KeyEvent) { t.frame.takesKey(ev.Name) }

// TypedShortcut is for Fyne.
func (t *tickBox) TypedShortcut(s fyne.Shortcut) {
	if !t.frame.takesShortcut(s) {
		t.frame.passShortcut(t, s)
	}
}

// CreateRenderer is for Fyne.
func (t *tickBox) CreateRenderer() fyne.WidgetRenderer {
	return (&drawn{
		objects: []fyne.CanvasObject{t.row},
		layout:  func(size fyne.Size) { place(t.row, 0, 0, size.Width, size.Height) },
		min:     func() fyne.Size { return t.row.MinSize() },
		refresh: func() { t.row.Refresh(); canvas.Refresh(t) },
	}).ready(t.Size())
}
