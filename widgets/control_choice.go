package widgets

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/schema"
)

// choiceControl is a group of radio buttons or of check boxes. It is one stop for Tab; inside, the arrow keys go from
// row to row and Space chooses. Rows are known by their position, so labels may repeat.
type choiceControl struct {
	widget.BaseWidget
	setting
	rows     []*choiceRow
	multiple bool
	across   bool // side by side: yes and no
	tick     bool // a single check box: its first state is yes, the other no
	kind     string
	on       []bool
	cursor   int
	focused  bool
	bad      bool
	unsaid   *Words // "not answered", beside yes and no
}

// newRadioControl is for one of a few options.
func newRadioControl(s setting) *choiceControl {
	return newChoiceControl(s, shownOptions(s.field), "select", false)
}

// newCheckControl is for any number of a few options.
func newCheckControl(s setting) *choiceControl {
	return newChoiceControl(s, shownOptions(s.field), "multiselect", true)
}

// newYesNoControl is for a yes or no that nobody has answered yet. Two radio buttons show the third state, not
// answered, without a riddle (case form-boolean-required-needs-choice).
func newYesNoControl(s setting) *choiceControl {
	c := newChoiceControl(s, labelled(lang.L("Yes"), lang.L("No")), "checkbox", false)
	c.across = true
	c.unsaid = newCaption(lang.L("not answered"))
	return c
}

// newTickControl is the check box of a yes or no that has a default: ticked or not, never unanswered
// (case form-boolean-default-true-untouched). Its words are the description, as beside any check box.
func newTickControl(s setting) *choiceControl {
	label := lang.L("Yes")
	if s.field.Description != "" {
		label = plainUpTo(s.field.Description, maxDescribe)
	}
	c := newChoiceControl(s, labelled(label), "checkbox", true)
	c.tick = true
	return c
}

func newChoiceControl(s setting, options []shownOption, kind string, multiple bool) *choiceControl {
	c := &choiceControl{setting: s, kind: kind, multiple: multiple, on: make([]bool, len(options))}
	for i, option := range options {
		c.rows = append(c.rows, newChoiceRow(option, !multiple, func() { c.click(i) }))
	}
	c.ExtendBaseWidget(c)
	return c
}

func (c *choiceControl) show(in schema.Input) {
	clear(c.on)
	for _, i := range in.Chosen {
		if i >= 0 && i < len(c.on) {
			c.on[i] = true
		}
	}
	if first := slices.Index(c.on, true); first >= 0 {
		c.cursor = first
	}
	c.redraw()
}

func (c *choiceControl) mark(bad bool) {
	c.bad = bad
	c.redraw()
}

func (c *choiceControl) redraw() {
	for i, r := range c.rows {
		r.set(c.on[i], c.focused && c.cursor == i, c.bad)
	}
	if c.unsaid != nil {
		if hidden := slices.Contains(c.on, true); c.unsaid.Hidden != hidden {
			c.unsaid.Hidden = hidden
			canvas.Refresh(c)
		}
	}
}

// click chooses a row by mouse.
func (c *choiceControl) click(i int) {
	if !c.frame.takes() {
		return
	}
	c.frame.focus(c)
	c.cursor = i
	c.choose(i)
}

// choose turns a check box over, or makes a radio button the chosen one.
func (c *choiceControl) choose(i int) {
	if c.multiple {
		c.on[i] = !c.on[i]
	} else {
		clear(c.on)
		c.on[i] = true
	}
	c.tell()
}

func (c *choiceControl) tell() {
	c.redraw()
	chosen := []int{}
	for i, on := range c.on {
		if on {
			chosen = append(chosen, i)
		}
	}
	if c.tick && len(chosen) == 0 {
		chosen = append(chosen, 1)
	}
	c.changed(schema.Input{Chosen: chosen, Touched: true})
}

// canClear says whether the answer can be taken back for good, which a link beside the field offers.
func (c *choiceControl) canClear() bool {
	return !c.multiple && !c.field.Required && slices.Contains(c.on, true)
}

func (c *choiceControl) clear() {
	clear(c.on)
	c.tell()
}

