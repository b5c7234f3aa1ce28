package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
)

// bodyItems builds what stands between header and footer.
func (m *Modal) bodyItems() []fyne.CanvasObject {
	var items []fyne.CanvasObject
	message := Plain(m.ask.Message)
	if message == "" {
		message = lang.L("The server gave no reason for this request.")
	}
	items = append(items, newInset(NewWords(message)))
	if m.ask.Note != "" {
		items = append(items, newNotice(m.frame, Info, m.ask.Note))
	}
	if m.ask.Form != nil && len(m.ask.Form.Fields) > 0 {
		m.form = NewForm(*m.ask.Form, FormOptions{Now: m.ask.Now, frame: m.frame})
		if m.ask.Draft != nil {
			m.form.SetInputs(m.ask.Draft)
		}
		items = append(items, m.form)
	}
	return items
}
