package bridge

import (
	"bytes"
	"io"
	"sync"
	"time"
)

// silent is how long a stream of nanoHUB's may say nothing at all: it says ": ping" after 20 s of silence (contract N4). A network
// that lost the connection without a word, as one does while a computer sleeps, is noticed by that alone.
const silent = 65 * time.Second

// watchedStream is a stream that is known to be broken when it is silent, once it has shown that it keeps itself alive.
type watchedStream struct {
	io.ReadCloser
	clock Clock
	found func() // called when the stream has been silent for too long

	mu    sync.Mutex
	kept  bool // it keeps itself alive
	over  bool
	still func() bool // stops the wait; nil for none
}

// Read is for the reader of the stream. A heartbeat comes alone, for it follows a silence.
func (w *watchedStream) Read(p []byte) (int, error) {
	n, err := w.ReadCloser.Read(p)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rest()
	w.kept = w.kept || bytes.HasPrefix(p[:n], []byte(":"))
	w.over = w.over || err != nil
	if w.kept && !w.over {
		w.still = w.clock.AfterFunc(silent, w.found)
	}
	return n, err
}

// Close is for the reader of the stream.
func (w *watchedStream) Close() error {
	w.mu.Lock()
	w.rest()
	w.over = true
	w.mu.Unlock()
	return w.ReadCloser.Close()
}

// rest stops the wait. The lock must be held.
func (w *watchedStream) rest() {
	if w.still != nil {
		w.still()
		w.still = nil
	}
}
