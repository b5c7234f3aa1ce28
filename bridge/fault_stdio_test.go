//go:build unix

package bridge

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"parley/bridge/clock"
	"parley/bridge/config"
	"parley/bridge/program"
)

// faulty starts one of faults, in the protocol that it speaks.
func faulty(t *testing.T, name string, change func(*config.Server, *Options)) *host {
	t.Helper()
	return newProgram(t, name, func(e *config.Server, o *Options) {
		e.Protocol = "2025-11-25"
		if change != nil {
			change(e, o)
		}
	})
}

// pidOf waits until a program has said the number of a process.
func (h *host) pidOf(name string) int {
	h.t.Helper()
	mark := regexp.MustCompile(`(?m)^` + name + `=(\d+)$`)
	var pid int
	eventually(h.t, name+" known", func() bool {
		found := mark.FindAllStringSubmatch(h.State().Stderr, -1)
		if len(found) == 0 {
			return false
		}
		pid, _ = strconv.Atoi(found[len(found)-1][1])
		return true
	})
	return pid
}

// openFiles counts the files that this process has open; -1 where the system does not say.
func openFiles() int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return -1
	}
	return len(entries)
}

// leavesNothing closes the server, and fails when something of it is left.
func (h *host) leavesNothing(before int, pids ...int) {
	h.t.Helper()
	begun := time.Now()
	h.close()
	if took := time.Since(begun); took > 20*time.Second {
		h.t.Errorf("closing took %s", took)
	}
	for _, pid := range pids {
		eventually(h.t, "process "+strconv.Itoa(pid)+" gone", func() bool { return !alive(pid) })
	}
	eventually(h.t, "without open files", func() bool { return openFiles() <= before })
}

// Every fault has its sentence for the person, and leaves no process and no file; goroutines are counted at the end of all tests.
func TestFaultsOfPrograms(t *testing.T) {
	for name, c := range map[string]struct {
		program  string
		call     bool   // the fault is in a call
		limit    bool   // it is over when the time limit is
		what, do string // of the failure
		detail   string
	}{
		"hangs from the beginning":    {"hangs on everything", false, true, "did not answer within 1s", "more time", "self="},
		"hangs in its introduction":   {"hangs on initialize", false, true, "did not answer within 1s", "more time", "self="},
		"waits at an address":         {"waits at an address", false, true, "did not answer within 1s", "http://localhost:3001/mcp. Write that as the url", "listening"},
		"waits for the browser":       {"waits for the browser", false, true, "did not answer within 1s. It waits for you to sign in, in the browser.", "Or write https://lab.example/mcp as the url", "authorize"},
		"ends at once":                {"ends at once", false, false, "ended by itself", "It said nothing about why", ""},
		"ends at once with a code":    {"exit at once", false, false, "ended with error code 3. It needs the setting LAB_KEY", "in env of its entry", "missing LAB_KEY"},
		"closes its output at once":   {"closes its output at once", false, false, "does not answer as a server", "Check that it is a server", "self="},
		"ends in a call":              {"ends with last words", true, false, "ended with error code 5. It needs the Python package numpy", "pip install", "No module named"},
		"ends by a signal":            {"ends by a signal", true, false, "ended unexpectedly (signal: killed)", "last words below", "about to fall"},
		"closes its output in a call": {"closes its output", true, false, "stopped talking, though it still ran", "Start it again", "self="},
		"never ends its line":         {"never ends its line", true, false, "more than 256 MB", "ask it for less", "self="},
		"leaves a child and ends":     {"leaves a child and ends", true, false, "ended by itself", "last words below", "child="},
	} {
		t.Run(name, func(t *testing.T) {
			before := openFiles()
			clock := newFakeClock()
			h := faulty(t, c.program, func(e *config.Server, o *Options) {
				if c.limit {
					o.Clock, e.Timeout = clock, time.Second
				}
				if c.program == "waits for the browser" {
					e.Command = append(e.Command, "mcp-remote@latest", "https://lab.example/mcp")
				}
			})
			if c.call {
				h.ready()
				state := wait(t, h.call(`{}`))
				if state.Phase != Broken || !strings.Contains(state.Failure.What, "stopped before it had finished") || !strings.Contains(state.Failure.What, c.what) {
					t.Errorf("the call: %+v %+v", state, state.Failure)
				}
			}
			if c.limit {
				h.pidOf("self")
				eventually(t, "given up", func() bool { clock.Advance(time.Second); return h.State().Phase == Failed })
			}
			f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
			if !strings.Contains(f.What, c.what) || !strings.Contains(f.Do, c.do) || !strings.Contains(f.Detail, c.detail) {
				t.Errorf("says %q\n and %q\n with %q", f.What, f.Do, f.Detail)
			}
			var pids []int
			for _, which := range []string{"self", "child"} {
				if strings.Contains(h.State().Stderr, which+"=") {
					pids = append(pids, h.pidOf(which))
				}
			}
			h.leavesNothing(before, pids...)
		})
	}
}

