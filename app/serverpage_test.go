package app

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"parley/bridge"
	"parley/bridge/config"
	"parley/widgets"
)

// file reads the servers file of a rig.
func (r *rig) file() string {
	r.t.Helper()
	raw, err := os.ReadFile(filepath.Join(r.home, "servers.json"))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(raw)
}

// fileSays waits until the servers file has a text, or has it no more, and the servers follow it.
func (r *rig) fileSays(text string, there bool) {
	r.t.Helper()
	r.q.Until(r.t, "the servers file", func() bool { return strings.Contains(r.file(), text) == there })
	r.saving.Wait()
	r.settle()
}

const commented = `{
  // keep me
  "mcpServers": {
    "Files": { "command": "files", "env": { "KEY": "hunter2" }, "mine": true }, // and me
    "Other": { "command": "other" }
  },
  "other": 1
}
`

func (r *rig) openServer(name string) *serverPage {
	r.window.open(place{page: serverAt, server: name})
	return r.window.page().(*serverPage)
}

func TestServerIsTurnedOffForGoodAndOnAgain(t *testing.T) {
	r := newRig(t, rigOptions{servers: commented})
	files, other := r.ready("Files", readTool), r.fakes["Other"]
	r.openServer("Files")
	r.press("Turn off")
	r.fileSays(`"disabled": true`, true)
	r.q.Until(t, "Files to be closed", func() bool { return files.closed() == 1 })
	files.set(bridge.ServerState{})
	r.settle()
	r.sees("It is off, and stays off until you turn it on.")
	for _, kept := range []string{"// keep me", "// and me", `"mine": true`, `"other": 1`} {
		if !strings.Contains(r.file(), kept) {
			t.Errorf("%s is gone from %s", kept, r.file())
		}
	}
	r.press("Turn on")
	r.fileSays(`"disabled": true`, false)
	if files.started() != 2 || r.fakes["Files"] != files || other.started() != 1 {
		t.Errorf("Files started %d times, Other %d", files.started(), other.started())
	}
}

func TestRemovingAsksFirstAndCanBeUndone(t *testing.T) {
	r := newRig(t, rigOptions{servers: commented})
	r.openServer("Files")
	r.press("Remove")
	r.sees("Remove Files from your servers?")
	r.picture("server-remove")
	r.press("Keep it")
	r.misses("Remove Files from your servers?")
	r.press("Remove")
	r.press("Remove it")
	r.fileSays(`"Files"`, false)
	r.sees("Removed Files.", "Welcome to Parley")
	r.press("Undo")
	r.fileSays(`"Files"`, true)
	if !strings.Contains(r.file(), "hunter2") || !strings.Contains(r.file(), `"mine": true`) {
		t.Errorf("back came %s", r.file())
	}
	r.sees("Files is back.")
	if r.servers.named("Files") == nil {
		t.Error("the server is not back")
	}
}

func TestKeyboardStaysOnThePageWhenItsButtonGoes(t *testing.T) {
	r := newRig(t, rigOptions{servers: evil, unseen: true})
	p := r.openServer("a")
	r.window.page().focus()
	r.window.win.Canvas().Focus(p.look.start)
	pressOn(p.look.start, fyne.KeyReturn)
	r.settle()
	if focused, ok := r.window.win.Canvas().Focused().(*button); !ok || !focused.Visible() || focused == p.look.start {
		t.Errorf("the keyboard is on %v", r.window.win.Canvas().Focused())
	}
}

