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

	"parley/bridge/config"
	"parley/bridge/program"
	"parley/bridge/signin"
)

// defaultPhaseLimit bounds each phase of connecting when the entry says nothing (contract T4).
const defaultPhaseLimit = 30 * time.Second

// olderProtocol is what a server gets that does not bear the question which protocols it speaks.
const olderProtocol = "2025-11-25"

// wired is a connection with what carries it.
type wired struct {
	conn    *conn
	process *program.Process // nil for an address
	in      io.Closer        // of a server in this process
	web     *http.Transport  // nil for a program
	once    sync.Once
}

// end frees everything below the session. It may be called twice.
func (w *wired) end() {
	w.once.Do(func() {
		if w.process != nil {
			w.process.Stop(context.Background())
		}
		if w.in != nil {
			_ = w.in.Close()
		}
		if w.web != nil {
			w.web.CloseIdleConnections()
		}
	})
}

// connectAsItIs makes the connection, in the way that the server turns out to need.
func (s *Server) connectAsItIs(ctx context.Context, entry config.Server) (*wired, *Failure) {
	if entry.URL == "" || s.opts.Dial != nil {
		return s.connectProgram(ctx, entry)
	}
	return s.connectAddress(ctx, entry)
}

// connectProgram starts a program. One that ends when it is asked for its protocols is started once more as an older one
// (go-sdk#1177).
func (s *Server) connectProgram(ctx context.Context, entry config.Server) (*wired, *Failure) {
	wire, failure := s.tryConnect(ctx, entry)
	if failure == nil || entry.Protocol != "" || s.older || ctx.Err() != nil {
		return wire, failure
	}
	p := s.lastProcess()
	if endedHere := errors.Is(failure, context.DeadlineExceeded) || program.GivenUp(failure) || p != nil && p.Stopped(); endedHere || p == nil || !p.Ended() || p.SaidWhy() {
		return nil, failure
	}
	s.set(func() { s.older = true })
	wire, again := s.tryConnect(ctx, entry)
	if again != nil {
		s.set(func() { s.older = false })
	}
	return wire, again
}

// connectAddress calls an address: as streamable HTTP, and when it refuses that as a server of 2024 would, over SSE. When neither
// works, the first refusal says more (case http-no-sse-fallback-on-500). One that turns out to speak nanoHUB's dialect is
// called once more in it.
func (s *Server) connectAddress(ctx context.Context, entry config.Server) (*wired, *Failure) {
	wire, failure := s.tryConnect(ctx, entry)
	if failure != nil && entry.Transport == config.Discover && !s.sse && failure.refusesStreamable() && ctx.Err() == nil {
		s.set(func() { s.sse = true })
		older, again := s.tryConnect(ctx, entry)
		if again == nil {
			return older, nil
		}
		s.set(func() { s.sse = false })
		failure.Detail += "\n\nAs an older server, over SSE: " + again.Detail
		return nil, failure
	}
	if failure != nil || !s.learnsHub(wire.conn.web) {
		return wire, failure
	}
	s.leave(wire)
	return s.tryConnect(ctx, entry)
}

// refusesStreamable reports whether a server answered as one that only knows the SSE transport of 2024-11-05 (specification,
// transports, backwards compatibility).
func (f *Failure) refusesStreamable() bool {
	return f.Status == http.StatusBadRequest || f.Status == http.StatusNotFound || f.Status == http.StatusMethodNotAllowed
}

func (s *Server) speaksNanohub() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dialect == nanohub
}

func (s *Server) speaksSSE(entry config.Server) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sse || entry.Transport == config.SSE
}

func (s *Server) lastProcess() *program.Process {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.process
}

func (s *Server) tryOnce(ctx context.Context, entry config.Server) (*wired, *Failure) {
	c := newConn(s)
	wire := &wired{conn: c}
	transport, failure := s.transport(ctx, c, wire, entry)
	if failure != nil {
		return nil, failure
	}
	err := s.handshake(ctx, c, transport, entry)
	if err != nil {
		if wire.process != nil && hungUp(err) {
			wire.process.EndsSoon(ctx) // its exit says more than the end of its output
		}
		failure := s.versionFailure(err)
		if failure == nil {
			failure = s.connectFailure(err, wire.process, c.web)
		}
		c.end(ErrServerGone)
		c.giveUp()
		wire.end()
		c.asking.Wait()
		return nil, failure
	}
	if c.web != nil {
		c.web.greet(ctx, s.opts.Clock, !c.perRequest())
		if c.web.isHub() && !s.speaksNanohub() || c.web.isMisplaced() && !s.isMisplaced() {
			return wire, nil // to be called once more; not ready
		}
	}
	s.set(func() {
		s.conn = c
		s.phase, s.failure, s.retryAt = Ready, nil, time.Time{}
		s.protocol = c.session.InitializeResult().ProtocolVersion
	})
	return wire, nil
}

