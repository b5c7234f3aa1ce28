package schema

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// message is what to say when a text does not match.
func (p *pattern) message() string {
	const asked = "This does not have the format that the server asks for"
	if words := p.words(); words != "" {
		return asked + ": " + words + "."
	}
	if len(p.text) <= 80 && isVisible(p.text) {
		return asked + ": " + seen(p.text)
	}
	return asked + "."
}

// words reads simple patterns out: "3 capital letters, then “-”, then 1 or more digits". It gives "" for what is not
// simple, for half a description would mislead.
func (p *pattern) words() string {
	if p == nil || len(p.text) > 120 {
		return ""
	}
	body, anchored := strings.CutPrefix(p.text, "^")
	if !anchored {
		return ""
	}
	body, anchored = strings.CutSuffix(body, "$")
	if !anchored || strings.HasSuffix(body, `\`) {
		return ""
	}
	if words := namedOptions(body); words != "" {
		return words
	}
	var parts []string
	literal := ""
	for body != "" {
		atom, rest, ok := readAtom(body)
		if !ok {
			return ""
		}
		times, rest, ok := readTimes(rest)
		if !ok {
			return ""
		}
		body = rest
		if atom.class == "" && times == "1" {
			literal += atom.literal
			continue
		}
		if literal != "" {
			parts, literal = append(parts, "“"+literal+"”"), ""
		}
		parts = append(parts, atom.words(times))
	}
	if literal != "" {
		parts = append(parts, "“"+literal+"”")
	}
	const most = 6
	if len(parts) > most {
		return ""
	}
	return strings.Join(parts, ", then ")
}

// namedOptions reads (this|that) of plain words.
func namedOptions(body string) string {
	inside, ok := strings.CutSuffix(body, ")")
	if !ok || !strings.HasPrefix(inside, "(") {
		return ""
	}
	inside = strings.TrimPrefix(strings.TrimPrefix(inside, "("), "?:")
	if strings.ContainsAny(inside, `\()[]{}.*+?^$`) {
		return ""
	}
	var names []string
	for name := range strings.SplitSeq(inside, "|") {
		if name == "" || seen(name) != name {
			return ""
		}
		names = append(names, "“"+name+"”")
	}
	return "one of " + strings.Join(names, ", ")
}

// atom is one character of a pattern: a literal one, or any of a class.
type atom struct {
	literal string
	class   string // its words in the plural, such as "digits"
	single  string // and in the singular
}

func (a atom) words(times string) string {
	if a.class == "" {
		return times + " × “" + a.literal + "”"
	}
	if times == "1" {
		return "1 " + a.single
	}
	return times + " " + a.class
}

func readAtom(text string) (a atom, rest string, ok bool) {
	switch text[0] {
	case '\\':
		if len(text) < 2 {
			return atom{}, "", false
		}
		switch c := text[1]; {
		case c == 'd':
			return atom{class: "digits", single: "digit"}, text[2:], true
		case c == 'w':
			return atom{class: "letters, digits or “_”", single: "letter, digit or “_”"}, text[2:], true
		case strings.IndexByte(`.-/_\^$|?*+()[]{}@#:, `, c) >= 0:
			return atom{literal: text[1:2]}, text[2:], true
		}
		return atom{}, "", false
	case '[':
		return readClass(text)
	}
	if strings.IndexByte(".^$|?*+()]{}", text[0]) >= 0 {
		return atom{}, "", false
	}
	r, size := utf8.DecodeRuneInString(text)
	if !isVisible(string(r)) && r != ' ' {
		return atom{}, "", false
	}
	return atom{literal: text[:size]}, text[size:], true
}

// readClass reads [A-Za-z0-9_-] and the like.
func readClass(text string) (a atom, rest string, ok bool) {
	inside, rest, ok := strings.Cut(text[1:], "]")
	if !ok || inside == "" || inside[0] == '^' || strings.ContainsRune(inside, '[') {
		return atom{}, "", false
	}
	var upper, lower, digits bool
	var others []string
	for inside != "" {
		switch {
		case strings.HasPrefix(inside, "A-Z"):
			upper, inside = true, inside[3:]
		case strings.HasPrefix(inside, "a-z"):
			lower, inside = true, inside[3:]
		case strings.HasPrefix(inside, "0-9"):
			digits, inside = true, inside[3:]
		case strings.HasPrefix(inside, `\d`):
			digits, inside = true, inside[2:]
		case strings.HasPrefix(inside, `\w`):
			upper, lower, digits, inside = true, true, true, inside[2:]
			others = append(others, "“_”")
		case inside[0] == '\\' && len(inside) > 1 && strings.IndexByte(`.-/_^$`, inside[1]) >= 0:
			others, inside = append(others, "“"+inside[1:2]+"”"), inside[2:]
		case len(inside) > 2 && inside[1] == '-' && isPlainEnd(inside[0]) && isPlainEnd(inside[2]):
			others, inside = append(others, "“"+inside[:1]+"” to “"+inside[2:3]+"”"), inside[3:]
		case inside[0] == '\\' || (len(inside) > 2 && inside[1] == '-'):
			return atom{}, "", false
		default:
			r, size := utf8.DecodeRuneInString(inside)
			if !isVisible(string(r)) {
				return atom{}, "", false
			}
			others, inside = append(others, "“"+inside[:size]+"”"), inside[size:]
		}
	}
	var many, one []string
	add := func(plural, singular string) { many, one = append(many, plural), append(one, singular) }
	switch {
	case upper && lower:
		add("letters", "letter")
	case upper:
		add("capital letters", "capital letter")
	case lower:
		add("small letters", "small letter")
	}
	if digits {
		add("digits", "digit")
	}
	for _, other := range others {
		add(other, other)
	}
	return atom{class: either(many), single: either(one)}, rest, true
}

func isPlainEnd(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func either(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// readTimes reads a quantifier in words; "1" when there is none.
func readTimes(text string) (times, rest string, ok bool) {
	if text == "" {
		return "1", "", true
	}
	lazy := func(rest string) string { return strings.TrimPrefix(rest, "?") }
	switch text[0] {
	case '+':
		return "1 or more", lazy(text[1:]), true
	case '*':
		return "any number of", lazy(text[1:]), true
	case '?':
		return "at most 1", lazy(text[1:]), true
	case '{':
	default:
		return "1", text, true
	}
	inside, rest, ok := strings.Cut(text[1:], "}")
	if !ok {
		return "", "", false
	}
	least, most, isRange := strings.Cut(inside, ",")
	if least == "" || leadingDigits(least) != least || leadingDigits(most) != most || len(inside) > 8 {
		return "", "", false
	}
	switch {
	case !isRange || least == most:
		return least, lazy(rest), true
	case most == "":
		return least + " or more", lazy(rest), true
	case least == "0":
		return "at most " + most, lazy(rest), true
	}
	return fmt.Sprintf("%s to %s", least, most), lazy(rest), true
}