func TestWaitingForAnotherTryCountsDownAndCanBeCutShort(t *testing.T) {
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"Lab":{"url":"https://lab.example/mcp"}}}`})
	lab := r.fakes["Lab"]
	lab.set(bridge.ServerState{Phase: bridge.Starting, RetryAt: r.clock.Now().Add(8 * time.Second),
		Failure: &bridge.Failure{What: "Nothing answers at lab.example.", Do: "Check your connection."}})
	r.openServer("Lab")
	r.settle()
	r.sees("Not connected. Parley tries again in 8 s.", "Nothing answers at lab.example.", "tries again")
	r.picture("server-retry")
	r.clock.Advance(3 * time.Second)
	r.q.Pump()
	r.sees("Parley tries again in 5 s.")
	before := lab.started()
	r.press("Try now")
	r.q.Until(t, "another start", func() bool { return lab.started() == before+1 })
}

func TestLogMessagesComeAtTheLevelThatThePersonPicks(t *testing.T) {
	r := newRig(t, rigOptions{servers: commented})
	files := r.ready("Files", readTool)
	p := r.openServer("Files")
	at := time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC)
	files.set(bridge.ServerState{Phase: bridge.Ready, Tools: []bridge.Tool{readTool}, Said: []bridge.LogLine{
		{At: at, Level: "info", Logger: "disk", Text: "opened /etc/motd"}, {At: at, Level: "error", Text: "bell\x07 and \u202etfel"}}})
	r.settle()
	if got := p.said.view.Text(); !strings.Contains(got, "09:30:00  info  disk  opened /etc/motd") {
		t.Errorf("shown %q", got)
	}
	r.picture("server-messages")
	p.said.level.SetSelected("Warnings and errors")
	r.fileSays(`"logLevel": "warning"`, true)
	if level := files.State().LogLevel; level != "warning" {
		t.Errorf("the server was told %q", level)
	}
	if files.closed() != 0 {
		t.Error("the server was started again for its log level")
	}
	p.said.level.SetSelected("What it likes")
	r.fileSays(`"logLevel"`, false)
}

func TestFoldersAreAddedAndTakenAway(t *testing.T) {
	folder := t.TempDir()
	r := newRig(t, rigOptions{servers: commented})
	files := r.ready("Files", readTool)
	p := r.openServer("Files")
	for typed, wrong := range map[string]string{
		"somewhere":                           "Give the whole path",
		filepath.Join(folder, "no"):           "There is no folder",
		filepath.Join(r.home, "servers.json"): "is a file",
	} {
		p.folders.path.SetText(typed)
		p.folders.addTyped()
		r.q.Until(t, "what is wrong with "+typed, func() bool { return strings.Contains(p.folders.wrong.Text(), wrong) })
	}
	p.folders.path.SetText(folder)
	p.folders.addTyped()
	r.q.Until(t, "the folder", func() bool { return slices.Equal(files.State().Roots, []string{folder}) })
	r.fileSays(`"roots"`, true)
	r.sees(folder)
	r.misses("is a file")
	r.picture("server-folders")
	if files.closed() != 0 {
		t.Error("the server was started again for a folder")
	}
	p.folders.set(nil)
	r.fileSays(`"roots"`, false)
	if len(files.State().Roots) != 0 {
		t.Error("the server was not told that the folder is gone")
	}
}

func TestSigningOutIsOfferedOnceSignedIn(t *testing.T) {
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"Lab":{"url":"https://lab.example/mcp"}}}`})
	lab := r.ready("Lab", readTool)
	r.openServer("Lab")
	r.misses("Sign out")
	lab.set(bridge.ServerState{Phase: bridge.Ready, Tools: []bridge.Tool{readTool}, SignedIn: true})
	r.settle()
	r.press("Sign out")
	r.q.Until(t, "the receipt", func() bool { return strings.Contains(r.seen(), "You are signed out of Lab.") })
	r.misses("Sign out")
}

func TestChangeThatFailsIsToldAndChangesNothing(t *testing.T) {
	r := newRig(t, rigOptions{servers: commented})
	if err := os.WriteFile(filepath.Join(r.home, "servers.json"), []byte(`{"mcpServers": {`), 0o600); err != nil {
		t.Fatal(err)
	}
	r.openServer("Files")
	r.press("Turn off")
	r.q.Until(t, "the failure", func() bool { return strings.Contains(r.seen(), "Your servers file was not changed") })
	if r.file() != `{"mcpServers": {` {
		t.Errorf("the broken file is now %s", r.file())
	}
	if r.fakes["Files"].closed() != 0 {
		t.Error("the server was closed")
	}
}

