package paste

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config"
	"parley/bridge/config/hosts"
	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

var namedMember = regexp.MustCompile(`^"(?:[^"\\\n]|\\.)*"\s*:`)

func isBlock(text string) bool {
	return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "//") || strings.HasPrefix(text, "/*") ||
		namedMember.MatchString(text) || strings.HasPrefix(text, "[{") || strings.HasPrefix(text, "[\n")
}

// block reads a whole file, members of a list with or without braces around them, or one bare entry.
func (p *pasted) block(text string) error {
	p.form = Block
	root, err := parseBlock(text)
	if err != nil {
		return err
	}
	words := hosts.Words{Getenv: func(string) string { return "" }}
	words.Rewrite(&root)
	members, _ := tree.MembersOf(root)
	switch {
	case outline.IsServer(root):
		return p.bareEntry(root)
	case len(members) == 0:
		return outline.Refuse("The braces are empty. Paste the part of a settings file that holds the servers.")
	}
	path := outline.ListPath(root)
	list := tree.Lookup(&root, path)
	if list == nil {
		return outline.Refuse(`There is no server in this block. One looks like "name": {"command": "npx", "args": ["-y", "package"]} or "name": {"url": "https://example.org/mcp"}.`)
	}
	inside, ok := tree.MembersOf(*list)
	if !ok {
		return outline.Refuse("%q must be an object with one member for each server.", tree.NameOf(members[tree.LastIndex(members, path[0])]))
	}
	entries := inside[:0:0]
	last := tree.LastIndexes(inside)
	for i, m := range inside {
		switch {
		case last[tree.NameOf(m)] != i:
			p.note("The name %q is there more than once. The last entry counts.", tree.NameOf(m))
		case !tree.IsObject(m.Value) && outline.IsRemark(tree.NameOf(m)), len(path) == 0 && !outline.IsBareServer(m):
		default:
			entries = append(entries, m)
		}
	}
	if len(entries) == 0 {
		return outline.Refuse("The list of servers in this block is empty.")
	}
	lists := outline.SwitchLists(root, path)
	for _, m := range entries {
		if outline.LeavesOut(lists, tree.NameOf(m)) {
			m.Value = outline.SwitchedOff(m.Value)
		}
		p.entries = append(p.entries, config.Entry{Name: calledIn(m), Raw: tree.Standard(m.Value)})
	}
	p.inputs = outline.InputsBeside(root, path)
	if len(path) > 0 && path[len(path)-1] == "mcpServers" { // the words of Claude Desktop
		p.handOnSafePart()
	}
	return p.speakParley(hosts.Wording{Braces: slices.Contains(path, "mcp")})
}

// calledIn is the name of an entry. Cherry Studio exports its servers under ids that nobody chose, with their names inside.
func calledIn(m hujson.ObjectMember) string {
	inside, _ := tree.MembersOf(m.Value)
	named, hasName := tree.LastOf(inside, "name")
	_, ofCherry := tree.LastOf(inside, "isActive")
	if name, is := (tree.Member{Value: named}).Text(); hasName && ofCherry && is && strings.TrimSpace(name) != "" {
		return name
	}
	return tree.NameOf(m)
}

// parseBlock puts braces around members that were copied without theirs.
func parseBlock(text string) (hujson.Value, error) {
	text = strings.TrimRight(text, " \t\n;,")
	if namedMember.MatchString(text) {
		text = "{" + text + "\n}"
	}
	const name = "The text"
	root, err := tree.Parse(name, []byte(text))
	var syntax *tree.SyntaxError
	if err == nil || !errors.As(err, &syntax) {
		return root, err
	}
	if strings.HasPrefix(text, "[") {
		return root, outline.Refuse("This is a list in square brackets. Paste servers with their names, as in {\"name\": {\"command\": \"npx\"}}.")
	}
	straight := strings.NewReplacer("“", `"`, "”", `"`).Replace(text)
	if root, err := tree.Parse(name, []byte(straight)); straight != text && err == nil {
		return root, nil
	}
	for _, wrapped := range []string{"{" + text + "\n}", strings.TrimSuffix(text, "}")} {
		// Members behind a comment, and a closing brace too many: both come from copying a part of a file.
		if root, err := tree.Parse(name, []byte(wrapped)); err == nil {
			return root, nil
		}
	}
	return root, outline.Refuse("This JSON cannot be read. Line %d, column %d: %s.", syntax.Line, syntax.Column, syntax.What)
}

// amongWords finds the one block that a sentence or two stand around, as copied from a README.
func (p *pasted) amongWords(text string) bool {
	end := strings.LastIndexByte(text, '}')
	if end < 0 || !strings.Contains(text, "\n") {
		return false
	}
	start := blockStart.FindStringIndex(text[:end])
	if start == nil {
		return false
	}
	inside := strings.TrimSpace(text[start[0] : end+1])
	trial := pasted{getenv: p.getenv, notes: p.notes}
	if !isBlock(inside) || trial.block(inside) != nil {
		return false
	}
	*p = trial
	return true
}

var blockStart = regexp.MustCompile(`(?m)^[ \t]*(?:\{|"(?:[^"\\\n]|\\.)*"[ \t]*:)`)

// bareEntry is one server without its name, or with the name in it as VS Code's command line has it.
func (p *pasted) bareEntry(root hujson.Value) error {
	object := root.Value.(*hujson.Object)
	name := ""
	if i := tree.LastIndex(object.Members, "name"); i >= 0 {
		if literal, ok := object.Members[i].Value.Value.(hujson.Literal); ok && literal.Kind() == '"' {
			name = literal.String()
			object.Members = slices.DeleteFunc(object.Members, func(m hujson.ObjectMember) bool { return tree.NameOf(m) == "name" })
		}
	}
	p.entries = append(p.entries, config.Entry{Name: name, Raw: tree.Standard(root)})
	if name == "" {
		p.note("The block has no name for the server, so Parley suggests one.")
	}
	return p.speakParley(hosts.Wording{})
}

// handOnSafePart has what was pasted start as in the app whose words it is in.
func (p *pasted) handOnSafePart() {
	for i := range p.entries {
		p.entries[i].Raw = hosts.WithSafePart(p.entries[i].Raw)
	}
}

// speakParley puts the entries into Parley's words.
func (p *pasted) speakParley(w hosts.Wording) error {
	for i := range p.entries {
		text, problem := w.Translate(p.entries[i].Raw)
		if problem != "" {
			p.note("%q cannot be used as it is: %s", p.entries[i].Name, problem)
		}
		p.entries[i].Raw = text
	}
	return nil
}
