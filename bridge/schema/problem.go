package schema

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// problem says in plain words what is wrong with a value, "" when it may be sent. It holds for values a person
// entered and for finished ones alike.
func (f *Field) problem(n *node) string {
	r := f.ruled()
	if r.never {
		return "The server allows no value here. Leave it empty."
	}
	if r.whole && n.is != isObject {
		return "Enter " + r.noun + "."
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
		return f.withoutText(r.textProblem(f.Format, n.text))
	case Integer, Number:
		d, ok := parseDecimal(n.text)
		if n.is != isNumber || !ok || (f.Kind == Integer && !d.isWhole()) || !r.number.allow(d) {
			return f.numberMessage(n.text)
		}
	case Boolean:
		if n.is != isBool {
			return "Choose yes or no."
		}
		return r.boolProblem(n.truth)
	case Choice:
		if f.optionFor(n) < 0 {
			return "Choose one of the options."
		}
	case Choices:
		in, ok := f.chosenFor(n)
		if !ok {
			return "Choose among the options."
		}
		if outside(len(in.Chosen), r) {
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

// withoutText gives a message that repeats nothing of what was typed, where that is a secret.
func (f *Field) withoutText(message string) string {
	if !f.Secret || message == "" || strings.HasPrefix(message, "Enter a") {
		return message
	}
	return "This does not have the format that the server asks for."
}

func (r *rules) textProblem(format, text string) string {
	if r.text.least > 0 || r.text.most >= 0 {
		count := utf8.RuneCountInString(text)
		if count < r.text.least || (r.text.most >= 0 && count > r.text.most) {
			return fmt.Sprintf("Enter %s. You have %d.", r.text.words(), count)
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
	if outside(len(n.items), r) {
		return fmt.Sprintf("Enter %s. You have %d.", entries(r), len(n.items))
	}
	seen := map[string]int{}
	for i, item := range n.items {
		if item.is != isString {
			return fmt.Sprintf("Row %d must be a text.", i+1)
		}
		if r.item != nil {
			if message := r.item.textProblem(r.itemForm, item.text); message != "" {
				return fmt.Sprintf("Row %d: %s", i+1, f.withoutText(message))
			}
		}
		if before, ok := seen[item.text]; ok && r.unique {
			return fmt.Sprintf("Row %d is the same as row %d. Each row must be different.", i+1, before+1)
		}
		seen[item.text] = i
	}
	return ""
}

// outside says whether there are too few or too many.
func outside(count int, r *rules) bool {
	return count < r.least || (r.most >= 0 && count > r.most)
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
