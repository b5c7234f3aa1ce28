package schema

import "strings"

// hint says the limits of a field in plain words, before anything is wrong with it.
func hint(f Field, k *keywords) string {
	r := f.rules
	var parts []string
	switch f.Kind {
	case Text:
		parts = textHint(f.Format, r)
	case Integer, Number:
		parts = append(parts, upperFirst(r.number.spoken().words(f.Kind == Integer)))
	case Choices:
		if span(r.least, r.most) != "" {
			parts = append(parts, strings.TrimSuffix(chooseWords(r), "."))
		}
	case List:
		if span(r.least, r.most) != "" {
			parts = append(parts, upperFirst(entries(r)))
		}
		for _, words := range textHint(r.itemForm, r.item) {
			parts = append(parts, "each row: "+lowerFirst(words))
		}
	case Fixed:
		parts = append(parts, "The only value that the server allows")
	case JSON:
		if r.never {
			return "The server allows no value here"
		}
		parts = append(parts, upperFirst(r.noun))
	}
	if example := exampleOf(f.Kind, k); example != "" {
		parts = append(parts, "for example "+example)
	}
	return upperFirst(strings.Join(parts, "; "))
}

func textHint(format string, r *rules) []string {
	var parts []string
	switch format {
	case "email":
		parts = append(parts, "An email address")
	case "uri":
		parts = append(parts, "A full address, like https://example.org")
	case "date":
		parts = append(parts, "A date as YYYY-MM-DD")
	case "date-time":
		parts = append(parts, "Date, time and time zone, like 2026-12-01T14:30:00+01:00")
	}
	// A blank entry is no answer anyway, so that one character is needed is nothing to say.
	if words := r.text.beyondOne().words(); words != "" {
		parts = append(parts, upperFirst(words))
	}
	if words := r.pattern.words(); words != "" {
		parts = append(parts, upperFirst(words))
	}
	return parts
}

// beyondOne leaves out that one character is needed.
func (l lengths) beyondOne() lengths {
	if l.least == 1 && l.most != 1 {
		l.least = 0
	}
	return l
}

// words says the limits, "" when there are none: "at most 5 characters".
func (l lengths) words() string {
	words := span(l.least, l.most)
	switch {
	case words == "":
		return ""
	case l.most == 1 || (l.most < 0 && l.least == 1):
		return words + " character"
	}
	return words + " characters"
}

// exampleOf takes the first example that the schema gives, when it is short enough to show.
func exampleOf(kind Kind, k *keywords) string {
	if kind != Text && kind != Integer && kind != Number {
		return ""
	}
	example := k.get("example")
	if all := k.get("examples"); all != nil && all.is == isArray && len(all.items) > 0 {
		example = all.items[0]
	}
	if example == nil || (example.is != isString && example.is != isNumber) {
		return ""
	}
	if !isVisible(example.text) || len(example.text) > 60 || hasLineBreak(example.text) {
		return ""
	}
	return seen(example.text)
}
