package config

import (
	"maps"
	"regexp"
	"slices"
)

// written is what an entry says before anything is put in, with what its references stand for. It is data alone, so that two readings
// of the same file are equal.
type written struct {
	command  []string
	env      map[string]string
	envFile  string
	fromFile map[string]string // what the env file says
	cwd      string
	url      string
	headers  map[string]string
	signIn   SignIn

	syntax syntax
	known  map[string]string // values by reference as it is written, "~" among them; inputs are not in it
}

// spot is where a text of an entry stands.
type spot struct {
	member string
	name   string // of a variable or a header
	word   int    // of the command
}

// apply puts what is written into an entry, every text through put.
func (w *written) apply(s *Server, put func(at spot, text string, m mode) string) {
	s.Command = nil
	for i, word := range w.command {
		s.Command = append(s.Command, put(spot{member: "command", word: i}, word, leadingTilde))
	}
	s.Cwd = put(spot{member: "cwd"}, w.cwd, leadingTilde)
	s.URL = put(spot{member: "url"}, w.url, anywhere)
	s.Env = maps.Clone(w.fromFile)
	for _, name := range slices.Sorted(maps.Keys(w.env)) {
		s.Env = with(s.Env, name, put(spot{member: "env", name: name}, w.env[name], anywhere))
	}
	s.Headers = nil
	for _, name := range slices.Sorted(maps.Keys(w.headers)) {
		s.Headers = with(s.Headers, name, put(spot{member: "headers", name: name}, w.headers[name], inHeader))
	}
	s.SignIn = w.signIn
	s.SignIn.ClientID = put(spot{member: "oauth"}, w.signIn.ClientID, anywhere)
	s.SignIn.ClientSecret = put(spot{member: "oauth"}, w.signIn.ClientSecret, anywhere)
	s.SignIn.MetadataURL = put(spot{member: "oauth"}, w.signIn.MetadataURL, anywhere)
}

// asWritten leaves every text as it is.
func asWritten(_ spot, text string, _ mode) string { return text }

// resolve puts in all that can be put in without asking the person.
func (r *reader) resolve(s *Server, w *written) {
	w.syntax, w.known = r.syntax, map[string]string{}
	if w.cwd == "" && len(w.command) > 0 && r.src.workspace() != "" {
		w.cwd = "${workspaceFolder}" // where VS Code, Cursor and Claude Code start a project's servers
	}
	r.readEnvFile(s, w)
	w.apply(s, func(at spot, text string, m mode) string {
		label, offset := r.labelOf(at)
		return r.expandInto(w.known, label, offset, text, m)
	})
	s.written = w
	for _, id := range r.inputIDs {
		s.Inputs = append(s.Inputs, r.doc.inputs[id].Input)
	}
	if s.URL != "" {
		r.checkAddress(anyInput.ReplaceAllString(s.URL, "0"))
	}
	r.remarkUnread(w)
}

var (
	anyInput = regexp.MustCompile(`\$\{input:[^{}$]*\}`)
	unread   = regexp.MustCompile(`\$\{([A-Za-z0-9_]+)\}`)
)

// remarkUnread tells about references that look like variables and are none, where a program cannot mean them for itself.
func (r *reader) remarkUnread(w *written) {
	for _, name := range slices.Sorted(maps.Keys(w.env)) {
		for _, found := range unread.FindAllStringSubmatch(w.env[name], -1) {
			if _, is := r.syntax.reference(found[0], anywhere); !is && r.src.getenv(found[1]) != "" {
				r.note("The variable %q of %q has %s in it as plain text. Write ${env:%s} for the variable of that name.", name, r.entry, found[0], found[1])
			}
		}
	}
}

// labelOf is what a message calls a text, and where it stands.
func (r *reader) labelOf(at spot) (label string, offset int) {
	switch at.member {
	case "env", "headers":
		return at.name, r.places[at.member+"/"+at.name]
	case "command":
		label, offset = at.member, r.places[at.member]
		if at.word > 0 {
			label = "args"
		}
		if at.word < len(r.words) {
			offset = r.words[at.word]
		}
		return label, offset
	}
	return at.member, r.places[at.member]
}
