package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Elapsed is a short word or a time that changes often, such as "12 s". It keeps its widest width, so that what stands
// beside it does not jump from second to second.
type Elapsed struct {
	widget.BaseWidget
	text   string
	widest float32
}

// NewElapsed makes one.
func NewElapsed(text string) *Elapsed {
	e := &Elapsed{text: text}
	e.ExtendBaseWidget(e)
	return e
}

// SetText changes the word.
func (e *Elapsed) SetText(text string) {
	if text != e.text {
		e.text = text
		e.Refresh()
	}
}

// Text is the word.
func (e *Elapsed) Text() string { return e.text }

// CreateRenderer is for Fyne.
func (e *Elapsed) CreateRenderer() fyne.WidgetRenderer {
	text := canvas.NewText("", nil)
	paint := func() {
		th := e.Theme()
		text.Text, text.Color, text.TextSize = e.text, colorOf(th, ColorNameMuted), th.Size(theme.SizeNameCaptionText)
		e.widest = fyne.Max(e.widest, text.MinSize().Width)
	}
	paint()
	return (&drawn{
		objects: []fyne.CanvasObject{text},
		layout: func(size fyne.Size) {
			high := text.MinSize().Height
			place(text, 0, (size.Height-high)/2, size.Width, high)
		},
		min:     func() fyne.Size { return fyne.NewSize(e.widest, text.MinSize().Height) },
		refresh: func() { paint(); canvas.Refresh(e) },
	}).ready(e.Size())
}
