package widgets

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/schema"
)

// selectControl shows what is chosen of many options, and opens a searchable list to choose from. Options are known by
// their position, so labels may repeat.
type selectControl struct {
	widget.BaseWidget
	setting
	options  []shownOption
	multiple bool
	chosen   []int // in the order of the options
	words    *Words
	popup    *popup
	picker   *picker
	focused  bool
	under    bool
	bad      bool
}

const shownChosen = 12 // of several chosen options that many are named

func newSelectControl(s setting, multiple bool) *selectControl {
	c := &selectControl{setting: s, multiple: multiple, options: shownOptions(s.field), words: NewWords("")}
	c.ExtendBaseWidget(c)
	c.write()
	return c
}

func (c *selectControl) show(in schema.Input) {
	c.chosen = c.chosen[:0]
	for _, i := range in.Chosen {
		if i >= 0 && i < len(c.options) && !slices.Contains(c.chosen, i) {
			c.chosen = append(c.chosen, i)
		}
	}
	slices.Sort(c.chosen)
	c.write()
}

// write says what is chosen.
func (c *selectControl) write() {
	text, color := "", theme.ColorNameForeground
	switch {
	case len(c.chosen) == 0:
		text, color = lang.L("Nothing chosen"), theme.ColorNamePlaceHolder
	case !c.multiple:
		text = c.options[c.chosen[0]].line()
	default:
		var names []string
		for _, i := range c.chosen[:min(len(c.chosen), shownChosen)] {
			names = append(names, c.options[i].line())
		}
		text = strings.Join(names, ", ")
		if more := len(c.chosen) - shownChosen; more > 0 {
			text = lang.L("{{.Names}} and {{.Count}} more", map[string]any{"Names": text, "Count": more})
		}
	}
	c.words.ColorName = color
	c.words.Text = text
	c.words.Refresh()
	c.Refresh()
	c.resized()
}

// explains says what the chosen option means, in the last line of the field.
func (c *selectControl) explains() string {
	if c.multiple || len(c.chosen) == 0 {
		return ""
	}
	return c.options[c.chosen[0]].means
}

func (c *selectControl) mark(bad bool) {
	c.bad = bad
	c.Refresh()
}

// choose sets what is chosen, as the person did it.
func (c *selectControl) choose(chosen []int) {
	slices.Sort(chosen)
	c.chosen = chosen
	c.write()
	c.changed(schema.Input{Chosen: slices.Clone(chosen), Touched: true})
}

func (c *selectControl) canClear() bool {
	return !c.multiple && !c.field.Required && len(c.chosen) > 0
}

func (c *selectControl) clear() { c.choose([]int{}) }

func (c *selectControl) alone() bool           { return true }
func (c *selectControl) first() fyne.Focusable { return c }

func (c *selectControl) renders() string {
	if c.multiple {
		return "multiselect"
	}
	return "select"
}

func (c *selectControl) shown() string {
	var names []string
	for _, i := range c.chosen {
		names = append(names, c.options[i].label)
	}
	return strings.Join(names, ", ")
}

// open shows the list, with search already typed when it was opened by typing.
func (c *selectControl) open(search string) {
	if c.popup != nil && c.popup.open {
		return
	}
	c.picker = newPicker(c.options, c.chosen, c.multiple, c.pick)
	want := fyne.NewSize(fyne.Max(c.Size().Width, 280), c.picker.wantHeight(c.Size().Width))
	c.popup = showPopup(c.frame, c, c.picker.inFrame, want, func() { c.frame.focus(c) })
	if c.popup == nil {
		return
	}
	c.popup.canvas.Focus(c.picker.search)
	for _, r := range search {
		c.picker.search.TypedRune(r)
	}
}

