package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Body is a column that scrolls. What stands in it follows its width, what gets the keyboard is brought into view, and
// a hint at the bottom says when there is more below. A [Form] must stand in one, directly: it then builds only the
// fields that can be seen.
type Body struct {
	widget.BaseWidget
	items  []fyne.CanvasObject
	gap    float32
	scroll *container.Scroll
	column *column
	fade   *canvas.LinearGradient
	more   *moreBelow
	foot   float32             // how much of its lower edge something lies over
	back   fyne.ThemeColorName // what it stands on, for the fade
}

// NewBody makes a column of items with some space between them.
func NewBody(items ...fyne.CanvasObject) *Body {
	b := &Body{items: items, gap: 14, back: theme.ColorNameBackground}
	b.column = &column{gap: b.gap}
	b.scroll = container.NewVScroll(container.New(b.column, items...))
	b.scroll.OnScrolled = func(fyne.Position) { b.scrolled() }
	b.more = newMoreBelow(func() { b.scrollBy(b.scroll.Size().Height * 0.8) })
	for _, item := range items {
		if f, ok := item.(*Form); ok {
			f.adopt(b)
		}
	}
	b.ExtendBaseWidget(b)
	return b
}

// HeightFor is the height at which nothing has to scroll.
func (b *Body) HeightFor(width float32) float32 {
	return b.column.height(b.items, width)
}

// SetFoot says how much of its lower edge something lies over. Nothing moves for that, but all that stands in the column can be scrolled
// out from under it.
func (b *Body) SetFoot(foot float32) {
	if b.foot != foot {
		b.foot, b.column.foot = foot, foot
		b.placeHint(b.Size())
		b.Relayout()
	}
}

// Relayout fits everything in again, after something in it changed its height.
func (b *Body) Relayout() {
	size := b.scroll.Size()
	if size.Width == 0 {
		return
	}
	b.column.width = size.Width
	content := b.scroll.Content
	content.Resize(fyne.NewSize(size.Width, fyne.Max(size.Height, b.column.height(b.items, size.Width)+b.foot)))
	b.column.Layout(b.items, content.Size())
	most := fyne.Max(0, content.Size().Height-size.Height)
	b.scroll.Offset.Y = fyne.Min(b.scroll.Offset.Y, most)
	b.scroll.Base.Refresh() // the bars and the place, but not all that stands in the column
	b.scrolled()
}

// Reveal scrolls until o, anywhere inside the column, can be seen, with a little around it.
func (b *Body) Reveal(o fyne.CanvasObject) {
	if canvasOf(o) == nil {
		return // not drawn yet: nobody knows where it is
	}
	driver := fyne.CurrentApp().Driver()
	top := driver.AbsolutePositionForObject(o).Y - driver.AbsolutePositionForObject(b.scroll.Content).Y
	b.revealRange(top, top+o.Size().Height)
}

const (
	revealAround = 20       // how much above a thing is brought into view with it
	revealBelow  = fadeHigh // and below it: the hint that there is more lies over no part of it
	fadeHigh     = 44
)

// revealRange scrolls until the part from top to bottom of the column can be seen; its top when it is too high.
func (b *Body) revealRange(top, bottom float32) {
	seen := b.scroll.Size().Height - b.foot
	offset := b.scroll.Offset.Y
	if bottom+revealBelow > offset+seen {
		offset = bottom + revealBelow - seen
	}
	if top-revealAround < offset {
		offset = top - revealAround
	}
	b.scrollTo(offset)
}

// Scrolled scrolls by the wheel, wherever in the column it was turned.
func (b *Body) Scrolled(ev *fyne.ScrollEvent) { b.scroll.Scrolled(ev) }

func (b *Body) scrollBy(dy float32) { b.scrollTo(b.scroll.Offset.Y + dy) }

func (b *Body) scrollTo(offset float32) {
	most := b.scroll.Content.Size().Height - b.scroll.Size().Height
	offset = fyne.Max(0, fyne.Min(offset, most))
	if offset == b.scroll.Offset.Y {
		return
	}
	b.scroll.ScrollToOffset(fyne.NewPos(0, offset))
	b.scrolled()
}

// seeing is a thing that wants to know which part of it is visible.
type seeing interface{ see(top, bottom float32) }

// scrolled tells what stands in the column what can be seen of them, and shows or hides the hint.
func (b *Body) scrolled() {
	top := b.scroll.Offset.Y
	for _, item := range b.items {
		if s, ok := item.(seeing); ok {
			s.see(top-item.Position().Y, top+b.scroll.Size().Height-item.Position().Y)
		}
	}
	b.updateHint()
}

// MoreBelow says whether something is hidden below the visible part.
func (b *Body) MoreBelow() bool {
	return b.scroll.Content.Size().Height-b.scroll.Offset.Y-b.scroll.Size().Height > 6
}