func TestServerWithoutANameIsShownAsSuch(t *testing.T) {
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"":{"command":"demo"}}}`})
	r.sees("(unnamed)")
	r.openServer("")
	r.sees("(unnamed)", "demo")
	r.press("Turn off")
	r.fileSays(`"disabled":true`, true)
}

func TestChangeFromOutsideIsOfferedAndNotTakenByItself(t *testing.T) {
	r := newRig(t, rigOptions{servers: commented})
	files := r.fakes["Files"]
	now := config.File{Servers: []config.Server{{Name: "New", URL: "https://new.example/mcp"}, {Name: "Files", Command: []string{"files", "-v"}}}}
	r.App.changedOutside(now, nil)
	for i := range 5 {
		r.window.notices.add(widgets.Info, fmt.Sprint("Something else, ", i))
	}
	r.clock.Advance(time.Minute)
	r.settle()
	r.sees("Your servers file changed: 1 new (New), 1 changed (Files), 1 removed (Other).", "Use it", "Not now")
	r.picture("file-changed")
	if r.servers.named("New") != nil || files.closed() != 0 {
		t.Error("it was used before the person said so")
	}
	r.press("Not now")
	r.misses("Your servers file changed")
	r.App.changedOutside(config.File{Servers: r.entries()}, nil)
	r.misses("Your servers file changed")
}

// The person said *Not now* to what others changed; a change of their own does not bring it in by the back door.
func TestOwnChangeDoesNotBringInWhatThePersonLeftAside(t *testing.T) {
	r := newRig(t, rigOptions{servers: commented})
	outside := `{"mcpServers":{"Files":{"command":"files"},"New":{"command":"new"}}}`
	if err := os.WriteFile(filepath.Join(r.home, "servers.json"), []byte(outside), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := config.Load(filepath.Join(r.home, "servers.json"), os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	r.App.changedOutside(file, nil)
	r.press("Not now")
	r.openServer("Files")
	r.press("Turn off")
	r.fileSays(`"disabled":true`, true)
	if r.servers.named("New") != nil || r.servers.named("Other") == nil {
		t.Error("what was left aside came in")
	}
	if !r.servers.named("Files").Entry().Disabled || !strings.Contains(r.file(), `"New"`) {
		t.Errorf("the file is %s", r.file())
	}
	r.press("Reload")
	r.q.Until(t, "the whole file", func() bool { return r.servers.named("New") != nil && r.servers.named("Other") == nil })
}

// Others changed the file a moment ago, and nobody has noticed yet: a change of the person's own brings that in neither.
func TestOwnChangeComesBeforeWhatOthersChangedJustNow(t *testing.T) {
	r := newRig(t, rigOptions{servers: commented})
	r.openServer("Files")
	outside := `{"mcpServers":{"Files":{"command":"files"},"New":{"command":"new"}}}`
	if err := os.WriteFile(filepath.Join(r.home, "servers.json"), []byte(outside), 0o600); err != nil {
		t.Fatal(err)
	}
	r.press("Turn off")
	r.fileSays(`"disabled":true`, true)
	if r.servers.named("New") != nil || r.servers.named("Other") == nil || !r.servers.named("Files").Entry().Disabled {
		t.Error("what others changed came in by itself")
	}
	r.q.Until(t, "the offer", func() bool {
		r.clock.Advance(100 * time.Millisecond)
		return strings.Contains(r.seen(), "Your servers file changed: 1 new (New), 1 removed (Other).")
	})
}

func TestNoticeAboutABrokenFileGoesWhenItIsMended(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.reload(`{"mcpServers": {`)
	r.sees("Line 1, column", "Your servers go on as they were.")
	r.reload(oneServer)
	r.misses("Your servers go on as they were.")
}

func TestUsingAChangedFileReadsItAsItIsThen(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.App.changedOutside(config.File{}, nil)
	r.sees("Your servers file changed: 1 removed (Files).")
	if err := os.WriteFile(filepath.Join(r.home, "servers.json"), []byte(`{"mcpServers":{"Files":{"command":"files"},"B":{"command":"b"}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	r.press("Use it")
	r.q.Until(t, "the file", func() bool { return r.servers.named("B") != nil })
	r.misses("Your servers file changed")
	if r.fakes["Files"].closed() != 0 {
		t.Error("a server that is still there was closed")
	}
}

func TestEditingKeepsSecretsCommentsAndUnknownMembers(t *testing.T) {
	r := newRig(t, rigOptions{servers: commented, unseen: true})
	r.openServer("Files")
	r.press("Edit")
	p := r.window.page().(*editPage)
	r.q.Until(t, "the entry", func() bool { return p.entry != nil })
	r.sees("Edit Files", "Name", "What it runs", "files", "KEY")
	r.misses("hunter2")
	if strings.Contains(p.box.Text, "hunter2") {
		t.Error("the secret can be read")
	}
	r.picture("edit")
	r.press("Show the values")
	if !strings.Contains(p.box.Text, "hunter2") {
		t.Errorf("the box holds %s", p.box.Text)
	}
	r.press("Hide the values")
	p.box.SetText(strings.Replace(p.box.Text, `"files"`, `"files2"`, 1))
	r.q.Until(t, "the new program", func() bool { return len(p.reads.Command) > 0 && p.reads.Command[0] == "files2" })
	p.name.SetText("Papers")
	r.press("Save")
	r.fileSays(`"Papers"`, true)
	for _, kept := range []string{"// keep me", `"mine": true`, `"other": 1`, "hunter2", `"files2"`} {
		if !strings.Contains(r.file(), kept) {
			t.Errorf("%s is gone from %s", kept, r.file())
		}
	}
	r.sees("Saved Papers.")
	if s := r.fakes["Papers"]; s == nil || s.started() != 1 {
		t.Error("a program that the person wrote there is asked about again")
	}
}

func TestEntryThatCannotBeUsedIsNotSaved(t *testing.T) {
	r := newRig(t, rigOptions{servers: commented})
	r.openServer("Files")
	r.press("Edit")
	p := r.window.page().(*editPage)
	r.q.Until(t, "the entry", func() bool { return p.entry != nil })
	for _, text := range []string{`{"command":`, `npx x`, `{"a":{"command":"a"},"b":{"command":"b"}}`, ``} {
		p.box.SetText(text)
		r.q.Until(t, "what is wrong", func() bool { return p.entry == nil })
		if !p.save.Disabled() {
			t.Errorf("%s can be saved", text)
		}
		p.box.SetText(p.hidden.text)
		r.q.Until(t, "the entry", func() bool { return p.entry != nil })
	}
	r.press("Cancel")
	if at := r.window.shown; at != (place{page: serverAt, server: "Files"}) {
		t.Errorf("then at %+v", at)
	}
}

func TestSmallWindowHoldsTheServersPage(t *testing.T) {
	for _, dark := range []bool{false, true} {
		r := newRig(t, rigOptions{servers: `{"mcpServers":{"Files":{"command":"npx","args":["-y","` + strings.Repeat("word ", 60) + `"],"env":{"A_VERY_LONG_NAME_` + strings.Repeat("X", 100) + `":"1"},"roots":["/home/` + strings.Repeat("deep/", 40) + `"]}}}`,
			size: fyne.NewSize(800, 560), dark: dark})
		files := r.fakes["Files"]
		files.set(bridge.ServerState{Phase: bridge.Ready, Tools: []bridge.Tool{readTool}, SignedIn: true, Open: 2, Stderr: "one\ntwo", Notes: []string{"Something to know about its tools."}})
		r.settle()
		r.openServer("Files")
		r.picture("small-serverpage" + map[bool]string{true: "-dark"}[dark])
		if size := r.window.win.Content().MinSize(); size.Width > 800 || size.Height > 560 {
			t.Errorf("the window needs %v", size)
		}
	}
}

// The file itself changes on the disk, as an editor does it, and is watched.
func TestChangeOnTheDiskIsNoticed(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.settle()
	changed := func(text, words string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(r.home, "servers.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		r.q.Until(t, "the notice", func() bool {
			r.clock.Advance(100 * time.Millisecond)
			return strings.Contains(r.seen(), words)
		})
	}
	changed(`{"mcpServers":{"Files":{"command":"files"},"B":{"command":"b"}}}`, "Your servers file changed: 1 new (B).")
	changed(`{"mcpServers":{"Files":{"command":"files"}`, "servers.json cannot be read. Line 1, column")
	changed(oneServer+"\n", "Files")
	r.q.Until(t, "the notice to go", func() bool {
		r.clock.Advance(100 * time.Millisecond)
		return !strings.Contains(r.seen(), "cannot be read")
	})
	if r.fakes["Files"].closed() != 0 || r.servers.named("B") != nil {
		t.Error("something of it was used")
	}
}

// What to do points at the evidence, so that is there to be read.
func TestEvidenceOfAFailureIsOpenOnTheServersPage(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.fakes["Files"].set(bridge.ServerState{Phase: bridge.Failed, Failure: &bridge.Failure{
		What: "The program files ended with error code 1.", Do: "Look at its last words below, mend the cause, then start it again.", Detail: "Error: API_KEY is required"}})
	p := r.openServer("Files")
	r.settle()
	r.sees("Hide the details")
	if !p.fail.detail.Visible() || p.fail.detail.Text() != "Error: API_KEY is required" {
		t.Errorf("the details are %q, shown: %v", p.fail.detail.Text(), p.fail.detail.Visible())
	}
	r.press("Hide the details")
	r.sees("Show the details")

	r.fakes["Files"].set(bridge.ServerState{Phase: bridge.Failed, Failure: &bridge.Failure{
		What: "Nothing answers at lab.example.", Do: "Check that the server is running.", Detail: "dial tcp: connection refused"}})
	r.settle()
	r.sees("Show the details") // words that nobody points at are there on request only
	if p.fail.detail.Visible() {
		t.Error("the raw words are on the surface")
	}
}

// Fyne takes the icon from a button that is drawn while it is hidden, as every button is when the theme changes.
func TestButtonsThatComeBackHaveTheirIcons(t *testing.T) {
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"Files":{"command":"files","disabled":true}}}`})
	p := r.openServer("Files")
	if p.off.Visible() {
		t.Fatal("it cannot be turned off twice")
	}
	p.off.Refresh()
	r.press("Turn on")
	r.fileSays("true", false)
	icons := 0
	visitAll(p.off, func(part fyne.CanvasObject) {
		if _, ok := part.(*canvas.Image); ok {
			icons++
		}
	})
	if !p.off.Visible() || icons != 1 {
		t.Errorf("Turn off is shown: %v, with %d icons", p.off.Visible(), icons)
	}
}

func TestFoldersOfAnAddressSayNothingOfAProgram(t *testing.T) {
	r := newRig(t, rigOptions{servers: evil})
	r.openServer("Web")
	r.sees("Parley tells the server that it may work in these folders.")
	r.misses("A program can still reach")
	r.openServer("a")
	r.sees("A program can still reach whatever you can reach.")
}

// The first person reads plain words; the third one's terms are one click below.
func TestServersPageSpeaksPlainlyAndExactlyOnRequest(t *testing.T) {
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"Files":{"command":"files","args":["-v"],"env":{"KEY":"hunter2"}},"Lab":{"url":"https://lab.example/mcp","headers":{"X-Key":"hunter3"}}}}`})
	files := r.fakes["Files"]
	files.set(bridge.ServerState{Phase: bridge.Ready, Tools: []bridge.Tool{readTool}, Protocol: "2025-11-25", Dialect: "nanohub", LogLevel: "warning"})
	r.settle()
	r.openServer("Files")
	plain, exact := []string{"Program", "Arguments", "Folder", "Settings", "Speaks", "MCP as of 2025-11-25, the way nanoHUB does"},
		[]string{"command", "args", "cwd", "env", "protocolVersion", "2025-11-25", "dialect", "logLevel", "warning"}
	r.sees(plain...)
	r.misses("protocol", "env\n", "debug")
	r.press("Show the exact terms")
	r.sees(exact...)
	r.misses("Settings", "Speaks", "hunter2")
	r.picture("server-exact")
	r.press("Show plain words")
	r.sees(plain...)
	r.openServer("Lab")
	r.sees("Sent along", "X-Key")
	r.misses("hunter3")
	r.press("Show the exact terms")
	r.sees("headers", "url")
}

