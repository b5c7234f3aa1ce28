package app

import (
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"parley/widgets"
)

// textLine is one line of muted text that ends in … when there is no room. The text must be plain already.
type textLine struct {
	widget.BaseWidget
	text  string
	size  fyne.ThemeSizeName
	color fyne.ThemeColorName
	right bool // stands at the right end
}

func newTextLine(size fyne.ThemeSizeName) *textLine {
	l := &textLine{size: size, color: widgets.ColorNameMuted}
	l.ExtendBaseWidget(l)
	return l
}

// SetText changes the text.
func (l *textLine) SetText(text string) {
	if l.text != text {
		l.text = text
		l.Refresh()
	}
}

// Text is what the line says.
func (l *textLine) Text() string { return l.text }

// paint changes the colour.
func (l *textLine) paint(name fyne.ThemeColorName) {
	if l.color != name {
		l.color = name
		l.Refresh()
	}
}

// lineInset is the space before and after the text.
const lineInset = 8

// wants is the width at which nothing is cut; none for no text.
func (l *textLine) wants() float32 {
	if l.text == "" {
		return 0
	}
	return l.measure(l.text) + 2*lineInset
}

func (l *textLine) measure(text string) float32 {
	return fyne.MeasureText(text, l.Theme().Size(l.size), fyne.TextStyle{}).Width
}

// fitting is the longest beginning of the text that has room, with … behind it when something is cut.
func (l *textLine) fitting(width float32) string {
	if l.measure(l.text) <= width {
		return l.text
	}
	cut := l.text
	for cut != "" && l.measure(cut+"…") > width {
		_, last := utf8.DecodeLastRuneInString(cut)
		cut = cut[:len(cut)-last]
	}
	if cut == "" {
		return ""
	}
	return cut + "…"
}

// CreateRenderer is for Fyne.
func (l *textLine) CreateRenderer() fyne.WidgetRenderer {
	r := &textLineRenderer{line: l, drawn: &canvas.Text{}}
	r.Refresh()
	return r
}

type textLineRenderer struct {
	line  *textLine
	drawn *canvas.Text
}

func (r *textLineRenderer) Destroy()                     {}
func (r *textLineRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.drawn} }

func (r *textLineRenderer) MinSize() fyne.Size {
	return fyne.NewSize(2*lineInset, fyne.MeasureText("M", r.line.Theme().Size(r.line.size), fyne.TextStyle{}).Height+6)
}

// Layout is for Fyne.
func (r *textLineRenderer) Layout(size fyne.Size) {
	r.drawn.Text = r.line.fitting(size.Width - 2*lineInset)
	r.drawn.Alignment = fyne.TextAlignLeading
	if r.line.right {
		r.drawn.Alignment = fyne.TextAlignTrailing
	}
	height := r.drawn.MinSize().Height
	r.drawn.Move(fyne.NewPos(lineInset, (size.Height-height)/2))
	r.drawn.Resize(fyne.NewSize(max(size.Width-2*lineInset, 0), height))
}

// Refresh is for Fyne.
func (r *textLineRenderer) Refresh() {
	th := r.line.Theme()
	r.drawn.Color = th.Color(r.line.color, fyne.CurrentApp().Settings().ThemeVariant())
	r.drawn.TextSize = th.Size(r.line.size)
	r.Layout(r.line.Size())
	r.drawn.Refresh()
}
