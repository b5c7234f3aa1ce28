//go:build unix

package bridge

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/bridge/clock"
	"parley/bridge/config"
)

// However the loss of a program is noticed - by reading, by writing, in its first introduction or in the second - it is its end
// that is told.
func TestProgramThatExitsAtOnceIsNeverTakenForOneThatRuns(t *testing.T) {
	const times = 20
	for name, c := range map[string]struct{ script, what, words string }{
		"with last words":            {"echo 'Error: API_KEY is required' >&2; exit 1", "ended with error code 1.", "API_KEY is required"},
		"with words on its output":   {"echo 'usage: server KEY'; exit 2", "ended with error code 2.", "usage: server KEY"},
		"without a word":             {"exit 3", "ended with error code 3.", ""},
		"with much behind the cause": {"echo 'Error: the licence is over' >&2; i=0; while [ $i -lt 90 ]; do echo \"  --option-$i VALUE\" >&2; i=$((i+1)); done; exit 1", "ended with error code 1. It says: Error: the licence is over.", "Error: the licence is over\n  --option-0"},
		"with success":               {"exit 0", "ended by itself.", ""},
		"when it is asked":           {"read -r line; exit 4", "ended with error code 4.", ""},
		"with its output closed":     {"exec >&-; echo late >&2; read -r line; exit 5", "ended with error code 5.", "late"},
		"with its input closed":      {"exec <&-; echo deaf >&2; exit 6", "ended with error code 6.", "deaf"},
		"without what it should do":  {"exec node-that-is-not-there", "ended with error code 127. It needs node-that-is-not-there", "not found"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range times {
				h := startHost(t, nil, func(e *config.Server, o *Options) {
					e.Command = []string{"sh", "-c", c.script}
					o.Dial, o.Clock = nil, clock.System{}
				})
				f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
				h.close()
				if !strings.HasPrefix(f.What, "The program sh "+c.what) || !strings.Contains(f.Detail, c.words) || strings.Contains(f.Detail, "initialize") {
					t.Fatalf("says %q\n with %q", f.What, f.Detail)
				}
			}
		})
	}
}

// A program that was ended because its time was over did not end by itself: it is not started once more as an older one, so that
// the limit is not waited for twice.
func TestProgramThatOnlyBabblesIsGivenUpAtItsLimit(t *testing.T) {
	before, clock := openFiles(), newFakeClock()
	file := filepath.Join(t.TempDir(), "starts")
	h := newProgram(t, "babbles", func(e *config.Server, o *Options) {
		e.Command, o.Clock = append(e.Command, file), clock
	})
	heard := func(method string) {
		t.Helper()
		eventually(t, "asked "+method, func() bool { return strings.Contains(h.State().Stderr, "heard "+method+"\n") })
	}
	heard("server/discover")
	clock.Advance(discoverPatience)
	heard("initialize")
	clock.Advance(defaultPhaseLimit - time.Second)
	if phase := h.State().Phase; phase != Starting {
		t.Fatalf("given up too early: %v", phase)
	}
	clock.Advance(time.Second)
	f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
	if want := " did not answer within 30s. It writes things that are no messages of a server."; !strings.HasSuffix(f.What, want) {
		t.Errorf("says %q", f.What)
	}
	if !strings.Contains(f.Do, "Check that it is a server") || !strings.Contains(f.Detail, "listening, more or less") {
		t.Errorf("says to do %q\n with %q", f.Do, f.Detail)
	}
	starts, err := os.ReadFile(file)
	if got := strings.Count(string(starts), "started"); got != 1 {
		t.Errorf("started %d times (%v)", got, err)
	}
	h.leavesNothing(before)
}

// One message makes it a server, whatever else it writes.
func TestServerThatAlsoBabblesIsNotCalledNoServer(t *testing.T) {
	clock := newFakeClock()
	h := newProgram(t, "babbles between messages", func(_ *config.Server, o *Options) { o.Clock = clock })
	eventually(t, "asked", func() bool { return strings.Contains(h.State().Stderr, "heard initialize\n") })
	clock.Advance(defaultPhaseLimit + discoverPatience)
	f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
	if !strings.HasSuffix(f.What, "did not answer within 30s.") || !strings.Contains(f.Do, "more time") {
		t.Errorf("says %q\n and %q", f.What, f.Do)
	}
}

// A server that answers the introduction with an error is a server: what it says is told, and not that it is none.
func TestProgramThatRefusesToBeginIsQuoted(t *testing.T) {
	const refusal = `{"code":-32603,"message":"No licence for this lab."}`
	h := startHost(t, nil, func(e *config.Server, o *Options) {
		e.Command = []string{"sh", "-c", `n=0; while read -r line; do n=$((n+1)); echo '{"jsonrpc":"2.0","id":'$n',"error":` + refusal + `}'; done`}
		o.Dial, o.Clock = nil, clock.System{}
	})
	f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure // it may have ended by then, or not yet
	h.close()
	if f.What != "The program sh refused to begin: No licence for this lab." || !strings.Contains(f.Detail, "No licence") || !f.PointsAtDetail() {
		t.Errorf("says %q\n and %q\n with %q", f.What, f.Do, f.Detail)
	}
}
