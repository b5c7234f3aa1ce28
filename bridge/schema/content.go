package schema

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Content gives the object to send, its keys in the order of the fields, or the problems, in the order of the fields with
// those of the whole form last. inputs holds one Input per field; a missing one counts as untouched and empty.
func (f Form) Content(inputs []Input) (json.RawMessage, []Problem) {
	f.budget.renew()
	var problems []Problem
	values := make([]json.RawMessage, len(f.Fields))
	for i := range f.Fields {
		var in Input
		if i < len(inputs) {
			in = inputs[i]
		}
		value, message := f.Fields[i].check(in)
		if message != "" {
			problems = append(problems, Problem{Field: i, Message: message})
		}
		values[i] = value
	}
	if problems != nil {
		return nil, problems
	}
	content := f.object(values)
	if f.judge != nil {
		if problems := f.Validate(content); problems != nil {
			return nil, problems
		}
	}
	return content, nil
}

// object writes the values under their keys.
func (f Form) object(values []json.RawMessage) json.RawMessage {
	if f.isWhole() {
		if values[0] == nil {
			return json.RawMessage("{}")
		}
		return values[0]
	}
	var out bytes.Buffer
	out.WriteByte('{')
	for i, value := range values {
		if value == nil {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		out.Write(f.Fields[i].quotedKey())
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes()
}

// isWhole says whether the one field stands for the whole answer.
func (f Form) isWhole() bool { return len(f.Fields) == 1 && f.Fields[0].ruled().whole }

// quotedKey writes the key, in the server's own spelling where reading it lost something, such as half a surrogate pair.
func (f *Field) quotedKey() []byte {
	if raw := f.ruled().rawKey; raw != nil && strings.ContainsRune(f.Key, '\uFFFD') {
		return raw
	}
	return quote(f.Key)
}

// InputsFor gives the entries that would produce the given object: for filling a form again with an earlier answer.
// A value that does not fit its field is kept as text where the entry holds text, so that the person sees it. Keys that
// the form does not have are not in it.
func (f Form) InputsFor(content json.RawMessage) []Input {
	inputs := make([]Input, len(f.Fields))
	n, _, err := readJSON(readable(content))
	if err != nil {
		return inputs
	}
	if f.isWhole() {
		if n.is != isObject || len(n.members) > 0 {
			inputs[0] = Input{Text: n.layOut(), Touched: true}
		}
		return inputs
	}
	for i := range f.Fields {
		if value := n.get(f.Fields[i].Key); value != nil {
			inputs[i] = f.Fields[i].inputFor(value)
		}
	}
	return inputs
}

func (f *Field) inputFor(value *node) Input {
	if value.is == isNull && f.Kind != JSON && f.Kind != Choice && f.ruled().nullable {
		return Input{Null: true, Touched: true}
	}
	in, ok := startInput(f, value)
	switch {
	case ok:
	case f.Kind == Text || f.Kind == Integer || f.Kind == Number:
		in = Input{Text: string(value.raw)}
		if value.is == isString {
			in.Text = value.text
		}
	default:
		in = Input{}
	}
	if f.Kind == Choice && !ok && value.is == isNull {
		in.Null = f.ruled().nullable
	}
	in.Empty = ok && (value.is == isString || value.is == isArray) && in.isBlank(f.Kind)
	in.Touched = true
	return in
}
