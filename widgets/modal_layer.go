package widgets

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

const (
	panelWidth  = 560
	panelWidest = 680
	panelPad    = 20
	headerGap   = 12
)

// modalLayer covers the window: it dims what is below and holds the panel. It takes the keyboard itself when nothing
// in it has it, so that Esc always finds somebody.
type modalLayer struct {
	widget.BaseWidget
	modal    *Modal
	header   *modalHeader
	body     *Body
	footer   *modalFooter
	panel    fyne.Size // as decided when the window got its size; it does not change while the person works
	at       fyne.Position
	drawn    *drawn
	focused  bool // and that is shown
	quiet    bool
	textSize float32 // that the panel was decided for

	arrange func(window fyne.Size)
}

func newModalLayer(m *Modal) *modalLayer {
	l := &modalLayer{modal: m}
	l.header = newModalHeader(m)
	l.body = NewBody(m.bodyItems()...)
	l.body.back = theme.ColorNameOverlayBackground
	m.frame.canvas = func() fyne.Canvas { return m.canvas }
	m.frame.reveal = l.reveal
	m.frame.part = func(o fyne.CanvasObject, top, bottom float32) {
		l.body.revealRange(o.Position().Y+top, o.Position().Y+bottom)
	}
	m.frame.wheel = func(ev *fyne.ScrollEvent) { l.shown().scroll.Scrolled(ev) }
	m.frame.relayout = func() { l.shown().Relayout() }
	l.footer = newModalFooter(m)
	l.ExtendBaseWidget(l)
	return l
}

// reveal brings what got the keyboard into view, and tells the form when that is outside of it.
func (l *modalLayer) reveal(o fyne.CanvasObject) {
	if b, ok := o.(*button); ok && l.footer.has(b) {
		if l.modal.form != nil {
			l.modal.form.gained(-1)
		}
		return
	}
	l.shown().Reveal(o)
}

// Tapped is for Fyne: a click beside everything keeps the keyboard in the modal.
func (l *modalLayer) Tapped(*fyne.PointEvent) {
	l.modal.frame.takesEnd()
	l.takeFocus()
}

// KeyDown is for Fyne.
func (l *modalLayer) KeyDown(ev *fyne.KeyEvent) { l.modal.frame.pressed(ev.Name) }

// KeyUp is for Fyne.
func (l *modalLayer) KeyUp(ev *fyne.KeyEvent) { l.modal.frame.released(ev.Name) }

// takeFocus gives the keyboard to the modal as a whole, which is seen only when Tab leads there.
func (l *modalLayer) takeFocus() {
	l.quiet = true
	l.modal.canvas.Focus(l)
	l.quiet = false
}

// FocusGained is for Fyne.
func (l *modalLayer) FocusGained() {
	if l.modal.form != nil {
		l.modal.form.gained(-1)
	}
	l.focused = !l.quiet
	l.Refresh()
}

// FocusLost is for Fyne.
func (l *modalLayer) FocusLost() { l.focused = false; l.Refresh() }

// TypedRune is for Fyne.
func (l *modalLayer) TypedRune(rune) {}

// TypedKey is for Fyne: Esc, and the keys that scroll.
func (l *modalLayer) TypedKey(ev *fyne.KeyEvent) {
	if l.modal.frame.takesKey(l, ev) {
		return
	}
	page := l.shown().scroll.Size().Height * 0.9
	switch ev.Name {
	case fyne.KeyDown:
		l.shown().scrollBy(40)
	case fyne.KeyUp:
		l.shown().scrollBy(-40)
	case fyne.KeyPageDown, fyne.KeySpace:
		l.shown().scrollBy(page)
	case fyne.KeyPageUp:
		l.shown().scrollBy(-page)
	case fyne.KeyHome:
		l.shown().scrollTo(0)
	case fyne.KeyEnd:
		l.shown().scrollTo(l.shown().scroll.Content.Size().Height)
	}
}

// unfocusedKey takes a key that nothing focused got. What lies over the request comes first: Esc there must not dismiss the request.
func (l *modalLayer) unfocusedKey(ev *fyne.KeyEvent) {
	if l.modal.keysOf.silent {
		l.KeyDown(ev)
		defer l.KeyUp(ev)
	}
	switch top := l.modal.canvas.Overlays().Top().(type) {
	case *modalLayer:
		l.TypedKey(ev)
	case *popup:
		top.TypedKey(ev)
	default:
		l.modal.help(ev)
	}
}

// TypedShortcut is for Fyne: the window's shortcuts rest while a request is open.
func (l *modalLayer) TypedShortcut(s fyne.Shortcut) {
	if !l.modal.frame.takesShortcut(s) {
		l.modal.frame.passShortcut(l, s)
	}
}

