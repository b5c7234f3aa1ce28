package tree

import (
	"slices"

	"github.com/tailscale/hujson"
)

// IsObject tells an object.
func IsObject(v hujson.Value) bool { _, ok := v.Value.(*hujson.Object); return ok }

// IsText tells this very text.
func IsText(v hujson.Value, text string) bool {
	literal, ok := v.Value.(hujson.Literal)
	return ok && literal.Kind() == '"' && literal.String() == text
}

// IsBlank tells an empty text, list or table, which says nothing.
func IsBlank(v hujson.Value) bool {
	switch x := v.Value.(type) {
	case *hujson.Object:
		return len(x.Members) == 0
	case *hujson.Array:
		return len(x.Elements) == 0
	case hujson.Literal:
		return x.Kind() == '"' && x.String() == ""
	}
	return false
}

// MembersOf are the members of an object; false for anything else.
func MembersOf(v hujson.Value) ([]hujson.ObjectMember, bool) {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil, false
	}
	return object.Members, true
}

// NameOf is the name of a member.
func NameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

// Lookup follows names from an object, nil when they lead nowhere.
func Lookup(root *hujson.Value, path []string) *hujson.Value {
	at := root
	for _, name := range path {
		object, ok := at.Value.(*hujson.Object)
		if !ok {
			return nil
		}
		i := LastIndex(object.Members, name)
		if i < 0 {
			return nil
		}
		at = &object.Members[i].Value
	}
	return at
}

// LastIndex finds the member that counts: the last of that name.
func LastIndex(members []hujson.ObjectMember, name string) int {
	for i, m := range slices.Backward(members) {
		if NameOf(m) == name {
			return i
		}
	}
	return -1
}

// LastIndexes is [LastIndex] for all names at once, where there may be many.
func LastIndexes(members []hujson.ObjectMember) map[string]int {
	last := make(map[string]int, len(members))
	for i, m := range members {
		last[NameOf(m)] = i
	}
	return last
}

// LastOf gives the last member of that name, as JSON readers do.
func LastOf(members []hujson.ObjectMember, name string) (hujson.Value, bool) {
	i := LastIndex(members, name)
	if i < 0 {
		return hujson.Value{}, false
	}
	return members[i].Value, true
}

// Same says whether two values mean the same; numbers only when they are written alike.
func Same(a, b hujson.Value) bool {
	switch x := a.Value.(type) {
	case *hujson.Object:
		y, ok := b.Value.(*hujson.Object)
		return ok && within(x, y) && within(y, x)
	case *hujson.Array:
		y, ok := b.Value.(*hujson.Array)
		return ok && slices.EqualFunc(x.Elements, y.Elements, Same)
	}
	literal, ok := b.Value.(hujson.Literal)
	return ok && literal.Kind() == a.Value.Kind() && literal.String() == a.Value.(hujson.Literal).String()
}

// within says whether each member that counts in a is the same in b.
func within(a, b *hujson.Object) bool {
	return !slices.ContainsFunc(a.Members, func(m hujson.ObjectMember) bool {
		mine, _ := LastOf(a.Members, NameOf(m))
		other, found := LastOf(b.Members, NameOf(m))
		return !found || !Same(mine, other)
	})
}

// ValuesOf gives the values below v that are no names of members.
func ValuesOf(v *hujson.Value) func(yield func(*hujson.Value) bool) {
	return func(yield func(*hujson.Value) bool) { walk(v, yield) }
}

func walk(v *hujson.Value, yield func(*hujson.Value) bool) bool {
	switch x := v.Value.(type) {
	case *hujson.Object:
		for i := range x.Members {
			if !walk(&x.Members[i].Value, yield) {
				return false
			}
		}
		return true
	case *hujson.Array:
		for i := range x.Elements {
			if !walk(&x.Elements[i], yield) {
				return false
			}
		}
		return true
	}
	return yield(v)
}

// TextValue, and the following, are values of a tree that is made from another language, or put in its place: at is where in the text they
// are to be told.
func TextValue(text string, at int) hujson.Value {
	return hujson.Value{Value: hujson.String(text), StartOffset: at, EndOffset: at}
}

// LiteralValue is a number, a truth value or null.
func LiteralValue(text string, at int) hujson.Value {
	return hujson.Value{Value: hujson.Literal(text), StartOffset: at, EndOffset: at}
}

// ObjectValue is an object.
func ObjectValue(members []hujson.ObjectMember, at int) hujson.Value {
	return hujson.Value{Value: &hujson.Object{Members: members}, StartOffset: at, EndOffset: at}
}

// ListValue is a list.
func ListValue(elements []hujson.Value, at int) hujson.Value {
	return hujson.Value{Value: &hujson.Array{Elements: elements}, StartOffset: at, EndOffset: at}
}

// MemberValue is a member of an object, told where its value is.
func MemberValue(name string, value hujson.Value) hujson.ObjectMember {
	return hujson.ObjectMember{Name: TextValue(name, value.StartOffset), Value: value}
}
