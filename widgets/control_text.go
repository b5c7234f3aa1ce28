package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/schema"
)

// textControl is a line or a box of text.
type textControl struct {
	widget.BaseWidget
	setting
	box    *textBox
	border *canvas.Rectangle
	bad    bool
	wheel  *wheelPass
}

func newTextControl(s setting) *textControl {
	c := &textControl{setting: s, wheel: newWheelPass(s.frame)}
	c.box = newTextBox(s.frame, s.field.Multiline || s.field.Kind == schema.JSON)
	if s.field.Kind == schema.JSON {
		c.box.TextStyle.Monospace = true
	}
	c.box.OnChanged = func(text string) { s.changed(schema.Input{Text: text, Touched: true}) }
	c.box.gained, c.box.left = s.gained, s.left
	c.ExtendBaseWidget(c)
	return c
}

func (c *textControl) show(in schema.Input) {
	if c.box.Text == in.Text {
		return
	}
	told := c.box.OnChanged
	c.box.OnChanged = nil
	c.box.SetText(in.Text)
	c.box.OnChanged = told
}

func (c *textControl) mark(bad bool) {
	if c.bad != bad {
		c.bad = bad
		c.Refresh()
	}
}

func (c *textControl) alone() bool           { return true }
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
	d := &drawn{objects: []fyne.CanvasObject{c.box, c.border}}
	if !c.box.MultiLine {
		d.objects = append(d.objects, c.wheel)
	}
	d.layout = func(size fyne.Size) {
		for _, o := range d.objects {
			place(o, 0, 0, size.Width, size.Height)
		}
	}
	d.min = func() fyne.Size { return fyne.NewSize(40, c.box.MinSize().Height) }
	d.refresh = func() {
		c.drawBorder()
		canvas.Refresh(c)
	}
	c.drawBorder()
	return d
}

func (c *textControl) drawBorder() {
	th := c.Theme()
	c.border.CornerRadius = th.Size(theme.SizeNameInputRadius)
	c.border.StrokeWidth = th.Size(theme.SizeNameInputBorder) + 0.5
	c.border.StrokeColor = colorOf(th, theme.ColorNameError)
	c.border.FillColor = faded(c.border.StrokeColor)
	c.border.Hidden = !c.bad
}

// wheelPass lies over a line of text and gives the wheel to the page around it: the entry would keep it for itself.
type wheelPass struct {
	widget.BaseWidget
	frame *frame
}

func newWheelPass(f *frame) *wheelPass {
	w := &wheelPass{frame: f}
	w.ExtendBaseWidget(w)
	return w
}

// Scrolled is for Fyne.
func (w *wheelPass) Scrolled(ev *fyne.ScrollEvent) {
	if w.frame != nil && w.frame.wheel != nil {
		w.frame.wheel(ev)
	}
}

// CreateRenderer is for Fyne.
func (w *wheelPass) CreateRenderer() fyne.WidgetRenderer {
	return &drawn{layout: func(fyne.Size) {}, min: func() fyne.Size { return fyne.Size{} }, refresh: func() {}}
}
