package widgets

import (
	"bytes"
	"encoding/json"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/bridge/schema"
)

// This file builds what stands between header and footer, and reads the answer from it.

const dataRows = 16 // of the data to look at that many rows are seen at once

// linkOnly says whether the address is all there is: the answer is "I'm done".
func (m *Modal) linkOnly() bool {
	return m.ask.Link != nil && m.ask.Form == nil && len(m.ask.Questions) == 0 && !m.ask.FreeJSON
}

// messageRows is how many rows of the server's words are seen at once: so many that the first field is seen, too.
func (m *Modal) messageRows() int {
	return max(5, int((m.canvas.Size().Height-320)/2/20))
}

// bodyItems builds what stands between header and footer.
func (m *Modal) bodyItems() []fyne.CanvasObject {
	m.message = m.viewer(m.ask.Message)
	m.message.flush, m.message.MaxRows = true, m.messageRows()
	if strings.TrimSpace(m.ask.Message) == "" {
		m.message.text = lang.L("The server gave no reason for this request.")
	}
	items := []fyne.CanvasObject{newInset(m.message)}
	if m.ask.Note != "" {
		m.note = newNotice(m.frame, Info, m.ask.Note)
		items = append(items, m.note)
	}
	if m.ask.Link != nil {
		m.card = newLinkCard(m.frame, *m.ask.Link, m.ask.OnOpen, m.linkChanged)
		items = append(items, m.card)
	}
	if m.ask.Data != "" {
		m.data = m.viewer(m.ask.Data)
		m.data.Mono, m.data.Boxed, m.data.MaxRows = true, true, dataRows
		items = append(items, m.data)
	}
	if form, leads, ok := m.fields(); ok {
		m.form = newForm(form, leads, FormOptions{Now: m.ask.Now, trusted: m.ask.Own, frame: m.frame})
		if m.ask.Draft != nil {
			m.form.SetInputs(m.ask.Draft)
		}
		items = append(items, m.form)
	}
	return items
}

func (m *Modal) viewer(text string) *Viewer {
	v := newFramedViewer(m.frame, text)
	v.Go, v.Do = m.ask.Go, m.ask.Do
	return v
}

// fields are what the person is asked to fill in, whatever kind of request it is.
func (m *Modal) fields() (form schema.Form, leads []string, ok bool) {
	switch {
	case m.ask.Form != nil:
		return *m.ask.Form, nil, true
	case len(m.ask.Questions) > 0:
		form, leads = questionFields(m.ask.Questions)
		return form, leads, true
	case m.ask.FreeJSON:
		return schema.Form{Fields: []schema.Field{{
			Kind: schema.JSON, Label: lang.L("Your answer"),
			Hint: lang.L("Leave it empty, or write a JSON object such as {\"note\": \"fine\"}"),
		}}}, nil, true
	}
	return schema.Form{}, nil, false
}

// questionFields makes a field of each question. Its words stand above the options, its header is the label.
func questionFields(questions []Question) (form schema.Form, leads []string) {
	for _, q := range questions {
		field := schema.Field{Label: q.Header, Kind: schema.Text}
		lead := q.Text
		if field.Label == "" {
			field.Label, lead = q.Text, ""
		}
		for _, option := range q.Options {
			field.Options = append(field.Options, schema.Option{Label: orEmpty(option)})
			field.Kind = schema.Choice
			if q.Multiple {
				field.Kind = schema.Choices
			}
		}
		form.Fields, leads = append(form.Fields, field), append(leads, lead)
	}
	return form, leads
}

func orEmpty(option string) string {
	if option == "" {
		return lang.L("(empty)")
	}
	return option
}

// peek is the answer as it stands, or what is wrong with it.
func (m *Modal) peek() (json.RawMessage, []schema.Problem) {
	switch {
	case m.ask.Form != nil:
		return m.form.Peek()
	case len(m.ask.Questions) > 0:
		return answersTo(m.ask.Questions, m.form.Inputs()), nil
	case m.ask.FreeJSON:
		return freeAnswer(m.form.Inputs()[0].Text)
	}
	return nil, nil
}

// answersTo is {"answers":[…]} in the order of the questions: the option as a string, several as an array, a text where
// there are no options (contract K). A question that was left open is null, so that the others keep their places.
func answersTo(questions []Question, inputs []schema.Input) json.RawMessage {
	answers := make([]any, len(questions))
	for i, q := range questions {
		in := inputs[i]
		var chosen []string
		for _, at := range in.Chosen {
			chosen = append(chosen, q.Options[at])
		}
		switch {
		case len(q.Options) > 0 && q.Multiple:
			answers[i] = append([]string{}, chosen...)
		case len(chosen) > 0:
			answers[i] = chosen[0]
		case len(q.Options) == 0 && in.Text != "":
			answers[i] = in.Text
		}
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(map[string]any{"answers": answers}); err != nil {
		return nil // strings only: cannot happen
	}
	return bytes.TrimSpace(out.Bytes())
}

// freeAnswer reads an optional JSON object; nothing is no answer.
func freeAnswer(text string) (json.RawMessage, []schema.Problem) {
	raw := bytes.TrimSpace([]byte(text))
	if len(raw) == 0 {
		return nil, nil
	}
	if !json.Valid(raw) || raw[0] != '{' {
		return nil, []schema.Problem{{Message: lang.L("Write a JSON object, such as {\"note\": \"fine\"}, or leave it empty")}}
	}
	var out bytes.Buffer
	if err := json.Compact(&out, raw); err != nil {
		return nil, []schema.Problem{{Message: lang.L("Write a JSON object, such as {\"note\": \"fine\"}, or leave it empty")}}
	}
	return out.Bytes(), nil
}

// linkChanged follows what the person did with the address.
func (m *Modal) linkChanged() {
	if m.layer == nil || m.card == nil {
		return
	}
	if m.card.opened && m.completed {
		m.end(Accepted, nil)
		return
	}
	if m.ask.AnswerOnOpen && m.card.opened && m.card.state.kind == Success {
		m.end(Accepted, nil)
		return
	}
	m.refreshDone()
}

// refreshDone says why I'm done is grey, as long as it is.
func (m *Modal) refreshDone() {
	f := m.layer.footer
	if !m.linkOnly() {
		return
	}
	reason := ""
	switch {
	case m.card.opened:
	case !m.card.link.Openable:
		reason = lang.L("This address cannot be opened, so there is nothing to be done with it. You can decline.")
	default:
		reason = lang.L("Open or copy the address first.")
	}
	if m.card.opened {
		f.send.Enable()
	} else {
		f.send.Disable()
	}
	if !m.asking {
		f.say(reason, "")
	}
}

// Completed says that the server reports the link's errand done. It finishes the modal if the link was opened or
// copied; before that, opening is still the person's choice and then finishes it (case url-complete-before-consent).
func (m *Modal) Completed() {
	if m.completed || m.ended {
		return
	}
	m.completed = true
	if m.card == nil {
		return
	}
	if m.card.opened && m.linkOnly() {
		m.end(Accepted, nil)
		return
	}
	m.card.say(Info, lang.L("The server reports that this is finished already. "+
		"You can still open the address; that ends the request."))
}
