package widgets

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/schema"
)

// listControl is a list of rows of free text that the person adds and removes.
type listControl struct {
	widget.BaseWidget
	setting
	items []string
	rows  []*listRow // the first of the items; the rest waits behind a button
	add   *wordButton
	more  *wordButton
	bad   bool
	drawn *drawn
}

// listPage is how many rows are drawn at once; a default of thousands must not freeze the screen.
const listPage = 40

// listRow is one row and its remove button.
type listRow struct {
	box    *textBox
	long   *Words // instead of the box, for a text that is too long to edit; nil usually
	remove *button
	wheel  *wheelPass
}

func newListControl(s setting) *listControl {
	c := &listControl{setting: s}
	c.add = newWordButton(lang.L("Add a row"), theme.ContentAddIcon(), s.frame, func() { c.addItem("") })
	c.more = newWordButton(lang.L("Show more rows"), theme.MenuDropDownIcon(), s.frame, func() { c.build(len(c.rows) + listPage) })
	for _, b := range []*wordButton{c.add, c.more} {
		b.gained, b.left = func() { s.gained(b) }, s.left
	}
	c.ExtendBaseWidget(c)
	return c
}

func (c *listControl) show(in schema.Input) {
	c.items = slices.Clone(in.Items)
	c.rows = nil
	c.build(listPage)
}

// build makes rows up to a number, in step with the items.
func (c *listControl) build(n int) {
	n = min(n, len(c.items))
	c.rows = c.rows[:min(len(c.rows), n)]
	for len(c.rows) < n {
		c.rows = append(c.rows, c.newRow(c.items[len(c.rows)]))
	}
	c.redraw()
}

func (c *listControl) newRow(text string) *listRow {
	r := &listRow{box: newTextBox(c.frame, strings.Contains(text, "\n")), wheel: newWheelPass(c.frame)}
	if len(text) > longestEdit {
		said := lang.L("{{.Size}} of text, sent as it stands", map[string]any{"Size": sizeWords(len(text))})
		r.long = newWords(said, "", ColorNameMuted, fyne.TextStyle{})
	} else {
		r.box.SetText(text)
	}
	r.box.OnChanged = func(text string) {
		c.items[c.indexOf(r)] = text
		c.tell()
	}
	here := func() { c.gained(r.box) }
	r.box.gained, r.box.left = here, c.left
	r.remove = newButton("", theme.CancelIcon(), c.frame, func() { c.removeItem(c.indexOf(r)) })
	r.remove.Importance = widget.LowImportance
	r.remove.gained, r.remove.left = here, c.left
	return r
}

// first is what gets the keyboard in the row.
func (r *listRow) first() fyne.Focusable {
	if r.long != nil {
		return r.remove
	}
	return r.box
}

func (c *listControl) indexOf(r *listRow) int { return slices.Index(c.rows, r) }

// addItem adds a row at the end and takes the keyboard there.
func (c *listControl) addItem(text string) {
	c.items = append(c.items, text)
	c.build(len(c.items))
	c.tell()
	c.frame.focus(c.rows[len(c.rows)-1].first())
}

// removeItem takes a row away. The keyboard goes to the row that follows.
func (c *listControl) removeItem(i int) {
	if i < 0 || i >= len(c.items) {
		return
	}
	c.items = slices.Delete(c.items, i, i+1)
	if i < len(c.rows) {
		c.rows = slices.Delete(c.rows, i, i+1)
	}
	c.build(len(c.rows) + 1)
	c.tell()
	switch {
	case i < len(c.rows):
		c.frame.focus(c.rows[i].first())
	case len(c.rows) > 0:
		c.frame.focus(c.rows[len(c.rows)-1].first())
	default:
		c.frame.focus(c.add)
	}
}

func (c *listControl) tell() {
	c.changed(schema.Input{Items: slices.Clone(c.items), Touched: true})
}

func (c *listControl) mark(bad bool) {
	c.bad = bad
	c.Refresh()
}

func (c *listControl) alone() bool { return false }

func (c *listControl) first() fyne.Focusable {
	if len(c.rows) > 0 {
		return c.rows[0].first()
	}
	return c.add
}

func (c *listControl) renders() string { return "list" }
func (c *listControl) shown() string   { return strings.Join(c.items, "\n") }

// redraw puts the rows that there are into the tree.
func (c *listControl) redraw() {
	c.more.Hidden = len(c.rows) == len(c.items)
	if c.drawn != nil {
		c.collect()
		c.arrange(c.Size().Width, true)
		canvas.Refresh(c)
	}
	c.resized()
}

func (c *listControl) collect() {
	c.drawn.objects = c.drawn.objects[:0]
	for _, r := range c.rows {
		if r.long != nil {
			c.drawn.objects = append(c.drawn.objects, r.long, r.remove)
			continue
		}
		c.drawn.objects = append(c.drawn.objects, r.box, r.remove)
		if !r.box.MultiLine {
			c.drawn.objects = append(c.drawn.objects, r.wheel)
		}
	}
	c.drawn.objects = append(c.drawn.objects, c.more, c.add)
}

// HeightFor is for the layout of the field.
func (c *listControl) HeightFor(width float32) float32 { return c.arrange(width, false) }

func (c *listControl) arrange(width float32, draw bool) float32 {
	y := float32(0)
	for _, r := range c.rows {
		high := r.box.MinSize().Height
		if draw {
			place(r.box, 0, y, width-40, high)
			place(r.wheel, 0, y, width-40, high)
			if r.long != nil {
				place(r.long, fieldInset, y+8, width-40-fieldInset, high-8)
			}
			place(r.remove, width-36, y, 36, fyne.Min(high, 36))
		}
		y += high + 6
	}
	for _, b := range []*wordButton{c.more, c.add} {
		if b.Hidden {
			continue
		}
		min := b.MinSize()
		if draw {
			place(b, 2, y, min.Width, 28)
		}
		y += 28
	}
	return y
}

// CreateRenderer is for Fyne.
func (c *listControl) CreateRenderer() fyne.WidgetRenderer {
	c.drawn = &drawn{
		layout: func(size fyne.Size) { c.arrange(size.Width, true) },
		min:    func() fyne.Size { return fyne.NewSize(80, c.HeightFor(0)) },
		refresh: func() {
			for _, r := range c.rows {
				r.box.Refresh()
			}
			canvas.Refresh(c)
		},
	}
	c.collect()
	return c.drawn.ready(c.Size())
}
