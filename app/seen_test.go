package app

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"parley/bridge"
	"parley/bridge/config"
	"parley/widgets"
)

// What has the keyboard, and what can be pressed, is seen: measured from drawn pictures, in both themes.

// picturesOf opens the pages whose controls are looked at.
func (r *rig) picturesOf(look func(page string)) {
	s := r.ready("Files", bridge.Tool{Name: "go", InputSchema: hostSchema}, bridge.Tool{Name: "other"})
	r.show("Files", "go")
	r.press("Run")
	r.end(s, s.last(r.t), func(c *bridge.CallState) { c.Phase, c.Result = bridge.Finished, &bridge.Result{Text: "ok"} })
	r.window.notices.add(2, "Something to look at.", r.window.action("Show", func() {}))
	r.settle()
	look("tool")
	r.openServer("Files")
	r.settle()
	look("server")
	r.paste("npx -y demo")
	r.settle()
	look("add")
	r.window.open(place{})
	r.settle()
	look("welcome")
	r.show("Files", "go")
	go r.inbox.WaitFor(r.t.Context(), request("elc-1", "Who?"))
	r.q.Until(r.t, "the request", func() bool { return r.window.asking() })
	r.clock.Advance(2 * time.Second)
	r.settle()
	look("request")
	r.inbox.Close()
	r.settle()
}

// Every secondary button can be told from its ground: some of its edge stands out by 3 : 1.
func TestSecondaryButtonsAreToldFromTheirGround(t *testing.T) {
	for _, dark := range []bool{false, true} {
		r := newRig(t, rigOptions{servers: oneServer, dark: dark, demo: true})
		seen := 0
		r.picturesOf(func(page string) {
			picture := r.window.win.Canvas().Capture()
			r.eachOnTop(func(o fyne.CanvasObject) {
				b, ok := o.(interface {
					fyne.Widget
					fyne.Disableable
				})
				if !ok || b.Disabled() || importanceOf(o) != widget.MediumImportance {
					return
				}
				at := boundsOf(o)
				if !at.In(picture.Bounds().Inset(4)) {
					return
				}
				middle := at.Min.Y + at.Dy()/2
				best := 0.0
				for x := at.Min.X - 1; x <= at.Min.X+2; x++ {
					best = max(best, contrast(picture.At(x, middle), picture.At(at.Min.X-3, middle)))
				}
				if best < 3 {
					t.Errorf("dark %v, %s: %T %v stands out by %.2f : 1", dark, page, o, textsOf(o), best)
				}
				seen++
			})
		})
		if seen < 12 {
			t.Errorf("only %d buttons were looked at", seen)
		}
	}
}

// Wherever Tab leads, one sees that the keyboard is there: enough points change by 3 : 1.
func TestEveryPlaceOfTheKeyboardIsSeen(t *testing.T) {
	for _, dark := range []bool{false, true} {
		r := newRig(t, rigOptions{servers: oneServer, dark: dark, demo: true})
		places := map[string]bool{}
		r.picturesOf(func(page string) {
			if page == "server" || page == "welcome" { // buttons only, as elsewhere
				return
			}
			c := r.window.win.Canvas()
			c.Unfocus()
			r.settle()
			before := c.Capture()
			for range 16 {
				c.FocusNext()
				o, ok := c.Focused().(fyne.CanvasObject)
				if !ok {
					return
				}
				r.settle()
				at := boundsOf(o).Inset(-5).Intersect(before.Bounds())
				if n := pointsChanged(before, c.Capture(), at); n < 60 {
					t.Errorf("dark %v, %s: the keyboard on %T %v changes %d points by 3 : 1", dark, page, o, textsOf(o), n)
				}
				places[fmt.Sprintf("%s %T %v", page, o, textsOf(o))] = true
			}
		})
		if len(places) < 10 {
			t.Errorf("only these were looked at: %v", places)
		}
	}
}

