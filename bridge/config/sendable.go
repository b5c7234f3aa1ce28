package config

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// checkTexts finds what no program can be given and no connection can send, before a start fails for it with words that name no place.
func (r *reader) checkTexts(s *Server) {
	if at, what := uncarriable(s); what != "" {
		_, offset := r.labelOf(at)
		r.failAt(offset, "%s", what)
	}
}

// uncarriable says what no program can be given and no connection can send, "" when there is nothing of the kind. Values are not told.
func uncarriable(s *Server) (at spot, what string) {
	for i, word := range s.Command {
		if strings.ContainsRune(word, 0) {
			label := "command"
			if i > 0 {
				label = "args"
			}
			return spot{member: "command", word: i}, fmt.Sprintf("%q holds a character that no program can be given (NUL).", label)
		}
	}
	if strings.ContainsRune(s.Cwd, 0) {
		return spot{member: "cwd"}, fmt.Sprintf("%q holds a character that no folder has (NUL).", "cwd")
	}
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		at := spot{member: "env", name: name}
		switch {
		case name == "" || strings.ContainsAny(name, "=\x00"):
			return at, fmt.Sprintf("A variable cannot be called %q.", name)
		case strings.ContainsRune(s.Env[name], 0):
			return at, fmt.Sprintf("The variable %q holds a character that no program can be given (NUL).", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Headers)) {
		at := spot{member: "headers", name: name}
		switch {
		case !headerName.MatchString(name):
			return at, fmt.Sprintf("A header cannot be called %q. Its name has letters, digits and - alone, as in Authorization; the value stands behind it.", name)
		case strings.ContainsFunc(s.Headers[name], unsendable):
			return at, fmt.Sprintf("The header %q holds a line break or another character that cannot be sent.", name)
		}
	}
	return spot{}, ""
}

// headerName is a token (RFC 9110, 5.6.2).
var headerName = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")

// unsendable are the characters that no field value may hold (RFC 9110, 5.5).
func unsendable(c rune) bool { return c < ' ' && c != '\t' || c == 0x7F }
