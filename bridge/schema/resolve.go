package schema

import (
	"bytes"
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// keywords are what a schema says about one place, put together: references followed, a single alternative merged,
// null taken out. The nearer word wins over the one behind a reference (case tool-ref-with-sibling-keywords).
type keywords struct {
	words    map[string]*node
	far      map[string]bool // words that came through a reference
	options  []option        // from anyOf or oneOf of constants; nil when there are none
	nullable bool            // null is allowed beside the rest
	opaque   bool            // there is more than a simple entry can show
	extra    bool            // the words are not all of it: a finished value must be judged against the whole
	never    bool            // the schema false
}

type option struct {
	value       *node
	title       string
	description string
}

// isBare says whether there are no words to the value.
func (o option) isBare() bool { return o.title == "" && o.description == "" }

func (k *keywords) get(word string) *node { return k.words[word] }

func (k *keywords) str(word string) string {
	if n := k.words[word]; n != nil && n.is == isString {
		return n.text
	}
	return ""
}

// isWord lists the keywords that mean something for an entry. Others are left alone.
func isWord(key string) bool {
	switch key {
	case "type", "enum", "const", "format", "pattern", "minLength", "maxLength",
		"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
		"items", "prefixItems", "additionalItems", "unevaluatedItems", "contains", "minContains", "maxContains",
		"minItems", "maxItems", "uniqueItems",
		"properties", "required", "additionalProperties", "patternProperties", "propertyNames", "unevaluatedProperties",
		"minProperties", "maxProperties", "dependencies", "dependentRequired", "dependentSchemas",
		"not", "if", "then", "else", "nullable",
		"title", "description", "default", "examples", "example", "enumNames":
		return true
	}
	return slices.Contains(enumDescriptions(), key)
}

// isNote recognises keywords that describe and do not judge: two of them never contradict each other.
func isNote(word string) bool {
	switch word {
	case "title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly",
		"$comment", "$id", "id", "$schema", "$anchor", "$defs", "definitions", "enumNames", "format":
		return true
	}
	return strings.HasPrefix(word, "x-") || slices.Contains(enumDescriptions(), word)
}

// resolver follows references inside one document. Its steps are bounded for each field and for all, so that references
// that multiply each other end: what is not reached becomes a JSON box.
type resolver struct {
	root    *node
	anchors map[string]*node
	steps   int     // left for this field
	left    int     // left for the whole form
	inside  []*node // the schemas being followed right now
	read    map[*node]alternatives
}

// These are far more than sensible forms need: a step is a schema visited, or some of its words.
const (
	stepsPerField = 10_000
	stepsPerForm  = 100_000
	wordsPerStep  = 16
)

// step takes the steps for one schema, and says whether there were enough.
func (r *resolver) step(n *node) bool {
	taken := 1 + len(n.members)/wordsPerStep
	r.steps -= taken
	r.left -= taken
	return r.steps >= 0 && r.left >= 0
}

// keywordsOf puts together what a property's schema says.
func (r *resolver) keywordsOf(n *node) *keywords {
	r.steps = stepsPerField
	r.inside = r.inside[:0]
	return r.collect(n)
}

func (r *resolver) collect(n *node) *keywords {
	k := &keywords{words: make(map[string]*node, len(n.members))}
	r.into(k, n, false)
	return k
}

func (r *resolver) into(k *keywords, n *node, far bool) {
	if !r.step(n) || r.isInside(n) {
		k.opaque = true
		return
	}
	switch n.is {
	case isObject:
	case isBool:
		k.never = k.never || !n.truth
		return
	default:
		k.opaque = k.opaque || len(n.items) > 0 || n.is != isArray // PHP writes an empty object as []
		return
	}
	r.inside = append(r.inside, n)
	defer func() { r.inside = r.inside[:len(r.inside)-1] }()

	for _, m := range n.members {
		switch m.key {
		case "$ref", "allOf", "anyOf", "oneOf":
		default:
			if isWord(m.key) {
				k.set(m.key, m.value, far)
			}
		}
	}
	if n.get("$dynamicRef") != nil || n.get("$recursiveRef") != nil {
		k.opaque = true
	}
	if ref := n.get("$ref"); ref != nil {
		r.reference(k, ref)
	}
	if all := n.get("allOf"); all != nil {
		r.all(k, all)
	}
	for _, word := range []string{"anyOf", "oneOf"} {
		if some := n.get(word); some != nil {
			r.some(k, some)
		}
	}
}

func (r *resolver) isInside(n *node) bool {
	for _, other := range r.inside {
		if other == n {
			return true
		}
	}
	return false
}

func (k *keywords) set(word string, value *node, far bool) {
	if before, ok := k.words[word]; ok {
		if !isNote(word) && !bytes.Equal(before.raw, value.raw) {
			k.extra = true
		}
		return
	}
	k.words[word] = value
	if far {
		if k.far == nil {
			k.far = map[string]bool{}
		}
		k.far[word] = true
	}
}

func (r *resolver) reference(k *keywords, ref *node) {
	target := r.lookup(ref)
	if target == nil {
		k.opaque = true
		return
	}
	r.into(k, target, true)
}

// all merges allOf: one entry as if it stood here, several when they do not speak of the same things.
func (r *resolver) all(k *keywords, all *node) {
	if all.is != isArray {
		return
	}
	if len(all.items) == 1 {
		r.into(k, all.items[0], true)
		return
	}
	for _, item := range all.items {
		part := &keywords{words: map[string]*node{}}
		r.into(part, item, true)
		k.join(part)
	}
}

// join takes over what another set of keywords says; a contradiction leaves no simple entry.
func (k *keywords) join(part *keywords) {
	for word, value := range part.words {
		before, ok := k.words[word]
		if ok && !isNote(word) && !same(before, value) {
			k.opaque = true
		}
		if !ok {
			k.set(word, value, true)
		}
	}
	if part.options != nil {
		k.opaque = k.opaque || k.options != nil
		k.options = part.options
	}
	k.nullable = k.nullable && part.nullable
	k.opaque = k.opaque || part.opaque
	k.extra = k.extra || part.extra
	k.never = k.never || part.never
}

// some reads anyOf or oneOf: constants become options, null makes the rest nullable, one entry left is merged.
func (r *resolver) some(k *keywords, some *node) {
	if some.is != isArray || len(some.items) == 0 {
		return
	}
	a := r.alternativesOf(some)
	k.nullable = k.nullable || a.nullable
	switch {
	case len(a.left) == 0:
		k.set("const", &node{is: isNull, raw: []byte("null")}, true)
	case len(a.left) == 1 && a.left[0].get("const") == nil:
		r.into(k, a.left[0], true)
	case a.options != nil:
		k.opaque = k.opaque || k.options != nil
		k.options = a.options
	case len(a.left) == 1:
		r.into(k, a.left[0], true)
	case areNumbers(a.left):
		k.set("type", &node{is: isString, text: "number", raw: []byte(`"number"`)}, true)
	default:
		k.opaque = true
	}
}

// alternatives are what one anyOf or oneOf offers.
type alternatives struct {
	left     []*node  // those that are not just null
	nullable bool     // one of them is null
	options  []option // when each of those left names its values
}

// alternativesOf reads an anyOf or oneOf once, for many fields may share it.
func (r *resolver) alternativesOf(some *node) alternatives {
	if a, ok := r.read[some]; ok {
		return a
	}
	var a alternatives
	explained := false
	for _, item := range some.items {
		if isOnlyNull(item) {
			a.nullable, explained = true, explained || item.str("description") != ""
			continue
		}
		a.left = append(a.left, item)
	}
	options, nullable := r.constants(a.left)
	if explained && options != nil { // among constants, a null with an explanation is one more of them
		if all, _ := r.constants(some.items); all != nil {
			options = all
		}
	}
	a.options, a.nullable = options, a.nullable || nullable
	if r.read == nil {
		r.read = map[*node]alternatives{}
	}
	r.read[some] = a
	return a
}

// isOnlyNull recognises the alternative that means "nothing". One with a title is a choice with a name and stays.
func isOnlyNull(n *node) bool {
	if t := n.get("type"); t != nil {
		return t.is == isString && typeName(t.text) == "null" && n.str("title") == ""
	}
	c := n.get("const")
	return c != nil && c.is == isNull && n.str("title") == ""
}

// constants gives the options of alternatives that each name their values, nil when one does not.
func (r *resolver) constants(alternatives []*node) (options []option, nullable bool) {
	for _, alternative := range alternatives {
		k := &keywords{words: map[string]*node{}}
		r.into(k, alternative, true)
		own := k.fixedValues()
		if k.opaque || k.never || own == nil {
			return nil, false
		}
		for _, o := range own {
			// A title that names a list of values is a heading, not the name of one of them.
			if title := k.str("title"); len(own) == 1 && o.title == "" {
				o.title = title
			}
			o.description = cmp.Or(o.description, k.str("description"))
			options = append(options, o)
		}
		nullable = nullable || k.nullable
	}
	return options, nullable
}

// fixedValues are the only values that the keywords allow, nil when they allow any.
func (k *keywords) fixedValues() []option {
	if k.options != nil {
		return k.options
	}
	if c, ok := k.words["const"]; ok && c != nil {
		return []option{{value: c}}
	}
	enum := k.get("enum")
	if enum == nil || enum.is != isArray || len(enum.items) == 0 {
		return nil
	}
	options := make([]option, len(enum.items))
	for i, value := range enum.items {
		options[i] = option{value: value, title: k.get("enumNames").textAt(i), description: k.enumDescription(i)}
	}
	return options
}

// enumDescriptions are the words in use for explanations beside an enum, one for each value in order: JSON Schema has none, the
// first two are those of VS Code's settings.
func enumDescriptions() []string {
	return []string{"enumDescriptions", "markdownEnumDescriptions", "x-enum-descriptions", "x-enumDescriptions"}
}

func (k *keywords) enumDescription(i int) string {
	for _, word := range enumDescriptions() {
		if text := k.get(word).textAt(i); text != "" {
			return text
		}
	}
	return ""
}

// textAt gives a text in a list, "" when there is none.
func (n *node) textAt(i int) string {
	if n == nil || n.is != isArray || i >= len(n.items) || n.items[i].is != isString {
		return ""
	}
	return n.items[i].text
}

// areNumbers says whether the alternatives together are "any number", as pydantic writes int | float.
func areNumbers(alternatives []*node) bool {
	wide := false
	for _, alternative := range alternatives {
		for _, m := range alternative.members {
			if m.key != "type" && !isNote(m.key) {
				return false
			}
		}
		t := typeName(alternative.str("type"))
		if t != "number" && t != "integer" {
			return false
		}
		wide = wide || t == "number"
	}
	return wide
}

// lookup finds what a reference inside the document means; nil for one that leads out of it or nowhere.
func (r *resolver) lookup(ref *node) *node {
	if ref.is != isString || !strings.HasPrefix(ref.text, "#") {
		return nil
	}
	fragment, err := url.PathUnescape(ref.text[1:])
	if err != nil {
		fragment = ref.text[1:]
	}
	if fragment == "" {
		return r.root
	}
	if !strings.HasPrefix(fragment, "/") {
		return r.anchor(fragment)
	}
	at := r.root
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for token := range strings.SplitSeq(fragment[1:], "/") {
		token = unescape.Replace(token)
		switch at.is {
		case isObject:
			at = at.get(token)
		case isArray:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(at.items) {
				return nil
			}
			at = at.items[i]
		default:
			return nil
		}
		if at == nil {
			return nil
		}
	}
	return at
}

// anchor finds a schema by its $anchor, among the shared definitions only: that is where people put them.
func (r *resolver) anchor(name string) *node {
	if r.anchors == nil {
		r.anchors = map[string]*node{}
		for _, word := range []string{"definitions", "$defs"} {
			defs := r.root.get(word)
			if defs == nil {
				continue
			}
			for _, m := range defs.members {
				if a := m.value.str("$anchor"); a != "" {
					r.anchors[a] = m.value
				}
			}
		}
	}
	return r.anchors[name]
}
