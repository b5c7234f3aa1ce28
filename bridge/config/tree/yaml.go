package tree

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/tailscale/hujson"
	"go.yaml.in/yaml/v4"
)

// maxYAMLText is how much text a YAML file may stand for once what it repeats by anchors is written out.
const maxYAMLText = 4 * MaxSize

// ParseYAML reads YAML as the JSON that it stands for: Goose, Continue and LibreChat keep their servers in it. Of several documents there
// may be only one, as in JSON. What stands for other parts of the file by anchors is written out up to a bound.
func ParseYAML(name string, text []byte) (hujson.Value, error) {
	if at := FirstInvalid(text); at >= 0 {
		line, column := Place(text, at)
		return hujson.Value{}, &SyntaxError{Name: name, Line: line, Column: column, What: "a letter here is no UTF-8; save the file as UTF-8"}
	}
	if at := unfinishedMerge(text); at >= 0 {
		line, column := Place(text, at)
		return hujson.Value{}, &SyntaxError{Name: name, Line: line, Column: column, What: mergeWords}
	}
	if err := yamlWithin(name, text); err != nil {
		return hujson.Value{}, err
	}
	y := &yamlText{name: name, text: text, lines: []int{0}, values: MaxBrackets, bytes: maxYAMLText}
	for i, b := range text {
		if b == '\n' {
			y.lines = append(y.lines, i+1)
		}
	}
	loader, err := yaml.NewLoader(bytes.NewReader(text))
	if err != nil {
		return hujson.Value{}, err
	}
	var first, second yaml.Node
	switch err := loader.Load(&first); {
	case errors.Is(err, io.EOF):
		return hujson.Value{}, nil
	case err != nil:
		return hujson.Value{}, y.wrong(err)
	}
	switch err := loader.Load(&second); {
	case err == nil:
		return hujson.Value{}, y.fail(&second, "something stands after the end; there can be only one document")
	case !errors.Is(err, io.EOF):
		return hujson.Value{}, y.wrong(err)
	}
	root, err := y.value(&first, 0)
	if literal, is := root.Value.(hujson.Literal); is && literal.Kind() == 'n' {
		root.Value = nil // nothing but comments
	}
	return root, err
}

// yamlText is one text on its way.
type yamlText struct {
	name          string
	text          []byte
	lines         []int // where each begins
	values, bytes int   // how many may still come
}

// offset is where a node stands in the text.
func (y *yamlText) offset(n *yaml.Node) int { return y.at(n.Line, n.Column) }

func (y *yamlText) at(line, column int) int {
	if line < 1 || line > len(y.lines) {
		return 0
	}
	at := y.lines[line-1]
	for ; column > 1 && at < len(y.text) && y.text[at] != '\n'; column-- {
		at++
		for at < len(y.text) && y.text[at]&0xC0 == 0x80 {
			at++
		}
	}
	return at
}

func (y *yamlText) fail(n *yaml.Node, what string) error {
	line, column := Place(y.text, y.offset(n))
	return &SyntaxError{Name: y.name, Line: line, Column: column, What: what}
}

// value is a node with all that is below it.
func (y *yamlText) value(n *yaml.Node, depth int) (hujson.Value, error) {
	y.values--
	y.bytes -= len(n.Value)
	if y.values < 0 || y.bytes < 0 || depth > MaxDeep {
		return hujson.Value{}, y.fail(n, "this is too much for a list of servers; perhaps its anchors repeat one another")
	}
	at := y.offset(n)
	switch n.Kind {
	case yaml.DocumentNode:
		if len(n.Content) == 0 {
			return LiteralValue("null", at), nil
		}
		return y.value(n.Content[0], depth)
	case yaml.AliasNode:
		return y.value(n.Alias, depth+1)
	case yaml.SequenceNode:
		var elements []hujson.Value
		for _, inner := range n.Content {
			v, err := y.value(inner, depth+1)
			if err != nil {
				return v, err
			}
			elements = append(elements, v)
		}
		return ListValue(elements, at), nil
	case yaml.MappingNode:
		members, err := y.members(n, depth)
		return ObjectValue(members, at), err
	}
	return scalarValue(n, at), nil
}

