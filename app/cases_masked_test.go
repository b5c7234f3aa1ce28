package app

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"parley/widgets"
)

// mostMasked is of how many fields the runner looks whether dots cover them.
const mostMasked = 60

// noteMasked keeps which entries showed dots in the place of what is typed: of any field, and of those that the case asks about.
func (r *run) noteMasked(form *widgets.Form, note func(what string, is bool)) {
	if form == nil {
		return
	}
	for i := range min(form.Fields(), mostMasked) {
		note("masked", form.Masked(i))
	}
	for _, key := range r.mayBeMasked() {
		if i := form.Index(key); i >= 0 {
			note("masked "+key, form.Masked(i))
			note("open "+key, !form.Masked(i))
		}
	}
}

// mayBeMasked are the names in what the case says about dots.
func (r *run) mayBeMasked() []string {
	keys := masksOf(r.expect["masked"])
	for key, want := range membersOf(r.expect["shown"]) {
		if saysMasked(want) {
			keys = append(keys, key)
		}
	}
	for _, step := range r.c.User {
		keys = append(keys, masksOf(membersOf(step["expect_now"])["masked"])...)
	}
	return keys
}

// masksOf are the names in one expectation.
func masksOf(raw json.RawMessage) []string {
	if object := membersOf(raw); object != nil {
		return slices.Collect(maps.Keys(object))
	}
	if raw == nil || string(raw) == "true" || string(raw) == "false" {
		return nil
	}
	return listOf(raw)
}

// saysMasked tells a word about an entry from what stands in it.
func saysMasked(want json.RawMessage) bool {
	return slices.Contains([]string{"masked", "dots", "covered"}, jsonText(want)) || strings.Trim(jsonText(want), "•*") == "" && len(jsonText(want)) > 2
}

// checkMasked compares which entries were covered: whether any was, or each of those named, or each as it is said.
func checkMasked(r *run, raw json.RawMessage) bool {
	r.t.Helper()
	switch string(raw) {
	case "true", "false":
		r.wantNow("covered by dots", r.had["masked"], string(raw) == "true")
		return true
	}
	want := membersOf(raw)
	if want == nil {
		want = map[string]json.RawMessage{}
		for _, key := range masksOf(raw) {
			want[key] = json.RawMessage("true")
		}
	}
	for key, is := range want {
		covered, open := r.had["masked "+key], r.had["open "+key]
		switch {
		case !covered && !open:
			r.t.Errorf("there was no entry %q", key)
		case covered != (string(is) == "true") || covered && open:
			r.t.Errorf("%q covered by dots: %v, shown open: %v, want %s", key, covered, open, is)
		}
	}
	return true
}
