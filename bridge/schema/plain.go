package schema

import (
	"encoding/json"
	"strconv"
)

// stepFormat is the format that every part of a plain schema has, unless it has one that is checked. It lets the judge
// count its steps.
const stepFormat = "parley-step"

const (
	deepestSchema = 200
	mostParts     = 5000
)

// plainSchema writes a part of a schema anew, complete in itself and in the words of 2020-12: what it refers to comes
// along, older spellings are translated, and words that cannot be understood are left out, so that one broken word
// does not stop the rest from being judged. It gives false for a schema that is too large.
func plainSchema(root, part *node, skip map[*node]bool) (any, bool) {
	for _, lenient := range []bool{false, true} {
		p := &plainer{resolver: &resolver{root: root}, skip: skip, lenient: lenient, names: map[*node]string{}, shared: map[string]any{}}
		document := map[string]any{
			"$schema": "https://json-schema.org/draft/2020-12/schema",
			"$ref":    p.reference(part),
		}
		for len(p.waiting) > 0 {
			n := p.waiting[0]
			p.waiting = p.waiting[1:]
			p.shared[p.names[n]] = p.schema(n, 0)
		}
		if p.parts > mostParts {
			return nil, false
		}
		if p.partial && !lenient {
			continue // what was left out may turn a "not" or "exactly one of" around: leave those out as well
		}
		document["$defs"] = p.shared
		return document, true
	}
	return nil, false
}

type plainer struct {
	resolver *resolver
	skip     map[*node]bool
	lenient  bool
	partial  bool // something was left out
	parts    int
	names    map[*node]string
	waiting  []*node
	shared   map[string]any
}

// reference gives the pointer to a schema that is written once, under a name of its own.
func (p *plainer) reference(n *node) string {
	name, ok := p.names[n]
	if !ok {
		name = strconv.Itoa(len(p.names))
		p.names[n] = name
		p.waiting = append(p.waiting, n)
	}
	return "#/$defs/" + name
}

func (p *plainer) schema(n *node, depth int) any {
	p.parts++
	if p.skip[n] {
		return true
	}
	if n.is == isBool {
		return n.truth
	}
	if n.is != isObject || depth > deepestSchema || p.parts > mostParts {
		p.partial = p.partial || n.is != isArray || len(n.items) > 0
		return true
	}
	out := map[string]any{"format": stepFormat}
	for _, m := range n.members {
		p.word(out, n, m, depth+1)
	}
	if isTrue(n.get("nullable")) {
		return map[string]any{"anyOf": []any{out, map[string]any{"type": "null"}}}
	}
	return out
}

// word translates one keyword.
func (p *plainer) word(out map[string]any, n *node, m member, depth int) {
	key, v := m.key, m.value
	switch key {
	case "$ref", "$dynamicRef", "$recursiveRef":
		if target := p.resolver.lookup(v); target != nil {
			out["$ref"] = p.reference(target)
			return
		}
		p.partial = true
	case "not", "if", "then", "else", "unevaluatedItems", "unevaluatedProperties":
		if !p.lenient {
			out[key] = p.schema(v, depth)
		}
	case "contains", "propertyNames", "additionalProperties":
		out[key] = p.schema(v, depth)
	case "oneOf":
		if p.lenient {
			key = "anyOf"
		}
		p.schemas(out, key, v, depth)
	case "allOf", "anyOf", "prefixItems":
		p.schemas(out, key, v, depth)
	case "items":
		if v.is == isArray && len(v.items) > 0 { // before 2020-12
			p.schemas(out, "prefixItems", v, depth)
			return
		}
		out[key] = p.schema(v, depth)
	case "additionalItems":
		if items := n.get("items"); items != nil && items.is == isArray {
			out["items"] = p.schema(v, depth)
		}
	case "properties", "patternProperties", "dependentSchemas":
		p.schemaMap(out, key, v, depth)
	case "dependencies", "dependentRequired":
		p.dependencies(out, v, depth)
	case "format":
		if v.is == isString && isCheckedFormat(v.text) {
			out[key] = v.text
		}
	default:
		p.assertion(out, n, m)
	}
}

