//go:build unix

package bridge

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/bridge/config"
)

// A program that fetches what it starts gets three minutes, but not after it has said that it reaches nothing: then it has failed.
func TestProgramThatPrintedItsNetworkErrorHasFailed(t *testing.T) {
	before, clock := openFiles(), newFakeClock()
	npx := filepath.Join(t.TempDir(), "npx")
	if err := os.Symlink(os.Args[0], npx); err != nil {
		t.Fatal(err)
	}
	h := newProgram(t, "fetches in vain", func(e *config.Server, o *Options) {
		e.Command, e.Timeout, o.Clock = []string{npx}, 0, clock
	})
	pid := h.pidOf("self")
	clock.Advance(time.Second)
	clock.Advance(10 * time.Second) // as long as bridge/program waits for more
	f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
	if !strings.Contains(f.What, "could not reach what it needs on the network. It says: [cause]: Error: getaddrinfo ENOTFOUND registry.example.") || !strings.Contains(f.Do, "Check your connection") || strings.Contains(f.Do, "fetching") {
		t.Errorf("says %q\n and %q", f.What, f.Do)
	}
	h.leavesNothing(before, pid)
}

// What it says when its time is over is the network too, whatever the limit.
func TestNetworkErrorIsToldWhenTheTimeIsOver(t *testing.T) {
	clock := newFakeClock()
	h := newProgram(t, "fetches in vain", func(e *config.Server, o *Options) { o.Clock = clock })
	h.pidOf("self")
	eventually(t, "given up", func() bool { clock.Advance(defaultPhaseLimit); return h.State().Phase == Failed })
	if f := h.State().Failure; !strings.Contains(f.What, "did not answer within 30s. It could not reach what it needs on the network.") || strings.Contains(f.Do, "more time") {
		t.Errorf("says %q\n and %q", f.What, f.Do)
	}
}

// A language server is told from a slow one at its first line, and named.
func TestContentLengthFramingIsNamedAtOnce(t *testing.T) {
	before := openFiles()
	h := newProgram(t, "frames its messages", func(_ *config.Server, o *Options) { o.Clock = newFakeClock() }) // no time passes
	f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
	if !strings.Contains(f.What, "frames its messages as language servers do (Content-Length)") || !strings.Contains(f.Detail, "Content-Length: 66") {
		t.Errorf("says %q\n with %q", f.What, f.Detail)
	}
	h.leavesNothing(before, h.pidOf("self"))
}
