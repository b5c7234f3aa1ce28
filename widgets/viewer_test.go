package widgets

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// showViewer puts a viewer into a window.
func showViewer(t testing.TB, v *Viewer, width, height float32) fyne.Window {
	w := window(t, width, height, false)
	w.SetContent(container.NewStack(v))
	w.Resize(fyne.NewSize(width, height))
	return w
}

func TestViewerKeepsEveryCharacter(t *testing.T) {
	for name, text := range map[string]string{
		"words":      strings.Repeat("some words that go on and on, ", 400),
		"one word":   strings.Repeat("x", 20000),
		"lines":      "a\n\nb\r\nc\rd\n",
		"ideographs": strings.Repeat("日本語のテキスト。", 300),
		"hidden":     "\x1b[2J\u202eabc\u200b" + strings.Repeat("\u0301", 9000),
	} {
		v := NewViewer(text)
		showViewer(t, v, 400, 300)
		var got strings.Builder
		for i := range v.Rows() {
			from, to := v.table.row(i)
			got.WriteString(text[from:to])
			if wide := v.widthOf(text[from:to]); wide > v.width+1 && name != "hidden" && strings.TrimRight(text[from:to], " ") == text[from:to] {
				t.Errorf("%s: row %d is %v wide, there are %v: %q", name, i, wide, v.width, v.Row(i))
			}
		}
		strip := strings.NewReplacer("\n", "", "\r", "")
		if strip.Replace(got.String()) != strip.Replace(text) {
			t.Errorf("%s: the rows do not make up the text", name)
		}
	}
}

func TestViewerFindsAndSelects(t *testing.T) {
	var text strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&text, "line %d of many\n", i)
	}
	v := NewViewer(text.String())
	w := showViewer(t, v, 500, 300)
	key(w, fyne.KeyTab)
	key(w, fyne.KeyF, fyne.KeyModifierShortcutDefault)
	write(w, "LINE 4711 ")
	if v.Matches() != 1 || v.strip.offset < 4600*float64(v.strip.rowHigh) {
		t.Errorf("%d matches, offset %v", v.Matches(), v.strip.offset)
	}
	picture(t, w, "viewer-find")
	key(w, fyne.KeyEscape)
	if v.finder.Visible() || w.Canvas().Focused() != fyne.Focusable(v) {
		t.Error("Esc leaves the search open")
	}
	v.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(60, 40)}})
	picture(t, w, "viewer-select")
	key(w, fyne.KeyC, fyne.KeyModifierShortcutDefault)
	if got := fyne.CurrentApp().Clipboard().Content(); !strings.HasPrefix(got, "line 0 of many\n") {
		t.Errorf("copied %.40q", got)
	}
}
