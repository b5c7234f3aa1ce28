package tree

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/tailscale/hujson"
)

// Ordered are members of an object in the order in which they are to be written.
type Ordered []named

type named struct {
	name  string
	value any
}

// Put adds a member.
func (o *Ordered) Put(name string, value any) { *o = append(*o, named{name, value}) }

// Once keeps the last of each name.
func (o Ordered) Once() Ordered {
	var once Ordered
	for i, m := range o {
		if !slices.ContainsFunc(o[i+1:], func(later named) bool { return later.name == m.name }) {
			once = append(once, m)
		}
	}
	return once
}

// MarshalJSON writes an object.
func (o Ordered) MarshalJSON() ([]byte, error) {
	var text bytes.Buffer
	text.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			text.WriteByte(',')
		}
		value, err := PlainJSON(m.value)
		if err != nil {
			return nil, err
		}
		text.Write(hujson.String(m.name))
		text.WriteByte(':')
		text.Write(bytes.TrimSpace(value))
	}
	text.WriteByte('}')
	return text.Bytes(), nil
}

// JSON is the object as [Standard] writes it.
func (o Ordered) JSON() (json.RawMessage, error) {
	text, err := o.MarshalJSON()
	if err != nil {
		return nil, err
	}
	root, err := ParseValue(text)
	if err != nil {
		return nil, err
	}
	return Standard(root), nil
}

// PlainJSON is [json.Marshal] that leaves <, > and & as people write them.
func PlainJSON(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return text.Bytes(), err
}
