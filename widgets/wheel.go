package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// wheelPass lies over a line of text and gives the wheel to the page around it: the entry would keep it for itself.
// It takes nothing but the wheel.
type wheelPass struct {
	widget.BaseWidget
	frame *frame
}

func newWheelPass(f *frame) *wheelPass {
	w := &wheelPass{frame: f}
	w.ExtendBaseWidget(w)
	return w
}

// NewWheelPass makes what lies over an entry of one line outside a form; pass gets the wheel.
func NewWheelPass(pass func(*fyne.ScrollEvent)) fyne.CanvasObject {
	return newWheelPass(&frame{wheel: pass})
}

// Scrolled is for Fyne.
func (w *wheelPass) Scrolled(ev *fyne.ScrollEvent) {
	if w.frame != nil && w.frame.wheel != nil {
		w.frame.wheel(ev)
	}
}

// CreateRenderer is for Fyne.
func (w *wheelPass) CreateRenderer() fyne.WidgetRenderer {
	return (&drawn{layout: func(fyne.Size) {}, min: func() fyne.Size { return fyne.Size{} }, refresh: func() {}}).ready(w.Size())
}
