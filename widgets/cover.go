package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// cover lies over a piece of the panel below which something is scrolled. Nothing is seen of it: Fyne finds what is under
// the mouse without asking whether a scroller around hides it, and the cover takes such clicks.
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
	return &drawn{
		layout:  func(fyne.Size) {},
		min:     func() fyne.Size { return fyne.Size{} },
		refresh: func() {},
	}
}
