package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// keyList is a list in which Enter chooses, as the space bar does. Keys that it does not know go to the window.
type keyList struct {
	widget.List
	drawn fyne.CanvasObject // the widget that this is the inside of: Fyne knows the canvas of that one alone; nil: none
}

func newKeyList(length func() int, create func() fyne.CanvasObject, update func(widget.ListItemID, fyne.CanvasObject)) *keyList {
	l := &keyList{}
	l.Length, l.CreateItem, l.UpdateItem = length, create, update
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey is for Fyne.
func (l *keyList) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		l.List.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	case fyne.KeyUp, fyne.KeyDown:
		l.List.TypedKey(ev)
	default:
		if l.drawn != nil {
			passKey(l.drawn, ev)
			return
		}
		passKey(l, ev)
	}
}
