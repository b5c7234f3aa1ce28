package edit

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// KeyHeader is the header in which most addresses want a key, and KeyScheme what stands before it there.
const (
	KeyHeader = "Authorization"
	KeyScheme = "Bearer "
)

// AskForKey has the person asked for the key of an address before it is called, instead of writing it into the file: the entry's
// [KeyHeader] refers to a new input of the file, which is a password. A header of that name in other letters is taken out.
func (e *Editor) AskForKey(name string) error {
	return e.change(func() error {
		there := e.inputs()
		id := outline.Unique(keyID(name), func(id string) bool {
			return slices.ContainsFunc(there, func(v hujson.Value) bool { return inputID(v) == id })
		})
		input, err := tree.PlainJSON(struct {
			Type        string `json:"type"`
			ID          string `json:"id"`
			Description string `json:"description"`
			Password    bool   `json:"password"`
		}{"promptString", id, "Key for " + name, true})
		if err != nil {
			return err
		}
		headers := map[string]json.RawMessage{}
		var entry struct {
			Headers map[string]json.RawMessage `json:"headers"`
		}
		if json.Unmarshal(e.Raw(name), &entry) == nil {
			for header, value := range entry.Headers {
				if !strings.EqualFold(header, KeyHeader) {
					headers[header] = value
				}
			}
		}
		if headers[KeyHeader], err = tree.PlainJSON(KeyScheme + "${input:" + id + "}"); err != nil {
			return err
		}
		if err := e.Set(name, "headers", headers); err != nil {
			return err
		}
		value, err := tree.ParseValue(input)
		if err != nil {
			return err
		}
		return e.appendInput(value)
	})
}

// keyID is the id of a key in the words of a name: letters and digits, the rest becomes hyphens.
func keyID(name string) string {
	id := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(append(id, "key"), "-")
}
