package widgets

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// strip scrolls over any number of rows of one height, and holds objects only for those that can be seen. It counts in
// float64, so that ten million rows scroll as evenly as ten.
type strip struct {
	widget.BaseWidget
	count   int
	rowHigh float32
	newRow  func() fyne.CanvasObject
	update  func(i int, row fyne.CanvasObject) // fills a row in
	pass    func(*fyne.ScrollEvent)            // gets the wheel when there is nowhere to go; nil: nobody
	moved   func()                             // after scrolling or a new size; nil: nobody asks

	offset float64
	from   float32 // the part of the strip that the page around shows; both 0: all of it
	until  float32
	first  int                 // the row that rows[0] shows
	rows   []fyne.CanvasObject // those that can be seen
	spare  []fyne.CanvasObject
	bar    *scrollBar
	drawn  *drawn
}

func newStrip(rowHigh float32, newRow func() fyne.CanvasObject, update func(int, fyne.CanvasObject)) *strip {
	s := &strip{rowHigh: rowHigh, newRow: newRow, update: update}
	s.bar = newScrollBar(s)
	s.ExtendBaseWidget(s)
	return s
}

// setCount changes the number of rows and draws those that can be seen anew.
func (s *strip) setCount(n int) {
	s.count = n
	s.scrollTo(s.offset)
	s.fill(true)
}

func (s *strip) total() float64 { return float64(s.count) * float64(s.rowHigh) }
func (s *strip) seen() float64  { return float64(s.Size().Height) }
func (s *strip) most() float64  { return max(0, s.total()-s.seen()) }

// scrollTo puts the given place at the top.
func (s *strip) scrollTo(offset float64) {
	offset = max(0, min(offset, s.most()))
	if offset == s.offset {
		return
	}
	s.offset = offset
	s.fill(false)
	if s.moved != nil {
		s.moved()
	}
}

// reveal scrolls as little as it takes for a row to be seen.
func (s *strip) reveal(i int) {
	top := float64(i) * float64(s.rowHigh)
	switch bottom := top + float64(s.rowHigh); {
	case top < s.offset:
		s.scrollTo(top)
	case bottom > s.offset+s.seen():
		s.scrollTo(bottom - s.seen())
	}
}

// at is the row at a height of the strip, -1 for none.
func (s *strip) at(y float32) int {
	i := int((s.offset + float64(y)) / float64(s.rowHigh))
	if i < 0 || i >= s.count {
		return -1
	}
	return i
}

// page is how many rows are seen at once.
func (s *strip) page() int { return max(1, int(s.seen()/float64(s.rowHigh))) }

// window limits what is drawn to the part that the page around shows.
func (s *strip) window(from, until float32) {
	from, until = fyne.Max(0, from), fyne.Min(until, s.Size().Height)
	if until < from {
		until = from + 1
	}
	if from != s.from || until != s.until {
		s.from, s.until = from, until
		s.fill(false)
	}
}

// Scrolled is for Fyne. At an end the wheel goes on to the page around.
func (s *strip) Scrolled(ev *fyne.ScrollEvent) {
	before := s.offset
	s.scrollTo(s.offset - float64(ev.Scrolled.DY))
	if s.offset == before && s.pass != nil {
		s.pass(ev)
	}
}

// fill has the rows that can be seen drawn where they belong. Rows that were there already are only moved, unless all
// is to be drawn anew.
func (s *strip) fill(anew bool) {
	if s.drawn == nil || s.Size().Height <= 0 {
		return
	}
	from, until := float64(s.from), s.seen()
	if s.from != s.until {
		until = min(until, float64(s.until))
	}
	first := max(0, int((s.offset+from)/float64(s.rowHigh)))
	last := min(s.count, int(math.Ceil((s.offset+until)/float64(s.rowHigh))))
	need := max(0, last-first)
	old, oldFirst := s.rows, s.first
	kept := make([]fyne.CanvasObject, need)
	for i, row := range old {
		if at := oldFirst + i - first; at >= 0 && at < need {
			kept[at] = row
			if anew {
				s.update(first+at, row)
			}
			continue
		}
		s.spare = append(s.spare, row)
	}
	width := s.Size().Width
	if s.total() > s.seen() {
		width -= scrollBarWide
	}
	for at := range kept {
		if kept[at] == nil {
			if n := len(s.spare); n > 0 {
				kept[at], s.spare = s.spare[n-1], s.spare[:n-1]
			} else {
				kept[at] = s.newRow()
			}
			s.update(first+at, kept[at])
		}
		place(kept[at], 0, float32(float64(first+at)*float64(s.rowHigh)-s.offset), width, s.rowHigh)
	}
	s.rows, s.first = kept, first
	s.bar.Hidden = s.total() <= s.seen()
	s.bar.arrange()
	s.drawn.objects = append(append(s.drawn.objects[:0], kept...), s.bar)
	canvas.Refresh(s)
}

