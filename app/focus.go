package app

import (
	"time"

	"fyne.io/fyne/v2"
)

// fyneRemembers is how long Fyne surely knows how something is drawn that is out of sight (a minute, less what its clearing up may be
// early). Later it complains about what is given the keyboard before it is drawn anew.
const fyneRemembers = 50 * time.Second

// focusPage gives the keyboard to the page that is shown. Fyne finds in the window only what was laid out and drawn: what has just
// come up, or was out of sight for a minute, takes the keyboard some moments later.
func (w *Window) focusPage() {
	p, stale := w.page(), w.stale
	if !stale {
		p.focus()
	}
	got := w.win.Canvas().Focused()
	for _, moment := range []time.Duration{60 * time.Millisecond, 250 * time.Millisecond} {
		w.clock.AfterFunc(moment, func() {
			w.door.Do(func() {
				if w.page() == p && w.free() && w.win.Canvas().Focused() == got && (got == nil || w.side.hasKeyboard()) && (!stale || w.isDrawn()) {
					p.focus()
				}
			})
		})
	}
}

// isDrawn reports whether the shown page has been on the screen.
func (w *Window) isDrawn() bool {
	return fyne.CurrentApp().Driver().CanvasForObject(w.inner.Objects[0]) != nil
}