// members are those of a mapping; what it takes over with << comes behind and counts where it says nothing itself.
func (y *yamlText) members(n *yaml.Node, depth int) ([]hujson.ObjectMember, error) {
	var own, taken []hujson.ObjectMember
	said := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, inner := n.Content[i], n.Content[i+1]
		for key.Kind == yaml.AliasNode {
			key = key.Alias
		}
		if key.Kind != yaml.ScalarNode {
			return nil, y.fail(key, "a name must be text")
		}
		v, err := y.value(inner, depth+1)
		if err != nil {
			return nil, err
		}
		if key.Value == "<<" && key.Style == 0 {
			taken = append(taken, mergedMembers(v)...)
			continue
		}
		said[key.Value] = true
		own = append(own, hujson.ObjectMember{Name: TextValue(key.Value, y.offset(key)), Value: v})
	}
	for _, m := range taken {
		if !said[NameOf(m)] {
			said[NameOf(m)] = true
			own = append(own, m)
		}
	}
	return own, nil
}

// mergedMembers are those of one mapping, or of several in a list, of which the first wins.
func mergedMembers(v hujson.Value) []hujson.ObjectMember {
	if list, is := v.Value.(*hujson.Array); is {
		var all []hujson.ObjectMember
		for _, one := range list.Elements {
			members, _ := MembersOf(one)
			all = append(all, members...)
		}
		return all
	}
	members, _ := MembersOf(v)
	return members
}

var jsonNumber = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$`)

// scalarValue is a number, a truth value or nothing only where JSON could write the same. 0755, .inf and 2001-01-01 stay the text that
// somebody wrote.
func scalarValue(n *yaml.Node, at int) hujson.Value {
	switch n.ShortTag() {
	case "!!null":
		return LiteralValue("null", at)
	case "!!bool":
		if word := strings.ToLower(n.Value); word == "true" || word == "false" {
			return LiteralValue(word, at)
		}
	case "!!int", "!!float":
		if jsonNumber.MatchString(n.Value) {
			return LiteralValue(n.Value, at)
		}
	}
	return TextValue(n.Value, at)
}

// wrong says the parser's error in plain words. Its own may quote the file.
func (y *yamlText) wrong(err error) error {
	e := &SyntaxError{Name: y.name, Line: 1, Column: 1, What: "this is not YAML"}
	var detail *yaml.LoadError
	if !errors.As(err, &detail) {
		return e
	}
	has := func(words string) bool { return strings.Contains(detail.Message, words) }
	at, last := y.at(detail.Mark.Line, detail.Mark.Column), len(bytes.TrimRight(y.text, " \t\r\n"))
	e.Line, e.Column = Place(y.text, min(at, last))
	switch {
	case at >= last && (has("end of stream") || has("expected ',' or")):
		e.What = "it ends too early; a quotation mark or a closing bracket is missing"
	case at < len(y.text) && y.text[at] == '\t' || has("tab"):
		e.What = "a tabulator stands here; YAML is indented with blanks"
	case has("cannot start any token"):
		e.What = "text that begins with this sign must stand in quotation marks"
	case has("mapping values are not allowed"):
		e.What = "this colon does not fit here. Either the line is indented otherwise than those before, or its text must stand in quotation marks"
	case has("could not find expected ':'"):
		e.What = "a colon is missing between a name and its value"
	case has("expected ',' or"):
		e.What = "a comma or a closing bracket is missing before this place"
	case has("escape"), has("hexadecimal"):
		e.What = "a backslash between double quotation marks must be written twice; between single ones it stays as it is"
	case has("anchor"):
		e.What = "this stands for another part of the file, and no part has that name"
	case has("expected key"), has("'-' indicator"), has("node content"), has("indentation"):
		e.What = "this line is indented otherwise than those before"
	case has("max depth"):
		e.What = "it is nested far too deep"
	}
	return e
}
