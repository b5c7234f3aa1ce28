package widgets

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Copyable is [Words] that the mouse can select, for advice: the command, the address or the error in it is wanted elsewhere. What is
// copied is what is shown. Only a click gives it the keyboard, so Tab does not stop at every sentence, and every key but those that
// copy does what it does when nothing has the keyboard.
type Copyable struct {
	widget.BaseWidget
	keyed
	words    *Words
	of       string // the text in which from and to are places
	from, to int    // what is selected, as byte positions; from is where it began
	held     bool   // it has the keyboard
	on       fyne.Canvas
}

// NewCopyable lets words be selected. Their text must have passed [Plain], as that of all words.
func NewCopyable(words *Words) *Copyable { return newCopyable(nil, words) }

func newCopyable(f *frame, words *Words) *Copyable {
	c := &Copyable{keyed: keyed{f}, words: words}
	c.ExtendBaseWidget(c)
	return c
}

// HeightFor is for the layout around it.
func (c *Copyable) HeightFor(width float32) float32 { return c.words.HeightFor(width) }

// SetText changes the text.
func (c *Copyable) SetText(text string) {
	if c.words.Text != text {
		c.words.SetText(text)
		c.Refresh()
	}
}

// Text is what it says.
func (c *Copyable) Text() string { return c.words.Text }

// Selected is the selected part of the text; nothing when the text has changed since.
func (c *Copyable) Selected() string {
	if c.of != c.words.Text {
		return ""
	}
	return c.of[min(c.from, c.to):max(c.from, c.to)]
}

func (c *Copyable) sel(from, to int) {
	c.of, c.from, c.to = c.words.Text, from, to
	c.Refresh()
}

// each visits the rows with the place in the text where each begins.
func (c *Copyable) each(visit func(i, start int, row string)) {
	at := 0
	for i, row := range c.words.rowsFor(c.Size().Width) {
		visit(i, at, row)
		at += len(row)
		if at < len(c.words.Text) && c.words.Text[at] == '\n' {
			at++
		}
	}
}

// offsetAt is the place in the text under a point: before the character in whose left half it is, else behind it.
func (c *Copyable) offsetAt(p fyne.Position) (offset int) {
	if p.Y < 0 {
		return 0
	}
	high := c.words.rowHeight()
	c.each(func(i, start int, row string) {
		if p.Y < float32(i)*high {
			return
		}
		offset = start
		for left := float32(0); offset < start+len(row); {
			_, n := utf8.DecodeRuneInString(c.words.Text[offset:])
			right := c.widthOf(row[:offset-start+n])
			if p.X < (left+right)/2 {
				break
			}
			left, offset = right, offset+n
		}
	})
	if p.Y >= high*float32(len(c.words.rowsFor(c.Size().Width))) {
		return len(c.words.Text)
	}
	return offset
}

func (c *Copyable) widthOf(s string) float32 {
	return fyne.MeasureText(s, c.words.textSize(), c.words.Style).Width
}

// MouseDown is for Fyne.
func (c *Copyable) MouseDown(ev *desktop.MouseEvent) {
	if ev.Button != desktop.MouseButtonPrimary {
		return
	}
	at := c.offsetAt(ev.Position)
	if ev.Modifier&fyne.KeyModifierShift != 0 && c.held && c.of == c.words.Text {
		c.sel(c.from, at)
		return
	}
	c.sel(at, at)
	c.held = true // before: Fyne gives the keyboard to nothing that is disabled
	c.on = c.frame.canvasFor(c)
	c.frame.focus(c)
}

// MouseUp is for Fyne.
func (c *Copyable) MouseUp(*desktop.MouseEvent) {}

// Dragged is for Fyne.
func (c *Copyable) Dragged(ev *fyne.DragEvent) {
	if c.of == c.words.Text {
		c.sel(c.from, c.offsetAt(ev.Position))
	}
}

// DragEnd is for Fyne.
func (c *Copyable) DragEnd() {}

