package schema

import (
	"encoding/json"
	"strings"
)

const (
	isRequired = "This is required."
	yesOrNo    = "This is required. Choose yes or no."
	chooseOne  = "This is required. Choose one."
)

// ruled gives the rules, which a field made by hand does not have.
func (f *Field) ruled() *rules {
	if f.rules == nil {
		return noLimits()
	}
	return f.rules
}

// check gives the value of one field, nil when it is left out, or the message of what is wrong.
func (f *Field) check(in Input) (json.RawMessage, string) {
	r := f.ruled()
	if in.Null && r.nullable && in.isBlank(f.Kind) {
		return json.RawMessage("null"), ""
	}
	if in.Empty && in.isBlank(f.Kind) {
		switch f.Kind {
		case Text:
			return f.sendText("")
		case List, Choices:
			return f.sendList(nil)
		}
	}
	switch f.Kind {
	case Text:
		if in.Text == "" {
			return nil, f.missing(isRequired)
		}
		return f.sendText(in.Text)
	case Integer, Number:
		return f.checkNumber(in.Text)
	case Boolean:
		switch {
		case len(in.Chosen) == 0:
			return nil, f.missing(yesOrNo)
		case in.Chosen[0] == 0:
			return f.sendBool(true)
		case in.Chosen[0] == 1:
			return f.sendBool(false)
		}
		return nil, "Choose yes or no."
	case Choice:
		if len(in.Chosen) == 0 {
			return nil, f.missing(chooseOne)
		}
		if i := in.Chosen[0]; i >= 0 && i < len(f.Options) {
			return f.send(f.Options[i].Value)
		}
		return nil, "Choose one of the options."
	case Choices:
		return f.checkChoices(in)
	case List:
		return f.checkList(in)
	case Fixed:
		return f.ruled().fixed, ""
	}
	return f.checkJSON(in.Text)
}

// missing is the message for an entry without an answer, "" when it may be left out.
func (f *Field) missing(message string) string {
	if !f.Required {
		return ""
	}
	return message
}

// isBlank says whether nothing was entered: then, and only then, the explicit answers Null and Empty count.
func (in Input) isBlank(kind Kind) bool {
	switch kind {
	case Text:
		return in.Text == ""
	case Integer, Number, JSON:
		return strings.TrimSpace(in.Text) == ""
	case List:
		return len(in.Items) == 0
	}
	return len(in.Chosen) == 0
}

// send gives a value that cannot be wrong by its kind, unless the schema has a rule of its own against it.
func (f *Field) send(value json.RawMessage) (json.RawMessage, string) {
	judge := f.ruled().judge
	if judge == nil {
		return value, ""
	}
	n, _, err := readJSON(value)
	if err != nil {
		return nil, "This cannot be sent."
	}
	if message := judge.problem(n); message != "" {
		return nil, message
	}
	return value, ""
}

func (f *Field) sendBool(yes bool) (json.RawMessage, string) {
	if message := f.ruled().boolProblem(yes); message != "" {
		return nil, message
	}
	if yes {
		return f.send(json.RawMessage("true"))
	}
	return f.send(json.RawMessage("false"))
}

// boolProblem says which of yes and no the server takes, when it takes only one of them.
func (r *rules) boolProblem(yes bool) string {
	switch {
	case r.only == "yes" && !yes:
		return "The server accepts only yes (true) here. If that is not your answer, decline."
	case r.only == "no" && yes:
		return "The server accepts only no (false) here. If that is not your answer, decline."
	}
	return ""
}

func (f *Field) sendText(text string) (json.RawMessage, string) {
	text = proper(text)
	return f.sendChecked(&node{is: isString, text: text, raw: quote(text)})
}

