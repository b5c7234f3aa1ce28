package hosts

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

// Words puts what apps write in words of their own into Parley's, before anything is read: lists in which each server holds its name
// (Continue, Augment), Goose's extensions, the tables of Codex, placeholders for secrets that an app keeps elsewhere. Values stay
// where they are in the text, so that faults are told at the right place.
type Words struct {
	Language tree.Language
	Path     string // of the file, with / in it; "": nobody knows
	Getenv   func(string) string

	Notes []string // what the person is to be told

	inputs []hujson.Value // for values that the app keeps elsewhere, as the inputs of VS Code
	asked  map[string]bool
}

func (w *Words) note(format string, args ...any) {
	w.Notes = append(w.Notes, fmt.Sprintf(format, args...))
}

// asksFor gives the reference for a value that is not in the file: to the variable when it is set, else to what the person is asked for.
func (w *Words) asksFor(id, description string) string {
	name := id[strings.LastIndexAny(id, "./")+1:]
	if variableName.MatchString(name) && w.Getenv(name) != "" {
		return "${env:" + name + "}"
	}
	if !w.asked[id] {
		if w.asked == nil {
			w.asked = map[string]bool{}
		}
		w.asked[id] = true
		w.inputs = append(w.inputs, tree.ObjectValue([]hujson.ObjectMember{
			tree.MemberValue("type", tree.TextValue("promptString", 0)), tree.MemberValue("id", tree.TextValue(id, 0)),
			tree.MemberValue("description", tree.TextValue(description, 0)), tree.MemberValue("password", tree.LiteralValue("true", 0)),
		}, 0))
	}
	return "${input:" + id + "}"
}

var variableName = regexp.MustCompile(`^[A-Za-z0-9_]+$`)

// eachText puts other texts in the place of those below a value that are no names.
func eachText(v *hujson.Value, other func(string) string) {
	for value := range tree.ValuesOf(v) {
		literal, ok := value.Value.(hujson.Literal)
		if !ok || literal.Kind() != '"' {
			continue
		}
		text := literal.String()
		if in := other(text); in != text {
			value.Value = hujson.String(in)
		}
	}
}

// secondsValue makes seconds milliseconds; what is no whole number of digits stays as it is, to be told.
func secondsValue(m tree.Member) hujson.Value {
	text, _ := m.Scalar()
	if !wholeSeconds.MatchString(text) || text == "0" {
		return m.Value
	}
	return tree.LiteralValue(text+"000", m.At)
}

var wholeSeconds = regexp.MustCompile(`^[0-9]{1,9}$`)
