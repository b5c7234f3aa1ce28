package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parley/bridge"
	"parley/bridge/config/search"
)

// paste puts a text into the box of the page for adding and waits until it is understood, or not.
func (r *rig) paste(text string) *addServerPage {
	r.t.Helper()
	r.window.showAddServer()
	p := r.window.page().(*addServerPage)
	p.box.SetText(text)
	r.q.Until(r.t, "the box to be read", func() bool { return p.text == strings.TrimSpace(text) })
	return p
}

func TestBoxUnderstandsCommandLinesAddressesAndJSON(t *testing.T) {
	tests := map[string]struct {
		text string
		sees []string
	}{
		"a command line": {`API_KEY=key-456 npx -y @modelcontextprotocol/server-filesystem "/home/ada/My Documents"`,
			[]string{"npx", "-y", "@modelcontextprotocol/server-filesystem", `"/home/ada/My Documents"`, "API_KEY", "Adding it lets the program start."}},
		"an address":     {"https://mcp.lab.example/mcp", []string{"https://mcp.lab.example/mcp", "Address"}},
		"a bare entry":   {`{"command":"uvx","args":["server-git"],"env":{"TOKEN":"hunter2"}}`, []string{"uvx", "server-git", "TOKEN"}},
		"a whole file":   {`{"mcpServers":{"Git":{"command":"uvx","args":["server-git"]},"Lab":{"url":"https://lab.example/mcp"}}}`, []string{"uvx", "https://lab.example/mcp", "Add 2 servers", "Add this one", "Adding them lets one program start."}},
		"two programs":   {`{"mcpServers":{"A":{"command":"a"},"B":{"command":"b"}}}`, []string{"Adding them lets their programs start."}},
		"a broken block": {`{"mcpServers":{`, []string{"There is nothing to add yet."}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, rigOptions{unseen: true})
			p := r.paste(test.text)
			r.sees(test.sees...)
			for _, proposal := range p.proposals {
				if shown := strings.Join(textsOf(proposal), "\n"); strings.Contains(shown, "hunter2") || strings.Contains(shown, "key-456") {
					t.Errorf("a secret is shown: %s", shown)
				}
			}
			r.picture("add-" + strings.ReplaceAll(name, " ", "-"))
		})
	}
}

// A sentence looks like a command line; whether there is such a program tells them apart.
func TestProgramThatIsNotOnThisComputerIsNamedBeforeItIsAdded(t *testing.T) {
	r := newRig(t, rigOptions{})
	r.paste("hello what should I do here")
	r.q.Until(t, "the warning", func() bool { return strings.Contains(r.seen(), "The program hello was not found.") })
	r.sees("Correct what you pasted, or let Parley try it to see what to do.")
	r.picture("add-no-program")
	p := r.paste("sh server.sh")
	r.q.Until(t, "the search", func() bool { return p.proposals[0].looked })
	r.misses("was not found")
}

func TestAddedServerIsInTheFileAndStartsForItWasSeen(t *testing.T) {
	r := newRig(t, rigOptions{servers: commented, unseen: true})
	p := r.paste("npx -y @modelcontextprotocol/server-everything")
	p.proposals[0].name.SetText("Everything here")
	r.press("Add")
	r.q.Until(t, "the server", func() bool { return r.servers.named("Everything here") != nil })
	r.settle()
	if got := r.fakes["Everything here"]; got.started() != 1 || !slices.Equal(got.entry.Command, []string{"npx", "-y", "@modelcontextprotocol/server-everything"}) {
		t.Errorf("started %d times as %v", got.started(), got.entry.Command)
	}
	if r.fakes["Files"].started() != 0 {
		t.Error("a program that was not seen was started along with it")
	}
	r.sees("Added Everything here.")
	if at := r.window.shown; at.server != "Everything here" {
		t.Errorf("then at %+v", at)
	}
	if !strings.Contains(r.file(), "// keep me") {
		t.Errorf("the file is %s", r.file())
	}
	if p.box.Text != "" {
		t.Error("the box still holds it")
	}
}

func TestOnlyWhatIsTickedIsAdded(t *testing.T) {
	r := newRig(t, rigOptions{})
	p := r.paste(`{"mcpServers":{"A":{"command":"a"},"B":{"command":"b"},"C":{"command":1}}}`)
	p.proposals[0].tick.TypedRune(' ')
	r.settle()
	r.press("Add")
	r.q.Until(t, "B", func() bool { return r.servers.named("B") != nil })
	if r.servers.named("A") != nil || r.servers.named("C") != nil {
		t.Error("more was added")
	}
}

