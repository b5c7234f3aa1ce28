package bridge

//lint:file-ignore SA1019 log messages are deprecated from 2026-07-28 on, and servers of every earlier protocol send them

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/bridge/text"
)

// LogLevels are the levels of log messages, from the most talkative (RFC 5424, as MCP has them).
var LogLevels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

// Bounds of what is kept of a server's log messages.
const (
	maxLogLines = 500
	maxLogText  = 4 << 10
)

// logLevelKey is where 2026-07-28 says with each request which log messages are wanted.
const logLevelKey = "io.modelcontextprotocol/logLevel"

// SetLogLevel asks for log messages from this level on, now and at every later start. "" leaves it to the server. It returns at
// once; a server that has no log messages is not told.
func (s *Server) SetLogLevel(level string) {
	s.set(func() { s.logLevel = level })
	if c := s.connection(); c != nil {
		c.spawn(func() { c.tellLogLevel() })
	}
}

// tellLogLevel tells a server that speaks an older protocol; a newer one is told with each request.
func (c *conn) tellLogLevel() {
	level := c.server.level()
	if level == "" || !c.hasLog() || c.perRequest() {
		return
	}
	ctx, cancel := context.WithCancelCause(c.ctx)
	defer cancel(nil)
	defer c.server.opts.Clock.AfterFunc(c.server.phaseLimit(), func() { cancel(context.DeadlineExceeded) })()
	if err := c.session.SetLoggingLevel(ctx, &mcp.SetLoggingLevelParams{Level: mcp.LoggingLevel(level)}); err != nil {
		c.server.opts.Log.Info("log level not taken", "server", c.server.entry.Name, "error", c.hush(err.Error()))
	}
}

// wantedLog is the level to say with each request; "" says none.
func (c *conn) wantedLog() string {
	if c.session == nil || !c.perRequest() {
		return ""
	}
	return c.server.level()
}

func (s *Server) level() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.logLevel
}

func (c *conn) hasLog() bool {
	is := c.session.InitializeResult()
	return is != nil && is.Capabilities != nil && is.Capabilities.Logging != nil
}

// perRequest reports whether the protocol says with each request what older ones said once.
func (c *conn) perRequest() bool {
	is := c.session.InitializeResult()
	return is != nil && is.ProtocolVersion >= "2026"
}

// logged implements wireEvents. What a server wrote is evidence: its data is kept as it stands on the wire, with its order, its digits
// and its signs (case proto-log-data-as-it-came). Servers that leave data out say message instead.
func (c *conn) logged(params json.RawMessage) {
	var wire struct {
		Level   looseText       `json:"level"`
		Logger  looseText       `json:"logger"`
		Data    json.RawMessage `json:"data"`
		Message json.RawMessage `json:"message"`
	}
	if json.Unmarshal(params, &wire) != nil {
		return
	}
	data := wire.Data
	switch {
	case !isNull(data):
	case !isNull(wire.Message):
		data = wire.Message
	default:
		data = params // it says something, in words of its own
	}
	s := c.server
	s.keepLog(LogLine{At: s.opts.Clock.Now(), Level: text.Shorten(string(wire.Level), 40), Logger: text.Shorten(s.hush(string(wire.Logger)), 100), Text: text.Shorten(s.hush(messageText(data)), maxLogText)})
}

// keepLog adds a line. State hands out the slice, so it is never changed in place.
func (s *Server) keepLog(line LogLine) {
	s.set(func() {
		keep := s.said[max(0, len(s.said)+1-maxLogLines):]
		s.said = append(slices.Clip(keep), line)
	})
}
