package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/schema"
)

// fixedControl shows a constant: there is nothing to enter, but what is sent is shown (case tool-const-property).
type fixedControl struct {
	widget.BaseWidget
	words *Words
}

func newFixedControl(s setting) *fixedControl {
	text := ""
	if len(s.field.Options) > 0 {
		text = plainUpTo(s.field.Options[0].Label, maxDescribe)
	}
	c := &fixedControl{words: NewWords(text)}
	c.ExtendBaseWidget(c)
	return c
}

func (c *fixedControl) show(schema.Input)     {}
func (c *fixedControl) mark(bool)             {}
func (c *fixedControl) alone() bool           { return true }
func (c *fixedControl) first() fyne.Focusable { return nil }
func (c *fixedControl) renders() string       { return "hidden" }
func (c *fixedControl) shown() string         { return c.words.Text }

// HeightFor is for the layout of the field.
func (c *fixedControl) HeightFor(width float32) float32 {
	return c.words.HeightFor(width - 2*fieldInset)
}

// CreateRenderer is for Fyne.
func (c *fixedControl) CreateRenderer() fyne.WidgetRenderer {
	d := &drawn{objects: []fyne.CanvasObject{c.words}}
	d.layout = func(size fyne.Size) {
		place(c.words, fieldInset, 0, size.Width-2*fieldInset, size.Height)
	}
	d.min = func() fyne.Size { return fyne.NewSize(0, c.HeightFor(c.Size().Width)) }
	d.refresh = func() { c.words.Refresh() }
	return d.ready(c.Size())
}
