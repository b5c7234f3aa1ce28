package bridge

import (
	"context"
	"time"
)

// greeting is told once what the server's stream began with.
func (w *webTap) greeting(isHub bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.foundIt = w.foundIt || isHub && w.listening
	if !w.known {
		w.known = true
		close(w.greeted)
	}
}

// isHub reports whether the server turned out to speak nanoHUB's dialect, or is spoken to in it already.
func (w *webTap) isHub() bool {
	if w == nil {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.hub != nil || w.foundIt
}

// greetPatience is how long a server that names no session may take to show its dialect.
const greetPatience = 2 * time.Second

// greet waits until it is known whether a server speaks nanoHUB's dialect, where there is any doubt; in that dialect, until its
// stream is open, for it refuses to ask without one (contract N1).
func (w *webTap) greet(ctx context.Context, clock Clock, legacy bool) {
	w.mu.Lock()
	doubt := w.hub != nil || w.listening && w.session == "" && legacy
	w.mu.Unlock()
	if !doubt {
		return
	}
	late := make(chan struct{})
	defer clock.AfterFunc(greetPatience, func() { close(late) })()
	select {
	case <-w.greeted:
	case <-late:
	case <-ctx.Done():
	}
}
