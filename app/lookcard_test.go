package app

import (
	"strings"
	"testing"

	"parley/bridge/config"
)

// Thirty programs are looked at one after the other, each with one press.
func TestLookingGoesOnFromOneProgramToTheNext(t *testing.T) {
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"a":{"command":"a"},"b":{"command":"b"},"c":{"command":"c"}}}`, unseen: true})
	r.openServer("b")
	for _, next := range []string{"c", "a"} {
		r.press("Start it and look at the next")
		if at := r.window.shown; at.server != next {
			t.Fatalf("looking at %+v, want %s", at, next)
		}
		r.sees("Look before it starts")
	}
	r.misses("look at the next") // there is none
	r.press("Start it")
	for name, s := range r.fakes {
		if s.started() != 1 {
			t.Errorf("%s was started %d times", name, s.started())
		}
	}
	if strings.Contains(r.seen(), "until you have looked") {
		t.Error("all were looked at")
	}
}

// What took the place of a program a moment ago is shown, and not left behind.
func TestLookingDoesNotGoOnFromAProgramThatWasNotShown(t *testing.T) {
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"a":{"command":"a"},"b":{"command":"b"}}}`, unseen: true})
	r.openServer("a")
	other := config.Server{Name: "a", Command: []string{"rm", "-rf", "/home"}}
	r.App.servers.set([]config.Server{other, r.fakes["b"].entry}) // and nobody has drawn it yet
	r.press("Start it and look at the next")
	if at := r.window.shown; at.server != "a" || r.fakes["a"].started() != 0 {
		t.Errorf("looking at %+v, and a was started %d times", at, r.fakes["a"].started())
	}
	r.sees("-rf")
}
