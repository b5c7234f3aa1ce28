package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/schema"
)

// textControl is a line or a box of text, perhaps with a button inside at its end.
type textControl struct {
	widget.BaseWidget
	setting
	box     *textBox
	border  *canvas.Rectangle
	bad     bool
	wheel   *wheelPass
	drawn   *drawn
	meaning func(text string) string // says what the text means; nil: nothing to say
}

func newTextControl(s setting) *textControl {
	c := &textControl{setting: s, wheel: newWheelPass(s.frame)}
	c.box = newTextBox(s.frame, s.field.Multiline || s.field.Kind == schema.JSON)
	if s.field.Kind == schema.JSON {
		c.box.TextStyle.Monospace = true
		c.box.SetMinRowsVisible(4)
	}
	c.box.OnChanged = func(text string) { s.changed(schema.Input{Text: text, Touched: true}) }
	c.box.gained, c.box.left = s.gained, s.left
	c.box.lines = c.plainText()
	c.box.grown = c.grew
	c.ExtendBaseWidget(c)
	return c
}

// plainText says whether line breaks are welcome, though the field begins with one line.
func (c *textControl) plainText() bool {
	return c.field.Kind == schema.Text && c.field.Format == "" && !c.field.Secret
}

// grew is called when the line became a box of several lines.
func (c *textControl) grew() {
	c.collect()
	c.Refresh()
	c.resized()
}

func (c *textControl) show(in schema.Input) {
	if c.box.Text != in.Text {
		if strings.Contains(in.Text, "\n") && c.plainText() {
			c.box.becomeMultiLine()
		}
		told := c.box.OnChanged
		c.box.OnChanged = nil
		c.box.SetText(in.Text)
		c.box.OnChanged = told
	}
}

// put sets the text as the person would, from a helper such as the calendar.
func (c *textControl) put(text string) { c.box.SetText(text) }

// explains says what stands in the box, "" for nothing to say.
func (c *textControl) explains() string {
	if c.meaning == nil {
		return ""
	}
	return c.meaning(c.box.Text)
}

func (c *textControl) mark(bad bool) {
	if c.bad != bad {
		c.bad = bad
		c.Refresh()
	}
}

func (c *textControl) alone() bool           { return c.box.ActionItem == nil }
func (c *textControl) first() fyne.Focusable { return c.box }
func (c *textControl) shown() string         { return c.box.Text }

func (c *textControl) renders() string {
	if c.field.Kind == schema.JSON {
		return "json"
	}
	return "text"
}

// HeightFor is for the layout of the field.
func (c *textControl) HeightFor(float32) float32 { return c.box.MinSize().Height }

// CreateRenderer is for Fyne.
func (c *textControl) CreateRenderer() fyne.WidgetRenderer {
	c.border = &canvas.Rectangle{}
	c.drawn = &drawn{}
	c.collect()
	c.drawn.layout = func(size fyne.Size) {
		for _, o := range []fyne.CanvasObject{c.box, c.border, c.wheel} {
			place(o, 0, 0, size.Width, size.Height)
		}
	}
	c.drawn.min = func() fyne.Size { return fyne.NewSize(40, c.HeightFor(fyne.Max(c.Size().Width, 40))) }
	c.drawn.refresh = func() {
		c.drawBorder()
		canvas.Refresh(c)
	}
	c.drawBorder()
	return c.drawn
}

func (c *textControl) collect() {
	if c.drawn == nil {
		return
	}
	c.drawn.objects = []fyne.CanvasObject{c.box, c.border}
	if !c.box.MultiLine {
		c.drawn.objects = append(c.drawn.objects, c.wheel)
	}
}

func (c *textControl) drawBorder() {
	th := c.Theme()
	c.border.CornerRadius = th.Size(theme.SizeNameInputRadius)
	c.border.StrokeWidth = th.Size(theme.SizeNameInputBorder) + 0.5
	c.border.StrokeColor = colorOf(th, theme.ColorNameError)
	c.border.FillColor = faded(c.border.StrokeColor)
	c.border.Hidden = !c.bad
}
