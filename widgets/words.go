package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Words is wrapped text that never widens what it stands in: a word of any length is broken. It is for texts up to a
// few thousand characters; longer ones belong in a [Viewer]. The text must have passed [Plain].
type Words struct {
	widget.BaseWidget
	Text      string
	SizeName  fyne.ThemeSizeName  // "" for the usual size
	ColorName fyne.ThemeColorName // "" for the usual colour
	Style     fyne.TextStyle

	texts   []*canvas.Text
	wrapped wrapKey
	rows    []string
}

// wrapKey is all that the rows of a text depend on.
type wrapKey struct {
	text  string
	width float32
	size  float32
	style fyne.TextStyle
}

// NewWords makes text of the usual size and colour.
func NewWords(text string) *Words {
	w := &Words{Text: text}
	w.ExtendBaseWidget(w)
	return w
}

// newCaption makes small, quiet text.
func newCaption(text string) *Words {
	return newWords(text, theme.SizeNameCaptionText, ColorNameMuted, fyne.TextStyle{})
}

// newWords makes text of another size, colour or style.
func newWords(text string, size fyne.ThemeSizeName, color fyne.ThemeColorName, style fyne.TextStyle) *Words {
	w := &Words{Text: text, SizeName: size, ColorName: color, Style: style}
	w.ExtendBaseWidget(w)
	return w
}

// SetText changes the text.
func (w *Words) SetText(text string) {
	if w.Text == text {
		return
	}
	w.Text = text
	w.Refresh()
}

// HeightFor is the height of the text wrapped to the given width.
func (w *Words) HeightFor(width float32) float32 {
	return float32(len(w.rowsFor(width))) * w.rowHeight()
}

// lastRowWidth is how far the last row reaches at the given width.
func (w *Words) lastRowWidth(width float32) float32 {
	rows := w.rowsFor(width)
	return w.measure(rows[len(rows)-1])
}

func (w *Words) rowsFor(width float32) []string {
	key := wrapKey{w.Text, width, w.textSize(), w.Style}
	if w.rows == nil || w.wrapped != key {
		w.rows, w.wrapped = wrapText(w.Text, width, w.measure), key
	}
	return w.rows
}

func (w *Words) measure(s string) float32 {
	return fyne.MeasureText(strings.TrimRight(s, " "), w.textSize(), w.Style).Width
}

func (w *Words) textSize() float32 {
	if w.SizeName == "" {
		return w.Theme().Size(theme.SizeNameText)
	}
	return w.Theme().Size(w.SizeName)
}

func (w *Words) rowHeight() float32 {
	return whole(fyne.MeasureText("M", w.textSize(), w.Style).Height + 1.5)
}

// CreateRenderer is for Fyne.
func (w *Words) CreateRenderer() fyne.WidgetRenderer {
	d := &drawn{}
	d.layout = func(size fyne.Size) { w.draw(d, size) }
	d.refresh = func() {
		w.draw(d, w.Size())
		canvas.Refresh(w)
	}
	d.min = func() fyne.Size {
		width := w.Size().Width
		if width == 0 {
			return fyne.NewSize(20, w.rowHeight())
		}
		return fyne.NewSize(20, w.HeightFor(width))
	}
	w.texts = nil
	return d.ready(w.Size())
}

func (w *Words) draw(d *drawn, size fyne.Size) {
	if size.Width == 0 {
		return
	}
	rows := w.rowsFor(size.Width)
	for len(w.texts) < len(rows) {
		w.texts = append(w.texts, &canvas.Text{})
	}
	w.texts = w.texts[:len(rows)]
	name := w.ColorName
	if name == "" {
		name = theme.ColorNameForeground
	}
	color, textSize, high := colorOf(w.Theme(), name), w.textSize(), w.rowHeight()
	d.objects = d.objects[:0]
	for i, row := range rows {
		t := w.texts[i]
		t.Text, t.Color, t.TextSize, t.TextStyle = row, color, textSize, w.Style
		place(t, 0, float32(i)*high, size.Width, high)
		d.objects = append(d.objects, t)
	}
}
