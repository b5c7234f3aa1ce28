package app

import "fyne.io/fyne/v2"

// openEditor shows the entry of a server to be changed.
func (w *Window) openEditor(name string) { w.open(place{page: editAt, server: name}) }

type editPage struct{}

func newEditPage(w *Window, name string) *editPage { return &editPage{} }
func (p *editPage) object() fyne.CanvasObject      { return nil }
func (p *editPage) enter()                         {}
func (p *editPage) focus()                         {}
func (p *editPage) refresh()                       {}
