package config

import (
	"fmt"
	"slices"

	"parley/bridge/config/tree"
)

// reader reads one entry and keeps the first thing that is wrong with it. What an entry says is read as it is written first; then what
// references stand for is put in.
type reader struct {
	src    Source
	doc    *document
	entry  string // its name
	syntax syntax

	members  tree.Object // what the entry says
	written  *written
	start    int    // where it begins
	hint     string // what an entry that says nothing looks like, a sentence with a blank in front
	at       int    // where the member is that is being read
	words    []int  // where the words of the command are
	places   map[string]int
	problem  *EntryError
	notes    []string
	inputs   map[string]bool // ids of those that are asked for
	inputIDs []string        // the same in their order
}

// fail keeps the first thing that is wrong, with the place of the member that is being read.
func (r *reader) fail(format string, args ...any) {
	if r.problem != nil {
		return
	}
	r.problem = &EntryError{What: fmt.Sprintf(format, args...)}
	r.problem.Line, r.problem.Column = r.doc.place(r.at)
}

// failAt is fail for a member that was read before.
func (r *reader) failAt(at int, format string, args ...any) {
	r.at = at
	r.fail(format, args...)
}

func (r *reader) note(format string, args ...any) {
	if len(r.notes) > maxNotes {
		return
	}
	if note := fmt.Sprintf(format, args...); !slices.Contains(r.notes, note) {
		r.notes = append(r.notes, note)
	}
}

// text reads a member that is text; "" when it is not there.
func (r *reader) text(members tree.Object, names ...string) string {
	m, ok := members.Get(names...)
	if !ok {
		return ""
	}
	r.at, r.places[names[0]] = m.At, m.At
	text, ok := m.Text()
	if !ok {
		r.fail("%q must be text.", m.Name)
	}
	return text
}

// list reads texts; numbers and truth values count as what is written.
func (r *reader) list(name string, m tree.Member) []string {
	r.at = m.At
	items, ok := m.Items()
	if !ok {
		r.fail("%q must be a list, as in [\"first\", \"second\"].", name)
		return nil
	}
	var words []string
	for _, item := range items {
		word, ok := item.Scalar()
		if !ok {
			r.at = item.At
			r.fail("%q must be a list of texts.", name)
			return nil
		}
		words = append(words, word)
		r.words = append(r.words, item.At)
	}
	return words
}

// object gives the members of an object, each name once.
func (r *reader) object(name string, m tree.Member) tree.Object {
	r.at = m.At
	all, ok := tree.ObjectOf(m.Value)
	if !ok {
		r.fail("%q must be an object, as in {\"NAME\": \"value\"}.", name)
		return nil
	}
	last := make(map[string]int, len(all))
	for i, one := range all {
		last[one.Name] = i
	}
	var once tree.Object
	for i, one := range all {
		if last[one.Name] == i {
			once = append(once, one)
			continue
		}
		r.note("%q is there more than once under %q of %q. The last one counts.", one.Name, name, r.entry)
	}
	return once
}
