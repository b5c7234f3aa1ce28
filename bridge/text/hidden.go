package text

import (
	"fmt"
	"strings"
	"unicode"
)

// IsHidden says whether a character cannot be seen, or changes how others are seen, whatever stands around it: control characters, line
// breaks among them, direction marks, joiners, tags, variation selectors, fillers, and what Unicode keeps for nothing. It is the one
// definition; what [Plain] leaves of these because of what stands beside them is hidden all the same in an address or in a name.
func IsHidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || isVariation(r) || IsInvisible(r)
}

// Numbered writes hidden characters as their numbers, [U+202E], so that a text that is quoted within a sentence reads in the order in
// which it stands. The selector that only chooses the look of the emoji before it stays.
func Numbered(s string) string {
	if !strings.ContainsFunc(s, IsHidden) {
		return s
	}
	var out strings.Builder
	before := rune(0)
	for _, r := range s {
		if IsHidden(r) && !(isVariation(r) && variationFits(before, r)) {
			fmt.Fprintf(&out, "[U+%04X]", r)
			before = 0
			continue
		}
		out.WriteRune(r)
		before = r
	}
	return out.String()
}
