package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
	Entries []Entry           // at least one, with names that are unique and easy to read; [Server.Problem] says what is wrong with one
	Inputs  []json.RawMessage // of a block, see [Editor.Add]
	Notes   []string          // what was decided, in plain words
}

// More than anybody pastes to add servers.
const (
	maxPasted        = 1 << 20  // bytes
	maxLine          = 64 << 10 // bytes of a command or an address
	maxPastedServers = 200
)

// Understand reads what a person pastes to add a server: a command line, an address, or a block of JSON (a whole file, one named
// member, one bare entry). A command that adds a server to another app and a link that does are read for what they add. Names in taken
// are not suggested again. getenv is that of [Parse].
//
// It runs nothing, also no shell. The error is a sentence that says what is not understood and what to do; no value that may be secret
// is in it, nor in a note.
func Understand(text string, getenv func(string) string, taken ...string) (Understood, error) {
	if len(text) > maxPasted {
		return Understood{}, refuse("This is far too long. Paste one command, one address, or the part of a file with the servers.")
	}
	text, notes := plainText(text)
	if text == "" {
		return Understood{}, refuse("Paste a command that starts a server, the address of one, or a block of JSON from a README or a settings file.")
	}
	p := pasted{getenv: getenv, notes: notes}
	var err error
	switch {
	case isLink(text):
		err = p.link(text)
	case isBlock(text):
		err = p.block(text)
	case codexTable.MatchString(text):
		err = p.codex(text)
	case isYAML(text):
		err = p.yaml(text)
	case len(text) > maxLine:
		if !p.amongWords(text) {
			err = refuse("This is far too long. Paste one command, one address, or the part of a file with the servers.")
		} else {
			p.note("The words around the JSON were left out.")
		}
	case isAddress(text):
		err = p.address(text)
	default:
		before := p
		if err = p.command(text); err != nil && before.amongWords(text) {
			p, err = before, nil
			p.note("The words around the JSON were left out.")
		}
	}
	if err != nil {
		return Understood{}, err
	}
	return p.finish(taken)
}

// pasted collects what a text turns out to be.
type pasted struct {
	getenv  func(string) string
	form    Form
	entries []Entry
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
	p.entries = append(p.entries, Entry{Name: name, Raw: text})
	return nil
}

// finish reads the entries as the file would be read, and names them.
func (p *pasted) finish(taken []string) (Understood, error) {
	if len(p.entries) == 0 {
		return Understood{}, refuse("There is no server in this text.")
	}
	if len(p.entries) > maxPastedServers {
		return Understood{}, refuse("This is far too long. Paste one command, one address, or the part of a file with the servers.")
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
		free := unique(e.Name, func(name string) bool { return slices.Contains(taken, name) })
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

func (p *pasted) read(e Entry) (Server, []string, error) {
	return readEntry(Source{Name: "the text", Getenv: p.getenv}, e, p.inputs)
}

var exampleValue = regexp.MustCompile(`(?i)^(?:Bearer )?(?:<[^<>]+>|[\[{][A-Za-z_ -]+[\]}]|(?:.*[-_ ])?your[-_ ].+|\.{3,}|…|x{3,}|\*{3,}|(?:sk|ghp|xoxb)[-_](?:\.{3}|…|x{3,})|change[-_ ]?me|replace[-_ ]?me|.*[-_ ]here)$`)

// remarkExamples tells where the writer of a README left a value for the reader to fill in.
func (p *pasted) remarkExamples(s Server) {
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

// refusal is an error that is a whole sentence for the person.
type refusal string

func (r refusal) Error() string { return string(r) }

func refuse(format string, args ...any) error { return refusal(fmt.Sprintf(format, args...)) }

var (
	codexTable = regexp.MustCompile(`(?m)^\[mcp_servers[.\]]`)
	fence      = regexp.MustCompile("(?s)(?:^|\n)[ \t]*```[^\n]*\n(.*?)\n[ \t]*```[ \t]*(?:\n|$)")
)

// plainText takes away what copying leaves around and in a text: marks of Markdown, blanks that are none, quotation marks of a
// typesetter.
func plainText(text string) (plain string, notes []string) {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u00a0", " ", "\u202f", " ", "\u200b", "", "\u2060", "", "\ufeff", "").Replace(text)
	text = strings.TrimSpace(text)
	if blocks := fence.FindAllStringSubmatch(text, 2); len(blocks) == 1 {
		text = strings.TrimSpace(blocks[0][1])
	} else if inner := strings.TrimSuffix(strings.TrimPrefix(text, "`"), "`"); len(inner) == len(text)-2 && !strings.Contains(inner, "`") {
		text = strings.TrimSpace(inner)
	}
	straight := strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'").Replace(text)
	if straight != text && !strings.ContainsAny(text, `"'`) {
		text = straight
		notes = append(notes, "Curly quotation marks were read as straight ones.")
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, text), notes
}