// DoubleTapped is for Fyne: it selects the word, an address or a path as one, and not the full stop behind it.
func (c *Copyable) DoubleTapped(ev *fyne.PointEvent) {
	const around = " \t\n\"“”„'‘’‚(),;"
	text, at := c.words.Text, c.offsetAt(ev.Position)
	from, to := 0, len(text)
	if i := strings.LastIndexAny(text[:at], around); i >= 0 {
		_, n := utf8.DecodeRuneInString(text[i:])
		from = i + n
	}
	if i := strings.IndexAny(text[at:], around); i >= 0 {
		to = at + i
	}
	c.sel(from, from+len(strings.TrimRight(text[from:to], ".:!?…")))
}

// Cursor is for Fyne.
func (c *Copyable) Cursor() desktop.Cursor { return desktop.TextCursor }

// FocusGained is for Fyne.
func (c *Copyable) FocusGained() {
	c.held = true
	c.Refresh()
}

// FocusLost is for Fyne. What is selected is kept for when the window comes back to the front, and not shown meanwhile.
func (c *Copyable) FocusLost() {
	c.held = false
	c.Refresh()
}

// Disabled is for Fyne, whose Tab passes over what is disabled.
func (c *Copyable) Disabled() bool { return !c.held }

// Enable and Disable are for Fyne.
func (c *Copyable) Enable()  { /* a click does it */ }
func (c *Copyable) Disable() { /* losing the keyboard does it */ }

// TypedRune is for Fyne.
func (c *Copyable) TypedRune(rune) {}

// TypedKey is for Fyne.
func (c *Copyable) TypedKey(ev *fyne.KeyEvent) {
	if c.frame != nil && c.frame.takesKey(c, ev) {
		return
	}
	if on := c.canvas(); on != nil && on.OnTypedKey() != nil {
		on.OnTypedKey()(ev)
	}
}

// TypedShortcut is for Fyne.
func (c *Copyable) TypedShortcut(s fyne.Shortcut) {
	if c.frame.takesShortcut(s) {
		return
	}
	switch s.(type) {
	case *fyne.ShortcutCopy:
		if selected := c.Selected(); selected != "" {
			fyne.CurrentApp().Clipboard().SetContent(selected)
		}
		return
	case *fyne.ShortcutSelectAll:
		c.sel(0, len(c.words.Text))
		return
	}
	if c.frame != nil && c.frame.shortcut != nil {
		c.frame.shortcut(s)
	} else if on, ok := c.canvas().(fyne.Shortcutable); ok {
		on.TypedShortcut(s)
	}
}

// canvas is where it is drawn; or was, when it went while it had the keyboard, as a notice does after its time.
func (c *Copyable) canvas() fyne.Canvas {
	if on := c.frame.canvasFor(c); on != nil {
		return on
	}
	return c.on
}

// CreateRenderer is for Fyne.
func (c *Copyable) CreateRenderer() fyne.WidgetRenderer {
	d := &drawn{}
	d.layout = func(size fyne.Size) {
		place(c.words, 0, 0, size.Width, size.Height)
		d.objects = append(c.drawMarks(), c.words)
	}
	d.min = func() fyne.Size { return c.words.MinSize() }
	d.refresh = func() {
		d.layout(c.Size())
		c.words.Refresh()
		canvas.Refresh(c)
	}
	d.objects = []fyne.CanvasObject{c.words}
	return d.ready(c.Size())
}

// drawMarks draws what is selected, below the words.
func (c *Copyable) drawMarks() (marks []fyne.CanvasObject) {
	if !c.held || c.Selected() == "" {
		return nil
	}
	first, last, high := min(c.from, c.to), max(c.from, c.to), c.words.rowHeight()
	c.each(func(i, start int, row string) {
		from, to := max(first, start)-start, min(last, start+len(row))-start
		if from >= to {
			return
		}
		mark := canvas.NewRectangle(colorOf(c.Theme(), theme.ColorNameSelection))
		left := c.widthOf(row[:from])
		place(mark, left, float32(i)*high, c.widthOf(row[:to])-left, high)
		marks = append(marks, mark)
	})
	return marks
}
