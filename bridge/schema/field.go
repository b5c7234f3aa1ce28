package schema

import (
	"encoding/json"
	"slices"
	"strings"
)

// rules are what a field's schema says beyond what the person sees. The zero value allows everything.
type rules struct {
	rawKey   []byte // the key as the document writes it
	farTitle bool   // the title is that of a shared definition, not of this property
	number   bounds
	text     lengths
	pattern  *pattern
	nullable bool
	least    int // how many rows or choices at least and at most
	most     int // negative: no limit
	unique   bool
	item     *rules // for List: what each row must be
	itemForm string // for List: the format of each row
	fixed    json.RawMessage
	only     string // for Boolean: "yes" or "no" when the other is not allowed
	never    bool
	whole    bool   // the field stands for the whole answer, not for one of its members
	judge    *judge // for what the rules above do not cover; nil when they cover all
	offered  *offer // for Choice and Choices
	noun     string // for JSON: "a JSON object", "a JSON list", "a JSON value"
}

// lengths are the limits of a text in code points (case form-maxlength-counts-code-points).
type lengths struct {
	least int
	most  int // negative: no limit
}

func noLimits() *rules { return &rules{text: lengths{most: -1}, most: -1} }

// builder makes fields of properties.
type builder struct {
	resolver *resolver
	budget   *budget
	notes    notes
	offers   map[offerKey]*offer
}

// field makes the field of one property. It is told whether the property must be there, for a constant that need not be
// is a choice of its own.
func (b *builder) field(key string, rawKey []byte, property *node, required bool) Field {
	k := b.resolver.keywordsOf(property)
	if flag := k.get("required"); flag != nil && flag.is == isBool {
		required = required || flag.truth // draft 3, still written by hand
	}
	r := noLimits()
	r.rawKey, r.farTitle = rawKey, k.far["title"]
	f := Field{
		Key: key, Label: labelOf(k.str("title"), key), Description: k.str("description"),
		Required: required, rules: r,
	}
	b.decide(&f, k)
	f.Secret = asksForSecret(key, k.str("title"), k.str("description"), k.str("format"), f.Kind)
	b.start(&f, k)
	if f.Kind == JSON || k.extra || hasMore(k, f.Kind) {
		r.judge = b.judgeOf(property)
	}
	f.Hint = hint(f, k)
	return f
}

// decide chooses the entry. What has no better one is a JSON box, for this field alone.
func (b *builder) decide(f *Field, k *keywords) {
	r := f.rules
	typ := typeOf(k)
	r.nullable = k.nullable || typ.nullable || isTrue(k.get("nullable"))
	r.never = k.never
	f.Nullable = r.nullable
	f.Kind = JSON
	r.noun = "a JSON value"
	if k.never {
		return
	}
	if options := k.fixedValues(); options != nil {
		if only, ok := yesOrNoOf(options); ok {
			f.Kind, r.only = Boolean, only
			r.nullable = r.nullable || slices.ContainsFunc(options, func(o option) bool { return o.value.is == isNull })
			f.Nullable = r.nullable
			return
		}
		b.choice(f, k, options)
		return
	}
	if k.opaque || !typ.simple {
		return
	}
	switch typ.name {
	case "string":
		f.Kind = Text
		b.text(f, k)
	case "integer":
		f.Kind = Integer
		r.number = readBounds(k)
	case "number":
		f.Kind = Number
		r.number = readBounds(k)
	case "boolean":
		f.Kind = Boolean
	case "array":
		r.noun = "a JSON list, in square brackets [ ]"
		b.array(f, k)
	case "object":
		r.noun = "a JSON object, in braces { }"
	case "null":
		b.choice(f, k, []option{{value: &node{is: isNull, raw: []byte("null")}}})
	}
}

// typeOfWords is what the type keyword says, or the other keywords let guess.
type typeOfWords struct {
	name     string // "" for any
	nullable bool
	simple   bool // one type, or one and null
}

func typeOf(k *keywords) typeOfWords {
	t := k.get("type")
	if t != nil && t.is == isString {
		return typeOfWords{name: typeName(t.text), simple: true}
	}
	if t != nil && t.is == isArray && len(t.items) > 0 {
		return typeFromList(t.items)
	}
	return typeOfWords{name: guessType(k), simple: true}
}

func typeFromList(list []*node) typeOfWords {
	found := typeOfWords{simple: true}
	for _, item := range list {
		name := typeName(item.text)
		switch {
		case item.is != isString:
			return typeOfWords{}
		case name == "null":
			found.nullable = true
		case found.name == "" || found.name == name:
			found.name = name
		case isNumeric(found.name) && isNumeric(name):
			found.name = "number"
		default:
			found.simple = false
		}
	}
	if found.name == "" {
		found.name = "null"
	}
	return found
}

