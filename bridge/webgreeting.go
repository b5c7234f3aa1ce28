package bridge

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// How it is found out that a server speaks nanoHUB's dialect, and where.

// greeting is told once what the server's stream began with. What shows the dialect after nobody waited for it any more has the connection
// made anew.
func (w *webTap) greeting(isHub bool) {
	w.mu.Lock()
	late := isHub && w.listening && !w.foundIt && w.waitedFor
	w.foundIt = w.foundIt || isHub && w.listening
	if !w.known {
		w.known = true
		close(w.greeted)
	}
	w.mu.Unlock()
	if late {
		w.stale()
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

// How long a server may take to show its dialect: one that is known to speak nanoHUB's, one that names no session and so may, and either
// once its stream has begun. nanoHUB's begins with the event that shows it; others say nothing before there is something to say.
const (
	greetPatience = 2 * time.Second
	doubtPatience = 500 * time.Millisecond
	firstPatience = 250 * time.Millisecond
)

// greet waits until it is known whether a server speaks nanoHUB's dialect, where there is any doubt; in that dialect, until its
// stream is open, for it refuses to ask without one (contract N1).
func (w *webTap) greet(ctx context.Context, clock Clock, legacy bool) {
	patience := greetPatience
	w.mu.Lock()
	doubt := w.listening && w.session == "" && legacy
	w.mu.Unlock()
	if w.hub == nil {
		if !doubt {
			return
		}
		patience = doubtPatience
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer clock.AfterFunc(patience, cancel)()
	select {
	case <-w.greeted:
	case <-w.begun:
		defer clock.AfterFunc(firstPatience, cancel)()
		select {
		case <-w.greeted:
		case <-ctx.Done():
		}
	case <-ctx.Done():
	}
	w.mu.Lock()
	w.waitedFor = true
	w.mu.Unlock()
}

// opensAsHub reports whether the first event of a server's stream is nanoHUB's (contract N4).
func opensAsHub(first sseEvent) bool {
	return string(first.name) == "open" && string(bytes.TrimSpace(first.data)) == "{}"
}

// hubElsewhere looks at the answer to a request for a stream: nanoHUB takes messages at / as well, but gives its stream at /mcp alone, and
// says so in words of its own. Without the stream it could not ask.
func (w *webTap) hubElsewhere(resp *http.Response) {
	if resp.StatusCode != http.StatusNotFound || !strings.Contains(string(w.readRefusal(resp)), "No GET endpoint at") {
		return
	}
	w.mu.Lock()
	w.misplaced = w.listening || w.hub != nil
	w.mu.Unlock()
	w.greeting(true)
}

// isMisplaced reports whether the server gives its stream at another address.
func (w *webTap) isMisplaced() bool {
	if w == nil {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.misplaced
}

// hubAddress is where a nanoHUB server gives its stream that takes messages at the given address.
func hubAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.ResolveReference(&url.URL{Path: strings.TrimRight(u.Path, "/") + "/mcp", RawQuery: u.RawQuery}).String()
}

// learnsHub takes what a connection showed of the server's dialect. It reports whether it has to be called once more for it.
func (s *Server) learnsHub(w *webTap) bool {
	learns := w.isHub() && !s.speaksNanohub() || w.isMisplaced() && !s.isMisplaced()
	if learns {
		s.set(func() { s.dialect, s.misplaced = nanohub, s.misplaced || w.isMisplaced() })
	}
	return learns
}

func (s *Server) isMisplaced() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.misplaced
}

// address is where an entry's server is called.
func (s *Server) address(entry string) string {
	if s.isMisplaced() {
		return hubAddress(entry)
	}
	return entry
}

// placeNote tells the person that the server is called at another address than the one in its entry; "" when it is not.
func (s *Server) placeNote() string {
	if !s.isMisplaced() {
		return ""
	}
	return "Its address lacks the /mcp at its end, where alone it can ask you something. Parley calls it there; write it into its entry (Edit)."
}
