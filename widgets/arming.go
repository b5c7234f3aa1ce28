package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

const (
	// armingTime is how long a request that appeared by itself accepts nothing, so that a key meant for something else
	// does nothing (case form-enter-key-does-not-answer-on-arrival). It counts from the last key or click that was refused:
	// who types on has not seen it yet.
	armingTime = 400 * time.Millisecond
	// swapTime is how long nothing ends a request after another one went from its place: a hand on its way to a button of
	// the one before arrives within that time.
	swapTime = time.Second
	// secondClick is how long a click may be the second half of the one that brought the request up.
	secondClick = 300 * time.Millisecond
)

// arming decides which keys and clicks are meant for a request. A key counts only when it was pressed while the request
// took keys: one that was down already repeats for as long as it is held, and Fyne tells of a press, but not that a
// repeated key is one.
type arming struct {
	now     func() time.Time
	arrives bool      // it appeared by itself
	after   time.Time // when the request before it went; zero: none
	shown   time.Time
	refused time.Time             // when something came last that did not count
	pressed map[fyne.KeyName]bool // keys that are down, and whether they may end the request
	over    bool
}

// fills says whether entries can be filled in.
func (a *arming) fills() bool {
	if a.over {
		return false
	}
	now := a.now()
	return !a.arrives || now.Sub(a.shown) >= armingTime && now.Sub(a.refused) >= armingTime
}

// ends says whether buttons, and keys that end the request, do something.
func (a *arming) ends() bool {
	return a.fills() && (!a.arrives || a.now().Sub(a.after) >= swapTime)
}

// refuse notes that something came too early.
func (a *arming) refuse() { a.refused = a.now() }

// press notes that a key went down.
func (a *arming) press(key fyne.KeyName) {
	if !a.fills() {
		a.refuse()
		return
	}
	if a.pressed == nil {
		a.pressed = make(map[fyne.KeyName]bool)
	}
	a.pressed[key] = a.ends()
}

// release notes that a key came up.
func (a *arming) release(key fyne.KeyName) { delete(a.pressed, key) }

// typed says whether a key counts in an entry; repeated ones do as well.
func (a *arming) typed(key fyne.KeyName) bool {
	_, down := a.pressed[key]
	if down && a.fills() {
		return true
	}
	a.refuse()
	return false
}

// ending says whether a key may end the request.
func (a *arming) ending(key fyne.KeyName) bool {
	if a.pressed[key] && a.ends() {
		return true
	}
	a.refuse()
	return false
}

// clicked says whether a mouse button that goes down now may press something.
func (a *arming) clicked() bool {
	if a.ends() && a.now().Sub(a.shown) >= secondClick {
		return true
	}
	a.refuse()
	return false
}

// keyed is a part of a frame that can have the keyboard: it tells the frame which keys go down and up.
type keyed struct{ frame *frame }

// KeyDown is for Fyne.
func (k *keyed) KeyDown(ev *fyne.KeyEvent) { k.frame.pressed(ev.Name) }

// KeyUp is for Fyne.
func (k *keyed) KeyUp(ev *fyne.KeyEvent) { k.frame.released(ev.Name) }

// windowKeys are a window's own handlers for keys that nothing focused got, kept while something else takes them.
type windowKeys struct {
	typed    func(*fyne.KeyEvent)
	down, up func(*fyne.KeyEvent)
	silent   bool // the canvas tells of no presses, as on a telephone: each key that comes is one
}

// take lets a modal have the keys.
func (k *windowKeys) take(c fyne.Canvas, l *modalLayer) {
	k.typed = c.OnTypedKey()
	c.SetOnTypedKey(l.unfocusedKey)
	d, tells := c.(desktop.Canvas)
	k.silent = !tells
	if tells {
		k.down, k.up = d.OnKeyDown(), d.OnKeyUp()
		d.SetOnKeyDown(l.KeyDown)
		d.SetOnKeyUp(l.KeyUp)
	}
}

// giveBack lets the window have them again.
func (k *windowKeys) giveBack(c fyne.Canvas) {
	c.SetOnTypedKey(k.typed)
	if c, ok := c.(desktop.Canvas); ok {
		c.SetOnKeyDown(k.down)
		c.SetOnKeyUp(k.up)
	}
}

// help hands a key to the window below.
func (k *windowKeys) help(ev *fyne.KeyEvent) {
	if k.typed != nil {
		k.typed(ev)
	}
}
