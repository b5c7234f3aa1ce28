//go:build linux

package main

import (
	"fmt"
	"strings"
	"testing"
)

// Forms, small windows and the keyboard.

// Twenty fields, filled without a mouse: each is in sight when it has the keyboard.
func (s *stage) fillsTwentyFieldsByKeyboard(t *testing.T) {
	p := s.start(t, setting{servers: map[string]string{"Questions": "asks"}})
	p.run("Twenty fields")
	p.asked("Questions", "Please fill in all of it.")
	p.picture("first")
	p.sees("More below")
	var want []string
	for i := 1; i <= 20; i++ {
		if i > 1 {
			p.key("Tab")
		}
		p.write(fmt.Sprintf("answer %d.", i))
		p.sees(fmt.Sprintf("answer %d.…", i))
		want = append(want, fmt.Sprintf(`"f%02d":"answer %d."`, i, i))
	}
	p.misses("More below")
	p.picture("last")
	p.key("ctrl+Return")
	p.answered("Questions", `{"action":"accept","content":{`+strings.Join(want, ",")+`}}`)
	p.sees("Sent to Questions.")
	p.picture("sent")
}

// Send with something missing sends nothing, says so at the field, and goes there.
func (s *stage) saysWhatIsMissing(t *testing.T) {
	p := s.start(t, setting{servers: map[string]string{"Questions": "asks"}, environ: light})
	p.run("Twenty fields")
	p.asked("Questions", "Please fill in all of it.")
	p.write("one")
	p.key("ctrl+Return")
	p.sees("This is required.")
	p.answered("Questions", "")
	p.write("two") // the keyboard is in the first field that is wrong
	p.sees("two…")
	p.picture("missing")
	p.click("Not now")
	p.answered("Questions", `{"action":"cancel"}`)
}

// The smallest window that counts, made so while a long form is open: every button is there and works.
func (s *stage) keepsTheButtonsInASmallWindow(t *testing.T) {
	p := s.start(t, setting{})
	p.run("Book a visit")
	p.asked("Demo lab", "Please tell the lab about your visit.")
	p.do("windowsize", "--sync", p.window, "800", "560")
	p.sees("Decline", "Not now", "What is sent", "Send answer", "More below")
	p.picture("small")
	p.click("What is sent")
	p.sees("Nothing can be sent yet")
	p.picture("small-preview")
	p.click("Back to the form")
	p.sees("Your name *")
	p.click("Send answer")
	p.answered("Demo lab", "")
	p.picture("small-errors")
	p.do("windowsize", "--sync", p.window, "1200", "800")
	p.sees("Decline", "Send answer")
	p.picture("large-again")
	p.do("windowsize", "--sync", p.window, "800", "560")
	p.click("Decline")
	p.answered("Demo lab", `{"action":"decline"}`)
	p.sees("You declined. Demo lab was told no.")
	p.picture("small-declined")
}

func (s *stage) showsWhatIsSent(t *testing.T) {
	p := s.start(t, setting{})
	p.run("Submit batch run")
	p.asked("Demo lab", "Submit this 4-hour batch run?")
	p.click("What is sent")
	p.sees(`{"queue":"standby","notify":true}`)
	p.picture("before")
	p.click("Back to the form")
	p.click("Yes") // no longer notified
	p.click("What is sent")
	p.sees(`{"queue":"standby","notify":false}`)
	p.picture("after")
	p.click("Send answer")
	p.answered("Demo lab", `{"action":"accept","content":{"queue":"standby","notify":false}}`)
}

// Three questions in a row, from the search to the end, and out of the program, without a mouse. F1 helps wherever the keyboard is.
func (s *stage) plansATripByKeyboard(t *testing.T) {
	p := s.start(t, setting{environ: light})
	help := func() {
		p.key("F1")
		p.sees("What the keyboard does")
		p.key("Escape")
		p.misses("What the keyboard does")
	}
	p.key("ctrl+k")
	help() // in the search
	p.key("Down")
	help() // in the list
	p.key("ctrl+n")
	p.sees("Paste something above first.")
	p.write("npx")
	p.sees("Try it")
	help() // in the box
	p.write(" frogs")
	p.sees("frogs") // the name that it gets
	p.key("ctrl+k")
	p.write("trip")
	p.key("Return")
	p.sees("Ctrl+Enter")
	p.picture("found")
	p.key("ctrl+Return")
	p.asked("Demo lab", "Where should the trip go?")
	p.picture("where")
	help() // over the request
	p.key("Down", "space", "Tab", "ctrl+a")
	p.write("5")
	p.key("ctrl+Return")
	p.asked("Demo lab", "How would you like to get to Lisbon?")
	p.key("space", "ctrl+Return")
	p.asked("Demo lab", "Book this trip?")
	p.write("By the window, please")
	p.picture("book")
	p.key("ctrl+Return")
	p.answered("Demo lab",
		`{"action":"accept","content":{"destination":"lis","nights":5}}`,
		`{"action":"accept","content":{"way":"plane"}}`,
		`{"action":"accept","content":{"note":"By the window, please"}}`)
	p.sees("The trip is booked: Lisbon, 5 nights, by Plane.")
	p.picture("booked")
	p.key("ctrl+q")
	p.hasGone(windowPatience)
}
