package nanohubtest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"
)

// The numbers of nanohub-mcp.
const (
	Patience  = 60 * time.Second // how long it waits for an answer (contract T1)
	Heartbeat = 20 * time.Second // of silence, after which a stream says ": ping" (contract N4)
	MaxBody   = 16 << 20         // bytes of a POST, unless it is told otherwise; more is status 413 (contract N8)
)

// Server is one nanohub-mcp server on loopback. Its fields may be changed before the first request.
type Server struct {
	URL  string // of its streamable HTTP endpoint, ending in /mcp
	Root string // of the whole server, without a path at its end

	// HeaderOnly takes a session only from the header, and leaves it out of the endpoint event (contract N3).
	HeaderOnly bool
	// StreamFirst lets the response of an async tool be on the stream before the 202 of its call is out; otherwise it is the other
	// way round. The real server does now this, now that (contract J2).
	StreamFirst bool
	// JobFirst lets the job of an async tool go on until it asks or ends before its call gets its response; otherwise it begins
	// behind that.
	JobFirst bool
	// Limit is how many bytes a POST may have, in place of MaxBody.
	Limit int64

	web   *httptest.Server
	tools []tool
	ended chan struct{}

	mu           sync.Mutex
	now          time.Duration // since the server began
	timers       []*timer
	capabilities map[string]json.RawMessage // of clients, by session
	streams      map[string][]*stream       // by session; those that are gone unnoticed too
	pending      map[string]*question       // by session and id
	jobs         map[string]*job
	heard        []Post
	work         sync.WaitGroup // what runs beside requests
}

// New starts a server with the tools of the lab. It ends with the test.
func New(t testing.TB) *Server {
	s := &Server{
		Limit:        MaxBody,
		tools:        lab(),
		ended:        make(chan struct{}),
		capabilities: map[string]json.RawMessage{},
		streams:      map[string][]*stream{},
		pending:      map[string]*question{},
		jobs:         map[string]*job{},
	}
	s.web = httptest.NewServer(s)
	s.Root, s.URL = s.web.URL, s.web.URL+"/mcp"
	t.Cleanup(func() {
		close(s.ended)
		s.web.CloseClientConnections()
		s.web.Close()
		s.work.Wait()
	})
	return s
}

// Post is one request that the server heard, and what it said.
type Post struct {
	Header  http.Header
	Session string // as the server understood it; "" when it heard none
	Body    string
	Status  int
	Reply   string
}

// Heard gives the POST requests answered so far, in the order of the answers.
func (s *Server) Heard() []Post {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Post(nil), s.heard...)
}

// Streams is how many streams of a session the server believes to be open; "" counts those of all sessions.
func (s *Server) Streams(session string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if session != "" {
		return len(s.streams[session])
	}
	n := 0
	for _, all := range s.streams {
		n += len(all)
	}
	return n
}

// CutStreams breaks the connection of every stream, as a proxy would. The server notices only when it writes (contract N6).
func (s *Server) CutStreams() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, all := range s.streams {
		for _, st := range all {
			st.cutOff()
		}
	}
}

// Knows reports whether the server knows what the client of a session can do.
func (s *Server) Knows(session string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, known := s.capabilities[session]
	return known
}

// Broken reports whether every stream of a session has a connection that broke, noticed or not.
func (s *Server) Broken(session string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !slices.ContainsFunc(s.streams[session], func(st *stream) bool { return !st.gone })
}

// Asking is how many questions wait for an answer in a session.
func (s *Server) Asking(session string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, q := range s.pending {
		if q.session == session {
			n++
		}
	}
	return n
}

// Forget has the server know nobody and nothing any more, as one that was started again. Connections stay, as behind a proxy that holds
// them.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for session, all := range s.streams {
		for _, st := range all {
			s.stop(st.beat)
		}
		delete(s.streams, session)
	}
	clear(s.capabilities)
	for _, q := range s.pending {
		q.abandon()
	}
}
