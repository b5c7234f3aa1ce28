package tree

import (
	"bytes"
)

// yamlWithin looks whether YAML may be given to its parser, which makes something for each value. How deep it is nested the parser sees to
// itself: it gives up long before the stack ends. Every value but the first stands behind one of these signs.
func yamlWithin(name string, text []byte) error {
	if len(text) > MaxSize {
		return TooLarge(name)
	}
	many := 0
	for _, sign := range []string{"\n", ",", "[", "{", "- ", "? "} {
		many += bytes.Count(text, []byte(sign))
	}
	if many > maxMany {
		return TooLarge(name)
	}
	return nil
}
