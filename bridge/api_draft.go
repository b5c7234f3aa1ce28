package bridge

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"parley/bridge/config"
)

// Clock is the time as the bridge sees it, so that tests need not wait.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f in its own goroutine after d, unless stop is called before.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// Options are what a Server needs from its surroundings. The zero value works: nobody can be asked.
type Options struct {
	WaitFor WaitFor      // nil: elicitation is not advertised (contract C1)
	Notify  func(Event)  // called in order, from the bridge's goroutines; must not block. nil: nobody listens
	Clock   Clock        // nil: the system's
	Log     *slog.Logger // nil: discarded. Never gets a value the person typed
}

// Server is one configured server and its connection.
type Server struct{}

// NewServer makes a server that is off.
func NewServer(entry config.Server, opts Options) *Server { return nil }

// Name is what the person called it.
func (s *Server) Name() string { return "" }

// Start connects in the background and returns at once. It does nothing unless the server is off or failed.
func (s *Server) Start() {}

// Close answers open requests with cancel, stops running calls, ends the connection and the process group, and returns
// when nothing is left running or ctx ends.
func (s *Server) Close(ctx context.Context) error { return nil }

// State is a snapshot. Its slices are shared and must not be changed.
func (s *Server) State() ServerState { return ServerState{} }

// Call starts a call of a tool and returns at once. arguments is a JSON object, sent byte for byte; nil means {}.
func (s *Server) Call(tool Tool, arguments json.RawMessage) *Call { return nil }

// Phase is the state of a server in one word.
type Phase int

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
}

// Failure tells the person what went wrong.
type Failure struct {
	What   string // one sentence in plain words
	Do     string // what the person can do about it; may be ""
	Detail string // the evidence, shown on request; untrusted
	Err    error
}

// Tool is one tool as the server listed it. All text is untrusted.
type Tool struct {
	Name        string
	Title       string // "" when the server gave none
	Description string
	InputSchema json.RawMessage // as the server wrote it
	ReadOnly    bool            // claims of the server, not facts
	Destructive bool
	OpenWorld   bool
	Duplicate   bool // another tool of this server has the same name
}

// Call is one run of a tool: arguments, rounds, requests, progress, result. Its methods are safe for concurrent use.
type Call struct{}

func (c *Call) ID() string                 { return "" }
func (c *Call) Server() *Server            { return nil }
func (c *Call) Tool() Tool                 { return Tool{} }
func (c *Call) Arguments() json.RawMessage { return nil }

// Stop answers the call's open requests with cancel, then cancels the call. It returns at once.
func (c *Call) Stop() {}

// Done is closed when the call has ended.
func (c *Call) Done() <-chan struct{} { return nil }

// State is a snapshot.
func (c *Call) State() CallState { return CallState{} }

// CallPhase is the state of a call.
type CallPhase int

const (
	Running  CallPhase = iota
	Waiting            // for the person
	Finished           // Result is set
	Broken             // Failure is set
	Stopped            // by the person
)

// CallState is what there is to show of a call.
type CallState struct {
	Phase    CallPhase
	Started  time.Time
	Ended    time.Time     // zero while it runs
	Asking   time.Duration // how much of the time went into waiting for the person, up to now
	Progress Progress
	Result   *Result
	Failure  *Failure
}

// Progress is the latest word of the server about a running call.
type Progress struct {
	Done, Total float64 // Total is 0 when the server gave none
	Message     string  // untrusted
}

// Result is what a tool gave back.
type Result struct {
	Raw        json.RawMessage // the whole result as it came
	IsError    bool            // the tool itself reports a failure
	Text       string          // all text blocks, joined by line breaks (contract O1)
	Structured json.RawMessage // structured content with its order and digits; nil when there is none
	Blocks     []Block
}

// Block is one content block.
type Block struct {
	Type string          // text, image, audio, resource, resource_link, or any other word
	Text string          // for text
	Raw  json.RawMessage // the block as it came
}