// A tick that the button does not count would be a lie.
func TestServerThatCannotBeAddedHasNoTick(t *testing.T) {
	r := newRig(t, rigOptions{})
	p := r.paste(`{"mcpServers":{"A":{"command":"a"},"B":{"command":"b","env":{"KEY":"${env:NOT_SET_HERE}"}}}}`)
	for i, want := range []bool{true, false} {
		if got := p.proposals[i].tick != nil; got != want {
			t.Errorf("server %d has a tick: %v", i, got)
		}
	}
	p.proposals[0].tick.TypedRune(' ')
	r.sees("NOT_SET_HERE", "Tick what you want to add.")
	r.paste(`{"mcpServers":{"A":{"command":1},"B":{"command":2}}}`)
	r.sees("There is nothing to add yet.")
}

// Contract C6: trying a server never raises a request, and leaves nothing running.
func TestTryingTellsTheToolsAndLetsTheServerGo(t *testing.T) {
	r := newRig(t, rigOptions{unseen: true})
	r.paste("npx -y demo")
	r.press("Try it")
	s := r.fakes["demo"]
	if s == nil {
		t.Fatalf("tried: %v", r.fakes)
	}
	if s.started() != 1 || s.opts.WaitFor != nil {
		t.Error("it was not started, or can ask")
	}
	r.sees("Trying…", "Stop trying")
	r.misses("Try it")
	s.set(bridge.ServerState{Phase: bridge.Ready, Tools: []bridge.Tool{readTool, {Name: "write", Title: "Write a file"}}})
	r.settle()
	r.sees("It works. It lists 2 tools: Read a file, Write a file. Once it is added, it may list others too.", "Try it")
	r.picture("add-tried")
	r.q.Until(t, "it to be let go", func() bool { return s.closed() == 1 })
	if len(r.servers.all()) != 0 {
		t.Error("trying put it on the list")
	}
}

func TestTryingAnAddressSaysNothingOfPrograms(t *testing.T) {
	r := newRig(t, rigOptions{})
	r.paste("https://lab.example/mcp")
	r.press("Try it")
	r.sees("Trying…")
	r.misses("program has to be fetched")
}

func TestTryingTellsWhyAServerFails(t *testing.T) {
	for name, state := range map[string]bridge.ServerState{
		"at the start":   {Phase: bridge.Failed, Failure: &bridge.Failure{What: "The program demo was not found.", Do: "Install it."}},
		"before a retry": {Phase: bridge.Starting, RetryAt: time.Now(), Failure: &bridge.Failure{What: "The program demo was not found.", Do: "Install it."}},
		"at its tools":   {Phase: bridge.Ready, ToolsFailure: &bridge.Failure{What: "The program demo was not found.", Do: "Install it."}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, rigOptions{})
			r.paste("npx -y demo")
			r.press("Try it")
			s := r.fakes["demo"]
			s.set(state)
			r.settle()
			r.sees("The program demo was not found. Install it.", "Try it")
			r.q.Until(t, "it to be let go", func() bool { return s.closed() == 1 })
			r.picture("add-failed")
		})
	}
}

func TestTryingAServerThatWantsASignInIsNoFailure(t *testing.T) {
	r := newRig(t, rigOptions{})
	r.paste("npx -y demo")
	r.press("Try it")
	s := r.fakes["demo"]
	s.set(bridge.ServerState{Phase: bridge.Failed, Failure: &bridge.Failure{What: "demo wants you to sign in.", Err: bridge.ErrWantsSignIn}})
	r.settle()
	r.sees("It answers, and wants you to sign in. You will be asked to when you add it.", "Try it")
	r.q.Until(t, "it to be let go", func() bool { return s.closed() == 1 })
}

func TestTryingCanBeStoppedAndStopsWhenTheTextChanges(t *testing.T) {
	r := newRig(t, rigOptions{})
	r.paste("npx -y demo")
	r.press("Try it")
	s := r.fakes["demo"]
	r.press("Stop trying")
	r.sees("You stopped trying.")
	r.q.Until(t, "it to be let go", func() bool { return s.closed() == 1 })
	s.set(bridge.ServerState{Phase: bridge.Ready, Tools: []bridge.Tool{readTool}})
	r.settle()
	r.misses("It works.")

	r.press("Try it")
	again := r.fakes["demo"]
	r.paste("npx -y another")
	r.q.Until(t, "it to be let go", func() bool { return again.closed() == 1 })
}