func (c *choiceControl) alone() bool           { return true }
func (c *choiceControl) first() fyne.Focusable { return c }
func (c *choiceControl) renders() string       { return c.kind }

func (c *choiceControl) shown() string {
	if c.field.Kind == schema.Boolean {
		switch {
		case c.on[0]:
			return "true"
		case c.tick || c.on[1]:
			return "false"
		}
		return ""
	}
	var chosen []string
	for i, on := range c.on {
		if on {
			chosen = append(chosen, c.rows[i].words.Text)
		}
	}
	return strings.Join(chosen, ", ")
}

// FocusGained is for Fyne.
func (c *choiceControl) FocusGained() {
	c.focused = true
	c.redraw()
	c.gained(c.rows[c.cursor])
}

// FocusLost is for Fyne.
func (c *choiceControl) FocusLost() {
	c.focused = false
	c.redraw()
	c.left()
}

// TypedRune is for Fyne.
func (c *choiceControl) TypedRune(r rune) {
	if r == ' ' && c.frame.takes() {
		c.choose(c.cursor)
	}
}

// TypedKey is for Fyne.
func (c *choiceControl) TypedKey(ev *fyne.KeyEvent) {
	if c.frame.takesKey(c, ev) {
		return
	}
	switch ev.Name {
	case fyne.KeyUp, fyne.KeyLeft:
		c.step(-1)
	case fyne.KeyDown, fyne.KeyRight:
		c.step(1)
	case fyne.KeyDelete, fyne.KeyBackspace:
		if !c.multiple && slices.Contains(c.on, true) { // a required one too, as a text can be emptied: then it is not answered yet
			c.clear()
		}
	}
}

// step moves the keyboard to the next row. Among radio buttons it chooses that row, as everywhere.
func (c *choiceControl) step(by int) {
	next := c.cursor + by
	if next < 0 || next >= len(c.rows) {
		return
	}
	c.cursor = next
	if c.multiple {
		c.redraw()
	} else {
		c.choose(next)
	}
	c.gained(c.rows[next])
}

// TypedShortcut is for Fyne.
func (c *choiceControl) TypedShortcut(s fyne.Shortcut) {
	if !c.frame.takesShortcut(s) {
		c.frame.passShortcut(c, s)
	}
}

// Cursor is for Fyne.
func (c *choiceControl) Cursor() desktop.Cursor { return desktop.DefaultCursor }

// HeightFor is for the layout of the field.
func (c *choiceControl) HeightFor(width float32) float32 { return c.arrange(width, false) }

func (c *choiceControl) arrange(width float32, draw bool) float32 {
	if c.across {
		return c.arrangeAcross(width, draw)
	}
	y := float32(0)
	for _, r := range c.rows {
		high := r.HeightFor(width)
		if draw {
			place(r, 0, y, width, high)
		}
		y += high
	}
	return y
}

func (c *choiceControl) arrangeAcross(width float32, draw bool) float32 {
	x, high := float32(0), float32(0)
	for _, r := range c.rows {
		wide := fyne.Min(r.wide(), width)
		high = fyne.Max(high, r.HeightFor(wide))
		if draw {
			place(r, x, 0, wide, high)
		}
		x += wide + 4
	}
	if draw {
		place(c.unsaid, x+6, (high-c.unsaid.rowHeight())/2, fyne.Max(0, width-x-6), c.unsaid.rowHeight())
	}
	return high
}

// CreateRenderer is for Fyne.
func (c *choiceControl) CreateRenderer() fyne.WidgetRenderer {
	d := &drawn{}
	for _, r := range c.rows {
		d.objects = append(d.objects, r)
	}
	if c.unsaid != nil {
		d.objects = append(d.objects, c.unsaid)
	}
	d.layout = func(size fyne.Size) { c.arrange(size.Width, true) }
	d.min = func() fyne.Size { return fyne.NewSize(60, c.HeightFor(fyne.Max(c.Size().Width, 60))) }
	d.refresh = func() {
		for _, r := range c.rows {
			r.Refresh()
		}
		c.redraw()
		canvas.Refresh(c)
	}
	return d.ready(c.Size())
}
