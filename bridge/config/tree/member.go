package tree

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// Object is a JSON object with its members in their order.
type Object []Member

// Member is a named value.
type Member struct {
	Name  string
	At    int // where the value begins
	Value hujson.Value
}

// ObjectOf are the members of an object; false for anything else.
func ObjectOf(v hujson.Value) (Object, bool) {
	members, ok := MembersOf(v)
	if !ok {
		return nil, false
	}
	var o Object
	for _, m := range members {
		o = append(o, Member{Name: NameOf(m), At: m.Value.StartOffset, Value: m.Value})
	}
	return o, true
}

// Last gives the last member of that name, as JSON readers do.
func (o Object) Last(name string) (Member, bool) {
	for _, m := range slices.Backward(o) {
		if m.Name == name {
			return m, true
		}
	}
	return Member{}, false
}

// Get gives the first of names that says something: one that is there and not null. Capitals, and blanks around it, count only where the
// exact name is not there.
func (o Object) Get(names ...string) (Member, bool) {
	for _, name := range names {
		if m, ok := o.Last(name); ok && !m.IsNull() {
			return m, true
		}
	}
	for _, m := range slices.Backward(o) {
		if !m.IsNull() && slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, strings.TrimSpace(m.Name)) }) {
			return m, true
		}
	}
	return Member{}, false
}

// IsNull tells null.
func (m Member) IsNull() bool {
	literal, ok := m.Value.Value.(hujson.Literal)
	return ok && string(literal) == "null"
}

// Raw is the value in standard JSON.
func (m Member) Raw() json.RawMessage { return bytes.TrimSpace(m.Value.Pack()) }

// Items are the elements of a list.
func (m Member) Items() ([]Member, bool) {
	list, ok := m.Value.Value.(*hujson.Array)
	if !ok {
		return nil, false
	}
	var items []Member
	for _, v := range list.Elements {
		items = append(items, Member{Name: m.Name, At: v.StartOffset, Value: v})
	}
	return items, true
}

// Text gives a string; false when it is something else.
func (m Member) Text() (string, bool) {
	literal, ok := m.Value.Value.(hujson.Literal)
	if !ok || literal.Kind() != '"' {
		return "", false
	}
	return literal.String(), true
}

// Scalar gives the text of a string, and the JSON text of a number, true or false (case config-env-values-not-strings).
func (m Member) Scalar() (string, bool) {
	literal, ok := m.Value.Value.(hujson.Literal)
	if !ok || m.IsNull() {
		return "", false
	}
	if literal.Kind() == '"' {
		return literal.String(), true
	}
	return string(literal), true
}

// Members are those that the parser gave.
func (o Object) Members() []hujson.ObjectMember {
	var all []hujson.ObjectMember
	for _, m := range o {
		all = append(all, hujson.ObjectMember{Name: TextValue(m.Name, m.At), Value: m.Value})
	}
	return all
}
