package app

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"io"
	"os"
	"time"
)

// pixel is what one point of the screen looks like. The probe's colours have as much red as blue, so that it does not
// matter in which order the screen keeps them.
type pixel [3]byte

func (p pixel) color() color.NRGBA { return color.NRGBA{R: p[0], G: p[1], B: p[2], A: 0xff} }

// landmark is a colour that nothing else in a window has.
func landmark() pixel { return pixel{0xf1, 0x0e, 0xf1} }

// otherThan is a colour that is easy to tell from this one, also through the shade behind a modal.
func (p pixel) otherThan() pixel {
	if p[1] < 0x80 {
		return pixel{0x10, 0xf0, 0x10}
	}
	return landmark()
}

// screen is what is really to be seen on the virtual screen: the memory that it keeps its points in, of which .ci/screen
// makes a file. It tells when a frame is there, in the moment in which it is; nil where there is no such file.
type screen struct {
	file *os.File
	spot int64 // of the probe's dot
}

// openScreen gives nil when there is nothing to look at.
func openScreen() *screen {
	file, err := os.Open(os.Getenv("PARLEY_FRAMEBUFFER"))
	if err != nil {
		return nil
	}
	return &screen{file: file}
}

// lookEvery is how long the screen is left alone between two looks.
const lookEvery = 200 * time.Microsecond

// lookLimit is how long anything that was painted may take to be on the screen.
const lookLimit = 3 * time.Second

// find waits until the landmark is on the screen, keeps where, and gives the time.
func (s *screen) find() (time.Time, error) {
	piece := make([]byte, 64<<10)
	for began := time.Now(); time.Since(began) < lookLimit; time.Sleep(lookEvery) {
		at, err := s.search(piece)
		if err != nil {
			return time.Time{}, err
		}
		if at >= 0 {
			s.spot = at
			return time.Now(), nil
		}
	}
	return time.Time{}, fmt.Errorf("looking at the screen: the window did not come up in %s", lookLimit)
}

// search looks for the landmark once, piece by piece: the whole would weigh in the memory that is measured. It gives -1 for
// nowhere.
func (s *screen) search(piece []byte) (int64, error) {
	mark := landmark()
	for from := int64(0); ; from += int64(len(piece) - len(mark) + 1) {
		n, err := s.file.ReadAt(piece, from)
		if at := bytes.Index(piece[:n], mark[:]); at >= 0 {
			return from + int64(at), nil
		}
		switch {
		case errors.Is(err, io.EOF):
			return -1, nil
		case err != nil:
			return -1, fmt.Errorf("looking at the screen: %w", err)
		}
	}
}

// seen is what the dot looks like now.
func (s *screen) seen() (p pixel) {
	_, _ = s.file.ReadAt(p[:], s.spot) // nothing changes then, and that is noticed
	return p
}

// changed waits until the dot looks different and gives the time. ok is false when it does not change.
func (s *screen) changed(from pixel) (at time.Time, ok bool) {
	for began := time.Now(); time.Since(began) < lookLimit; time.Sleep(lookEvery) {
		if s.seen() != from {
			return time.Now(), true
		}
	}
	return time.Time{}, false
}
