package app

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/bridge/config/search"
)

func TestALookThatDiedIsToldAndNotRepeatedUntilThePersonAsks(t *testing.T) {
	home, looks := t.TempDir(), 0
	mark := newLookMark(home, time.Now)
	mark.pid = 1 << 30 // of a process that is no more
	mark.at("/home/ada/cloned/.codex/config.toml")
	for range 2 { // each start tells
		r := newRig(t, rigOptions{demo: true, home: home, finding: func() []search.Found { looks++; return nil }})
		r.settle()
		r.sees("Parley ended while it looked into the files of other apps", "/home/ada/cloned/.codex/config.toml", "Look at them")
		if looks > 0 {
			t.Fatal("it looked again by itself")
		}
	}
	r := newRig(t, rigOptions{demo: true, home: home, finding: func() []search.Found { looks++; return nil }})
	r.window.showBring()
	r.q.Until(t, "what was found", func() bool { return r.window.finds.known })
	if _, died := mark.left(); died || looks != 1 {
		t.Errorf("the mark stays %v after %d looks", died, looks)
	}
	r.window.open(place{})
	r.misses("Parley ended while")
}

func TestALookThatPanicsEndsForThoseWhoWait(t *testing.T) {
	home := t.TempDir()
	r := newRig(t, rigOptions{demo: true, home: home, finding: func() []search.Found { panic("in a file") }})
	r.q.Until(t, "the end of the look", func() bool { return r.window.finds.known })
	if _, died := newLookMark(home, time.Now).left(); !died {
		t.Error("the next start would do the same again")
	}
}

func TestALookThatThePersonDidNotWaitForIsNotTakenForOneThatDied(t *testing.T) {
	home, began, over := t.TempDir(), make(chan struct{}), make(chan struct{})
	r := newRig(t, rigOptions{demo: true, home: home, finding: func() []search.Found { close(began); <-over; return nil }})
	defer close(over)
	<-began
	mark := newLookMark(home, time.Now)
	if _, died := mark.left(); !died {
		t.Fatal("without a mark a look that kills is not noticed")
	}
	r.Close(t.Context())
	if _, died := mark.left(); died {
		t.Error("the next start would say that Parley had ended by it, and not look again")
	}
}

func TestWhileALookIsUnderWayItsMarkSaysAtWhichFile(t *testing.T) {
	mark := newLookMark(t.TempDir(), time.Now)
	if _, died := mark.left(); died {
		t.Error("without a mark")
	}
	mark.at("")
	mark.at("/a/b c.json")
	raw, err := os.ReadFile(mark.path)
	if err != nil || !strings.Contains(string(raw), "/a/b c.json") {
		t.Errorf("%q %v", raw, err)
	}
	if at, died := mark.left(); !died || at != "/a/b c.json" { // our own number belongs to nobody else
		t.Errorf("%q %v", at, died)
	}
	if mark.done(); exists(mark.path) {
		t.Error("the mark stays")
	}
	if err := os.Mkdir(mark.path, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, died := mark.left(); !died {
		t.Error("a folder in its place")
	}
}

func TestALookOfAnotherParleyIsNotTakenForOneThatDied(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	other := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestOtherProcessThatWaits$")
	other.Env = append(os.Environ(), "PARLEY_TEST_WAIT=1")
	in, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	mark := newLookMark(t.TempDir(), func() time.Time { return now })
	mark.pid = other.Process.Pid
	mark.at("/a")
	mark.pid = 0
	if _, died := mark.left(); died {
		t.Error("it looks still")
	}
	now = now.Add(time.Minute) // its number is somebody else's by now
	if _, died := mark.left(); !died {
		t.Error("no look takes a minute")
	}
	now = time.Now()
	in.Close()
	cancel()
	_ = other.Wait()
	if _, died := mark.left(); !died {
		t.Error("it is no more")
	}
}

// TestOtherProcessThatWaits is the other process.
func TestOtherProcessThatWaits(t *testing.T) {
	if os.Getenv("PARLEY_TEST_WAIT") == "" {
		t.Skip("only for the test above")
	}
	_, _ = os.Stdin.Read(make([]byte, 1))
}

func exists(path string) bool {
	_, err := os.Stat(filepath.Clean(path))
	return err == nil
}
