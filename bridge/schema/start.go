package schema

// start fills in the default. One of the wrong type, or one that is not among the options, counts as none and is told in
// a note (cases form-boolean-default-wrong-type, form-enum-default-not-in-list); one that only breaks a limit is
// shown, so that its error can be seen (case form-default-violates-minimum). null is the same as no default.
func (b *builder) start(f *Field, k *keywords) {
	value := k.get("default")
	if value == nil || value.is == isNull || f.Kind == Fixed {
		return
	}
	in, ok := startInput(f, value)
	if !ok {
		b.notes.badDefault(f.Label)
		return
	}
	in.Empty = f.Required && f.CanBeEmpty() && in.isBlank(f.Kind) // a default of [] that must be sent is an answer
	f.Start, f.HasDefault = in, true
	if f.Kind == Text && hasLineBreak(in.Text) {
		f.Multiline = true
	}
}

func startInput(f *Field, value *node) (Input, bool) {
	switch f.Kind {
	case Text:
		return Input{Text: value.text}, value.is == isString
	case Integer, Number:
		return Input{Text: shownDefault(f.Kind, value)}, value.is == isNumber
	case Boolean:
		if value.is != isBool {
			return Input{}, false
		}
		if value.truth {
			return Input{Chosen: []int{0}}, true
		}
		return Input{Chosen: []int{1}}, true
	case Choice:
		i := f.optionFor(value)
		return Input{Chosen: []int{i}}, i >= 0
	case Choices:
		return f.chosenFor(value)
	case List:
		return rowsFor(value)
	case JSON:
		return Input{Text: value.layOut()}, true
	}
	return Input{}, false
}

// shownDefault shows a whole number the way it is sent: 1000 for 1e3.
func shownDefault(kind Kind, value *node) string {
	if kind == Integer {
		if d, ok := parseDecimal(value.text); ok {
			if plain, ok := d.plain(); ok {
				return plain
			}
		}
	}
	return value.text
}

// optionFor finds the option with a value, -1 when there is none.
func (f *Field) optionFor(value *node) int { return f.offered().find(value) }

func (f *Field) offered() *offer {
	if o := f.ruled().offered; o != nil {
		return o
	}
	return &offer{options: f.Options}
}

// chosenFor finds the options of an array, in the order of the options. Every entry must be among them.
func (f *Field) chosenFor(value *node) (Input, bool) {
	if value.is != isArray {
		return Input{}, false
	}
	find := f.offered().find
	chosen := make([]bool, len(f.Options))
	for _, item := range value.items {
		i := find(item)
		if i < 0 {
			return Input{}, false
		}
		chosen[i] = true
	}
	var in Input
	for i, yes := range chosen {
		if yes {
			in.Chosen = append(in.Chosen, i)
		}
	}
	return in, true
}

func rowsFor(value *node) (Input, bool) {
	if value.is != isArray {
		return Input{}, false
	}
	var in Input
	for _, item := range value.items {
		if item.is != isString {
			return Input{}, false
		}
		in.Items = append(in.Items, item.text)
	}
	return in, true
}

func hasLineBreak(text string) bool {
	for i := range len(text) {
		if text[i] == '\n' || text[i] == '\r' {
			return true
		}
	}
	return false
}
