package widgets

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// picker is a search line over a list of options. The keyboard stays in the search line: the arrow keys move through
// the list, Enter picks. A list of any length costs what can be seen of it.
type picker struct {
	widget.BaseWidget
	labels   []string
	lower    []string // for the search
	multiple bool
	picked   func(i int)

	chosen []bool
	found  []int // the options that the search leaves
	here   int   // the row in found that the arrow keys stand on
	search *textBox
	list   *strip
	none   *Words
	full   *Words // the whole label of the row, when the list cuts it
	done   *wordButton
}

const pickerRowHigh = 32

func newPicker(labels []string, chosen []int, multiple bool, picked func(int)) *picker {
	p := &picker{labels: labels, multiple: multiple, picked: picked, chosen: make([]bool, len(labels))}
	p.lower = make([]string, len(labels))
	for i, label := range labels {
		p.lower[i] = strings.ToLower(label)
	}
	for _, i := range chosen {
		p.chosen[i] = true
	}
	p.none = newWords(lang.L("No option has these words in it."), "", ColorNameMuted, fyne.TextStyle{})
	p.full = newCaption("")
	p.list = newStrip(pickerRowHigh,
		func() fyne.CanvasObject { return newPickerRow(p) },
		func(i int, o fyne.CanvasObject) { o.(*pickerRow).set(i) })
	p.ExtendBaseWidget(p)
	p.filter("")
	if len(chosen) > 0 {
		p.here = max(0, slices.Index(p.found, chosen[0]))
	}
	return p
}

// inFrame makes the search line once the popup is known.
func (p *picker) inFrame(f *frame) fyne.CanvasObject {
	p.search = newTextBox(f, false)
	p.search.SetPlaceHolder(lang.L("Search {{.Count}} options", map[string]any{"Count": len(p.labels)}))
	p.search.OnChanged = p.filter
	p.search.ownKey = p.key
	if p.multiple {
		p.done = newWordButton(lang.L("Done"), theme.ConfirmIcon(), f, func() { f.escape() })
	}
	return p
}

// wantHeight is how high the popup would like to be.
func (p *picker) wantHeight(float32) float32 {
	return 12 + 36 + 6 + float32(min(len(p.labels), 8))*pickerRowHigh + p.fullHigh() + 4
}

// fullHigh is the room below the list.
func (p *picker) fullHigh() float32 {
	high := float32(0)
	if p.multiple {
		high = 26
	}
	for _, label := range p.labels {
		if len(label) > 40 {
			return fyne.Max(high, 54)
		}
	}
	return high
}

func (p *picker) filter(text string) {
	words := strings.Fields(strings.ToLower(text))
	p.found = p.found[:0]
	for i, label := range p.lower {
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(label, w) }) {
			p.found = append(p.found, i)
		}
	}
	p.here = 0
	p.list.offset = 0
	p.list.setCount(len(p.found))
	p.none.Hidden = len(p.found) > 0
	p.moved()
}

// moved brings the row of the arrow keys into view.
func (p *picker) moved() {
	label := ""
	if p.here < len(p.found) {
		label = p.labels[p.found[p.here]]
		p.list.reveal(p.here)
	}
	if len(label) <= 40 {
		label = ""
	}
	p.full.SetText(label)
	p.list.fill(true)
	canvas.Refresh(p)
}

func (p *picker) setChosen(chosen []int) {
	clear(p.chosen)
	for _, i := range chosen {
		p.chosen[i] = true
	}
	p.list.fill(true)
}

// key handles the keys that move through the list.
func (p *picker) key(ev *fyne.KeyEvent) bool {
	switch ev.Name {
	case fyne.KeyDown:
		p.here = min(p.here+1, max(0, len(p.found)-1))
	case fyne.KeyUp:
		p.here = max(p.here-1, 0)
	case fyne.KeyPageDown:
		p.here = min(p.here+p.list.page(), max(0, len(p.found)-1))
	case fyne.KeyPageUp:
		p.here = max(p.here-p.list.page(), 0)
	case fyne.KeyReturn, fyne.KeyEnter:
		p.pickRow(p.here)
		return true
	default:
		return false
	}
	p.moved()
	return true
}

func (p *picker) pickRow(row int) {
	if row < len(p.found) {
		p.here = row
		p.picked(p.found[row])
	}
}

