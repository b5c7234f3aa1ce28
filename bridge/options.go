package bridge

import (
	"io"
	"log/slog"
	"os"

	"parley/bridge/clock"
	"parley/bridge/config"
	"parley/bridge/program"
	"parley/bridge/vault"
)

// Options are what a Server needs from its surroundings. The zero value works: nobody can be asked.
type Options struct {
	WaitFor  WaitFor                                     // nil: the server is not told that it may ask (contract C1)
	Notify   func(Event)                                 // called from the bridge's goroutines, several at once; must not block. nil: nobody listens
	Clock    Clock                                       // nil: the system's
	Log      *slog.Logger                                // nil: discarded. It never gets a value that the person typed
	Environ  func() []string                             // what programs inherit; nil: Parley's own environment
	Programs *program.Finder                             // finds the programs, and is for all servers; nil: one for this server alone, with Environ
	Approve  func(config.Server, program.Found) *Failure // asked before each start of a program, about the very file that was found; a failure keeps it from starting. nil: all may
	Secrets  vault.Store                                 // keeps what the person enters and signs in with; nil: it is forgotten at the end
	Dial     func() (Streams, error)                     // connects to a server in this process instead of what the entry says; nil: as the entry says
	Panicked func(what any, stack []byte)                // a fault of Parley's own that was caught; nil: only logged
	Version  string                                      // Parley's, told to the server
}

// Streams are both directions of a connection to a server in this process.
type Streams struct {
	In  io.ReadCloser  // what the server says
	Out io.WriteCloser // what it hears; closing it asks the server to end
}

func (o Options) withDefaults() Options {
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Environ == nil {
		o.Environ = os.Environ
	}
	if o.Programs == nil {
		o.Programs = &program.Finder{Environ: o.Environ, Clock: o.Clock}
	}
	if o.Secrets == nil {
		o.Secrets = &vault.Memory{}
	}
	if o.Notify == nil {
		o.Notify = func(Event) {}
	}
	if o.Version == "" {
		o.Version = "0"
	}
	report, log := o.Panicked, o.Log
	o.Panicked = func(what any, stack []byte) {
		log.Error("caught a fault", "what", what, "stack", string(stack))
		if report != nil {
			report(what, stack)
		}
	}
	return o
}
