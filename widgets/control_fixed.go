package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/schema"
)

// fixedControl stands for a constant: there is nothing to see and nothing to enter.
type fixedControl struct{ widget.BaseWidget }

func newFixedControl() *fixedControl {
	c := &fixedControl{}
	c.ExtendBaseWidget(c)
	return c
}

func (c *fixedControl) show(schema.Input)         {}
func (c *fixedControl) mark(bool)                 {}
func (c *fixedControl) alone() bool               { return true }
func (c *fixedControl) first() fyne.Focusable     { return nil }
func (c *fixedControl) renders() string           { return "hidden" }
func (c *fixedControl) shown() string             { return "" }
func (c *fixedControl) HeightFor(float32) float32 { return 0 }

// CreateRenderer is for Fyne.
func (c *fixedControl) CreateRenderer() fyne.WidgetRenderer {
	return (&drawn{layout: func(fyne.Size) {}, min: func() fyne.Size { return fyne.Size{} }, refresh: func() {}}).ready(c.Size())
}
