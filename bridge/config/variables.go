package config

import (
	"regexp"
	"strings"
)

// expandHeader puts variables of the environment into a header: ${NAME}, as toolnexus writes it (contract G6), and ${env:NAME}.
//
// A variable that is not set is a problem. An empty or a literal credential would only fail later, at the server, and harder
// to understand.
func (r *reader) expandHeader(header, text string) string {
	for _, other := range foreign.FindAllString(text, 1) {
		r.fail("The header %q uses %s, which Parley does not know.", header, other)
	}
	return inHeaders.ReplaceAllStringFunc(text, func(reference string) string {
		return r.variable(reference, header)
	})
}

// expand puts variables into any other member. There only ${env:NAME} is one: a plain ${NAME} in an argument may be meant for
// the program itself (contract G6).
func (r *reader) expand(member, text string) string {
	for _, other := range foreign.FindAllString(text, 1) {
		r.fail("%q uses %s, which Parley does not know.", member, other)
	}
	return everywhere.ReplaceAllStringFunc(text, func(reference string) string {
		return r.variable(reference, member)
	})
}

var (
	inHeaders  = regexp.MustCompile(`\$\{(?:env:)?[A-Za-z0-9_]+\}`)
	everywhere = regexp.MustCompile(`\$\{env:[A-Za-z0-9_]+\}`)
	// foreign are the references of other hosts that ask the person, run a command or look into a project.
	foreign = regexp.MustCompile(`\$\{(?:(?:input|command|config):[^}]*|workspaceFolder(?::[^}]*)?|userHome|workspaceFolderBasename)\}`)
)

func (r *reader) variable(reference, user string) string {
	name := strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(reference, "${"), "}"), "env:")
	value := r.getenv(name)
	if value == "" {
		r.fail("%q needs the variable %s, which is not set.", user, name)
	}
	return value
}

// folder reads a leading ~ as the person's own folder. Inside a word, and for another person, it stays.
func (r *reader) folder(text string) string {
	if text != "~" && !strings.HasPrefix(text, "~/") && !strings.HasPrefix(text, `~\`) {
		return text
	}
	for _, name := range []string{"HOME", "USERPROFILE"} {
		if home := r.getenv(name); home != "" {
			return home + text[1:]
		}
	}
	return text
}
