package config

import (
	"slices"
	"strings"

	"parley/bridge/config/tree"
)

// environment reads the variables; null takes one out of what is inherited. "environment" wins over its alias (contract G3). Zed keeps
// them in its command.
func (r *reader) environment(members tree.Object, w *written, s *Server) {
	all, ok := members.Get("environment", "env")
	if command, there := members.Get("command"); there && !ok {
		inner, _ := tree.ObjectOf(command.Value)
		all, ok = inner.Get("env")
	}
	if ok {
		for _, m := range r.variables(all) {
			text, ok := m.Scalar()
			switch {
			case m.IsNull():
				s.Unset = append(s.Unset, m.Name)
				continue
			case !ok:
				r.failAt(m.At, "The variable %q must be text.", m.Name)
				continue
			}
			w.env = with(w.env, m.Name, text)
			r.places["env/"+m.Name] = m.At
		}
		slices.Sort(s.Unset)
		s.Unset = slices.Compact(s.Unset)
	}
	w.envFile = r.text(members, "envFile")
}

// variables are an object, or a list: of NAME=value, as opencode had them once, or of objects with a name and a value, as the Agent
// Client Protocol has them.
func (r *reader) variables(m tree.Member) tree.Object {
	items, _ := m.Items()
	if len(items) == 0 {
		return r.object("env", m)
	}
	var all tree.Object
	for _, item := range items {
		one, is := nameAndValue(item)
		if text, isText := item.Text(); isText {
			name, value, some := strings.Cut(text, "=")
			one, is = tree.Member{Name: name, At: item.At, Value: tree.TextValue(value, item.At)}, some && name != ""
		}
		if !is {
			r.failAt(item.At, "%q must be an object, as in {\"NAME\": \"value\"}.", m.Name)
			return nil
		}
		all = append(all, one)
	}
	return all
}

// nameAndValue reads {"name": …, "value": …}.
func nameAndValue(m tree.Member) (tree.Member, bool) {
	inside, _ := tree.ObjectOf(m.Value)
	named, _ := inside.Last("name")
	value, some := inside.Last("value")
	name, is := named.Text()
	value.Name = name
	return value, is && some && name != ""
}

func (r *reader) headers(members tree.Object) map[string]string {
	all, ok := members.Get("headers", "http_headers")
	if !ok {
		return nil
	}
	given := tree.Object(nil)
	if items, is := all.Items(); is {
		for _, item := range items {
			one, is := nameAndValue(item)
			if !is {
				r.failAt(item.At, "%q must be an object, as in {\"NAME\": \"value\"}.", all.Name)
				return nil
			}
			given = append(given, one)
		}
	} else {
		given = r.object("headers", all)
	}
	var headers map[string]string
	spelled := map[string]string{}
	for _, m := range given {
		if before, again := spelled[strings.ToLower(m.Name)]; again && before != m.Name {
			r.note("The headers %q and %q of %q are one. The last one counts.", before, m.Name, r.entry)
			delete(headers, before)
		}
		spelled[strings.ToLower(m.Name)] = m.Name
		text, ok := m.Scalar()
		if !ok {
			r.failAt(m.At, "The header %q must be text.", m.Name)
			continue
		}
		headers = with(headers, m.Name, text)
		r.places["headers/"+m.Name] = m.At
	}
	return headers
}
