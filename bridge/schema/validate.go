package schema

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Validate checks a finished object against the schema, as a last look before it goes on the wire. Each field is judged
// by the same rules as a person's entry; then come the keys that the schema does not allow and the rules that concern
// the object as a whole, all with Field -1.
func (f Form) Validate(content json.RawMessage) []Problem {
	n, doubles, err := readJSON(content)
	switch {
	case err != nil:
		return []Problem{{Field: -1, Message: syntaxMessage(content, err)}}
	case len(doubles) > 0:
		return []Problem{{Field: -1, Message: twiceMessage(content, doubles[0])}}
	case n.is != isObject:
		return []Problem{{Field: -1, Message: "The answer must be a JSON object, in braces { }."}}
	}
	if f.isWhole() {
		if len(n.members) == 0 {
			return nil
		}
		if message := f.Fields[0].problem(n); message != "" {
			return []Problem{{Field: 0, Message: message}}
		}
		return nil
	}
	problems := f.fieldProblems(n)
	if f.closed {
		problems = append(problems, f.unknownKeys(n)...)
	}
	if f.judge != nil {
		problems = append(problems, f.wholeProblems(n, problems)...)
	}
	return problems
}

func (f Form) fieldProblems(n *node) []Problem {
	var problems []Problem
	for i := range f.Fields {
		field := &f.Fields[i]
		value := n.get(field.Key)
		message := ""
		switch {
		case value != nil:
			message = field.problem(value)
		case field.Required:
			message = isRequired
		}
		if message != "" {
			problems = append(problems, Problem{Field: i, Message: message})
		}
	}
	return problems
}

// unknownKeys catches a mistyped name (case tool-additionalproperties-false-extra).
func (f Form) unknownKeys(n *node) []Problem {
	known := make(map[string]bool, len(f.Fields))
	for i := range f.Fields {
		known[f.Fields[i].Key] = true
	}
	var unknown []string
	for _, m := range n.members {
		if !known[m.key] {
			unknown = append(unknown, m.key)
		}
	}
	switch len(unknown) {
	case 0:
		return nil
	case 1:
		return []Problem{{Field: -1, Message: fmt.Sprintf("There is no entry called %s here.", listed(unknown))}}
	}
	return []Problem{{Field: -1, Message: fmt.Sprintf("There are no entries called %s here.", listed(unknown))}}
}

// wholeProblems asks the judge about the object. What it says of a field that has its own checks, or that has a problem
// already, is not repeated.
func (f Form) wholeProblems(n *node, before []Problem) []Problem {
	var problems []Problem
	for _, verdict := range f.judge.verdicts(n) {
		at := -1
		if len(verdict.path) > 0 {
			at = slices.IndexFunc(f.Fields, func(field Field) bool { return field.Key == verdict.path[0] })
		}
		if at >= 0 && (f.Fields[at].Kind != JSON || slices.ContainsFunc(before, func(p Problem) bool { return p.Field == at })) {
			continue
		}
		problems = append(problems, Problem{Field: at, Message: verdict.words()})
	}
	return problems
}