func TestServerThatHangsOnItsToolsSaysSo(t *testing.T) {
	before, clock := openFiles(), newFakeClock()
	h := faulty(t, "hangs on its tools", func(e *config.Server, o *Options) { o.Clock, e.Timeout = clock, time.Second })
	pid := h.pidOf("self")
	eventually(t, "told", func() bool {
		clock.Advance(time.Second / 10)
		return h.State().ToolsFailure != nil || h.State().Phase == Failed
	})
	state := h.State()
	if state.Phase != Ready || !strings.Contains(state.ToolsFailure.What, "in time") || state.ToolsFailure.Do == "" {
		t.Errorf("%+v %+v", state, state.ToolsFailure)
	}
	h.leavesNothing(before, pid)
}

// A child in a session of its own, with both outputs in its hands, holds nothing up.
func TestStrangerThatHoldsTheOutputHoldsNothingUp(t *testing.T) {
	before := openFiles()
	h := faulty(t, "leaves a stranger and ends", nil)
	h.ready()
	if state := wait(t, h.call(`{}`)); state.Phase != Broken || !strings.Contains(state.Failure.What, "ended by itself") {
		t.Errorf("%+v %+v", state, state.Failure)
	}
	stranger := h.pidOf("child")
	defer func() { _ = syscall.Kill(stranger, syscall.SIGKILL) }()
	pids := []int{h.pidOf("self")}
	if runtime.GOOS == "linux" {
		pids = append(pids, stranger)
	}
	h.leavesNothing(before, pids...)
}

// What a program starts ends with it, also in a session of its own, with an environment of its own, or when its parent is gone.
func TestChildrenThatLeaveTheGroupEndWithTheirServer(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("found on Linux alone")
	}
	other := exec.Command("sleep", "600") // of somebody else
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Process.Kill(); _ = other.Wait() }()
	before := openFiles()
	h := faulty(t, "leaves strangers", nil)
	h.ready()
	pids := []int{h.pidOf("self"), h.pidOf("child"), h.pidOf("bare"), h.pidOf("daemon")}
	for _, pid := range pids {
		if !alive(pid) {
			t.Errorf("process %d does not run", pid)
		}
	}
	h.leavesNothing(before, pids...)
	if !alive(other.Process.Pid) {
		t.Error("a stranger was ended, too")
	}
}

func TestFloodOfWordsHoldsNothingUp(t *testing.T) {
	before := openFiles()
	h := faulty(t, "floods its words", nil)
	h.ready()
	eventually(t, "the end of what it printed", func() bool { return strings.Contains(h.State().Stderr, "last words") })
	if n := len(h.State().Stderr); n > program.MaxSaid+10 {
		t.Errorf("%d bytes kept", n)
	}
	h.leavesNothing(before, h.pidOf("self"))
}

