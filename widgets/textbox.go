package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// textBox is a Fyne entry that lets Tab leave it, hands on the keys of its frame, and tells when it is left.
type textBox struct {
	widget.Entry
	keyed
	ring    Ring
	ownKey  func(*fyne.KeyEvent) bool // tried before everything else; nil: none
	gained  func()
	left    func()
	visited bool              // it has had the keyboard
	lines   bool              // it may become a box of several lines
	grown   func()            // it did
	long    func(text string) // takes a text that is too long to edit; nil: such a paste is refused, the clipboard keeps it
}

func newTextBox(f *frame, multiLine bool) *textBox {
	b := &textBox{keyed: keyed{f}}
	b.Wrapping = fyne.TextWrap(fyne.TextTruncateClip)
	if multiLine {
		b.makeMultiLine()
	}
	b.ExtendBaseWidget(b)
	return b
}

func (b *textBox) makeMultiLine() {
	b.MultiLine, b.Wrapping = true, fyne.TextWrapWord
}

// becomeMultiLine makes a box of several lines of a line.
func (b *textBox) becomeMultiLine() {
	if b.MultiLine {
		return
	}
	b.makeMultiLine()
	b.Refresh()
	if b.grown != nil {
		b.grown()
	}
}

// CreateRenderer is for Fyne.
func (b *textBox) CreateRenderer() fyne.WidgetRenderer {
	return b.ring.AroundEntry(b.Entry.CreateRenderer(), b)
}

// AcceptsTab is for Fyne: Tab goes to the next field, also from a box of several lines.
func (b *textBox) AcceptsTab() bool { return false }

// KeyDown is for Fyne.
func (b *textBox) KeyDown(ev *fyne.KeyEvent) {
	b.keyed.KeyDown(ev)
	b.Entry.KeyDown(ev)
}

// KeyUp is for Fyne.
func (b *textBox) KeyUp(ev *fyne.KeyEvent) {
	b.keyed.KeyUp(ev)
	b.Entry.KeyUp(ev)
}

// TypedKey is for Fyne.
func (b *textBox) TypedKey(ev *fyne.KeyEvent) {
	if b.ownKey != nil && b.frame.typed(ev.Name) && b.ownKey(ev) {
		return
	}
	if b.frame.takesKey(b, ev) {
		return
	}
	if !b.MultiLine && (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter) {
		b.frame.enter(ev.Name)
		return
	}
	b.Entry.TypedKey(ev)
}

// TypedRune is for Fyne.
func (b *textBox) TypedRune(r rune) {
	if b.frame.takes() {
		b.Entry.TypedRune(r)
	}
}

// TypedShortcut is for Fyne.
func (b *textBox) TypedShortcut(s fyne.Shortcut) {
	if b.frame.takesShortcut(s) {
		return
	}
	if paste, ok := s.(*fyne.ShortcutPaste); ok && paste.Clipboard != nil {
		b.paste(paste.Clipboard.Content())
		return
	}
	if !editing(s) {
		b.frame.passShortcut(b, s)
		return
	}
	b.Entry.TypedShortcut(s)
}

// editing says whether an entry knows what to do with a shortcut.
func editing(s fyne.Shortcut) bool {
	switch s.(type) {
	case *fyne.ShortcutUndo, *fyne.ShortcutRedo, *fyne.ShortcutCut, *fyne.ShortcutCopy, *fyne.ShortcutPaste, *fyne.ShortcutSelectAll:
		return true
	}
	for _, key := range []fyne.KeyName{fyne.KeyLeft, fyne.KeyRight, fyne.KeyBackspace, fyne.KeyDelete} {
		if strings.HasSuffix(s.ShortcutName(), "+"+string(key)) {
			return true
		}
	}
	return false
}

// paste puts text in at the cursor. Line breaks turn a line into a box of several lines, so that nothing is lost; what
// can be neither seen nor meant, such as NUL, is left out.
func (b *textBox) paste(text string) {
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"))
	if len(b.Text)+len(text) > longestEdit {
		if b.long != nil {
			at := len(string([]rune(b.Text)[:b.CursorTextOffset()]))
			b.long(b.Text[:at] + text + b.Text[at:])
		}
		return
	}
	if b.lines && strings.Contains(text, "\n") {
		b.becomeMultiLine()
	}
	b.Entry.TypedShortcut(&fyne.ShortcutPaste{Clipboard: &heldText{text}})
}

// heldText is a clipboard of its own, for text on its way into an entry.
type heldText struct{ text string }

func (c *heldText) Content() string        { return c.text }
func (c *heldText) SetContent(text string) { c.text = text }

// FocusGained is for Fyne. The first time the cursor goes behind what stands in the box already, so that typing goes on
// there; a click then puts it elsewhere.
func (b *textBox) FocusGained() {
	b.Entry.FocusGained()
	b.ring.Show(true, b)
	if !b.visited && b.CursorRow == 0 && b.CursorColumn == 0 {
		b.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	}
	b.visited = true
	call(b.gained)
}

// FocusLost is for Fyne.
func (b *textBox) FocusLost() {
	b.Entry.FocusLost()
	b.ring.Show(false, b)
	call(b.left)
}
