package widgets

import (
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// newSecretControl is a line whose text shows as dots, with a button that reveals it while it is pressed in.
func newSecretControl(s setting) *textControl {
	c := newTextControl(s)
	c.box.Password = true
	reveal := newButton("", theme.VisibilityIcon(), s.frame, nil)
	reveal.Importance = widget.LowImportance
	reveal.OnTapped = func() {
		c.box.Password = !c.box.Password
		reveal.SetIcon(theme.VisibilityOffIcon())
		if c.box.Password {
			reveal.SetIcon(theme.VisibilityIcon())
		}
		c.box.Refresh()
	}
	c.box.ActionItem = reveal
	return c
}
