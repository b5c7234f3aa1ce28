package app

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// ring shows that a button has the keyboard. Fyne only tints it with the main colour, which is not seen on a button of that colour. The
// zero value is a ring that is not there yet.
type ring struct {
	line *canvas.Rectangle
	on   bool
}

// around puts the ring around what draws a button.
func (r *ring) around(inner fyne.WidgetRenderer, of fyne.Widget) fyne.WidgetRenderer {
	r.line = canvas.NewRectangle(color.Transparent)
	r.line.StrokeWidth = 2
	r.line.Hidden = !r.on
	drawn := &ringRenderer{WidgetRenderer: inner, ring: r, of: of}
	drawn.paint()
	if size := of.Size(); !size.IsZero() {
		drawn.Layout(size) // Fyne makes a new one after a minute out of sight and does not lay it out
	}
	return drawn
}

// show draws the ring, or takes it away.
func (r *ring) show(on bool) {
	r.on = on
	if r.line != nil && r.line.Hidden == on {
		r.line.Hidden = !on
		canvas.Refresh(r.line)
	}
}

// ringRenderer draws a button and its ring.
type ringRenderer struct {
	fyne.WidgetRenderer
	ring *ring
	of   fyne.Widget
}

func (r *ringRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.ring.line.Resize(size)
}

func (r *ringRenderer) Objects() []fyne.CanvasObject {
	objects := r.WidgetRenderer.Objects()
	return append(objects[:len(objects):len(objects)], r.ring.line)
}

func (r *ringRenderer) Refresh() {
	r.WidgetRenderer.Refresh()
	r.paint()
}

func (r *ringRenderer) paint() {
	th := theme.CurrentForWidget(r.of)
	r.ring.line.StrokeColor = th.Color(theme.ColorNameForeground, fyne.CurrentApp().Settings().ThemeVariant())
	r.ring.line.CornerRadius = th.Size(theme.SizeNameButtonRadius)
}
