package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// modalFooter holds the buttons that end the modal. It stands still whatever the body does.
type modalFooter struct {
	widget.BaseWidget
	decline, notNow, preview, send *button
	left, right                    []*button
}

func newModalFooter(m *Modal) *modalFooter {
	f := &modalFooter{
		decline: newButton(lang.L("Decline"), nil, m.frame, m.decline),
		notNow:  newButton(lang.L("Not now"), nil, m.frame, m.notNow),
		preview: newButton(lang.L("What is sent"), theme.VisibilityIcon(), m.frame, func() {}),
		send:    newButton(m.sendLabel(), theme.MailSendIcon(), m.frame, m.send),
	}
	f.preview.Importance, f.send.Importance = widget.LowImportance, widget.HighImportance
	f.left, f.right = []*button{f.decline, f.notNow}, []*button{f.preview, f.send}
	f.ExtendBaseWidget(f)
	return f
}

// sendLabel is the word on the main button.
func (m *Modal) sendLabel() string {
	if m.ask.SendLabel != "" {
		return PlainLine(m.ask.SendLabel, 40)
	}
	return lang.L("Send answer")
}

func (f *modalFooter) has(b *button) bool {
	for _, own := range append(f.left[:len(f.left):len(f.left)], f.right...) {
		if own == b {
			return true
		}
	}
	return false
}

// HeightFor is for the layout of the modal.
func (f *modalFooter) HeightFor(width float32) float32 { return f.arrange(width, false) }

// arrange puts the two groups at the two ends, or below each other when the words are too long for one line.
func (f *modalFooter) arrange(width float32, draw bool) float32 {
	const gap = 4
	row := func(group []*button) (wide, high float32) {
		for i, b := range group {
			min := b.MinSize()
			wide, high = wide+min.Width, fyne.Max(high, min.Height)
			if i > 0 {
				wide += gap
			}
		}
		return wide, high
	}
	leftWide, leftHigh := row(f.left)
	rightWide, rightHigh := row(f.right)
	high, rightY := fyne.Max(leftHigh, rightHigh), float32(0)
	if leftWide+rightWide+12 > width {
		high, rightY = leftHigh+6+rightHigh, leftHigh+6
	}
	if !draw {
		return high
	}
	x := float32(0)
	for _, b := range f.left {
		place(b, x, 0, b.MinSize().Width, leftHigh)
		x += b.MinSize().Width + gap
	}
	x = fyne.Max(0, width-rightWide)
	for _, b := range f.right {
		place(b, x, rightY, b.MinSize().Width, rightHigh)
		x += b.MinSize().Width + gap
	}
	return high
}

// CreateRenderer is for Fyne.
func (f *modalFooter) CreateRenderer() fyne.WidgetRenderer {
	d := &drawn{}
	for _, b := range append(f.left[:len(f.left):len(f.left)], f.right...) {
		d.objects = append(d.objects, b)
	}
	d.layout = func(size fyne.Size) { f.arrange(size.Width, true) }
	d.min = func() fyne.Size { return fyne.NewSize(200, f.HeightFor(fyne.Max(f.Size().Width, 200))) }
	d.refresh = func() { f.arrange(f.Size().Width, true); canvas.Refresh(f) }
	return d
}
