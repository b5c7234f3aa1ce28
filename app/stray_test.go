package app

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"parley/bridge"
	"parley/widgets"
)

// Keys and clicks that were not meant for what they would do, and buttons that stay where they are.

var hostSchema = json.RawMessage(`{"type":"object","properties":{"host":{"type":"string","title":"Host"},"pin":{"type":"string","title":"Key","format":"password"}}}`)

// fillHost types into the form of a page with the fields of hostSchema.
func fillHost(p *toolPage, text string) { p.args.(*formArguments).view.Type(0, text) }

// Enter in a line runs what only reads; for all else it takes Ctrl+Enter, and the page says so.
func TestEnterInALineRunsOnlyWhatOnlyReads(t *testing.T) {
	for name, c := range map[string]struct {
		tool bridge.Tool
		runs bool
	}{
		"reads":        {bridge.Tool{ReadOnly: true, Hinted: true}, true},
		"deletes":      {bridge.Tool{Destructive: true, Hinted: true}, false},
		"changes":      {bridge.Tool{Hinted: true}, false},
		"says nothing": {bridge.Tool{Destructive: true}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, rigOptions{servers: oneServer})
			c.tool.Name, c.tool.InputSchema = "go", hostSchema
			s := r.ready("Files", c.tool)
			p := r.show("Files", "go")
			r.clock.Advance(2 * time.Second)
			fillHost(p, "x")
			r.key(fyne.KeyReturn)
			if ran := len(s.calls) == 1; ran != c.runs {
				t.Errorf("Enter ran it: %v", ran)
			}
			if !c.runs {
				r.sees("Enter alone does not run what may change something. Ctrl+Enter does.")
				r.picture("enter-alone")
				r.clock.Advance(2 * time.Second)
				runShortcut(r)
				if len(s.calls) != 1 {
					t.Error("Ctrl+Enter does not run it")
				}
			}
		})
	}
}

// Whoever opens a tool with Enter and holds it runs nothing.
func TestEnterThatOpenedTheToolDoesNotRunIt(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", bridge.Tool{Name: "go", ReadOnly: true, Hinted: true, InputSchema: hostSchema})
	p := r.show("Files", "go")
	fillHost(p, "x")
	for range 80 {
		r.clock.Advance(30 * time.Millisecond)
		r.window.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	}
	if len(s.calls) != 0 {
		t.Error("it ran")
	}
}

// Ctrl+Enter that is held runs a tool once, however soon that ends.
func TestHeldCtrlEnterRunsOnce(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", bridge.Tool{Name: "go"})
	r.show("Files", "go")
	runShortcut(r)
	r.end(s, s.last(t), func(c *bridge.CallState) { c.Phase, c.Result = bridge.Finished, &bridge.Result{Text: "ok"} })
	r.clock.Advance(660 * time.Millisecond)
	for range 60 {
		r.clock.Advance(30 * time.Millisecond)
		runShortcut(r)
	}
	if len(s.calls) != 1 {
		t.Errorf("it ran %d times", len(s.calls))
	}
	r.clock.Advance(2 * time.Second)
	runShortcut(r)
	if len(s.calls) != 2 {
		t.Error("pressed again it does not run")
	}
}

// A key that is held on a button presses it once, and one that was down before it got the keyboard not at all.
func TestHeldKeyPressesAButtonOnce(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	pressed := 0
	b := r.window.button("Press", nil, func() { pressed++ })
	enter := &fyne.KeyEvent{Name: fyne.KeyReturn}
	b.TypedKey(enter)
	if pressed != 0 {
		t.Fatal("a key that was down before presses it")
	}
	b.KeyDown(enter)
	for range 30 {
		b.TypedKey(enter)
	}
	b.KeyUp(enter)
	if pressed != 1 {
		t.Errorf("it was pressed %d times", pressed)
	}
}

// The question goes by itself just as the person presses Ctrl+Enter or clicks: that runs nothing on the page below.
func TestPressMeantForAQuestionThatWentRunsNothing(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", bridge.Tool{Name: "go"})
	p := r.show("Files", "go")
	go r.inbox.WaitFor(t.Context(), request("elc-1", "Who?"))
	r.q.Until(t, "the request", func() bool { return r.window.asking() })
	r.inbox.over("elc-1")
	r.q.Pump()
	runShortcut(r)
	p.run.Tapped(&fyne.PointEvent{})
	if len(s.calls) != 0 {
		t.Error("it ran the tool")
	}
	r.clock.Advance(2 * time.Second)
	p.run.Tapped(&fyne.PointEvent{})
	if len(s.calls) != 1 {
		t.Error("it does not run afterwards either")
	}
	r.inbox.Close()
}

