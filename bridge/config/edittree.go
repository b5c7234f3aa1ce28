package config

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// parse gives the tree of the text, whose offsets say where everything stands. Changes are made to the text at these places, so that all
// the rest stays as it is, byte for byte.
func (e *Editor) parse() (hujson.Value, error) {
	if e.tree != nil {
		return *e.tree, nil
	}
	root, err := parseTree(e.name, e.text)
	if err == nil {
		e.tree = &root
	}
	return root, err
}

func parseTree(name string, text []byte) (hujson.Value, error) {
	if tooDeep(text) {
		return hujson.Value{}, &SyntaxError{Name: name, Line: 1, Column: 1, What: "brackets are nested far too deep"}
	}
	root, err := hujson.Parse(append(bytes.Clone(text), '\n')) // a comment may end with the file
	if err != nil {
		return root, syntaxError(name, text, err)
	}
	if !isObject(root) {
		return root, &SyntaxError{Name: name, Line: 1, Column: 1, What: `the file must be an object, as in {"mcpServers": {}}`}
	}
	return root, nil
}

// tooDeep looks for nesting that the parser, which goes a level deeper for each bracket, could not survive.
func tooDeep(text []byte) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '/':
			if bytes.HasPrefix(text[i:], []byte("//")) {
				i += max(bytes.IndexByte(text[i:], '\n'), 1)
			} else if bytes.HasPrefix(text[i:], []byte("/*")) {
				i += 3 + max(bytes.Index(text[i+2:], []byte("*/")), -1)
			}
		}
		if depth > maxBrackets {
			return true
		}
	}
	return false
}

// listPath says where the servers are (contract G1); nil: in the object itself. The list may be still missing.
func listPath(root hujson.Value) []string {
	members, _ := membersOf(root)
	for _, wrapper := range wrappers() {
		list, found := lastOf(members, wrapper)
		if !found {
			continue
		}
		inside, _ := membersOf(list)
		if nested, found := lastOf(inside, "servers"); found && wrapper == "mcp" && !isServer(nested) {
			return []string{"mcp", "servers"}
		}
		return []string{wrapper}
	}
	if slices.ContainsFunc(members, isBareServer) {
		return nil
	}
	return wrappers()[:1]
}

// isBareServer tells a server from the other members of a file without a wrapper.
func isBareServer(m hujson.ObjectMember) bool {
	return !slices.Contains(reserved(), nameOf(m)) && isServer(m.Value)
}

func isObject(v hujson.Value) bool { _, ok := v.Value.(*hujson.Object); return ok }

// lookup follows names from an object, nil when they lead nowhere.
func lookup(root *hujson.Value, path []string) *hujson.Value {
	at := root
	for _, name := range path {
		object, ok := at.Value.(*hujson.Object)
		if !ok {
			return nil
		}
		i := lastIndex(object.Members, name)
		if i < 0 {
			return nil
		}
		at = &object.Members[i].Value
	}
	return at
}

// lastIndex finds the member that counts: the last of that name.
func lastIndex(members []hujson.ObjectMember, name string) int {
	for i, m := range slices.Backward(members) {
		if nameOf(m) == name {
			return i
		}
	}
	return -1
}

// splice puts text in the place of what stands from start to end.
func (e *Editor) splice(start, end int, text string) {
	e.text, e.tree = slices.Concat(e.text[:start], []byte(text), e.text[end:]), nil
}

