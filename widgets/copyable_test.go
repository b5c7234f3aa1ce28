package widgets

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

const advice = "The program npx was not found. Install Node.js from https://nodejs.org/en, or give the full path to it.\nThen start it again."

// showNotice puts a notice with a field before and behind it into a window that is 420 wide.
func showNotice(t *testing.T, dark bool, sentence string) (*Notice, fyne.Window) {
	t.Helper()
	w := window(t, 420, 240, dark)
	n := NewNotice(Failure, sentence, Action{Label: "Show details", Do: func() {}})
	w.SetContent(container.NewBorder(widget.NewEntry(), widget.NewEntry(), nil, nil, n))
	w.Resize(fyne.NewSize(420, 240))
	return n, w
}

// down presses the mouse where a part of the text begins, or behind it.
func (c *Copyable) down(t *testing.T, part string, behind bool, modifier fyne.KeyModifier) {
	t.Helper()
	ev := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary, Modifier: modifier}
	ev.Position = c.spot(t, part, behind)
	c.MouseDown(ev)
	c.MouseUp(ev)
}

// spot is where a part of the text begins, or ends.
func (c *Copyable) spot(t *testing.T, part string, behind bool) (p fyne.Position) {
	t.Helper()
	at := strings.Index(c.Text(), part)
	if behind {
		at += len(part)
	}
	c.each(func(i, start int, row string) {
		if at >= start && at <= start+len(row) {
			p = fyne.NewPos(c.widthOf(row[:at-start]), (float32(i)+0.5)*c.words.rowHeight())
		}
	})
	if p.IsZero() {
		t.Fatalf("%q is not in %q", part, c.Text())
	}
	return p
}

// What a notice advises is selected by the mouse, over several rows, by word and as a whole, and copied as it is shown.
func TestAdviceCanBeSelectedAndCopied(t *testing.T) {
	n, w := showNotice(t, false, advice)
	c, clip := n.read, fyne.CurrentApp().Clipboard()
	copied := func() string {
		clip.SetContent("")
		key(w, fyne.KeyC, fyne.KeyModifierShortcutDefault)
		return clip.Content()
	}

	c.down(t, "npx", false, 0)
	if got := copied(); got != "" {
		t.Errorf("a click alone copies %q", got)
	}
	c.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: c.spot(t, "full path", true)}})
	c.DragEnd()
	if got, want := copied(), "npx was not found. Install Node.js from https://nodejs.org/en, or give the full path"; got != want {
		t.Errorf("dragging copies %q, want %q", got, want)
	}
	if c.drawMarks() == nil {
		t.Error("what is selected is not seen")
	}
	for word, want := range map[string]string{"nodejs.org": "https://nodejs.org/en", "npx": "npx", "found": "found", "again": "again", "Then": "Then"} {
		c.DoubleTapped(&fyne.PointEvent{Position: c.spot(t, word, false).AddXY(4, 0)})
		if got := copied(); got != want {
			t.Errorf("a double click on %s copies %q", word, got)
		}
	}
	c.down(t, "Install", false, 0)
	c.down(t, "Node.js", true, fyne.KeyModifierShift)
	if got := copied(); got != "Install Node.js" {
		t.Errorf("Shift and a click copy %q", got)
	}
	key(w, fyne.KeyA, fyne.KeyModifierShortcutDefault)
	if got := copied(); got != advice {
		t.Errorf("all is %q", got)
	}
	n.SetSentence("Something else.")
	if got := copied(); got != "" {
		t.Errorf("of another text %q is copied", got)
	}
}

// What a server put into a sentence is copied as it is shown: no characters that nobody sees come along.
func TestAdviceIsCopiedAsItIsShown(t *testing.T) {
	n, w := showNotice(t, false, "run \u202egnp.exe\u200b now")
	n.read.down(t, "run", false, 0)
	key(w, fyne.KeyA, fyne.KeyModifierShortcutDefault)
	key(w, fyne.KeyC, fyne.KeyModifierShortcutDefault)
	if got := fyne.CurrentApp().Clipboard().Content(); got != n.Sentence() || strings.ContainsAny(got, "\u202e\u200b") {
		t.Errorf("copied %q", got)
	}
}

// A sentence is no place where Tab stops, and every key that does not copy does what it does without it.
func TestAdviceKeepsNoKeysForItself(t *testing.T) {
	n, w := showNotice(t, false, advice)
	c := w.Canvas()
	for range 8 {
		c.FocusNext()
		if c.Focused() == fyne.Focusable(n.read) {
			t.Fatal("Tab stops at the sentence")
		}
	}
	var got []string
	c.SetOnTypedKey(func(ev *fyne.KeyEvent) { got = append(got, string(ev.Name)) })
	n.read.down(t, "npx", false, 0)
	if c.Focused() != fyne.Focusable(n.read) {
		t.Fatal("a click does not give it the keyboard")
	}
	key(w, fyne.KeyEscape)
	key(w, fyne.KeyF1)
	key(w, fyne.KeyDown)
	if all := strings.Join(got, " "); all != "Escape F1 Down" {
		t.Errorf("the window gets %q", all)
	}
	c.FocusNext()
	if b, ok := c.Focused().(*button); !ok || b.Text != "Show details" {
		t.Errorf("Tab leads from it to %T", c.Focused())
	}
	if n.read.drawMarks() != nil {
		t.Error("it looks selected without the keyboard")
	}
}

// In a request the keys of the request reach it.
func TestAdviceInARequestLeavesItTheKeys(t *testing.T) {
	var got []string
	f := &frame{escape: func() { got = append(got, "escape") }, submit: func() { got = append(got, "submit") },
		shortcut: func(fyne.Shortcut) { got = append(got, "find") }}
	w := window(t, 420, 240, false)
	n := newNotice(f, Warning, advice)
	w.SetContent(container.NewStack(n))
	w.Resize(fyne.NewSize(420, 240))
	n.read.down(t, "npx", false, 0)
	key(w, fyne.KeyEscape)
	n.read.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierShortcutDefault})
	n.read.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyK, Modifier: fyne.KeyModifierShortcutDefault})
	if all := strings.Join(got, " "); all != "escape submit find" {
		t.Errorf("the request gets %q", all)
	}
}

// What is selected is read as well as the rest, in both themes.
func TestSelectedAdviceIsSeen(t *testing.T) {
	for _, dark := range []bool{false, true} {
		n, w := showNotice(t, dark, advice)
		before := w.Canvas().Capture()
		n.read.down(t, "Install", false, 0)
		n.read.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: n.read.spot(t, "full path", true)}})
		picture(t, w, "advice-selected"+map[bool]string{true: "-dark"}[dark])
		after, changed := w.Canvas().Capture(), 0
		for y := range 240 {
			for x := range 420 {
				if before.At(x, y) != after.At(x, y) {
					changed++
				}
			}
		}
		if changed < 3000 {
			t.Errorf("dark %v: only %d points show what is selected", dark, changed)
		}
	}
}
