package app

import (
	"image"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
)

// probe is a dot in the corner of a window that knows when a frame is on the screen. It takes another colour with the
// frame that is waited for, and is watched there. Without a screen to look at it does with less: what draws it is called
// while the frame is painted, and what is queued for Fyne's goroutine from there runs after that frame was handed over, or
// after the next one when painting takes longer than a beat of Fyne's (reference/fyne.md, section 5).
type probe struct {
	object fyne.CanvasObject // belongs into the window's content; takes no room and no clicks
	dot    *canvas.Raster
	do     func(func())
	screen *screen // nil: there is none to look at
	found  bool    // the screen knows where the dot is
	colour pixel
	before pixel // on the screen, before the frame that is waited for
	wait   []func(time.Time)
}

func newProbe(do func(func())) *probe {
	p := &probe{do: do, screen: openScreen(), colour: landmark()}
	p.dot = canvas.NewRaster(p.paint)
	p.dot.Resize(fyne.NewSize(1, 1))
	p.object = container.NewWithoutLayout(p.dot)
	return p
}

// next calls f on Fyne's goroutine once the frame that is painted next is on the screen, with the time at which it was.
// That frame shows everything that was changed before. It must be called on Fyne's goroutine.
func (p *probe) next(f func(at time.Time)) {
	if len(p.wait) == 0 && p.found {
		p.before = p.screen.seen()
		p.colour = p.colour.otherThan()
	}
	p.wait = append(p.wait, f)
	canvas.Refresh(p.dot)
}

func (p *probe) paint(int, int) image.Image {
	if wait := p.wait; len(wait) > 0 {
		p.wait = nil
		known, before := p.found, p.before
		go func() {
			at, seen := p.appeared(known, before)
			p.do(func() {
				if !seen {
					at = time.Now()
				}
				p.found = p.found || !known && seen
				for _, f := range wait {
					f(at)
				}
			})
		}()
	}
	return image.NewUniform(p.colour.color())
}

// appeared waits until the frame being painted is on the screen. seen is false when nobody can look.
func (p *probe) appeared(known bool, before pixel) (at time.Time, seen bool) {
	switch {
	case p.screen == nil:
		return at, false
	case known:
		return p.screen.changed(before)
	}
	at, err := p.screen.find()
	return at, err == nil
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
