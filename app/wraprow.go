package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// wrapRow puts things side by side and goes on in a new line where there is no room.
type wrapRow struct {
	widget.BaseWidget
	objects []fyne.CanvasObject
}

// wrapGap is the space between the things and between the lines.
const wrapGap = 6

func newWrapRow(objects ...fyne.CanvasObject) *wrapRow {
	r := &wrapRow{objects: objects}
	r.ExtendBaseWidget(r)
	return r
}

func (r *wrapRow) arrange(width float32, put func(o fyne.CanvasObject, x, y float32, size fyne.Size)) (height float32) {
	var x, y float32
	for _, o := range r.objects {
		if !o.Visible() {
			continue
		}
		size := o.MinSize()
		size.Width = min(size.Width, width)
		if x > 0 && x+size.Width > width {
			x, y = 0, height+wrapGap
		}
		put(o, x, y, size)
		x += size.Width + wrapGap
		height = max(height, y+size.Height)
	}
	return height
}

// HeightFor is for the layout around it.
func (r *wrapRow) HeightFor(width float32) float32 {
	return r.arrange(width, func(fyne.CanvasObject, float32, float32, fyne.Size) {})
}

// CreateRenderer is for Fyne.
func (r *wrapRow) CreateRenderer() fyne.WidgetRenderer { return wrapRowRenderer{r} }

type wrapRowRenderer struct{ row *wrapRow }

func (w wrapRowRenderer) Destroy()                     {}
func (w wrapRowRenderer) Objects() []fyne.CanvasObject { return w.row.objects }

func (w wrapRowRenderer) MinSize() fyne.Size {
	return fyne.NewSize(60, w.row.HeightFor(max(w.row.Size().Width, 60)))
}

func (w wrapRowRenderer) Layout(size fyne.Size) {
	w.row.arrange(size.Width, func(o fyne.CanvasObject, x, y float32, s fyne.Size) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(s)
	})
}

func (w wrapRowRenderer) Refresh() {
	w.Layout(w.row.Size())
	for _, o := range w.row.objects {
		o.Refresh()
	}
}
