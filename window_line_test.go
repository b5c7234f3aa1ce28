//go:build linux

package main

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"fyne.io/fyne/v2/theme"
)

// What happens around a request: others wait, it is put aside, its server dies, it comes while somebody types.

func (s *stage) answersTwoAtOnce(t *testing.T) {
	p := s.start(t, setting{})
	p.run("Ask twice")
	p.titled("(2) Parley")
	p.asked("Demo lab", "What would you like to drink?")
	p.sees("1 of 2")
	p.picture("first")
	p.click("tea")
	p.click("Send answer")
	p.answered("Demo lab", `{"action":"accept","content":{"drink":"tea"}}`, "")
	p.titled("(1) Parley")
	p.asked("Demo lab", "Where would you like to sit?")
	p.picture("second")
	p.click("aisle")
	p.click("Send answer")
	p.answered("Demo lab", `{"action":"accept","content":{"drink":"tea"}}`, `{"action":"accept","content":{"seat":"aisle"}}`)
	p.titled("Parley")
	p.sees("You get a glass of tea. You sit at the aisle.")
	p.picture("both")
}

// In the newest protocol a server asks by ending the call, and the answers of one round go back together, with the call.
func (s *stage) answersInRounds(t *testing.T) {
	p := s.start(t, setting{entry: map[string]map[string]any{"Demo lab": {"protocolVersion": "2026-07-28"}}})
	p.run("Ask twice")
	p.asked("Demo lab", "What would you like to drink?")
	p.sees("1 of 2")
	p.click("coffee")
	p.click("Send answer")
	p.asked("Demo lab", "Where would you like to sit?")
	p.sees("2 of 2", "Back")
	p.picture("second")
	p.click("Back") // to the first, as it was answered
	p.asked("Demo lab", "What would you like to drink?")
	p.sees("You came back to this question. It is filled in with your earlier answer.")
	p.click("tea")
	p.click("Send answer")
	p.asked("Demo lab", "Where would you like to sit?")
	p.click("Decline")
	p.sees("You get a glass of tea. You said no. You get no seat.")
	p.picture("both")
	p.answered("Demo lab") // nothing came on its own
	want := []string{"", `{"1-drink":{"action":"accept","content":{"drink":"tea"}},"2-seat":{"action":"decline"}}`}
	if got := p.wires["Demo lab"].responses("ask_twice"); !slices.Equal(got, want) {
		t.Errorf("the call came with %q, want %q", got, want)
	}
}

func (s *stage) putsAside(t *testing.T) {
	p := s.start(t, setting{})
	p.run("Submit batch run")
	p.asked("Demo lab", "Submit this 4-hour batch run?")
	p.click("long")
	p.clickIcon(theme.ContentRemoveIcon())
	p.misses("Demo lab asks")
	p.titled("(1) Parley")
	p.sees("1 request waiting")
	p.answered("Demo lab", "")
	p.picture("aside")
	p.find("Slow survey") // the window can be used meanwhile
	p.click("1 request waiting")
	p.asked("Demo lab", "Submit this 4-hour batch run?")
	p.picture("back")
	p.click("Send answer") // with what had been chosen
	p.answered("Demo lab", `{"action":"accept","content":{"queue":"long","notify":true}}`)
	p.titled("Parley")
}

// Two requests put aside are listed, one is brought up from there, and the rest is declined at once.
func (s *stage) listsWhatWaits(t *testing.T) {
	p := s.start(t, setting{environ: light})
	p.run("Ask twice")
	p.titled("(2) Parley")
	p.asked("Demo lab", "What would you like to drink?")
	p.clickIcon(theme.ContentRemoveIcon())
	p.misses("Demo lab asks")
	p.key("ctrl+b")
	p.sees("What would you like to drink?", "Where would you like to sit?", "Decline all from Demo lab")
	p.picture("list")
	p.click("Where would you like to sit?")
	p.asked("Demo lab", "Seat *")
	p.click("Send answer")
	p.answered("Demo lab", "", `{"action":"accept","content":{"seat":"window"}}`)
	p.titled("(1) Parley")
	p.click("Decline all from Demo lab")
	p.answered("Demo lab", `{"action":"decline"}`, `{"action":"accept","content":{"seat":"window"}}`)
	p.titled("Parley")
	p.sees("Nothing is waiting")
	p.picture("nothing")
}

