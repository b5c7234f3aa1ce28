package app

import "fyne.io/fyne/v2"

// presses knows which keys went down on a thing while it had the keyboard. A key that is held comes again and again, and
// presses it once; one that was down before it got the keyboard does not press it at all. Fyne tells of presses and of
// repetitions, but not which of the two a key is.
type presses struct{ down map[fyne.KeyName]bool }

// KeyDown is for Fyne.
func (p *presses) KeyDown(ev *fyne.KeyEvent) {
	if p.down == nil {
		p.down = make(map[fyne.KeyName]bool)
	}
	p.down[ev.Name] = true
}

// KeyUp is for Fyne.
func (p *presses) KeyUp(ev *fyne.KeyEvent) { delete(p.down, ev.Name) }

// took reports whether a key that has come was pressed here, once for each press.
func (p *presses) took(key fyne.KeyName) bool {
	pressed := p.down[key]
	delete(p.down, key)
	return pressed
}

// forget is for when the keyboard goes elsewhere.
func (p *presses) forget() { p.down = nil }
