package app

import (
	"strings"
	"testing"
	"time"

	"parley/bridge"
)

func TestSpansReadNaturally(t *testing.T) {
	tests := []struct {
		d    time.Duration
		want string
	}{
		{-time.Second, "0 s"}, {0, "0 s"}, {3 * time.Millisecond, "less than 0.1 s"}, {60 * time.Millisecond, "0.1 s"}, {400 * time.Millisecond, "0.4 s"}, {6200 * time.Millisecond, "6.2 s"},
		{9960 * time.Millisecond, "10 s"}, {48 * time.Second, "48 s"}, {185 * time.Second, "3 min 5 s"}, {130 * time.Minute, "2 h 10 min"},
	}
	for _, tt := range tests {
		if got := span(tt.d); got != tt.want {
			t.Errorf("span(%v) is %q, want %q", tt.d, got, tt.want)
		}
	}
}

func TestDecimalsAreWrittenAsInTheLanguage(t *testing.T) {
	inGerman(t)
	for got, want := range map[string]string{span(6200 * time.Millisecond): "6,2 s", bulk(1500): "1,5 kB", bulk(3_100_000): "3,1 MB"} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// The receipts are those of experience.md, word by word.
func TestReceiptsSayWhatTheServerWasTold(t *testing.T) {
	s := bridge.Suspension{Server: "Demo lab"}
	tests := []struct {
		r     bridge.Receipt
		typed bool
		want  string
	}{
		{bridge.Receipt{Ending: bridge.EndSent, Told: true}, true, "Sent to Demo lab."},
		{bridge.Receipt{Ending: bridge.EndDeclined, Told: true}, true, "You declined. Demo lab was told no."},
		{bridge.Receipt{Ending: bridge.EndDismissed, Told: true}, true, "You closed this without deciding. Demo lab was told so."},
		{bridge.Receipt{Ending: bridge.EndExpired, Told: true}, true, "Too late: the time to answer was over. What you typed is kept."},
		{bridge.Receipt{Ending: bridge.EndStoppedWaiting, After: 60 * time.Second}, true, "Demo lab stopped waiting after 60 s. What you typed is kept."},
		{bridge.Receipt{Ending: bridge.EndWithdrawn}, true, "Demo lab has withdrawn the question. What you typed is kept."},
		{bridge.Receipt{Ending: bridge.EndServerGone}, true, "Demo lab has stopped. What you typed is kept."},
		{bridge.Receipt{Ending: bridge.EndServerGone}, false, "Demo lab has stopped."},
		{bridge.Receipt{Ending: bridge.EndUndelivered}, true, "The answer could not be delivered to Demo lab. What you typed is kept."},
		{bridge.Receipt{Ending: bridge.EndUnconfirmed}, true, "Sent, but Demo lab did not confirm that it arrived. It is not sent a second time. What you typed is kept."},
		{bridge.Receipt{Ending: bridge.EndDeclined}, true, "You declined. The run ends here."},
	}
	for _, tt := range tests {
		tt.r.Suspension = s
		if got := receiptWords(tt.r, tt.typed); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
	s.ServerAddress = "https://lab.example/mcp"
	if got := receiptWords(bridge.Receipt{Suspension: s, Ending: bridge.EndServerGone}, true); got != "The connection to Demo lab was lost. What you typed is kept." {
		t.Errorf("got %q", got)
	}
	s.ServerAddress = ""
	s.SigningIn = true
	for ending, want := range map[bridge.Ending]string{
		bridge.EndSent:       "You are back from signing in to Demo lab.",
		bridge.EndDeclined:   "You did not sign in to Demo lab.",
		bridge.EndDismissed:  "You did not sign in to Demo lab.",
		bridge.EndStopped:    "Signing in to Demo lab is not needed any more.",
		bridge.EndServerGone: "Demo lab has stopped.",
	} {
		if got := receiptWords(bridge.Receipt{Suspension: s, Ending: ending}, false); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	s.SigningIn = false
	words := receiptWords(bridge.Receipt{Suspension: s, Ending: bridge.EndWithdrawn, Words: "approved\u202e elsewhere"}, false)
	if !strings.Contains(words, "approved⟨U+202E⟩ elsewhere") {
		t.Errorf("got %q", words)
	}
}
