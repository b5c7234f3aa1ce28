package config

import (
	"encoding/json"
)

// Places is where [Find] looks. The zero value is this machine.
type Places struct {
	OS       string                         // as runtime.GOOS: linux, darwin, windows; "": this system
	Home     string                         // the person's own folder; "": that of this person
	Getenv   func(string) string            // nil: os.Getenv
	ReadFile func(string) ([]byte, error)   // nil: os.ReadFile, for files of a sensible size
	Glob     func(string) ([]string, error) // nil: filepath.Glob
	Projects []string                       // folders to look into besides those that other apps know
}

// Found is the servers file of another app.
type Found struct {
	App     string            // its name for the person: Claude Desktop, VS Code
	Path    string            // of the file
	Project string            // the folder that the servers are for; "" for all
	File    File              // what could be imported, as Parley would read it; [Server.Problem] says why an entry cannot be
	Inputs  []json.RawMessage // VS Code's inputs that the entries ask for, see [Editor.Add]
	Err     error             // why the file cannot be read, in plain words; File is empty then
}

// Entry gives a server of the file for [Editor.Add], in words that Parley understands; members of the other app are kept.
// ok is false when there is none of that name, or it cannot be imported.
func (f Found) Entry(name string) (entry Entry, ok bool) { return Entry{}, false }

// Raw gives the text of an entry, nil when there is none. It may hold secrets.
func (f Found) Raw(name string) json.RawMessage { return nil }

// Find looks for the servers files of other apps. Files that do not exist or hold no servers are left out; one that cannot be read is
// there with its Err. It starts nothing and writes nothing.
func Find(places Places) []Found { return nil }
