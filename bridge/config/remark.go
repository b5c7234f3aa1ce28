package config

import (
	"slices"
	"strings"
)

// remarkNames tells of names in an entry that do not say what they seem to: one that is there twice, of which JSON readers take the last in
// silence, and one with a blank at its end, which no eye sees.
func (r *reader) remarkNames(members object) {
	seen := map[string]bool{}
	for _, m := range members {
		if seen[m.name] {
			r.note("%q is there more than once in %q. The last one counts.", m.name, r.entry)
		}
		seen[m.name] = true
		if trimmed := strings.TrimSpace(m.name); trimmed != m.name && isKnownName(trimmed) {
			r.note("A name in %q has a blank around it: %q. It is taken for %q.", r.entry, m.name, trimmed)
		}
	}
}

// knownNames are those that nearly every entry needs one of.
func knownNames() []string { return append([]string{"command"}, addressNames()...) }

func isKnownName(name string) bool {
	return slices.Contains(knownNames(), name) || slices.Contains([]string{"args", "env", "environment", "cwd", "headers", "type", "transport", "disabled", "enabled"}, name)
}

// meant finds a name that somebody may have written for another: of another app, or with a slip in it. "" when there is none.
func meant(members object) (written, instead string) {
	for _, m := range members {
		switch name := strings.ToLower(strings.TrimSpace(m.name)); name {
		case "cmd", "exec", "program", "executable", "run":
			return m.name, "command"
		case "uri", "endpoint", "address", "link", "server_url", "server-url", "http_url":
			return m.name, "url"
		default:
			for _, known := range []string{"command", "url"} {
				if name != known && isSlip(name, known) {
					return m.name, known
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