// The server dies while somebody answers. What was typed is kept, and fills the question when it comes again.
func (s *stage) keepsWhatWasTypedWhenTheServerCrashes(t *testing.T) {
	p := s.start(t, setting{servers: map[string]string{"Questions": "asks"}})
	p.run("Falls over")
	p.asked("Questions", "Is it safe?")
	p.write("Half a thought")
	p.sees("Half a thought…")
	p.wires["Questions"].sign()
	p.sees("Questions has stopped. What you typed is kept.")
	p.misses("Questions asks")
	p.titled("Parley")
	p.answered("Questions", "")
	p.sees("Start Questions", "It did not work, after…")
	p.picture("crashed")

	p.click("Ask again") // which starts the server, too
	p.asked("Questions", "Is it safe?")
	p.sees("Half a thought…", "Filled in with what you typed before.")
	p.picture("asked-again")
	p.write(", and the rest")
	p.key("ctrl+Return")
	p.answered("Questions", "", `{"action":"accept","content":{"why":"Half a thought, and the rest"}}`)
	p.wires["Questions"].sign() // it would not end by itself
	p.sees("It did not work, after…")
	if n := len(p.wires["Questions"].pids()); n != 2 {
		t.Errorf("the server was started %d times", n)
	}
}

// A request comes while somebody types: what was meant for something else sends nothing and changes nothing.
func (s *stage) sendsNothingToWhoTypesOn(t *testing.T) {
	p := s.start(t, setting{servers: map[string]string{"Questions": "asks"}})
	w := p.wires["Questions"]
	p.run("Asks later")
	for len(w.asked()) == 0 {
		p.key("y", "Return", "space")
	}
	const still = 250 * time.Millisecond // of the 400: a busy machine may be late with the last keys
	for time.Since(w.asked()[0].at) < still {
		p.key("y", "Return", "space", "ctrl+Return", "Escape")
	}
	p.asked("Questions", "May it go on?")
	p.picture("asked")
	p.answered("Questions", "")
	p.click("What is sent")
	p.sees(`{"note":"none"}`)
	p.key("ctrl+Return") // now it counts
	p.answered("Questions", `{"action":"accept","content":{"note":"none"}}`)
}

// Ctrl+Enter is held on Run for longer than the keyboard waits before it repeats. The question that comes meanwhile is not
// answered by it, and it is by the next press.
func (s *stage) answersNothingToAHeldKey(t *testing.T) {
	p := s.start(t, setting{})
	const question = "Delete the folder results-2019 with 1,204 files? This cannot be undone."
	for i, held := range []time.Duration{700 * time.Millisecond, 1500 * time.Millisecond} {
		p.find("Confirm deletion")
		if i > 0 {
			time.Sleep(swapping) // the key that ran it before must have rested
		}
		p.do("keydown", "ctrl", "keydown", "Return")
		time.Sleep(held)
		p.do("keyup", "Return", "keyup", "ctrl")
		p.asked("Demo lab", question)
		p.picture("held")
		if i == 0 {
			p.answered("Demo lab", "")
			p.key("Escape")
			p.answered("Demo lab", `{"action":"cancel"}`)
			p.misses("Demo lab asks")
			continue
		}
		p.answered("Demo lab", `{"action":"cancel"}`, "")
		p.key("ctrl+Return")
		p.answered("Demo lab", `{"action":"cancel"}`, `{"action":"accept","content":{}}`)
	}
}

// Two questions at once. The first is clicked away, and the second click, which is a little late, does nothing to the one
// that has taken its place.
func (s *stage) answersNothingToALateClick(t *testing.T) {
	p := s.start(t, setting{})
	p.run("Ask twice")
	p.asked("Demo lab", "What would you like to drink?")
	p.sees("1 of 2")
	places := p.watch(p.sight.words("Not now"))
	p.until("Not now", func() bool { return len(places()) == 1 })
	at := places()[0].Min.Add(places()[0].Max).Div(2)
	p.do("mousemove", strconv.Itoa(at.X), strconv.Itoa(at.Y), "click", "--repeat", "2", "--delay", "700", "1", "mousemove", "1", "899")
	p.picture("second")
	p.answered("Demo lab", `{"action":"cancel"}`, "")
	p.asked("Demo lab", "Where would you like to sit?")
	p.click("Not now")
	p.answered("Demo lab", `{"action":"cancel"}`, `{"action":"cancel"}`)
}
