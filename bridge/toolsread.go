package bridge

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// When the tools of a server are read, and what it means when they cannot be.

// firstTools reads the tools of a server that has just become ready. One that says what it offers, and tools are not among it, has none,
// and is not asked for them (specification, lifecycle: only what was announced may be used; case proto-server-with-prompts-only). Those
// that announce nothing at all are asked all the same: servers that were written by hand forget to.
func (s *Server) firstTools(c *conn) {
	if c.announces() == otherThings {
		s.setTools(nil, "")
		return
	}
	s.loadTools(c)
}

// toolsChanged reads the tools again. It runs on the SDK's receiving goroutine, so it must not wait there.
func (s *Server) toolsChanged(context.Context, *mcp.ToolListChangedRequest) {
	if c := s.connection(); c != nil {
		c.spawn(func() { s.loadTools(c) })
	}
}

// loadTools reads the tools, one reader at a time: however often a server says meanwhile that they changed, they are read once more.
func (s *Server) loadTools(c *conn) { c.listing.do(func() { s.readTools(c) }) }

func (s *Server) readTools(c *conn) {
	if c.endCause() != nil || !c.lists.turn(c.ctx, s.opts.Clock) {
		return
	}
	tools, note, err := c.listTools(c.ctx)
	switch {
	case err == nil:
		tools, faults := c.sendable(tools)
		s.setTools(tools, note, faults...)
	case c.endCause() != nil:
	case c.announces() == offersTools:
		s.set(func() { s.toolsErr = toolsFailure(err, c.hush) })
	default: // it never said that it has any
		s.setTools(nil, "")
	}
}

// setTools makes tools that were read those of the server, as far as its entry lets them through.
func (s *Server) setTools(tools []Tool, note string, faults ...string) {
	kept, notes := allowed(tools, s.entry.Tools)
	notes = append(notes, faults...)
	for _, note := range []string{note, s.placeNote()} {
		if note != "" {
			notes = append(notes, note)
		}
	}
	kept = append([]Tool{}, kept...) // never nil: they were read
	for i := range kept {
		kept[i].Title, kept[i].Description = s.hush(kept[i].Title), s.hush(kept[i].Description)
	}
	for i := range notes {
		notes[i] = s.hush(notes[i])
	}
	s.set(func() { s.tools, s.toolsErr, s.notes = kept, nil, notes })
}

// announced is what a server says that it offers.
type announced int

const (
	nothing     announced = iota
	offersTools           // and maybe more
	otherThings           // and no tools
)

// announces reads what the server said when it was connected.
func (c *conn) announces() announced {
	is := c.session.InitializeResult()
	switch {
	case is == nil || is.Capabilities == nil:
		return nothing
	case is.Capabilities.Tools != nil:
		return offersTools
	case is.Capabilities.Prompts != nil, is.Capabilities.Resources != nil, is.Capabilities.Completions != nil:
		return otherThings
	}
	return nothing
}
