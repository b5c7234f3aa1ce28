package app

import (
	"encoding/json"
	"slices"
	"strings"

	"parley/bridge/schema"
	"parley/widgets"
)

// filling is what a step enters into a field, in whichever way the case writes it.
type filling struct {
	path    []string // literal keys from the answer down; usually one
	text    string
	value   json.RawMessage // as written; nil when the step has none
	labels  []string        // options by what they are called
	indexes []int           // options by position
	row     int
	key     string // of an entry of an object
}

// readFilling understands {"field":"a","text":"x"} and its relatives: a field alone as a text, numbers for texts, one option for
// several and the other way round.
func readFilling(raw json.RawMessage) filling {
	var m map[string]json.RawMessage
	if json.Unmarshal(raw, &m) != nil {
		return filling{path: texts(raw)}
	}
	f := filling{row: -1, value: m["value"], key: jsonText(m["key"])}
	if m["values"] != nil {
		f.value = m["values"] // of a row that has fields of its own
	}
	if m["field"] != nil {
		f.path = texts(m["field"])
	}
	for _, name := range []string{"text", "json", "value", "item"} {
		if m[name] != nil {
			f.text = jsonText(m[name])
			break
		}
	}
	for _, name := range []string{"option", "options", "label", "labels"} {
		if m[name] != nil {
			f.labels = append(f.labels, texts(m[name])...)
		}
	}
	for _, name := range []string{"option_index", "option_indexes", "option_indices"} {
		if m[name] != nil {
			for _, one := range each(m[name]) {
				f.indexes = append(f.indexes, number(one))
			}
		}
	}
	for _, name := range []string{"index", "row", "at_index"} {
		if m[name] != nil {
			f.row = number(m[name])
		}
	}
	return f
}

// no reports whether a yes or no is meant as no.
func (f filling) no() bool {
	switch strings.ToLower(strings.Join(append(f.labels, f.text), "")) {
	case "false", "no", "off", "0", "unticked":
		return true
	}
	return len(f.indexes) > 0 && f.indexes[0] == 1
}

// fill enters something into a field, as a person would.
func (r *run) fill(how string, raw json.RawMessage) {
	r.t.Helper()
	f := readFilling(raw)
	r.asked()
	form := r.form()
	if form == nil && how == "check" && r.inbox.shown.body.link != nil {
		r.pressWidget(widgets.ButtonTick, how)
		return
	}
	if form == nil {
		r.t.Fatalf("no form on the screen: %q", r.screen())
	}
	i := r.fieldAt(form, f.path)
	inside := []string(nil)
	if i < 0 && len(f.path) > 0 {
		i, inside = r.boxFor(form, f.path)
	}
	if i < 0 {
		r.t.Fatalf("no field %q", f.path)
	}
	if !r.enter(form, i, how, f, inside) {
		r.t.Fatalf("field %q (%s) does not take %s %s", f.path, form.Renders(i), how, raw)
	}
	r.q.Pump()
	r.filled = append(r.filled, form.Shown(i))
}

// fieldAt finds a field by its literal key; "*" and nothing at all are the answer as a whole.
func (r *run) fieldAt(form *widgets.Form, path []string) int {
	if i := form.Index(strings.Join(path, ".")); i >= 0 && len(path) > 0 {
		return i
	}
	if form.Fields() == 1 && form.Renders(0) == "json" && form.Index("") == 0 && (len(path) == 0 || path[0] == "*") {
		return 0
	}
	return -1
}

// boxFor finds the JSON box that a path leads into, and the rest of the path.
func (r *run) boxFor(form *widgets.Form, path []string) (int, []string) {
	if len(path) == 1 {
		path = strings.Split(path[0], ".")
	}
	if i := form.Index(path[0]); i >= 0 && form.Renders(i) == "json" {
		return i, path[1:]
	}
	if i := r.fieldAt(form, nil); i >= 0 {
		return i, path
	}
	return -1, nil
}

