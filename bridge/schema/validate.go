package schema

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6/kind"
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
	f.budget.renew()
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
	// As unsigned numbers, -1 comes last.
	slices.SortStableFunc(problems, func(a, b Problem) int { return cmp.Compare(uint(a.Field), uint(b.Field)) })
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

// wholeProblems asks the judge about the object as a whole, for each field has been judged by itself. A fault that
// concerns one field is put there, unless that field has one already.
func (f Form) wholeProblems(n *node, before []Problem) []Problem {
	said := map[int]bool{}
	for _, p := range before {
		said[p.Field] = true
	}
	var problems []Problem
	tell := func(at int, message string) {
		if at < 0 || !said[at] {
			problems = append(problems, Problem{Field: at, Message: message})
			said[at] = true
		}
	}
	for _, v := range f.judge.verdicts(n) {
		if len(v.path) == 0 {
			f.tellWhole(v, n, tell)
			continue
		}
		at, inside := f.indexOf(v.path[0]), n
		if at >= 0 {
			inside, v.path = n.get(v.path[0]), v.path[1:]
		}
		tell(at, v.words(inside))
	}
	return problems
}

// tellWhole puts a fault of the object itself where the person can mend it.
func (f Form) tellWhole(v verdict, n *node, tell func(int, string)) {
	missing, message := []string(nil), isRequired
	switch k := v.kind.(type) {
	case *kind.AdditionalProperties:
		if f.closed {
			return // told by unknownKeys
		}
	case *kind.Required:
		missing = k.Missing
	case *kind.DependentRequired:
		missing, message = k.Missing, fmt.Sprintf("This is required together with %s.", named(k.Prop, f.judge.names))
	}
	for _, key := range missing {
		if f.indexOf(key) < 0 {
			missing = nil // not for a single field
			break
		}
	}
	for _, key := range missing {
		tell(f.indexOf(key), message)
	}
	if missing == nil {
		tell(-1, v.words(n))
	}
}

func (f Form) indexOf(key string) int {
	return slices.IndexFunc(f.Fields, func(field Field) bool { return field.Key == key })
}
