package language

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A pattern is a sentence of package bridge with slots for what changes in it, as "{{.A}} could not be reached.". The name of a slot says
// what stands there: N and M a whole number, W, X, Y and Z words of ours, which are translated too, all others what is never translated.
type pattern struct {
	key      string
	literals []string // what stands around the slots, without full stop and capital at the ends
	slots    []string
	known    int // bytes of the literals
}

// patterns reads the patterns once; they are the same for every language. Of two that know as much of a sentence the earlier counts: those
// that begin with words come first, then those with more of them.
var patterns = sync.OnceValue(func() []pattern {
	texts, err := read("bridge.de.json")
	if err != nil {
		return nil // a file that is built in and that the tests read
	}
	var all []pattern
	for key := range texts {
		all = append(all, newPattern(key))
	}
	slices.SortFunc(all, func(a, b pattern) int {
		return cmp.Or(min(len(b.literals[0]), 1)-min(len(a.literals[0]), 1), b.known-a.known, strings.Compare(b.key, a.key))
	})
	return all
})

func newPattern(key string) pattern {
	slot := regexp.MustCompile(`\{\{\.(\w+)\}\}`)
	p := pattern{key: key, literals: slot.Split(key, -1)}
	for _, found := range slot.FindAllStringSubmatch(key, -1) {
		p.slots = append(p.slots, found[1])
	}
	last := len(p.literals) - 1
	p.literals[0] = lowerFirst(p.literals[0])
	p.literals[last] = strings.TrimSuffix(p.literals[last], ".")
	for _, literal := range p.literals {
		p.known += len(literal)
	}
	return p
}

// isNumber and isWords tell what the name of a slot says.
func isNumber(slot string) bool { return slot == "N" || slot == "M" }
func isWords(slot string) bool  { return slot >= "W" && slot <= "Z" }

// match finds what stands in the slots of a sentence that has no full stop; small is the same with a small letter at its beginning, for a
// sentence inside another has that. The first slots are as short as they can be; none is empty.
func (p pattern) match(text, small string) (slots map[string]string, ok bool) {
	last := len(p.literals) - 1
	if p.literals[0] != "" {
		text = small
	}
	if len(p.slots) == 0 {
		return nil, text == p.literals[0]
	}
	rest, ok := strings.CutPrefix(text, p.literals[0])
	if !ok {
		return nil, false
	}
	if rest, ok = strings.CutSuffix(rest, p.literals[last]); !ok {
		return nil, false
	}
	slots = make(map[string]string, len(p.slots))
	for i, name := range p.slots {
		value := rest
		if i < last-1 {
			if rest == "" {
				return nil, false
			}
			at := strings.Index(rest[1:], p.literals[i+1])
			if at < 0 {
				return nil, false
			}
			value, rest = rest[:at+1], rest[at+1+len(p.literals[i+1]):]
		}
		if value == "" || isNumber(name) && strings.Trim(value, "0123456789") != "" {
			return nil, false
		}
		slots[name] = value
	}
	return slots, true
}
