package bridge

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"parley/bridge/config"
)

// errAsksOlder is the cause of a call whose tool may not ask in the protocol that is spoken.
var errAsksOlder = errors.New("the tool asks as it was done before the protocol that is spoken")

// asksOlder reports whether words of a failed call say that its tool wanted to send a request of its own, which protocols from
// 2026-07-28 on do not allow. Such tools were written before, and their libraries bring the newest protocol all the same: go-sdk from
// 1.8, mcp-go from 1.0 and the TypeScript one from 2.0 each have their sentence for it.
func asksOlder(protocol, words string) bool {
	if protocol <= olderProtocol || !strings.Contains(words, protocol) {
		return false
	}
	words = strings.ToLower(words)
	for _, mark := range [...]string{"elicitation/create", "server-initiated", "server-to-client", "urlelicitationrequired"} {
		if strings.Contains(words, mark) {
			return true
		}
	}
	return false
}

// askedOlder explains a call whose tool could not ask, and has the connection made anew in the older protocol, in which the same server
// can. The call is not made again by itself: it may have done a part of its work. It gives nil when that is not what the words say.
func (s *Server) askedOlder(c *conn, words string) *Failure {
	if s.opts.WaitFor == nil || !asksOlder(c.session.InitializeResult().ProtocolVersion, words) {
		return nil
	}
	f := &Failure{
		What:   "The tool wanted to ask you something in an older way than the one in which Parley talks to " + s.entry.Name + ", so it could not finish.",
		Do:     "Parley now connects to it in the older way by itself. Then run the tool again.",
		Detail: words,
		Err:    errAsksOlder,
	}
	s.mu.Lock()
	pinned, inVain := s.entry.Protocol, s.olderInVain
	s.mu.Unlock()
	switch {
	case pinned != "":
		f.Do = fmt.Sprintf("Take %q out of its entry, or write %q there (Edit); then run the tool again.", "protocolVersion", olderProtocol)
	case inVain:
		f.Do = "It cannot ask in the older way either. Tell the people who made the server; its own words are below."
	default:
		s.set(func() { s.asksOlder = true })
		c.renewSoon()
	}
	return f
}

// connect makes the connection. In the older protocol, one whose tools ask in the older way may not be reached; or it may keep no track
// of who it talks to over the web, so that no answer finds it. Then it is spoken to in the newest after all.
func (s *Server) connect(ctx context.Context, entry config.Server) (*wired, *Failure) {
	wire, failure := s.connectAsItIs(ctx, entry)
	if !s.speaksOlder() || ctx.Err() != nil {
		return wire, failure
	}
	inVain := failure == nil && wire.conn.web != nil && wire.conn.session.ID() == "" && !s.speaksSSE(entry) && !s.speaksNanohub()
	if failure == nil && !inVain {
		return wire, nil
	}
	s.set(func() { s.asksOlder, s.olderInVain = false, inVain })
	if wire != nil {
		s.leave(wire)
	}
	return s.connectAsItIs(ctx, entry)
}

func (s *Server) speaksOlder() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asksOlder
}