// A request that comes in the place of another takes nothing that ends it for a second.
func TestNextRequestKnowsThatItTookAnothersPlace(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	answers := make(chan bridge.Answer, 2)
	for i, id := range []string{"elc-1", "elc-2"} {
		go func() { answers <- r.inbox.WaitFor(t.Context(), request(id, "Who?")) }()
		r.q.Until(t, "the request", func() bool { return r.inbox.Count() == i+1 })
	}
	r.clock.Advance(5 * time.Second)
	sheet := func() *front { return r.inbox.shown.sheet.(*front) }
	sheet().Press(widgets.ButtonNotNow)
	r.q.Pump()
	for range 2 {
		r.clock.Advance(450 * time.Millisecond)
		sheet().Press(widgets.ButtonNotNow)
		r.q.Pump()
	}
	if r.inbox.Count() != 1 {
		t.Fatal("the click that was late ended the second one")
	}
	r.clock.Advance(450 * time.Millisecond)
	sheet().Press(widgets.ButtonNotNow)
	r.q.Until(t, "the second answer", func() bool { return len(answers) == 2 })
}

// A long text that was pasted is not compared at each letter, and is not called another one for that.
func TestRunWithMuchInItIsNotSaidToHaveHadSomethingElse(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", bridge.Tool{Name: "go", InputSchema: hostSchema})
	p := r.show("Files", "go")
	fillHost(p, strings.Repeat("a", 2*longestCompared))
	r.press("Run")
	r.end(s, s.last(t), func(c *bridge.CallState) { c.Phase, c.Result = bridge.Finished, &bridge.Result{Text: "ok"} })
	r.sees("This run had: Host “aaaaa")
	r.misses("The form has changed")
}

// Run again says what it runs: what that run had, whatever the form says by now. A secret is not shown.
func TestRunAgainSaysWhatItRuns(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", bridge.Tool{Name: "go", InputSchema: hostSchema})
	p := r.show("Files", "go")
	fillHost(p, "alpha")
	p.args.(*formArguments).view.Type(1, "s3cret")
	r.press("Run")
	r.misses("This run had")
	r.end(s, s.last(t), func(c *bridge.CallState) { c.Phase, c.Result = bridge.Finished, &bridge.Result{Text: "ok"} })
	r.sees("This run had: Host “alpha”, Key ••••••")
	r.misses("The form has changed")
	fillHost(p, "beta")
	r.settle()
	r.sees("The form has changed. Run again takes what this run had: Host “alpha”, Key ••••••")
	r.picture("run-again")
	if strings.Contains(r.seen(), "s3cret") {
		t.Error("the secret is on the screen")
	}
	r.press("Run again")
	if got := string(s.last(t).Arguments()); !strings.Contains(got, `"alpha"`) {
		t.Errorf("it ran with %s", got)
	}
}

// A notice lies over the page: no button moves, the page's own buttons stay in reach, and a click on it goes to nothing below.
func TestNoticesMoveNothing(t *testing.T) {
	for _, size := range []fyne.Size{{Width: 800, Height: 560}, {Width: 1080, Height: 700}} {
		for _, dark := range []bool{false, true} {
			r := newRig(t, rigOptions{servers: oneServer, size: size, dark: dark})
			s := r.ready("Files", bridge.Tool{Name: "go", InputSchema: hostSchema})
			p := r.show("Files", "go")
			r.press("Run")
			r.end(s, s.last(t), func(c *bridge.CallState) {
				c.Phase, c.Result = bridge.Finished, &bridge.Result{Text: strings.Repeat("line\n", 200)}
			})
			r.settle()
			at := func(o fyne.CanvasObject) fyne.Position {
				return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
			}
			places := func() (all []fyne.Position) {
				for _, o := range []fyne.CanvasObject{p.run, p.panel.buttons, p.panel.result.tabs, r.window.side.add, p.panel.result.text} {
					all = append(all, at(o), fyne.NewPos(o.Size().Width, o.Size().Height))
				}
				return all
			}
			before := places()
			for _, kind := range []widgets.Kind{widgets.Success, widgets.Failure, widgets.Warning} {
				r.window.notices.add(kind, fmt.Sprint(kind)+" Something to know, and a little more of it so that it takes some room.", r.window.action("Show", func() {}))
			}
			p.note(widgets.Warning, "Files stopped waiting after 60 s. What you typed is kept.")
			r.settle()
			r.picture("notices" + map[bool]string{true: "-dark"}[dark])
			for i, now := range places()[:8] {
				if i == 5 { // the result is as high as there is room
					continue
				}
				if now != before[i] {
					t.Errorf("%v dark %v: place %d is %v, was %v", size, dark, i, now, before[i])
				}
			}
			tapped := false
			p.panel.result.save.OnTapped = func() { tapped = true }
			notice := r.window.notices.shown[2]
			test.TapCanvas(r.window.win.Canvas(), at(notice).AddXY(4, 4))
			if tapped {
				t.Error("a click on a notice goes to what is below")
			}

			add := r.paste("npx -y demo")
			r.settle()
			plate, bar := at(r.window.notices.plate).Y+r.window.notices.plate.Size().Height, at(add.add).Y
			if plate > bar {
				t.Errorf("%v: the notices reach down to %v, over the page's own buttons at %v", size, plate, bar)
			}
			r.picture("notices-add" + map[bool]string{true: "-dark"}[dark])
		}
	}
}