// typeName reads a type whatever its capitals: some makers of tools write STRING and Object.
func typeName(written string) string {
	switch name := strings.ToLower(written); name {
	case "string", "number", "integer", "boolean", "object", "array", "null":
		return name
	}
	return written
}

func isNumeric(name string) bool { return name == "number" || name == "integer" }

// guessType infers a missing type from keywords that only one type has; two answers are none.
func guessType(k *keywords) string {
	guess := ""
	for _, hint := range []struct{ name, words string }{
		{"string", "minLength maxLength pattern"},
		{"number", "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"},
		{"array", "items minItems maxItems uniqueItems prefixItems contains"},
		{"object", "properties required additionalProperties patternProperties minProperties maxProperties"},
	} {
		for word := range strings.FieldsSeq(hint.words) {
			if n := k.get(word); n == nil || (word == "required" && n.is == isBool) {
				continue
			}
			if guess != "" && guess != hint.name {
				return ""
			}
			guess = hint.name
		}
	}
	if guess == "" && isCheckedFormat(k.str("format")) {
		return "string"
	}
	return guess
}

func (b *builder) text(f *Field, k *keywords) {
	r := f.rules
	f.Format = k.str("format")
	r.text = lengths{least: limit(k, "minLength", 0), most: limit(k, "maxLength", -1)}
	r.pattern = b.patternOf(k)
	f.Multiline = r.text.most > singleLine && !isCheckedFormat(f.Format)
	switch f.Format {
	case "textarea", "multiline", "markdown":
		f.Multiline = true
	}
}

// singleLine is the maxLength up to which a text is one line.
const singleLine = 120

func (b *builder) patternOf(k *keywords) *pattern {
	text := k.str("pattern")
	if text == "" {
		return nil
	}
	return newPattern(text, b.budget)
}

func (b *builder) array(f *Field, k *keywords) {
	items := k.get("items")
	if items == nil || items.is != isObject || k.get("prefixItems") != nil {
		return
	}
	r := f.rules
	item := b.resolver.collect(items)
	if item.never {
		return
	}
	if values := item.fixedValues(); values != nil && !k.opaque {
		r.least, r.most = limit(k, "minItems", 0), limit(k, "maxItems", -1)
		f.Kind = Choices
		b.offer(f, item, values, item.nullable || typeOf(item).nullable)
		return
	}
	if typ := typeOf(item); item.opaque || !typ.simple || typ.name != "string" {
		return
	}
	r.least, r.most = limit(k, "minItems", 0), limit(k, "maxItems", -1)
	f.Kind = List
	r.unique = isTrue(k.get("uniqueItems"))
	row := Field{rules: noLimits()}
	b.text(&row, item)
	r.item, r.itemForm = row.rules, row.Format
}

// choice makes a choice of fixed values, or a constant of one that must be there. A single constant that may be left
// out is a choice too: sending it says something that leaving it out does not.
func (b *builder) choice(f *Field, k *keywords, values []option) {
	only := values[0].value
	constant := len(values) == 1 && values[0].isBare() && k.options == nil && k.get("enum") == nil
	if constant && (f.Required || same(only, k.get("default"))) {
		f.Kind = Fixed
		f.rules.fixed = json.RawMessage(only.raw)
		f.Options = makeOptions(values, false)
		return
	}
	f.Kind = Choice
	b.offer(f, k, values, f.rules.nullable)
}

// yesOrNoOf recognises a yes or no whose values are listed. One that allows only yes asks for consent, and is never a constant
// that is sent by itself. Values with words of their own are a choice, for the words say what yes means.
func yesOrNoOf(options []option) (only string, ok bool) {
	yes, no := false, false
	for _, o := range options {
		if !o.isBare() || o.value.is != isBool && o.value.is != isNull {
			return "", false
		}
		yes = yes || o.value.is == isBool && o.value.truth
		no = no || o.value.is == isBool && !o.value.truth
	}
	switch {
	case yes && no:
		return "", true
	case yes:
		return "yes", true
	}
	return "no", no
}

func isTrue(n *node) bool { return n != nil && n.is == isBool && n.truth }

// hasMore says whether the schema judges in ways that the checks of that kind do not know.
func hasMore(k *keywords, kind Kind) bool {
	for word := range k.words {
		switch word {
		case "not", "if", "dependentSchemas", "contains":
			return true
		case "prefixItems", "additionalItems", "unevaluatedItems":
			return kind == List || kind == Choices
		}
	}
	return false
}
