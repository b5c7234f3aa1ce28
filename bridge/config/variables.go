package config

import (
	"strings"
)

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

// input notes that the entry asks for an input. The person is asked later, before the server starts. One that is not defined is a problem
// (case config-input-undefined): nobody could know what to enter, nor whether it is a secret.
func (r *reader) input(label string, at int, ref reference, m mode) {
	in, defined := r.doc.inputs[ref.name]
	switch {
	case !defined:
		r.failAt(at, "%q asks for %s, and no input %q is among the \"inputs\" of the file.", label, ref.text, ref.name)
	case in.other != "":
		r.failAt(at, "%q asks for %s, which %s. Write the value itself.", label, ref.text, in.other)
	case m&withoutInputs != 0:
		r.failAt(at, "%q asks for %s, which can stand only in the command, its folder, the environment, the url and the headers.", label, ref.text)
	case !r.inputs[ref.name]:
		if r.inputs == nil {
			r.inputs = map[string]bool{}
		}
		r.inputs[ref.name] = true
		r.inputIDs = append(r.inputIDs, ref.name)
	}
}
