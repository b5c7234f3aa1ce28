package widgets

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// modalFooter holds the buttons that end the modal, and at times a sentence. It stands still whatever the body does.
type modalFooter struct {
	widget.BaseWidget
	back, decline, declineAll, notNow, preview, send *button
	keep, leave                                      *button // the answers to "Close without answering?"
	words                                            *Words
	left, right                                      []*button
	drawn                                            *drawn
}

func newModalFooter(m *Modal) *modalFooter {
	f := &modalFooter{words: newCaption("")}
	make := func(label string, icon fyne.Resource, importance widget.Importance, do func()) *button {
		b := newButton(label, icon, m.frame, do)
		b.Importance = importance
		return b
	}
	f.back = make(lang.L("Back"), theme.NavigateBackIcon(), widget.LowImportance, m.goBack)
	f.decline = make(lang.L("Decline"), nil, widget.MediumImportance, m.decline)
	f.declineAll = make("", nil, widget.LowImportance, m.declineAll)
	f.notNow = make(lang.L("Not now"), nil, widget.MediumImportance, m.notNow)
	f.preview = make(lang.L("What is sent"), theme.VisibilityIcon(), widget.LowImportance, m.togglePreview)
	f.send = make(m.sendLabel(), theme.MailSendIcon(), widget.HighImportance, m.send)
	f.keep = make(lang.L("Keep editing"), nil, widget.HighImportance, m.keepEditing)
	f.leave = make(lang.L("Close"), nil, widget.MediumImportance, m.notNow)
	if m.linkOnly() {
		f.send.Icon = theme.ConfirmIcon()
	}
	f.ExtendBaseWidget(f)
	f.usual(m)
	return f
}

// sendLabel is the word on the main button.
func (m *Modal) sendLabel() string {
	switch {
	case m.ask.SendLabel != "":
		return PlainLine(m.ask.SendLabel, 40)
	case m.linkOnly():
		return lang.L("I'm done")
	}
	return lang.L("Send answer")
}

// usual shows the buttons that end the modal.
func (f *modalFooter) usual(m *Modal) {
	f.left = nil
	if m.ask.Back != nil {
		f.left = append(f.left, f.back)
	}
	if !m.ask.Own {
		f.left = append(f.left, f.decline)
	}
	f.left = append(f.left, f.notNow)
	if m.ask.DeclineAll != nil && m.crowd > 1 {
		f.declineAll.Text = lang.L("Decline all {{.Count}}", map[string]any{"Count": m.crowd})
		f.left = append(f.left, f.declineAll)
	}
	f.right = []*button{f.preview, f.send}
	if m.linkOnly() {
		f.right = []*button{f.send}
	}
	f.words.SizeName, f.words.Style.Bold = theme.SizeNameCaptionText, false
	f.say("", "")
}

// ask shows the question instead.
func (f *modalFooter) ask(question string) {
	f.left, f.right = nil, []*button{f.leave, f.keep}
	f.words.SizeName, f.words.Style.Bold = theme.SizeNameText, true
	f.say(question, theme.ColorNameForeground)
}

// say puts a sentence beside the buttons; the reason why one of them is grey, or a question.
func (f *modalFooter) say(words string, color fyne.ThemeColorName) {
	if color == "" {
		color = ColorNameMuted
	}
	f.words.Text, f.words.ColorName = words, color
	f.words.Hidden = words == ""
	f.words.Refresh()
	f.collect()
	f.Refresh()
}

// relabel changes the word on the button that shows what is sent.
func (f *modalFooter) relabel(word string) {
	f.preview.SetText(word)
	f.Refresh()
}

func (f *modalFooter) all() []*button { return append(f.left[:len(f.left):len(f.left)], f.right...) }

func (f *modalFooter) has(b *button) bool {
	for _, own := range f.all() {
		if own == b {
			return true
		}
	}
	return false
}

// HeightFor is for the layout of the modal.
func (f *modalFooter) HeightFor(width float32) float32 { return f.arrange(width, false) }

// arrange puts the two groups at the two ends, the sentence between them, or below each other when there is not enough
// room for one line.
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
	left, above := f.left, float32(0)
	leftWide, leftHigh := row(left)
	rightWide, rightHigh := row(f.right)
	if last := len(left) - 1; last > 0 && left[last] == f.declineAll && leftWide+rightWide+12 > width {
		// It comes and goes by itself: a row of its own, so that it moves none of the others.
		left = left[:last]
		leftWide, leftHigh = row(left)
		above = leftHigh + 6
		if draw {
			place(f.declineAll, 0, 0, f.declineAll.MinSize().Width, leftHigh)
		}
	}
	high, y := fyne.Max(leftHigh, rightHigh), float32(0)
	between := width - leftWide - rightWide - 20
	words := float32(0)
	if !f.words.Hidden {
		if between >= 150 && f.words.HeightFor(between) <= 2.2*f.words.rowHeight() {
			words = f.words.HeightFor(between)
			if draw {
				x := leftWide + 10
				if leftWide == 0 {
					x = fieldInset
				}
				wide := f.words.measure(f.words.Text) + 2
				if leftWide > 0 && wide < between { // towards the button that it is about
					x += between - wide
				}
				place(f.words, x, above+(high-words)/2, between, words)
			}
		} else {
			words = f.words.HeightFor(width - 2*fieldInset)
			if draw {
				place(f.words, fieldInset, above, width-2*fieldInset, words)
			}
			y = words + 6
		}
	}
	y += above
	leftY, rightY := y, y
	total := y + high
	if leftWide+rightWide+12 > width {
		rightY += leftHigh + 6
		total = rightY + rightHigh
	}
	if !draw {
		return total
	}
	x := float32(0)
	for _, b := range left {
		place(b, x, leftY, b.MinSize().Width, leftHigh)
		x += b.MinSize().Width + gap
	}
	x = fyne.Max(0, width-rightWide)
	for _, b := range f.right {
		place(b, x, rightY, b.MinSize().Width, rightHigh)
		x += b.MinSize().Width + gap
	}
	return total
}

func (f *modalFooter) collect() {
	if f.drawn == nil {
		return
	}
	f.drawn.objects = []fyne.CanvasObject{f.words}
	for _, b := range slices.Backward(f.right) { // Tab goes in this order: from the last field to what sends it
		f.drawn.objects = append(f.drawn.objects, b)
	}
	for _, b := range f.left {
		f.drawn.objects = append(f.drawn.objects, b)
	}
}

// CreateRenderer is for Fyne.
func (f *modalFooter) CreateRenderer() fyne.WidgetRenderer {
	f.drawn = &drawn{
		layout:  func(size fyne.Size) { f.arrange(size.Width, true) },
		min:     func() fyne.Size { return fyne.NewSize(200, f.HeightFor(fyne.Max(f.Size().Width, 200))) },
		refresh: func() { f.arrange(f.Size().Width, true); canvas.Refresh(f) },
	}
	f.collect()
	return f.drawn.ready(f.Size())
}