func TestLongLineArrivesWhole(t *testing.T) {
	before := openFiles()
	h := faulty(t, "sends a long line", nil)
	h.ready()
	state := wait(t, h.call(`{}`))
	if state.Phase != Finished || len(state.Result.Raw) < 20<<20 || !strings.Contains(string(state.Result.Raw[20<<20:]), "end") {
		t.Errorf("%v %+v, %d bytes", state.Phase, state.Failure, len(state.Result.Raw))
	}
	h.leavesNothing(before, h.pidOf("self"))
}

func TestGarbageDoesNotDisturb(t *testing.T) {
	before := openFiles()
	h := faulty(t, "sends garbage", nil)
	h.ready()
	for range 3 {
		if state := wait(t, h.call(`{}`)); state.Phase != Finished {
			t.Errorf("%+v %+v", state, state.Failure)
		}
	}
	h.leavesNothing(before)
}

func TestProgramThatIgnoresEveryWordIsEnded(t *testing.T) {
	for _, name := range []string{"deaf", "leaves a child"} {
		before := openFiles()
		h := faulty(t, name, nil)
		h.ready()
		pids := []int{h.pidOf("self")}
		if name == "leaves a child" {
			pids = append(pids, h.pidOf("child"))
		}
		h.leavesNothing(before, pids...)
	}
}

// A program that reads no more blocks whoever writes to it, but nothing else.
func TestProgramThatStopsReadingIsLetGo(t *testing.T) {
	before := openFiles()
	h := faulty(t, "stops reading", nil)
	h.ready()
	arguments, _ := json.Marshal(map[string]string{"text": strings.Repeat("x", 8<<20)})
	call := h.call(string(arguments))
	h.leavesNothing(before, h.pidOf("self"))
	if state := wait(t, call); state.Phase == Running || state.Phase == Finished {
		t.Errorf("the call: %+v", state)
	}
}

