package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// StateMark is a dot that says a state by colour and by shape: a full dot is ready, a ring is off, a half one is under
// way, one with a bar needs the person, one with a cross has failed. A word must stand beside it.
type StateMark struct {
	widget.BaseWidget
	kind Kind
}

// NewStateMark makes a mark.
func NewStateMark(kind Kind) *StateMark {
	m := &StateMark{kind: kind}
	m.ExtendBaseWidget(m)
	return m
}

// Set changes the state.
func (m *StateMark) Set(kind Kind) {
	if m.kind != kind {
		m.kind = kind
		m.Refresh()
	}
}

// Kind is the state shown.
func (m *StateMark) Kind() Kind { return m.kind }

const markSize = 12

// CreateRenderer is for Fyne.
func (m *StateMark) CreateRenderer() fyne.WidgetRenderer {
	dot, half := canvas.NewCircle(nil), canvas.NewRectangle(nil)
	up, down, tick := canvas.NewLine(nil), canvas.NewLine(nil), canvas.NewRectangle(nil)
	paint := func() {
		th := m.Theme()
		color, back := colorOf(th, m.kind.color()), colorOf(th, theme.ColorNameBackground)
		dot.FillColor, dot.StrokeColor, dot.StrokeWidth = color, color, 1.5
		half.Hidden, up.Hidden, down.Hidden, tick.Hidden = true, true, true, true
		switch m.kind {
		case Idle:
			dot.FillColor = faded(color)
		case Busy:
			dot.FillColor = faded(color)
			half.Hidden = false
			half.FillColor, half.TopLeftCornerRadius, half.BottomLeftCornerRadius = color, 4, 4
		case Failure:
			up.Hidden, down.Hidden = false, false
			up.StrokeColor, down.StrokeColor, up.StrokeWidth, down.StrokeWidth = back, back, 1.5, 1.5
		case Warning:
			tick.Hidden = false
			tick.FillColor = back
		}
	}
	paint()
	return (&drawn{
		objects: []fyne.CanvasObject{dot, half, up, down, tick},
		layout: func(size fyne.Size) {
			x, y := whole((size.Width-markSize)/2), whole((size.Height-markSize)/2)
			place(dot, x, y, markSize, markSize)
			place(half, x+2, y+2, 4, markSize-4)
			place(tick, x+5, y+2.5, 2, markSize-5)
			up.Position1, up.Position2 = fyne.NewPos(x+3.5, y+8.5), fyne.NewPos(x+8.5, y+3.5)
			down.Position1, down.Position2 = fyne.NewPos(x+3.5, y+3.5), fyne.NewPos(x+8.5, y+8.5)
		},
		min:     func() fyne.Size { return fyne.NewSize(markSize+4, markSize+4) },
		refresh: func() { paint(); canvas.Refresh(m) },
	}).ready(m.Size())
}