func TestWhatOnlyThePersonCanGiveIsNamedAndNotAskedForWhileTrying(t *testing.T) {
	r := newRig(t, rigOptions{})
	r.paste(`{"inputs":[{"type":"promptString","id":"tok","description":"API token","password":true}],"servers":{"Sales":{"command":"demo","env":{"T":"${input:tok}"}}}}`)
	r.sees("Asks you for", "API token", "T=${input:tok}")
	r.press("Try it")
	r.sees("It cannot be tried yet: it needs what only you can give, API token.")
	if len(r.fakes) != 0 {
		t.Error("it was started")
	}
}

func TestTryingWorksFromTheKeyboard(t *testing.T) {
	r := newRig(t, rigOptions{})
	trying := r.paste("npx -y demo").proposals[0].trying
	canvas := r.window.win.Canvas()
	press := func() { pressOn(canvas.Focused(), fyne.KeyReturn); r.settle() }
	canvas.Focus(trying.try)
	press()
	if canvas.Focused() != trying.stop {
		t.Error("the keyboard is not on Stop trying")
	}
	press()
	r.sees("You stopped trying.")
	if canvas.Focused() != trying.try {
		t.Error("the keyboard is not back on Try it")
	}
}

func TestServerWithoutToolsWorksToo(t *testing.T) {
	r := newRig(t, rigOptions{})
	r.paste("npx -y demo")
	r.press("Try it")
	r.fakes["demo"].set(bridge.ServerState{Phase: bridge.Ready})
	r.settle()
	r.misses("It works")
	r.clock.Advance(toolsPatience)
	r.settle()
	r.sees("It works, but it lists no tools. Once it is added, it may list some.")
}

func TestLeavingEndsWhatIsBeingTried(t *testing.T) {
	r := newRig(t, rigOptions{})
	r.paste("npx -y demo")
	r.press("Try it")
	r.Close(t.Context())
	if r.fakes["demo"].closed() == 0 {
		t.Error("it goes on without Parley")
	}
}

// foreign is what other apps have.
func foreign(t *testing.T) []search.Found {
	t.Helper()
	parse := func(app, path, text string) search.Found {
		found := search.Found{App: app, Path: path}
		places := search.Places{
			OS: "linux", Home: "/home/ada", Getenv: func(string) string { return "" },
			ReadFile: func(name string) ([]byte, error) {
				if strings.HasSuffix(name, path) {
					return []byte(text), nil
				}
				return nil, fs.ErrNotExist
			},
			Glob: func(string) ([]string, error) { return nil, nil },
		}
		for _, f := range search.Find(t.Context(), places) {
			found = f
		}
		return found
	}
	return []search.Found{
		parse("Claude Desktop", ".config/Claude/claude_desktop_config.json", `{"mcpServers":{
			"files":{"command":"npx","args":["-y","@modelcontextprotocol/server-filesystem","/home/ada/My Documents"]},
			"search":{"command":"npx","args":["-y","server-search"],"env":{"SEARCH_KEY":"hunter2"}},
			"broken":{"args":["x"]}}}`),
		parse("Cursor", ".cursor/mcp.json", `{"mcpServers":{
			"fs":{"command":"npx","args":["-y","@modelcontextprotocol/server-filesystem","/home/ada/My Documents"]},
			"lab":{"url":"https://lab.example/mcp","headers":{"Authorization":"Bearer hunter2"}},
			"old":{"command":"old","disabled":true}}}`),
		{App: "Windsurf", Path: "/home/ada/.codeium/windsurf/mcp_config.json", Err: errors.New("mcp_config.json cannot be read. Line 3, column 5: a comma is missing before this place")},
	}
}

func TestWelcomeOffersTheServersOfOtherApps(t *testing.T) {
	r := newRig(t, rigOptions{demo: true, found: foreign(t)})
	r.q.Until(t, "what was found", func() bool { return r.window.finds.known })
	r.sees("Try the demo", "Bring 5 servers from Claude Desktop, Cursor", "Add a server")
	r.picture("welcome-bring")
}

