package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

// walkTexts collects every text that is drawn below o.
func walkTexts(o fyne.CanvasObject, out *strings.Builder) {
	if !o.Visible() {
		return
	}
	switch o := o.(type) {
	case *canvas.Text:
		out.WriteString(o.Text)
		out.WriteString("\n")
	case *fyne.Container:
		for _, inner := range o.Objects {
			walkTexts(inner, out)
		}
	case fyne.Widget:
		for _, inner := range test.WidgetRenderer(o).Objects() {
			walkTexts(inner, out)
		}
	}
}
