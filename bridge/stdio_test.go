//go:build unix

package bridge

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"parley/bridge/clock"
	"parley/bridge/config"
	"parley/bridge/demo"
)

// programVariable names the program that the test's executable is to be, when a test starts it as a server.
const programVariable = "PARLEY_TEST_PROGRAM"

// programs are real child processes with the habits and the faults that people's servers have.
var programs = everyProgram()

func everyProgram() map[string]func() {
	all := faults()
	maps.Copy(all, map[string]func(){
		"reach": reach,
		"demo":  func() { _ = demo.Serve(context.Background(), os.Stdin, os.Stdout) },
		"banner": func() {
			fmt.Println("Welcome to the lab server v1.2!")
			fmt.Println("[]")
			fmt.Println(`{"level":"info","msg":"listening"}`)
			fmt.Println(`null`)
			fmt.Println(`{"jsonrpc":"1.0","id":1,"result":{}}`)
			_ = demo.Serve(context.Background(), os.Stdin, os.Stdout)
		},
		"exit at once": func() {
			fmt.Fprintln(os.Stderr, "missing LAB_KEY in the environment")
			os.Exit(3)
		},
		"cat": func() { select {} },
		"dies on discover": func() {
			in := bufio.NewReader(os.Stdin)
			first, err := in.ReadString('\n')
			if err != nil || strings.Contains(first, "server/discover") {
				os.Exit(7)
			}
			older(first, in)
		},
		"silent on discover": func() {
			in := bufio.NewReader(os.Stdin)
			first, _ := in.ReadString('\n')
			if strings.Contains(first, "server/discover") {
				first, _ = in.ReadString('\n')
			}
			older(first, in)
		},
	})
	return all
}

// older answers like a server that knows nothing newer than 2025-06-18.
func older(line string, in *bufio.Reader) {
	for {
		var msg struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		_ = json.Unmarshal([]byte(line), &msg)
		switch msg.Method {
		case "initialize":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","serverInfo":{"name":"old","version":"1"},"capabilities":{"tools":{}}}}`+"\n", msg.ID)
		case "tools/list":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"old","inputSchema":{"type":"object"}}]}}`+"\n", msg.ID)
		}
		var err error
		if line, err = in.ReadString('\n'); err != nil {
			return
		}
	}
}

// newProgram starts a server whose program is one of programs.
func newProgram(t *testing.T, name string, change func(*config.Server, *Options)) *host {
	t.Helper()
	return startHost(t, nil, func(e *config.Server, o *Options) {
		e.Command = []string{os.Args[0]}
		e.Env = map[string]string{programVariable: name}
		o.Dial = nil
		o.Clock = clock.System{}
		if change != nil {
			change(e, o)
		}
	})
}

// The demo as a real child process: the nanoHUB form, with each outcome.
func TestDemoAsksOverARealProcess(t *testing.T) {
	h := newProgram(t, "demo", nil)
	h.ready()
	for _, c := range []struct {
		answer Answer
		mark   string
	}{
		{Answer{OK: true, Data: map[string]any{"queue": "long", "notify": false}}, "long"},
		{Answer{Reason: ReasonDeclined}, "decline"},
		{Answer{Reason: ReasonCancelled}, "cancel"},
	} {
		call := h.Server.Call(h.tool(t, "submit_batch"), json.RawMessage(`{"run_handle":"run-2026-014"}`))
		a := h.person.next()
		if a.Request.Prompt != "Submit this 4-hour batch run?" || a.Call != call {
			t.Errorf("asked %+v", a.Request)
		}
		a.answer <- c.answer
		state := wait(t, call)
		if state.Phase != Finished || !strings.Contains(string(state.Result.Raw), c.mark) {
			t.Errorf("%s: %+v %s", c.mark, state, state.Result.Raw)
		}
	}
}

// Stray lines on stdout: connected all the same, and kept for reading.
func TestNoiseDoesNotDisturbTheConnection(t *testing.T) {
	h := newProgram(t, "banner", nil)
	h.ready()
	if got := h.State().Stderr; !strings.Contains(got, "Welcome to the lab server") {
		t.Errorf("the banner was lost: %q", got)
	}
}

func TestProgramThatEndsSaysWhy(t *testing.T) {
	h := newProgram(t, "exit at once", nil)
	f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
	if !strings.Contains(f.What, "error code 3") || !strings.Contains(f.Detail, "missing LAB_KEY") || f.Do == "" {
		t.Errorf("failure %+v", f)
	}
}

func TestMissingProgramIsNamedWithHowToGetIt(t *testing.T) {
	for program, mark := range map[string]string{"no-such-program-here": "Install it", "/no/such/npx": "Edit"} {
		h := startHost(t, nil, func(e *config.Server, o *Options) { e.Command = []string{program}; o.Dial = nil })
		f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
		if !strings.Contains(f.What, program) || !strings.Contains(f.Do, mark) {
			t.Errorf("%s: %+v", program, f)
		}
	}
	h := startHost(t, nil, func(_ *config.Server, o *Options) { o.Dial = nil })
	if f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure; !strings.Contains(f.What, "neither") {
		t.Errorf("failure %+v", f)
	}
}

func TestProgramThatIsNoServerIsGivenUp(t *testing.T) {
	clock := newFakeClock()
	h := newProgram(t, "cat", func(e *config.Server, o *Options) { o.Clock = clock; e.Timeout = time.Second })
	eventually(t, "asked", func() bool { clock.Advance(time.Second); return h.State().Phase == Failed })
	if f := h.State().Failure; !strings.Contains(f.What, "did not answer within 1s") {
		t.Errorf("failure %+v", f)
	}
}

// go-sdk#1177: servers that exit on, or ignore, the question which protocols they speak.
func TestOlderServersAreReached(t *testing.T) {
	h := newProgram(t, "dies on discover", nil)
	if s := h.until("ready", func(s ServerState) bool { return len(s.Tools) > 0 }); s.Protocol != "2025-06-18" {
		t.Errorf("state %+v", s)
	}
	clock := newFakeClock()
	h = newProgram(t, "silent on discover", func(_ *config.Server, o *Options) { o.Clock = clock })
	eventually(t, "ready", func() bool { clock.Advance(discoverPatience / 100); return len(h.State().Tools) > 0 })
}

// alive reports whether a process runs; one that is only waiting to be collected does not.
func alive(pid int) bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return syscall.Kill(pid, 0) == nil && !os.IsNotExist(err)
	}
	return !bytes.Contains(status, []byte(") Z "))
}

// A crash with a form open: nothing is sent, the person learns the reason, the server can be started again.
func TestCrashWithARequestOpen(t *testing.T) {
	h := newProgram(t, "demo", nil)
	h.ready()
	call := h.Server.Call(h.tool(t, "crash"), nil)
	a := h.person.next()
	h.mu.Lock()
	pid := h.process.Pid()
	h.mu.Unlock()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-a.ctx.Done()
	if r := h.receipt(); r.Ending != EndServerGone || r.Told {
		t.Errorf("receipt %+v", r)
	}
	if state := wait(t, call); state.Phase != Broken || !strings.Contains(state.Failure.What, "unexpectedly") {
		t.Errorf("call %+v %+v", state, state.Failure)
	}
	h.Start()
	h.until("ready again", func(s ServerState) bool { return s.Phase == Ready })
}
