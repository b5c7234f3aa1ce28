package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parley/bridge"
)

const oneServer = `{"mcpServers":{"Files":{"command":"files"}}}`

var readTool = bridge.Tool{
	Name: "fs.delete_all", Title: "Read a file", Description: "Reads one file.", Hinted: true, ReadOnly: true,
	InputSchema: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string","title":"Path"},"lines":{"type":"integer","title":"Lines"}},"required":["path"]}`),
}

func TestFirstStartWelcomesAndOffersTheDemo(t *testing.T) {
	r := newRig(t, rigOptions{demo: true})
	r.ready("Demo lab", bridge.Tool{Name: "submit_batch", Title: "Submit batch run"})
	r.sees("Welcome to Parley", "Try the demo", "Add a server", "Demo lab", "Submit batch run", "1 tool")
	r.misses("requests waiting", "request waiting")
	r.picture("welcome")
	r.press("Open the demo")
	r.sees("submit_batch · Demo lab")
}

func TestNoServersAtAll(t *testing.T) {
	r := newRig(t, rigOptions{})
	r.window.serversChanged()
	r.sees("No servers yet.", "Add a server")
	r.misses("Try the demo")
	r.picture("empty")
}

// Case tool-title-and-name-shown: the title never hides the real name, and annotations are the server's claims.
func TestToolPageShowsTitleRealNameAndClaims(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files", readTool)
	r.show("Files", "fs.delete_all")
	r.sees("Read a file", "fs.delete_all", "Files", "Reads one file.", "The server says it only reads.", "Path *", "Lines")
	r.picture("tool")
}

func TestRunSendsTheArgumentsOfTheForm(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", readTool)
	p := r.show("Files", "fs.delete_all")
	p.args.fill(json.RawMessage(`{"path":"/etc/motd","lines":9007199254740993}`))
	r.press("Run")
	if got := string(s.last(t).arguments); got != `{"path":"/etc/motd","lines":9007199254740993}` {
		t.Errorf("called with %s", got)
	}
	r.sees("Running for", "Stop")
}

func TestRunWithoutARequiredArgumentCallsNothing(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", readTool)
	r.show("Files", "fs.delete_all")
	r.press("Run")
	if len(s.calls) != 0 {
		t.Error("it was called")
	}
	r.misses("Running for")
}

func TestFinishedRunShowsResultAndTimes(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", readTool)
	p := r.show("Files", "fs.delete_all")
	p.args.fill(json.RawMessage(`{"path":"/etc/motd"}`))
	r.press("Run")
	r.end(s, s.last(t), func(c *bridge.CallState) {
		c.Phase, c.Asking = bridge.Finished, 4100*time.Millisecond
		c.Result = &bridge.Result{Text: "Welcome aboard.", Raw: json.RawMessage(`{"content":[{"type":"text","text":"Welcome aboard."}]}`)}
	})
	r.sees("Finished in 6.2 s, 4.1 s of it waiting for you", "Welcome aboard.", "Save", "Copy", "Run again")
	r.misses("Running for")
	r.picture("result")

	r.press("Copy")
	if got := r.opts.Fyne.Clipboard().Content(); got != "Welcome aboard." {
		t.Errorf("copied %q", got)
	}
	r.press("Run again")
	if len(s.calls) != 2 || string(s.last(t).arguments) != `{"path":"/etc/motd"}` {
		t.Errorf("ran %d times, last with %s", len(s.calls), s.last(t).arguments)
	}
}

func TestFailureSaysWhatThenWhatToDoThenTheDetail(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", readTool)
	p := r.show("Files", "fs.delete_all")
	p.args.fill(json.RawMessage(`{"path":"x"}`))
	r.press("Run")
	r.end(s, s.last(t), func(c *bridge.CallState) {
		c.Phase = bridge.Broken
		c.Failure = &bridge.Failure{What: "The server refused the call.", Do: "Check the arguments.", Detail: "code -32602"}
	})
	r.sees("The server refused the call. Check the arguments.", "It did not work, after 6.2 s")
	r.misses("code -32602")
	r.press("Show the details")
	r.sees("code -32602")
	r.picture("failure")
}

