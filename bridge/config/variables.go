package config

import (
	"regexp"
	"strings"

	"parley/bridge/config/hosts"
)

// syntax is which references a file knows besides ${env:NAME}, ${input:id} and VS Code's names of folders.
type syntax struct {
	bare   bool // ${NAME} and ${NAME:-otherwise} everywhere: Claude Code, LibreChat, Hermes Agent
	braces bool // {env:NAME} and {file:path} everywhere: opencode
}

func (src Source) syntax(wrapper string) syntax {
	name := strings.ToLower(src.base())
	if src.Path == "" {
		name = strings.ToLower(src.Name)
	}
	bare, braces := hosts.Syntax(name, src.language(), wrapper)
	return syntax{bare: bare, braces: braces}
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

// expand puts in what references stand for and keeps it for [Server.Fill]. label is what the text is, at where it stands.
func (r *reader) expand(label string, at int, text string, m mode) string {
	known := map[string]string{}
	return r.expandInto(known, label, at, text, m)
}

func (r *reader) expandInto(known map[string]string, label string, at int, text string, m mode) string {
	if m&leadingTilde != 0 && isOwnFolder(text) {
		if home := r.src.home(); home != "" {
			known["~"] = home
		}
	}
	if nested := r.syntax.nested(text); nested != "" && r.problem == nil {
		r.failAt(at, "%q has a reference inside another, at %s. Only one at a time can be put in: name the inner one's value yourself.", label, nested)
	}
	return putIn(known, r.syntax, text, m, func(ref reference) (string, bool) {
		in, ok := r.value(label, at, ref, m)
		if ok {
			known[ref.text] = in
		}
		return in, ok
	})
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

// value is what a reference stands for; false leaves it as it is.
func (r *reader) value(label string, at int, ref reference, m mode) (string, bool) {
	switch ref.kind {
	case "env":
		return r.variable(label, at, ref), true
	case "input":
		r.input(label, at, ref, m)
	case "file":
		text, err := r.src.read(r.src.system().Join(r.expand(label, at, ref.name, leadingTilde), r.src.folder()))
		if err != nil {
			r.failAt(at, "%q needs the file of %s, which cannot be read: %s.", label, ref.text, err)
			return "", true
		}
		return strings.TrimSpace(string(text)), true
	case "folder":
		return r.named(label, at, ref.name), true
	default:
		r.failAt(at, "%q uses %s, which only another app can put in. Write the value itself, ${env:NAME} for a variable, or ${input:id} to be asked.", label, ref.text)
	}
	return "", false
}

// variable is a variable of the environment. One that is not set is a problem: an empty or a literal credential would only fail later,
// at the server, and harder to understand (case config-env-variable-unset). The ${NAME} of a header is empty then, as in toolnexus, and
// noted (contract G6).
func (r *reader) variable(label string, at int, ref reference) string {
	value := r.src.getenv(ref.name)
	if value == "" && !ref.lenient {
		value = r.own(ref.name)
	}
	switch {
	case value != "":
	case ref.otherwise != nil:
		return *ref.otherwise
	case ref.lenient:
		r.note("The header %q of %q needs the variable %s, which is not set. It is sent without it.", label, r.entry, ref.name)
	default:
		r.failAt(at, "%q needs the variable %s, which is not set.", label, ref.name)
	}
	return value
}

// own is a variable that the entry itself gives its program, in env or by its envFile: what else could its arguments mean
// (microsoft/vscode#246517)? One that refers on is no value yet.
func (r *reader) own(name string) string {
	if r.written == nil {
		return ""
	}
	if value, said := r.written.env[name]; said {
		if strings.ContainsAny(value, "${}") {
			return ""
		}
		return value
	}
	return r.written.fromFile[name]
}

// named is one of VS Code's names.
func (r *reader) named(label string, at int, name string) string {
	value := ""
	switch name {
	case "pathSeparator", "/":
		return r.src.system().Separator()
	case "userHome":
		value = r.src.home()
	case "workspaceFolder":
		value = r.src.workspace()
	case "workspaceFolderBasename":
		value = r.src.system().Base(r.src.workspace())
	}
	if value == "" {
		r.failAt(at, "%q uses ${%s}, and this file belongs to no such folder. Write the whole path.", label, name)
	}
	return value
}
