package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config/hosts"
	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// Entry is one server in the words of a servers file: what was found in another app or a person pasted, ready to be added to a file.
type Entry struct {
	Name   string
	Raw    json.RawMessage // an object in standard JSON, members in their order, also those that Parley does not know; may hold secrets
	Server Server          // what Raw says
}

// Read gives what an entry says when these inputs stand beside it, as it would be read from a servers file. getenv is that of [Parse].
// What is wrong with the entry alone is its [Server.Problem].
func (e Entry) Read(inputs []json.RawMessage, getenv func(string) string) (Server, error) {
	server, _, err := ReadEntry(Source{Name: "the text", Getenv: getenv}, e, inputs)
	return server, err
}

// Format shows an entry without values of environment and headers; they stand in Raw.
func (e Entry) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, e.Server.String()) }

// HandOn gives the entry with the safe part of the person's environment alone, or with all of it.
func (e Entry) HandOn(safePart bool) Entry {
	root, err := tree.Parse("The entry", e.Raw)
	object, is := root.Value.(*hujson.Object)
	if err != nil || !is {
		return e
	}
	object.Members = slices.DeleteFunc(object.Members, func(m hujson.ObjectMember) bool { return tree.NameOf(m) == "inheritEnv" })
	e.Raw, e.Server.OnlySafeEnv = tree.Standard(root), safePart
	if safePart {
		e.Raw = hosts.WithSafePart(e.Raw)
	}
	return e
}

// ReadEntry reads an entry as it would be read from Parley's own file, with the inputs beside it. Its place in that file means nothing
// to anybody, so no message has it.
func ReadEntry(src Source, e Entry, inputs []json.RawMessage) (Server, []string, error) {
	var text strings.Builder
	text.WriteString(`{"mcpServers":{` + string(hujson.String(e.Name)) + `:`)
	text.Write(e.Raw)
	text.WriteString(`},"inputs":[`)
	for i, input := range inputs {
		if i > 0 {
			text.WriteString(",")
		}
		text.Write(input)
	}
	text.WriteString("]}")
	src.entry = true
	file, err := src.Parse([]byte(text.String()))
	if err != nil {
		return Server{}, nil, err
	}
	if len(file.Servers) != 1 {
		return Server{Name: e.Name, Problem: outline.Refuse("The entry must be an object, with a command or a url in it.")}, nil, nil
	}
	server := file.Servers[0]
	var problem *EntryError
	if errors.As(server.Problem, &problem) {
		server.Problem = &EntryError{What: problem.What}
	}
	return server, file.Notes, nil
}
