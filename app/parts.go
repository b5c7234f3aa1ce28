package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/widgets"
)

// heading is the title of a page.
func heading(text string) *widgets.Words {
	w := widgets.NewWords(text)
	w.SizeName = theme.SizeNameHeadingText
	w.Style.Bold = true
	return w
}

// caption is small muted text.
func caption(text string) *widgets.Words {
	w := widgets.NewWords(text)
	w.SizeName = theme.SizeNameCaptionText
	w.ColorName = widgets.ColorNameMuted
	return w
}

// advice is a caption that says what is wrong, where something is or what to do; its words can be selected.
func advice(text string, color fyne.ThemeColorName) *widgets.Copyable {
	w := caption(text)
	w.ColorName = color
	return widgets.NewCopyable(w)
}

// button is a Fyne button that also takes Enter and that comes into view when it gets the keyboard.
type button struct {
	widget.Button
	presses
	w    *Window
	ring widgets.Ring
}

// button makes a button whose work runs inside the crash net.
func (w *Window) button(label string, icon fyne.Resource, do func()) *button {
	b := &button{w: w}
	b.Text, b.Icon, b.OnTapped = label, icon, w.net.Func(do)
	b.ExtendBaseWidget(b)
	return b
}

// foldButton makes a button that shows or hides what is below it.
func (w *Window) foldButton(label string, do func()) *button {
	b := w.button(label, theme.NewThemedResource(theme.MenuExpandIcon()), do)
	b.Importance = widget.LowImportance
	return b
}

// fold says what the next press does, and turns the arrow.
func (b *button) fold(label string, open bool) {
	b.Text, b.Icon = label, theme.NewThemedResource(theme.MenuExpandIcon())
	if open {
		b.Icon = theme.NewThemedResource(theme.MenuDropDownIcon())
	}
	b.Refresh()
}

// stress makes it the button that the page is about, or one among others.
func (b *button) stress(main bool) {
	importance := widget.MediumImportance
	if main {
		importance = widget.HighImportance
	}
	if b.Importance != importance {
		b.Importance = importance
		b.Refresh()
	}
}

// setHidden hides the button or brings it back. One that was drawn while it was hidden has lost its icon in Fyne, so it is drawn again.
func (b *button) setHidden(hidden bool) {
	if b.Hidden == hidden {
		return
	}
	b.Hidden = hidden
	if !hidden {
		b.Refresh()
	}
}

// FocusGained is for Fyne.
func (b *button) FocusGained() {
	b.Button.FocusGained()
	b.ring.Show(true, b)
	b.w.reveal(b)
}

// FocusLost is for Fyne.
func (b *button) FocusLost() {
	b.Button.FocusLost()
	b.forget()
	b.ring.Show(false, b)
}

// CreateRenderer is for Fyne.
func (b *button) CreateRenderer() fyne.WidgetRenderer {
	return b.ring.Around(b.Button.CreateRenderer(), &b.Button, b)
}

// TypedKey is for Fyne.
func (b *button) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		if b.took(ev.Name) && !b.Disabled() {
			b.OnTapped() // not Tapped, which takes the keyboard away
		}
	case fyne.KeyEscape, fyne.KeyF1:
		passKey(b, ev)
	default:
		b.Button.TypedKey(ev)
	}
}

// reveal scrolls the shown page until what got the keyboard can be seen.
func (w *Window) reveal(o fyne.CanvasObject) {
	if p, ok := w.page().(interface{ scrolled() *widgets.Body }); ok && p.scrolled() != nil {
		p.scrolled().Reveal(o)
	}
}

// wheel scrolls the shown page by a turn of the wheel that what is under the pointer has no use for.
func (w *Window) wheel(ev *fyne.ScrollEvent) {
	if p, ok := w.page().(interface{ scrolled() *widgets.Body }); ok && p.scrolled() != nil {
		p.scrolled().Scrolled(ev)
	}
}

// underWheel puts an entry of one line into a page that scrolls: Fyne's would keep the wheel for itself.
func (w *Window) underWheel(e *keyEntry) fyne.CanvasObject {
	return container.NewStack(e, widgets.NewWheelPass(w.wheel))
}

// action makes a button of a notice; its work runs inside the crash net.
func (w *Window) action(label string, do func()) widgets.Action {
	return widgets.Action{Label: label, Do: w.afterwards(do)}
}

// afterwards gives do for a button that do may take away: the press is over before, and the keyboard free.
func (w *Window) afterwards(do func()) func() {
	return func() {
		w.door.Do(func() {
			w.win.Canvas().Unfocus()
			do()
		})
	}
}

// viewer makes a viewer whose long work happens off Fyne's goroutine.
func (w *Window) viewer(mono bool) *widgets.Viewer {
	v := widgets.NewViewer("")
	v.Mono, v.Boxed, v.Go, v.Do = mono, mono, w.net.Go, w.door.Do
	v.PassWheel(w.wheel)
	return v
}

// relayout fits what is in a container in again, without redrawing it.
func relayout(c *fyne.Container) { c.Layout.Layout(c.Objects, c.Size()) }

// rowOf puts things side by side; what stands before the spacer is on the left, the rest on the right.
func rowOf(left []fyne.CanvasObject, right ...fyne.CanvasObject) *fyne.Container {
	row := container.NewHBox(left...)
	row.Add(layout.NewSpacer())
	for _, o := range right {
		row.Add(o)
	}
	return row
}

// pageBelow is the margin below a page.
const pageBelow = 10

// padded gives a page its margins.
func padded(o fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedLayout(14, pageBelow, 18, 18), o)
}
