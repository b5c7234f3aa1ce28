package app

import (
	"encoding/json"
	"testing"

	"parley/app/call"
	"parley/bridge"
)

const noServer = `{"mcpServers":{}}`

// A tool that is run, with its one argument filled in.
func (r *rig) runsRead() (*fakeServer, *toolPage) {
	r.t.Helper()
	s := r.ready("Files", readTool)
	p := r.show("Files", readTool.Name)
	p.args.fill(json.RawMessage(`{"path":"/etc/hosts"}`))
	r.press("Run")
	return s, p
}

func TestPageOfAServerThatIsGoneIsLetGoWhenThePersonLeaves(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s, p := r.runsRead()
	r.end(s, s.last(t), func(c *bridge.CallState) { c.Phase, c.Result = bridge.Finished, &bridge.Result{Text: "ten megabytes"} })
	r.reload(noServer)
	r.sees("Files is no longer among your servers.", "ten megabytes")
	r.window.open(place{})
	r.settle()
	for at, other := range r.window.pages {
		if at.server == "Files" || other == page(p) {
			t.Errorf("%+v is kept", at)
		}
	}
	if list := r.window.calls.All(); len(list) != 0 {
		t.Errorf("%+v are kept", list)
	}
}

func TestNewServerOfTheSameNameHasANewPage(t *testing.T) {
	for _, look := range []string{"at it", "away"} {
		t.Run(look, func(t *testing.T) {
			r := newRig(t, rigOptions{servers: oneServer})
			s, p := r.runsRead()
			r.end(s, s.last(t), func(c *bridge.CallState) { c.Phase, c.Result = bridge.Finished, &bridge.Result{Text: "the old result"} })
			if look == "away" {
				r.window.open(place{})
			}
			r.reload(noServer)
			r.reload(oneServer)
			r.ready("Files", readTool)
			next := r.show("Files", readTool.Name)
			if next == p {
				t.Error("the page of the old one")
			}
			r.misses("the old result")
			if raw, ok := next.args.content(); !ok || string(raw) != `{"path":"/etc/hosts"}` {
				t.Errorf("what was typed is lost: %s", raw)
			}
		})
	}
}

// What was typed and not run is not lost with the page, for a removal can be undone.
func TestWhatWasTypedOutlivesItsServer(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files", readTool)
	r.show("Files", readTool.Name).args.fill(json.RawMessage(`{"path":"/typed"}`))
	r.window.open(place{})
	r.reload(noServer)
	r.reload(oneServer)
	r.ready("Files", readTool)
	if raw, ok := r.show("Files", readTool.Name).args.content(); !ok || string(raw) != `{"path":"/typed"}` {
		t.Errorf("%s", raw)
	}
}

func TestRunOfAServerThatIsGoneIsToldOfWhenItEnds(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s, _ := r.runsRead()
	r.window.open(place{})
	r.reload(noServer)
	if list := r.window.calls.Running(); len(list) != 1 || list[0].Key != (call.Key{Server: "Files", Tool: readTool.Name}) {
		t.Fatalf("%+v run", list)
	}
	r.window.quit()
	r.settle()
	r.sees("Quit Parley?")
	r.press("Keep running")
	r.end(s, s.last(t), func(c *bridge.CallState) { c.Phase, c.Failure = bridge.Broken, &bridge.Failure{What: "It stopped."} })
	r.sees("Read a file did not work.")
	if list := r.window.calls.All(); len(list) != 0 {
		t.Errorf("%+v are kept", list)
	}
}

// A run that its server's going stopped did not finish.
func TestRunThatWasStoppedUnseenIsToldAsThat(t *testing.T) {
	for _, gone := range []bool{false, true} {
		r := newRig(t, rigOptions{servers: oneServer})
		s, _ := r.runsRead()
		r.window.open(place{page: serverAt, server: "Files"})
		if gone {
			r.reload(noServer)
		}
		r.end(s, s.last(t), func(c *bridge.CallState) { c.Phase = bridge.Stopped })
		r.sees("Read a file was stopped.")
		r.misses("has finished")
		if word := r.window.hint(place{page: toolAt, server: "Files", tool: readTool.Name}); !gone && word != "stopped" {
			t.Errorf("its row says %q", word)
		}
	}
}

// A page can be dropped at any time: what it shows is made again from the calls.
func TestPageIsMadeAgainFromItsCall(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s, p := r.runsRead()
	r.window.open(place{})
	delete(r.window.pages, p.at)
	r.show("Files", readTool.Name)
	r.sees("Running for")
	r.end(s, s.last(t), func(c *bridge.CallState) { c.Phase, c.Result = bridge.Finished, &bridge.Result{Text: "the result"} })
	r.sees("the result")
	r.window.open(place{})
	delete(r.window.pages, p.at)
	r.show("Files", readTool.Name)
	r.sees("the result", "Run again")
}