// transport starts the program, or gets ready to call the address.
func (s *Server) transport(ctx context.Context, c *conn, wire *wired, entry config.Server) (mcp.Transport, *Failure) {
	if s.opts.Dial != nil {
		streams, err := s.opts.Dial()
		if err != nil {
			return nil, startFailure(entry.Name, err)
		}
		wire.in = streams.In
		lines := &lineTransport{in: streams.In, out: streams.Out, tap: c.tap, clock: s.opts.Clock, stray: func([]byte) {}}
		c.reply = lines.reply
		return lines, nil
	}
	if entry.URL != "" {
		return s.webTransport(c, wire, entry), nil
	}
	p, failure := s.startProgram(ctx, entry)
	if failure != nil {
		return nil, failure
	}
	wire.process = p
	s.set(func() { s.process = p })
	lines := &lineTransport{in: p.Output(), out: p.Input(), tap: c.tap, clock: s.opts.Clock, stray: p.Stray, heard: p.Spoke, ended: p.Taken}
	c.reply = lines.reply
	return lines, nil
}

// webTransport gets ready to call an address.
func (s *Server) webTransport(c *conn, wire *wired, entry config.Server) mcp.Transport {
	s.keepQuiet(entry)
	address := s.address(entry.URL)
	wire.web = newWatchedTransport(func() { c.lookWhoListens(address) })
	s.set(func() { s.sentOn = nil })
	home := newHome(finalAnswers{wire.web}, address, func(a *away) {
		f := s.awayFailure(a)
		s.set(func() { s.sentOn = f })
	})
	home.whole = s.speaksSSE(entry) || s.speaksNanohub()
	c.web = &webTap{base: home, home: home, tap: c.tap, clock: s.opts.Clock, url: address, headers: entry.Headers, secrets: &s.secrets, greeted: make(chan struct{}), begun: make(chan struct{}), stale: c.renewSoon,
		events: c, asking: s.opts.WaitFor != nil}
	c.reply = c.web.reply
	client := &http.Client{Transport: c.web, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }} // home does that
	c.web.in = s.signer(c, entry)
	if s.speaksSSE(entry) {
		c.web.legacy = true
		if c.web.in != nil {
			client.Transport = signin.Transport(c.web, c.web.in)
		}
		return lasting{&mcp.SSEClientTransport{Endpoint: address, HTTPClient: client, MaxEventSize: maxLine}, c.ctx}
	}
	if s.speaksNanohub() {
		c.web.hub = newHub(c)
	}
	c.web.listening = entry.Dialect == ""
	transport := &mcp.StreamableClientTransport{Endpoint: address, HTTPClient: client, MaxEventSize: maxLine}
	if c.web.in != nil {
		transport.OAuthHandler = c.web.in
	}
	return transport
}

// lasting keeps the SDK's SSE transport alive for as long as its own context: by itself it would end with the context of
// connecting (go-sdk.md, Transports).
type lasting struct {
	mcp.Transport
	ctx context.Context
}

// Connect is for the SDK.
func (l lasting) Connect(ctx context.Context) (mcp.Connection, error) {
	own, cancel := context.WithCancel(l.ctx)
	stop := context.AfterFunc(ctx, cancel)
	conn, err := l.Transport.Connect(own)
	if err != nil {
		cancel()
		return nil, err
	}
	if !stop() {
		_ = conn.Close()
		return nil, context.Cause(ctx)
	}
	return conn, nil
}

// handshake connects the SDK's client. It is stopped when its phase takes too long.
func (s *Server) handshake(ctx context.Context, c *conn, transport mcp.Transport, entry config.Server) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(ctx, c.cancel)() // what the SDK does without a context, such as renewing tokens, ends too
	stop := c.phase(s.startLimit()+discoverPatience, func() {
		if p := s.lastProcess(); p != nil && p.Ended() {
			cancel(io.EOF)
			return
		}
		cancel(context.DeadlineExceeded)
	})
	defer stop()
	if p := s.lastProcess(); p != nil && entry.URL == "" {
		defer p.Watch(s.startLimit() > s.phaseLimit(), cancel)()
	}
	protocol := s.protocolFor(entry)
	c.client = mcp.NewClient(&mcp.Implementation{Name: "parley", Title: "Parley", Version: s.opts.Version}, &mcp.ClientOptions{
		Capabilities:           s.capabilities(protocol),
		MultiRoundTrip:         &mcp.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler: s.toolsChanged,
		Logger:                 s.opts.Log,
	})
	c.tellRoots()
	session, err := c.client.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: protocol})
	if cause := context.Cause(ctx); err != nil && cause != nil && !errors.Is(err, cause) {
		return fmt.Errorf("%w: %w", cause, err)
	}
	c.session = session
	return err
}

// protocolFor is the protocol to begin with; "" asks the server.
func (s *Server) protocolFor(entry config.Server) string {
	switch {
	case entry.Protocol != "":
		return entry.Protocol
	case s.spoken != "":
		return s.spoken
	case s.older, s.speaksOlder(), s.speaksNanohub(), s.speaksSSE(entry): // contract N7; SSE is older than the question
		return olderProtocol
	}
	return ""
}

// capabilities tells the server that it may ask, and in which ways, only when somebody can answer (contract C1-C3).
func (s *Server) capabilities(protocol string) *mcp.ClientCapabilities {
	//lint:ignore SA1019 see roots.go
	caps := &mcp.ClientCapabilities{RootsV2: &mcp.RootCapabilities{ListChanged: true}}
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
