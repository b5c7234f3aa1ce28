package edit

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config"
	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// addInputs adds those inputs that entries ask for and that the file does not have, and gives the ids that had to change.
func (e *Editor) addInputs(inputs []json.RawMessage, entries []config.Entry) (renamed map[string]string, err error) {
	renamed = map[string]string{}
	for _, input := range inputs {
		value, err := tree.ParseValue(input)
		if err != nil {
			return nil, errors.New("an input of the entry is no JSON")
		}
		id := inputID(value)
		asked := slices.ContainsFunc(entries, func(entry config.Entry) bool { return bytes.Contains(entry.Raw, []byte("${input:"+id+"}")) })
		if id == "" || !asked {
			continue
		}
		there := e.inputs()
		if i := slices.IndexFunc(there, func(v hujson.Value) bool { return inputID(v) == id }); i >= 0 {
			if tree.Same(there[i], value) {
				continue
			}
			free := outline.Unique(id, func(id string) bool {
				return slices.ContainsFunc(there, func(v hujson.Value) bool { return inputID(v) == id })
			})
			renamed[id] = free
			object := value.Value.(*hujson.Object)
			object.Members[tree.LastIndex(object.Members, "id")].Value.Value = hujson.String(free)
		}
		if err := e.appendInput(value); err != nil {
			return nil, err
		}
	}
	return renamed, nil
}

// Inputs gives what the file's "inputs" say, for [config.Entry.Read] and [Editor.Add].
func (e *Editor) Inputs() []json.RawMessage {
	var list []json.RawMessage
	for _, value := range e.inputs() {
		list = append(list, tree.Standard(value))
	}
	return list
}

func inputID(v hujson.Value) string {
	members, _ := tree.MembersOf(v)
	id, found := tree.LastOf(members, "id")
	if literal, ok := id.Value.(hujson.Literal); found && ok && literal.Kind() == '"' {
		return literal.String()
	}
	return ""
}

// inputsPath is where the file has its inputs: beside the servers.
func (e *Editor) inputsPath() []string {
	if len(e.list) == 0 {
		return []string{"inputs"}
	}
	return slices.Concat(e.list[:len(e.list)-1], []string{"inputs"})
}

func (e *Editor) inputs() []hujson.Value {
	root, err := e.parse()
	if err != nil {
		return nil
	}
	at := tree.Lookup(&root, e.inputsPath())
	if at == nil {
		return nil
	}
	array, ok := at.Value.(*hujson.Array)
	if !ok {
		return nil
	}
	return array.Elements
}

func (e *Editor) appendInput(value hujson.Value) error {
	root, err := e.parse()
	if err != nil {
		return err
	}
	path := e.inputsPath()
	at := tree.Lookup(&root, path)
	if at == nil {
		return e.insert(path[:len(path)-1], "inputs", hujson.Value{Value: &hujson.Array{Elements: []hujson.Value{value}}})
	}
	posts, rest := postsOf(*at)
	if _, ok := at.Value.(*hujson.Array); !ok || len(posts) == 0 && !hasComment(rest) {
		e.replace(*at, hujson.Value{Value: &hujson.Array{Elements: []hujson.Value{value}}})
		return nil
	}
	e.fit(*at, len(posts), func(style tree.Layout, indent string) string { return string(style.Render(value, indent)) })
	return nil
}

// renameInputs lets an entry ask for inputs by their new ids.
func renameInputs(raw json.RawMessage, renamed map[string]string) json.RawMessage {
	var pairs []string
	for id, to := range renamed {
		pairs = append(pairs, "${input:"+id+"}", "${input:"+to+"}")
	}
	return json.RawMessage(strings.NewReplacer(pairs...).Replace(string(raw)))
}
