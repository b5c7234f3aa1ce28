package terminal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"parley/bridge"
	"parley/bridge/depth"
	"parley/bridge/schema"
)

// maxFile is far more than anybody writes into a file of arguments or answers.
const maxFile = 64 << 20

// given are the arguments as they were typed.
type given struct {
	object json.RawMessage // all of them, sent as it stands; nil: pairs
	pairs  [][2]string     // name and value, in their order
}

// readGiven reads what stands behind the name of the tool, and --args.
func readGiven(o Options) (given, error) {
	if o.args != "" && len(o.words) > 2 {
		return given{}, usage("give the arguments with --args or as name=value, not both")
	}
	if o.args != "" {
		object, err := readObject(o.args)
		return given{object: object}, err
	}
	var g given
	for _, word := range o.words[2:] {
		name, value, is := strings.Cut(word, "=")
		if !is || name == "" {
			return given{}, usage("%s is no argument: write name=value, or all of them with --args JSON", quoted(word))
		}
		g.pairs = append(g.pairs, [2]string{name, value})
	}
	return g, nil
}

// readObject reads the JSON of --args, or the file that it names.
func readObject(text string) (json.RawMessage, error) {
	where := "--args"
	if path, is := strings.CutPrefix(text, "@"); is {
		raw, err := readFile(path)
		if err != nil {
			return nil, err
		}
		text, where = string(raw), path
	}
	raw := bytes.TrimSpace([]byte(text))
	if (depth.Limits{Deep: 1000}).Check(raw) != nil || !json.Valid(raw) || len(raw) == 0 || raw[0] != '{' {
		return nil, usage("%s is no JSON object, such as {\"name\": \"value\"}%s", where, whereWrong(raw))
	}
	return raw, nil
}

// whereWrong says where JSON cannot be read any further.
func whereWrong(raw []byte) string {
	var any json.RawMessage
	var wrong *json.SyntaxError
	err := json.Unmarshal(raw, &any)
	if wrong, _ = err.(*json.SyntaxError); wrong == nil {
		return ""
	}
	return fmt.Sprintf(" (%s, at character %d)", wrong, wrong.Offset)
}

func readFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, usage("%s cannot be read: %s", path, cause(err))
	}
	defer func() { _ = file.Close() }()
	raw, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	switch {
	case err != nil:
		return nil, usage("%s cannot be read: %s", path, cause(err))
	case len(raw) > maxFile:
		return nil, usage("%s is too large", path)
	}
	return raw, nil
}

// cause is an error of the system without the path, which stands before it.
func cause(err error) string {
	if i := strings.LastIndex(err.Error(), ": "); i >= 0 {
		return err.Error()[i+2:]
	}
	return err.Error()
}

// forTool makes the arguments of a tool. Values are read as the tool's schema says: 5 is a number where it wants one. One that the schema
// does not know is sent as JSON where it is JSON, and as text otherwise.
func (g given) forTool(tool bridge.Tool) (json.RawMessage, error) {
	if g.object != nil {
		return g.object, nil
	}
	form := schema.Parse(tool.InputSchema)
	byKey := map[string]int{}
	for i, field := range form.Fields {
		byKey[field.Key] = i
	}
	seen := map[string]bool{}
	out := []byte{'{'}
	for _, pair := range g.pairs {
		name, value := pair[0], pair[1]
		if seen[name] {
			return nil, usage("%s is given twice", quoted(name))
		}
		seen[name] = true
		i, known := byKey[name]
		raw, err := literal(value), error(nil)
		if known {
			raw, err = entered(form, i, value)
		} else if len(form.Fields) > 0 && !open(tool.InputSchema) {
			err = usage("%s has no argument %s; there are: %s", quoted(tool.Name), quoted(name), strings.Join(fieldNames(form), ", "))
		}
		if err != nil {
			return nil, err
		}
		key, _ := bridge.EncodeJSON(name)
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, key...), ':'), raw...)
	}
	out = append(out, '}')
	problems := form.Validate(out)
	switch {
	case len(problems) == 0:
		return out, nil
	case problems[0].Field < 0:
		return nil, usage("%s", problems[0].Message)
	}
	return nil, usage("%s: %s", quoted(form.Fields[problems[0].Field].Key), problems[0].Message)
}

// open reports whether a schema takes arguments that it does not name.
func open(raw json.RawMessage) bool {
	var s struct {
		Additional json.RawMessage `json:"additionalProperties"`
		Patterns   json.RawMessage `json:"patternProperties"`
	}
	_ = json.Unmarshal(raw, &s)
	return s.Patterns != nil || s.Additional != nil && string(s.Additional) != "false"
}

func fieldNames(form schema.Form) []string {
	var names []string
	for _, field := range form.Fields {
		names = append(names, quoted(field.Key))
	}
	return names
}

// literal is a value of which nothing is known.
func literal(value string) json.RawMessage {
	if json.Valid([]byte(value)) {
		return json.RawMessage(value)
	}
	raw, _ := bridge.EncodeJSON(value)
	return raw
}

// entered is a value as a person enters it into a field.
func entered(form schema.Form, i int, value string) (json.RawMessage, error) {
	field := form.Fields[i]
	in, err := inputOf(field, value)
	if err != nil {
		return nil, usage("%s: %s", quoted(field.Key), err)
	}
	raw, message := form.Check(i, in)
	if message != "" {
		return nil, usage("%s: %s", quoted(field.Key), message)
	}
	if raw == nil {
		return nil, usage("%s is empty", quoted(field.Key))
	}
	return raw, nil
}

// inputOf is what a line says for a field.
func inputOf(field schema.Field, value string) (schema.Input, error) {
	in := schema.Input{Touched: true}
	if value == "" {
		in.Empty = true // asked for: an empty text, or an empty list
		return in, nil
	}
	switch field.Kind {
	case schema.Boolean:
		yes := slices.Contains([]string{"yes", "y", "true", "1", "on"}, strings.ToLower(value))
		no := slices.Contains([]string{"no", "n", "false", "0", "off"}, strings.ToLower(value))
		if !yes && !no {
			return in, fmt.Errorf("write yes or no")
		}
		in.Chosen = []int{map[bool]int{true: 0, false: 1}[yes]}
	case schema.Choice:
		at, err := optionOf(field, value)
		if err != nil {
			return in, err
		}
		in.Chosen = []int{at}
	case schema.Choices:
		for _, word := range strings.Split(value, ",") {
			at, err := optionOf(field, strings.TrimSpace(word))
			if err != nil {
				return in, err
			}
			in.Chosen = append(in.Chosen, at)
		}
	case schema.List:
		for _, word := range strings.Split(value, ",") {
			in.Items = append(in.Items, strings.TrimSpace(word))
		}
	default:
		in.Text = value
	}
	return in, nil
}

// optionOf finds the option that a word means: by its value, by its label, or by its number in the list.
func optionOf(field schema.Field, word string) (int, error) {
	var found []int
	for i, option := range field.Options {
		var text string
		if string(option.Value) == word || json.Unmarshal(option.Value, &text) == nil && text == word {
			return i, nil
		}
		if strings.EqualFold(option.Label, word) {
			found = append(found, i)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	var n int
	if _, err := fmt.Sscanf(word, "%d", &n); err == nil && fmt.Sprint(n) == word && n >= 1 && n <= len(field.Options) {
		return n - 1, nil
	}
	var labels []string
	for _, option := range field.Options {
		labels = append(labels, quoted(option.Label))
	}
	return 0, fmt.Errorf("%s is none of: %s", quoted(word), strings.Join(labels, ", "))
}
