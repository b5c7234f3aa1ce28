package app

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"parley/widgets"
)

// folders makes a folder with others in it, of which the server's page and Save shall choose.
func folders(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"beta/inner", "Alpha", ".secret"} {
		if err := os.MkdirAll(filepath.Join(root, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return root
}

// Esc closes the box in which a folder is chosen, wherever the keyboard is in it, and nothing of what lies under it.
func TestEscapeClosesTheFolderBox(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files")
	root := folders(t)
	p := r.openServer("Files")
	page := r.window.shown
	p.folders.path.SetText(root)
	c := r.window.win.Canvas()
	open := map[string]func(){
		"page": func() { p.folders.choose() },
		"save": func() {
			r.window.savedTo = root
			r.window.saveFile("a.txt", "x")
			r.press("Choose…")
		},
	}
	for name, show := range open {
		stops := map[fyne.Focusable]bool{}
		for tabs := -1; tabs < 8; tabs++ {
			show()
			r.q.Until(t, "the folders", func() bool { return slices.Contains(textsOf(c.Overlays().Top()), "Alpha") })
			if tabs < 0 {
				c.Unfocus()
			}
			for range tabs {
				c.FocusNext()
			}
			stops[c.Focused()] = true
			on := c.Focused()
			r.key(fyne.KeyEscape)
			if top := c.Overlays().Top(); top != nil && slices.Contains(textsOf(top), "Choose a folder") {
				t.Fatalf("%s: with the keyboard on %T Esc leaves it open", name, on)
			}
			if name == "save" {
				r.sees("Save the file")
				r.key(fyne.KeyEscape)
				r.misses("Save the file")
			}
			if r.window.shown != page || !r.window.free() || r.window.over != nil {
				t.Fatalf("%s: after Esc on %T it is at %+v", name, on, r.window.shown)
			}
		}
		if len(stops) < 6 {
			t.Errorf("%s: the keyboard was on %d things only", name, len(stops))
		}
	}
}

// Tab leads in a box over the window only to what one sees, and quitting asks over any of them.
func TestTabLeadsToNothingUnseenInABox(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files")
	p := r.openServer("Files")
	c := r.window.win.Canvas()
	for name, show := range map[string]func(){
		"keys": r.window.showKeys, "quit": func() { r.window.askToQuit(1) }, "folder": func() { p.folders.choose() },
		"save": func() { r.window.saveFile("a.txt", "x") },
	} {
		show()
		r.settle()
		for range 8 {
			c.FocusNext()
			if _, unseen := c.Focused().(*keyCatcher); unseen {
				t.Errorf("%s: Tab leads to nothing that is seen", name)
				break
			}
		}
		r.key(fyne.KeyEscape)
		if !r.window.free() {
			t.Fatalf("%s: Esc leaves it", name)
		}
	}
	r.window.saveFile("a.txt", "x")
	r.press("Choose…")
	r.window.askToQuit(1)
	r.settle()
	r.sees("Quit Parley?")
	r.misses("Save the file", "Choose a folder")
	if r.window.closing {
		t.Error("it quits without asking")
	}
}

// A folder is found with the keys alone, or its path is typed; files and hidden folders are not in the way.
func TestFolderIsChosenByKeys(t *testing.T) {
	for _, dark := range []bool{false, true} {
		r := newRig(t, rigOptions{servers: oneServer, dark: dark})
		r.ready("Files")
		root := folders(t)
		p := r.openServer("Files")
		p.folders.path.SetText(root)
		c := r.window.win.Canvas()
		shows := func(what string) {
			t.Helper()
			r.q.Until(t, what, func() bool { return slices.Contains(textsOf(c.Overlays().Top()), what) })
			r.settle()
		}
		p.folders.choose()
		shows("Alpha")
		r.picture("folders" + map[bool]string{true: "-dark"}[dark])
		for _, hidden := range []string{".secret", "file"} {
			if slices.Contains(textsOf(c.Overlays().Top()), hidden) {
				t.Errorf("%s is in the way", hidden)
			}
		}
		r.key(fyne.KeyDown)
		r.key(fyne.KeyDown)
		r.key(fyne.KeyReturn)
		shows("inner")
		r.key(fyne.KeyReturn) // up
		shows("Alpha")
		r.eachOnTop(func(o fyne.CanvasObject) {
			if tick, is := o.(*widgets.TickBox); is {
				c.Focus(tick)
			}
		})
		c.Focused().TypedRune(' ')
		shows(".secret")
		r.key(fyne.KeyDown)
		r.press("Choose this folder")
		r.q.Until(t, "the folder", func() bool { return slices.Equal(p.folders.list, []string{root}) })

		p.folders.path.SetText("/no/such/folder") // from one's own then
		p.folders.choose()
		shows("One folder up")
	}
}

// A tick box, a viewer and the button of a notice hand Esc to the window, as all else does.
func TestEscapeReachesTheWindowFromEveryPart(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files")
	from := r.window.shown
	viewer := r.window.viewer(true)
	for _, on := range []fyne.Focusable{widgets.NewTickBox("a", false, nil), viewer} {
		r.window.showBring()
		r.settle()
		r.window.right.Objects[0].(*fyne.Container).Objects = []fyne.CanvasObject{on.(fyne.CanvasObject)}
		r.window.win.Canvas().Focus(on)
		r.key(fyne.KeyEscape)
		if r.window.shown != from {
			t.Errorf("Esc on %T leads to %+v", on, r.window.shown)
		}
	}
	r.window.notices.offer(widgets.Warning, "Something.", r.window.action("Show", func() {}))
	r.window.showBring()
	r.settle()
	c := r.window.win.Canvas()
	for range 30 {
		if c.FocusNext(); c.Focused() != nil && slices.Equal(textsOf(c.Focused().(fyne.CanvasObject)), []string{"Show"}) {
			r.key(fyne.KeyEscape)
			if r.window.shown != from {
				t.Errorf("Esc on a notice leads to %+v", r.window.shown)
			}
			return
		}
	}
	t.Error("Tab does not lead to the notice")
}
