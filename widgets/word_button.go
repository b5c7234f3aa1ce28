package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// wordButton is a button that is only a word, such as Clear behind a label.
type wordButton struct {
	widget.BaseWidget
	keyed
	word           string
	icon           fyne.Resource // before the word; nil for none
	tapped         func()
	gained, left   func() // the keyboard came, and went; nil: nobody asks
	focused, under bool
}

func newWordButton(word string, icon fyne.Resource, f *frame, tapped func()) *wordButton {
	b := &wordButton{keyed: keyed{f}, word: word, icon: icon, tapped: tapped}
	b.ExtendBaseWidget(b)
	return b
}

// Tapped is for Fyne.
func (b *wordButton) Tapped(*fyne.PointEvent) {
	if b.frame.takesEnd() {
		b.tapped()
		b.frame.focusIfNone(b)
	}
}

// FocusGained is for Fyne.
func (b *wordButton) FocusGained() {
	b.focused = true
	b.Refresh()
	if b.gained != nil {
		b.gained()
		return
	}
	b.frame.gained(b)
}

// FocusLost is for Fyne.
func (b *wordButton) FocusLost() {
	b.focused = false
	call(b.left)
	b.Refresh()
}

// TypedRune is for Fyne; Space as in [button.TypedRune].
func (b *wordButton) TypedRune(r rune) {
	if r == ' ' && b.frame.ending(fyne.KeySpace) {
		b.Tapped(&fyne.PointEvent{})
	}
}

// TypedKey is for Fyne.
func (b *wordButton) TypedKey(ev *fyne.KeyEvent) {
	if b.frame.takesKey(b, ev) {
		return
	}
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if b.frame.ending(ev.Name) {
			b.Tapped(&fyne.PointEvent{})
		}
	}
}

// TypedShortcut is for Fyne.
func (b *wordButton) TypedShortcut(s fyne.Shortcut) {
	if !b.frame.takesShortcut(s) {
		b.frame.passShortcut(b, s)
	}
}

// MouseIn is for Fyne.
func (b *wordButton) MouseIn(*desktop.MouseEvent) { b.under = true; b.Refresh() }

// MouseMoved is for Fyne.
func (b *wordButton) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is for Fyne.
func (b *wordButton) MouseOut() { b.under = false; b.Refresh() }

// CreateRenderer is for Fyne.
func (b *wordButton) CreateRenderer() fyne.WidgetRenderer {
	back, text := canvas.NewRectangle(nil), canvas.NewText(b.word, nil)
	d := &drawn{objects: []fyne.CanvasObject{back, text}}
	var icon *canvas.Image
	left := float32(6)
	if b.icon != nil {
		icon = canvas.NewImageFromResource(theme.NewColoredResource(b.icon, theme.ColorNamePrimary))
		icon.FillMode = canvas.ImageFillContain
		d.objects = append(d.objects, icon)
		left += 18
	}
	paint := func() {
		th := b.Theme()
		accent := colorOf(th, theme.ColorNamePrimary)
		text.Text, text.Color, text.TextSize = b.word, accent, th.Size(theme.SizeNameCaptionText)
		back.CornerRadius, back.StrokeWidth = 4, 1.5
		back.FillColor, back.StrokeColor = faded(accent), faded(accent)
		if b.under {
			back.FillColor = colorOf(th, theme.ColorNameHover)
		}
		if b.focused {
			back.FillColor, back.StrokeColor = colorOf(th, theme.ColorNameFocus), accent
		}
		back.Hidden = !b.under && !b.focused
	}
	paint()
	d.layout = func(size fyne.Size) {
		place(back, 0, 0, size.Width, size.Height)
		min := text.MinSize()
		place(text, left, (size.Height-min.Height)/2, min.Width, min.Height)
		if icon != nil {
			place(icon, 5, (size.Height-16)/2, 16, 16)
		}
	}
	d.min = func() fyne.Size { min := text.MinSize(); return fyne.NewSize(min.Width+left+6, min.Height+4) }
	d.refresh = func() { paint(); canvas.Refresh(b) }
	return d.ready(b.Size())
}
