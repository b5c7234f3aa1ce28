package app

import (
	"runtime"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parley/bridge"
)

// The keyboard follows the page: what is typed never goes into one that is out of sight.
func TestKeyboardLeavesThePageThatGoes(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files", readTool)
	r.show("Files", readTool.Name)
	canvas := r.window.win.Canvas()
	r.window.focusPage()
	if canvas.Focused() == nil {
		t.Fatal("the form has not got the keyboard")
	}
	r.window.open(place{page: serverAt, server: "Files"})
	if f := canvas.Focused(); f != nil {
		t.Errorf("%T of the page before still has the keyboard", f)
	}
}

// latePage is a page that Fyne finds in the window only from the second time on.
type latePage struct {
	page
	tries int
}

func (p *latePage) focus() {
	if p.tries++; p.tries > 1 {
		p.page.focus()
	}
}

// A page that could not take the keyboard at once, for it was not drawn yet, takes it some moments later; unless the person went
// elsewhere meanwhile.
func TestPageTakesTheKeyboardOnceItIsDrawn(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files", readTool)
	r.show("Files", readTool.Name)
	w, canvas := r.window, r.window.win.Canvas()
	late := &latePage{page: w.page()}
	w.pages[w.shown] = late
	for _, elsewhere := range []bool{false, true} {
		canvas.Unfocus()
		late.tries = 0
		w.focusPage()
		if canvas.Focused() != nil {
			t.Fatal("the page is not late")
		}
		if elsewhere {
			canvas.Focus(w.side.search)
		}
		r.clock.Advance(beat * 10)
		r.settle()
		if inSearch := canvas.Focused() == fyne.Focusable(w.side.search); canvas.Focused() == nil || inSearch != elsewhere {
			t.Errorf("the person went elsewhere %v, the keyboard is in %T", elsewhere, canvas.Focused())
		}
	}
}

// Fyne complains about what is given the keyboard after it was out of sight for a minute, unless it is drawn first.
func TestPageThatWasLongOutOfSightTakesTheKeyboardOnceItIsDrawn(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files", readTool)
	r.show("Files", readTool.Name)
	w := r.window
	counted := &latePage{page: w.page()}
	at := w.shown
	w.pages[at] = counted
	w.open(place{page: serverAt, server: "Files"})
	for _, away := range []time.Duration{time.Second, 2 * time.Minute} {
		r.clock.Advance(away)
		counted.tries = 0
		w.open(at)
		w.focusPage()
		if atOnce := counted.tries > 0; atOnce != (away < time.Minute) {
			t.Errorf("after %s it was given the keyboard at once: %v", away, atOnce)
		}
		r.clock.Advance(time.Second)
		r.settle()
		if counted.tries == 0 {
			t.Errorf("after %s it never got the keyboard", away)
		}
		w.open(place{page: serverAt, server: "Files"})
	}
}

// A tool without arguments has the keyboard on Run: Enter runs it, but not the second one of who opened it by Enter; other keys go to
// the window.
func TestRunTakesEnterButNotASecondOne(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", bridge.Tool{Name: "go"})
	p := r.show("Files", "go")
	r.window.focusPage()
	if r.window.win.Canvas().Focused() != fyne.Focusable(p.run) {
		t.Fatalf("the keyboard is on %T", r.window.win.Canvas().Focused())
	}
	press := func(key fyne.KeyName) {
		pressOn(p.run, key)
		r.settle()
	}
	press(fyne.KeyReturn)
	if len(s.calls) != 0 {
		t.Fatal("a second Enter ran it")
	}
	press(fyne.KeyF1)
	r.sees("What the keyboard does")
	r.window.escape()
	r.clock.Advance(time.Second)
	press(fyne.KeyReturn)
	if len(s.calls) != 1 {
		t.Errorf("it ran %d times", len(s.calls))
	}
}

// Enter in the search opens what was found: the first tool, or a server when only servers were; Down leads into the list wherever its
// mark stood before.
func TestSearchLeadsToToolsAndServersByKeyboard(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	tools := make([]bridge.Tool, 30)
	for i := range tools {
		tools[i] = bridge.Tool{Name: string(rune('a'+i%26)) + "-tool"}
	}
	r.ready("Files", tools...)
	side := r.window.side
	side.list.Highlight(25)
	side.search.SetText("b-tool")
	side.searchKey(fyne.KeyDown)
	if side.list.at != 0 {
		t.Fatalf("the mark is on row %d of %d", side.list.at, len(side.rows))
	}
	side.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	side.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if at := r.window.shown; at.page != toolAt || at.tool != "b-tool" {
		t.Errorf("shown %+v", at)
	}
	side.search.SetText("c-tool")
	side.openFirst()
	if at := r.window.shown; at.page != toolAt || at.tool != "c-tool" {
		t.Errorf("shown %+v", at)
	}
}

func TestServerWithoutToolsIsOpenedFromTheSearch(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.window.side.search.SetText("files")
	r.window.side.openFirst()
	if at := r.window.shown; at.page != serverAt || at.server != "Files" {
		t.Errorf("shown %+v", at)
	}
}

func TestMainKeyIsCalledWhatStandsOnIt(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("it is Cmd in every language")
	}
	if _, shown := mainKey(); shown != "Ctrl" {
		t.Errorf("in English it is %s", shown)
	}
	inGerman(t)
	if _, shown := mainKey(); shown != "Strg" {
		t.Errorf("in German it is %s", shown)
	}
}
