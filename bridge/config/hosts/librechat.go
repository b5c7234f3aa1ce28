package hosts

import (
	"regexp"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

func libreChat() Host {
	return Host{
		Project: func(m Machine, folder string) []File {
			return []File{{App: "LibreChat", Path: m.join(folder, "librechat.yaml"), Wording: Wording{Bare: true}, List: []string{"mcpServers"}}}
		},
		Entry: userValues,
		Syntax: func(file string, language tree.Language, _ string) (bare, braces bool) {
			return language == tree.YAML && strings.HasPrefix(file, "librechat"), false
		},
	}
}

var userValue = regexp.MustCompile(`\{\{\s*([A-Za-z0-9_]+)\s*\}\}`)

// userValues puts references in the place of the values that LibreChat asks each person for, which customUserVars describes.
func userValues(w *Words, _ string, v hujson.Value) hujson.Value {
	if w.Language != tree.YAML {
		return v
	}
	described := map[string]string{}
	members, _ := tree.MembersOf(v)
	if all, found := tree.LastOf(members, "customUserVars"); found {
		variables, _ := tree.MembersOf(all)
		for _, m := range variables {
			described[tree.NameOf(m)] = tree.NameOf(m)
			inside, _ := tree.MembersOf(m.Value)
			for _, name := range []string{"description", "title"} {
				if said, found := tree.LastOf(inside, name); found {
					if text, is := (tree.Member{Value: said}).Text(); is && text != "" {
						described[tree.NameOf(m)] = text
					}
				}
			}
		}
	}
	if len(described) == 0 {
		return v
	}
	eachText(&v, func(text string) string {
		return userValue.ReplaceAllStringFunc(text, func(found string) string {
			id := userValue.FindStringSubmatch(found)[1]
			if description, is := described[id]; is {
				return w.asksFor(id, description)
			}
			return found
		})
	})
	return v
}
