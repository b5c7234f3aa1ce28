package config

import (
	"slices"
	"strings"

	"parley/bridge/config/tree"
)

// readEnvFile reads the file of "envFile" (VS Code, Cursor). What the entry says itself wins over it, also what it takes away. A file that
// cannot be read is a problem, as in VS Code: a server without its key only fails later.
func (r *reader) readEnvFile(s *Server, w *written) {
	if w.envFile == "" || len(w.command) == 0 {
		return
	}
	at := r.places["envFile"]
	name := r.expand("envFile", at, w.envFile, leadingTilde|withoutInputs)
	cwd := r.expand("cwd", r.places["cwd"], w.cwd, leadingTilde)
	file := r.src.system().Join(name, r.src.workspace(), cwd, r.src.folder())
	if r.problem != nil {
		return
	}
	if file == "" {
		r.failAt(at, "The envFile must be a whole path, as in /home/me/project/.env.")
		return
	}
	text, err := r.src.read(file)
	if err != nil {
		r.failAt(at, "The envFile %s cannot be read: %s.", w.envFile, err)
		return
	}
	for name, value := range envFile(string(tree.UTF8(text))) {
		if !slices.Contains(s.Unset, name) {
			w.fromFile = with(w.fromFile, name, value)
		}
	}
}

// blank is what stands between the parts of a line.
const blank = " \t\n\f\r"

// variableLine cuts a NAME=value line, with "export" before the name or without: the name, and where the value begins. It is no regular
// expression, for those take memory for each line, and a file may have millions. ok is false for a line of another kind.
func variableLine(line string) (name string, value int, ok bool) {
	start := len(line) - len(strings.TrimLeft(line, blank))
	if rest, exports := strings.CutPrefix(line[start:], "export"); exports {
		if bare := strings.TrimLeft(rest, blank); len(bare) < len(rest) {
			if name, value, ok = variableFrom(line, len(line)-len(bare)); ok {
				return name, value, true
			}
		}
	}
	return variableFrom(line, start)
}

func variableFrom(line string, start int) (name string, value int, ok bool) {
	end := start
	for end < len(line) && isNameByte(line[end], end == start) {
		end++
	}
	sign := len(line) - len(strings.TrimLeft(line[end:], blank))
	if end == start || sign == len(line) || line[sign] != '=' && line[sign] != ':' {
		return "", 0, false
	}
	return line[start:end], len(line) - len(strings.TrimLeft(line[sign+1:], blank)), true
}

func isNameByte(b byte, first bool) bool {
	switch {
	case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', b == '_':
		return true
	}
	return !first && ('0' <= b && b <= '9' || b == '.' || b == '-')
}

// envFile reads NAME=value lines, as the dotenv packages do: comments after a # that stands alone, "export" before a name, quotation
// marks around values, which may then go over several lines; \n means a new line between double ones only. Nothing is put in for
// $NAME. Lines that are none of this are passed over.
func envFile(text string) map[string]string {
	values := map[string]string{}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for at := 0; at < len(text); {
		line, _, _ := strings.Cut(text[at:], "\n")
		begin := at
		at += len(line) + 1
		name, start, ok := variableLine(line)
		if !ok {
			continue
		}
		value := line[start:]
		if value == "" || !strings.ContainsRune("\"'`", rune(value[0])) {
			values[name] = withoutComment(value)
			continue
		}
		// Once nothing closes a mark, none of its kind begins another value, so this goes over a text four times at most.
		mark, whole := value[0], text[begin+start+1:]
		end := closing(whole, mark)
		if end < 0 { // a mark like any other
			values[name] = withoutComment(value)
			continue
		}
		whole = whole[:end]
		if behind := begin + start + 1 + end; behind >= at {
			next, _, _ := strings.Cut(text[behind:], "\n")
			at = behind + len(next) + 1
		}
		if mark == '"' {
			whole = strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\t`, "\t", `\"`, `"`, `\\`, `\`).Replace(whole)
		}
		values[name] = whole
	}
	return values
}

// closing is where a value between quotation marks ends; -1 when it does not.
func closing(text string, mark byte) int {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && mark == '"':
			i++
		case text[i] == mark:
			return i
		}
	}
	return -1
}

func withoutComment(value string) string {
	for i := range value {
		if value[i] == '#' && (i == 0 || value[i-1] == ' ' || value[i-1] == '\t') {
			value = value[:i]
			break
		}
	}
	return strings.TrimSpace(value)
}
