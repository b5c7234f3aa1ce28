package app

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/software"
)

// picture draws what a window's canvas shows: the same objects, painted in memory. The canvas's own Capture reads the
// graphics card's front buffer, which is black on a virtual screen.
func picture(c fyne.Canvas) image.Image {
	all := container.NewWithoutLayout(c.Content())
	for _, over := range c.Overlays().List() {
		all.Add(over)
	}
	paper := software.NewCanvas()
	paper.SetPadded(false)
	paper.SetScale(c.Scale())
	paper.Resize(c.Size())
	paper.SetContent(all)
	return paper.Capture()
}