func TestStopStopsTheRun(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", readTool)
	p := r.show("Files", "fs.delete_all")
	p.args.fill(json.RawMessage(`{"path":"x"}`))
	r.press("Run")
	r.press("Stop")
	if !s.last(t).stopped {
		t.Error("it was not stopped")
	}
	r.end(s, s.last(t), func(c *bridge.CallState) { c.Phase = bridge.Stopped })
	r.sees("You stopped it after 6.2 s")
}

func TestProgressShowsTheLatestWords(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", readTool)
	p := r.show("Files", "fs.delete_all")
	p.args.fill(json.RawMessage(`{"path":"x"}`))
	r.press("Run")
	c := s.last(t)
	c.set(func(state *bridge.CallState) {
		state.Progress = bridge.Progress{Done: 3, Total: 12, Message: "Reading part 3\u202e of 12"}
	})
	r.App.apply(changes{calls: map[string]bool{c.id: true}})
	r.sees("Reading part 3⟨U+202E⟩ of 12", "25 %")
	r.picture("progress")
	c.set(func(state *bridge.CallState) { state.Phase = bridge.Waiting })
	r.App.apply(changes{servers: true, calls: map[string]bool{c.id: true}})
	r.sees("Waiting for you: Files asks something.", "needs you")
}

func TestSearchFindsToolsOfAllServers(t *testing.T) {
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"Files":{"command":"files"},"Weather":{"command":"weather"}}}`})
	r.ready("Files", readTool, bridge.Tool{Name: "write", Title: "Write a file"})
	r.ready("Weather", bridge.Tool{Name: "forecast", Title: "Forecast"})
	r.sees("Read a file", "Write a file", "Forecast")
	r.window.side.search.SetText("FORE")
	r.sees("Forecast", "Weather")
	r.misses("Read a file", "Write a file")
	r.window.side.openFirst()
	if at := r.window.shown; at.tool != "forecast" {
		t.Errorf("opened %+v", at)
	}
	r.window.side.search.SetText("no such thing")
	r.sees("No tool is called that.")
}

func TestServerStatesAreSaidInWords(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.fakes["Files"]
	tests := []struct {
		state bridge.ServerState
		want  string
	}{
		{bridge.ServerState{Phase: bridge.Off}, "off"},
		{bridge.ServerState{Phase: bridge.Starting}, "starting"},
		{bridge.ServerState{Phase: bridge.Ready, Tools: []bridge.Tool{readTool}}, "1 tool"},
		{bridge.ServerState{Phase: bridge.Ready, Tools: []bridge.Tool{readTool}, Open: 1}, "needs you"},
		{bridge.ServerState{Phase: bridge.Failed, Failure: &bridge.Failure{What: "x"}}, "failed"},
	}
	for _, tt := range tests {
		s.set(tt.state)
		r.settle()
		r.sees(tt.want)
	}
}

func TestFailedServerSaysWhyAndCanBeStartedAgain(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.fakes["Files"]
	s.set(bridge.ServerState{
		Phase:   bridge.Failed,
		Failure: &bridge.Failure{What: "The program files was not found.", Do: "Install it, or give its full path.", Detail: "exec: no such file", Err: errors.New("x")},
		Stderr:  "panic: out of cheese\nredo from start",
	})
	r.settle()
	r.window.open(place{page: serverAt, server: "Files"})
	r.sees("It has failed.", "The program files was not found. Install it, or give its full path.", "panic: out of cheese", "What it runs", "files")
	r.picture("server-failed")
	before := s.starts
	r.press("Start")
	if s.starts != before+1 {
		t.Errorf("started %d times", s.starts-before)
	}
}

func TestToolOfAFailedServerCannotRunAndSaysWhy(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", readTool)
	r.show("Files", "fs.delete_all")
	s.set(bridge.ServerState{Phase: bridge.Failed, Failure: &bridge.Failure{What: "gone"}, Tools: []bridge.Tool{readTool}})
	r.settle()
	r.sees("Files has failed; its page says why.")
	r.press("Run")
	if len(s.calls) != 0 {
		t.Error("it was called")
	}
}

func TestTwoThousandToolsDrawOnlyWhatIsSeen(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	tools := make([]bridge.Tool, 2000)
	for i := range tools {
		tools[i] = bridge.Tool{Name: fmt.Sprintf("tool_%d", i), Title: fmt.Sprintf("Tool number %d", i)}
	}
	r.ready("Files", tools...)
	r.sees("2000 tools")
	r.misses("Tool number 3")
	began := time.Now()
	r.window.side.search.SetText("number 1999")
	r.sees("Tool number 1999")
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("a search took %s", took)
	}
}

func TestWindowShortcutsRestWhileSomethingLiesOver(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", bridge.Tool{Name: "go"})
	r.show("Files", "go")
	r.window.showKeys()
	r.sees("What the keyboard does", "Run the tool, or send the answer")
	r.picture("keys")
	runShortcut(r)
	if len(s.calls) != 0 {
		t.Error("a tool ran under the list of keys")
	}
	r.window.escape()
	r.misses("What the keyboard does")
	runShortcut(r)
	if len(s.calls) != 1 {
		t.Errorf("it ran %d times", len(s.calls))
	}
}

func TestLastArgumentsAndToolSurviveARestart(t *testing.T) {
	home := t.TempDir()
	secretTool := bridge.Tool{Name: "login", InputSchema: json.RawMessage(`{"type":"object","properties":{"user":{"type":"string"},"password":{"type":"string"}}}`)}
	first := newRig(t, rigOptions{servers: oneServer, home: home})
	s := first.ready("Files", secretTool)
	p := first.show("Files", "login")
	p.args.fill(json.RawMessage(`{"user":"ada","password":"hunter2"}`))
	first.press("Run")
	if got := string(s.last(t).arguments); !strings.Contains(got, "hunter2") {
		t.Errorf("called with %s", got)
	}
	first.window.win.Resize(fyne.NewSize(900, 600))
	first.window.quit()
	first.settle()
	first.Close(t.Context())

	text := readAll(t, home)
	if strings.Contains(text, "hunter2") {
		t.Error("a secret is on the disk")
	}
	second := newRig(t, rigOptions{servers: oneServer, home: home})
	second.ready("Files", secretTool)
	if at := second.window.shown; at.tool != "login" {
		t.Errorf("opened %+v", at)
	}
	p = second.show("Files", "login")
	if got := string(p.args.keepable()); got != `{"user":"ada"}` {
		t.Errorf("filled in with %s", got)
	}
}

func TestSidebarWorksFromTheKeyboard(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files", readTool, bridge.Tool{Name: "write", Title: "Write a file"})
	list := r.window.side.list
	press := func(keys ...fyne.KeyName) {
		for _, key := range keys {
			list.TypedKey(&fyne.KeyEvent{Name: key})
		}
		r.settle()
	}
	r.window.win.Canvas().Focus(list)
	press(fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	if at := r.window.shown; at.tool != "write" {
		t.Errorf("opened %+v", at)
	}
	press(fyne.KeyUp, fyne.KeyUp, fyne.KeyLeft)
	r.misses("Read a file")
	press(fyne.KeyRight)
	r.sees("Read a file")
	press(fyne.KeyF1)
	r.sees("What the keyboard does")
}

func TestReloadAnswersThePersonWhoPressedIt(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.misses("Read the servers file")
	before := r.loads
	r.press("Reload")
	r.q.Until(t, "the file", func() bool { return r.loads > before })
	r.sees("Read the servers file: 1 server.")
}

func TestToolOfAServerThatIsGoneSaysSo(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files", readTool)
	r.show("Files", readTool.Name)
	r.reload(`{"mcpServers":{}}`)
	r.sees("Files is no longer among your servers.")
	r.misses("Start Files")
}

func TestRunWaitsForAServerThatIsStartedAgain(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", bridge.Tool{Name: "go"})
	r.show("Files", "go")
	r.press("Run")
	s.onStart = func() { s.state.Phase = bridge.Starting }
	r.end(s, s.last(t), func(c *bridge.CallState) {
		c.Phase, c.Failure = bridge.Broken, &bridge.Failure{What: "The server stopped."}
		s.set(bridge.ServerState{Phase: bridge.Failed, Failure: &bridge.Failure{What: "gone"}, Tools: []bridge.Tool{{Name: "go"}}})
	})
	r.sees("Files has failed; its page says why.", "Start Files")
	r.press("Run again")
	r.sees("Files is starting; the tool runs then.")
	if len(s.calls) != 1 {
		t.Fatalf("it ran %d times while the server was away", len(s.calls))
	}
	r.ready("Files", bridge.Tool{Name: "go"})
	if len(s.calls) != 2 {
		t.Errorf("it ran %d times", len(s.calls))
	}
}
