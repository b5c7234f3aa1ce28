package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"parley/bridge/config"
	"parley/bridge/hush"
	"parley/bridge/program"
	"parley/bridge/signin"
)

// Phase is the state of a server in one word.
type Phase int

// The phases.
const (
	Off Phase = iota
	Starting
	Ready
	Failed
)

// ServerState is what there is to show of a server.
type ServerState struct {
	Phase    Phase
	Failure  *Failure // set when Failed
	Tools    []Tool   // in the server's order; kept after a failure
	Protocol string   // the version spoken, such as "2025-11-25"
	Stderr   string   // the last lines the program printed for its maintainer; untrusted
	Open     int      // requests of this server waiting for the person

	ToolsFailure *Failure // why the tools could not be read, when they could not
	SentOn       *Failure // says where it wanted a message to go instead, while it is Ready; nothing went there
	Flooded      bool     // it asked more at once than is let in, and was told so

	RetryAt  time.Time // when it is tried again by itself: Starting, and Failure says why; zero otherwise
	Notes    []string  // what the person should know about its tools and sign-in, in plain words
	Said     []LogLine // its latest log messages, oldest first
	LogLevel string    // the level that was asked for; "" leaves it to the server
	Roots    []string  // folders that it may see
	Dialect  string    // "nanohub" when it speaks that; "" for the standard
	SignedIn bool      // the person signed in to it, and [Server.SignOut] can undo that
}

// LogLine is one log message of a server. All of it is untrusted.
type LogLine struct {
	At     time.Time
	Level  string // debug, info, notice, warning, error, critical, alert or emergency
	Logger string // which part of the server; may be ""
	Text   string // its data: a text as it is, anything else as JSON
}

// Server is one configured server and its connection. Its methods are safe for concurrent use.
type Server struct {
	entry   config.Server
	opts    Options
	secrets hush.Words                    // what it was given and must not be repeated on a screen
	signed  atomic.Pointer[signin.SignIn] // of signing, for what it knows of such; nil before it is needed

	mu       sync.Mutex
	phase    Phase
	failure  *Failure
	tools    []Tool
	toolsErr *Failure
	sentOn   *Failure // of the connection that is there or being made
	protocol string
	sse      bool   // it refused streamable HTTP and takes SSE
	spoken   string // the protocol that it offered when it refused ours; "" otherwise
	older    bool   // it ended when it was asked for its protocols; not asked again

	asksOlder   bool // its tools ask as it was done before the newest protocol, so that it is spoken to in the one before
	olderInVain bool // which did not help

	learnt    time.Duration
	arrived   time.Time // when the last request came in
	retryAt   time.Time
	notes     []string
	said      []LogLine
	logLevel  string
	roots     []string
	dialect   string // what the entry says, or what was found out
	misplaced bool   // it is called at another address than the entry says, see hubAddress
	asking    int    // values that the person is asked for before it starts
	conn      *conn
	process   *program.Process // of the connection, or of the last one, for its last words
	signing   *signingIn       // nil before it is needed
	run       *running
}

// running is one life of a server, from Start to Close or failure.
type running struct {
	cancel context.CancelCauseFunc
	done   chan struct{}
	now    chan struct{} // the person does not want to wait until it is tried again
}

// NewServer makes a server that is off.
func NewServer(entry config.Server, opts Options) *Server {
	s := &Server{entry: entry, opts: opts.withDefaults(), dialect: entry.Dialect, logLevel: entry.LogLevel, roots: slices.Clone(entry.Roots)}
	s.keepQuiet(entry)
	return s
}

// Name is what the person called it; Entry, how it is configured.
func (s *Server) Name() string         { return s.entry.Name }
func (s *Server) Entry() config.Server { return s.entry }

// State is a snapshot. Its slices are shared and must not be changed.
func (s *Server) State() ServerState {
	s.mu.Lock()
	state := ServerState{Phase: s.phase, Failure: s.failure, Tools: s.tools, ToolsFailure: s.toolsErr, Protocol: s.protocol,
		SentOn: s.sentOn, RetryAt: s.retryAt, Notes: s.notes, Said: s.said, LogLevel: s.logLevel, Roots: s.roots, Open: s.asking}
	if s.phase != Ready {
		state.SentOn = nil
	}
	if s.dialect == nanohub {
		state.Dialect = nanohub
	}
	conn, process := s.conn, s.process
	if s.signing != nil {
		state.SignedIn = s.signing.SignedIn()
		if note := s.signing.Note(); note != "" {
			state.Notes = append(slices.Clip(state.Notes), note)
		}
	}
	s.mu.Unlock()
	if state.Phase == Ready && conn != nil && !conn.web.whole() {
		state.Phase, state.Failure = Starting, s.tornFailure()
	}
	if conn != nil {
		open, flooded := conn.load()
		state.Open, state.Flooded = state.Open+open, flooded
	}
	if process != nil {
		state.Stderr = process.Said()
	}
	return state
}

// SignOut forgets how the person signed in to the server, and ends its connection. Values that the person was asked for before a
// start are forgotten too.
func (s *Server) SignOut(ctx context.Context) error {
	err := s.Close(ctx)
	return errors.Join(s.forgetValues(), s.signOut(ctx), err)
}