// The cursor of the sidebar's list is seen in every row, chosen or not.
func TestCursorOfTheListIsSeen(t *testing.T) {
	for _, dark := range []bool{false, true} {
		r := newRig(t, rigOptions{servers: oneServer, dark: dark})
		r.ready("Files", bridge.Tool{Name: "one"}, bridge.Tool{Name: "two"}, bridge.Tool{Name: "three"})
		r.show("Files", "two")
		c := r.window.win.Canvas()
		without := c.Capture()
		c.Focus(r.window.side.list)
		r.settle()
		list := boundsOf(r.window.side.list)
		for row := range 4 {
			if row > 0 {
				r.key(fyne.KeyDown)
			}
			r.settle()
			now := c.Capture()
			if row == 2 {
				r.picture("cursor" + map[bool]string{true: "-dark"}[dark])
			}
			if n := pointsChanged(without, now, list); n < 200 {
				t.Errorf("dark %v: in row %d the cursor changes %d points by 3 : 1", dark, row, n)
			}
		}
	}
}

// pointsChanged is how many points of a part differ by 3 : 1.
func pointsChanged(a, b image.Image, in image.Rectangle) (count int) {
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			if differ(a.At(x, y), b.At(x, y)) {
				count++
			}
		}
	}
	return count
}

func differ(a, b color.Color) bool { return a != b && contrast(a, b) >= 3 }

// boundsOf is where something is drawn.
func boundsOf(o fyne.CanvasObject) image.Rectangle {
	at, size := fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size()
	return image.Rect(int(at.X), int(at.Y), int(at.X+size.Width), int(at.Y+size.Height))
}

// eachOnTop visits what is drawn on top of the window.
func (r *rig) eachOnTop(visit func(fyne.CanvasObject)) {
	c := r.window.win.Canvas()
	if top := c.Overlays().Top(); top != nil {
		eachVisible(top, visit)
		return
	}
	eachVisible(c.Content(), visit)
}

// importanceOf is how much a button stands out; -1 for what is none.
func importanceOf(o fyne.CanvasObject) widget.Importance {
	switch b := o.(type) {
	case *button:
		return b.Importance
	case *runButton:
		return b.Importance
	case interface{ Weight() widget.Importance }:
		return b.Weight()
	}
	return -1
}

// The search looks into what is said about a tool, a better match comes first at Enter, and a server that was just added is not hidden.
func TestSearchLooksIntoTitlesAndDescriptions(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files", bridge.Tool{Name: "a", Title: "Weather map", Description: "Draws a cyclone. Not to be taken for Grep."},
		bridge.Tool{Name: "grep_files", Title: "Find in files", Description: "Looks for words."}, bridge.Tool{Name: "x", Title: "Grep"})
	side := r.window.side
	look := func(words string) (titles []string) {
		side.search.SetText(words)
		r.settle()
		for _, row := range side.rows {
			if row.tool >= 0 {
				titles = append(titles, toolTitle(row.state.Tools[row.tool]))
			}
		}
		return titles
	}
	for words, want := range map[string]string{"cyclone": "[Weather map]", "weather": "[Weather map]", "find": "[Find in files]", "grep": "[Weather map Find in files Grep]", "nothing of it": "[]"} {
		if got := fmt.Sprint(look(words)); got != want {
			t.Errorf("%q finds %s, want %s", words, got, want)
		}
	}
	look("grep")
	side.openFirst()
	if got := r.window.shown.tool; got != "x" {
		t.Errorf("Enter opens %q, not the tool that is called so", got)
	}
	look("cyclone")
	r.window.app.servers.set(append(entriesOf(r), config.Server{Name: "Added", Command: []string{"x"}}))
	r.window.serversChanged()
	r.settle()
	r.sees("Added", "Weather map")
	look("weather")
	r.misses("Added")
}

func entriesOf(r *rig) (list []config.Server) {
	for _, s := range r.window.servers.all() {
		list = append(list, s.Entry())
	}
	return list
}