// CreateRenderer is for Fyne.
func (s *strip) CreateRenderer() fyne.WidgetRenderer {
	s.drawn = &drawn{
		layout: func(size fyne.Size) {
			place(s.bar, size.Width-scrollBarWide, 0, scrollBarWide, size.Height)
			s.offset = max(0, min(s.offset, s.most()))
			s.fill(false)
			if s.moved != nil {
				s.moved()
			}
		},
		min: func() fyne.Size { return fyne.NewSize(60, s.rowHigh) },
		refresh: func() {
			for _, row := range s.rows {
				row.Refresh()
			}
			s.fill(true)
			s.bar.Refresh()
		},
	}
	return s.drawn.ready(s.Size())
}

const scrollBarWide = 10

// scrollBar shows where a strip stands, and moves it.
type scrollBar struct {
	widget.BaseWidget
	strip *strip
	thumb *canvas.Rectangle
	under bool
	held  float64 // where in the strip the drag stands
}

func newScrollBar(s *strip) *scrollBar {
	b := &scrollBar{strip: s, thumb: canvas.NewRectangle(nil), held: -1}
	b.ExtendBaseWidget(b)
	return b
}

func (b *scrollBar) thumbHigh() float64 {
	track := float64(b.Size().Height)
	return max(28, track*track/max(1, b.strip.total()))
}

func (b *scrollBar) arrange() {
	track, high := float64(b.Size().Height), b.thumbHigh()
	y := float64(0)
	if most := b.strip.most(); most > 0 {
		y = b.strip.offset / most * (track - high)
	}
	wide := float32(4)
	if b.under || b.held >= 0 {
		wide = 8
	}
	place(b.thumb, b.Size().Width-wide-1, float32(y), wide, float32(high))
	b.thumb.CornerRadius = wide / 2
}

// Dragged is for Fyne.
func (b *scrollBar) Dragged(ev *fyne.DragEvent) {
	if b.held < 0 {
		b.held = b.strip.offset
	}
	if free := float64(b.Size().Height) - b.thumbHigh(); free > 0 {
		b.held += float64(ev.Dragged.DY) / free * b.strip.most()
		b.strip.scrollTo(b.held)
	}
}

// DragEnd is for Fyne.
func (b *scrollBar) DragEnd() { b.held = -1; b.Refresh() }

// Tapped is for Fyne: a page towards the click.
func (b *scrollBar) Tapped(ev *fyne.PointEvent) {
	page := b.strip.seen() * 0.9
	if ev.Position.Y < b.thumb.Position().Y {
		page = -page
	}
	b.strip.scrollTo(b.strip.offset + page)
}

// MouseIn is for Fyne.
func (b *scrollBar) MouseIn(*desktop.MouseEvent) { b.under = true; b.Refresh() }

// MouseMoved is for Fyne.
func (b *scrollBar) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is for Fyne.
func (b *scrollBar) MouseOut() { b.under = false; b.Refresh() }

// CreateRenderer is for Fyne.
func (b *scrollBar) CreateRenderer() fyne.WidgetRenderer {
	paint := func() { b.thumb.FillColor = colorOf(b.Theme(), theme.ColorNameScrollBar) }
	paint()
	return (&drawn{
		objects: []fyne.CanvasObject{b.thumb},
		layout:  func(fyne.Size) { b.arrange() },
		min:     func() fyne.Size { return fyne.NewSize(scrollBarWide, 30) },
		refresh: func() { paint(); b.arrange(); canvas.Refresh(b) },
	}).ready(b.Size())
}
