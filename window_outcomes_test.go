//go:build linux

package main

import (
	"testing"
	"time"

	"fyne.io/fyne/v2/theme"
)

// The ways in which a request ends, and what its server is told.

// The first minute: the nanoHUB form, sent.
func (s *stage) sendsTheBatchForm(t *testing.T) {
	p := s.start(t, setting{})
	p.find("Submit batch run")
	p.click("Run")
	p.titled("(1) Parley")
	p.asked("Demo lab", "Submit this 4-hour batch run?")
	p.picture("asked")
	p.click("long")
	p.click("Send answer")
	p.answered("Demo lab", `{"action":"accept","content":{"queue":"long","notify":true}}`)
	p.titled("Parley")
	p.sees("Sent to Demo lab.", "The run bridge-span-7 is in the queue long. You will be told when it is done.")
	p.picture("sent")
}

func (s *stage) declines(t *testing.T) {
	p := s.start(t, setting{environ: light})
	p.run("Confirm deletion")
	p.asked("Demo lab", "Delete the folder results-2019 with 1,204 files? This cannot be undone.")
	p.picture("asked")
	p.click("Decline")
	p.answered("Demo lab", `{"action":"decline"}`)
	p.sees("You declined. Demo lab was told no.", "You said no. The folder results-2019 is still there.")
	p.titled("Parley")
	p.picture("declined")
}

func (s *stage) closesByTheCross(t *testing.T) {
	p := s.start(t, setting{})
	p.run("Confirm deletion")
	p.asked("Demo lab", "Delete the folder results-2019 with 1,204 files? This cannot be undone.")
	p.clickIconBeside("Demo lab asks", theme.CancelIcon()) // the search has one too
	p.answered("Demo lab", `{"action":"cancel"}`)
	p.sees("You closed this without deciding. Demo lab was told so.")
	p.titled("Parley")
	p.picture("closed")
}

func (s *stage) closesByNotNow(t *testing.T) {
	p := s.start(t, setting{})
	p.run("Submit batch run")
	p.asked("Demo lab", "Submit this 4-hour batch run?")
	p.click("Not now")
	p.answered("Demo lab", `{"action":"cancel"}`)
	p.sees("You closed this without deciding. Demo lab was told so.")
}

// Esc leaves at once while nothing was entered; with entries it asks first, and another Esc goes back to them.
func (s *stage) closesByEscape(t *testing.T) {
	p := s.start(t, setting{})
	p.run("Book a visit")
	p.asked("Demo lab", "Please tell the lab about your visit.")
	p.key("Escape")
	p.answered("Demo lab", `{"action":"cancel"}`)
	p.misses("Demo lab asks")

	p.run("Book a visit")
	p.asked("Demo lab", "Please tell the lab about your visit.")
	p.write("Ada")
	p.sees("Ada…")
	p.key("Escape")
	p.sees("Close without answering?")
	p.picture("question")
	p.key("Escape")
	p.sees("Send answer", "Ada…")
	p.write(" Byron") // the keyboard is back where it was
	p.sees("Ada Byron…")
	p.key("Escape")
	p.sees("Close without answering?")
	p.click("Close")
	p.answered("Demo lab", `{"action":"cancel"}`, `{"action":"cancel"}`)
	p.sees("You closed this without deciding. Demo lab was told so.")
	p.picture("closed")
}

// The entry of the server says how long an answer may take.
func (s *stage) expires(t *testing.T) {
	limit := 5 * time.Second
	if withRace() {
		limit = 12 * time.Second // everything takes longer
	}
	p := s.start(t, setting{entry: map[string]map[string]any{"Demo lab": {"answerTimeout": limit.Milliseconds()}}})
	p.run("Book a visit")
	p.asked("Demo lab", "Please tell the lab about your visit.")
	p.write("Ada")
	p.sees("Ada…")
	p.sees("only…")
	p.picture("urgent")
	p.answered("Demo lab", `{"action":"cancel"}`)
	p.sees("Too late: the time to answer was over. What you typed is kept.")
	p.misses("Demo lab asks")
	p.picture("too-late")
	asked, told := p.wires["Demo lab"].asked()[0], p.wires["Demo lab"].answersAt()[0]
	if took := told.Sub(asked.at); took < limit || took > limit+2*time.Second {
		t.Errorf("the request ended after %s, not after %s", took, limit)
	}

	p.click("Ask again")
	p.asked("Demo lab", "Please tell the lab about your visit.")
	p.sees("Ada…", "Filled in with what you typed before.")
	p.click("Decline")
	p.answered("Demo lab", `{"action":"cancel"}`, `{"action":"decline"}`)
}