// insert adds a member at the end of the object at path, and the object first if it is not there.
func (e *Editor) insert(path []string, name string, value hujson.Value) error {
	root, err := e.parse()
	if err != nil {
		return err
	}
	at := lookup(&root, path)
	if at == nil {
		parent, last := path[:len(path)-1], path[len(path)-1]
		if err := e.insert(parent, last, hujson.Value{Value: &hujson.Object{}}); err != nil {
			return err
		}
		return e.insert(path, name, value)
	}
	object, ok := at.Value.(*hujson.Object)
	if !ok { // null
		e.splice(at.StartOffset, at.EndOffset, "{}")
		return e.insert(path, name, value)
	}

	style := layoutOf(root, e.text)
	line := lineIndent(e.text, at.StartOffset)
	closing := at.EndOffset - 1
	comments, blank := splitExtra(object.AfterExtra)
	place := closing - len(blank)
	separator, own := style.newline+line+style.indent, line+style.indent
	var comma, trailing string
	if n := len(object.Members); n > 0 {
		last := object.Members[n-1]
		own = lineIndent(e.text, last.Name.StartOffset)
		separator = style.newline + own
		if !startsLine(e.text, last.Name.StartOffset) {
			style.wide, separator = false, style.gap
		}
		comma = ","
		if last.Value.AfterExtra != nil { // there is a comma after the last one, and there will be
			comma, trailing = "", ","
		}
	} else if !style.wide {
		separator = ""
	}

	var added strings.Builder
	if bytes.HasSuffix(comments, []byte("\n")) {
		added.WriteString(strings.TrimLeft(separator, "\r\n"))
	} else {
		added.WriteString(separator)
	}
	added.Write(hujson.String(name))
	added.WriteString(":" + style.space())
	added.Write(style.render(value, own))
	added.WriteString(trailing)
	switch {
	case bytes.HasSuffix(comments, []byte("\n")):
		added.WriteString(style.newline)
	case len(object.Members) == 0 && style.wide:
		added.WriteString(style.newline + line)
		e.splice(place, closing, added.String()) // in the place of the blank before the bracket
		return nil
	}
	e.splice(place, place, added.String())
	if comma != "" {
		end := object.Members[len(object.Members)-1].Value.EndOffset
		e.splice(end, end, comma)
	}
	return nil
}

// merge turns the value at path into another; members that are the same in both are not touched.
func (e *Editor) merge(path []string, value hujson.Value) error {
	root, err := e.parse()
	if err != nil {
		return err
	}
	at := lookup(&root, path)
	old, oldIsObject := at.Value.(*hujson.Object)
	wanted, ok := value.Value.(*hujson.Object)
	if !ok || !oldIsObject {
		if !same(*at, value) {
			e.replace(root, *at, value)
		}
		return nil
	}
	for _, m := range old.Members {
		if lastIndex(wanted.Members, nameOf(m)) < 0 {
			if err := e.remove(path, nameOf(m)); err != nil {
				return err
			}
		}
	}
	for i, m := range wanted.Members {
		if lastIndex(wanted.Members, nameOf(m)) != i {
			continue
		}
		step := e.merge
		if lastIndex(old.Members, nameOf(m)) < 0 {
			step = func(_ []string, value hujson.Value) error { return e.insert(path, nameOf(m), value) }
		}
		if err := step(slices.Concat(path, []string{nameOf(m)}), m.Value); err != nil {
			return err
		}
	}
	return nil
}

// replace writes a value in the place of another, on one line when the other was.
func (e *Editor) replace(root, old, value hujson.Value) {
	style := layoutOf(root, e.text)
	if array, ok := old.Value.(*hujson.Array); ok && len(array.Elements) > 0 {
		style.tallArrays = bytes.Contains(e.text[old.StartOffset:old.EndOffset], []byte("\n"))
	}
	e.splice(old.StartOffset, old.EndOffset, string(style.render(value, lineIndent(e.text, old.StartOffset))))
}

// rename changes the name of every member of that name, so that the one that counts stays the same.
func (e *Editor) rename(path []string, name, to string) error {
	root, err := e.parse()
	if err != nil {
		return err
	}
	members, _ := membersOf(*lookup(&root, path))
	for _, m := range slices.Backward(members) {
		if nameOf(m) == name {
			e.splice(m.Name.StartOffset, m.Name.EndOffset, string(hujson.String(to)))
		}
	}
	return nil
}

