package config

import (
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
