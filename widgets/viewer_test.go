package widgets

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
)

// showViewer puts a viewer into a window.
func showViewer(t testing.TB, v *Viewer, width, height float32) fyne.Window {
	t.Helper()
	w := window(t, width, height, false)
	w.SetContent(container.NewStack(v))
	w.Resize(fyne.NewSize(width, height))
	return w
}

// laterWork collects what a viewer would run on other goroutines.
type laterWork []func()

func (l *laterWork) add(f func()) { *l = append(*l, f) }

func (l *laterWork) run() {
	for len(*l) > 0 {
		f := (*l)[0]
		*l = (*l)[1:]
		f()
	}
}

func manyLines(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "line %d of many\n", i)
	}
	return text.String()
}

func TestViewerKeepsEveryCharacter(t *testing.T) {
	for name, text := range map[string]string{
		"words":      strings.Repeat("some words that go on and on, ", 400),
		"one word":   strings.Repeat("x", 20000),
		"lines":      "a\n\nb\r\nc\rd\n",
		"ideographs": strings.Repeat("日本語のテキスト。", 300),
		"mixed":      strings.Repeat("Привет мир, καλημέρα, naïve café 👨\u200d👩\u200d👧 wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwWWWWWWWWWWWWWWWWWWWWWW ", 50),
		"hidden":     "\x1b[2J\u202eabc\u200b\xff" + strings.Repeat("\u0301", 9000),
	} {
		for _, mono := range []bool{false, true} {
			v := NewViewer(text)
			v.Mono = mono
			showViewer(t, v, 400, 300)
			var got strings.Builder
			for i := range v.Rows() {
				from, to := v.table.row(i)
				got.WriteString(text[from:to])
				if wide := v.widthOf(strings.TrimRight(text[from:to], " ")); wide > v.width+2 {
					t.Errorf("%s: row %d is %v wide, there are %v: %q", name, i, wide, v.width, v.Row(i))
				}
			}
			strip := strings.NewReplacer("\n", "", "\r", "")
			if strip.Replace(got.String()) != strip.Replace(text) {
				t.Errorf("%s: the rows do not make up the text", name)
			}
		}
	}
}

func TestViewerShowsTheFirstScreenBeforeAllIsWrapped(t *testing.T) {
	var later laterWork
	v := NewViewer("")
	v.Go, v.Do = later.add, func(f func()) { f() }
	v.SetText(manyLines(100_000))
	w := showViewer(t, v, 500, 300)
	if !strings.Contains(texts(v), "line 3 of many") || v.Rows() > 2*firstRows {
		t.Fatalf("%d rows, shown %q", v.Rows(), texts(v))
	}
	key(w, fyne.KeyTab)
	later.run()
	if v.Rows() != 100_000 {
		t.Errorf("%d rows in the end", v.Rows())
	}
	key(w, fyne.KeyEnd)
	if !strings.Contains(texts(v), "line 99999 of many") {
		t.Errorf("the end: %q", texts(v))
	}
}

func TestViewerKeepsItsPlaceWhenTheWidthChanges(t *testing.T) {
	var later laterWork
	v := NewViewer("")
	v.Go, v.Do = later.add, func(f func()) { f() }
	v.SetText(strings.Repeat("words that are wrapped at every width there is, and ", 20_000))
	w := showViewer(t, v, 800, 300)
	later.run()
	v.ScrollToRow(500)
	at := v.topOffset()
	for _, width := range []float32{400, 397, 900} {
		w.Resize(fyne.NewSize(width, 300))
		later.run()
		if off := v.topOffset() - at; off > 200 || off < -200 {
			t.Errorf("at width %v the top moved by %d bytes", width, off)
		}
	}
}

func TestViewerDropsWorkForAnOldWidthOrText(t *testing.T) {
	var later laterWork
	v := NewViewer("")
	v.Go, v.Do = later.add, func(f func()) { f() }
	v.SetText(manyLines(50_000))
	w := showViewer(t, v, 500, 300)
	v.SetText(manyLines(60_000))
	w.Resize(fyne.NewSize(400, 300))
	later.run()
	if v.Rows() != 60_000 {
		t.Errorf("%d rows", v.Rows())
	}
	v.SetText("short")
	later.run()
	if v.Rows() != 1 || !strings.Contains(texts(v), "short") {
		t.Errorf("%d rows: %q", v.Rows(), texts(v))
	}
}

func TestViewerOpensTenMegabytesAtOnce(t *testing.T) {
	for name, text := range map[string]string{"lines": megabytes(10), "one line": strings.Repeat("x", 2_000_000), "empty lines": strings.Repeat("\n", 10_000_000)} {
		var later laterWork
		v := NewViewer("")
		v.Mono, v.Go, v.Do = true, later.add, func(f func()) { f() }
		began := time.Now()
		v.SetText(text)
		showViewer(t, v, 900, 700)
		if took := time.Since(began); took > 60*time.Second {
			t.Errorf("%s: the first screen took %v", name, took)
		}
		later.run()
		began = time.Now()
		v.strip.scrollTo(v.strip.most() / 2)
		v.strip.scrollTo(v.strip.most())
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("%s: scrolling took %v", name, took)
		}
	}
}

