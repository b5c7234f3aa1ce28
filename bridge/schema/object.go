package schema

// object is what a schema says about the members of an object, put together from all places that apply.
type object struct {
	properties []member // in document order
	required   []string
	closed     bool    // additionalProperties is false, and nothing else lets names in
	more       bool    // there are rules that only the whole object can be judged by
	unfit      bool    // it cannot be shown as fields
	some       []*node // alternatives, to be looked at when all names are known
}

// object reads the root of a schema: its own properties, those behind references, and those of allOf, where all apply.
func (b *builder) object(root *node) object {
	var o object
	b.resolver.steps = stepsPerField
	b.resolver.inside = b.resolver.inside[:0]
	b.gather(&o, root)
	b.settle(&o, o.some)
	b.nameRequired(&o, root)
	return o
}

func (b *builder) gather(o *object, n *node) {
	r := b.resolver
	if n.is != isObject || !r.step(n) || r.isInside(n) {
		o.unfit = o.unfit || n.is == isBool && !n.truth
		o.more = true
		return
	}
	r.inside = append(r.inside, n)
	defer func() { r.inside = r.inside[:len(r.inside)-1] }()

	for _, m := range n.members {
		switch m.key {
		case "properties":
			b.addProperties(o, m.value)
		case "required":
			b.addRequired(o, m.value)
		case "additionalProperties":
			b.additional(o, n, m.value)
		case "type":
			o.unfit = o.unfit || !allowsObject(m.value)
		case "$ref":
			if target := r.lookup(m.value); target != nil {
				b.gather(o, target)
			} else {
				o.more = true
			}
		case "allOf":
			for _, item := range m.value.items {
				b.gather(o, item)
			}
		case "anyOf", "oneOf":
			b.alternatives(o, m.value)
		default:
			o.more = o.more || !isNote(m.key)
		}
	}
}

func allowsObject(t *node) bool {
	switch t.is {
	case isString:
		return typeName(t.text) == "object"
	case isArray:
		for _, item := range t.items {
			if item.is == isString && typeName(item.text) == "object" {
				return true
			}
		}
		return len(t.items) == 0
	}
	return true
}

func (b *builder) addProperties(o *object, properties *node) {
	if properties.is != isObject {
		if properties.is != isArray || len(properties.items) > 0 { // PHP writes an empty object as []
			b.notes.add("The server's list of entries cannot be read.")
			o.unfit = true
		}
		return
	}
	o.properties = mergeMembers(o.properties, properties.members)
}

// mergeMembers adds properties; one that is there already must satisfy both descriptions.
func mergeMembers(have, more []member) []member {
	if len(have) == 0 {
		return more[:len(more):len(more)]
	}
	at := make(map[string]int, len(have))
	for i, m := range have {
		at[m.key] = i
	}
	for _, m := range more {
		i, ok := at[m.key]
		if !ok {
			have = append(have, m)
			continue
		}
		both := &node{is: isArray, items: []*node{have[i].value, m.value}}
		have[i].value = &node{is: isObject, members: []member{{key: "allOf", value: both}}}
	}
	return have
}

func (b *builder) addRequired(o *object, required *node) {
	odd := required.is != isArray && required.is != isBool
	for _, item := range required.items {
		if item.is != isString {
			odd = true
			continue
		}
		o.required = append(o.required, item.text)
	}
	if odd {
		b.notes.add("The server's list of what must be filled in cannot be read, so some entries may be needed that are not marked.")
	}
}

// additional reads additionalProperties, which says what other names mean.
func (b *builder) additional(o *object, n, value *node) {
	if value.is == isBool && value.truth {
		return
	}
	if value.is == isBool && n.get("patternProperties") == nil && len(b.resolver.inside) == 1 && n.get("allOf") == nil {
		o.closed = true
		return
	}
	o.more = true
	if len(value.members) > 0 && n.get("properties") == nil && n.get("$ref") == nil && n.get("allOf") == nil {
		o.unfit = len(b.resolver.inside) == 1 && n.get("required") == nil // a map: any names, typed values
	}
}

// alternatives reads anyOf or oneOf of the whole object.
func (b *builder) alternatives(o *object, some *node) {
	var left []*node
	for _, item := range some.items {
		if !isOnlyNull(item) {
			left = append(left, item)
		}
	}
	if len(left) == 1 {
		b.gather(o, left[0])
		return
	}
	o.more = o.more || len(left) > 0
	o.some = append(o.some, left...)
}

// settle lets alternatives be rules beside the fields, as long as they bring no names of their own.
func (b *builder) settle(o *object, some []*node) {
	for _, item := range some {
		var part object
		b.gather(&part, item)
		o.unfit = o.unfit || part.unfit || bringsNames(part, o)
		b.settle(o, part.some)
	}
}

func bringsNames(part object, o *object) bool {
	known := make(map[string]bool, len(o.properties))
	for _, m := range o.properties {
		known[m.key] = true
	}
	for _, m := range part.properties {
		if !known[m.key] {
			return true
		}
	}
	return false
}

// nameRequired gives a field to a name that is required but not described: otherwise nobody could answer.
func (b *builder) nameRequired(o *object, root *node) {
	if len(o.required) == 0 || o.unfit {
		return
	}
	known := make(map[string]bool, len(o.properties))
	for _, m := range o.properties {
		known[m.key] = true
	}
	anything := &node{is: isObject, raw: []byte("{}")}
	if additional := root.get("additionalProperties"); additional != nil && additional.is == isObject {
		anything = additional
	}
	for _, key := range o.required {
		if !known[key] {
			known[key] = true
			o.properties = append(o.properties, member{key: key, value: anything})
		}
	}
}
