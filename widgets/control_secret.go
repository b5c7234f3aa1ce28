package widgets

import "fyne.io/fyne/v2/theme"

// newSecretControl is a line whose text shows as dots, with a button that reveals it.
func newSecretControl(s setting) *textControl {
	c := newTextControl(s)
	c.box.Password = true
	c.withAction(theme.VisibilityIcon(), func(reveal *button) {
		c.box.Password = !c.box.Password
		reveal.SetIcon(theme.VisibilityOffIcon())
		if c.box.Password {
			reveal.SetIcon(theme.VisibilityIcon())
		}
		c.box.Refresh()
	})
	return c
}
