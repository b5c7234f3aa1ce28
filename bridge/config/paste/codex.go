package paste

import (
	"errors"

	"parley/bridge/config"
	"parley/bridge/config/hosts"
	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// codex is a part of Codex's file that was pasted.
func (p *pasted) codex(text string) (err error) {
	p.form = Block
	entries, err := hosts.CodexEntries("The text", []byte(text))
	var syntax *tree.SyntaxError
	if errors.As(err, &syntax) {
		return outline.Refuse("This TOML cannot be read. Line %d, column %d: %s.", syntax.Line, syntax.Column, syntax.What)
	}
	if err != nil {
		return err
	}
	for _, m := range entries {
		p.entries = append(p.entries, config.Entry{Name: tree.NameOf(m), Raw: tree.Standard(m.Value)})
	}
	p.handOnSafePart()
	p.note("The servers of Codex were put into Parley's words.")
	return nil
}
