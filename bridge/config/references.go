package config

import (
	"regexp"
	"strings"
)

// syntax is which references a file knows besides ${env:NAME}, ${input:id} and VS Code's names of folders.
type syntax struct {
	bare   bool // ${NAME} and ${NAME:-otherwise} everywhere: Claude Code, LibreChat, Hermes Agent
	braces bool // {env:NAME} and {file:path} everywhere: opencode
}

// mode is what counts as a reference at one place of an entry.
type mode int

const (
	anywhere      mode = 0
	inHeader      mode = 1 << iota // also ${NAME}, which is empty when it is not set (contract G6)
	leadingTilde                   // a ~ at the beginning is the person's own folder
	withoutInputs                  // where the person cannot be asked
)

// reference is one thing in a text that stands for another.
type reference struct {
	text      string // as it is written: ${env:TOKEN}
	kind      string // env, input, file, folder; other for one that only another host can put in
	name      string
	otherwise *string // ${NAME:-otherwise}
	lenient   bool    // empty, not wrong, when it is not set
}

var (
	inBraces     = regexp.MustCompile(`\$?\{[^{}$]*\}`)
	variableName = regexp.MustCompile(`^[A-Za-z0-9_]+$`)
)

// replace puts in what references stand for. value reports false for one that stays as it is.
func (x syntax) replace(text string, m mode, value func(reference) (string, bool)) string {
	return inBraces.ReplaceAllStringFunc(text, func(match string) string {
		ref, is := x.reference(match, m)
		if !is {
			return match
		}
		if in, ok := value(ref); ok {
			return in
		}
		return match
	})
}

// reference reads what stands in braces. A plain ${NAME} in an argument may be meant for the program itself, and so may everything
// that is not known here (contract G6).
func (x syntax) reference(text string, m mode) (ref reference, is bool) {
	ref = reference{text: text}
	body, dollar := strings.CutPrefix(text, "$")
	body = body[1 : len(body)-1]
	kind, name, colon := strings.Cut(body, ":")
	if !dollar {
		ref.kind, ref.name = kind, name
		return ref, x.braces && name != "" && (kind == "env" || kind == "file")
	}
	switch body {
	case "workspaceFolder", "workspaceFolderBasename", "userHome", "pathSeparator", "/":
		ref.kind, ref.name = "folder", body
		return ref, true
	}
	switch {
	case colon && kind == "input":
		ref.kind, ref.name = kind, name
		return ref, true
	case colon && (kind == "command" || kind == "config" || kind == "workspaceFolder"):
		ref.kind = "other"
		return ref, true
	case colon && kind == "env":
	case m&inHeader != 0 && variableName.MatchString(body):
		name, ref.lenient = body, !x.bare
	case x.bare:
		name = body
	default:
		return ref, false
	}
	if before, after, some := strings.Cut(name, ":-"); some && (x.bare || kind == "env") {
		name, ref.otherwise = before, &after
	}
	ref.kind, ref.name = "env", name
	if kind == "env" {
		return ref, name != ""
	}
	return ref, variableName.MatchString(name)
}

// putIn is the same for the first time and for [Server.Fill].
func putIn(known map[string]string, x syntax, text string, m mode, value func(reference) (string, bool)) string {
	begin := ""
	if home := known["~"]; home != "" && m&leadingTilde != 0 && isOwnFolder(text) {
		begin, text = home, text[1:]
	}
	return begin + x.replace(text, m, value)
}

// nested finds a reference that is left because another stands in it: what comes out would be sent as it is, half put in. It gives how the
// outer one begins; "" when there is none.
func (x syntax) nested(text string) string {
	left := inBraces.ReplaceAllLiteralString(text, "\x00")
	found := unclosed.FindStringSubmatch(left)
	if found == nil && x.bare {
		found = unclosedBare.FindStringSubmatch(left)
	}
	if found == nil {
		return ""
	}
	return found[1]
}

var (
	unclosed     = regexp.MustCompile(`(\$\{(?:env|input):[A-Za-z0-9_]*)[^}]*\x00`)
	unclosedBare = regexp.MustCompile(`(\$\{[A-Za-z_][A-Za-z0-9_]*)[^}]*\x00`)
)

// isOwnFolder reads a leading ~. Inside a word, and for another person, it is nothing special (case config-tilde).
func isOwnFolder(text string) bool {
	return text == "~" || strings.HasPrefix(text, "~/") || strings.HasPrefix(text, `~\`)
}
