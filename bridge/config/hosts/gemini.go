package hosts

import (
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

func geminiCLI() Host { return likeGemini("Gemini CLI", ".gemini") }

// likeGemini is Gemini CLI or an app made from it: $NAME refers to a variable in its settings.
func likeGemini(app, own string) Host {
	file := func(path string) []File {
		return []File{{App: app, Path: path, List: []string{"mcpServers"}, Wording: Wording{Dollar: true}}}
	}
	return Host{
		Person:  func(m Machine) []File { return file(m.join(m.Home, own+"/settings.json")) },
		Project: func(m Machine, folder string) []File { return file(m.join(folder, own+"/settings.json")) },
		Folder:  own,
		Entry: func(w *Words, _ string, v hujson.Value) hujson.Value {
			if !w.in(own, "settings.json") {
				return v
			}
			for text := range tree.ValuesOf(&v) {
				if literal, is := text.Value.(hujson.Literal); is && literal.Kind() == '"' {
					text.Value = hujson.String(Wording{Dollar: true}.text(literal.String()))
				}
			}
			return v
		},
	}
}

// in reports whether the file is the one of this name in a folder of that.
func (w *Words) in(folder, name string) bool {
	parts := strings.FieldsFunc(w.Path, func(c rune) bool { return c == '/' || c == '\\' })
	return len(parts) > 1 && parts[len(parts)-2] == folder && parts[len(parts)-1] == name
}
