package app

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// keyList is a list in which Enter chooses, as the space bar does. Keys that it does not know go to the window. Where the keyboard is in it
// is shown by a ring: Fyne only tints that row, so that hardly anybody sees it.
type keyList struct {
	widget.List
	drawn   fyne.CanvasObject // the widget that this is the inside of: Fyne knows the canvas of that one alone; nil: none
	at      int               // the row that the keyboard is on
	focused bool
}

func newKeyList(length func() int, create func() fyne.CanvasObject, update func(widget.ListItemID, fyne.CanvasObject)) *keyList {
	l := &keyList{}
	l.holds(length, create, update)
	l.ExtendBaseWidget(l)
	return l
}

// holds says what is in the list.
func (l *keyList) holds(length func() int, create func() fyne.CanvasObject, update func(widget.ListItemID, fyne.CanvasObject)) {
	l.Length = length
	l.CreateItem = func() fyne.CanvasObject { return newCursorRow(create()) }
	l.UpdateItem = func(id widget.ListItemID, o fyne.CanvasObject) {
		row := o.(*cursorRow)
		row.show(l.focused && id == l.at)
		update(id, row.inside)
	}
	l.OnHighlighted = func(id widget.ListItemID) {
		before := l.at
		l.at = id
		l.RefreshItem(before)
		l.RefreshItem(id)
	}
}

// FocusGained is for Fyne.
func (l *keyList) FocusGained() {
	l.focused = true
	l.List.FocusGained()
	l.RefreshItem(l.at)
}

// FocusLost is for Fyne.
func (l *keyList) FocusLost() {
	l.focused = false
	l.List.FocusLost()
	l.RefreshItem(l.at)
}

// TypedKey is for Fyne.
func (l *keyList) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		l.List.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	case fyne.KeyUp, fyne.KeyDown:
		l.List.TypedKey(ev)
	default:
		if l.drawn != nil {
			passKey(l.drawn, ev)
			return
		}
		passKey(l, ev)
	}
}

// cursorRow is a row of a list with the ring of the keyboard around it.
type cursorRow struct {
	widget.BaseWidget
	inside fyne.CanvasObject
	here   bool
}

func newCursorRow(inside fyne.CanvasObject) *cursorRow {
	r := &cursorRow{inside: inside}
	r.ExtendBaseWidget(r)
	return r
}

func (r *cursorRow) show(here bool) {
	if r.here != here {
		r.here = here
		r.Refresh()
	}
}

// CreateRenderer is for Fyne.
func (r *cursorRow) CreateRenderer() fyne.WidgetRenderer {
	drawn := &cursorRenderer{row: r, ring: &canvas.Rectangle{FillColor: color.Transparent, StrokeWidth: 2}}
	drawn.Layout(r.Size()) // Fyne makes a new one after a minute out of sight and does not lay it out
	drawn.paint()
	return drawn
}

type cursorRenderer struct {
	row  *cursorRow
	ring *canvas.Rectangle
}

func (r *cursorRenderer) Destroy()           {}
func (r *cursorRenderer) MinSize() fyne.Size { return r.row.inside.MinSize() }

func (r *cursorRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.row.inside, r.ring}
}

// Layout is for Fyne.
func (r *cursorRenderer) Layout(size fyne.Size) {
	r.row.inside.Resize(size)
	r.ring.Move(fyne.NewPos(1, 1)) // Fyne lets a row reach a little further than the list is seen
	r.ring.Resize(size.SubtractWidthHeight(6, 2))
}

// Refresh is for Fyne. What is inside is drawn anew by whoever changes it.
func (r *cursorRenderer) Refresh() {
	r.paint()
	canvas.Refresh(r.ring)
}

func (r *cursorRenderer) paint() {
	th := r.row.Theme()
	r.ring.StrokeColor = th.Color(theme.ColorNameHyperlink, fyne.CurrentApp().Settings().ThemeVariant())
	r.ring.CornerRadius = th.Size(theme.SizeNameSelectionRadius)
	r.ring.Hidden = !r.row.here
}
