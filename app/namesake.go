package app

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2/lang"
	"golang.org/x/text/unicode/norm"
)

// A server can have any name, also Parley's own: with a servers file that somebody else wrote, its questions and notices would be
// taken for Parley's. Wherever such a name is shown it says that it is one of a server.

// named is a server's name as it is shown, of so many letters at most.
func named(name string, most int) string {
	if strings.TrimSpace(name) == "" {
		return lang.L("(unnamed)")
	}
	if likeOurs(name) {
		return lang.L("{{.Server}} (server)", map[string]any{"Server": oneLine(name, most)})
	}
	return oneLine(name, most)
}

// likeOurs reports whether a name has Parley's in it, for the eye at least.
func likeOurs(name string) bool {
	const long = 400 // nobody reads more of it than is shown
	if len(name) > long {
		name = name[:long]
	}
	var seen strings.Builder
	for _, r := range norm.NFKD.String(name) {
		r = unicode.ToLower(r)
		if same, found := lookAlike[r]; found {
			r = same
		}
		if unicode.IsLetter(r) {
			seen.WriteRune(r)
		}
	}
	return strings.Contains(seen.String(), "parley") || strings.Contains(seen.String(), "pariey") // a capital I looks like an l
}

// lookAlike are letters and digits that look like those of Parley (Unicode's confusables, those that a person would type).
var lookAlike = map[rune]rune{
	'р': 'p', 'ρ': 'p', 'þ': 'p',
	'а': 'a', 'α': 'a', 'ɑ': 'a', '4': 'a',
	'г': 'r', 'ʀ': 'r',
	'1': 'l', '|': 'l', 'ӏ': 'l', 'ı': 'l', 'ǀ': 'l', 'ι': 'l',
	'е': 'e', 'ε': 'e', '3': 'e', 'є': 'e',
	'у': 'y', 'υ': 'y', 'γ': 'y', 'ү': 'y', 'ʏ': 'y',
}
