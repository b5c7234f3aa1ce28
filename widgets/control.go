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
	renders() string       // text, checkbox, select, multiselect, list, json or hidden
	shown() string         // what a person reads in it
}

// setting is what a control is made for and whom it tells.
type setting struct {
	field   schema.Field
	frame   *frame
	now     func() time.Time
	changed func(schema.Input) // the person changed the entry
	gained  func()             // the keyboard came
	left    func()             // the keyboard went elsewhere
	resized func()             // the control needs another height
}

// newControl makes the control that suits the kind of a field. This is the one table of kinds.
func newControl(s setting) control {
	switch s.field.Kind {
	default:
		return newTextControl(s)
	}
}
