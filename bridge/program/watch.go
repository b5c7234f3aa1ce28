package program

import (
	"errors"
	"regexp"
	"sync"
	"time"

	"parley/bridge/clock"
	"parley/bridge/program/lastwords"
)

// What a program writes may show before its time is over that nothing comes of its introduction.
var (
	ErrUnreached = errors.New("the program reaches nothing on the network, and says no more")
	ErrFramed    = errors.New("the program frames its messages with Content-Length")
)

// GivenUp reports whether a program was ended for what it wrote.
func GivenUp(err error) bool { return errors.Is(err, ErrUnreached) || errors.Is(err, ErrFramed) }

// networkPatience is how long a program that fetches what it starts may say nothing more after an error of the network. npm and uv try
// again by themselves before they call it an error.
const networkPatience = 10 * time.Second

// frameHeader is how a message begins on the output of a language server (Language Server Protocol, Base Protocol).
var frameHeader = regexp.MustCompile(`(?i)^content-length: *\d+$`)

// startWatch looks at what a program writes while it is introduced.
type startWatch struct {
	clock clock.Clock
	words func() string // what it has said

	mu      sync.Mutex
	framed  bool
	hurried bool
	giveUp  func(error) // nil: it is not being introduced
	silence func() bool // stops the wait for more words; nil: there is none
}

// begin watches an introduction until end is called. hurried also gives up one that only tells of the network.
func (w *startWatch) begin(hurried bool, giveUp func(error)) (end func()) {
	w.mu.Lock()
	w.hurried, w.giveUp = hurried, giveUp
	if w.framed {
		giveUp(ErrFramed)
	}
	w.mu.Unlock()
	w.said()
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.giveUp = nil
		w.hush()
	}
}

// frame takes note of the header of a frame.
func (w *startWatch) frame() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.framed = true
	if w.giveUp != nil {
		w.giveUp(ErrFramed)
	}
}

// said looks at the words again after there were more.
func (w *startWatch) said() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hush()
	if w.giveUp == nil || !w.hurried {
		return
	}
	if said := w.words(); !lastwords.ReachesNothing(said) || lastwords.WaitsForSignIn(said) {
		return
	}
	w.silence = w.clock.AfterFunc(networkPatience, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.giveUp != nil {
			w.giveUp(ErrUnreached)
		}
	})
}

// hush is called under the lock.
func (w *startWatch) hush() {
	if w.silence != nil {
		w.silence()
		w.silence = nil
	}
}
