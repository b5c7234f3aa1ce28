package bridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// defaultPhaseLimit bounds each phase of connecting when the entry says nothing (contract T4).
const defaultPhaseLimit = 30 * time.Second

// olderProtocol is what a server gets that does not bear the question which protocols it speaks.
const olderProtocol = "2025-11-25"

// wired is a connection with what carries it.
type wired struct {
	conn    *conn
	process *process        // nil for an address
	in      io.Closer       // of a server in this process
	web     *http.Transport // nil for a program
	once    sync.Once
}

// end frees everything below the session. It may be called twice.
func (w *wired) end() {
	w.once.Do(func() {
		if w.process != nil {
			w.process.stop(context.Background())
		}
		if w.in != nil {
			_ = w.in.Close()
		}
		if w.web != nil {
			w.web.CloseIdleConnections()
		}
	})
}

// connect makes the connection. A program that ends when it is asked for its protocols is started once more as an older one
// (go-sdk#1177).
func (s *Server) connect(ctx context.Context) (*wired, *Failure) {
	wire, failure := s.tryConnect(ctx)
	if failure == nil || s.entry.URL != "" || s.entry.Protocol != "" || s.older || ctx.Err() != nil {
		return wire, failure
	}
	if !endedByItself(s.lastProcess()) {
		return nil, failure
	}
	s.set(func() { s.older = true })
	wire, again := s.tryConnect(ctx)
	if again != nil {
		s.set(func() { s.older = false })
	}
	return wire, again
}

func (s *Server) lastProcess() *process {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.process
}

func endedByItself(p *process) bool {
	if p == nil {
		return false
	}
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

func (s *Server) tryConnect(ctx context.Context) (*wired, *Failure) {
	c := newConn(s)
	wire := &wired{conn: c}
	transport, failure := s.transport(c, wire)
	if failure != nil {
		return nil, failure
	}
	session, err := s.handshake(ctx, transport)
	if err != nil {
		if wire.process != nil && errors.Is(err, io.EOF) {
			wire.process.waitFor(ctx, endPatience) // its exit says more than the end of its output
		}
		failure := s.connectFailure(err, wire.process, c.web)
		c.end(ErrServerGone)
		wire.end()
		c.asking.Wait()
		return nil, failure
	}
	c.session = session
	s.set(func() {
		s.conn = c
		s.phase = Ready
		s.protocol = session.InitializeResult().ProtocolVersion
	})
	return wire, nil
}

// transport starts the program, or gets ready to call the address.
func (s *Server) transport(c *conn, wire *wired) (mcp.Transport, *Failure) {
	if s.opts.Dial != nil {
		streams, err := s.opts.Dial()
		if err != nil {
			return nil, startFailure(s.entry.Name, err)
		}
		wire.in = streams.In
		lines := &lineTransport{in: streams.In, out: streams.Out, tap: c.tap, clock: s.opts.Clock, stray: func([]byte) {}}
		c.reply = lines.reply
		return lines, nil
	}
	if s.entry.URL != "" {
		wire.web = newWebTransport()
		c.web = &webTap{base: wire.web, tap: c.tap, clock: s.opts.Clock, url: s.entry.URL, headers: s.entry.Headers}
		c.reply = c.web.reply
		return &mcp.StreamableClientTransport{Endpoint: s.entry.URL, HTTPClient: &http.Client{Transport: c.web}, MaxEventSize: maxLine}, nil
	}
	p, err := startProcess(s.entry, s.opts.Environ())
	if err != nil {
		program := ""
		if len(s.entry.Command) > 0 {
			program = s.entry.Command[0]
		}
		return nil, startFailure(program, err)
	}
	wire.process = p
	s.set(func() { s.process = p })
	lines := &lineTransport{in: p.out, out: p.in, tap: c.tap, clock: s.opts.Clock, stray: func(line []byte) {
		_, _ = fmt.Fprintf(p.stderr, "%s\n", line)
	}}
	c.reply = lines.reply
	return lines, nil
}

// handshake connects the SDK's client. It is stopped when its phase takes too long.
func (s *Server) handshake(ctx context.Context, transport mcp.Transport) (*mcp.ClientSession, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop := s.opts.Clock.AfterFunc(s.phaseLimit()+discoverPatience, func() { cancel(context.DeadlineExceeded) })
	defer stop()
	protocol := s.entry.Protocol
	if protocol == "" && s.older {
		protocol = olderProtocol
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "parley", Title: "Parley", Version: s.opts.Version}, &mcp.ClientOptions{
		Capabilities:           s.capabilities(protocol),
		MultiRoundTrip:         &mcp.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler: s.toolsChanged,
		Logger:                 s.opts.Log,
	})
	session, err := client.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: protocol})
	if cause := context.Cause(ctx); err != nil && cause != nil && !errors.Is(err, cause) {
		return nil, fmt.Errorf("%w: %w", cause, err)
	}
	return session, err
}

// capabilities tells the server that it may ask, and in which ways, only when somebody can answer (contract C1-C3).
func (s *Server) capabilities(protocol string) *mcp.ClientCapabilities {
	caps := &mcp.ClientCapabilities{}
	if s.opts.WaitFor == nil {
		return caps
	}
	caps.Elicitation = &mcp.ElicitationCapabilities{}
	if protocol == "" || protocol >= olderProtocol {
		caps.Elicitation.Form = &mcp.FormElicitationCapabilities{}
		caps.Elicitation.URL = &mcp.URLElicitationCapabilities{}
	}
	return caps
}

// toolsChanged reads the tools again. It runs on the SDK's receiving goroutine, so it must not wait there.
func (s *Server) toolsChanged(context.Context, *mcp.ToolListChangedRequest) {
	if c := s.connection(); c != nil {
		c.spawn(func() { s.loadTools(c) })
	}
}

// loadTools reads the tools, one reader at a time.
func (s *Server) loadTools(c *conn) {
	c.listing.Lock()
	defer c.listing.Unlock()
	ctx, cancel := context.WithCancelCause(c.ctx)
	defer cancel(nil)
	defer s.opts.Clock.AfterFunc(s.phaseLimit(), func() { cancel(context.DeadlineExceeded) })()
	tools, err := c.listTools(ctx)
	if err != nil {
		if c.endCause() == nil {
			s.set(func() { s.toolsErr = toolsFailure(err) })
		}
		return
	}
	s.set(func() { s.tools, s.toolsErr = tools, nil })
}
