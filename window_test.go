//go:build linux

package main

import "testing"

// TestWindow uses the real program like a person: a window on a screen, a mouse, a keyboard, and nothing else. What a
// server was told is read where the server reads it. See window_desk_test.go for the screen, window_sight_test.go for how
// words are found on it, window_program_test.go for one running Parley, window_wire_test.go for the servers.
//
// A scenario that fails leaves a picture in build/window; with PARLEY_PICTURES=1 all of them leave some.
func TestWindow(t *testing.T) {
	s := newStage(t)
	for _, scenario := range []struct {
		promise string
		play    func(*stage, *testing.T)
	}{
		{"a form is sent as it was filled in", (*stage).sendsTheBatchForm},
	} {
		t.Run(scenario.promise, func(t *testing.T) { scenario.play(s, t) })
	}
}

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