// remove takes out every member of that name, for an earlier one would count again.
func (e *Editor) remove(path []string, name string) error {
	for {
		root, err := e.parse()
		if err != nil {
			return err
		}
		object := lookup(&root, path).Value.(*hujson.Object)
		i := lastIndex(object.Members, name)
		if i < 0 {
			return nil
		}
		e.cut(object, i, lookup(&root, path).EndOffset-1)
	}
}

// cut takes out the i-th member of an object whose closing bracket stands at closing.
func (e *Editor) cut(object *hujson.Object, i, closing int) {
	m, last := object.Members[i], i == len(object.Members)-1
	start := m.Name.StartOffset - len(m.Name.BeforeExtra)
	next, end := object.AfterExtra, closing
	if !last {
		next = object.Members[i+1].Name.BeforeExtra
		end = object.Members[i+1].Name.StartOffset
	}
	if last && i > 0 && m.Value.AfterExtra == nil {
		start-- // the comma before it goes
	}
	between := join(m.Name.BeforeExtra, m.Value.AfterExtra, next, last)
	if len(object.Members) == 1 && !hasComment(between) {
		between = nil
	}
	e.splice(start, end, string(between))
}

// join puts together what stands around a member that is taken out: every comment stays, and no line is left empty. closing: the
// closing bracket comes next.
func join(before, after, next hujson.Extra, closing bool) hujson.Extra {
	if hasComment(after) {
		before = slices.Concat(before, bytes.TrimLeft(after, " \t\r\n"))
	}
	firstLine, _, _ := bytes.Cut(next, []byte("\n"))
	sameLine := hasComment(firstLine)
	if !hasComment(before) && !(sameLine && bytes.Contains(before, []byte("\n"))) {
		return next
	}
	if sameLine || !closing {
		return slices.Concat(before, bytes.TrimLeft(next, " \t\r\n"))
	}
	comments, _ := splitExtra(before)
	if _, rest, ok := bytes.Cut(next, []byte("\n")); ok && bytes.HasSuffix(comments, []byte("\n")) {
		next = rest
	}
	return slices.Concat(comments, next)
}

func hasComment(extra hujson.Extra) bool { return bytes.IndexByte(extra, '/') >= 0 }

// splitExtra parts the comments, a line comment with its line end, from the blank behind them.
func splitExtra(extra hujson.Extra) (comments, blank hujson.Extra) {
	end := 0
	for i := 0; i < len(extra); {
		rest := extra[i:]
		switch {
		case bytes.HasPrefix(rest, []byte("//")):
			i += bytes.IndexByte(rest, '\n') + 1
			end = i
		case bytes.HasPrefix(rest, []byte("/*")):
			i += 2 + bytes.Index(rest[2:], []byte("*/")) + 2
			end = i
		default:
			i++
		}
	}
	return extra[:end], extra[end:]
}

// same says whether two values mean the same; numbers only when they are written alike.
func same(a, b hujson.Value) bool {
	switch x := a.Value.(type) {
	case *hujson.Object:
		y, ok := b.Value.(*hujson.Object)
		return ok && within(x, y) && within(y, x)
	case *hujson.Array:
		y, ok := b.Value.(*hujson.Array)
		return ok && slices.EqualFunc(x.Elements, y.Elements, same)
	}
	literal, ok := b.Value.(hujson.Literal)
	return ok && literal.Kind() == a.Value.Kind() && literal.String() == a.Value.(hujson.Literal).String()
}

// within says whether each member that counts in a is the same in b.
func within(a, b *hujson.Object) bool {
	return !slices.ContainsFunc(a.Members, func(m hujson.ObjectMember) bool {
		mine, _ := lastOf(a.Members, nameOf(m))
		other, found := lastOf(b.Members, nameOf(m))
		return !found || !same(mine, other)
	})
}

// lastOf gives the last member of that name, as JSON readers do.
func lastOf(members []hujson.ObjectMember, name string) (hujson.Value, bool) {
	i := lastIndex(members, name)
	if i < 0 {
		return hujson.Value{}, false
	}
	return members[i].Value, true
}
