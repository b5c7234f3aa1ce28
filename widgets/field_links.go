package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"

	"parley/bridge/schema"
)

// fieldLinks are the words at the end of a label that say nothing, or take something back: Clear on a choice, None of
// these on a list that must be there, and on a tool's page Send empty text and Send null.
type fieldLinks struct {
	clear, empty, null *wordButton // nil where the field has no use for them
}

// clearable is a control whose answer can be taken back without a trace.
type clearable interface {
	canClear() bool
	clear()
}

func (l fieldLinks) all() (all []*wordButton) {
	for _, b := range []*wordButton{l.clear, l.null, l.empty} {
		if b != nil {
			all = append(all, b)
		}
	}
	return all
}

func (l fieldLinks) shown() (shown []*wordButton) {
	for _, b := range l.all() {
		if b.Visible() {
			shown = append(shown, b)
		}
	}
	return shown
}

const linkGap = 4

// room is the width that the links can need; it is kept free also while they are not shown, so that no label jumps.
func (l fieldLinks) room() float32 {
	wide := func(links ...*wordButton) (sum float32) {
		for _, b := range links {
			if b != nil {
				sum += b.MinSize().Width + linkGap
			}
		}
		return sum
	}
	return fyne.Max(wide(l.clear), wide(l.null, l.empty))
}

func (l fieldLinks) objects() (objects []fyne.CanvasObject) {
	for _, b := range l.all() {
		objects = append(objects, b)
	}
	return objects
}

// addLinks makes the links that suit a field.
func (v *fieldView) addLinks(s setting) {
	f := s.field
	link := func(word string, do func()) *wordButton {
		b := newWordButton(word, nil, s.frame, func() {
			do()
			s.frame.focus(v.control.first())
		})
		b.Hidden = true
		b.gained, b.left = func() { s.gained(nil) }, s.left
		return b
	}
	c, choice := v.control.(clearable)
	if word := emptyWord(f, s.explicit); word != "" {
		v.links.empty = link(word, func() { s.changed(schema.Input{Empty: true}) })
	}
	if s.explicit && f.Nullable {
		v.links.null = link(lang.L("Send null"), func() { s.changed(schema.Input{Null: true}) })
	}
	if (choice && !f.Required) || v.links.empty != nil || v.links.null != nil {
		v.links.clear = link(lang.L("Clear"), func() {
			if choice && c.canClear() {
				c.clear()
				return
			}
			s.changed(schema.Input{})
		})
	}
}

// emptyWord is what the link says that sends nothing on purpose, "" where there is none. A list that must be there and may be empty
// has it in every form: nothing else says "none of these".
func emptyWord(f schema.Field, explicit bool) string {
	must := f.Required && f.CanBeEmpty()
	switch {
	case must && f.Kind == schema.Choices:
		return lang.L("None of these")
	case f.Kind == schema.Text && explicit:
		return lang.L("Send empty text")
	case must, explicit && (f.Kind == schema.List || f.Kind == schema.Choices):
		return lang.L("Send empty list")
	}
	return ""
}

// showLinks shows those that mean something for the value at hand.
func (v *fieldView) showLinks(in schema.Input) {
	blank := in.Text == "" && len(in.Chosen) == 0 && len(in.Items) == 0
	purpose := blank && (in.Empty || in.Null)
	c, choice := v.control.(clearable)
	changed := false
	set := func(b *wordButton, visible bool) {
		if b != nil && b.Hidden == visible {
			b.Hidden, changed = !visible, true
		}
	}
	set(v.links.clear, purpose || choice && c.canClear())
	set(v.links.empty, blank && !purpose)
	set(v.links.null, blank && !purpose)
	if changed {
		v.arrange(v.Size().Width, place)
		canvas.Refresh(v)
	}
}

// saysOnPurpose says that nothing is sent on purpose, "" when it is not.
func saysOnPurpose(in schema.Input) string {
	switch {
	case in.Text != "" || len(in.Chosen) > 0 || len(in.Items) > 0:
		return ""
	case in.Null:
		return lang.L("null is sent")
	case in.Empty:
		return lang.L("It is sent empty")
	}
	return ""
}
