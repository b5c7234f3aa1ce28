package edit

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

// splice puts text in the place of what stands from start to end.
func (e *Editor) splice(start, end int, text string) {
	e.text, e.tree = slices.Concat(e.text[:start], []byte(text), e.text[end:]), nil
}

// post is where a member of an object or an element of a list stands, with the comments and the blank around it.
type post struct {
	before     hujson.Extra
	start, end int
	after      hujson.Extra // up to the comma behind it; nil for a last one that has none
}

// postsOf gives the posts in an object or a list, and what stands behind the last one.
func postsOf(v hujson.Value) (posts []post, rest hujson.Extra) {
	switch x := v.Value.(type) {
	case *hujson.Object:
		for _, m := range x.Members {
			posts = append(posts, post{m.Name.BeforeExtra, m.Name.StartOffset, m.Value.EndOffset, m.Value.AfterExtra})
		}
		return posts, x.AfterExtra
	case *hujson.Array:
		for _, element := range x.Elements {
			posts = append(posts, post{element.BeforeExtra, element.StartOffset, element.EndOffset, element.AfterExtra})
		}
		return posts, x.AfterExtra
	}
	return nil, nil
}

// insert adds a member at the end of the object at path, and the object first if it is not there.
func (e *Editor) insert(path []string, name string, value hujson.Value) error {
	root, err := e.parse()
	if err != nil {
		return err
	}
	at := tree.Lookup(&root, path)
	if at == nil {
		parent, last := path[:len(path)-1], path[len(path)-1]
		if err := e.insert(parent, last, hujson.Value{Value: &hujson.Object{}}); err != nil {
			return err
		}
		return e.insert(path, name, value)
	}
	if !tree.IsObject(*at) { // null
		e.splice(at.StartOffset, at.EndOffset, "{}")
		return e.insert(path, name, value)
	}
	posts, _ := postsOf(*at)
	e.fit(*at, len(posts), func(style tree.Layout, indent string) string {
		return string(hujson.String(name)) + ":" + style.Space() + string(style.Render(value, indent))
	})
	return nil
}

// fit puts something new before the i-th post of an object or a list, or behind the last, written as its neighbours are.
func (e *Editor) fit(at hujson.Value, i int, write func(style tree.Layout, indent string) string) {
	root, err := e.parse()
	if err != nil {
		return
	}
	style := tree.LayoutOf(root, e.text)
	line := tree.LineIndent(e.text, at.StartOffset)
	posts, rest := postsOf(at)
	own := line + style.Indent
	separator := style.Newline + own
	if n := len(posts); n > 0 {
		near := posts[min(i, n-1)]
		own = tree.LineIndent(e.text, near.start)
		separator = style.Newline + own
		if !tree.StartsLine(e.text, near.start) {
			style.Wide, separator = false, style.Gap
		}
		if i < n {
			e.splice(near.start, near.start, write(style, own)+","+separator)
			return
		}
	} else if !style.Wide {
		separator = ""
	}

	comments, blank := splitExtra(rest)
	place, closing := at.EndOffset-1-len(blank), at.EndOffset-1
	added, tail := write(style, own), ""
	if len(posts) > 0 && posts[len(posts)-1].after != nil { // a comma behind the last one, as before
		added += ","
	}
	switch {
	case bytes.HasSuffix(comments, []byte("\n")):
		separator, tail = strings.TrimLeft(separator, "\r\n"), style.Newline
		closing = place
	case len(posts) == 0 && style.Wide: // the bracket moves to a line of its own
		tail = style.Newline + line
	default:
		closing = place
	}
	e.splice(place, closing, separator+added+tail)
	if len(posts) > 0 && posts[len(posts)-1].after == nil {
		end := posts[len(posts)-1].end
		e.splice(end, end, ",")
	}
}

