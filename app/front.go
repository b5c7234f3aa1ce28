package app

import (
	"fyne.io/fyne/v2"

	"parley/widgets"
)

// front is a modal in the window. Fyne's driver knows on which canvas an object is only once it was painted, so a form
// that comes up in a real window gets the keyboard a moment after it is shown.
type front struct {
	*widgets.Modal
	canvas fyne.Canvas
	door   *Door
	form   bool // there is something to fill in
}

func newFront(canvas fyne.Canvas, door *Door, ask widgets.Ask, done func(widgets.Result)) *front {
	return &front{
		Modal:  widgets.NewModal(canvas, ask, done),
		canvas: canvas, door: door,
		form: ask.Form != nil && len(ask.Form.Fields) > 0,
	}
}

// Show puts it in front of everything else.
func (f *front) Show() {
	f.Modal.Show()
	if !f.form {
		return
	}
	layer := f.canvas.Overlays().Top()
	f.door.Do(func() {
		if f.canvas.Overlays().Top() != layer || !isFocused(f.canvas, layer) {
			return
		}
		f.canvas.FocusNext()
		if _, message := f.canvas.Focused().(*widgets.Viewer); message {
			f.canvas.FocusNext()
		}
	})
}

// isFocused reports whether o itself has the keyboard.
func isFocused(c fyne.Canvas, o fyne.CanvasObject) bool {
	focused, ok := c.Focused().(fyne.CanvasObject)
	return ok && focused == o
}
