package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/widgets"
)

// over is what Esc takes away while it lies over the window.
type over interface {
	shows(top fyne.CanvasObject) bool // whether it is the topmost
	hide()
}

// overlay is a small box over the window that only tells something. Esc and its button close it.
type overlay struct {
	w     *Window
	popup *widget.PopUp
	layer fyne.CanvasObject // what Fyne put over the canvas for it
	close *button
	over  over // lies under it and comes back; nil usually
	must  bool // whatever lies over the window, such as a menu, it comes above that
}

// showOver shows something in a box over the window, and over the request in front of it.
func (w *Window) showOver(title string, body fyne.CanvasObject) {
	o := &overlay{w: w}
	o.close = w.button(lang.L("Close"), theme.CancelIcon(), o.hide)
	o.show(title, body, o.close)
}

// showQuestion asks something before what cannot be taken back. The keyboard is on no: Enter and Esc leave all as it is.
func (w *Window) showQuestion(title, words, no, yes string, do func()) *overlay {
	o := &overlay{w: w, must: true}
	o.close = w.button(no, nil, o.hide)
	o.close.Importance = widget.HighImportance
	text := widgets.NewWords(words)
	body := container.New(&wide{420}, text)
	o.show(title, body, w.button(yes, nil, func() { o.hide(); do() }), o.close)
	return o
}

// wide lays one thing out at a width, as high as it needs to be there.
type wide struct{ width float32 }

func (l *wide) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.width, heightFor(o[0], l.width)+8)
}

func (l *wide) Layout(o []fyne.CanvasObject, size fyne.Size) { o[0].Resize(size) }

// show reports whether there was a place for it.
func (o *overlay) show(title string, body fyne.CanvasObject, buttons ...fyne.CanvasObject) bool {
	w := o.w
	if !w.free() && !w.asking() && o.over == nil && !o.must {
		return false
	}
	keys := newKeyCatcher(func(ev *fyne.KeyEvent) {
		switch ev.Name {
		case fyne.KeyEscape, fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
			o.hide()
		}
	})
	name := widget.NewLabelWithStyle(title, fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	inside := container.NewBorder(container.NewStack(keys, name), rowOf(nil, buttons...), nil, nil, body)
	o.popup = widget.NewModalPopUp(container.NewPadded(container.NewPadded(inside)), w.win.Canvas())
	w.over = o
	o.popup.Show()
	o.layer = w.win.Canvas().Overlays().Top()
	o.layer.MinSize() // makes what is in it, so that it can take the keyboard
	w.win.Canvas().Focus(keys)
	return true
}

func (o *overlay) hide() {
	o.popup.Hide()
	if o.w.over == over(o) {
		o.w.over = o.over
	}
}

// shows reports whether top is this overlay.
func (o *overlay) shows(top fyne.CanvasObject) bool { return top == o.layer }

// showKeys lists what the keyboard does.
func (w *Window) showKeys() {
	_, modifier := mainKey()
	grid := container.NewGridWithColumns(2)
	for _, s := range w.shortcuts() {
		key := widget.NewLabel(modifier + "+" + s.shown)
		key.TextStyle.Bold = true
		grid.Add(key)
		grid.Add(widget.NewLabel(s.does))
	}
	for _, line := range [][2]string{
		{"Esc", lang.L("Leave what is open, or the search")},
		{"Tab", lang.L("Go to the next field or button")},
		{"F1", lang.L("Show this list")},
	} {
		key := widget.NewLabel(line[0])
		key.TextStyle.Bold = true
		grid.Add(key)
		grid.Add(widget.NewLabel(line[1]))
	}
	w.showOver(lang.L("What the keyboard does"), grid)
}

// keyCatcher takes the keyboard for an overlay that has just come; it draws nothing, and Tab does not come back to it.
type keyCatcher struct {
	widget.BaseWidget
	typed func(*fyne.KeyEvent)
	left  bool // the keyboard went elsewhere
}

func newKeyCatcher(typed func(*fyne.KeyEvent)) *keyCatcher {
	k := &keyCatcher{typed: typed}
	k.ExtendBaseWidget(k)
	return k
}

func (k *keyCatcher) FocusGained()                { k.left = false }
func (k *keyCatcher) FocusLost()                  { k.left = true }
func (k *keyCatcher) Disabled() bool              { return k.left }
func (k *keyCatcher) Enable()                     { /* it comes with the keyboard */ }
func (k *keyCatcher) Disable()                    { /* it goes with the keyboard */ }
func (k *keyCatcher) TypedRune(rune)              { /* keys only */ }
func (k *keyCatcher) TypedKey(ev *fyne.KeyEvent)  { k.typed(ev) }
func (k *keyCatcher) TypedShortcut(fyne.Shortcut) { /* nothing gets through to the window */ }

// CreateRenderer is for Fyne.
func (k *keyCatcher) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}
