package nanohubtest

import (
	"fmt"
	"io"
	"net/http"
	"slices"

	"github.com/google/uuid"
)

// noticedAfter is how many writes into a broken connection it takes until the server notices: the first one still fits into
// the system's buffer (contract N6).
const noticedAfter = 2

// stream is one GET stream of a session.
type stream struct {
	session string
	wake    chan struct{} // has room for one
	cut     chan struct{} // closed to break the connection

	// All under the server's lock.
	queue []string
	isCut bool
	gone  bool // the connection is broken
	lost  int  // writes since then
	beat  *timer
}

func (st *stream) cutOff() {
	if !st.isCut {
		st.isCut = true
		close(st.cut)
	}
}

// serveStream is a GET: the stream of a session until the connection breaks.
func (s *Server) serveStream(w http.ResponseWriter, r *http.Request, endpoint string) {
	session := s.sessionOf(r)
	if session == "" {
		session = uuid.NewString()
	}
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-cache")
	header.Set("X-Accel-Buffering", "no")
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Mcp-Session-Id", session)
	w.WriteHeader(http.StatusOK)

	st := &stream{session: session, wake: make(chan struct{}, 1), cut: make(chan struct{})}
	if !s.HeaderOnly {
		endpoint += "?session_id=" + session
	}
	s.mu.Lock()
	s.streams[session] = append(s.streams[session], st)
	s.write(st, "event: open\ndata: {}\n\n"+fmt.Sprintf("event: endpoint\ndata: %s\n\n", endpoint))
	s.mu.Unlock()
	s.pump(st, w, r)
}

// pump writes what is queued until the connection is gone.
func (s *Server) pump(st *stream, w http.ResponseWriter, r *http.Request) {
	for {
		s.mu.Lock()
		queue := st.queue
		st.queue = nil
		s.mu.Unlock()
		for _, text := range queue {
			_, _ = io.WriteString(w, text)
		}
		w.(http.Flusher).Flush()
		select {
		case <-st.wake:
			continue
		case <-r.Context().Done():
		case <-st.cut:
		case <-s.ended:
		}
		s.mu.Lock()
		st.gone = true
		for range st.queue {
			s.miss(st)
		}
		s.mu.Unlock()
		return
	}
}

// write puts text on a stream, and a heartbeat behind it once it has been silent for long enough. The lock must be held.
func (s *Server) write(st *stream, text string) {
	if st.beat != nil {
		s.stop(st.beat)
	}
	st.beat = s.after(Heartbeat, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.write(st, ": ping\n\n")
	})
	if st.gone {
		s.miss(st)
		return
	}
	st.queue = append(st.queue, text)
	select {
	case st.wake <- struct{}{}:
	default: // it is awake
	}
}

// miss is a write into a broken connection. With a session's last stream goes all that is known of its client, and whoever waits for
// an answer is woken (contract N6). The lock must be held.
func (s *Server) miss(st *stream) {
	if st.lost++; st.lost != noticedAfter {
		return
	}
	s.stop(st.beat)
	s.streams[st.session] = slices.DeleteFunc(s.streams[st.session], func(other *stream) bool { return other == st })
	if len(s.streams[st.session]) > 0 {
		return
	}
	delete(s.streams, st.session)
	delete(s.capabilities, st.session)
	for _, q := range s.pending {
		if q.session == st.session {
			q.abandon()
		}
	}
}

// broadcast says a message on every stream of a session. The lock must be held.
func (s *Server) broadcast(session, message string) {
	for _, st := range slices.Clone(s.streams[session]) {
		s.write(st, "event: message\ndata: "+message+"\n\n")
	}
}

// sessionOf is the session that a request names: by its header, else by its address (contract N3).
func (s *Server) sessionOf(r *http.Request) string {
	if session := r.Header.Get("Mcp-Session-Id"); session != "" || s.HeaderOnly {
		return session
	}
	query := r.URL.Query()
	if session := query.Get("session_id"); session != "" {
		return session
	}
	return query.Get("sessionId")
}
