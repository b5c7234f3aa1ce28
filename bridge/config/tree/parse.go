package tree

import (
	"bytes"
	"strings"

	"github.com/tailscale/hujson"
)

// Language is what a file is written in. Parley writes JSON alone; the others are read.
type Language string

// The languages.
const (
	JSON Language = "JSON"
	YAML Language = "YAML"
	TOML Language = "TOML"
)

// LanguageOf goes by the end of a file's name, as the apps do that own the files.
func LanguageOf(name string) Language {
	switch name = strings.ToLower(name); {
	case strings.HasSuffix(name, ".yaml"), strings.HasSuffix(name, ".yml"):
		return YAML
	case strings.HasSuffix(name, ".toml"):
		return TOML
	}
	return JSON
}

// Parse takes the text of a file apart, whatever it is written in; what stands where is told in offsets of the text. The value
// is nil when nothing is in it.
func (l Language) Parse(name string, text []byte) (hujson.Value, error) {
	var root hujson.Value
	var err error
	switch l {
	case YAML:
		root, err = ParseYAML(name, text)
	case TOML:
		root, err = parseTOML(name, text)
	default:
		if root, err = parseWithin(name, text, MaxSize+1); err != nil { // and the line break that was put behind it
			return root, err
		}
		root.Standardize()
	}
	if err != nil || root.Value == nil || IsObject(root) {
		return root, err
	}
	line, column := Place(text, root.StartOffset)
	return root, &SyntaxError{Name: name, Line: line, Column: column, What: l.whole()}
}

// whole says what a file is as a whole.
func (l Language) whole() string {
	if l == YAML {
		return "the file must hold names with values, as in mcpServers:"
	}
	return `the file must be an object, as in {"mcpServers": {}}`
}

// Parse takes text in JSON with comments apart; what stands where is told in offsets of the text. Anything but an object is refused.
func Parse(name string, text []byte) (hujson.Value, error) {
	return ParseUpTo(name, text, MaxSize)
}

// ParseUpTo is [Parse] for text of so many bytes.
func ParseUpTo(name string, text []byte, long int) (hujson.Value, error) {
	root, err := parseWithin(name, append(bytes.Clone(text), '\n'), long+1) // a comment may end with the file
	if err != nil {
		return root, err
	}
	if !IsObject(root) {
		return root, &SyntaxError{Name: name, Line: 1, Column: 1, What: JSON.whole()}
	}
	return root, nil
}

// ParseValue is [Parse] for one value of any kind, which has no name. A comment may end with it.
func ParseValue(text []byte) (hujson.Value, error) {
	return parseWithin("The text", append(bytes.Clone(text), '\n'), MaxSize)
}
