package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"slices"
	"strings"

	"parley/bridge/schema"
)

// This file lets a test find the fields without pixels and operate them as a person would: through the same key
// presses, clicks and clipboard as in a window. Fields are known by their position, as everywhere.

// Fields is the number of fields.
func (f *Form) Fields() int { return len(f.views) }

// Index is the position of the field with a key, -1 when there is none.
func (f *Form) Index(key string) int {
	return slices.IndexFunc(f.form.Fields, func(field schema.Field) bool { return field.Key == key })
}

// Renders says what a field looks like: text, checkbox (any yes or no), select (one of many), multiselect, list, json
// or hidden.
func (f *Form) Renders(i int) string { return f.view(i).control.renders() }

// Shown is what a person reads in the entry: the text, the label of what is chosen, true or false, rows by line; "" for
// nothing.
func (f *Form) Shown(i int) string { return f.view(i).control.shown() }

// OptionsShown are the labels to choose from, in order.
func (f *Form) OptionsShown(i int) []string {
	switch c := f.view(i).control.(type) {
	case *choiceControl:
		var labels []string
		for _, r := range c.rows {
			labels = append(labels, r.words.Text)
		}
		return labels
	case *selectControl:
		var labels []string
		for _, o := range c.options {
			labels = append(labels, o.label)
		}
		return labels
	}
	return nil
}

// OptionsExplained is what stands under each option, in order.
func (f *Form) OptionsExplained(i int) []string {
	var more []string
	for _, o := range shownOptions(f.form.Fields[i]) {
		more = append(more, o.more())
	}
	return more
}

// ErrorOn is the message under a field, "" for none.
func (f *Form) ErrorOn(i int) string {
	if v := f.view(i); v.problem != "" {
		return v.foot.Text
	}
	return ""
}

// GeneralError is the message about the answer as a whole, "" for none.
func (f *Form) GeneralError() string {
	if f.general == nil {
		return ""
	}
	return f.general.Sentence()
}

// Notices are the sentences above the fields: a note about the form, a warning about secrets.
func (f *Form) Notices() []string {
	var out []string
	for _, n := range f.tops() {
		out = append(out, n.Sentence())
	}
	return out
}

// Label is the name of a field as shown, without the mark of a required one.
func (f *Form) Label(i int) string {
	return strings.TrimSuffix(f.view(i).label.Text, " *")
}

// Required says whether a field is marked as required.
func (f *Form) Required(i int) bool { return f.view(i).required != nil }

// Description is the text below a field, "" for none.
func (f *Form) Description(i int) string {
	v := f.view(i)
	if v.describe != nil {
		return v.describe.Text
	}
	if c, ok := v.control.(*choiceControl); ok && c.tick && f.form.Fields[i].Description != "" {
		return c.rows[0].words.Text
	}
	return ""
}

// Hint is the line that says the limits, "" for none.
func (f *Form) Hint(i int) string { return f.view(i).hint }

// Masked says whether the entry hides what is typed.
func (f *Form) Masked(i int) bool {
	c, ok := f.view(i).control.(*textControl)
	return ok && c.box.Password
}

// Focused is the field that has the keyboard, -1 for none.
func (f *Form) Focused() int { return f.focused }

// Type types text behind what stands in a field. It gives false when the field takes no text. Line breaks are typed
// with Enter where there are several lines, and come from the clipboard elsewhere, as long texts do.
func (f *Form) Type(i int, text string) bool {
	f.Focus(i)
	c, ok := f.view(i).control.(*textControl)
	if !ok {
		return false
	}
	pressKey(c.box, fyne.KeyPageDown)
	const typed = 500 // nobody types more
	if !c.box.MultiLine && strings.Contains(text, "\n") || len(text) > typed {
		c.box.TypedShortcut(&fyne.ShortcutPaste{Clipboard: &heldText{text}})
		return true
	}
	for _, r := range text {
		if r == '\n' {
			pressKey(c.box, fyne.KeyReturn)
			continue
		}
		c.box.TypedRune(r)
	}
	return true
}

// pressKey presses a key on something, as Fyne's desktop driver does.
func pressKey(on interface {
	fyne.Focusable
	desktop.Keyable
}, name fyne.KeyName) {
	ev := &fyne.KeyEvent{Name: name}
	on.KeyDown(ev)
	on.TypedKey(ev)
	on.KeyUp(ev)
}