// Writing to a program that is about to end fails before it has ended: its end is what explains it.
func TestProgramThatClosesItsInputIsExplainedByItsEnd(t *testing.T) {
	before := openFiles()
	h := faulty(t, "closes its input", nil)
	h.ready()
	h.pidOf("closed")
	pid := h.pidOf("self")
	call := h.call(`{}`)
	if err := syscall.Kill(pid, syscall.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	if state := wait(t, call); state.Phase != Broken || !strings.Contains(state.Failure.What, "ended with error code 4") {
		t.Errorf("%+v %+v", state, state.Failure)
	}
	h.leavesNothing(before, pid)
}

// Case config-env-overrides-keep-inherited, as the program itself sees it.
func TestProgramSeesTheEnvironmentOfItsEntry(t *testing.T) {
	environ := func() []string {
		return append(os.Environ(), "LAB_SECRET=s", "LAB_OLD=o", "LANG=de_DE.UTF-8", "TMPDIR=/tmp")
	}
	for name, c := range map[string]struct {
		change   func(*config.Server)
		has, not []string
	}{
		"inherited": {func(e *config.Server) { e.Env["LAB_OLD"] = "new" }, []string{"LAB_SECRET=s", "LAB_OLD=new", "PATH="}, []string{"LAB_OLD=o"}},
		"safe": {func(e *config.Server) { e.OnlySafeEnv = true; e.Env["LAB_KEY"] = "k" },
			[]string{"LAB_KEY=k", "PATH=", "LANG=de_DE.UTF-8", "TMPDIR=/tmp"}, []string{"LAB_SECRET", "LAB_OLD"}},
		"unset": {func(e *config.Server) { e.Unset = []string{"LAB_SECRET", "LANG"} }, []string{"LAB_OLD=o"}, []string{"LAB_SECRET", "LANG="}},
	} {
		h := faulty(t, "says its environment", func(e *config.Server, o *Options) { o.Environ = environ; c.change(e) })
		h.ready()
		state := wait(t, h.call(`{}`))
		lines := "\n" + state.Result.Text + "\n"
		for _, want := range c.has {
			if !strings.Contains(lines, "\n"+want) {
				t.Errorf("%s: %s is not in %s", name, want, lines)
			}
		}
		for _, not := range c.not {
			if strings.Contains(lines, "\n"+not) {
				t.Errorf("%s: %s is in %s", name, not, lines)
			}
		}
	}
}

// What the system itself refuses has its sentence too.
func TestFilesThatTheSystemDoesNotStart(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	foreign := "\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 9) + "\x02\x00\xf7\x00\x01\x00\x00\x00" + strings.Repeat("\x00", 100) // for another processor
	for name, c := range map[string]struct{ command, what, do string }{
		"no format":           {file("plain", "hello\n"), "does not say what runs it", "sh, python3 or node"},
		"a script without":    {file("serve.py", "import sys\n"), "does not say what runs it", "Write python3 as the command"},
		"empty":               {file("empty", ""), "empty file", "Install it again"},
		"another processor":   {file("foreign", foreign), "another kind of processor", "this computer's processor"},
		"interpreter missing": {file("old", "#!/no/such/python2\nprint 1\n"), "needs /no/such/python2", "Install"},
		"looked for":          {file("shim", "#!/usr/bin/env no-such-node\n"), "needs no-such-node", "Install"},
		"line ends":           {file("dos", "#!/bin/sh\r\nexit\r\n"), "line ends of Windows", "dos2unix"},
	} {
		t.Run(name, func(t *testing.T) {
			before := openFiles()
			h := startHost(t, nil, func(e *config.Server, o *Options) { e.Command = []string{c.command}; o.Dial = nil })
			f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
			if !strings.Contains(f.What, c.what) || !strings.Contains(f.Do, c.do) {
				t.Errorf("says %q and %q (%v)", f.What, f.Do, f.Err)
			}
			h.leavesNothing(before)
		})
	}
	t.Run("too long", func(t *testing.T) {
		h := startHost(t, nil, func(e *config.Server, o *Options) {
			e.Command = []string{os.Args[0], strings.Repeat("x", 4<<20)}
			o.Dial = nil
		})
		if f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure; !strings.Contains(f.What, "too long") {
			t.Errorf("failure %+v", f)
		}
	})
}

// Restart, and stop while it is still looking for its program.
func TestStartStopStartAgain(t *testing.T) {
	before := openFiles()
	entered := make(chan struct{}, 1)
	h := startHost(t, nil, func(e *config.Server, o *Options) {
		e.Command = []string{"no-such-demo"}
		o.Dial, o.Clock = nil, clock.System{}
		o.Programs = &program.Finder{
			Environ: func() []string { return []string{"PATH=/none"} },
			Login: func(ctx context.Context) (string, error) {
				entered <- struct{}{}
				<-ctx.Done()
				return "", ctx.Err()
			},
		}
	})
	<-entered
	h.leavesNothing(before)
	if state := h.State(); state.Phase != Off || state.Failure != nil {
		t.Errorf("state %+v %+v", state, state.Failure)
	}
	h = faulty(t, "plain", nil)
	h.ready()
	first := h.pidOf("self")
	h.leavesNothing(before, first)
	h.Start()
	h.ready()
	if second := h.pidOf("self"); second == first || !alive(second) {
		t.Errorf("the same process once more: %d", second)
	}
	h.leavesNothing(before, h.pidOf("self"))
}

// Only a program that may have ended because of what it was asked is started once more, and asked in the older way.
func TestProgramThatSaidWhyItEndedIsStartedOnce(t *testing.T) {
	for words, want := range map[string]int{"": 2, "bad request": 2, "npm error code ENOTFOUND": 1, "ModuleNotFoundError: No module named 'mcp'": 1} {
		file := filepath.Join(t.TempDir(), "starts")
		h := newProgram(t, "counts its starts", func(e *config.Server, _ *Options) { e.Command = append(e.Command, file, words) })
		h.until("failed", func(s ServerState) bool { return s.Phase == Failed })
		starts, err := os.ReadFile(file)
		if got := strings.Count(string(starts), "started"); got != want {
			t.Errorf("%q: started %d times, want %d (%v)", words, got, want, err)
		}
	}
}
