package widgets

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
)

// togglePreview shows the exact answer that would leave, or what is wrong with it, in place of the body; and the body
// again.
func (m *Modal) togglePreview() {
	if m.ended {
		return
	}
	if m.preview != nil {
		m.closePreview()
		m.focusBody()
		return
	}
	m.preview = m.newPreview()
	m.layer.footer.relabel(lang.L("Back to the form"))
	m.layer.show()
}

func (m *Modal) closePreview() {
	if m.preview == nil {
		return
	}
	m.preview = nil
	m.previewed = nil
	m.layer.footer.relabel(lang.L("What is sent"))
	m.layer.show()
}

// mostProblems is how many of them the preview lists.
const mostProblems = 40

func (m *Modal) newPreview() *Body {
	content, problems := m.peek()
	heading := func(text string) fyne.CanvasObject {
		return newInset(newWords(text, "", "", fyne.TextStyle{Bold: true}))
	}
	var items []fyne.CanvasObject
	if len(problems) > 0 {
		items = append(items, heading(lang.L("Nothing can be sent yet")))
		for i, p := range problems {
			if i == mostProblems {
				items = append(items, newInset(NewWords(lang.L("and {{.Count}} more", map[string]any{"Count": len(problems) - i}))))
				break
			}
			text := Plain(own(p.Message))
			if p.Field >= 0 && p.Field < len(m.form.form.Fields) {
				text = PlainLine(m.form.form.Fields[p.Field].Label, 80) + ": " + text
			}
			items = append(items, newInset(newRemarkLine(Failure, text)))
		}
		return m.previewBody(items)
	}
	shown, hidden := m.masked(content)
	switch {
	case content == nil:
		items = append(items, heading(lang.L("The server is told yes, and nothing else.")))
		return m.previewBody(items)
	case bytes.Equal(content, []byte("{}")):
		items = append(items, heading(lang.L("The server is told yes, with an empty answer:")))
	default:
		items = append(items, heading(lang.L("This is what is sent, to the letter ({{.Bytes}} bytes):",
			map[string]any{"Bytes": fmt.Sprint(len(content))})))
	}
	m.previewed = m.viewer(shown)
	m.previewed.Mono, m.previewed.Boxed, m.previewed.MaxRows = true, true, 400
	items = append(items, m.previewed)
	if hidden {
		items = append(items, newNotice(m.frame, Info,
			lang.L("What you entered as a secret shows as dots here. It is sent as you typed it.")))
	}
	return m.previewBody(items)
}

func (m *Modal) previewBody(items []fyne.CanvasObject) *Body {
	b := NewBody(items...)
	b.back = theme.ColorNameOverlayBackground
	return b
}

// masked is the answer with secrets as dots, unless they are revealed in the form.
func (m *Modal) masked(content json.RawMessage) (shown string, hidden bool) {
	shown = string(content)
	if m.ask.Form == nil {
		return shown, false
	}
	for i, field := range m.ask.Form.Fields {
		if !field.Secret || !m.form.Masked(i) {
			continue
		}
		value, _ := m.ask.Form.Check(i, m.form.inputs[i])
		if len(value) > 2 && strings.Contains(shown, string(value)) {
			shown, hidden = strings.ReplaceAll(shown, string(value), `"••••••"`), true
		}
	}
	return shown, hidden
}

// Previewed is the text that What is sent shows, "" while it shows none.
func (m *Modal) Previewed() string {
	if m.previewed == nil {
		return ""
	}
	return m.previewed.text
}
