package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"parley/bridge/depth"
)

// Parse reads a schema. It never fails: what it cannot read becomes a JSON box and a Note.
//
// A schema without properties gives a Form without fields: a confirmation (contract F6). So does a missing one, with
// a Note. A schema whose answer cannot be put into fields at all, such as alternatives with different properties, gives
// one JSON field that stands for the whole answer; left empty, it is {}.
func Parse(raw json.RawMessage) Form {
	text := readable(raw)
	if isNothing(text) {
		return Form{Note: "The server did not say what it wants to know, so there is nothing to fill in."}
	}
	if errors.Is((depth.Limits{Many: mostValues}).Check(text), depth.ErrMany) {
		return wholeBox(nil, tooMany)
	}
	root, doubles, err := readJSON(text)
	if err != nil {
		return wholeBox(nil, "The server's description of this form cannot be read, so there is only a box for JSON.")
	}
	if root.is == isArray && len(root.items) == 0 {
		root = &node{is: isObject, raw: []byte("{}")} // PHP writes an empty object as []
	}
	if root.is != isObject {
		return wholeBox(nil, "The server's description of this form is not a form, so there is only a box for JSON.")
	}
	b := &builder{resolver: &resolver{root: root, left: stepsPerForm}, budget: &budget{}}
	if len(doubles) > 0 {
		b.notes.add(fmt.Sprintf("The server's form says some things twice (%s); the last one counts.", doubledNames(doubles)))
	}
	return b.form(root)
}

// A form may hold this much. Nobody fills in more, and reading it takes ten times the memory of its text.
const (
	mostValues = 200_000 // in all of its text, those that are described included
	mostFields = 5_000
)

const tooMany = "The server's form has far more entries than anybody can fill in, so there is only a box for JSON."

func isNothing(text []byte) bool {
	trimmed := bytes.TrimSpace(text)
	return len(trimmed) == 0 || string(trimmed) == "null"
}

func doubledNames(doubles []twice) string {
	names := make([]string, 0, len(doubles))
	for _, d := range doubles {
		names = append(names, d.key)
	}
	return listed(names)
}

func (b *builder) form(root *node) Form {
	if dialect := root.str("$schema"); dialect != "" && !isKnownDialect(dialect) {
		b.notes.add("The server's form is written in a way that Parley does not know, so answers are only partly checked here.")
	}
	o := b.object(root)
	if o.unfit {
		return wholeBox(b.judgeOf(root), "The server's form offers alternatives that do not fit into single entries. Write the answer as JSON.")
	}
	if len(o.properties) > mostFields {
		return wholeBox(b.judgeOf(root), tooMany)
	}
	required := map[string]bool{}
	for _, key := range o.required {
		required[key] = true
	}
	form := Form{Fields: make([]Field, 0, len(o.properties)), closed: o.closed, budget: b.budget}
	for _, p := range o.properties {
		form.Fields = append(form.Fields, b.field(p.key, p.rawKey, p.value, required[p.key]))
	}
	tellApart(form.Fields)
	if o.more {
		form.judge = b.judgeOf(root)
		form.judge.skip = make(map[*node]bool, len(o.properties))
		form.judge.names = make(map[string]string, len(o.properties))
		for i, p := range o.properties {
			form.judge.skip[p.value] = true
			form.judge.names[p.key] = form.Fields[i].Label
		}
	}
	form.Note = b.notes.String()
	return form
}

// tellApart gives fields that share the title of one definition, such as a start and an end that are both a "Point",
// the names of their keys.
func tellApart(fields []Field) {
	count := make(map[string]int, len(fields))
	for _, f := range fields {
		count[f.Label]++
	}
	for i := range fields {
		if f := &fields[i]; f.rules.farTitle && count[f.Label] > 1 {
			f.Label = readableKey(f.Key)
		}
	}
}

// wholeBox is the form for what cannot be put into fields.
func wholeBox(judge *judge, note string) Form {
	r := noLimits()
	r.whole, r.judge, r.noun = true, judge, "a JSON object, in braces { }"
	var time *budget
	if judge != nil {
		time = judge.budget
	}
	return Form{Note: note, budget: time, Fields: []Field{{
		Label: "Answer", Kind: JSON, Hint: upperFirst(r.noun) + "; leave it empty to send no details", rules: r,
	}}}
}

// isKnownDialect lists the dialects whose rules are all checked.
func isKnownDialect(dialect string) bool {
	dialect = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(dialect, "https://"), "http://"), "#")
	switch dialect {
	case "json-schema.org/schema", "json-schema.org/draft/2020-12/schema", "json-schema.org/draft/2019-09/schema",
		"json-schema.org/draft-07/schema", "json-schema.org/draft-06/schema", "json-schema.org/draft-04/schema",
		"json-schema.org/draft-03/schema":
		return true
	}
	return false
}
