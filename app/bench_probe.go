package app

import (
	"image"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
)

// probe is a dot in a window that knows when a frame is on the screen: what draws it is called in the middle of painting a
// frame, and what is queued for Fyne's goroutine from there runs right after that frame was handed to the screen
// (reference/fyne.md, section 5).
type probe struct {
	object fyne.CanvasObject // belongs into the window's content; takes no room and no clicks
	dot    *canvas.Raster
	do     func(func())
	wait   []func(time.Time)
}

func newProbe(do func(func())) *probe {
	p := &probe{do: do}
	p.dot = canvas.NewRaster(p.paint)
	p.dot.Resize(fyne.NewSize(1, 1))
	p.object = container.NewWithoutLayout(p.dot)
	return p
}

// next calls f on Fyne's goroutine once the frame that is painted next is on the screen, with the time at which it was.
// That frame shows everything that was changed before. It must be called on Fyne's goroutine.
func (p *probe) next(f func(at time.Time)) {
	p.wait = append(p.wait, f)
	canvas.Refresh(p.dot)
}

func (p *probe) paint(int, int) image.Image {
	if wait := p.wait; len(wait) > 0 {
		p.wait = nil
		go p.do(func() {
			at := time.Now()
			for _, f := range wait {
				f(at)
			}
		})
	}
	return image.NewRGBA(image.Rect(0, 0, 1, 1))
}

// frames has one frame painted after the other until stop is called, and gives the time from each to the next. It must be
// called on Fyne's goroutine, and so must stop. each is called after every frame; nil does nothing.
func (p *probe) frames(each func()) (stop func() []float64) {
	var took []float64
	var last time.Time
	on := true
	var again func(time.Time)
	again = func(at time.Time) {
		if !on {
			return
		}
		if !last.IsZero() {
			took = append(took, inMilliseconds(at.Sub(last)))
		}
		last = at
		if each != nil {
			each()
		}
		p.next(again)
	}
	p.next(again)
	return func() []float64 {
		on = false
		return took
	}
}

func inMilliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
