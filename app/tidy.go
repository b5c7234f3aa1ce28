package app

import (
	"runtime/metrics"
	"sync"
	"time"
)

// tidy gives memory back once nothing happens any more. While Parley works, garbage is collected late, for collecting is felt as
// frames that come late; at rest there are no frames, and what was left lying is nobody's. It works on a goroutine of the clock's,
// never on Fyne's, and sleeps without a timer once there is nothing to give back.
type tidy struct {
	clock   Clock
	redraw  func()        // has the window drawn once more; from any goroutine
	release func()        // gives back what is free; nil: nothing is given back
	asked   func() uint64 // bytes that were ever asked for

	mu     sync.Mutex
	awake  bool   // a look is on its way
	quiet  int    // looks in a row that found nothing going on
	before uint64 // what was asked for at the last look
	first  uint64 // what was asked for when memory was given back after a short rest
	last   uint64 // and after a long one
}

const (
	// tidyLook is the time between two looks at whether anything goes on. After that much quiet memory is given back for the first
	// time.
	tidyLook = 10 * time.Second
	// Fyne keeps what it drew for a minute and lets go of it with the first frame after that (Clean in its internal/cache). So after
	// tidyDrawn quiet looks a frame is drawn, and in the looks up to tidyLast memory is given back for good: twice, for what has a
	// finalizer is free only the second time.
	tidyDrawn = 7
	tidyLast  = tidyDrawn + 2
	// tidyQuiet is how much may be asked for between two looks at rest: a clock that counts, a ping.
	tidyQuiet = 1 << 20
	// tidyWorth is what must have been asked for since the last time, to do it again.
	tidyWorth = 4 << 20
)

// newTidy makes one that does nothing without a way to give memory back.
func newTidy(clock Clock, release, redraw func()) *tidy {
	return &tidy{clock: clock, redraw: redraw, release: release, asked: allocated}
}

// stirred is told, from any goroutine and as often as one likes, that something happened.
func (t *tidy) stirred() {
	if t.release == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.awake {
		t.awake, t.quiet = true, 0
		t.clock.AfterFunc(tidyLook, t.look)
	}
}

func (t *tidy) look() {
	redraws, releases, again := t.next(t.asked())
	if redraws {
		t.redraw()
	}
	if releases {
		t.release()
	}
	if again {
		t.clock.AfterFunc(tidyLook, t.look)
	}
}

// next decides what a look leads to.
func (t *tidy) next(asked uint64) (redraws, releases, again bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.quiet++
	if asked-t.before > tidyQuiet && t.quiet != tidyDrawn+1 { // drawing asks for more
		t.quiet = 0
	}
	t.before = asked
	switch {
	case t.quiet == 0:
	case t.quiet <= tidyDrawn && asked-t.last <= tidyWorth: // a ping now and then
		t.quiet = tidyLast
	case t.quiet == 1 && asked-t.first > tidyWorth:
		t.first, releases = asked, true
	case t.quiet == tidyDrawn:
		redraws = true
	case t.quiet > tidyDrawn:
		t.first, t.last, releases = asked, asked, true
	}
	t.awake = t.quiet < tidyLast
	return redraws, releases, t.awake
}

// allocated is how many bytes were ever asked for. Reading it stops nothing.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
