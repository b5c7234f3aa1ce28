package schema

import (
	"cmp"
	"encoding/json"
	"strings"
	"sync"
)

// offer is a list of options and a way to find them by value. Fields that share a definition share it.
type offer struct {
	options []Option
	once    sync.Once
	written map[string]int // by the bytes of the value
	equal   map[string]int // by the value itself
}

// offerKey is what options are made of.
type offerKey struct {
	enum, names *node
	explained   *node
	titled      *option
	nullable    bool
}

// offer gives a field its options.
func (b *builder) offer(f *Field, k *keywords, values []option, nullable bool) {
	key := offerKey{nullable: nullable}
	switch {
	case k.options != nil:
		key.titled = &k.options[0]
	case k.get("const") == nil:
		key.enum, key.names = k.get("enum"), k.get("enumNames")
		for _, word := range enumDescriptions() {
			key.explained = cmp.Or(key.explained, k.get(word))
		}
	}
	o := b.offers[key]
	if o == nil {
		o = &offer{options: makeOptions(values, nullable)}
	}
	if key.titled != nil || key.enum != nil {
		if b.offers == nil {
			b.offers = map[offerKey]*offer{}
		}
		b.offers[key] = o
	}
	f.Options, f.rules.offered = o.options, o
}

// find gives the position of a value: one that is written the same way, else an equal one; -1 when there is none.
func (o *offer) find(value *node) int {
	o.once.Do(o.index)
	if i, ok := o.written[string(value.raw)]; ok {
		return i
	}
	if i, ok := o.equal[value.canonical()]; ok {
		return i
	}
	return -1
}

func (o *offer) index() {
	o.written = make(map[string]int, len(o.options))
	o.equal = make(map[string]int, len(o.options))
	for i := len(o.options) - 1; i >= 0; i-- { // the first of several wins
		raw := o.options[i].Value
		o.written[string(raw)] = i
		if n, _, err := readJSON(raw); err == nil {
			o.equal[n.canonical()] = i
		}
	}
}

// makeOptions names the values. Where null only means "nothing", leaving the entry empty says it.
func makeOptions(values []option, nullable bool) []Option {
	options := make([]Option, 0, len(values))
	for _, v := range values {
		if nullable && v.value.is == isNull && v.isBare() && len(values) > 1 {
			continue
		}
		options = append(options, Option{Label: optionLabel(v), Description: explanation(v), Value: json.RawMessage(v.value.raw)})
	}
	return options
}

// explanation is what an option says beside its label, "" when it says nothing or the same again.
func explanation(o option) string {
	if text := strings.TrimSpace(o.description); isVisible(text) && text != optionLabel(o) {
		return text
	}
	return ""
}

// optionLabel is never empty: the title, else the value in a form that can be seen (case form-enum-empty-string-option).
func optionLabel(o option) string {
	if isVisible(o.title) {
		return o.title
	}
	switch {
	case o.value.is == isNull:
		return "(none)"
	case o.value.is != isString:
		return string(compact(o.value.raw))
	case o.value.text == "":
		return "(empty)"
	case !isVisible(o.value.text):
		return "(blank)"
	}
	return o.value.text
}
