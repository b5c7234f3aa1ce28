package schema

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// bounds are the limits of a number.
type bounds struct {
	min, max, step          *decimal
	minOpen, maxOpen        bool // the limit itself is not allowed
	minText, maxText, steps string
}

// readBounds takes minimum, maximum, their exclusive forms in either dialect, and multipleOf. Of two lower limits the
// tighter counts. A limit that is no number limits nothing.
func readBounds(k *keywords) bounds {
	var b bounds
	b.min, b.minText = number(k.get("minimum"))
	b.max, b.maxText = number(k.get("maximum"))
	if flag := k.get("exclusiveMinimum"); flag != nil && flag.is == isBool { // draft 4
		b.minOpen = flag.truth
	} else if limit, text := number(flag); limit != nil && (b.min == nil || limit.cmp(*b.min) >= 0) {
		b.min, b.minText, b.minOpen = limit, text, true
	}
	if flag := k.get("exclusiveMaximum"); flag != nil && flag.is == isBool {
		b.maxOpen = flag.truth
	} else if limit, text := number(flag); limit != nil && (b.max == nil || limit.cmp(*b.max) <= 0) {
		b.max, b.maxText, b.maxOpen = limit, text, true
	}
	b.step, b.steps = number(k.get("multipleOf"))
	if b.step != nil && b.step.sign() <= 0 {
		b.step = nil
	}
	return b
}

func number(n *node) (*decimal, string) {
	if n == nil || n.is != isNumber {
		return nil, ""
	}
	d, ok := parseDecimal(n.text)
	if !ok {
		return nil, ""
	}
	return &d, shownNumber(n.text, d)
}

// shownNumber writes a limit for the person: without an exponent where that is short.
func shownNumber(text string, d decimal) string {
	if plain, ok := d.plain(); ok && len(plain) <= 25 {
		return plain
	}
	if len(text) > 40 {
		return text[:20] + "…"
	}
	return text
}

func (b bounds) allow(d decimal) bool {
	if b.min != nil {
		if c := d.cmp(*b.min); c < 0 || (c == 0 && b.minOpen) {
			return false
		}
	}
	if b.max != nil {
		if c := d.cmp(*b.max); c > 0 || (c == 0 && b.maxOpen) {
			return false
		}
	}
	return b.step == nil || d.isMultipleOf(*b.step)
}

// words says the limits: "a whole number from 1 to 64", "a number greater than 0, a multiple of 0.1".
func (b bounds) words(whole bool) string {
	words := "a number"
	if whole {
		words = "a whole number"
	}
	switch {
	case b.min != nil && b.max != nil && !b.minOpen && !b.maxOpen:
		words += fmt.Sprintf(" from %s to %s", b.minText, b.maxText)
	case b.min != nil && b.max != nil:
		words += " " + b.lower() + " and " + b.upper()
	case b.min != nil:
		words += " " + b.lower()
	case b.max != nil:
		words += " " + b.upper()
	}
	if b.step != nil && !(whole && b.steps == "1") {
		words += ", a multiple of " + b.steps
	}
	return words
}

// spoken leaves out the limits that programming languages put on every number: they are checked, but nobody needs to read them
// before they are broken.
func (b bounds) spoken() bounds {
	if b.min != nil && isMachineLimit(*b.min) {
		b.min, b.minOpen = nil, false
	}
	if b.max != nil && isMachineLimit(*b.max) {
		b.max, b.maxOpen = nil, false
	}
	return b
}

// isMachineLimit recognises the ends of whole numbers of 32 and 64 bits, of those that JavaScript counts exactly, and of floating
// point numbers.
func isMachineLimit(d decimal) bool {
	d.negative = false
	for _, limit := range []string{
		"9007199254740991", "9007199254740992", "2147483647", "2147483648", "4294967295", "9223372036854775807",
		"9223372036854775808", "18446744073709551615", "1.7976931348623157e308",
	} {
		if l, ok := parseDecimal(limit); ok && d.cmp(l) == 0 {
			return true
		}
	}
	return false
}

func (b bounds) lower() string {
	if b.minOpen {
		return "greater than " + b.minText
	}
	return "of at least " + b.minText
}

func (b bounds) upper() string {
	if b.maxOpen {
		return "less than " + b.maxText
	}
	return "of at most " + b.maxText
}

// span says how many of something there may be: "from 1 to 3", "at least 1", "at most 3", "exactly 2"; "" for no limit.
// most is negative for no upper limit.
func span(least, most int) string {
	switch {
	case most > 0 && least == most:
		return fmt.Sprintf("exactly %d", most)
	case most >= 0 && least > 0:
		return fmt.Sprintf("from %d to %d", least, most)
	case most >= 0:
		return fmt.Sprintf("at most %d", most)
	case least > 0:
		return fmt.Sprintf("at least %d", least)
	}
	return ""
}

// limit reads a count such as maxLength; none when it is missing or no count.
func limit(k *keywords, word string, none int) int {
	n := k.get(word)
	if n == nil || n.is != isNumber {
		return none
	}
	d, ok := parseDecimal(n.text)
	if !ok {
		return none
	}
	if count, ok := d.count(); ok {
		return count
	}
	return none
}

func upperFirst(words string) string {
	first, size := utf8.DecodeRuneInString(words)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + words[size:]
}

func lowerFirst(words string) string {
	first, size := utf8.DecodeRuneInString(words)
	if size == 0 {
		return ""
	}
	return string(unicode.ToLower(first)) + words[size:]
}