func TestBringShowsExactlyWhatEachServerRuns(t *testing.T) {
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"Web":{"url":"https://lab.example/mcp/"}}}`, found: foreign(t)})
	r.window.showBring()
	r.q.Until(t, "what was found", func() bool { return r.window.page().(*bringPage).drawn })
	r.sees("Claude Desktop", "Cursor", "Windsurf", "Line 3, column 5",
		`npx -y @modelcontextprotocol/server-filesystem "/home/ada/My Documents"`, "with the setting SEARCH_KEY",
		"Already in Parley, as Web.", "The same as files of Claude Desktop.", "It is switched off there", "It cannot be used:", "sending Authorization along", "a comma is missing before this place. Correct it there, then press Look again.",
		"Bring 2 servers")
	r.misses("hunter2")
	r.picture("bring")
}

func TestBroughtServersAreThereAndStart(t *testing.T) {
	r := newRig(t, rigOptions{servers: commented, found: foreign(t), unseen: true})
	r.window.showBring()
	p := r.window.page().(*bringPage)
	r.q.Until(t, "what was found", func() bool { return p.drawn })
	for _, o := range p.offers {
		if o.tick != nil && o.entry.Name == "search" {
			o.tick.TypedRune(' ')
		}
	}
	r.settle()
	r.window.win.Canvas().Focus(p.bring)
	pressOn(p.bring, fyne.KeyReturn)
	pressOn(p.bring, fyne.KeyReturn) // a person presses twice
	r.q.Until(t, "the servers", func() bool { return r.servers.named("files") != nil && r.servers.named("lab") != nil })
	r.settle()
	if r.servers.named("search") != nil || r.servers.named("old") != nil || len(r.servers.all()) != 4 {
		t.Error("more was brought than was ticked")
	}
	if r.window.win.Canvas().Focused() == p.bring {
		t.Error("the keyboard is still on a button that nobody sees")
	}
	if r.fakes["files"].started() != 1 || r.fakes["Files"].started() != 0 {
		t.Error("a brought program did not start, or another one did")
	}
	if got := r.fakes["lab"].entry.Headers["Authorization"]; got != "Bearer hunter2" {
		t.Errorf("the key did not come along: %q", got)
	}
	r.sees("Added 2 servers.")
	r.window.showBring()
	r.q.Until(t, "what is left", func() bool { return p.drawn })
	r.sees("Already in Parley, as files.")
}

func TestAllOrNoneOfTheServersOfOtherAppsAreTicked(t *testing.T) {
	found := foreign(t)
	long := strings.Repeat("long-name-", 9)
	found[1].File.Servers[1].Name = long // cannot be brought, and its name is shown whole all the same
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"Web":{"command":"npx","args":["-y","server-search"],"env":{"SEARCH_KEY":"hunter2"}}}}`, found: found})
	r.window.showBring()
	p := r.window.page().(*bringPage)
	r.q.Until(t, "what was found", func() bool { return p.drawn })
	r.sees(long)
	names := func() (list []string) {
		for _, b := range p.ticked() {
			for _, e := range b.entries {
				list = append(list, e.Name)
			}
		}
		return list
	}
	r.press("Tick none")
	if got := names(); len(got) != 0 || !p.bring.Disabled() {
		t.Errorf("%q are ticked", got)
	}
	r.press("Tick all")
	if got := names(); !slices.Equal(got, []string{"files", "old"}) { // search is here already, fs is the same as files
		t.Errorf("%q are ticked", got)
	}
	r.sees("Bring 2 servers")
	r.picture("bring-all")
}

func TestNothingFoundOffersToAddAServer(t *testing.T) {
	r := newRig(t, rigOptions{})
	r.window.showBring()
	r.q.Until(t, "the answer", func() bool { return r.window.page().(*bringPage).drawn })
	r.sees("No servers of other apps were found on this computer.")
	r.picture("bring-nothing")
	r.press("Add a server")
	if r.window.shown.page != addServerAt {
		t.Errorf("then at %+v", r.window.shown)
	}
}

func TestSmallWindowHoldsAddingAndBringing(t *testing.T) {
	long, err := json.Marshal(map[string]any{"mcpServers": map[string]any{hostile: map[string]any{"command": "npx", "args": []string{hostile, strings.Repeat("word ", 80)}, "env": map[string]string{strings.Repeat("X", 300): "1"}}, "Lab": map[string]any{"url": "https://" + strings.Repeat("deep.", 40) + "example/mcp"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, dark := range []bool{false, true} {
		t.Run(fmt.Sprintf("dark %v", dark), func(t *testing.T) {
			r := newRig(t, rigOptions{size: fyne.NewSize(800, 560), dark: dark, found: foreign(t)})
			look := map[bool]string{false: "light", true: "dark"}[dark]
			fits := func(name string) {
				t.Helper()
				r.q.Pump()
				r.picture("small-" + name + "-" + look)
				if size := r.window.win.Content().MinSize(); size.Width > 800 || size.Height > 560 {
					t.Errorf("%s: the window needs %v", name, size)
				}
			}
			r.window.showAddServer()
			fits("add-empty")
			r.paste(string(long))
			fits("add-long")
			r.window.showBring()
			r.q.Until(t, "what was found", func() bool { return r.window.page().(*bringPage).drawn })
			fits("bring")
		})
	}
}
