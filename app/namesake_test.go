package app

import (
	"strings"
	"testing"
	"time"

	"parley/bridge"
)

// A server that bears Parley's name, or one that looks like it, is shown as a server.
func TestServersNameIsNotTakenForParleys(t *testing.T) {
	for _, name := range []string{"Parley", "parley", " PARLEY ", "Pаrlеy", "Parley asks for Files", "P a r l e y", "ParIey", "Par1ey", "Ρarley", "Ｐａｒｌｅｙ", "Par\u200bley", "Parley\u202e"} {
		if got := serverName(name); !strings.HasSuffix(got, " (server)") {
			t.Errorf("%q is shown as %q", name, got)
		}
		if got := wholeName(name); !strings.HasSuffix(got, " (server)") {
			t.Errorf("%q is shown in full as %q", name, got)
		}
	}
	for _, name := range []string{"Files", "Barley", "Partly", "par", "Demo lab", ""} {
		if got := serverName(name); strings.HasSuffix(got, "(server)") {
			t.Errorf("%q is shown as %q", name, got)
		}
	}
}

// Its question and the receipt say so, in the modal, in the list and in the notice.
func TestQuestionOfAServerNamedParleyIsAServersQuestion(t *testing.T) {
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"Parley":{"command":"x"}}}`})
	s := r.ready("Parley", bridge.Tool{Name: "go"})
	r.show("Parley", "go")
	ask := request("elc-1", "Your password, please.")
	ask.Server, ask.Total, ask.Index = "Parley", 1, 1
	go r.inbox.WaitFor(t.Context(), ask)
	r.q.Until(t, "the request", func() bool { return r.window.asking() })
	r.sees("Parley (server) asks")
	r.misses("Parley asks")
	r.clock.Advance(2 * time.Second)
	r.App.window.receipt(bridge.Receipt{Suspension: ask, Ending: bridge.EndSent})
	r.inbox.Close()
	r.settle()
	r.sees("Sent to Parley (server).", "Parley (server)")
	_ = s
}