// decide sets the size and place of the panel for a size of the window.
func (l *modalLayer) decide(window fyne.Size) {
	width := whole(fyne.Min(fyne.Max(panelWidth, fyne.Min(window.Width*0.56, panelWidest)), window.Width*0.94))
	inner := width - 2*panelPad
	high := panelPad + l.header.HeightFor(inner) + headerGap + 1 +
		l.body.HeightFor(inner+bodySide+bodyGutter) + headerGap + 1 + headerGap + l.footer.HeightFor(inner) + panelPad
	high = fyne.Min(high, window.Height*0.94)
	high = whole(high)
	l.panel = fyne.NewSize(width, high)
	l.textSize = l.Theme().Size(theme.SizeNameText)
	l.at = fyne.NewPos(whole((window.Width-width)/2), whole((window.Height-high)/2))
}

// grow makes room for a footer that got higher, so that it does not cover a short body. It goes upwards: the buttons below stay where they
// are, under the pointer that may be on one.
func (l *modalLayer) grow(more float32) {
	if more > 0 {
		more = whole(fyne.Min(more, fyne.Max(0, l.at.Y-8)))
		l.panel.Height += more
		l.at.Y -= more
	}
	l.show()
}

// shown is what stands between header and footer at the moment.
func (l *modalLayer) shown() *Body {
	if l.modal.preview != nil {
		return l.modal.preview
	}
	return l.body
}

// show draws after the body changed places with what is sent.
func (l *modalLayer) show() {
	if l.drawn == nil {
		return
	}
	l.drawn.objects[bodyAt] = l.shown()
	l.arrange(l.Size())
	canvas.Refresh(l)
}

// bodyAt is where the body stands among what is drawn.
const bodyAt = 4

// CreateRenderer is for Fyne.
func (l *modalLayer) CreateRenderer() fyne.WidgetRenderer {
	dim, panel := newShade(), newPanel()
	top, low := newCover(), newCover() // over what a scrolled body leaves outside itself
	lineAbove, lineBelow := canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	paint := func() {
		th := l.Theme()
		dim.paint(colorOf(th, ColorNameDim))
		panel.paint(colorOf(th, theme.ColorNameOverlayBackground), colorOf(th, theme.ColorNameInputBorder), 1)
		if l.focused {
			panel.paint(colorOf(th, theme.ColorNameOverlayBackground), colorOf(th, theme.ColorNamePrimary), 1.5)
		}
		lineAbove.FillColor = colorOf(th, theme.ColorNameSeparator)
		lineBelow.FillColor = lineAbove.FillColor
	}
	paint()
	last := canvas.NewRaster(func(width, height int) image.Image { // called while the layer is drawn, after all the rest of it
		l.modal.becameVisible()
		return image.NewNRGBA(image.Rect(0, 0, width, height))
	})
	d := &drawn{objects: []fyne.CanvasObject{dim.object, panel.object, lineAbove, lineBelow, l.body, top, low, l.footer, l.header, last}}
	l.drawn = d
	l.arrange = func(window fyne.Size) {
		dim.arrange(window, l.at, l.panel)
		place(last, 0, 0, 1, 1)
		place(panel.object, l.at.X, l.at.Y, l.panel.Width, l.panel.Height)
		x, inner := l.at.X+panelPad, l.panel.Width-2*panelPad
		y := l.at.Y + panelPad
		high := l.header.HeightFor(inner)
		place(l.header, x, y, inner, high)
		place(top, x-bodySide, l.at.Y+2, inner+bodySide+bodyGutter, y+high+headerGap-l.at.Y-2)
		y += high + headerGap
		place(lineAbove, x, y, inner, 1)
		foot := l.footer.HeightFor(inner)
		bottom := l.at.Y + l.panel.Height - panelPad - foot
		place(l.footer, x, bottom, inner, foot)
		place(low, x-bodySide, bottom-headerGap, inner+bodySide+bodyGutter, foot+headerGap+panelPad-2)
		place(lineBelow, x, bottom-headerGap-1, inner, 1)
		y += 1
		place(l.shown(), x-bodySide, y, inner+bodySide+bodyGutter, bottom-headerGap-1-y)
	}
	d.layout = func(window fyne.Size) {
		l.decide(window)
		l.arrange(window)
	}
	d.min = func() fyne.Size { return fyne.NewSize(200, 200) }
	d.refresh = func() {
		paint()
		if size := l.Theme().Size(theme.SizeNameText); size != l.textSize {
			l.textSize = size
			l.decide(l.Size())
		}
		l.arrange(l.Size())
		canvas.Refresh(l)
	}
	return d.ready(l.Size())
}
