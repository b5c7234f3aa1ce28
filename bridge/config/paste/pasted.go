package paste

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"parley/bridge/config"
	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

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
	Entries []config.Entry    // at least one, with names that are unique and easy to read; [config.Server.Problem] says what is wrong with one
	Inputs  []json.RawMessage // of a block, see Add of bridge/config/edit
	Notes   []string          // what was decided, in plain words
}

// maxPastedServers is more than anybody pastes.
const maxPastedServers = 200

// pasted collects what a text turns out to be.
type pasted struct {
	getenv  func(string) string
	form    Form
	entries []config.Entry
	inputs  []json.RawMessage
	notes   []string
}

func (p *pasted) note(format string, args ...any) {
	if note := fmt.Sprintf(format, args...); !slices.Contains(p.notes, note) {
		p.notes = append(p.notes, note)
	}
}

// add takes an entry in; without a name it will be called after what it runs.
func (p *pasted) add(name string, members tree.Ordered) error {
	text, err := members.JSON()
	if err != nil {
		return err
	}
	p.entries = append(p.entries, config.Entry{Name: name, Raw: text})
	return nil
}

// finish reads the entries as the file would be read, and names them.
func (p *pasted) finish(taken []string) (Understood, error) {
	if len(p.entries) == 0 {
		return Understood{}, outline.Refuse("There is no server in this text.")
	}
	if len(p.entries) > maxPastedServers {
		return Understood{}, outline.Refuse("This is far too long. Paste one command, one address, or the part of a file with the servers.")
	}
	for i := range p.entries {
		e := &p.entries[i]
		if e.Name = strings.TrimSpace(e.Name); e.Name == "" {
			server, _, err := p.read(*e)
			if err != nil {
				return Understood{}, err
			}
			e.Name = nameFor(server)
		}
		free := outline.Unique(e.Name, func(name string) bool { return slices.Contains(taken, name) })
		if free != e.Name {
			p.note("The name %q is taken already, so this one is called %q.", e.Name, free)
		}
		e.Name, taken = free, append(slices.Clone(taken), free)
		server, notes, err := p.read(*e)
		if err != nil {
			return Understood{}, err
		}
		e.Server = server
		p.remarkExamples(server)
		for _, note := range notes {
			p.note("%s", note)
		}
	}
	return Understood{Form: p.form, Entries: p.entries, Inputs: p.inputs, Notes: p.notes}, nil
}

func (p *pasted) read(e config.Entry) (config.Server, []string, error) {
	return config.ReadEntry(config.Source{Name: "the text", Getenv: p.getenv}, e, p.inputs)
}

var exampleValue = regexp.MustCompile(`(?i)^(?:Bearer )?(?:<[^<>]+>|[\[{][A-Za-z_ -]+[\]}]|(?:.*[-_ ])?your[-_ ].+|\.{3,}|…|x{3,}|\*{3,}|(?:sk|ghp|xoxb)[-_](?:\.{3}|…|x{3,})|change[-_ ]?me|replace[-_ ]?me|.*[-_ ]here)$`)

// remarkExamples tells where the writer of a README left a value for the reader to fill in.
func (p *pasted) remarkExamples(s config.Server) {
	shown := s.AsWritten()
	for _, name := range slices.Sorted(maps.Keys(shown.Env)) {
		if exampleValue.MatchString(shown.Env[name]) {
			p.note("The value of the variable %s looks like an example. Put your own in its place.", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(shown.Headers)) {
		if exampleValue.MatchString(shown.Headers[name]) {
			p.note("The value of the header %s looks like an example. Put your own in its place.", name)
		}
	}
	for _, word := range shown.Command {
		if lower := strings.ToLower(word); strings.Contains(lower, "path/to/") || strings.Contains(lower, `path\to\`) ||
			strings.Contains(lower, "/users/username/") || exampleValue.MatchString(word) && !strings.ContainsAny(word, "{[*") {
			p.note("The argument %s looks like an example. Put your own in its place.", word)
		}
	}
}
