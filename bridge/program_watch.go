package bridge

import (
	"errors"
	"regexp"
	"strings"
	"sync"
	"time"
)

// What a program writes may show before its time is over that nothing comes of its introduction.
var (
	errUnreached = errors.New("the program reaches nothing on the network, and says no more")
	errFramed    = errors.New("the program frames its messages with Content-Length")
)

// givenUp reports whether a program was ended for what it wrote.
func givenUp(err error) bool { return errors.Is(err, errUnreached) || errors.Is(err, errFramed) }

// networkPatience is how long a program that fetches what it starts may say nothing more after an error of the network. npm and uv try
// again by themselves before they call it an error.
const networkPatience = 10 * time.Second

// frameHeader is how a message begins on the output of a language server (Language Server Protocol, Base Protocol).
var frameHeader = regexp.MustCompile(`(?i)^content-length: *\d+$`)

// startWatch looks at what a program writes while it is introduced.
type startWatch struct {
	clock Clock
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
		giveUp(errFramed)
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
		w.giveUp(errFramed)
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
	if said := w.words(); !reachesNothing(said) || waitsForSignIn(said) {
		return
	}
	w.silence = w.clock.AfterFunc(networkPatience, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.giveUp != nil {
			w.giveUp(errUnreached)
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

// triesAgain are words about the network that are no error yet.
var triesAgain = regexp.MustCompile(`(?i)\bwarn|\bretry|\btry(?:ing)? again|\battempt`)

// reachesNothing reports whether an error of the network is among the latest words of a program.
func reachesNothing(said string) bool {
	words := wordsOf(lastLines(said, 60))
	left := 10
	for i := len(words) - 1; i >= 0 && left > 0; i-- {
		if strings.TrimSpace(words[i]) == "" {
			continue
		}
		left--
		if unreached.MatchString(words[i]) && !triesAgain.MatchString(words[i]) {
			return true
		}
	}
	return false
}
