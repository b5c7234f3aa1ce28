package schema

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
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
			return f.judged(quote(""))
		case List, Choices:
			return f.judged(json.RawMessage("[]"))
		}
	}
	switch f.Kind {
	case Text:
		if in.Text == "" {
			return nil, f.missing(isRequired)
		}
		return f.judged(quote(in.Text))
	case Integer, Number:
		return f.checkNumber(in.Text)
	case Boolean:
		switch {
		case len(in.Chosen) == 0:
			return nil, f.missing(yesOrNo)
		case in.Chosen[0] == 0:
			return f.judged(json.RawMessage("true"))
		case in.Chosen[0] == 1:
			return f.judged(json.RawMessage("false"))
		}
		return nil, "Choose yes or no."
	case Choice:
		if len(in.Chosen) == 0 {
			return nil, f.missing(chooseOne)
		}
		if i := in.Chosen[0]; i >= 0 && i < len(f.Options) {
			return f.judged(f.Options[i].Value)
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

// judged gives a value made from an entry, unless it breaks a rule.
func (f *Field) judged(value json.RawMessage) (json.RawMessage, string) {
	n, _, err := readJSON(value)
	if err != nil {
		return value, ""
	}
	if message := f.problem(n); message != "" {
		return nil, message
	}
	return value, ""
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
	return f.judged(json.RawMessage(number))
}

// numberMessage says what to enter, and what is wrong with a decimal comma or signs between the digits.
func (f *Field) numberMessage(text string) string {
	message := "Enter " + f.ruled().number.words(f.Kind == Integer) + "."
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
		return f.emptied(in.Touched && f.HasDefault, "This is required. "+chooseWords(f.ruled()))
	}
	values := make([]json.RawMessage, 0, len(in.Chosen))
	for i, yes := range picked {
		if yes {
			values = append(values, f.Options[i].Value)
		}
	}
	return f.judged(array(values))
}

// checkList sends the rows as they are. Rows that were added and removed again are an explicit empty list (case
// tool-array-optional-emptied-row).
func (f *Field) checkList(in Input) (json.RawMessage, string) {
	if len(in.Items) == 0 {
		return f.emptied(in.Touched, isRequired)
	}
	values := make([]json.RawMessage, len(in.Items))
	for i, row := range in.Items {
		values[i] = quote(row)
	}
	return f.judged(array(values))
}

// emptied is the answer of a list with nothing in it.
func (f *Field) emptied(explicit bool, message string) (json.RawMessage, string) {
	if f.Required {
		return nil, message
	}
	if explicit && f.ruled().least == 0 {
		return f.judged(json.RawMessage("[]"))
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

// problem says in plain words what is wrong with a value, "" when it may be sent. It holds for values a person
// entered and for finished ones alike.
func (f *Field) problem(n *node) string {
	r := f.ruled()
	if r.never {
		return "The server allows no value here. Leave it empty."
	}
	if n.is == isNull && r.nullable {
		return ""
	}
	if message := f.kindProblem(n); message != "" {
		return message
	}
	if r.judge == nil {
		return ""
	}
	return r.judge.problem(n)
}

func (f *Field) kindProblem(n *node) string {
	r := f.ruled()
	switch f.Kind {
	case Text:
		if n.is != isString {
			return "Enter a text here."
		}
		return r.textProblem(f.Format, n.text)
	case Integer, Number:
		d, ok := parseDecimal(n.text)
		if n.is != isNumber || !ok || (f.Kind == Integer && !d.isWhole()) || !r.number.allow(d) {
			return f.numberMessage("")
		}
	case Boolean:
		if n.is != isBool {
			return "Choose yes or no."
		}
	case Choice:
		if f.optionFor(n) < 0 {
			return "Choose one of the options."
		}
	case Choices:
		in, ok := f.chosenFor(n)
		if !ok {
			return "Choose among the options."
		}
		if message := outside(len(in.Chosen), r); message != "" {
			return chooseWords(r)
		}
	case List:
		return f.listProblem(n)
	case Fixed:
		if fixed, _, err := readJSON(r.fixed); err == nil && !same(n, fixed) {
			return fmt.Sprintf("Only %s is allowed here.", shorten(string(r.fixed)))
		}
	}
	return ""
}

func (r *rules) textProblem(format, text string) string {
	if r.text.least > 0 || r.text.most >= 0 {
		count := utf8.RuneCountInString(text)
		if count < r.text.least || (r.text.most >= 0 && count > r.text.most) {
			return fmt.Sprintf("Enter %s characters. These are %d.", span(r.text.least, r.text.most), count)
		}
	}
	if problem := formatProblem(format, text); problem != "" {
		return problem
	}
	if !r.pattern.allows(text) {
		return r.pattern.message()
	}
	return ""
}

func (f *Field) listProblem(n *node) string {
	r := f.ruled()
	if n.is != isArray {
		return "Enter a list of texts here."
	}
	if outside(len(n.items), r) != "" {
		return fmt.Sprintf("Enter %s. These are %d.", entries(r), len(n.items))
	}
	seen := map[string]int{}
	for i, item := range n.items {
		if item.is != isString {
			return fmt.Sprintf("Row %d must be a text.", i+1)
		}
		if r.item != nil {
			if message := r.item.textProblem(r.itemForm, item.text); message != "" {
				return fmt.Sprintf("Row %d: %s", i+1, message)
			}
		}
		if before, ok := seen[item.text]; ok && r.unique {
			return fmt.Sprintf("Row %d is the same as row %d. Each row must be different.", i+1, before+1)
		}
		seen[item.text] = i
	}
	return ""
}

func outside(count int, r *rules) string {
	if count < r.least || (r.most >= 0 && count > r.most) {
		return "outside"
	}
	return ""
}

func chooseWords(r *rules) string {
	if words := span(r.least, r.most); words != "" {
		return "Choose " + words + "."
	}
	return "Choose at least 1."
}

func entries(r *rules) string {
	words := span(r.least, r.most)
	if strings.HasSuffix(words, " 1") {
		return words + " row"
	}
	return words + " rows"
}

// shorten cuts text for a message.
func shorten(text string) string {
	const most = 60
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "…"
}