// Esc leaves every page that there is to be left, wherever the keyboard is, and what was typed is there when the person comes again.
func TestEscapeLeavesPagesThatOneLeaves(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files", bridge.Tool{Name: "go"})
	r.show("Files", "go")
	from := r.window.shown
	for name, open := range map[string]func(){"add": r.window.showAddServer, "bring": r.window.showBring} {
		for _, focused := range []bool{true, false} {
			open()
			r.settle()
			if focused {
				r.window.page().focus()
			} else {
				r.window.win.Canvas().Unfocus()
			}
			r.key(fyne.KeyEscape)
			if r.window.shown != from {
				t.Errorf("%s, keyboard on it %v: Esc leads to %+v", name, focused, r.window.shown)
			}
		}
	}
	p := r.paste("npx -y demo")
	r.key(fyne.KeyEscape)
	r.window.showAddServer()
	if p.box.Text != "npx -y demo" {
		t.Errorf("what was pasted is lost: %q", p.box.Text)
	}

	r.openServer("Files")
	e := r.edit("Files")
	r.window.win.Canvas().Focus(e.box)
	r.key(fyne.KeyEscape)
	if r.window.shown.page != serverAt {
		t.Errorf("Esc in the editor leads to %+v", r.window.shown)
	}
	e = r.edit("Files")
	e.box.SetText(e.box.Text + " ")
	e.box.SetText(`{"command":"other"}`)
	r.settle()
	r.key(fyne.KeyEscape)
	if r.window.shown.page != serverAt {
		t.Errorf("Esc in the editor with something typed leads to %+v", r.window.shown)
	}
	if again := r.edit("Files"); again.box.Text != `{"command":"other"}` {
		t.Errorf("what was typed is lost: %q", again.box.Text)
	}
}

// Advice can be selected wherever it stands, and while it has the keyboard the window's keys work.
func TestAdviceOfThePagesCanBeCopied(t *testing.T) {
	for _, dark := range []bool{false, true} {
		r := newRig(t, rigOptions{servers: oneServer, dark: dark})
		s := r.ready("Files", bridge.Tool{Name: "go"})
		s.set(bridge.ServerState{Phase: bridge.Failed, Failure: &bridge.Failure{What: "The program npx was not found.", Do: "Install Node.js from https://nodejs.org."}})
		p := r.openServer("Files")
		p.folders.say("There is no folder /nowhere.")
		r.window.notices.add(1, "Saved 15 B to go.txt in /home/ann.")
		r.settle()
		c, clip := r.window.win.Canvas(), fyne.CurrentApp().Clipboard()
		for _, words := range []string{"https://nodejs.org", "There is no folder", "Saved 15 B"} {
			found := r.copyable(words)
			if found == nil {
				t.Fatalf("%q cannot be selected", words)
			}
			found.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
			found.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(found.Size().Width, found.Size().Height+2)}})
			found.TypedShortcut(&fyne.ShortcutCopy{})
			if clip.Content() != found.Text() || c.Focused() != fyne.Focusable(found) {
				t.Errorf("copied %q of %q; the keyboard is on %T", clip.Content(), found.Text(), c.Focused())
			}
			r.picture("advice" + map[bool]string{true: "-dark"}[dark])
			r.key(fyne.KeyF1)
			r.sees("What the keyboard does")
			r.key(fyne.KeyEscape)
			r.misses("What the keyboard does")
			r.key(fyne.KeyEscape)
			if c.Focused() == fyne.Focusable(found) {
				t.Errorf("Esc leaves the keyboard on %q", words)
			}
		}
		r.window.showAddServer()
		r.settle()
		if r.copyable(r.window.app.opts.Servers) == nil {
			t.Error("the path of the servers file cannot be selected")
		}
	}
}

// copyable is the text on the screen that has these words and can be selected; nil when there is none.
func (r *rig) copyable(words string) (found *widgets.Copyable) {
	r.eachOnTop(func(o fyne.CanvasObject) {
		if c, ok := o.(*widgets.Copyable); ok && strings.Contains(c.Text(), words) {
			found = c
		}
	})
	return found
}
