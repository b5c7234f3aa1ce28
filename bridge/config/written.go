package config

import (
	"maps"
	"slices"
	"strings"

	"parley/bridge/config/ospath"
)

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

func with(m map[string]string, key, value string) map[string]string {
	if m == nil {
		m = map[string]string{}
	}
	m[key] = value
	return m
}