func (r *run) enter(form *widgets.Form, i int, how string, f filling, inside []string) bool {
	r.t.Helper()
	kind := form.Renders(i)
	if kind == "json" && (len(inside) > 0 || how == "add_entry" || how == "add_item") {
		return r.enterInside(form, i, how, f, inside)
	}
	chosen := f.value
	if chosen == nil && len(f.labels) == 0 && f.text != "" {
		f.labels = []string{f.text}
	}
	switch how {
	case "set", "set_json":
		switch kind {
		case "text", "json":
			if form.Shown(i) != "" {
				form.Clear(i)
			}
			return f.text == "" || form.Type(i, f.text)
		case "list":
			form.Clear(i)
			for _, row := range texts(f.value) {
				if !form.AddItem(i, row) {
					return false
				}
			}
			return true
		case "multiselect":
			return form.Pick(i, r.options(form, i, f))
		case "checkbox":
			return r.enter(form, i, "check", f, nil)
		}
		return r.enter(form, i, "choose", f, nil)
	case "type_more":
		return form.Type(i, f.text)
	case "clear":
		form.Clear(i)
		return true
	case "check":
		if kind != "checkbox" {
			return r.enter(form, i, "choose", f, nil)
		}
		option := 0
		if f.no() {
			option = 1
		}
		return form.Choose(i, option)
	case "choose", "choose_option":
		switch kind {
		case "checkbox":
			return r.enter(form, i, "check", f, nil)
		case "multiselect":
			return form.Pick(i, append(r.chosen(form, i), r.options(form, i, f)...))
		}
		at := r.options(form, i, f)
		return len(at) == 1 && form.Choose(i, at[0])
	case "unchoose":
		if kind != "multiselect" || len(f.labels)+len(f.indexes) == 0 && chosen == nil {
			form.Clear(i)
			return true
		}
		drop := r.options(form, i, f)
		keep := slices.DeleteFunc(r.chosen(form, i), func(at int) bool { return slices.Contains(drop, at) })
		return form.Pick(i, keep)
	case "pick":
		return form.Pick(i, r.options(form, i, f))
	case "add_item":
		return form.AddItem(i, f.text)
	case "set_item":
		return form.TypeItem(i, f.row, f.text)
	case "remove_item":
		if f.row < 0 {
			f.row = slices.Index(form.Items(i), f.text)
		}
		return form.RemoveItem(i, f.row)
	case "send_empty":
		return form.SendEmpty(i)
	case "choose_null":
		if form.SendNull(i) {
			return true
		}
		at := slices.Index(form.OptionsShown(i), "(none)")
		return at >= 0 && form.Choose(i, at)
	case "choose_variant":
		return kind == "json" // the fallback: the steps that follow write into the box
	}
	return false
}

// enterInside changes a part of what stands in a JSON box, the way a person edits the text.
func (r *run) enterInside(form *widgets.Form, i int, how string, f filling, inside []string) bool {
	r.t.Helper()
	value := any(f.text)
	switch {
	case how == "set_json":
		if json.Unmarshal([]byte(f.text), &value) != nil {
			return false
		}
	case f.value != nil:
		value = f.value
	}
	if how == "add_entry" {
		inside = append(slices.Clone(inside), f.key)
	}
	var whole any
	if form.Shown(i) != "" && json.Unmarshal([]byte(form.Shown(i)), &whole) != nil {
		return false
	}
	text, err := json.Marshal(placed(whole, inside, value, how))
	if err != nil {
		return false
	}
	form.Clear(i)
	return form.Type(i, string(text))
}

// placed puts a value into another at a path; clear takes it out.
func placed(whole any, path []string, value any, how string) any {
	if len(path) == 0 {
		if how == "add_item" {
			list, _ := whole.([]any)
			return append(list, value)
		}
		return value
	}
	object, _ := whole.(map[string]any)
	if object == nil {
		object = map[string]any{}
	}
	if how == "clear" && len(path) == 1 {
		delete(object, path[0])
		return object
	}
	object[path[0]] = placed(object[path[0]], path[1:], value, how)
	return object
}

// options are the positions of the options that a step names: by position, by label, else by value.
func (r *run) options(form *widgets.Form, i int, f filling) []int {
	r.t.Helper()
	shown, at := form.OptionsShown(i), slices.Clone(f.indexes)
	labels := f.labels
	if len(labels) == 0 && f.value != nil {
		labels = texts(f.value)
	}
	for _, label := range labels {
		found := slices.Index(shown, label)
		if found < 0 {
			found = r.optionOf(i, label)
		}
		if found < 0 {
			r.t.Fatalf("no option %q among %q", label, shown)
		}
		at = append(at, found)
	}
	return at
}

// optionOf is the position of the option with a value, for cases that name the value instead of what stands on the screen.
func (r *run) optionOf(i int, value string) int {
	body := r.inbox.shown.body
	if body.form == nil || i >= len(body.form.Fields) {
		return -1
	}
	return slices.IndexFunc(body.form.Fields[i].Options, func(o schema.Option) bool { return jsonText(o.Value) == value })
}

// chosen are the positions of the options that are chosen now.
func (r *run) chosen(form *widgets.Form, i int) []int {
	var at []int
	for _, label := range strings.Split(form.Shown(i), ", ") {
		if found := slices.Index(form.OptionsShown(i), label); found >= 0 {
			at = append(at, found)
		}
	}
	return at
}