func TestViewerFindsWords(t *testing.T) {
	v := NewViewer(manyLines(5000))
	w := showViewer(t, v, 500, 300)
	key(w, fyne.KeyTab)
	key(w, fyne.KeyF, fyne.KeyModifierShortcutDefault)
	write(w, "LINE 4711 ")
	if v.Matches() != 1 || !strings.Contains(texts(v), "line 4711 of many") || !strings.Contains(texts(v), "1 of 1") {
		t.Errorf("%d matches, shown %q", v.Matches(), texts(v))
	}
	v.Find("line 47")
	if v.Matches() != 111 {
		t.Errorf("%d matches", v.Matches())
	}
	key(w, fyne.KeyReturn)
	key(w, fyne.KeyUp)
	key(w, fyne.KeyUp)
	if !strings.Contains(texts(v), " of 111") {
		t.Errorf("shown %q", texts(v))
	}
	v.Find("nowhere")
	if v.Matches() != 0 || !strings.Contains(texts(v), "not found") {
		t.Errorf("%d matches", v.Matches())
	}
	key(w, fyne.KeyEscape)
	if v.finder.Visible() || w.Canvas().Focused() != fyne.Focusable(v) {
		t.Error("Esc leaves the search open")
	}
}

func TestViewerCopiesWhatCameAndNotTheMarks(t *testing.T) {
	text := "first\u202e line\nsecond line\nthird"
	v := NewViewer(text)
	w := showViewer(t, v, 500, 300)
	clip := fyne.CurrentApp().Clipboard()
	at := func(x, y float32) fyne.PointEvent { return fyne.PointEvent{Position: fyne.NewPos(x, y)} }
	high := v.strip.rowHigh + v.pad()
	v.MouseDown(&desktop.MouseEvent{PointEvent: at(0, v.pad()+2), Button: desktop.MouseButtonPrimary})
	v.Dragged(&fyne.DragEvent{PointEvent: at(400, high+2)})
	key(w, fyne.KeyC, fyne.KeyModifierShortcutDefault)
	if clip.Content() != "first\u202e line\nsecond line" {
		t.Errorf("copied %q", clip.Content())
	}
	v.MouseDown(&desktop.MouseEvent{PointEvent: at(v.widthOf("se")+v.pad(), high+2), Button: desktop.MouseButtonPrimary})
	v.MouseDown(&desktop.MouseEvent{PointEvent: at(v.widthOf("secon")+v.pad(), high+2), Button: desktop.MouseButtonPrimary, Modifier: fyne.KeyModifierShift})
	if v.Selected() != "con" {
		t.Errorf("selected %q", v.Selected())
	}
	v.DoubleTapped(&fyne.PointEvent{Position: fyne.NewPos(v.widthOf("second l"), high+2)})
	if v.Selected() != "line" {
		t.Errorf("a double click selects %q", v.Selected())
	}
	key(w, fyne.KeyEscape)
	if v.Selected() != "" {
		t.Errorf("Esc leaves %q", v.Selected())
	}
	key(w, fyne.KeyA, fyne.KeyModifierShortcutDefault)
	if v.Selected() != text {
		t.Errorf("select all: %q", v.Selected())
	}
	clip.SetContent("")
	v.CopyAll()
	if clip.Content() != text {
		t.Errorf("copied %q", clip.Content())
	}
}

func TestViewerGivesTheWheelOnWhereItCannotScroll(t *testing.T) {
	passed := 0
	v := newFramedViewer(&frame{wheel: func(*fyne.ScrollEvent) { passed++ }}, manyLines(100))
	showViewer(t, v, 300, 200)
	v.strip.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.Delta{DY: 10}}) // upwards at the top
	v.strip.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.Delta{DY: -10}})
	v.strip.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.Delta{DY: -1e6}})
	v.strip.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.Delta{DY: -10}}) // downwards at the end
	if passed != 2 {
		t.Errorf("the page got the wheel %d times, want 2", passed)
	}
}

func TestScrollBarMovesTheText(t *testing.T) {
	v := NewViewer(manyLines(1000))
	showViewer(t, v, 300, 200)
	b := v.strip.bar
	if b.Hidden {
		t.Fatal("there is no scroll bar")
	}
	b.Dragged(&fyne.DragEvent{Dragged: fyne.Delta{DY: 1000}})
	b.DragEnd()
	if v.strip.offset != v.strip.most() {
		t.Errorf("offset %v of %v", v.strip.offset, v.strip.most())
	}
	b.Tapped(&fyne.PointEvent{Position: fyne.NewPos(5, 2)})
	if v.strip.offset >= v.strip.most() {
		t.Error("a click above the thumb does not go up")
	}
}

func TestViewerWorksBesideTheScreen(t *testing.T) {
	var running sync.WaitGroup
	screen := make(chan func(), 1000)
	v := NewViewer("")
	v.Go, v.Do = running.Go, func(f func()) { screen <- f }
	v.SetText(manyLines(30_000))
	w := showViewer(t, v, 500, 300)
	for i := range 5 { // the person goes on meanwhile
		w.Resize(fyne.NewSize(500-float32(i), 300))
		v.strip.scrollTo(v.strip.offset + 500)
		v.Find(fmt.Sprint("line 1", i))
	}
	running.Wait()
	for len(screen) > 0 {
		(<-screen)()
	}
	if v.Rows() != 30_000 || v.Matches() == 0 {
		t.Errorf("%d rows, %d matches", v.Rows(), v.Matches())
	}
}

func TestFindReachesAcrossPieces(t *testing.T) {
	text := strings.Repeat("é", 1<<17-2) + "NEEDLE" + strings.Repeat("x", 1<<18) + "needle" + strings.Repeat("é", 5)
	got := findAll(regexp.MustCompile("(?i)needle"), text, len("needle"), &atomic.Bool{})
	if len(got) != 2 || text[got[0][0]:got[0][1]] != "NEEDLE" || text[got[1][0]:got[1][1]] != "needle" {
		t.Errorf("found %v", got)
	}
	if got := findAll(regexp.MustCompile("x"), strings.Repeat("x", 1<<19), 1, &atomic.Bool{}); len(got) != mostMatches {
		t.Errorf("%d places", len(got))
	}
}
