package config

import (
	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// server reads the entry. It always gives a server with its name; what is wrong with it is in Problem. Other hosts' members are
// ignored; autoApprove and its kind grant nothing here (case config-unknown-fields-tolerated).
func (r *reader) server(e entry) Server {
	s := Server{Name: e.name}
	r.start, r.at, r.places = e.at, e.at, map[string]int{}
	if e.members == nil {
		if r.doc.nameless {
			r.fail("%q stands where the name of a server should be. Put what belongs to one server into braces, with its name in front, as in \"my server\": {…}.", e.name)
		}
		r.fail("The entry must be an object, with a command or a url in it.")
		s.Problem = r.problem
		return s
	}
	m := e.members
	if transport, ok := m.Last("transport"); ok { // in some, all about the connection is in an object of its own
		inner, _ := tree.ObjectOf(transport.Value)
		m = append(m[:len(m):len(m)], inner...)
	}
	if outline.IsList(e.members) && !outline.IsServerIn(m) {
		r.hint = " It looks like a list of servers: take its own name and braces away."
	}
	r.members = m
	r.remarkNames(m)
	w := &written{}
	r.written = w
	w.command = r.command(m)
	w.url = r.address(m)
	r.environment(m, w, &s)
	w.cwd = r.text(m, "cwd", "workingDirectory", "working_directory")
	w.headers = r.headers(m)
	w.signIn = r.signIn(m, w)
	kind := r.kind(m)
	r.settle(&s, w, kind)

	s.Timeout = r.timeLimit(m)
	s.AnswerTimeout = r.milliseconds(m, "answerTimeout")
	s.AnswerOnOpen = r.yes(m, "answerOnOpen", false)
	s.Protocol = r.protocol(m)
	s.Dialect = r.dialect(m)
	s.LogLevel = r.logLevel(m)
	s.Tools = r.tools(m)
	s.OnlySafeEnv = !r.yes(m, "inheritEnv", true)
	s.Disabled = r.off(m)

	r.remarkWays(m, w)
	r.remarkEaten(w)
	r.resolve(&s, w)
	s.Roots = r.roots(m, s.Cwd)
	if r.problem != nil {
		s.Problem = r.problem
	}
	return s
}