func TestFolderIsChosenOrNotAndEscLeaves(t *testing.T) {
	r := newRig(t, rigOptions{servers: commented})
	r.ready("Files", readTool)
	r.openServer("Files")
	r.press("Choose…")
	r.sees("Choose a folder")
	r.window.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	r.settle()
	r.misses("Choose a folder")
	if !r.window.free() {
		t.Error("something still lies over the window")
	}
}

func TestStartThatTakesLongSaysForHowLongAndWhy(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	files := r.fakes["Files"]
	files.set(bridge.ServerState{Phase: bridge.Starting})
	r.settle()
	r.openServer("Files")
	r.sees("Starting…")
	for range 12 {
		r.clock.Advance(time.Second)
		r.q.Pump()
	}
	r.sees("Starting, for 12 s now. A program that has to be fetched first can take a minute.")
	r.picture("server-starting")
	r.ready("Files", readTool)
	r.sees("Ready, with 1 tool.")
	files.set(bridge.ServerState{Phase: bridge.Starting})
	r.settle()
	r.sees("Starting…")
	for range 5 {
		r.clock.Advance(time.Second)
		r.q.Pump()
	}
	r.sees("Starting, for 5 s now.")
	r.App.servers.set([]config.Server{{Name: "Files", Command: []string{"other"}}})
	r.fakes["Files"].set(bridge.ServerState{Phase: bridge.Starting})
	r.settle()
	r.sees("Starting…") // another program
}