// pick is called by the list with the option that was chosen.
func (c *selectControl) pick(i int) {
	if !c.multiple {
		c.popup.close()
		c.choose([]int{i})
		return
	}
	chosen := slices.Clone(c.chosen)
	if at := slices.Index(chosen, i); at >= 0 {
		chosen = slices.Delete(chosen, at, at+1)
	} else {
		chosen = append(chosen, i)
	}
	c.choose(chosen)
	c.picker.setChosen(c.chosen)
}

// Tapped is for Fyne.
func (c *selectControl) Tapped(*fyne.PointEvent) {
	if !c.frame.takes() {
		return
	}
	c.frame.focus(c)
	c.open("")
}

// FocusGained is for Fyne.
func (c *selectControl) FocusGained() {
	c.focused = true
	c.gained(nil)
	c.Refresh()
}

// FocusLost is for Fyne.
func (c *selectControl) FocusLost() {
	c.focused = false
	c.Refresh()
	if c.popup == nil || !c.popup.open {
		c.left()
	}
}

// TypedRune is for Fyne: a letter opens the list with the search for it.
func (c *selectControl) TypedRune(r rune) {
	switch {
	case !c.frame.takes():
	case r == ' ':
		c.open("")
	default:
		c.open(string(r))
	}
}

// TypedKey is for Fyne.
func (c *selectControl) TypedKey(ev *fyne.KeyEvent) {
	if c.frame.takesKey(c, ev) {
		return
	}
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeyDown, fyne.KeyUp:
		c.open("")
	case fyne.KeyDelete, fyne.KeyBackspace:
		if !c.multiple && len(c.chosen) > 0 { // a required one too, as a text can be emptied: then it is not answered yet
			c.clear()
		}
	}
}

// TypedShortcut is for Fyne.
func (c *selectControl) TypedShortcut(s fyne.Shortcut) {
	if !c.frame.takesShortcut(s) {
		c.frame.passShortcut(c, s)
	}
}

// MouseIn is for Fyne.
func (c *selectControl) MouseIn(*desktop.MouseEvent) { c.under = true; c.Refresh() }

// MouseMoved is for Fyne.
func (c *selectControl) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is for Fyne.
func (c *selectControl) MouseOut() { c.under = false; c.Refresh() }

// HeightFor is for the layout of the field.
func (c *selectControl) HeightFor(width float32) float32 {
	return c.words.HeightFor(width-fieldInset-32) + 16
}

// CreateRenderer is for Fyne.
func (c *selectControl) CreateRenderer() fyne.WidgetRenderer {
	box := canvas.NewRectangle(nil)
	arrow := canvas.NewImageFromResource(theme.MenuDropDownIcon())
	arrow.FillMode = canvas.ImageFillContain
	paint := func() {
		th := c.Theme()
		box.FillColor, box.StrokeColor = colorOf(th, theme.ColorNameInputBackground), colorOf(th, theme.ColorNameInputBorder)
		box.StrokeWidth, box.CornerRadius = th.Size(theme.SizeNameInputBorder), th.Size(theme.SizeNameInputRadius)
		if c.under {
			box.FillColor = mix(box.FillColor, colorOf(th, theme.ColorNameForeground), 0.04)
		}
		if c.bad {
			box.StrokeColor = colorOf(th, theme.ColorNameError)
		}
		if c.focused {
			box.StrokeColor, box.StrokeWidth = colorOf(th, theme.ColorNamePrimary), 2
		}
	}
	paint()
	return (&drawn{
		objects: []fyne.CanvasObject{box, c.words, arrow},
		layout: func(size fyne.Size) {
			place(box, 0, 0, size.Width, size.Height)
			place(c.words, fieldInset, 8, size.Width-fieldInset-32, size.Height-16)
			place(arrow, size.Width-26, (size.Height-20)/2, 20, 20)
		},
		min:     func() fyne.Size { return fyne.NewSize(60, c.HeightFor(fyne.Max(c.Size().Width, 60))) },
		refresh: func() { paint(); canvas.Refresh(c) },
	}).ready(c.Size())
}
