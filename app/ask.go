package app

import (
	"bytes"
	"encoding/json"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/bridge"
	"parley/bridge/link"
	"parley/bridge/schema"
	"parley/widgets"
)

// body is a Request made ready for a modal: what to show and how to make Answer.Data of what was entered. It is made
// on the bridge's goroutine, because a schema can be large, and not changed afterwards.
type body struct {
	form      *schema.Form
	link      *link.Link
	questions []widgets.Question
	data      string // pretty-printed
	freeJSON  bool
	sendLabel string
	notes     []string
	path      string         // "booking › payment"; where in a chain of agents it comes from (contract K, data.path)
	again     []schema.Input // the earlier answer, when the request is put once more

	// answerData makes Answer.Data of the modal's content; nil leaves the content as it is.
	answerData func(json.RawMessage) map[string]any
}

// bodyOf prepares a Request of any kind (contract K). A kind nobody knows is shown by its prompt, its address and its
// data, and may be answered with any JSON (R8).
func bodyOf(s bridge.Suspension) body {
	b := bodyOfKind(s)
	if s.Request.Data["path"] != nil {
		b.path = pathOf(dataAsItCame(s))
	}
	if s.Note != "" {
		b.notes = append([]string{own(s.Note)}, b.notes...)
	}
	if s.Again != nil {
		b.notes = append([]string{againWords(*s.Again)}, b.notes...)
		b.again = b.inputsOf(s.Again.Answer)
	}
	return b
}

func bodyOfKind(s bridge.Suspension) body {
	switch s.Request.Kind {
	case bridge.KindInput:
		return formBody(requestedSchema(s))
	case bridge.KindAuthorization:
		return linkBody(s)
	case bridge.KindApproval:
		return body{data: prettyData(s), sendLabel: lang.L("Allow")}
	case bridge.KindQuestion:
		if questions := questionsOf(dataAsItCame(s)); len(questions) > 0 {
			return body{questions: questions}
		}
	case bridge.KindToolCall:
		if calls := relayCallsOf(dataAsItCame(s)); len(calls) > 0 {
			return relayBody(calls)
		}
	}
	b := body{data: prettyData(s), freeJSON: true}
	if s.Request.URL != "" {
		b.link = screened(s, &b.notes)
	}
	return b
}

func formBody(raw json.RawMessage) body {
	form := schema.Parse(raw)
	return body{form: &form}
}

func linkBody(s bridge.Suspension) body {
	if s.Request.URL == "" {
		return body{
			data:  prettyData(s),
			notes: []string{lang.L("The server asks you to open a link but gave no address.")},
		}
	}
	var b body
	b.link = screened(s, &b.notes)
	return b
}

// screened judges the address of a request; what could not be judged is a note and a link that cannot be opened.
func screened(s bridge.Suspension, notes *[]string) *link.Link {
	screened, err := link.Screen(s.Request.URL, s.ServerAddress)
	if err != nil && screened.Reason == "" {
		*notes = append(*notes, lang.L("This address cannot be opened: {{.Why}}", map[string]any{"Why": oneLine(own(err.Error()), 200)}))
	}
	return &screened
}

// requestedSchema is the schema as the server wrote it, or, for a request that did not come as a raw message, the one
// in its data.
func requestedSchema(s bridge.Suspension) json.RawMessage {
	if s.Schema != nil {
		return s.Schema
	}
	value, has := s.Request.Data["schema"]
	if !has {
		return nil
	}
	raw, err := bridge.EncodeJSON(value)
	if err != nil {
		return nil
	}
	return raw
}

// ask builds what the modal shows. The rest (time, position, callbacks) is the waiting line's.
func (b body) ask(e *entry) widgets.Ask {
	notes := b.notes
	if e.remark != "" {
		notes = append([]string{e.remark}, notes...)
	}
	title, send := lang.L("{{.Server}} asks", map[string]any{"Server": serverName(e.s.Server)}), b.sendLabel
	if e.s.Own {
		title, send = lang.L("Parley asks for {{.Server}}", map[string]any{"Server": serverName(e.s.Server)}), lang.L("Start it")
	}
	return widgets.Ask{
		Title:        title,
		Own:          e.s.Own,
		Message:      promptOf(e.s),
		Note:         strings.Join(notes, "\n"),
		Form:         b.form,
		Link:         b.link,
		Questions:    b.questions,
		Data:         b.data,
		FreeJSON:     b.freeJSON,
		SendLabel:    send,
		Draft:        e.draft,
		AnswerOnOpen: e.s.AnswerOnOpen,
		Deadline:     e.deadline,
		Usually:      e.s.UsuallyWaits,
	}
}