// CreateRenderer is for Fyne.
func (p *picker) CreateRenderer() fyne.WidgetRenderer {
	d := &drawn{objects: []fyne.CanvasObject{p.search, p.list, p.none, p.full}}
	if p.done != nil {
		d.objects = append(d.objects, p.done)
	}
	d.layout = func(size fyne.Size) {
		place(p.search, 0, 0, size.Width, 36)
		below := p.fullHigh()
		place(p.list, 0, 42, size.Width, size.Height-42-below)
		place(p.none, 8, 50, size.Width-16, 40)
		wide := size.Width - 16
		if p.done != nil {
			min := p.done.MinSize()
			place(p.done, size.Width-min.Width, size.Height-min.Height, min.Width, min.Height)
			wide -= min.Width
		}
		place(p.full, 8, size.Height-below+4, wide, below-4)
		p.moved()
	}
	d.min = func() fyne.Size { return fyne.NewSize(120, 120) }
	d.refresh = func() {
		p.search.Refresh()
		p.list.Refresh()
		canvas.Refresh(p)
	}
	return d.ready(p.Size())
}

// pickerRow is one option in the list, cut to one line.
type pickerRow struct {
	widget.BaseWidget
	picker *picker
	row    int
	under  bool
}

func newPickerRow(p *picker) *pickerRow {
	r := &pickerRow{picker: p}
	r.ExtendBaseWidget(r)
	return r
}

func (r *pickerRow) set(row int) {
	r.row = row
	r.Refresh()
}

// Tapped is for Fyne.
func (r *pickerRow) Tapped(*fyne.PointEvent) {
	search := r.picker.search
	r.picker.pickRow(r.row)
	if r.picker.multiple {
		search.frame.focus(search)
	}
}

// MouseIn is for Fyne.
func (r *pickerRow) MouseIn(*desktop.MouseEvent) { r.under = true; r.Refresh() }

// MouseMoved is for Fyne.
func (r *pickerRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is for Fyne.
func (r *pickerRow) MouseOut() { r.under = false; r.Refresh() }

// CreateRenderer is for Fyne.
func (r *pickerRow) CreateRenderer() fyne.WidgetRenderer {
	back, text := canvas.NewRectangle(nil), canvas.NewText("", nil)
	tick := canvas.NewImageFromResource(theme.ConfirmIcon())
	tick.FillMode = canvas.ImageFillContain
	paint := func() {
		th := r.Theme()
		back.FillColor, back.CornerRadius = faded(colorOf(th, theme.ColorNameForeground)), 5
		if r.under {
			back.FillColor = colorOf(th, theme.ColorNameHover)
		}
		if r.row == r.picker.here {
			back.FillColor = colorOf(th, theme.ColorNameFocus)
		}
		back.Hidden = !r.under && r.row != r.picker.here
		text.Text, text.Color, text.TextSize = "", colorOf(th, theme.ColorNameForeground), th.Size(theme.SizeNameText)
		tick.Hidden = true
		if r.row < len(r.picker.found) {
			i := r.picker.found[r.row]
			text.Text = cutToWidth(r.picker.labels[i], r.Size().Width-40, text.TextSize, fyne.TextStyle{})
			tick.Hidden = !r.picker.chosen[i]
		}
	}
	return (&drawn{
		objects: []fyne.CanvasObject{back, tick, text},
		layout: func(size fyne.Size) {
			paint()
			place(back, 0, 1, size.Width, size.Height-2)
			place(tick, 8, (size.Height-18)/2, 18, 18)
			high := text.MinSize().Height
			place(text, 34, (size.Height-high)/2, size.Width-40, high)
		},
		min:     func() fyne.Size { return fyne.NewSize(60, pickerRowHigh) },
		refresh: func() { paint(); canvas.Refresh(r) },
	}).ready(r.Size())
}

// cutToWidth shortens text to what fits one line of a width, with … at the end.
func cutToWidth(text string, width, size float32, style fyne.TextStyle) string {
	measure := func(s string) float32 { return fyne.MeasureText(s, size, style).Width }
	if len(text) < int(width/size) || measure(text) <= width {
		return text
	}
	return text[:fitting(strings.ReplaceAll(text, " ", "_"), width-measure("…"), measure)] + "…"
}
