package widgets

import (
	"slices"

	"fyne.io/fyne/v2"
)

// drawn is the renderer of every widget here: what is drawn, and what to do when the size or the state changes.
type drawn struct {
	objects []fyne.CanvasObject
	layout  func(fyne.Size)
	min     func() fyne.Size
	refresh func()
}

func (d *drawn) Objects() []fyne.CanvasObject { return d.objects }
func (d *drawn) Layout(size fyne.Size)        { d.layout(size) }
func (d *drawn) MinSize() fyne.Size           { return d.min() }
func (d *drawn) Refresh()                     { d.refresh() }
func (d *drawn) Destroy()                     {}

// ready lays out at once what had a size before. Fyne drops the renderer of a widget that was out of sight for a minute
// and makes another one when it comes back, but does not lay that out.
func (d *drawn) ready(size fyne.Size) *drawn {
	if !size.IsZero() {
		d.layout(size)
	}
	return d
}

// flowing is a thing whose height follows from its width, such as wrapped text.
type flowing interface {
	HeightFor(width float32) float32
}

// heightFor is the height that o needs at the given width.
func heightFor(o fyne.CanvasObject, width float32) float32 {
	if f, ok := o.(flowing); ok {
		return f.HeightFor(width)
	}
	return o.MinSize().Height
}

// placer is place, or nowhere when only the height of an arrangement is asked for.
type placer func(o fyne.CanvasObject, x, y, width, height float32)

func nowhere(fyne.CanvasObject, float32, float32, float32, float32) {}

// place puts o where it belongs.
func place(o fyne.CanvasObject, x, y, width, height float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(width, height))
}

// whole rounds to a whole coordinate, so that lines are drawn sharp.
func whole(v float32) float32 { return float32(int(v)) }

// canvasOf is the canvas that o is drawn on, nil when it was not drawn yet: Fyne learns it with the first frame.
func canvasOf(o fyne.CanvasObject) fyne.Canvas {
	return fyne.CurrentApp().Driver().CanvasForObject(o)
}

// takeAway removes an overlay and all above it. The keyboard leaves them first: Fyne only forgets about it, and an entry
// that does not hear of that blinks for ever, unseen, and has the window drawn anew each time.
func takeAway(c fyne.Canvas, overlay fyne.CanvasObject) {
	for slices.Contains(c.Overlays().List(), overlay) {
		c.Unfocus()
		c.Overlays().Remove(c.Overlays().Top())
	}
}