// Start connects in the background and returns at once. It does nothing while the server is starting or ready; one that waits
// to be tried again is tried now.
func (s *Server) Start() {
	s.mu.Lock()
	if s.phase == Starting || s.phase == Ready {
		s.hurry()
		s.mu.Unlock()
		return
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	before := s.run
	run := &running{cancel: cancel, done: make(chan struct{}), now: make(chan struct{}, 1)}
	s.run = run
	s.phase, s.failure = Starting, nil
	if s.signing != nil {
		s.signing.Retry()
	}
	s.mu.Unlock()
	s.notify(Event{Server: s})
	go func() {
		defer close(run.done)
		defer cancel(nil)
		if before != nil {
			<-before.done
		}
		s.live(ctx)
	}()
}

// Close answers open requests with cancel, stops running calls, ends the connection and the process group, and returns when
// nothing is left running or ctx ends. A closed server may be started again.
func (s *Server) Close(ctx context.Context) error {
	s.mu.Lock()
	run := s.run
	s.mu.Unlock()
	if run == nil {
		return nil
	}
	run.cancel(ErrClosing)
	select {
	case <-run.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("closing %s: %w", s.entry.Name, ctx.Err())
	}
}

// live is one life of the server: connect, stay connected, clean up. It keeps its panics.
func (s *Server) live(ctx context.Context) {
	var failure *Failure
	func() {
		defer func() {
			if p := recover(); p != nil {
				s.opts.Panicked(p, debug.Stack())
				failure = internalFailure(p)
			}
		}()
		failure = s.connectAndStay(ctx)
	}()
	phase := Off
	if failure != nil {
		phase = Failed
	}
	failure = s.quiet(failure)
	s.set(func() { s.phase, s.failure, s.retryAt = phase, failure, time.Time{} })
}

// connectAndStay returns when the life is over, with the reason when it was not ended from this side.
func (s *Server) connectAndStay(ctx context.Context) *Failure {
	if s.entry.Problem != nil {
		return &Failure{What: s.entry.Problem.Error(), Do: "Press Edit and mend its entry.", Err: s.entry.Problem}
	}
	entry, failure := s.filled(ctx)
	if failure != nil {
		return unlessEnded(ctx, failure)
	}
	wire, failure := s.connect(ctx, entry)
	for tries := 0; wire != nil; { // none without a failure: it was closed from this side while it connected anew
		began := s.opts.Clock.Now()
		lost, again := s.stay(ctx, wire)
		if !again {
			return lost
		}
		if s.opts.Clock.Now().Sub(began) >= steady {
			tries = 0
		}
		wire, failure = s.reconnect(ctx, entry, lost, &tries)
	}
	return unlessEnded(ctx, failure)
}

// unlessEnded drops a failure that only means that the server was closed from this side.
func unlessEnded(ctx context.Context, failure *Failure) *Failure {
	if context.Cause(ctx) != nil {
		return nil
	}
	return failure
}

// set changes the state under the lock and tells the app.
func (s *Server) set(change func()) {
	s.mu.Lock()
	change()
	s.mu.Unlock()
	s.notify(Event{Server: s})
}

func (s *Server) notify(e Event) { s.opts.Notify(e) }

func (s *Server) connection() *conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conn
}

// arrival is the time at which a request came in. No two of one server have the same, so that the oldest can be told.
func (s *Server) arrival() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.opts.Clock.Now()
	if !now.After(s.arrived) {
		now = s.arrived.Add(1)
	}
	s.arrived = now
	return now
}

func (s *Server) usuallyWaits() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.learnt
}

// learnWaiting keeps how long this server was seen to wait (contract D2).
func (s *Server) learnWaiting(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.learnt = d
}

// Call starts a call of a tool and returns at once. arguments is a JSON object, sent byte for byte; nil means {}.
func (s *Server) Call(tool Tool, arguments json.RawMessage) *Call {
	if len(arguments) == 0 {
		arguments = json.RawMessage("{}") // servers refuse null (contract N8)
	}
	return s.startCall(newCall(s, tool, arguments, runTool(tool.Name, arguments)))
}

// ReadResource starts reading a resource and returns at once; Result.Raw has what came.
func (s *Server) ReadResource(uri string) *Call {
	return s.startCall(newCall(s, Tool{Name: uri}, nil, readResource(uri)))
}

// GetPrompt starts getting a prompt and returns at once; Result.Raw has what came.
func (s *Server) GetPrompt(name string, arguments map[string]string) *Call {
	return s.startCall(newCall(s, Tool{Name: name}, nil, getPrompt(name, arguments)))
}

func (s *Server) startCall(call *Call) *Call {
	s.mu.Lock()
	c, phase := s.conn, s.phase
	s.mu.Unlock()
	if c == nil || phase != Ready || !c.admit(call) {
		call.finish(broken(&Failure{
			What: fmt.Sprintf("%s is not connected.", s.entry.Name),
			Do:   "Start the server, then run the tool again.",
		}))
		return call
	}
	s.notify(Event{Server: s, Call: call})
	go func() {
		defer c.calling.Done()
		defer c.dismiss(call)
		call.run(c)
	}()
	return call
}
