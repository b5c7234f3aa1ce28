package config

import (
	"encoding/json"
	"errors"
)

// Sum tells one content of a file from another. The zero value is that of a file that does not exist.
type Sum [32]byte

// Entry is one server in the words of a servers file: what [Find] found and [Understand] understood, ready for [Editor.Add].
type Entry struct {
	Name   string
	Raw    json.RawMessage // an object in standard JSON, members in their order, also those that Parley does not know; may hold secrets
	Server Server          // what Raw says
}

// Edit changes a servers file and nothing of it but what change asks for: comments, order, unknown members, indentation, line ends
// and encoding stay. A file that is missing or empty is made as {"mcpServers": {}}, for the eyes of its owner alone. The file is
// replaced as a whole, so that nobody ever reads half of it; a symbolic link stays one.
//
// When another program changed the file meanwhile, change is called again with the new content; it must do nothing but edit. When
// change gives an error, nothing is written and Edit gives that error. A file that is no JSON is never written: the error is a
// *[SyntaxError].
func Edit(path string, change func(*Editor) error) error { return errors.New("not there yet") }

// Editor changes the entries of one servers file. [Edit] makes it.
//
// Its errors are plain sentences. Entries may be JSON with comments.
type Editor struct{}

// Names gives the names of the servers, in the order of the file.
func (e *Editor) Names() []string { return nil }

// Raw gives an entry in standard JSON, nil when there is none of that name. It may hold secrets.
func (e *Editor) Raw(name string) json.RawMessage { return nil }

// Put adds an entry at the end, or changes the one of that name into it: what is the same in both keeps its place and its comments.
func (e *Editor) Put(name string, entry json.RawMessage) error { return nil }

// Add puts entries with the inputs that they ask for (those of [Found.Inputs]; none is fine). It overwrites nothing: an entry whose name
// is taken gets a number behind it, and so does an input whose id is taken by a different one. It gives the names used.
func (e *Editor) Add(inputs []json.RawMessage, entries ...Entry) ([]string, error) { return nil, nil }

// Remove takes an entry out. Comments around it stay. A name that is not there is no error.
func (e *Editor) Remove(name string) error { return nil }

// Rename gives an entry another name; the new one must be free.
func (e *Editor) Rename(name, to string) error { return nil }

// SetDisabled switches an entry off or on, in the word that it uses already: disabled, enabled or isActive.
func (e *Editor) SetDisabled(name string, disabled bool) error { return nil }

// Set gives a member of an entry a value, anything that [json.Marshal] takes; nil takes the member out.
func (e *Editor) Set(name, member string, value any) error { return nil }
