package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
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
	words := otherWords{getenv: func(string) string { return "" }}
	words.rewrite(&root)
	members, _ := membersOf(root)
	switch {
	case isServer(root):
		return p.bareEntry(root)
	case len(members) == 0:
		return refuse("The braces are empty. Paste the part of a settings file that holds the servers.")
	}
	path := listPath(root)
	list := lookup(&root, path)
	if list == nil {
		return refuse(`There is no server in this block. One looks like "name": {"command": "npx", "args": ["-y", "package"]} or "name": {"url": "https://example.org/mcp"}.`)
	}
	inside, ok := membersOf(*list)
	if !ok {
		return refuse("%q must be an object with one member for each server.", nameOf(members[lastIndex(members, path[0])]))
	}
	entries := inside[:0:0]
	last := lastIndexes(inside)
	for i, m := range inside {
		switch {
		case last[nameOf(m)] != i:
			p.note("The name %q is there more than once. The last entry counts.", nameOf(m))
		case !isObject(m.Value) && isRemark(nameOf(m)), len(path) == 0 && !isBareServer(m):
		default:
			entries = append(entries, m)
		}
	}
	if len(entries) == 0 {
		return refuse("The list of servers in this block is empty.")
	}
	lists := switchLists(root, path)
	for _, m := range entries {
		if leavesOut(lists, nameOf(m)) {
			m.Value = switchedOff(m.Value)
		}
		p.entries = append(p.entries, Entry{Name: calledIn(m), Raw: standard(m.Value)})
	}
	p.inputs = inputsBeside(root, path)
	if len(path) > 0 && path[len(path)-1] == "mcpServers" { // the words of Claude Desktop
		p.handOnSafePart()
	}
	return p.speakParley(wording{braces: slices.Contains(path, "mcp")})
}

// calledIn is the name of an entry. Cherry Studio exports its servers under ids that nobody chose, with their names inside.
func calledIn(m hujson.ObjectMember) string {
	inside, _ := membersOf(m.Value)
	named, hasName := lastOf(inside, "name")
	_, ofCherry := lastOf(inside, "isActive")
	if name, is := (member{value: named}).text(); hasName && ofCherry && is && strings.TrimSpace(name) != "" {
		return name
	}
	return nameOf(m)
}

// parseBlock puts braces around members that were copied without theirs.
func parseBlock(text string) (hujson.Value, error) {
	text = strings.TrimRight(text, " \t\n;,")
	if namedMember.MatchString(text) {
		text = "{" + text + "\n}"
	}
	const name = "The text"
	root, err := parseTree(name, []byte(text))
	var syntax *SyntaxError
	if err == nil || !errors.As(err, &syntax) {
		return root, err
	}
	if strings.HasPrefix(text, "[") {
		return root, refuse("This is a list in square brackets. Paste servers with their names, as in {\"name\": {\"command\": \"npx\"}}.")
	}
	straight := strings.NewReplacer("“", `"`, "”", `"`).Replace(text)
	if root, err := parseTree(name, []byte(straight)); straight != text && err == nil {
		return root, nil
	}
	for _, wrapped := range []string{"{" + text + "\n}", strings.TrimSuffix(text, "}")} {
		// Members behind a comment, and a closing brace too many: both come from copying a part of a file.
		if root, err := parseTree(name, []byte(wrapped)); err == nil {
			return root, nil
		}
	}
	return root, refuse("This JSON cannot be read. Line %d, column %d: %s.", syntax.Line, syntax.Column, syntax.What)
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
	if i := lastIndex(object.Members, "name"); i >= 0 {
		if literal, ok := object.Members[i].Value.Value.(hujson.Literal); ok && literal.Kind() == '"' {
			name = literal.String()
			object.Members = slices.DeleteFunc(object.Members, func(m hujson.ObjectMember) bool { return nameOf(m) == "name" })
		}
	}
	p.entries = append(p.entries, Entry{Name: name, Raw: standard(root)})
	if name == "" {
		p.note("The block has no name for the server, so Parley suggests one.")
	}
	return p.speakParley(wording{})
}

// handOnSafePart has what was pasted start as in the app whose words it is in.
func (p *pasted) handOnSafePart() {
	for i := range p.entries {
		p.entries[i].Raw = withSafePart(p.entries[i].Raw)
	}
}

// speakParley puts the entries into Parley's words.
func (p *pasted) speakParley(w wording) error {
	for i := range p.entries {
		text, problem := w.translate(p.entries[i].Raw)
		if problem != "" {
			p.note("%q cannot be used as it is: %s", p.entries[i].Name, problem)
		}
		p.entries[i].Raw = text
	}
	return nil
}

// ordered are members of an entry in the order in which they are to be written.
type ordered []named

type named struct {
	name  string
	value any
}

func (o *ordered) put(name string, value any) { *o = append(*o, named{name, value}) }

// once keeps the last of each name.
func (o ordered) once() ordered {
	var once ordered
	for i, m := range o {
		if !slices.ContainsFunc(o[i+1:], func(later named) bool { return later.name == m.name }) {
			once = append(once, m)
		}
	}
	return once
}

// MarshalJSON writes an object.
func (o ordered) MarshalJSON() ([]byte, error) {
	var text bytes.Buffer
	text.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			text.WriteByte(',')
		}
		value, err := plainJSON(m.value)
		if err != nil {
			return nil, err
		}
		text.Write(hujson.String(m.name))
		text.WriteByte(':')
		text.Write(bytes.TrimSpace(value))
	}
	text.WriteByte('}')
	return text.Bytes(), nil
}

func (o ordered) json() (json.RawMessage, error) {
	text, err := o.MarshalJSON()
	if err != nil {
		return nil, err
	}
	root, err := parseValue(text)
	if err != nil {
		return nil, err
	}
	return standard(root), nil
}
