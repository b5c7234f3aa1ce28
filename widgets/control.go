package widgets

import (
	"time"

	"fyne.io/fyne/v2"

	"parley/bridge/schema"
)

// control is the part of a field that the person operates.
type control interface {
	fyne.CanvasObject
	flowing
	show(schema.Input)     // puts a value in without telling anyone
	mark(bad bool)         // draws it as wrong, or as usual
	alone() bool           // there is one thing in it that can have the keyboard
	first() fyne.Focusable // what gets the keyboard; nil when there is nothing to operate
	renders() string       // text, checkbox, select, multiselect, list, json, or hidden for a constant
	shown() string         // what a person reads in it
}

// setting is what a control is made for and whom it tells.
type setting struct {
	field    schema.Field
	lead     string // a sentence between label and entry
	explicit bool   // an empty text, an empty list or null can be sent on purpose
	frame    *frame
	now      func() time.Time
	changed  func(schema.Input)           // the person changed the entry
	gained   func(part fyne.CanvasObject) // the keyboard came to a part of the control; nil for all of it
	left     func()                       // the keyboard went elsewhere
	resized  func()                       // the control needs another height
}

// KeyDown is for Fyne.
func (s *setting) KeyDown(ev *fyne.KeyEvent) { s.frame.pressed(ev.Name) }

// KeyUp is for Fyne.
func (s *setting) KeyUp(ev *fyne.KeyEvent) { s.frame.released(ev.Name) }

const (
	mostRadios = 5 // from the next option on a list is quicker to read
	mostChecks = 8
)

// newControl makes the control that suits the kind of a field. This is the one table of kinds.
func newControl(s setting) control {
	switch s.field.Kind {
	case schema.Boolean:
		if s.field.HasDefault {
			return newTickControl(s)
		}
		return newYesNoControl(s)
	case schema.Choice:
		if len(s.field.Options) > mostRadios {
			return newSelectControl(s, false)
		}
		return newRadioControl(s)
	case schema.Choices:
		if len(s.field.Options) > mostChecks {
			return newSelectControl(s, true)
		}
		return newCheckControl(s)
	case schema.List:
		return newListControl(s)
	case schema.Fixed:
		return newFixedControl(s)
	case schema.Text:
		switch {
		case s.field.Secret:
			return newSecretControl(s)
		case s.field.Multiline:
			return newTextControl(s)
		case s.field.Format == "date":
			return newDateControl(s)
		case s.field.Format == "date-time":
			return newDateTimeControl(s)
		}
	}
	return newTextControl(s) // text, numbers and JSON
}
