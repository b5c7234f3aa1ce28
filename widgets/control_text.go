package widgets

import (
	"image/color"
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
	action  *button // inside the box at its end; nil for none
	drawn   *drawn
	long    *longText                // instead of the box; nil usually
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
	c.box.gained, c.box.left = func() { s.gained(nil) }, s.left
	c.box.lines = c.plainText()
	c.box.grown = c.grew
	c.box.long = func(text string) {
		c.showLong(text)
		s.changed(schema.Input{Text: text, Touched: true})
		c.frame.focus(c.first())
	}
	c.ExtendBaseWidget(c)
	return c
}

// plainText says whether line breaks are welcome, though the field begins with one line.
func (c *textControl) plainText() bool {
	return c.field.Kind == schema.Text && c.field.Format == "" && !c.field.Secret
}

const actionWide = 36

// withAction puts a button inside the box. It stands beside the entry and not in it, so that Shift+Tab finds the two in
// the right order; the entry only keeps the room free.
func (c *textControl) withAction(icon fyne.Resource, tapped func(*button)) {
	c.action = newButton("", icon, c.frame, nil)
	c.action.Importance = widget.LowImportance
	c.action.OnTapped = func() { tapped(c.action) }
	c.action.gained, c.action.left = func() { c.gained(nil) }, c.left
	room := canvas.NewRectangle(color.Transparent)
	room.SetMinSize(fyne.NewSize(actionWide, 1))
	c.box.ActionItem = room
}

// grew is called when another thing is shown, such as a box of several lines for a line.
func (c *textControl) grew() {
	if c.drawn != nil {
		c.collect()
		c.drawn.layout(c.Size())
		canvas.Refresh(c)
	}
	c.resized()
}

func (c *textControl) show(in schema.Input) {
	if len(in.Text) > longestEdit {
		c.showLong(in.Text)
		return
	}
	c.long = nil
	if c.box.Text != in.Text {
		if strings.Contains(in.Text, "\n") && c.plainText() {
			c.box.becomeMultiLine()
		}
		told := c.box.OnChanged
		c.box.OnChanged = nil
		c.box.SetText(in.Text)
		c.box.OnChanged = told
	}
	c.grew()
}

// showLong shows a text that is too long to edit in place of the box.
func (c *textControl) showLong(text string) {
	c.long = newLongText(c.frame, text, func() {
		c.show(schema.Input{})
		c.changed(schema.Input{Touched: true})
		c.frame.focus(c.box)
	})
	c.long.view.Mono = c.box.TextStyle.Monospace
	c.long.view.gained, c.long.view.left = func() { c.gained(nil) }, c.left
	c.long.remove.gained, c.long.remove.left = c.long.view.gained, c.left
	c.grew()
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

func (c *textControl) alone() bool { return c.action == nil && c.long == nil }

func (c *textControl) first() fyne.Focusable {
	if c.long != nil {
		return c.long.view // not the button: an Enter meant for something else would remove the text
	}
	return c.box
}

func (c *textControl) shown() string {
	if c.long != nil {
		return c.long.view.text
	}
	return c.box.Text
}

func (c *textControl) renders() string {
	if c.field.Kind == schema.JSON {
		return "json"
	}
	return "text"
}

// HeightFor is for the layout of the field.
func (c *textControl) HeightFor(width float32) float32 {
	if c.long != nil {
		return c.long.HeightFor(width)
	}
	return c.box.MinSize().Height
}

// CreateRenderer is for Fyne.
func (c *textControl) CreateRenderer() fyne.WidgetRenderer {
	c.border = &canvas.Rectangle{}
	c.drawn = &drawn{}
	c.collect()
	c.drawn.layout = func(size fyne.Size) {
		for _, o := range c.drawn.objects {
			place(o, 0, 0, size.Width, size.Height)
		}
		if c.action != nil {
			place(c.action, size.Width-actionWide-1, 1, actionWide, size.Height-2)
		}
	}
	c.drawn.min = func() fyne.Size { return fyne.NewSize(40, c.HeightFor(fyne.Max(c.Size().Width, 40))) }
	c.drawn.refresh = func() {
		c.drawBorder()
		canvas.Refresh(c)
	}
	c.drawBorder()
	return c.drawn.ready(c.Size())
}

func (c *textControl) collect() {
	if c.drawn == nil {
		return
	}
	if c.long != nil {
		c.drawn.objects = []fyne.CanvasObject{c.long, c.border}
		return
	}
	c.drawn.objects = []fyne.CanvasObject{c.box, c.border}
	if c.action != nil {
		c.drawn.objects = append(c.drawn.objects, c.action)
	}
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
