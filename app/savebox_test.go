package app

import (
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
)

// Who presses Save twice is not told that the file which the first press made is in the way.
func TestSavePressedTwiceSavesOnce(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	path := filepath.Join(folders(t), "a.txt")
	r.window.savedTo = filepath.Dir(path)
	r.window.saveFile("a.txt", "x")
	var save *button
	r.eachOnTop(func(o fyne.CanvasObject) {
		if b, is := o.(*button); is && b.Text == "Save" {
			save = b
		}
	})
	save.Tapped(&fyne.PointEvent{})
	save.Tapped(&fyne.PointEvent{})
	r.q.Until(t, "the end of it", func() bool { return exists(path) })
	r.q.Until(t, "the box to go", r.window.free)
	r.sees("Saved 1 B to a.txt")
}
