package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Ring is the outline of an entry that has the keyboard, and of a button: a thin edge that tells a secondary one from its ground, and a strong line while it has the
// keyboard. Fyne only tints what has the keyboard with the main colour, which is not seen on a button of that colour, and
// draws secondary buttons in a shade that cannot be told from the ground. The zero value is one that is not drawn yet.
type Ring struct {
	line *canvas.Rectangle
	of   *widget.Button // nil: it is around an entry, which has an edge of its own
	on   bool
}

// Around puts the ring around what draws a button. outside is the widget that the button is the inside of.
func (r *Ring) Around(inner fyne.WidgetRenderer, b *widget.Button, outside fyne.Widget) fyne.WidgetRenderer {
	r.line, r.of = canvas.NewRectangle(color.Transparent), b
	drawn := &ringRenderer{WidgetRenderer: inner, ring: r, of: outside}
	r.paint(outside)
	if size := outside.Size(); !size.IsZero() {
		drawn.Layout(size) // Fyne makes a new one after a minute out of sight and does not lay it out
	}
	return drawn
}

// AroundEntry puts the ring around what draws an entry.
func (r *Ring) AroundEntry(inner fyne.WidgetRenderer, outside fyne.Widget) fyne.WidgetRenderer {
	return r.Around(inner, nil, outside)
}

// Show draws the ring, or takes it away.
func (r *Ring) Show(on bool, outside fyne.Widget) {
	if r.on == on {
		return
	}
	r.on = on
	if r.line != nil {
		r.paint(outside)
		canvas.Refresh(r.line)
	}
}

// edgeWide is how wide an edge is. A line of one point lies between two, and neither of them is dark enough.
const edgeWide = 1.5

func (r *Ring) paint(outside fyne.Widget) {
	th := theme.CurrentForWidget(outside)
	r.line.CornerRadius = th.Size(theme.SizeNameButtonRadius)
	r.line.Hidden = false
	switch {
	case r.of == nil:
		r.line.StrokeWidth, r.line.StrokeColor = 2, colorOf(th, theme.ColorNamePrimary)
		r.line.Hidden = !r.on
	case r.on:
		r.line.StrokeWidth, r.line.StrokeColor = 3, colorOf(th, theme.ColorNameForeground) // wider than the edge: what it adds is what is seen
	case r.of.Importance != widget.MediumImportance:
		r.line.Hidden = true
	case r.of.Disabled():
		r.line.StrokeWidth, r.line.StrokeColor = 1, colorOf(th, theme.ColorNameSeparator)
	default:
		r.line.StrokeWidth, r.line.StrokeColor = edgeWide, colorOf(th, ColorNameEdge)
	}
}

// ringRenderer draws a button and its ring.
type ringRenderer struct {
	fyne.WidgetRenderer
	ring *Ring
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
	r.ring.paint(r.of)
	r.WidgetRenderer.Refresh()
}
