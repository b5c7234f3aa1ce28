package config

import "encoding/json"

// Form is what [Understand] took a text for.
type Form string

// The forms.
const (
	CommandLine Form = "command"
	Address     Form = "address"
	Block       Form = "block" // of JSON
)

// Understood is what [Understand] made of a text.
type Understood struct {
	Form    Form
	Entries []Entry           // at least one, with names that are unique and easy to read; [Server.Problem] says what is wrong with one
	Inputs  []json.RawMessage // of a block, see [Editor.Add]
	Notes   []string          // what was decided, in plain words
}

// Understand reads what a person pastes to add a server: a command line, an address, or a block of JSON (a whole file, one named
// member, one bare entry). Names in taken are not suggested again. getenv is that of [Parse].
//
// It runs nothing, also no shell. The error is a sentence that says what is not understood and what to do.
func Understand(text string, getenv func(string) string, taken ...string) (Understood, error) {
	return Understood{}, nil
}
