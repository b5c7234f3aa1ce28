package app

import (
	"slices"
	"testing"

	"parley/bridge"
)

// Closing the window is one of the four outcomes; its receipt comes at the next start, once.
func TestWhoeverLeftWithRequestsOpenIsToldWhatTheServersWereTold(t *testing.T) {
	home := t.TempDir()
	first := newRig(t, rigOptions{servers: oneServer, home: home})
	answers := make(chan bridge.Answer, 2)
	for i, name := range []string{"Files", "Files"} {
		s := request([]string{"elc-1", "elc-2"}[i], "May I?")
		s.Server = name
		go func() { answers <- first.inbox.WaitFor(t.Context(), s) }()
		first.q.Until(t, "the request", func() bool { return first.inbox.Count() == i+1 })
	}
	first.window.quit()
	for range 2 {
		if a := <-answers; a.Reason != bridge.ReasonCancelled {
			t.Errorf("answered %+v", a)
		}
	}
	first.settle()
	first.Close(t.Context())

	second := newRig(t, rigOptions{servers: oneServer, home: home})
	second.sees("You left without answering Files. It was told so.")
	second.window.quit()
	second.settle()
	second.Close(t.Context())
	third := newRig(t, rigOptions{servers: oneServer, home: home})
	third.misses("You left without answering")
}

// Several calls of one server at once: the protocol does not say whose question it is, so Parley does not either.
func TestRequestOfNoCertainCallNamesTheToolsThatRun(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files", bridge.Tool{Name: "a", Title: "First tool"}, bridge.Tool{Name: "b", Title: "Second tool"})
	answers := make(chan bridge.Answer, 1)
	ask := func(id string) {
		s := request(id, "Which?")
		s.Server = "Files"
		go func() { answers <- r.inbox.WaitFor(t.Context(), s) }()
		r.q.Until(t, "the request", func() bool { return r.inbox.Count() > 0 && r.inbox.shown != nil })
	}
	ask("elc-1")
	r.sees("not part of a running tool")
	r.inbox.DeclineAll("Files")
	<-answers
	r.show("Files", "a")
	r.press("Run")
	ask("elc-2")
	r.sees("while First tool is running")
	r.inbox.DeclineAll("Files")
	<-answers
	r.show("Files", "b")
	r.press("Run")
	ask("elc-3")
	r.sees("while these run: First tool, Second tool")
	r.picture("among")
	p := r.window.page().(*toolPage)
	shown := r.inbox.shown
	shown.sheet.Close()
	shown.sheet, r.inbox.shown, shown.aside = nil, nil, true
	r.window.showRequestOf(p) // of which of the two, nobody knows
	if r.inbox.shown != shown {
		t.Error("the button of the page shows no request")
	}
	r.inbox.DeclineAll("Files")
	<-answers
}

func TestNothingIsCalledKeptThatNobodyTyped(t *testing.T) {
	s := request("elc-1", "Which queue?")
	s.Server = "Files"
	for _, typing := range []bool{false, true} {
		l := newLine(t)
		key := questionOf(s)
		if typing {
			l.drafts.keep(key, typedIn("x"))
		}
		if l.keeps(s) != typing {
			t.Errorf("typed: %v, kept: %v", typing, l.keeps(s))
		}
	}
}

// The receipt of a request that the server gave up may be here before the line has heard of it.
func TestReceiptThatOvertakesTheEndKeepsWhatWasTyped(t *testing.T) {
	l := newLine(t)
	s := request("elc-1", "Which queue?")
	s.Server = "Files"
	l.ask(t.Context(), s)
	l.q.Until(t, "the request", func() bool { return len(l.papers) == 1 })
	l.papers[0].draft = typedIn("x")
	l.settle(bridge.Receipt{Suspension: s, Ending: bridge.EndStoppedWaiting})
	if !l.keeps(s) || l.papers[0].open || l.Count() != 0 {
		t.Errorf("kept: %v, still shown: %v, waiting: %d", l.keeps(s), l.papers[0].open, l.Count())
	}
}

func TestServersThatWaitAreNamedOnceEach(t *testing.T) {
	l := newLine(t)
	for i, name := range []string{"A", "B", "A"} {
		s := request([]string{"elc-1", "elc-2", "elc-3"}[i], "May I?")
		s.Server = name
		l.ask(t.Context(), s)
		l.q.Until(t, "the request", func() bool { return l.Count() == i+1 })
	}
	got := l.askers()
	slices.Sort(got)
	if !slices.Equal(got, []string{"A", "B"}) {
		t.Errorf("waiting: %q", got)
	}
}
