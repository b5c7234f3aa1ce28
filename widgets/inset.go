package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// inset brings something in line with the text inside the entries, and gives it a little room above.
type inset struct {
	widget.BaseWidget
	inner fyne.CanvasObject
	above float32
}

func newInset(inner fyne.CanvasObject) *inset {
	i := &inset{inner: inner, above: 10}
	i.ExtendBaseWidget(i)
	return i
}

// HeightFor is for the layout around it.
func (i *inset) HeightFor(width float32) float32 {
	return i.above + heightFor(i.inner, width-2*fieldInset)
}

func (i *inset) see(top, bottom float32) {
	if s, ok := i.inner.(seeing); ok {
		s.see(top-i.above, bottom-i.above)
	}
}

// CreateRenderer is for Fyne.
func (i *inset) CreateRenderer() fyne.WidgetRenderer {
	return (&drawn{
		objects: []fyne.CanvasObject{i.inner},
		layout: func(size fyne.Size) {
			place(i.inner, fieldInset, i.above, size.Width-2*fieldInset, size.Height-i.above)
		},
		min:     func() fyne.Size { return fyne.NewSize(40, i.HeightFor(fyne.Max(i.Size().Width, 40))) },
		refresh: func() { i.inner.Refresh(); canvas.Refresh(i) },
	}).ready(i.Size())
}