// The server stops waiting without a word: nothing is sent to it, and what was typed is kept. The next time it is known how
// long that server waits.
func (s *stage) isTooSlowForTheServer(t *testing.T) {
	p := s.start(t, setting{servers: map[string]string{"Questions": "asks"}, environ: light})
	p.run("Has no patience")
	p.asked("Questions", "Well?")
	p.write("It began well, but then")
	p.sees("It began well, but then…")
	p.wires["Questions"].sign()
	p.sees("Questions stopped waiting after…", "Nobody answered in time.")
	p.misses("Questions asks")
	p.titled("Parley")
	p.answered("Questions", "")
	p.picture("too-slow")

	p.click("Ask again")
	p.asked("Questions", "Well?")
	p.sees("It began well, but then…", "usually waits…")
	p.picture("asked-again")
	p.click("Send answer")
	p.answered("Questions", "", `{"action":"accept","content":{"why":"It began well, but then"}}`)
	p.wires["Questions"].sign()
}

// The server withdraws its question while somebody answers it.
func (s *stage) isWithdrawn(t *testing.T) {
	p := s.start(t, setting{servers: map[string]string{"Questions": "asks"}})
	p.run("Thinks better of it")
	p.asked("Questions", "Do you still want it?")
	p.write("Because")
	p.sees("Because…")
	p.wires["Questions"].sign()
	p.sees("Questions has withdrawn the question: “somebody else did it”. What you typed is kept.")
	p.misses("Questions asks")
	p.sees("It is done already.")
	p.answered("Questions", "")
	p.picture("withdrawn")
}

// The window is closed while a request is open: its server is told so, and then nothing of it is left, although one
// of its programs does not want to end and has started another.
func (s *stage) leavesWithARequestOpen(t *testing.T) {
	p := s.start(t, setting{servers: map[string]string{"Demo lab": "stubborn"}})
	p.run("Submit batch run")
	p.asked("Demo lab", "Submit this 4-hour batch run?")
	p.leave(closeLimit)
	p.answered("Demo lab", `{"action":"cancel"}`)
}

// A password goes to the server and nowhere else.
func (s *stage) keepsNoSecret(t *testing.T) {
	const secret = "correct-horse-7"
	p := s.start(t, setting{servers: map[string]string{"Questions": "asks"}})
	p.run("Wants a password")
	p.asked("Questions", "Please sign in.")
	p.write("ada")
	p.key("Tab")
	p.write(secret)
	p.click("What is sent")
	p.sees(`{"user":"ada","password":"••••••"}`)
	p.picture("preview")
	p.click("Back to the form")
	p.sees("Please sign in.")
	p.picture("masked")
	if len(p.watch(p.sight.words(secret+"…"))()) > 0 {
		t.Error("the password can be read on the screen")
	}
	p.click("Send answer")
	p.answered("Questions", `{"action":"accept","content":{"user":"ada","password":"`+secret+`"}}`)
	p.leave(windowPatience)
	p.wroteNowhere(secret)
}

// What a server says steers nothing: characters that would are shown as marks, and a name of any length stays inside.
func (s *stage) showsHostileTextAsItIs(t *testing.T) {
	p := s.start(t, setting{servers: map[string]string{"Questions": "asks"}, environ: light})
	p.run("Hostile")
	p.asked("Questions", "Run user⟨U+202E⟩txt.exe⟨U+0000⟩ now?⟨U+001B⟩[31m")
	p.picture("hostile")
	p.do("windowsize", "--sync", p.window, "800", "560")
	p.sees("Decline", "Not now", "What is sent", "Send answer")
	p.picture("small")
	p.click("Decline")
	p.answered("Questions", `{"action":"decline"}`)
}
