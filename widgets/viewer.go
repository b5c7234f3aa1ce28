package widgets

import (
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Viewer shows text of any size to read, select, search and copy. Only the rows that can be seen exist; the first of
// them are there at once, the rest is wrapped through Go. The text is untrusted and goes through [Plain] row by row as
// it is drawn; what is copied is the text as it came.
type Viewer struct {
	widget.BaseWidget
	Mono    bool         // letters of one width
	Boxed   bool         // draws a box around it
	MaxRows int          // for HeightFor: that many rows at most; 0: 12
	Go      func(func()) // runs something off Fyne's goroutine; nil: at once, which suits texts up to a few megabytes
	Do      func(func()) // brings it back; nil with Go set: fyne.Do

	text   string
	table  *rowTable
	width  float32 // that table is wrapped for
	metric *metrics
	made   metricKey
	job    *atomic.Bool // set to give the wrapping under way up

	strip *strip
	keyed
	gained, left func() // the keyboard came, and went; nil: the frame is told
	focused      bool
	from, to     int    // what is selected, as byte positions; from is where it began
	flush        bool   // no margin, because it stands in line with other text
	marked       [2]int // a part that stands out, such as the host in an address; empty for none
	copyChip     *wordButton
	finder       *finder
	revealAt     int // a place to go to as soon as it is wrapped; -1 for none
}

type metricKey struct {
	size float32
	mono bool
}

const (
	viewerPad   = 8
	wrapAtOnce  = 64 << 10 // texts up to that size are wrapped without Go
	wrapChunk   = 20000    // rows between two looks at the screen
	firstRows   = 120      // rows wrapped before the first frame
	mostMatches = 10000
)

// NewViewer makes a viewer. Set Mono, Go and Do before it is shown.
func NewViewer(text string) *Viewer {
	v := &Viewer{text: text, revealAt: -1}
	v.strip = newStrip(20,
		func() fyne.CanvasObject { return newViewerRow(v) },
		func(i int, o fyne.CanvasObject) { o.(*viewerRow).set(i) })
	v.copyChip = newWordButton(lang.L("Copy"), theme.ContentCopyIcon(), nil, func() { v.CopySelected(); v.focus(v) })
	v.copyChip.Hidden = true
	v.finder = newFinder(v)
	v.ExtendBaseWidget(v)
	return v
}

// newFramedViewer makes one whose keys belong to a frame.
func newFramedViewer(f *frame, text string) *Viewer {
	v := NewViewer(text)
	v.frame = f
	v.strip.pass = func(ev *fyne.ScrollEvent) {
		if f.wheel != nil {
			f.wheel(ev)
		}
	}
	v.copyChip.frame = f
	v.finder.setFrame(f)
	return v
}

// PassWheel gives the wheel on where the text cannot be scrolled further.
func (v *Viewer) PassWheel(pass func(*fyne.ScrollEvent)) { v.strip.pass = pass }

// Text is the text as it came.
func (v *Viewer) Text() string { return v.text }

// SetText shows another text from its beginning.
func (v *Viewer) SetText(text string) {
	if text == v.text {
		return
	}
	v.text = text
	v.from, v.to, v.revealAt = 0, 0, -1
	v.copyChip.Hidden = true
	v.finder.forget()
	v.table = nil
	v.strip.offset = 0
	v.wrap()
}

// metrics measures the characters when the size of text changed.
func (v *Viewer) metrics() *metrics {
	key := metricKey{v.textSize(), v.Mono}
	if v.metric == nil || v.made != key {
		v.metric, v.made = newMetrics(key.size, v.style()), key
		v.strip.rowHigh = whole(fyne.MeasureText("M", key.size, v.style()).Height + 1.5)
	}
	return v.metric
}

func (v *Viewer) textSize() float32 { return v.Theme().Size(theme.SizeNameText) }

func (v *Viewer) style() fyne.TextStyle { return fyne.TextStyle{Monospace: v.Mono} }

// wrap makes the rows for the width at hand: the first at once, the rest through Go.
func (v *Viewer) wrap() {
	width := v.strip.Size().Width - scrollBarWide - 2
	if width <= 0 {
		return
	}
	m := v.metrics()
	if v.job != nil {
		v.job.Store(true)
	}
	rewrap := v.table != nil && v.table.complete() && len(v.text) > wrapAtOnce
	v.width = width
	table := &rowTable{text: v.text}
	first := firstRows
	if len(v.text) <= wrapAtOnce || v.Go == nil {
		first = len(v.text) + 1
	}
	if !rewrap {
		table.wrap(first, width, m)
		v.take(table)
		if table.complete() {
			return
		}
		table = &rowTable{text: v.text, starts: append(make([]uint32, 0, len(v.text)/40), table.starts...), upTo: table.upTo}
	}
	stop := &atomic.Bool{}
	v.job = stop
	v.background(func() {
		for !table.complete() {
			if stop.Load() {
				return
			}
			table.wrap(len(table.starts)+wrapChunk, width, m)
			if rewrap && !table.complete() {
				continue // the old rows stay until all the new ones are there, so that the place is kept
			}
			part := *table
			v.do(func() {
				if !stop.Load() {
					v.take(&part)
				}
			})
		}
	})
}

func (v *Viewer) background(f func()) {
	if v.Go == nil {
		f()
		return
	}
	v.Go(f)
}

func (v *Viewer) do(f func()) {
	switch {
	case v.Do != nil:
		v.Do(f)
	case v.Go != nil:
		fyne.Do(f)
	default:
		f()
	}
}

// take shows a table of rows. The row at the top stays where it is.
func (v *Viewer) take(table *rowTable) {
	old := v.table
	v.table = table
	if old != nil && old.text == table.text && len(old.starts) > 0 && v.strip.offset > 0 && old.complete() {
		top := int(v.strip.offset / float64(v.strip.rowHigh))
		at := int(old.starts[min(top, len(old.starts)-1)])
		v.strip.offset = float64(table.rowAt(at)) * float64(v.strip.rowHigh)
	}
	v.strip.setCount(len(table.starts))
	if v.revealAt >= 0 && (table.complete() || v.revealAt < table.upTo) {
		at := v.revealAt
		v.revealAt = -1
		v.reveal(at)
	}
}

// Rows is how many rows there are by now.
func (v *Viewer) Rows() int {
	if v.table == nil {
		return 0
	}
	return len(v.table.starts)
}

// Row is one row as it is drawn.
func (v *Viewer) Row(i int) string {
	from, to := v.table.row(i)
	return rowText(v.text[from:to])
}

// ScrollToRow brings a row to the top.
func (v *Viewer) ScrollToRow(i int) { v.strip.scrollTo(float64(i) * float64(v.strip.rowHigh)) }

// reveal brings a byte position into view, as soon as it is wrapped.
func (v *Viewer) reveal(at int) {
	if v.table == nil || (at >= v.table.upTo && !v.table.complete()) {
		v.revealAt = at
		return
	}
	v.strip.reveal(v.table.rowAt(at))
}

// HeightFor is for layouts that follow the width: as high as the text, but no more than MaxRows.
func (v *Viewer) HeightFor(width float32) float32 {
	most := v.MaxRows
	if most == 0 {
		most = 12
	}
	m := v.metrics()
	probe := rowTable{text: v.text}
	probe.wrap(most, width-v.pad()*2-scrollBarWide-2, m)
	high := float32(max(1, len(probe.starts)))*v.strip.rowHigh + 2*v.pad()
	if v.finder.Visible() {
		high += finderHigh
	}
	return high
}

func (v *Viewer) pad() float32 {
	if v.Boxed {
		return viewerPad
	}
	if v.flush {
		return 0
	}
	return 4
}

// see is told by the page around which part of the viewer is visible. Rows outside of it are not made: Fyne would find
// them under the mouse although the page hides them.
func (v *Viewer) see(top, bottom float32) {
	at := v.strip.Position().Y
	v.strip.window(top-at, bottom-at)
}

// CreateRenderer is for Fyne.
func (v *Viewer) CreateRenderer() fyne.WidgetRenderer {
	box := canvas.NewRectangle(nil)
	paint := func() {
		th := v.Theme()
		box.Hidden = !v.Boxed && !v.focused
		box.FillColor = faded(colorOf(th, theme.ColorNameBackground))
		box.StrokeColor, box.StrokeWidth, box.CornerRadius = colorOf(th, theme.ColorNameInputBorder), 1, 6
		if v.Boxed {
			box.FillColor = colorOf(th, ColorNameNote)
		}
		if v.focused {
			box.StrokeColor, box.StrokeWidth = colorOf(th, theme.ColorNamePrimary), 2
		}
	}
	paint()
	d := &drawn{objects: []fyne.CanvasObject{box, v.strip, v.copyChip, v.finder}}
	d.layout = func(size fyne.Size) {
		v.metrics()
		around := float32(0)
		if v.flush {
			around = 4
		}
		place(box, -around, -around, size.Width+2*around, size.Height+2*around)
		pad, top := v.pad(), v.pad()
		if v.finder.Visible() {
			place(v.finder, pad, pad, size.Width-2*pad, finderHigh)
			top += finderHigh
		}
		place(v.strip, pad, top, size.Width-2*pad, size.Height-top-pad)
		min := v.copyChip.MinSize()
		place(v.copyChip, size.Width-min.Width-16-pad, size.Height-min.Height-6-pad, min.Width, min.Height)
		if width := v.strip.Size().Width - scrollBarWide - 2; width != v.width || v.table == nil {
			v.wrap()
		}
	}
	d.min = func() fyne.Size { return fyne.NewSize(80, 3*v.strip.rowHigh+2*v.pad()) }
	d.refresh = func() {
		paint()
		if key := (metricKey{v.textSize(), v.Mono}); key != v.made {
			v.wrap()
		}
		d.layout(v.Size())
		v.strip.Refresh()
		canvas.Refresh(v)
	}
	return d.ready(v.Size())
}
