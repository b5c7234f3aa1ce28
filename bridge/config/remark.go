package config

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// remarkNames tells of names in an entry that do not say what they seem to: one that is there twice, of which JSON readers take the last in
// silence, and one with a blank at its end, which no eye sees.
func (r *reader) remarkNames(members tree.Object) {
	seen := map[string]bool{}
	for _, m := range members {
		if seen[m.Name] {
			r.note("%q is there more than once in %q. The last one counts.", m.Name, r.entry)
		}
		seen[m.Name] = true
		if trimmed := strings.TrimSpace(m.Name); trimmed != m.Name && isKnownName(trimmed) {
			r.note("A name in %q has a blank around it: %q. It is taken for %q.", r.entry, m.Name, trimmed)
		}
	}
}

func isKnownName(name string) bool {
	return slices.Contains(outline.KnownNames(), name) || slices.Contains([]string{"args", "env", "environment", "cwd", "headers", "type", "transport", "disabled", "enabled"}, name)
}

// meant finds a name that somebody may have written for another: of another app, or with a slip in it. "" when there is none.
func meant(members tree.Object) (written, instead string) {
	for _, m := range members {
		switch name := strings.ToLower(strings.TrimSpace(m.Name)); name {
		case "cmd", "exec", "program", "executable", "run":
			return m.Name, "command"
		case "uri", "endpoint", "address", "link", "server_url", "server-url", "http_url":
			return m.Name, "url"
		default:
			for _, known := range []string{"command", "url"} {
				if name != known && isSlip(name, known) {
					return m.Name, known
				}
			}
		}
	}
	return "", ""
}

// isSlip reports whether one letter is missing, too much, wrong, or two have changed places.
func isSlip(name, known string) bool {
	if len(known) < 4 && name[:min(1, len(name))] != known[:1] {
		return false
	}
	for i := 0; i <= len(known); i++ {
		head, tail := known[:i], known[i:]
		switch {
		case !strings.HasPrefix(name, head):
			return false
		case tail != "" && name == head+tail[1:]: // missing
			return true
		case len(name) == len(known)+1 && name[i+1:] == tail: // too much
			return true
		case tail != "" && len(name) == len(known) && name[i+1:] == tail[1:]: // wrong
			return true
		case len(tail) > 1 && name == head+tail[1:2]+tail[:1]+tail[2:]:
			return true
		}
	}
	return false
}

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

var (
	unread         = regexp.MustCompile(`\$\{([A-Za-z0-9_]+)\}`)
	otherReference = regexp.MustCompile(`^(?:[A-Za-z]+ )?(?:\$\{[A-Za-z_][A-Za-z0-9_]*:?[-=?+][^{}]*\}|\$[A-Za-z_][A-Za-z0-9_]*|%[A-Za-z_][A-Za-z0-9_]*%)$`)
	otherSign      = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*):?-[^{}]*\}|\$([A-Za-z_][A-Za-z0-9_]*)|%([A-Za-z_][A-Za-z0-9_]*)%`)
	mustache       = regexp.MustCompile(`\{\{\s*\$?[A-Za-z_][A-Za-z0-9_.-]*\s*\}\}`)
)

// remarkUnread tells about what looks like a reference and is none here, where nobody can mean it for itself. A header with a mustache in
// it would be sent as a credential as it is written, so that is a problem; the $NAME of a header stays text (contract G6), and is told.
func (r *reader) remarkUnread(w *written) {
	for _, name := range slices.Sorted(maps.Keys(w.env)) {
		text := w.env[name]
		for _, found := range unread.FindAllStringSubmatch(text, -1) {
			if _, is := r.syntax.reference(found[0], anywhere); !is && r.src.getenv(found[1]) != "" {
				r.note("The variable %q of %q has %s in it as plain text. Write ${env:%s} for the variable of that name.", name, r.entry, found[0], found[1])
			}
		}
		if found := otherSign.FindStringSubmatch(text); found != nil && !r.syntax.bare {
			if variable := found[1] + found[2] + found[3]; r.src.getenv(variable) != "" {
				r.note("The variable %q of %q has %s in it as plain text. Write ${env:%s} for the variable of that name.", name, r.entry, found[0], variable)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.headers)) {
		text := w.headers[name]
		if found := mustache.FindString(text); found != "" && !strings.HasPrefix(found, "{{env:") {
			r.failAt(r.places["headers/"+name], "%q has %s in it, which only another app can put in. Write the value itself, ${env:NAME} for a variable, or ${input:id} to be asked.", name, found)
		}
		if !r.syntax.bare && otherReference.MatchString(text) { // of the value itself nothing is told
			r.note("The header %q of %q refers to a variable in a way that is not read here, and is sent as it is written. Write ${env:NAME}.", name, r.entry)
		}
	}
	if found := mustache.FindString(w.url); found != "" {
		r.failAt(r.places["url"], "The url has %s in it, which only another app can put in. Write the value itself, or ${env:NAME} for a variable.", found)
	}
	if found := unread.FindStringSubmatch(w.url); found != nil && !r.syntax.bare {
		if _, is := r.syntax.reference(found[0], anywhere); !is {
			r.note("The url of %q has %s in it as plain text. Write ${env:%s} for the variable of that name.", r.entry, found[0], found[1])
		}
	}
	if len(w.command) > 0 {
		for _, found := range []string{mustache.FindString(w.command[0]), mustache.FindString(w.cwd)} {
			if found != "" {
				r.failAt(r.places["command"], "The command has %s in it, which only another app can put in. Write the path itself, ~ for your own folder, or ${env:NAME} for a variable.", found)
			}
		}
	}
}
