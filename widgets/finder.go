package widgets

import (
	"regexp"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// finder is the line above a viewer that finds words in it. The search runs through the viewer's Go.
type finder struct {
	widget.BaseWidget
	viewer  *Viewer
	search  *textBox
	count   *canvas.Text
	prev    *button
	next    *button
	close   *button
	frame   *frame
	matches [][]int // byte positions, in order
	here    int     // the one that is looked at
	running *atomic.Bool
}

const finderHigh = 42

func newFinder(v *Viewer) *finder {
	f := &finder{viewer: v, count: canvas.NewText("", nil), here: -1}
	f.frame = &frame{escape: f.hide}
	f.search = newTextBox(f.frame, false)
	f.search.SetPlaceHolder(lang.L("Find in this text"))
	f.search.OnChanged = f.find
	f.search.ownKey = func(ev *fyne.KeyEvent) bool {
		switch ev.Name {
		case fyne.KeyReturn, fyne.KeyEnter, fyne.KeyDown:
			f.step(1)
		case fyne.KeyUp:
			f.step(-1)
		default:
			return false
		}
		return true
	}
	f.prev = newButton("", theme.MoveUpIcon(), f.frame, func() { f.step(-1) })
	f.next = newButton("", theme.MoveDownIcon(), f.frame, func() { f.step(1) })
	f.close = newButton("", theme.CancelIcon(), f.frame, f.hide)
	for _, b := range []*button{f.prev, f.next, f.close} {
		b.Importance = widget.LowImportance
	}
	f.ExtendBaseWidget(f)
	f.Hidden = true
	return f
}

// setFrame lets the frame around decide when keys count, and keeps its shortcuts.
func (f *finder) setFrame(outer *frame) {
	f.frame.arming = outer.arming
	f.frame.shortcut = func(s fyne.Shortcut) {
		if !outer.takesShortcut(s) {
			outer.passShortcut(f.viewer, s)
		}
	}
}

// ShowFind opens the line that finds words in the text.
func (v *Viewer) ShowFind() {
	v.finder.Hidden = false
	v.Refresh()
	v.frame.resized()
	v.focus(v.finder.search)
}

// Find shows the line with words already in it.
func (v *Viewer) Find(words string) {
	v.ShowFind()
	v.finder.search.SetText(words)
}

// Matches is how many places were found.
func (v *Viewer) Matches() int { return len(v.finder.matches) }

func (f *finder) hide() {
	f.Hidden = true
	f.forget()
	f.search.SetText("")
	f.viewer.Refresh()
	f.viewer.frame.resized()
	f.viewer.focus(f.viewer)
}

func (f *finder) forget() {
	if f.running != nil {
		f.running.Store(true)
	}
	f.matches, f.here = nil, -1
}

// find looks for words, whatever their case.
func (f *finder) find(words string) {
	f.forget()
	if words == "" {
		f.took()
		return
	}
	pattern, err := regexp.Compile("(?i)" + regexp.QuoteMeta(words))
	if err != nil { // not UTF-8
		f.took()
		return
	}
	stop, text, from := &atomic.Bool{}, f.viewer.text, f.viewer.topOffset()
	f.running = stop
	look := func() {
		matches := findAll(pattern, text, len(words), stop)
		f.viewer.do(func() {
			if stop.Load() {
				return
			}
			f.matches, f.here = matches, 0
			for i, m := range matches { // begin with the first one from what is seen on
				if m[0] >= from {
					f.here = i
					break
				}
			}
			f.took()
		})
	}
	if len(text) <= wrapAtOnce {
		look()
		return
	}
	f.viewer.background(look)
}

// findAll finds at most mostMatches places, and gives up when it is told to stop.
func findAll(pattern *regexp.Regexp, text string, length int, stop *atomic.Bool) (found [][]int) {
	const piece = 1 << 18
	for from := 0; from < len(text) && len(found) < mostMatches && !stop.Load(); {
		end := charStart(text, from+piece)
		reach := charStart(text, min(len(text), end+4*length)) // a match may begin in this piece and end in the next
		next := end
		for _, m := range pattern.FindAllStringIndex(text[from:reach], mostMatches-len(found)) {
			if from+m[0] >= end {
				break
			}
			found = append(found, []int{from + m[0], from + m[1]})
			next = max(next, from+m[1])
		}
		from = next
	}
	return found
}

// topOffset is where in the text the visible part begins.
func (v *Viewer) topOffset() int {
	if v.Rows() == 0 {
		return 0
	}
	return int(v.table.starts[min(int(v.strip.offset/float64(v.strip.rowHigh)), v.Rows()-1)])
}

func (f *finder) step(by int) {
	if n := len(f.matches); n > 0 {
		f.here = (f.here + by + n) % n
		f.took()
	}
}

// took shows where the search stands.
func (f *finder) took() {
	if f.here >= 0 && f.here < len(f.matches) {
		f.viewer.reveal(f.matches[f.here][0])
	}
	f.viewer.strip.fill(true)
	f.Refresh()
}

// words say how many places were found.
func (f *finder) words() string {
	switch n := len(f.matches); {
	case f.search.Text == "":
		return ""
	case n == 0:
		return lang.L("not found")
	case n >= mostMatches:
		return lang.L("{{.This}} of more than {{.All}}", map[string]any{"This": f.here + 1, "All": n})
	default:
		return lang.L("{{.This}} of {{.All}}", map[string]any{"This": f.here + 1, "All": n})
	}
}

// CreateRenderer is for Fyne.
func (f *finder) CreateRenderer() fyne.WidgetRenderer {
	d := &drawn{objects: []fyne.CanvasObject{f.search, f.count, f.prev, f.next, f.close}}
	paint := func() {
		th := f.Theme()
		f.count.Text, f.count.Color, f.count.TextSize = f.words(), colorOf(th, ColorNameMuted), th.Size(theme.SizeNameCaptionText)
	}
	d.layout = func(size fyne.Size) {
		x := size.Width
		for _, b := range []*button{f.close, f.next, f.prev} {
			x -= 36
			place(b, x, 0, 36, 36)
		}
		min := f.count.MinSize()
		wide := fyne.Max(min.Width, 70)
		place(f.count, x-wide-4, (36-min.Height)/2, wide, min.Height)
		place(f.search, 0, 0, x-wide-12, 36)
	}
	d.min = func() fyne.Size { return fyne.NewSize(200, finderHigh) }
	d.refresh = func() {
		paint()
		d.layout(f.Size())
		f.search.Refresh()
		canvas.Refresh(f)
	}
	paint()
	return d.ready(f.Size())
}
