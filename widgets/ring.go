package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Ring is the outline of a button: a thin edge that tells a secondary one from its ground, and a strong line while it has the
// keyboard. Fyne only tints what has the keyboard with the main colour, which is not seen on a button of that colour, and
// draws secondary buttons in a shade that cannot be told from the ground. The zero value is one that is not drawn yet.
type Ring struct {
	line *canvas.Rectangle
	of   *widget.Button
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

func (r *Ring) paint(outside fyne.Widget) {
	th := theme.CurrentForWidget(outside)
	r.line.CornerRadius = th.Size(theme.SizeNameButtonRadius)
	r.line.Hidden = false
	switch {
	case r.on:
		r.line.StrokeWidth, r.line.StrokeColor = 2, colorOf(th, theme.ColorNameForeground)
	case r.of.Importance != widget.MediumImportance:
		r.line.Hidden = true
	case r.of.Disabled():
		r.line.StrokeWidth, r.line.StrokeColor = 1, colorOf(th, theme.ColorNameSeparator)
	default:
		r.line.StrokeWidth, r.line.StrokeColor = 1, colorOf(th, ColorNameEdge)
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
