package config

import (
	"regexp"
	"strings"
)

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
