package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// choiceRow is one radio button or check box with its words, which wrap. It takes clicks; the keyboard is with what it
// stands in.
type choiceRow struct {
	widget.BaseWidget
	round   bool // a radio button
	on      bool
	here    bool // the keyboard is on this row
	bad     bool
	hovered bool
	words   *Words
	more    *Words // under the words: what the option means; nil for nothing
	tapped  func()
}

func newChoiceRow(option shownOption, round bool, tapped func()) *choiceRow {
	r := &choiceRow{round: round, words: NewWords(option.label), tapped: tapped}
	if more := option.more(); more != "" {
		r.more = newCaption(more)
	}
	r.ExtendBaseWidget(r)
	return r
}

const (
	choiceMark = 18 // the size of the circle or the box
	choicePad  = 6  // above and below the words
)

// set changes how it looks.
func (r *choiceRow) set(on, here, bad bool) {
	if r.on == on && r.here == here && r.bad == bad {
		return
	}
	r.on, r.here, r.bad = on, here, bad
	r.Refresh()
}

// HeightFor is for the layout around it.
func (r *choiceRow) HeightFor(width float32) float32 {
	high := r.words.HeightFor(r.wordsWidth(width)) + 2*choicePad
	if r.more != nil {
		high += r.more.HeightFor(r.wordsWidth(width))
	}
	return high
}

func (r *choiceRow) wordsWidth(width float32) float32 {
	return width - fieldInset - choiceMark - 10 - 4
}

// wide is the width that it needs to stay on one line.
func (r *choiceRow) wide() float32 {
	return r.words.measure(r.words.Text) + fieldInset + choiceMark + 10 + 14
}

// Tapped is for Fyne.
func (r *choiceRow) Tapped(*fyne.PointEvent) { r.tapped() }

// MouseIn is for Fyne.
func (r *choiceRow) MouseIn(*desktop.MouseEvent) { r.hovered = true; r.Refresh() }

// MouseMoved is for Fyne.
func (r *choiceRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is for Fyne.
func (r *choiceRow) MouseOut() { r.hovered = false; r.Refresh() }

// CreateRenderer is for Fyne.
func (r *choiceRow) CreateRenderer() fyne.WidgetRenderer {
	back, box := canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	dot := canvas.NewRectangle(nil)
	short, long := canvas.NewLine(nil), canvas.NewLine(nil)
	paint := func() {
		th := r.Theme()
		accent := colorOf(th, theme.ColorNamePrimary)
		back.CornerRadius = 6
		back.FillColor, back.StrokeColor, back.StrokeWidth = faded(accent), faded(accent), 0
		if r.hovered {
			back.FillColor = colorOf(th, theme.ColorNameHover)
		}
		if r.here {
			back.StrokeColor, back.StrokeWidth = accent, 1.5
		}
		back.Hidden = !r.hovered && !r.here // drawing nothing takes as long as drawing something
		box.FillColor, box.StrokeColor, box.StrokeWidth = colorOf(th, theme.ColorNameInputBackground), colorOf(th, ColorNameMuted), 1.5
		box.CornerRadius = 4
		if r.round {
			box.CornerRadius = choiceMark / 2
		}
		if r.bad {
			box.StrokeColor = colorOf(th, theme.ColorNameError)
		}
		if r.on {
			box.StrokeColor = accent
			if !r.round {
				box.FillColor = accent
			}
		}
		dot.FillColor, dot.CornerRadius = accent, 5
		dot.Hidden = !r.on || !r.round
		short.StrokeColor = colorOf(th, theme.ColorNameForegroundOnPrimary)
		long.StrokeColor = short.StrokeColor
		short.StrokeWidth, long.StrokeWidth = 2, 2
		short.Hidden, long.Hidden = !r.on || r.round, !r.on || r.round
	}
	paint()
	objects := []fyne.CanvasObject{back, box, dot, short, long, r.words}
	if r.more != nil {
		objects = append(objects, r.more)
	}
	return (&drawn{
		objects: objects,
		layout: func(size fyne.Size) {
			place(back, 1, 1, size.Width-2, size.Height-2)
			x, y := float32(fieldInset), choicePad+whole((r.words.rowHeight()-choiceMark)/2)
			place(box, x, y, choiceMark, choiceMark)
			place(dot, x+4, y+4, choiceMark-8, choiceMark-8)
			short.Position1, short.Position2 = fyne.NewPos(x+4, y+9.5), fyne.NewPos(x+7.5, y+13)
			long.Position1, long.Position2 = fyne.NewPos(x+7.5, y+13), fyne.NewPos(x+14, y+5.5)
			wide := r.wordsWidth(size.Width)
			high := r.words.HeightFor(wide)
			place(r.words, x+choiceMark+10, choicePad, wide, high)
			if r.more != nil {
				place(r.more, x+choiceMark+10, choicePad+high, wide, r.more.HeightFor(wide))
			}
		},
		min:     func() fyne.Size { return fyne.NewSize(60, r.HeightFor(fyne.Max(r.Size().Width, 60))) },
		refresh: func() { paint(); canvas.Refresh(r) },
	}).ready(r.Size())
}