// merge turns the value at path into another; what is the same in both is not touched.
func (e *Editor) merge(path []string, value hujson.Value) error {
	root, err := e.parse()
	if err != nil {
		return err
	}
	at := tree.Lookup(&root, path)
	if tree.Same(*at, value) {
		return nil
	}
	old, oldIsObject := at.Value.(*hujson.Object)
	wanted, isObject := value.Value.(*hujson.Object)
	if isObject && oldIsObject {
		return e.mergeMembers(path, old, wanted)
	}
	oldList, oldIsList := at.Value.(*hujson.Array)
	list, isList := value.Value.(*hujson.Array)
	if isList && oldIsList && len(oldList.Elements) > 0 && len(list.Elements) > 0 {
		return e.mergeElements(path, oldList.Elements, list.Elements)
	}
	e.replace(*at, value)
	return nil
}

func (e *Editor) mergeMembers(path []string, old, wanted *hujson.Object) error {
	for _, m := range old.Members {
		if tree.LastIndex(wanted.Members, tree.NameOf(m)) < 0 {
			if err := e.remove(path, tree.NameOf(m)); err != nil {
				return err
			}
		}
	}
	for i, m := range wanted.Members {
		if tree.LastIndex(wanted.Members, tree.NameOf(m)) != i {
			continue
		}
		var err error
		if tree.LastIndex(old.Members, tree.NameOf(m)) < 0 {
			err = e.insert(path, tree.NameOf(m), m.Value)
		} else {
			err = e.merge(slices.Concat(path, []string{tree.NameOf(m)}), m.Value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// mergeElements leaves what is the same at the beginning and at the end of a list.
func (e *Editor) mergeElements(path []string, old, wanted []hujson.Value) error {
	first := 0
	for first < min(len(old), len(wanted)) && tree.Same(old[first], wanted[first]) {
		first++
	}
	last := 0
	for last < min(len(old), len(wanted))-first && tree.Same(old[len(old)-1-last], wanted[len(wanted)-1-last]) {
		last++
	}
	both := min(len(old), len(wanted)) - last
	for i := len(old) - last - 1; i >= both; i-- {
		root, err := e.parse()
		if err != nil {
			return err
		}
		e.cut(*tree.Lookup(&root, path), i)
	}
	for i := first; i < len(wanted)-last; i++ {
		root, err := e.parse()
		if err != nil {
			return err
		}
		at := *tree.Lookup(&root, path)
		if i < both {
			e.replace(at.Value.(*hujson.Array).Elements[i], wanted[i])
			continue
		}
		e.fit(at, i, func(style tree.Layout, indent string) string { return string(style.Render(wanted[i], indent)) })
	}
	return nil
}

// replace writes a value in the place of another.
func (e *Editor) replace(old, value hujson.Value) {
	root, err := e.parse()
	if err != nil {
		return
	}
	style := tree.LayoutOf(root, e.text)
	e.splice(old.StartOffset, old.EndOffset, string(style.Render(value, tree.LineIndent(e.text, old.StartOffset))))
}

// rename changes the name of every member of that name, so that the one that counts stays the same.
func (e *Editor) rename(path []string, name, to string) error {
	root, err := e.parse()
	if err != nil {
		return err
	}
	members, _ := tree.MembersOf(*tree.Lookup(&root, path))
	for _, m := range slices.Backward(members) {
		if tree.NameOf(m) == name {
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
		at := tree.Lookup(&root, path)
		i := tree.LastIndex(at.Value.(*hujson.Object).Members, name)
		if i < 0 {
			return nil
		}
		e.cut(*at, i)
	}
}

// cut takes out the i-th post of an object or a list.
func (e *Editor) cut(at hujson.Value, i int) {
	posts, next := postsOf(at)
	one, last := posts[i], i == len(posts)-1
	start, end := one.start-len(one.before), at.EndOffset-1
	if !last {
		next, end = posts[i+1].before, posts[i+1].start
	}
	if last && i > 0 && one.after == nil {
		start-- // the comma before it goes
	}
	between := join(one.before, one.after, next, last)
	if i == 0 && !last && len(bytes.TrimLeft(between, " ")) == 0 { // what comes next stands where this one stood
		between = one.before
	}
	if len(posts) == 1 && !hasComment(between) {
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
