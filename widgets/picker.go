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
	options  []shownOption
	lower    []string // for the search
	tall     bool     // rows have a second line, for what the options mean
	multiple bool
	picked   func(i int)

	chosen []bool
	found  []int // the options that the search leaves
	here   int   // the row in found that the arrow keys stand on
	search *textBox
	list   *strip
	none   *Words
	full   *Words // all of the row, when the list cuts it
	done   *wordButton
}

const (
	pickerRowHigh  = 32
	pickerTallHigh = 50
	pickerFullRows = 4  // of all that a row says
	pickerCut      = 40 // a line of more characters may be cut
)

func newPicker(options []shownOption, chosen []int, multiple bool, picked func(int)) *picker {
	p := &picker{options: options, multiple: multiple, picked: picked, chosen: make([]bool, len(options))}
	p.lower = make([]string, len(options))
	for i, o := range options {
		p.lower[i] = o.searched()
		p.tall = p.tall || o.more() != ""
	}
	for _, i := range chosen {
		p.chosen[i] = true
	}
	p.none = newWords(lang.L("No option has these words in it."), "", ColorNameMuted, fyne.TextStyle{})
	p.full = newCaption("")
	p.list = newStrip(p.rowHigh(),
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
	p.search.SetPlaceHolder(lang.L("Search {{.Count}} options", map[string]any{"Count": len(p.options)}))
	p.search.OnChanged = p.filter
	p.search.ownKey = p.key
	if p.multiple {
		p.done = newWordButton(lang.L("Done"), theme.ConfirmIcon(), f, func() { f.escape() })
	}
	return p
}

func (p *picker) rowHigh() float32 {
	if p.tall {
		return pickerTallHigh
	}
	return pickerRowHigh
}

// wantHeight is how high the popup would like to be.
func (p *picker) wantHeight(float32) float32 {
	return 12 + 36 + 6 + fyne.Min(float32(len(p.options))*p.rowHigh(), 8*pickerRowHigh) + p.fullHigh() + 4
}

// fullHigh is the room below the list.
func (p *picker) fullHigh() float32 {
	high := float32(0)
	if p.multiple {
		high = 26
	}
	for _, o := range p.options {
		if o.isCut() {
			return fyne.Max(high, pickerFullRows*p.full.rowHeight()+6)
		}
	}
	return high
}

// isCut says whether a row of the list may not show all of the option.
func (o shownOption) isCut() bool {
	return len(o.label) > pickerCut || len(o.more()) > pickerCut || strings.Contains(o.more(), "\n")
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
	if p.here < len(p.found) {
		p.list.reveal(p.here)
	}
	p.sayAll(p.here)
	p.list.fill(true)
	canvas.Refresh(p)
}

// sayAll writes below the list what its rows may cut: that of the arrow keys, or the one under the pointer.
func (p *picker) sayAll(row int) {
	all := ""
	if row < len(p.found) {
		if o := p.options[p.found[row]]; o.isCut() {
			all = strings.TrimSpace(o.line() + "\n" + o.means)
		}
	}
	p.full.SetText(cutToRows(all, p.full, pickerFullRows))
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
func (r *pickerRow) MouseIn(*desktop.MouseEvent) {
	r.under = true
	r.picker.sayAll(r.row)
	r.Refresh()
}

// MouseMoved is for Fyne.
func (r *pickerRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is for Fyne.
func (r *pickerRow) MouseOut() {
	r.under = false
	r.picker.sayAll(r.picker.here)
	r.Refresh()
}

// CreateRenderer is for Fyne.
func (r *pickerRow) CreateRenderer() fyne.WidgetRenderer {
	back, text, more := canvas.NewRectangle(nil), canvas.NewText("", nil), canvas.NewText("", nil)
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
		more.Text, more.Color, more.TextSize = "", colorOf(th, ColorNameMuted), th.Size(theme.SizeNameCaptionText)
		tick.Hidden = true
		if r.row < len(r.picker.found) {
			i := r.picker.found[r.row]
			o, wide := r.picker.options[i], r.Size().Width-40
			text.Text = cutToWidth(o.label, wide, text.TextSize, fyne.TextStyle{})
			more.Text = cutToWidth(PlainLine(strings.ReplaceAll(o.more(), "\n", " · "), maxLabel), wide, more.TextSize, fyne.TextStyle{})
			tick.Hidden = !r.picker.chosen[i]
		}
		more.Hidden = more.Text == ""
	}
	arrange := func(size fyne.Size) {
		paint()
		place(back, 0, 1, size.Width, size.Height-2)
		place(tick, 8, (size.Height-18)/2, 18, 18)
		high, below := text.MinSize().Height, float32(0)
		if !more.Hidden {
			below = more.MinSize().Height
		}
		top := (size.Height - high - below) / 2
		place(text, 34, top, size.Width-40, high)
		place(more, 34, top+high, size.Width-40, below)
	}
	return (&drawn{
		objects: []fyne.CanvasObject{back, tick, text, more},
		layout:  arrange,
		min:     func() fyne.Size { return fyne.NewSize(60, r.picker.rowHigh()) },
		refresh: func() {
			arrange(r.Size())
			canvas.Refresh(r)
		},
	}).ready(r.Size())
}

// cutToRows shortens text to what fits so many rows of what it is drawn in.
func cutToRows(text string, in *Words, most int) string {
	rows := wrapText(text, in.Size().Width, in.measure)
	if in.Size().Width == 0 || len(rows) <= most {
		return text
	}
	last := strings.TrimRight(rows[most-1], " ")
	return strings.Join(rows[:most-1], "\n") + "\n" + cutToWidth(last+"……", in.Size().Width, in.textSize(), in.Style)
}

// cutToWidth shortens text to what fits one line of a width, with … at the end.
func cutToWidth(text string, width, size float32, style fyne.TextStyle) string {
	measure := func(s string) float32 { return fyne.MeasureText(s, size, style).Width }
	if len(text) < int(width/size) || measure(text) <= width {
		return text
	}
	return text[:fitting(strings.ReplaceAll(text, " ", "_"), width-measure("…"), measure)] + "…"
}
