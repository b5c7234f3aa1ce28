package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
)

// This file is what a person does in a viewer: select, copy, scroll by key.

// CopyAll puts the whole text on the clipboard, as it came.
func (v *Viewer) CopyAll() { fyne.CurrentApp().Clipboard().SetContent(v.text) }

// CopySelected puts what is selected on the clipboard, as it came; nothing when nothing is.
func (v *Viewer) CopySelected() {
	if s := v.Selected(); s != "" {
		fyne.CurrentApp().Clipboard().SetContent(s)
	}
}

// Selected is the selected part of the text.
func (v *Viewer) Selected() string { return v.text[min(v.from, v.to):max(v.from, v.to)] }

// sel changes the selection.
func (v *Viewer) sel(from, to int) {
	if v.from == from && v.to == to {
		return
	}
	v.from, v.to = from, to
	v.copyChip.Hidden = from == to
	v.strip.fill(true)
	canvas.Refresh(v)
}

// offsetAt is the byte position in the text under a place of the viewer.
func (v *Viewer) offsetAt(p fyne.Position) int {
	if v.Rows() == 0 {
		return 0
	}
	p = p.Subtract(v.strip.Position())
	row := v.strip.at(fyne.Max(0, p.Y))
	if row < 0 {
		row = v.Rows() - 1
	}
	from, to := v.table.row(row)
	raw := v.text[from:to]
	low, high := 0, len(raw)
	for low < high { // the last character boundary left of p
		mid := (low + high + 1) / 2
		for mid > low && !utf8Start(raw, mid) {
			mid--
		}
		if mid == low {
			mid = low + firstChar(raw[low:])
		}
		if v.widthOf(raw[:mid]) <= p.X+3 {
			low = mid
		} else if high = lastStart(raw[:mid]); high < low {
			high = low
		}
	}
	return from + low
}

func utf8Start(s string, at int) bool { return at >= len(s) || s[at]&0xc0 != 0x80 }

// widthOf is how wide a piece of a row is drawn.
func (v *Viewer) widthOf(raw string) float32 {
	return fyne.MeasureText(rowText(raw), v.textSize(), v.style()).Width
}

// focus gives the viewer or a part of it the keyboard.
func (v *Viewer) focus(o fyne.Focusable) {
	if c := v.frame.canvasFor(v); c != nil {
		c.Focus(o)
	}
}

// MouseDown is for Fyne.
func (v *Viewer) MouseDown(ev *desktop.MouseEvent) {
	if ev.Button != desktop.MouseButtonPrimary {
		return
	}
	v.focus(v)
	at := v.offsetAt(ev.Position)
	if ev.Modifier&fyne.KeyModifierShift != 0 {
		v.sel(v.from, at)
		return
	}
	v.sel(at, at)
}

// MouseUp is for Fyne.
func (v *Viewer) MouseUp(*desktop.MouseEvent) {}

// Dragged is for Fyne.
func (v *Viewer) Dragged(ev *fyne.DragEvent) {
	if y := ev.Position.Y - v.strip.Position().Y; y < 0 {
		v.strip.scrollTo(v.strip.offset - float64(v.strip.rowHigh))
	} else if y > v.strip.Size().Height {
		v.strip.scrollTo(v.strip.offset + float64(v.strip.rowHigh))
		ev.Position.Y = v.strip.Position().Y + v.strip.Size().Height - 1
	}
	v.sel(v.from, v.offsetAt(ev.Position))
}

// DragEnd is for Fyne.
func (v *Viewer) DragEnd() {}

// DoubleTapped is for Fyne: it selects the word.
func (v *Viewer) DoubleTapped(ev *fyne.PointEvent) {
	at := v.offsetAt(ev.Position)
	from := strings.LastIndexAny(v.text[max(0, at-longestRow):at], " \t\r\n\",:;(){}[]<>") + 1 + max(0, at-longestRow)
	to := strings.IndexAny(v.text[at:min(len(v.text), at+longestRow)], " \t\r\n\",:;(){}[]<>")
	if to < 0 {
		to = min(len(v.text), at+longestRow) - at
	}
	v.sel(from, at+to)
}

// Cursor is for Fyne.
func (v *Viewer) Cursor() desktop.Cursor { return desktop.TextCursor }

// FocusGained is for Fyne.
func (v *Viewer) FocusGained() {
	v.focused = true
	v.Refresh()
	if v.gained != nil {
		v.gained()
		return
	}
	v.frame.gained(v)
}

// FocusLost is for Fyne.
func (v *Viewer) FocusLost() {
	v.focused = false
	v.Refresh()
	call(v.left)
}

// TypedRune is for Fyne.
func (v *Viewer) TypedRune(rune) {}

// TypedKey is for Fyne.
func (v *Viewer) TypedKey(ev *fyne.KeyEvent) {
	if ev.Name == fyne.KeyEscape && v.from != v.to && v.frame.typed(ev.Name) {
		v.sel(0, 0)
		return
	}
	if v.frame.takesKey(v, ev) {
		return
	}
	row, page := float64(v.strip.rowHigh), v.strip.seen()*0.9
	switch ev.Name {
	case fyne.KeyDown:
		v.strip.scrollTo(v.strip.offset + row)
	case fyne.KeyUp:
		v.strip.scrollTo(v.strip.offset - row)
	case fyne.KeyPageDown, fyne.KeySpace:
		v.strip.scrollTo(v.strip.offset + page)
	case fyne.KeyPageUp:
		v.strip.scrollTo(v.strip.offset - page)
	case fyne.KeyHome:
		v.strip.scrollTo(0)
	case fyne.KeyEnd:
		v.strip.scrollTo(v.strip.most())
	}
}

// TypedShortcut is for Fyne.
func (v *Viewer) TypedShortcut(s fyne.Shortcut) {
	if v.frame.takesShortcut(s) {
		return
	}
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		v.CopySelected()
		return
	case *fyne.ShortcutSelectAll:
		v.sel(0, len(v.text))
		return
	case *desktop.CustomShortcut:
		if s.KeyName == fyne.KeyF && s.Modifier == fyne.KeyModifierShortcutDefault {
			v.ShowFind()
			return
		}
	}
	v.frame.passShortcut(v, s)
}