// assertion translates a keyword that holds no schemas.
func (p *plainer) assertion(out map[string]any, n *node, m member) {
	key, v := m.key, m.value
	switch key {
	case "type":
		p.types(out, v)
	case "enum":
		if value, ok := plainValue(v); ok && v.is == isArray && len(v.items) > 0 {
			out[key] = value
			return
		}
		p.partial = true
	case "const":
		value, ok := plainValue(v)
		if ok {
			out[key] = value
		}
		p.partial = p.partial || !ok
	case "minimum", "maximum", "multipleOf":
		p.number(out, key, v)
	case "exclusiveMinimum", "exclusiveMaximum":
		if v.is != isBool {
			p.number(out, key, v)
			return
		}
		bound := map[string]string{"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}[key]
		if limit := n.get(bound); v.truth && limit != nil { // draft 4
			p.number(out, key, limit)
		}
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains":
		d, ok := parseDecimal(v.text)
		count, isCount := d.count()
		if v.is == isNumber && ok && isCount {
			out[key] = json.Number(strconv.Itoa(count))
			return
		}
		p.partial = true
	case "uniqueItems":
		if v.is == isBool {
			out[key] = v.truth
		}
	case "pattern":
		if v.is == isString {
			out[key] = v.text
		}
	case "required":
		if names, ok := plainNames(v); ok {
			out[key] = names
			return
		}
		p.partial = p.partial || v.is != isBool
	}
}

func (p *plainer) schemas(out map[string]any, key string, v *node, depth int) {
	if v.is != isArray || len(v.items) == 0 {
		p.partial = true
		return
	}
	list := make([]any, len(v.items))
	for i, item := range v.items {
		list[i] = p.schema(item, depth)
	}
	if before, ok := out[key].([]any); ok && key == "anyOf" {
		// oneOf was turned into a second anyOf
		both, _ := out["allOf"].([]any)
		out["allOf"] = append(both, map[string]any{"anyOf": before})
	}
	if before, ok := out[key].([]any); ok && key == "allOf" {
		list = append(list, before...)
	}
	out[key] = list
}

func (p *plainer) schemaMap(out map[string]any, key string, v *node, depth int) {
	if v.is != isObject {
		p.partial = p.partial || v.is != isArray || len(v.items) > 0
		return
	}
	schemas, _ := out[key].(map[string]any)
	if schemas == nil {
		schemas = make(map[string]any, len(v.members))
	}
	for _, m := range v.members {
		schemas[m.key] = p.schema(m.value, depth)
	}
	out[key] = schemas
}

// dependencies reads dependentRequired, and the older dependencies, which was that and dependentSchemas in one.
func (p *plainer) dependencies(out map[string]any, v *node, depth int) {
	names, _ := out["dependentRequired"].(map[string]any)
	if names == nil {
		names = map[string]any{}
	}
	for _, m := range v.members {
		if list, ok := plainNames(m.value); ok {
			names[m.key] = list
			continue
		}
		p.schemaMap(out, "dependentSchemas", &node{is: isObject, members: []member{m}}, depth)
	}
	out["dependentRequired"] = names
}

func (p *plainer) types(out map[string]any, v *node) {
	list := v.items
	if v.is == isString {
		list = []*node{v}
	}
	var names []any
	for _, item := range list {
		switch name := typeName(item.text); name {
		case "string", "number", "integer", "boolean", "object", "array", "null":
			names = append(names, name)
		default:
			p.partial = true
			return
		}
	}
	if len(names) > 0 {
		out["type"] = unique(names)
	}
}

func (p *plainer) number(out map[string]any, key string, v *node) {
	number, ok := plainNumber(v)
	if d, _ := parseDecimal(v.text); v.is != isNumber || !ok || (key == "multipleOf" && d.sign() <= 0) {
		p.partial = true
		return
	}
	out[key] = number
}

func plainNames(v *node) ([]any, bool) {
	if v.is != isArray {
		return nil, false
	}
	names := make([]any, 0, len(v.items))
	for _, item := range v.items {
		if item.is == isString {
			names = append(names, item.text)
		}
	}
	return unique(names), true
}

func unique(names []any) []any {
	seen := map[any]bool{}
	kept := make([]any, 0, len(names))
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			kept = append(kept, name)
		}
	}
	return kept
}
