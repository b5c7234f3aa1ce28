package config

import (
	"fmt"
	"slices"
)

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