// What mends a server is the button that the eye falls on, and nothing is offered that cannot work.
func TestBrokenEntryIsEditedAndNotStarted(t *testing.T) {
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"Bad":{"args":["x"]}}}`})
	bad := r.fakes["Bad"]
	bad.set(bridge.ServerState{Phase: bridge.Failed, Failure: &bridge.Failure{What: "The entry has neither a command nor an address.", Do: "Press Edit and mend its entry."}})
	r.settle()
	p := r.openServer("Bad")
	r.sees("Edit", "The entry has neither")
	r.misses("What it runs", "Start", "Folders it may see", "Its messages")
	if p.edit.Importance != widget.HighImportance {
		t.Error("Edit is one button among others")
	}
	r.picture("server-broken")
}

func TestServerThatWantsAKeyStressesTheKey(t *testing.T) {
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"Lab":{"url":"https://lab.example/mcp"}}}`})
	lab := r.fakes["Lab"]
	lab.set(bridge.ServerState{Phase: bridge.Failed, Failure: &bridge.Failure{What: "It wants to know who you are.", Status: 401}})
	r.settle()
	p := r.openServer("Lab")
	if p.key.Hidden || p.key.Importance != widget.HighImportance || p.start.Importance != widget.MediumImportance {
		t.Errorf("the key is hidden: %v, with importance %v; Start has %v", p.key.Hidden, p.key.Importance, p.start.Importance)
	}
	lab.set(bridge.ServerState{Phase: bridge.Failed, Failure: &bridge.Failure{What: "Nothing answers."}})
	r.settle()
	if !p.key.Hidden || p.start.Importance != widget.HighImportance {
		t.Error("Start is not what the page is about any more")
	}
}
