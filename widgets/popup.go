package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// popup is a panel beside something, above everything else. A click outside closes it, and Esc closes it and nothing
// below.
type popup struct {
	widget.BaseWidget
	canvas  fyne.Canvas
	owner   fyne.CanvasObject // what it belongs to and stands beside
	content fyne.CanvasObject
	want    fyne.Size
	frame   *frame // for what stands in it
	closed  func()
	open    bool
}

// showPopup opens a popup for owner. closed is called when it went away, however it did.
func showPopup(around *frame, owner fyne.CanvasObject, make func(f *frame) fyne.CanvasObject, want fyne.Size, closed func()) *popup {
	c := around.canvasFor(owner)
	if c == nil {
		return nil
	}
	p := &popup{canvas: c, owner: owner, want: want, closed: closed, open: true}
	p.frame = &frame{escape: p.close, shortcut: func(fyne.Shortcut) {}, canvas: func() fyne.Canvas { return c }}
	p.content = make(p.frame)
	p.ExtendBaseWidget(p)
	c.Overlays().Add(p)
	return p
}

func (p *popup) close() {
	if !p.open {
		return
	}
	p.open = false
	takeAway(p.canvas, p)
	if p.closed != nil {
		p.closed()
	}
}

// Tapped is for Fyne.
func (p *popup) Tapped(ev *fyne.PointEvent) {
	at, size := p.content.Position(), p.content.Size()
	if ev.Position.X < at.X || ev.Position.Y < at.Y || ev.Position.X > at.X+size.Width || ev.Position.Y > at.Y+size.Height {
		p.close()
	}
}

// FocusGained is for Fyne.
func (p *popup) FocusGained() {}

// FocusLost is for Fyne.
func (p *popup) FocusLost() {}

// TypedRune is for Fyne.
func (p *popup) TypedRune(rune) {}

// TypedKey is for Fyne.
func (p *popup) TypedKey(ev *fyne.KeyEvent) { p.frame.takesKey(p, ev) }

// TypedShortcut is for Fyne.
func (p *popup) TypedShortcut(s fyne.Shortcut) { p.frame.takesShortcut(s) }

// CreateRenderer is for Fyne.
func (p *popup) CreateRenderer() fyne.WidgetRenderer {
	panel := canvas.NewRectangle(nil)
	paint := func() {
		th := p.Theme()
		panel.FillColor, panel.StrokeColor = colorOf(th, theme.ColorNameMenuBackground), colorOf(th, theme.ColorNameInputBorder)
		panel.StrokeWidth, panel.CornerRadius = 1, 8
		panel.Shadow = canvas.Shadow{Color: colorOf(th, theme.ColorNameShadow), BlurRadius: 8, Offset: fyne.NewPos(0, 2)}
	}
	paint()
	arrange := func(window fyne.Size) {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.owner)
		owner := p.owner.Size()
		width := fyne.Min(p.want.Width, window.Width-16)
		below, above := window.Height-at.Y-owner.Height-12, at.Y-12
		high, y := p.want.Height, at.Y+owner.Height+4
		switch {
		case below >= high:
		case above >= high:
			y = at.Y - high - 4
		default: // where there is more room, or over the owner in a small window
			high = fyne.Min(high, window.Height-16)
			y = fyne.Max(8, fyne.Min(y, window.Height-high-8))
		}
		x := at.X
		if owner.Width < width/2 { // a button: end where it ends
			x = at.X + owner.Width - width
		}
		x = fyne.Max(8, fyne.Min(x, window.Width-width-8))
		place(panel, x, y, width, high)
		place(p.content, x+6, y+6, width-12, high-12)
	}
	return (&drawn{
		objects: []fyne.CanvasObject{panel, p.content},
		layout:  arrange,
		min:     func() fyne.Size { return fyne.NewSize(60, 60) },
		refresh: func() { paint(); arrange(p.Size()); canvas.Refresh(p) },
	}).ready(p.Size())
}