// A run that ends while the person looks elsewhere is marked in the sidebar until they look; folded away, at its server.
func TestRunThatEndsUnseenLeavesAMark(t *testing.T) {
	for _, failed := range []bool{false, true} {
		r := newRig(t, rigOptions{servers: oneServer})
		s := r.ready("Files", bridge.Tool{Name: "go"}, bridge.Tool{Name: "other"})
		r.show("Files", "go")
		r.press("Run")
		r.clock.Advance(time.Second)
		r.settle()
		r.sees("running")
		r.show("Files", "other")
		word := "done"
		r.end(s, s.last(t), func(c *bridge.CallState) {
			c.Phase, c.Result = bridge.Finished, &bridge.Result{Text: "ok", IsError: failed}
		})
		if failed {
			word = "failed"
		}
		r.clock.Advance(time.Minute) // the notice has gone
		r.settle()
		r.sees(word)
		r.picture("unseen-" + word)
		r.window.side.toggle("Files")
		r.settle()
		r.sees("1 run done")
		r.window.side.toggle("Files")
		r.show("Files", "go")
		r.settle()
		for _, line := range strings.Split(r.seen(), "\n") {
			if line == word || line == "1 run done" {
				t.Errorf("the mark %q is still there", line)
			}
		}
	}
}

// Quitting with a run under way asks; Enter and Esc keep it running.
func TestQuittingWithARunUnderWayAsks(t *testing.T) {
	for _, dark := range []bool{false, true} {
		t.Run(fmt.Sprint("dark ", dark), func(t *testing.T) {
			r := newRig(t, rigOptions{servers: oneServer, dark: dark, size: fyne.NewSize(800, 560)})
			s := r.ready("Files", bridge.Tool{Name: "go"})
			r.show("Files", "go")
			r.press("Run")
			for _, key := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyEscape} {
				r.window.quit()
				r.settle()
				r.sees("Quit Parley?", "1 run is still under way. Quitting stops it.")
				r.picture("quit" + map[bool]string{true: "-dark"}[dark])
				r.key(key)
				r.misses("Quit Parley?")
				if r.window.closing {
					t.Fatalf("%s quits", key)
				}
			}
			if dark {
				r.window.quit()
				r.window.quit() // the window is closed once more
			} else {
				r.end(s, s.last(t), func(c *bridge.CallState) { c.Phase, c.Result = bridge.Finished, &bridge.Result{Text: "ok"} })
				r.window.quit()
			}
			if !r.window.closing {
				t.Error("it does not quit")
			}
		})
	}
}

// Nothing that lies over the window keeps it from asking, such as the menu of an entry.
func TestQuittingAsksAlsoOverAMenu(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files", bridge.Tool{Name: "go"})
	r.show("Files", "go")
	r.press("Run")
	c := r.window.win.Canvas()
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", fyne.NewMenuItem("Paste", func() {})), c, fyne.NewPos(50, 50))
	menu := c.Overlays().Top()
	r.window.quit()
	r.settle()
	if r.window.closing {
		t.Fatal("the run is stopped without a word")
	}
	r.sees("Quit Parley?")
	r.key(fyne.KeyEscape)
	if r.misses("Quit Parley?"); c.Overlays().Top() != menu {
		t.Error("the menu is gone")
	}
	r.window.quit()
	if r.press("Quit"); !r.window.closing {
		t.Error("it does not quit")
	}
}

// A run that waits for the person does not ask: closing the window answers its question.
func TestQuittingWithOnlyAQuestionOpenDoesNotAsk(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", bridge.Tool{Name: "go"})
	r.show("Files", "go")
	r.press("Run")
	s.last(t).set(func(c *bridge.CallState) { c.Phase = bridge.Waiting })
	r.window.quit()
	if !r.window.closing {
		t.Error("it asks")
	}
}

// Fyne gives the wheel to the innermost thing that scrolls: over a line, and over a box of lines at its end, the page would stand still.
func TestWheelScrollsThePageWhateverIsUnderThePointer(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer, size: fyne.NewSize(800, 560)})
	at := func(o fyne.CanvasObject) fyne.Position {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	}
	scrolls := func(what string, body *widgets.Body, o fyne.CanvasObject) {
		t.Helper()
		r.settle()
		body.Reveal(o)
		before := at(o)
		test.Scroll(r.window.win.Canvas(), before.AddXY(o.Size().Width/2, 10), 0, -30)
		if now := at(o); now.Y != before.Y-30 {
			t.Errorf("%s: the wheel moves the page by %v", what, now.Y-before.Y)
		}
	}
	add := r.paste(`{"mcpServers":{"a":{"command":"a"},"b":{"command":"b"},"c":{"command":"c"}}}`)
	scrolls("a name", add.body, add.proposals[1].name)
	add.proposals[0].gets.more.OnTapped()
	scrolls("the names of variables", add.body, add.proposals[0].gets.names)
	edit := r.edit("Files")
	r.window.win.Resize(fyne.NewSize(800, 300))
	scrolls("the name of a server", edit.body, edit.name)
	page := r.openServer("Files")
	scrolls("a folder", page.body, page.folders.path)
}
