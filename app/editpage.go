package app

// openEditor shows the entry of a server to be changed.
func (w *Window) openEditor(name string) { w.open(place{page: editAt, server: name}) }
