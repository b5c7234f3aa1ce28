package tree

import (
	"fmt"

	"parley/bridge/depth"
)

// More than any list of servers needs. The parsers go a level deeper for each bracket and each part of a dotted name, and take a hundred
// times the room of the text for what is small: a file of a cloned project is not to end Parley, nor to fill the memory. No parser of this
// package sees a text that was not looked at before (see [limits] and the two that follow).
const (
	MaxSize     = 4 << 20 // bytes
	MaxBrackets = 100_000 // opening ones, in text as well
	MaxDeep     = 200     // lists and objects within one another
	maxMany     = 200_000 // values
)

// limits are those of a text of so many bytes.
func limits(long int) depth.Limits { return depth.Limits{Long: long, Deep: MaxDeep, Many: maxMany} }

func tooDeep(name string) error {
	return &SyntaxError{Name: name, Line: 1, Column: 1, What: "brackets are nested far too deep"}
}

// TooLarge says of what that it is more than this package reads.
func TooLarge(name string) error {
	return fmt.Errorf("%s is far too large for a list of servers", name)
}
