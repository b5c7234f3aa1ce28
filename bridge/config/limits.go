package config

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/tailscale/hujson"

	"parley/bridge/depth"
)

// More than any list of servers needs. The parsers go a level deeper for each bracket and each part of a dotted name, and take a hundred
// times the room of the text for what is small: a file of a cloned project is not to end Parley, nor to fill the memory. No parser of this
// package sees a text that was not looked at before (see [within] and the two that follow).
const (
	maxSize     = 4 << 20 // bytes
	maxBrackets = 100_000 // opening ones, in text as well
	maxDeep     = 200     // lists and objects within one another
	maxMany     = 200_000 // values
)

// limits are those of a text of so many bytes.
func limits(long int) depth.Limits { return depth.Limits{Long: long, Deep: maxDeep, Many: maxMany} }

// parseWithin is the one way to hujson's parser: by way of the look.
func parseWithin(name string, text []byte, long int) (hujson.Value, error) {
	switch err := limits(long).Check(text); {
	case errors.Is(err, depth.ErrDeep):
		return hujson.Value{}, tooDeep(name)
	case err != nil:
		return hujson.Value{}, tooLarge(name)
	}
	root, err := hujson.Parse(text)
	if err != nil {
		return root, syntaxError(name, text, err)
	}
	return root, nil
}

// parseValue is parseWithin for one value that has no name. A comment may end with it.
func parseValue(text []byte) (hujson.Value, error) {
	return parseWithin("The text", append(bytes.Clone(text), '\n'), maxSize)
}

func tooDeep(name string) error {
	return &SyntaxError{Name: name, Line: 1, Column: 1, What: "brackets are nested far too deep"}
}

func tooLarge(name string) error {
	return fmt.Errorf("%s is far too large for a list of servers", name)
}