// Clear empties a field: select all and backspace in a text, Delete on a choice, every row removed from a list.
func (f *Form) Clear(i int) {
	f.Focus(i)
	switch c := f.view(i).control.(type) {
	case *textControl:
		if c.long != nil {
			c.long.remove.Tapped(&fyne.PointEvent{})
			return
		}
		c.box.TypedShortcut(&fyne.ShortcutSelectAll{})
		pressKey(c.box, fyne.KeyBackspace)
	case *choiceControl:
		if c.multiple && !c.tick {
			f.Pick(i, nil)
			return
		}
		pressKey(c, fyne.KeyDelete)
	case *selectControl:
		if c.multiple {
			f.Pick(i, nil)
			return
		}
		pressKey(c, fyne.KeyDelete)
	case *listControl:
		for len(c.items) > 0 {
			c.rows[len(c.rows)-1].remove.Tapped(&fyne.PointEvent{})
		}
	}
}

// SendEmpty presses Send empty text, or Send empty list. It gives false when the form does not offer it now.
func (f *Form) SendEmpty(i int) bool { return press(f.view(i).links.empty) }

// SendNull presses Send null. It gives false when the form does not offer it now.
func (f *Form) SendNull(i int) bool { return press(f.view(i).links.null) }

func press(b *wordButton) bool {
	if b == nil || !b.Visible() {
		return false
	}
	b.Tapped(&fyne.PointEvent{})
	return true
}

// Choose chooses an option by its position: a click on a radio button, or opening the list and picking. For a yes or no
// 0 is yes and 1 is no.
func (f *Form) Choose(i, option int) bool {
	f.Focus(i)
	switch c := f.view(i).control.(type) {
	case *choiceControl:
		switch {
		case c.tick:
			if c.on[0] != (option == 0) {
				c.rows[0].Tapped(&fyne.PointEvent{})
			}
			return true
		case option >= 0 && option < len(c.rows):
			c.rows[option].Tapped(&fyne.PointEvent{})
			return true
		}
	case *selectControl:
		if option < 0 || option >= len(c.options) {
			return false
		}
		c.Tapped(&fyne.PointEvent{})
		if c.popup == nil || !c.popup.open {
			return false
		}
		c.picker.pickRow(slices.Index(c.picker.found, option))
		if c.popup.open {
			c.popup.close()
		}
		return true
	}
	return false
}

// Pick makes exactly the given options the chosen ones, in the order of clicks given.
func (f *Form) Pick(i int, options []int) bool {
	f.Focus(i)
	switch c := f.view(i).control.(type) {
	case *choiceControl:
		for at := range c.on {
			if c.on[at] && !slices.Contains(options, at) {
				c.rows[at].Tapped(&fyne.PointEvent{})
			}
		}
		for _, at := range options {
			if !c.on[at] {
				c.rows[at].Tapped(&fyne.PointEvent{})
			}
		}
		return true
	case *selectControl:
		for _, at := range slices.Clone(c.chosen) {
			if !slices.Contains(options, at) {
				f.Choose(i, at)
			}
		}
		for _, at := range options {
			if !slices.Contains(c.chosen, at) {
				f.Choose(i, at)
			}
		}
		return true
	}
	return false
}

// AddItem adds a row to a list and types into it.
func (f *Form) AddItem(i int, text string) bool {
	f.Focus(i)
	c, ok := f.view(i).control.(*listControl)
	if !ok {
		return false
	}
	c.add.Tapped(&fyne.PointEvent{})
	return f.TypeItem(i, len(c.items)-1, text)
}

// TypeItem types text behind what stands in a row of a list.
func (f *Form) TypeItem(i, row int, text string) bool {
	c, ok := f.view(i).control.(*listControl)
	if !ok || row < 0 || row >= len(c.rows) {
		return false
	}
	for _, r := range text {
		c.rows[row].box.TypedRune(r)
	}
	return true
}

// RemoveItem removes a row of a list.
func (f *Form) RemoveItem(i, row int) bool {
	c, ok := f.view(i).control.(*listControl)
	if !ok || row < 0 || row >= len(c.rows) {
		return false
	}
	c.rows[row].remove.Tapped(&fyne.PointEvent{})
	return true
}

// Items are the rows of a list as shown.
func (f *Form) Items(i int) []string {
	c, ok := f.view(i).control.(*listControl)
	if !ok {
		return nil
	}
	return slices.Clone(c.items)
}
