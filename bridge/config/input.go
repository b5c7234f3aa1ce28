package config

import (
	"fmt"
	"reflect"
	"slices"

	"parley/bridge/config/tree"
)

// input is an entry of "inputs".
type input struct {
	Input
	other string // what is wrong with it, "" for one that the person can be asked
}

// readInputs reads VS Code's "inputs". One that cannot be read only matters where an entry asks for it.
func (d *document) readInputs(members tree.Object) {
	list, ok := members.Last("inputs")
	if !ok {
		return
	}
	items, isList := list.Items()
	if byID, is := tree.ObjectOf(list.Value); is { // as the variables of other apps
		items = byID
	}
	for _, item := range items {
		all, _ := tree.ObjectOf(item.Value)
		say := func(name string) string {
			m, _ := all.Last(name)
			text, _ := m.Scalar()
			return text
		}
		in := input{Input: Input{ID: say("id"), Description: say("description"), Default: say("default"), Password: say("password") == "true"}}
		switch say("type") {
		case "command":
			in.other = "is filled in by a command of VS Code, which Parley cannot run"
		case "pickString":
			options, _ := all.Last("options")
			in.Options = optionsOf(options)
			if len(in.Options) == 0 {
				in.other = "has no options to pick from"
			}
		}
		if in.ID == "" && !isList {
			in.ID = item.Name
		}
		if in.ID == "" {
			continue
		}
		if d.inputs == nil {
			d.inputs = map[string]input{}
		}
		if was, again := d.inputs[in.ID]; again && !reflect.DeepEqual(was, in) {
			d.notes = append(d.notes, fmt.Sprintf("There is more than one input %q. The last one counts.", in.ID))
		}
		d.inputs[in.ID] = in
	}
}

// optionsOf reads texts, and objects with a value in them.
func optionsOf(m tree.Member) []string {
	items, _ := m.Items()
	var options []string
	seen := map[string]bool{}
	for _, item := range items {
		text, ok := item.Scalar()
		if all, is := tree.ObjectOf(item.Value); is {
			value, _ := all.Last("value")
			text, ok = value.Scalar()
		}
		if ok && !seen[text] {
			seen[text] = true
			options = append(options, text)
		}
	}
	return options
}

// input notes that the entry asks for an input. The person is asked later, before the server starts. One that is not defined is a problem
// (case config-input-undefined): nobody could know what to enter, nor whether it is a secret.
func (r *reader) input(label string, at int, ref reference, m mode) {
	in, defined := r.doc.inputs[ref.name]
	switch {
	case !defined:
		r.failAt(at, "%q asks for %s, and no input %q is among the \"inputs\" of the file.", label, ref.text, ref.name)
	case in.other != "":
		r.failAt(at, "%q asks for %s, which %s. Write the value itself.", label, ref.text, in.other)
	case m&withoutInputs != 0:
		r.failAt(at, "%q asks for %s, which can stand only in the command, its folder, the environment, the url and the headers.", label, ref.text)
	case !r.inputs[ref.name]:
		if r.inputs == nil {
			r.inputs = map[string]bool{}
		}
		r.inputs[ref.name] = true
		r.inputIDs = append(r.inputIDs, ref.name)
	}
}

// Fill puts in the values that the person was asked for, by the id of the [Input]. An input without a value takes its default. The
// error names an input that has neither, or whose value is none of its options; values are in no error.
func (s Server) Fill(values map[string]string) (Server, error) {
	if s.Problem != nil {
		return s, s.Problem
	}
	if len(s.Inputs) == 0 || s.written == nil {
		return s, nil
	}
	given := map[string]string{}
	for _, in := range s.Inputs {
		value := values[in.ID]
		if value == "" && (len(in.Options) == 0 || !slices.Contains(in.Options, "")) {
			value = in.Default
		}
		if in.Options != nil && !slices.Contains(in.Options, value) {
			return s, fmt.Errorf("the value for %s is none of those that can be picked", in.label())
		}
		if value == "" && in.Options == nil {
			return s, fmt.Errorf("%s has no value", in.label())
		}
		given[in.ID] = value
	}
	w := s.written
	w.apply(&s, func(_ spot, text string, m mode) string {
		return putIn(w.known, w.syntax, text, m, func(ref reference) (string, bool) {
			if ref.kind == "input" {
				return given[ref.name], true
			}
			value, ok := w.known[ref.text]
			return value, ok
		})
	})
	s.Inputs = nil
	if _, what := uncarriable(&s); what != "" {
		return s, fmt.Errorf("with what was entered, this cannot be started: %s", what)
	}
	if s.URL != "" && !WholeAddress(s.URL) {
		return s, fmt.Errorf("with what was entered, the url is no whole address such as https://example.org/mcp")
	}
	return s, nil
}

// label is what a sentence calls an input.
func (in Input) label() string {
	if in.Description != "" {
		return fmt.Sprintf("%q", in.Description)
	}
	return fmt.Sprintf("the input %q", in.ID)
}
