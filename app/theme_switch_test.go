package app

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// The system turns dark while a page is not shown: when it comes back, nothing of it is light.
func TestPageThatComesBackHasTheColoursOfTheTheme(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files", readTool)
	at := place{page: serverAt, server: "Files"}
	r.window.open(at)
	r.settle()
	r.window.open(place{})
	r.settle()
	dark, light := theme.VariantDark, theme.VariantLight
	r.opts.Fyne.Settings().SetTheme(Theme{Variant: &dark})
	r.settle()
	r.window.open(at)
	r.settle()
	button := Theme{Variant: &light}.Color(theme.ColorNameButton, light)
	visitAll(r.window.page().object(), func(o fyne.CanvasObject) {
		if ground, ok := o.(*canvas.Rectangle); ok && ground.FillColor == button {
			t.Error("a button has the ground of the light theme")
		}
	})
}
