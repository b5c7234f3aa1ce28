package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
)

// newDateControl is a line for YYYY-MM-DD with a calendar behind a button. What is in the line is what is sent; the
// calendar opens on today, but today is never put in by itself (case form-format-date-not-invented).
func newDateControl(s setting) *textControl {
	c := newTextControl(s)
	c.box.SetPlaceHolder(lang.L("YYYY-MM-DD"))
	c.withAction(theme.CalendarIcon(), func(open *button) {
		today := dateOf(s.now())
		chosen, ok := parseDate(c.box.Text)
		start := chosen
		if !ok {
			start, chosen = today, date{}
		}
		var p *popup
		var month *calendar
		p = showPopup(c.frame, open, func(f *frame) fyne.CanvasObject {
			month = newCalendar(f, start, today, chosen, func(d date) {
				p.close()
				c.put(d.String())
			})
			return month
		}, calendarSize().AddWidthHeight(12, 12), func() { c.frame.focus(c.box) })
		if p != nil {
			p.canvas.Focus(month)
		}
	})
	return c
}
