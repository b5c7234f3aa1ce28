package widgets

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// longestEdit is the longest text, in bytes, that is put into an entry. Fyne's entries take a time that grows with the
// square of the length; this one still answers to a key at once.
const longestEdit = 16 << 10

// longText stands in for an entry whose text is too long to edit: it shows all of it, and lets it be removed. The text
// is sent as it stands.
type longText struct {
	widget.BaseWidget
	view   *Viewer
	words  *Words
	remove *wordButton
}

func newLongText(f *frame, text string, removed func()) *longText {
	t := &longText{view: newFramedViewer(f, text)}
	t.view.Boxed, t.view.MaxRows = true, 8
	t.words = newCaption(lang.L("This text is too long to change here ({{.Size}}). It is sent as it stands.",
		map[string]any{"Size": sizeWords(len(text))}))
	t.remove = newWordButton(lang.L("Remove it"), theme.DeleteIcon(), f, removed)
	t.ExtendBaseWidget(t)
	return t
}

// sizeWords is a size such as "1.2 MB".
func sizeWords(bytes int) string {
	switch {
	case bytes < 1000:
		return fmt.Sprintf("%d B", bytes)
	case bytes < 1_000_000:
		return fmt.Sprintf("%.0f kB", float64(bytes)/1e3)
	}
	whole, tenth, _ := strings.Cut(fmt.Sprintf("%.1f", float64(bytes)/1e6), ".")
	return lang.L("{{.Whole}}.{{.Tenths}} MB", map[string]any{"Whole": whole, "Tenths": tenth}) // languages differ in what stands between them
}

// HeightFor is for the layout of the field.
func (t *longText) HeightFor(width float32) float32 {
	return t.view.HeightFor(width) + 4 + fyne.Max(t.words.HeightFor(t.wordsWidth(width)), t.remove.MinSize().Height)
}

func (t *longText) wordsWidth(width float32) float32 {
	return width - 2*fieldInset - t.remove.MinSize().Width
}

// CreateRenderer is for Fyne.
func (t *longText) CreateRenderer() fyne.WidgetRenderer {
	return (&drawn{
		objects: []fyne.CanvasObject{t.view, t.words, t.remove},
		layout: func(size fyne.Size) {
			high := t.view.HeightFor(size.Width)
			place(t.view, 0, 0, size.Width, high)
			min := t.remove.MinSize()
			place(t.words, fieldInset, high+4, t.wordsWidth(size.Width), size.Height-high-4)
			place(t.remove, size.Width-min.Width, high+4, min.Width, min.Height)
		},
		min:     func() fyne.Size { return fyne.NewSize(80, t.HeightFor(fyne.Max(80, t.Size().Width))) },
		refresh: func() { t.view.Refresh(); t.words.Refresh(); t.remove.Refresh(); canvas.Refresh(t) },
	}).ready(t.Size())
}
