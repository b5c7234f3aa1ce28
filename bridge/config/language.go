package config

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// language is what a servers file is written in. Parley writes JSON alone; the others are read.
type language string

const (
	inJSON language = "JSON"
	inYAML language = "YAML"
	inTOML language = "TOML"
)

// languageOf goes by the end of a file's name, as the apps do that own the files.
func languageOf(name string) language {
	switch name = strings.ToLower(name); {
	case strings.HasSuffix(name, ".yaml"), strings.HasSuffix(name, ".yml"):
		return inYAML
	case strings.HasSuffix(name, ".toml"):
		return inTOML
	}
	return inJSON
}

// language is that of the source: of the file's own name when it is known, for messages may call it otherwise.
func (src Source) language() language {
	if src.entry {
		return inJSON
	}
	if src.Path != "" {
		return languageOf(src.base())
	}
	return languageOf(src.Name)
}

// tree takes the text of a servers file apart, whatever it is written in; what stands where is told in offsets of the text. The value
// is nil when nothing is in it.
func (l language) tree(name string, text []byte) (hujson.Value, error) {
	var root hujson.Value
	var err error
	switch l {
	case inYAML:
		root, err = yamlTree(name, text)
	case inTOML:
		root, err = tomlTree(name, text)
	default:
		if root, err = parseWithin(name, text, maxSize+1); err != nil { // and the line break that was put behind it
			return root, err
		}
		root.Standardize()
	}
	if err != nil || root.Value == nil || isObject(root) {
		return root, err
	}
	line, column := place(text, root.StartOffset)
	return root, &SyntaxError{Name: name, Line: line, Column: column, What: l.whole()}
}

// whole says what a file is as a whole.
func (l language) whole() string {
	if l == inYAML {
		return "the file must hold names with values, as in mcpServers:"
	}
	return `the file must be an object, as in {"mcpServers": {}}`
}

// readOnly says why Parley does not change a file, "" when it does.
func (l language) readOnly(name string) string {
	if l == inJSON {
		return ""
	}
	return fmt.Sprintf("%s is written in %s. Parley reads that, and changes nothing in it: change it in the app that it belongs to, or in a text editor", name, l)
}

// textValue, and the following, are values of a tree that is made from another language.
func textValue(text string, at int) hujson.Value {
	return hujson.Value{Value: hujson.String(text), StartOffset: at, EndOffset: at}
}

func literalValue(text string, at int) hujson.Value {
	return hujson.Value{Value: hujson.Literal(text), StartOffset: at, EndOffset: at}
}

func objectValue(members []hujson.ObjectMember, at int) hujson.Value {
	return hujson.Value{Value: &hujson.Object{Members: members}, StartOffset: at, EndOffset: at}
}

func listValue(elements []hujson.Value, at int) hujson.Value {
	return hujson.Value{Value: &hujson.Array{Elements: elements}, StartOffset: at, EndOffset: at}
}

func memberValue(name string, value hujson.Value) hujson.ObjectMember {
	return hujson.ObjectMember{Name: textValue(name, value.StartOffset), Value: value}
}

// unfinishedMerge finds the marks that git leaves where two versions of a file do not fit, -1 when there are none.
func unfinishedMerge(text []byte) int {
	for at := 0; ; {
		for _, mark := range []string{"<<<<<<< ", ">>>>>>> ", "<<<<<<<\n", "=======\n", "=======\r\n", "||||||| "} {
			if bytes.HasPrefix(text[at:], []byte(mark)) {
				return at
			}
		}
		next := bytes.IndexByte(text[at:], '\n')
		if next < 0 {
			return -1
		}
		at += next + 1
	}
}

const mergeWords = "this is a mark that git leaves where two versions do not fit together. Keep one of them and take the marks away"
