package bridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// How a connection goes on, and how it ends: from this side, or by itself.

// stay keeps a connection until it is over. It gives why when that was not wanted, and whether to connect again.
func (s *Server) stay(ctx context.Context, wire *wired) (failure *Failure, again bool) {
	defer wire.end()
	wire.conn.spawn(func() { wire.conn.tellLogLevel() })
	wire.conn.spawn(func() { s.firstTools(wire.conn) })
	lost := make(chan error, 1)
	go func() { lost <- wire.conn.session.Wait() }()
	select {
	case <-ctx.Done():
		s.leave(wire)
		<-lost
		return nil, false
	case <-wire.conn.renew:
		s.learnsHub(wire.conn.web)
		s.set(func() { s.phase = Starting })
		s.leave(wire)
		<-lost
		return nil, true
	case err := <-wire.conn.fallen:
		return s.lose(wire, err)
	case err := <-lost:
		if err == nil {
			err = io.EOF
		}
		return s.lose(wire, err)
	}
}

// leave ends a connection from this side, in the order that never hangs (go-sdk.md, Close): answer what is open with cancel,
// stop the calls, close the session, end the program.
func (s *Server) leave(w *wired) {
	if w.process != nil {
		w.process.Leaving() // once its input is closed it may be gone, and with it who is its child
	}
	w.conn.end(ErrClosing)
	w.conn.explain()
	answered, cancel := context.WithTimeout(context.Background(), stopPatience)
	defer cancel()
	w.conn.settled(answered)
	w.conn.stopCalls(ErrClosing)
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		_ = w.conn.session.Close()
	}()
	select {
	case <-closed:
	case <-answered.Done():
	}
	w.end()
	w.conn.giveUp()
	<-closed
	w.conn.calling.Wait()
	w.conn.asking.Wait()
}

// lose cleans up after a connection that broke, and says why, and whether to connect again: to an address, but a program that
// ended is not started again by itself. Whoever was asked is told; the server cannot be.
func (s *Server) lose(w *wired, err error) (failure *Failure, again bool) {
	w.conn.end(ErrServerGone)
	w.end()
	failure, again = s.quiet(s.lossFailure(err, w)), w.conn.web != nil
	phase := Failed
	if again {
		phase = Starting
	}
	// The calls find the reason in the state when they come back.
	s.set(func() { s.phase, s.failure = phase, failure })
	w.conn.explain()
	w.conn.stopCalls(ErrServerGone)
	delivered, cancel := context.WithTimeout(context.Background(), stopPatience)
	defer cancel()
	w.conn.settled(delivered)
	w.conn.giveUp()
	w.conn.asking.Wait()
	w.conn.calling.Wait()
	_ = w.conn.session.Close() // the SDK keeps a goroutine for what it listens to until then
	return failure, again
}

// lossFailure explains the end of a connection that had been ready.
func (s *Server) lossFailure(err error, w *wired) *Failure {
	if w.process != nil {
		return s.programFailure(err, w.process)
	}
	f := &Failure{
		What:   fmt.Sprintf("The connection to %s was lost.", s.entry.Name),
		Do:     "Start it again. If it stays like this, check that the server is running.",
		Detail: w.conn.hush(err.Error()),
		Err:    err,
	}
	if said := w.conn.web.lastSaid(); said.status >= 300 {
		f.Status = said.status
		f.Detail += "\n" + said.body
	}
	if errors.Is(err, mcp.ErrSessionMissing) || f.Status == http.StatusNotFound {
		f.What = fmt.Sprintf("%s does not know this connection any more; it may have been restarted.", s.entry.Name)
		f.Do = "Parley connects to it anew by itself."
	}
	return f
}

// tornFailure says why a server that is connected is not ready: it cannot ask.
func (s *Server) tornFailure() *Failure {
	return &Failure{
		What: fmt.Sprintf("The connection to %s was lost.", s.entry.Name),
		Do:   "Parley connects to it anew by itself.",
		Err:  errNotMended,
	}
}
