package app

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parley/widgets"
)

// tickOn finds the tick box with these words on the screen.
func (r *rig) tickOn(words string) *widgets.TickBox {
	r.t.Helper()
	var found *widgets.TickBox
	visitAll(r.window.win.Content(), func(part fyne.CanvasObject) {
		if box, is := part.(*widgets.TickBox); is && strings.Contains(strings.Join(textsOf(box), " "), words) {
			found = box
		}
	})
	if found == nil {
		r.t.Fatalf("there is no tick %q on the screen", words)
	}
	return found
}

// How much of the person's environment a program gets is said before it starts, by name on request, and never with a value.
func TestLookSaysWhatOfTheEnvironmentAProgramGets(t *testing.T) {
	r := newRig(t, rigOptions{servers: evil, unseen: true})
	r.App.finder.Environ = func() []string {
		return []string{"PATH=/usr/bin", "HOME=/home/kim", "AWS_SECRET=hunter2", "API_KEY=mine", "TERM=xterm"}
	}
	r.window.open(place{page: serverAt, server: "a"})
	r.sees("It gets all 4 variables of your environment, with what is in them.") // API_KEY is the entry's own
	r.misses("AWS_SECRET", "hunter2")
	r.press("Show their names")
	r.sees("AWS_SECRET", "HOME")
	r.misses("hunter2")
	r.picture("trust-environment")
	r.tickOn("the safe part").TypedRune(' ')
	r.fileSays(`"inheritEnv":false`, true)
	r.sees("It gets 3 variables of your environment, the safe part.", "Look before it starts")
	r.misses("AWS_SECRET")
	if r.fakes["a"].started() != 0 {
		t.Error("the tick started it")
	}
	r.press("Start it")
	if s := r.fakes["a"]; s.started() != 1 || !s.entry.OnlySafeEnv {
		t.Error("it does not start with the safe part")
	}
}

// What is pasted in the words of an app that hands on only a few variables starts so, which is said and can be changed.
func TestPastedServerGetsWhatItsOwnAppHandsOn(t *testing.T) {
	r := newRig(t, rigOptions{unseen: true})
	r.App.finder.Environ = func() []string { return []string{"PATH=/usr/bin", "AWS_SECRET=hunter2"} }
	r.paste(`{"mcpServers":{"lab":{"command":"sh"}}}`)
	r.sees("It gets 1 variable of your environment, the safe part.")
	r.tickOn("the safe part").TypedRune(' ')
	r.settle()
	r.sees("It gets all 2 variables of your environment, with what is in them.")
	r.tickOn("the safe part").TypedRune(' ')
	r.settle()
	r.press("Add")
	r.q.Until(t, "the new server", func() bool { return r.servers.named("lab") != nil })
	r.fileSays(`"inheritEnv": false`, true)
	if s := r.fakes["lab"]; s.started() != 1 || !s.entry.OnlySafeEnv {
		t.Error("it does not start with the safe part")
	}
}
