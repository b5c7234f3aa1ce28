package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/schema"
)

const (
	fieldInset  = 8    // texts stand in line with the text inside an entry
	fieldGap    = 4    // between the parts of one field
	maxLabel    = 300  // characters of a label or an option that are shown
	maxDescribe = 2000 // characters of a description that are shown
)

// fieldView is one field as drawn: label, control, description, and a last line for the hint or what is wrong. That
// line is always there, so nothing moves when an error comes or goes.
type fieldView struct {
	widget.BaseWidget
	label, required, lead *Words
	describe, foot        *Words
	footIcon              *canvas.Image
	hint, means, problem  string
	control               control
	links                 fieldLinks
}

func newFieldView(s setting) *fieldView {
	f := s.field
	v := &fieldView{control: newControl(s), hint: Plain(own(f.Hint))}
	label := PlainLine(f.Label, maxLabel)
	if f.Required && f.Kind != schema.Fixed {
		label += " *"
		v.required = newCaption(lang.L("required"))
	}
	v.label = newWords(label, "", "", fyne.TextStyle{Bold: true})
	if s.lead != "" {
		v.lead = NewWords(plainUpTo(s.lead, maxDescribe))
	}
	if f.Description != "" && !(f.Kind == schema.Boolean && f.HasDefault) {
		v.describe = newCaption(plainUpTo(f.Description, maxDescribe))
	}
	v.addLinks(s)
	v.foot = newCaption(v.hint)
	v.ExtendBaseWidget(v)
	return v
}

// plainUpTo is Plain of the first max characters.
func plainUpTo(s string, max int) string {
	for i := range s {
		if max == 0 {
			return Plain(s[:i]) + "…"
		}
		max--
	}
	return Plain(s)
}

// explaining is a control that can say what stands in it.
type explaining interface{ explains() string }

// show puts a value in.
func (v *fieldView) show(in schema.Input) {
	v.control.show(in)
	v.changed(in)
}

// changed brings what depends on the value up to date.
func (v *fieldView) changed(in schema.Input) {
	means := ""
	if c, ok := v.control.(explaining); ok {
		means = c.explains()
	}
	if said := saysOnPurpose(in); said != "" {
		means = said
	}
	if means != v.means {
		v.means = means
		v.writeFoot()
	}
	v.showLinks(in)
}

// setProblem shows what is wrong, "" for nothing. It tells whether the height changed.
func (v *fieldView) setProblem(message string) {
	if v.problem == message {
		return
	}
	v.problem = message
	v.control.mark(message != "")
	v.writeFoot()
}

// writeFoot fills the last line: what is wrong, else what the entry means, else the hint.
func (v *fieldView) writeFoot() {
	message := v.problem
	v.foot.Text, v.foot.ColorName = v.hint, ColorNameMuted
	if v.means != "" {
		v.foot.Text = v.means
	}
	if message != "" {
		v.foot.Text, v.foot.ColorName = Plain(message), theme.ColorNameError
	}
	v.foot.Refresh()
	v.Refresh()
}

// HeightFor is for the layout of the form.
func (v *fieldView) HeightFor(width float32) float32 {
	return v.arrange(width, nil)
}

// arrange goes through the parts from top to bottom, places them when asked to, and gives the height of all.
func (v *fieldView) arrange(width float32, put placer) float32 {
	if put == nil {
		put = nowhere
	}
	text := width - 2*fieldInset
	y := float32(0)

	labelWide := text
	if room := v.links.room(); room > 0 {
		labelWide -= room
		x := width
		for _, b := range v.links.shown() {
			min := b.MinSize()
			x -= min.Width + linkGap
			put(b, x, y+(v.label.rowHeight()-min.Height)/2, min.Width, min.Height)
		}
	}
	high := v.label.HeightFor(labelWide)
	put(v.label, fieldInset, y, labelWide, high)
	y += high
	if v.required != nil {
		needs, rowHigh := v.required.measure(v.required.Text)+2, v.required.rowHeight()
		if x := v.label.lastRowWidth(labelWide) + 8; x+needs <= labelWide {
			put(v.required, fieldInset+x, y-rowHigh-1, needs, rowHigh)
		} else {
			put(v.required, fieldInset, y, text, rowHigh)
			y += rowHigh
		}
	}
	y += 2
	if v.lead != nil {
		high = v.lead.HeightFor(text)
		put(v.lead, fieldInset, y, text, high)
		y += high + fieldGap
	}

	high = v.control.HeightFor(width)
	put(v.control, 0, y, width, high)
	y += high + fieldGap

	if v.describe != nil {
		high = v.describe.HeightFor(text)
		put(v.describe, fieldInset, y, text, high)
		y += high
	}
	x := float32(fieldInset)
	if v.problem != "" {
		x += v.foot.rowHeight() + 4
	}
	high = v.foot.HeightFor(width - x - fieldInset)
	put(v.foot, x, y, width-x-fieldInset, high)
	if v.footIcon != nil {
		put(v.footIcon, fieldInset, y, v.foot.rowHeight(), v.foot.rowHeight())
	}
	return y + high
}

// CreateRenderer is for Fyne.
func (v *fieldView) CreateRenderer() fyne.WidgetRenderer {
	v.footIcon = canvas.NewImageFromResource(theme.NewErrorThemedResource(theme.ErrorIcon()))
	v.footIcon.FillMode = canvas.ImageFillContain
	v.footIcon.Hidden = v.problem == ""
	d := &drawn{objects: []fyne.CanvasObject{v.label}}
	for _, o := range []*Words{v.required, v.lead, v.describe} {
		if o != nil {
			d.objects = append(d.objects, o)
		}
	}
	d.objects = append(d.objects, v.foot, v.footIcon, v.control)
	d.objects = append(d.objects, v.links.objects()...)
	d.layout = func(size fyne.Size) { v.arrange(size.Width, place) }
	d.min = func() fyne.Size {
		width := fyne.Max(v.Size().Width, 120)
		return fyne.NewSize(120, v.HeightFor(width))
	}
	d.refresh = func() {
		v.footIcon.Hidden = v.problem == ""
		v.arrange(v.Size().Width, place)
		canvas.Refresh(v)
	}
	return d.ready(v.Size())
}

// isShort says whether a field needs only half the width of a form.
func isShort(f schema.Field) bool {
	const most = 24
	if len(f.Label) > most || len(f.Hint) > 60 || len(f.Description) > 60 || f.Secret {
		return false
	}
	switch f.Kind {
	case schema.Integer, schema.Number:
		return true
	case schema.Text:
		return f.Format == "date" && !f.Multiline
	}
	return false
}
