package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Kind is what a notice or a mark says, by colour, icon and word alike.
type Kind int

// The kinds of notices and marks.
const (
	Info    Kind = iota // something to know
	Success             // it worked; for a mark: ready
	Warning             // something to look at; for a mark: needs the person
	Failure             // it did not work
	Idle                // nothing going on; for a mark: off
	Busy                // under way
)

// icon and color give the look of a kind.
func (k Kind) icon() fyne.Resource {
	switch k {
	case Success:
		return theme.NewSuccessThemedResource(theme.ConfirmIcon())
	case Warning:
		return theme.NewWarningThemedResource(theme.WarningIcon())
	case Failure:
		return theme.NewErrorThemedResource(theme.ErrorIcon())
	}
	return theme.NewColoredResource(theme.InfoIcon(), theme.ColorNamePlaceHolder)
}

func (k Kind) color() fyne.ThemeColorName {
	switch k {
	case Success:
		return theme.ColorNameSuccess
	case Warning:
		return ColorNameAmber
	case Failure:
		return theme.ColorNameError
	case Busy:
		return theme.ColorNamePrimary
	}
	return ColorNameMuted
}

// Action is a button of a notice.
type Action struct {
	Label string // a verb
	Do    func()
}

// Notice is a sentence in a box: a receipt, a warning, an error with what to do about it. Its words can be selected.
type Notice struct {
	widget.BaseWidget
	kind    Kind
	words   *Words
	read    *Copyable // the words, to select
	buttons []*button
	close   *button
	frame   *frame
}

// NewNotice makes a notice. The sentence goes through [Plain].
func NewNotice(kind Kind, sentence string, actions ...Action) *Notice {
	return newNotice(nil, kind, sentence, actions...)
}

func newNotice(f *frame, kind Kind, sentence string, actions ...Action) *Notice {
	n := &Notice{kind: kind, words: NewWords(plainUpTo(sentence, maxDescribe)), frame: f}
	n.read = newCopyable(f, n.words)
	for _, a := range actions {
		n.buttons = append(n.buttons, newButton(a.Label, nil, f, a.Do))
	}
	n.ExtendBaseWidget(n)
	return n
}

// OnClose gives the notice a × that calls closed.
func (n *Notice) OnClose(closed func()) *Notice {
	n.close = newButton("", theme.CancelIcon(), n.frame, closed)
	n.close.Importance = widget.LowImportance
	return n
}

// SetSentence changes the sentence.
func (n *Notice) SetSentence(sentence string) {
	n.read.SetText(plainUpTo(sentence, maxDescribe))
	n.Refresh()
}

// Sentence is what the notice says.
func (n *Notice) Sentence() string { return n.words.Text }

// Kind is what kind of notice it is.
func (n *Notice) Kind() Kind { return n.kind }

// Press presses the action with the given label, as a person would.
func (n *Notice) Press(label string) bool {
	for _, b := range n.buttons {
		if b.Text == label {
			b.Tapped(&fyne.PointEvent{})
			return true
		}
	}
	return false
}

// HeightFor is for the layout around it.
func (n *Notice) HeightFor(width float32) float32 { return n.arrange(width, nil, nil) }

const noticePad = 10

func (n *Notice) arrange(width float32, icon fyne.CanvasObject, put placer) float32 {
	if put == nil {
		put = nowhere
	}
	right := width - noticePad
	buttonsHigh, rowOfButtons := float32(0), float32(0)
	if n.close != nil {
		right -= 32
		put(n.close, right+4, 4, 32, 32)
	}
	for _, b := range n.buttons {
		rowOfButtons += b.MinSize().Width + 6
		buttonsHigh = fyne.Max(buttonsHigh, b.MinSize().Height)
	}
	left := float32(noticePad + 28)
	beside := rowOfButtons > 0 && right-left-rowOfButtons > 220 && rowOfButtons < (right-left)/2
	text := right - left
	if beside {
		text -= rowOfButtons + 6
	}
	high := n.words.HeightFor(text)
	line := fyne.Max(20, high)
	if beside {
		line = fyne.Max(line, buttonsHigh)
	}
	if icon != nil {
		put(icon, noticePad, noticePad+(fyne.Min(line, n.words.rowHeight())-20)/2+(line-high)/2, 20, 20)
	}
	put(n.read, left, noticePad+(line-high)/2, text, high)
	x, y, total := left, noticePad+line+6, line+2*noticePad
	if n.close != nil && total < 64 {
		put(n.close, width-noticePad-28, (total-32)/2, 32, 32)
	}
	if beside {
		x, y = right-rowOfButtons+6, noticePad+(line-buttonsHigh)/2
	} else if rowOfButtons > 0 {
		total += buttonsHigh + 6
	}
	for _, b := range n.buttons {
		min := b.MinSize()
		put(b, x, y, min.Width, min.Height)
		x += min.Width + 6
	}
	return total
}

// CreateRenderer is for Fyne.
func (n *Notice) CreateRenderer() fyne.WidgetRenderer {
	back := canvas.NewRectangle(nil)
	icon := canvas.NewImageFromResource(n.kind.icon())
	icon.FillMode = canvas.ImageFillContain
	paint := func() {
		th := n.Theme()
		back.CornerRadius = 8
		back.FillColor = colorOf(th, ColorNameNote)
		if n.kind == Warning {
			back.FillColor = colorOf(th, ColorNameBanner)
		}
		if n.kind == Failure {
			back.FillColor = mix(colorOf(th, theme.ColorNameOverlayBackground), colorOf(th, theme.ColorNameError), 0.1)
		}
		if n.kind == Success {
			back.FillColor = mix(colorOf(th, theme.ColorNameOverlayBackground), colorOf(th, theme.ColorNameSuccess), 0.1)
		}
	}
	paint()
	d := &drawn{objects: []fyne.CanvasObject{back, icon, n.read}}
	for _, b := range n.buttons {
		d.objects = append(d.objects, b)
	}
	if n.close != nil {
		d.objects = append(d.objects, n.close)
	}
	d.layout = func(size fyne.Size) {
		place(back, 0, 0, size.Width, size.Height)
		n.arrange(size.Width, icon, place)
	}
	d.min = func() fyne.Size {
		return fyne.NewSize(160, n.HeightFor(fyne.Max(n.Size().Width, 160)))
	}
	d.refresh = func() {
		paint()
		n.arrange(n.Size().Width, icon, place)
		canvas.Refresh(n)
	}
	return d.ready(n.Size())
}
