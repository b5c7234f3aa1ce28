package paste

import (
	"regexp"

	"parley/bridge/config/outline"
)

// More than anybody pastes to add servers.
const (
	maxPasted = 1 << 20  // bytes
	maxLine   = 64 << 10 // bytes of a command or an address
)

// Understand reads what a person pastes to add a server: a command line, an address, or a block of JSON (a whole file, one named
// member, one bare entry). A command that adds a server to another app and a link that does are read for what they add. Names in taken
// are not suggested again. getenv is that of Parse of bridge/config.
//
// It runs nothing, also no shell. The error is a sentence that says what is not understood and what to do; no value that may be secret
// is in it, nor in a note.
func Understand(text string, getenv func(string) string, taken ...string) (Understood, error) {
	if len(text) > maxPasted {
		return Understood{}, outline.Refuse("This is far too long. Paste one command, one address, or the part of a file with the servers.")
	}
	text, notes := plainText(text)
	if text == "" {
		return Understood{}, outline.Refuse("Paste a command that starts a server, the address of one, or a block of JSON from a README or a settings file.")
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
			err = outline.Refuse("This is far too long. Paste one command, one address, or the part of a file with the servers.")
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

var (
	codexTable = regexp.MustCompile(`(?m)^\[mcp_servers[.\]]`)
)