// proper replaces what is no text at all, as pasted bytes can be, before it is counted and checked.
func proper(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

// sendChecked gives a value unless it breaks a rule.
func (f *Field) sendChecked(n *node) (json.RawMessage, string) {
	if message := f.problem(n); message != "" {
		return nil, message
	}
	return n.raw, ""
}

func (f *Field) checkNumber(text string) (json.RawMessage, string) {
	if strings.TrimSpace(text) == "" {
		return nil, f.missing(isRequired)
	}
	number, d, ok := typedNumber(text)
	if !ok || (f.Kind == Integer && !d.isWhole()) {
		return nil, f.numberMessage(text)
	}
	if f.Kind == Integer {
		// 3.0 and 25e4 are written out, for many readers take only plain digits for a whole number.
		if plain, ok := d.plain(); ok {
			number = plain
		}
	}
	return f.sendChecked(&node{is: isNumber, text: number, raw: []byte(number)})
}

// numberMessage says what to enter, and what is wrong with a decimal comma or signs between the digits.
func (f *Field) numberMessage(text string) string {
	limits := f.ruled().number
	if _, d, ok := typedNumber(text); !ok || !limits.spoken().allow(d) || limits.allow(d) {
		limits = limits.spoken()
	}
	message := "Enter " + limits.words(f.Kind == Integer) + "."
	if f.Kind == Number && strings.Count(text, ",") == 1 {
		if _, _, ok := typedNumber(strings.Replace(text, ",", ".", 1)); ok {
			message += " Use a point for decimals, not a comma."
		}
	}
	return message
}

// checkChoices sends the options in the order of the schema, whatever the order of the clicks (case
// form-multiselect-plain). When the person took away a default, an empty list says so (case
// form-multiselect-default-unpicked), unless the schema allows none.
func (f *Field) checkChoices(in Input) (json.RawMessage, string) {
	picked := make([]bool, len(f.Options))
	some := false
	for _, i := range in.Chosen {
		if i < 0 || i >= len(f.Options) {
			return nil, "Choose among the options."
		}
		picked[i], some = true, true
	}
	if !some {
		return f.emptied(in.Touched && f.HasDefault, f.noneChosen())
	}
	values := make([]json.RawMessage, 0, len(in.Chosen))
	for i, yes := range picked {
		if yes {
			values = append(values, f.Options[i].Value)
		}
	}
	if outside(len(values), f.ruled()) {
		return nil, chooseWords(f.ruled())
	}
	return f.send(array(values))
}

// checkList sends the rows as they are. Rows that were added and removed again are an explicit empty list (case
// tool-array-optional-emptied-row).
func (f *Field) checkList(in Input) (json.RawMessage, string) {
	if len(in.Items) == 0 {
		return f.emptied(in.Touched, f.noRows())
	}
	return f.sendList(in.Items)
}

// CanBeEmpty says whether a list without anything in it is an answer that the schema allows. For a required one it is the only way
// to say "none", so every form offers it then: Input.Empty.
func (f Field) CanBeEmpty() bool {
	return (f.Kind == Choices || f.Kind == List) && f.ruled().least == 0
}

// noneChosen is what is wrong with a required list that nothing was chosen for. It names the button for "none".
func (f *Field) noneChosen() string {
	if f.CanBeEmpty() && f.ruled().most != 0 {
		return "This is required. " + strings.TrimSuffix(chooseWords(f.ruled()), ".") + ", or press “None of these”."
	}
	return "This is required. " + chooseWords(f.ruled())
}

func (f *Field) noRows() string {
	if f.CanBeEmpty() {
		return "This is required. Add a row, or press “Send empty list”."
	}
	return isRequired
}

func (f *Field) sendList(rows []string) (json.RawMessage, string) {
	n := &node{is: isArray}
	values := make([]json.RawMessage, len(rows))
	for i, row := range rows {
		row = proper(row)
		values[i] = quote(row)
		n.items = append(n.items, &node{is: isString, text: row, raw: values[i]})
	}
	n.raw = array(values)
	return f.sendChecked(n)
}

// emptied is the answer of a list with nothing in it.
func (f *Field) emptied(explicit bool, message string) (json.RawMessage, string) {
	if f.Required {
		return nil, message
	}
	if explicit && f.ruled().least == 0 {
		return f.sendList(nil)
	}
	return nil, ""
}

func array(values []json.RawMessage) json.RawMessage {
	size := 2
	for _, v := range values {
		size += len(v) + 1
	}
	out := make(json.RawMessage, 0, size)
	out = append(out, '[')
	for i, v := range values {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, v...)
	}
	return append(out, ']')
}
