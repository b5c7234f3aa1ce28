package app

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/bridge"
)

func TestNetWritesWhatHappenedButNothingThatWasTyped(t *testing.T) {
	folder := t.TempDir()
	var told []Crash
	net := &Net{Folder: folder, Version: "1.2.3", Caught: func(c Crash) { told = append(told, c) }}
	if net.Run(func() { panic(errors.New("password hunter2 is wrong")) }) {
		t.Error("a panic counts as a success")
	}
	if len(told) != 1 || told[0].File == "" {
		t.Fatalf("told %+v", told)
	}
	raw, err := os.ReadFile(told[0].File)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	if strings.Contains(text, "hunter2") {
		t.Error("the file repeats the panic's value")
	}
	for _, want := range []string{"1.2.3", "crash_test.go", "goroutine"} {
		if !strings.Contains(text, want) {
			t.Errorf("the file does not say %q", want)
		}
	}
	if info, err := os.Stat(told[0].File); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestNetTellsGoersOwnWords(t *testing.T) {
	folder := t.TempDir()
	net := &Net{Folder: folder}
	var list []int
	net.Run(func() { _ = list[3] })
	if text := readAll(t, folder); !strings.Contains(text, "index out of range") {
		t.Errorf("the file says %q", text)
	}
}

func TestNetDoesNotFillTheDisk(t *testing.T) {
	folder := t.TempDir()
	net := &Net{Folder: folder}
	for range 3 * maxCrashFiles {
		net.Run(func() { panic("again") })
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != maxCrashFiles {
		t.Errorf("%d files, %v", len(entries), err)
	}
}

func TestNetSurvivesItsOwnListener(t *testing.T) {
	net := &Net{Caught: func(Crash) { panic("in the listener") }}
	net.Run(func() { panic("first") })
}

func TestGoroutinesAndCallbacksRunInsideTheNet(t *testing.T) {
	told := make(chan Crash, 3)
	net := &Net{Caught: func(c Crash) { told <- c }}
	net.Go(func() { panic("in a goroutine") })
	<-told
	net.Func(func() { panic("in a callback") })()
	<-told
	With(net, func(string) { panic("in a callback with an argument") })("x")
	<-told
}

// A panic in a page tells the person in one sentence, leaves the window working and answers what is open with cancel.
func TestPanicInACallbackIsToldAndTheWindowGoesOn(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", bridge.Tool{Name: "go"})
	p := r.show("Files", "go")
	answer := make(chan bridge.Answer, 1)
	go func() { answer <- r.inbox.WaitFor(t.Context(), request("elc-1", "Who?")) }()
	r.q.Until(t, "the request", func() bool { return r.inbox.Count() == 1 })

	r.net.Run(func() { panic("in a page") })
	if a := <-answer; a.OK || a.Reason != bridge.ReasonCancelled {
		t.Errorf("answered %+v", a)
	}
	r.settle()
	r.sees("Something in Parley went wrong.")
	if entries, _ := filepath.Glob(filepath.Join(r.home, "crash-*.txt")); len(entries) != 1 {
		t.Errorf("crash files %v", entries)
	}
	p.start()
	if len(s.calls) != 1 {
		t.Error("the window does not work any more")
	}
}

// What ends the program by force is told at the next start. The test runs itself once more to be ended so.
func TestLastWordsAreKeptForTheNextStart(t *testing.T) {
	if folder := os.Getenv("PARLEY_TEST_LAST_WORDS"); folder != "" {
		if _, err := CatchLastWords(folder, time.Now()); err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			panic("nobody catches this")
		}()
		<-done
		time.Sleep(time.Minute) // the panic ends the process meanwhile
	}
	folder := t.TempDir()
	self := exec.Command(os.Args[0], "-test.run=^TestLastWordsAreKeptForTheNextStart$")
	self.Env = append(os.Environ(), "PARLEY_TEST_LAST_WORDS="+folder)
	if out, err := self.CombinedOutput(); err == nil {
		t.Fatalf("it ended in order: %s", out)
	}
	words, err := CatchLastWords(folder, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(words.Left)
	if err != nil || !strings.Contains(string(raw), "goroutine") {
		t.Errorf("left %q: %s, %v", words.Left, raw, err)
	}
	words.Close()

	again, err := CatchLastWords(folder, time.Now())
	if err != nil || again.Left != "" {
		t.Errorf("after an end in order: %q, %v", again.Left, err)
	}
	again.Close()
	if left, _ := filepath.Glob(filepath.Join(folder, "last-words*")); len(left) > 0 {
		t.Error("an empty file stays behind")
	}
}

func TestCrashOfTheLastRunIsToldOnce(t *testing.T) {
	home := t.TempDir()
	first := newRig(t, rigOptions{home: home})
	crash := first.Fell("boom", []byte("stack"))
	first.Close(t.Context())

	second := newRig(t, rigOptions{home: home})
	second.sees("Parley had to close the last time.", filepath.Base(crash.File))
	second.Close(t.Context())
	third := newRig(t, rigOptions{home: home})
	third.misses("Parley had to close the last time.")
}
