package config

import (
	"fmt"
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

// apply puts what is written into an entry, every text through put. spot is where the text stands.
func (w *written) apply(s *Server, put func(spot, text string, m mode) string) {
	s.Command = nil
	for i, word := range w.command {
		s.Command = append(s.Command, put(fmt.Sprint("command/", i), word, leadingTilde))
	}
	s.Cwd = put("cwd", w.cwd, leadingTilde)
	s.URL = put("url", w.url, anywhere)
	s.Env = maps.Clone(w.fromFile)
	for _, name := range slices.Sorted(maps.Keys(w.env)) {
		s.Env = with(s.Env, name, put("env/"+name, w.env[name], anywhere))
	}
	s.Headers = nil
	for _, name := range slices.Sorted(maps.Keys(w.headers)) {
		s.Headers = with(s.Headers, name, put("headers/"+name, w.headers[name], inHeader))
	}
	s.SignIn = w.signIn
	s.SignIn.ClientID = put("oauth", w.signIn.ClientID, anywhere)
	s.SignIn.ClientSecret = put("oauth", w.signIn.ClientSecret, anywhere)
	s.SignIn.MetadataURL = put("oauth", w.signIn.MetadataURL, anywhere)
}

// asWritten leaves every text as it is.
func asWritten(_, text string, _ mode) string { return text }

// resolve puts in all that can be put in without asking the person.
func (r *reader) resolve(s *Server, w *written) {
	w.syntax, w.known = r.syntax, map[string]string{}
	if w.cwd == "" && len(w.command) > 0 && r.src.workspace() != "" {
		w.cwd = "${workspaceFolder}" // where VS Code, Cursor and Claude Code start a project's servers
	}
	r.readEnvFile(s, w)
	w.apply(s, func(spot, text string, m mode) string {
		label, at := r.labelOf(spot)
		return r.expandInto(w.known, label, at, text, m)
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
func (r *reader) labelOf(spot string) (label string, at int) {
	var i int
	if _, err := fmt.Sscanf(spot, "command/%d", &i); err == nil {
		if i > 0 {
			label = "args"
		} else {
			label = "command"
		}
		if i < len(r.words) {
			return label, r.words[i]
		}
		return label, r.places["command"]
	}
	at = r.places[spot]
	for _, group := range []string{"env/", "headers/"} {
		if len(spot) >= len(group) && spot[:len(group)] == group {
			return spot[len(group):], at
		}
	}
	return spot, at
}