func (b *Body) updateHint() {
	if b.fade == nil {
		return
	}
	if hidden := !b.MoreBelow(); b.fade.Hidden != hidden {
		b.fade.Hidden, b.more.Hidden = hidden, hidden
		canvas.Refresh(b)
	}
}

// CreateRenderer is for Fyne.
func (b *Body) CreateRenderer() fyne.WidgetRenderer {
	b.fade = canvas.NewVerticalGradient(nil, nil)
	b.paintFade()
	d := &drawn{objects: []fyne.CanvasObject{b.scroll, b.fade, b.more}}
	d.layout = func(size fyne.Size) {
		b.column.width = size.Width
		place(b.scroll, 0, 0, size.Width, size.Height)
		b.placeHint(size)
		b.Relayout()
	}
	d.min = func() fyne.Size { return fyne.NewSize(160, 80) }
	d.refresh = func() {
		b.paintFade()
		b.Relayout()
		canvas.Refresh(b)
	}
	return d.ready(b.Size())
}

// placeHint puts the hint and the fade behind it at the lower edge of what can be seen.
func (b *Body) placeHint(size fyne.Size) {
	if b.fade == nil {
		return
	}
	bottom := size.Height - b.foot
	place(b.fade, 0, bottom-fadeHigh, size.Width, fadeHigh)
	min := b.more.MinSize()
	place(b.more, (size.Width-min.Width)/2, bottom-min.Height-2, min.Width, min.Height)
}

func (b *Body) paintFade() {
	back := colorOf(b.Theme(), b.back)
	b.fade.StartColor, b.fade.EndColor = faded(back), back
	hidden := !b.MoreBelow()
	b.fade.Hidden, b.more.Hidden = hidden, hidden
}

// bodySide is a margin on the other sides, for borders and the mark of the keyboard.
const bodySide = 4

// bodyGutter is the margin on the right, where the scroll bar is.
const bodyGutter = 12

// column is the layout of a Body: one below the other, each as high as it needs to be.
type column struct {
	gap   float32
	width float32
	foot  float32 // room below all of it
}

func (c *column) height(items []fyne.CanvasObject, width float32) float32 {
	total := float32(2*bodySide) - c.gap
	for _, item := range items {
		if item.Visible() {
			total += c.gap + heightFor(item, width-bodySide-bodyGutter)
		}
	}
	return fyne.Max(0, total)
}

func (c *column) Layout(items []fyne.CanvasObject, size fyne.Size) {
	y := float32(bodySide)
	for _, item := range items {
		if !item.Visible() {
			continue
		}
		high := heightFor(item, size.Width-bodySide-bodyGutter)
		place(item, bodySide, y, size.Width-bodySide-bodyGutter, high)
		y += high + c.gap
	}
}

func (c *column) MinSize(items []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(100, c.height(items, c.width)+c.foot)
}

// moreBelow is the little hint at the bottom of a Body. A click goes on.
type moreBelow struct {
	widget.BaseWidget
	tapped func()
}

func newMoreBelow(tapped func()) *moreBelow {
	m := &moreBelow{tapped: tapped}
	m.ExtendBaseWidget(m)
	m.Hidden = true
	return m
}

// Tapped is for Fyne.
func (m *moreBelow) Tapped(*fyne.PointEvent) { m.tapped() }

// CreateRenderer is for Fyne.
func (m *moreBelow) CreateRenderer() fyne.WidgetRenderer {
	text := canvas.NewText(lang.L("More below"), nil)
	icon := canvas.NewImageFromResource(theme.MenuDropDownIcon())
	icon.FillMode = canvas.ImageFillContain
	pill := canvas.NewRectangle(nil)
	paint := func() {
		th := m.Theme()
		text.Color, text.TextSize = colorOf(th, theme.ColorNameForeground), th.Size(theme.SizeNameCaptionText)
		pill.FillColor, pill.StrokeColor = colorOf(th, theme.ColorNameOverlayBackground), colorOf(th, theme.ColorNameInputBorder)
		pill.StrokeWidth, pill.CornerRadius = 1, 12
	}
	paint()
	return (&drawn{
		objects: []fyne.CanvasObject{pill, text, icon},
		layout: func(size fyne.Size) {
			place(pill, 0, 0, size.Width, size.Height)
			min := text.MinSize()
			place(text, 12, (size.Height-min.Height)/2, min.Width, min.Height)
			place(icon, 14+min.Width, (size.Height-16)/2, 16, 16)
		},
		min:     func() fyne.Size { min := text.MinSize(); return fyne.NewSize(min.Width+38, min.Height+8) },
		refresh: func() { paint(); canvas.Refresh(m) },
	}).ready(m.Size())
}

// grew is called by a form whose fields, now built, need another height than guessed. shift is how much of that is
// above the visible part, which must not move.
func (b *Body) grew(shift float32) {
	b.scroll.Offset.Y = fyne.Max(0, b.scroll.Offset.Y+shift)
	b.Relayout()
}
