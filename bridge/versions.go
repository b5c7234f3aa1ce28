package bridge

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"parley/bridge/config"
	"parley/bridge/text"
)

// olderProtocols are those to go back to with a server that refuses the newest instead of naming its own, the newest first.
var olderProtocols = [...]string{"2025-06-18", "2025-03-26", "2024-11-05"}

// tryConnect makes a connection. A server that refuses the protocol and names those that it speaks gets one of them (specification,
// lifecycle, version negotiation; xiaohongshu-mcp#697).
func (s *Server) tryConnect(ctx context.Context, entry config.Server) (*wired, *Failure) {
	wire, failure := s.tryOnce(ctx, entry)
	if failure == nil || entry.Protocol != "" || s.spoken != "" || ctx.Err() != nil {
		return wire, failure
	}
	offered := offeredProtocol(failure)
	if offered == "" && s.mayMeanTheVersion(entry, failure) {
		offered = olderProtocols[0]
	}
	if offered == "" {
		return nil, failure
	}
	s.set(func() { s.spoken = offered })
	wire, again := s.tryOnce(ctx, entry)
	if again != nil {
		s.set(func() { s.spoken = "" })
		return nil, failure
	}
	return wire, nil
}

// offeredProtocol is the newest protocol that a refusal names and that is spoken here; "" when it is about something else.
func offeredProtocol(f *Failure) string {
	text := f.Detail
	if wire, ok := asWireError(f.Err); ok {
		text += " " + wire.Message + " " + string(wire.Data)
	}
	if !speaksOfVersions(text) {
		return ""
	}
	for _, version := range olderProtocols {
		if strings.Contains(text, version) {
			return version
		}
	}
	return ""
}

// mayMeanTheVersion reports whether a refusal may be for the version of the protocol though it names none: one that speaks of versions, or
// a bare 400, as some servers have it for a version that they do not know (openwork#3569). One more try in the version before costs
// nothing. A reason that is known is none of that, and the older transport has the version before anyway.
func (s *Server) mayMeanTheVersion(entry config.Server, f *Failure) bool {
	if s.speaksSSE(entry) || s.speaksNanohub() {
		return false
	}
	if wire, ok := asWireError(f.Err); ok && speaksOfVersions(wire.Message+" "+string(wire.Data)) {
		return true
	}
	return f.Status == http.StatusBadRequest && restAddress(entry.URL) == "" && !onlySecure(f.Detail)
}

func speaksOfVersions(text string) bool {
	lower := strings.ToLower(text)
	return strings.Contains(lower, "protocol") && strings.Contains(lower, "version")
}

var unknownVersion = regexp.MustCompile(`unsupported protocol version: "([^"]*)"`)

// versionFailure is for a server that speaks only a protocol that is not known here. It gives nil for any other error.
func (s *Server) versionFailure(err error) *Failure {
	found := unknownVersion.FindStringSubmatch(err.Error())
	if found == nil {
		return nil
	}
	return &Failure{
		What:   fmt.Sprintf("%s speaks version %q of the protocol, which Parley does not know.", s.entry.Name, text.Shorten(found[1], 40)),
		Do:     "Look for a newer Parley, or for another version of the server.",
		Detail: err.Error(),
		Err:    err,
	}
}
