package config

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"parley/bridge/config/ospath"
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

	base   string // the folder that a cwd counts from, "" when there is none
	system string // whose paths these are
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
	s.Cwd = w.folder(put(spot{member: "cwd"}, w.cwd, leadingTilde))
	s.URL = put(spot{member: "url"}, w.url, anywhere)
	s.Env = maps.Clone(w.fromFile)
	for _, name := range slices.Sorted(maps.Keys(w.env)) {
		s.Env = with(s.Env, name, put(spot{member: "env", name: name}, w.env[name], anywhere))
	}
	s.Headers = nil
	for _, name := range slices.Sorted(maps.Keys(w.headers)) {
		s.Headers = with(s.Headers, name, strings.TrimSpace(put(spot{member: "headers", name: name}, w.headers[name], inHeader)))
	}
	s.SignIn = w.signIn
	s.SignIn.ClientID = put(spot{member: "oauth"}, w.signIn.ClientID, anywhere)
	s.SignIn.ClientSecret = put(spot{member: "oauth"}, w.signIn.ClientSecret, anywhere)
	s.SignIn.MetadataURL = put(spot{member: "oauth"}, w.signIn.MetadataURL, anywhere)
}

// folder is where a program starts: a path that is not whole counts from the project of the file, or from the folder that the file is
// in, as in the apps that own such files. Where Parley itself was started from means nothing to anybody.
func (w *written) folder(cwd string) string {
	system := ospath.System(w.system)
	if cwd == "" || w.base == "" || w.known == nil || system.Whole(cwd) || strings.HasPrefix(cwd, "~") || strings.Contains(cwd, "${") {
		return cwd
	}
	if cwd == "." {
		return w.base
	}
	return system.Join(cwd, w.base)
}

// asWritten leaves every text as it is.
func asWritten(_ spot, text string, _ mode) string { return text }

// resolve puts in all that can be put in without asking the person.
func (r *reader) resolve(s *Server, w *written) {
	w.syntax, w.known = r.syntax, map[string]string{}
	w.system, w.base = r.src.OS, r.src.workspace()
	if w.base == "" && r.src.system().Whole(r.src.folder()) {
		w.base = r.src.folder()
	}
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
	if s.URL != "" && !strings.HasPrefix(s.URL, "${input:") { // of a whole address that is asked for, Fill judges
		r.checkAddress(anyInput.ReplaceAllString(s.URL, "0"))
	}
	r.remarkUnread(w)
	if r.problem == nil {
		r.checkTexts(s)
	}
}

var anyInput = regexp.MustCompile(`\$\{input:[^{}$]*\}`)

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