// dataOf makes Answer.Data of what the modal gave: each value keeps its bytes.
func (b body) dataOf(content json.RawMessage) map[string]any {
	if b.answerData != nil {
		return b.answerData(content)
	}
	return members(content)
}

// inputsOf fills the entries with an earlier answer.
func (b body) inputsOf(a bridge.Answer) []schema.Input {
	if b.form == nil || len(a.Data) == 0 || b.answerData != nil {
		return nil
	}
	raw, err := bridge.EncodeJSON(a.Data)
	if err != nil {
		return nil
	}
	inputs := b.form.InputsFor(raw)
	for i := range inputs {
		inputs[i].Touched = true
	}
	return inputs
}

// againWords says why a request is put once more.
func againWords(again bridge.Again) string {
	if again.Err == nil {
		return lang.L("You came back to this question. It is filled in with your earlier answer.")
	}
	return lang.L("Your answer did not arrive: {{.Why}}. Nothing you typed is lost: send it again, or close this.",
		map[string]any{"Why": strings.TrimSuffix(oneLine(own(again.Err.Error()), 300), ".")})
}

// members decodes a JSON object one level deep; nil for anything else, and for an empty answer.
func members(raw json.RawMessage) map[string]any {
	var object map[string]json.RawMessage
	if len(raw) == 0 || json.Unmarshal(raw, &object) != nil || len(object) == 0 {
		return nil
	}
	data := make(map[string]any, len(object))
	for key, value := range object {
		data[key] = value
	}
	return data
}

// dataAsItCame is the data of a request as the server wrote it, with its order and its digits; of one that did not come as a raw message,
// the JSON of what there is. It is nil when there is none.
func dataAsItCame(s bridge.Suspension) json.RawMessage {
	if s.Data != nil || len(s.Request.Data) == 0 {
		return s.Data
	}
	raw, err := bridge.EncodeJSON(s.Request.Data)
	if err != nil {
		return nil
	}
	return raw
}

// prettyData shows the data of a request; the path has a line of its own.
func prettyData(s bridge.Suspension) string {
	raw := dataAsItCame(s)
	dec := json.NewDecoder(bytes.NewReader(raw))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return ""
	}
	var parts []string
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return prettyJSON(raw)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return prettyJSON(raw)
		}
		name, err := bridge.EncodeJSON(key)
		if err == nil && key != "path" {
			parts = append(parts, string(name)+":"+string(value))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return prettyJSON(json.RawMessage("{" + strings.Join(parts, ",") + "}"))
}

// pathOf reads data.path, the handles of the agents between the person and the question (contract K).
func pathOf(data json.RawMessage) string {
	var names []string
	for _, step := range list(member(data, "path")) {
		names = append(names, oneLine(text(step), 40))
	}
	return strings.Join(names, " › ")
}

// questionsOf reads data.questions (contract K): entries that are no question are left out.
func questionsOf(data json.RawMessage) []widgets.Question {
	var questions []widgets.Question
	for _, item := range list(member(data, "questions")) {
		var one map[string]json.RawMessage
		if json.Unmarshal(item, &one) != nil || one == nil {
			continue
		}
		q := widgets.Question{Header: text(one["header"]), Text: text(one["question"]), Multiple: string(one["multiple"]) == "true"}
		for _, option := range list(one["options"]) {
			q.Options = append(q.Options, text(option))
		}
		questions = append(questions, q)
	}
	return questions
}

// member is one member of a JSON object; nil when there is none.
func member(object json.RawMessage, key string) json.RawMessage {
	var all map[string]json.RawMessage
	_ = json.Unmarshal(object, &all) // what is no object has no members
	return all[key]
}

// list is what stands in a JSON list; nil for anything else.
func list(raw json.RawMessage) []json.RawMessage {
	var all []json.RawMessage
	_ = json.Unmarshal(raw, &all)
	return all
}

// text is a JSON value as text: a string is itself, nothing is empty, anything else is its JSON as it came.
func text(raw json.RawMessage) string {
	var words string
	if json.Unmarshal(raw, &words) == nil { // null too
		return words
	}
	return string(raw)
}
