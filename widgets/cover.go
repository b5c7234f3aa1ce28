package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// cover is a piece of the panel that lies over what is scrolled below it. Fyne finds what is under the mouse without
// asking whether a scroller around hides it; the cover takes such clicks.
type cover struct{ widget.BaseWidget }

func newCover() *cover {
	c := &cover{}
	c.ExtendBaseWidget(c)
	return c
}

// Tapped is for Fyne.
func (c *cover) Tapped(*fyne.PointEvent) {}

// CreateRenderer is for Fyne.
func (c *cover) CreateRenderer() fyne.WidgetRenderer {
	back := NewSurface()
	paint := func() { back.Paint(colorOf(c.Theme(), theme.ColorNameOverlayBackground)) }
	paint()
	return (&drawn{
		objects: []fyne.CanvasObject{back.Object},
		layout:  func(size fyne.Size) { place(back.Object, 0, 0, size.Width, size.Height) },
		min:     func() fyne.Size { return fyne.Size{} },
		refresh: func() { paint(); canvas.Refresh(c) },
	}).ready(c.Size())
}
