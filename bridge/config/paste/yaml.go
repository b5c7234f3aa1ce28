package paste

import (
	"errors"
	"regexp"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config"
	"parley/bridge/config/hosts"
	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

var (
	yamlBegin  = regexp.MustCompile(`^(?:- )?[A-Za-z0-9_."' -]+:(?:[ \t]+[^\n]*)?\n|^(?:---|#[^\n]*)\n`)
	yamlServer = regexp.MustCompile(`(?m)^[ \t]*(?:- )?(?:command|cmd|url|uri)[ \t]*:[ \t]+\S|[{,][ \t]*(?:command|cmd|url|uri):[ \t]`)
)

// isYAML tells the lines of a settings file in YAML from a command.
func isYAML(text string) bool { return yamlBegin.MatchString(text) && yamlServer.MatchString(text) }

// yaml reads a whole file, or a part of one, as Goose, Continue and LibreChat have it.
func (p *pasted) yaml(text string) error {
	p.form = Block
	root, err := parseYAML(text)
	var syntax *tree.SyntaxError
	if errors.As(err, &syntax) {
		return outline.Refuse("This YAML cannot be read. Line %d, column %d: %s.", syntax.Line, syntax.Column, syntax.What)
	}
	if err != nil {
		return err
	}
	getenv := p.getenv
	if getenv == nil {
		getenv = func(string) string { return "" }
	}
	words := hosts.Words{Language: tree.YAML, Getenv: getenv}
	words.Rewrite(&root)
	path := outline.ListPath(root)
	list := tree.Lookup(&root, path)
	entries, _ := tree.MembersOf(root)
	if list != nil {
		entries, _ = tree.MembersOf(*list)
	}
	lists := outline.SwitchLists(root, path)
	for _, m := range entries {
		if outline.LeavesOut(lists, tree.NameOf(m)) {
			m.Value = outline.SwitchedOff(m.Value)
		}
		if len(path) > 0 || outline.IsBareServer(m) {
			p.entries = append(p.entries, config.Entry{Name: tree.NameOf(m), Raw: tree.Standard(m.Value)})
		}
	}
	p.inputs = outline.InputsBeside(root, path)
	p.note("The servers were put from YAML into Parley's words.")
	return p.speakParley(hosts.Wording{Bare: true}) // in YAML ${NAME} is LibreChat's and Hermes Agent's
}

// parseYAML gives the object that the lines stand for, also when they are the inside of one: a list of servers, or an extension of Goose.
// The first line may have lost the blank in front of it on the way.
func parseYAML(text string) (hujson.Value, error) {
	const name = "The text"
	root, err := tree.ParseYAML(name, []byte(text+"\n"))
	if err != nil {
		if moved, movedErr := tree.ParseYAML(name, []byte(outdented(text)+"\n")); movedErr == nil {
			root, err = moved, nil
		}
	}
	if err != nil || root.Value == nil {
		return tree.ObjectValue(nil, 0), err
	}
	if list, is := root.Value.(*hujson.Array); is && outline.HoldsEntries(list) {
		return tree.ObjectValue([]hujson.ObjectMember{tree.MemberValue(outline.Wrappers()[0], root)}, 0), nil
	}
	members, ok := tree.MembersOf(root)
	if !ok {
		return tree.ObjectValue(nil, 0), outline.Refuse("There is no server in this text.")
	}
	for _, m := range members {
		inside, _ := tree.MembersOf(m.Value)
		_, program := tree.LastOf(inside, "cmd")
		_, address := tree.LastOf(inside, "uri")
		if program || address {
			return tree.ObjectValue([]hujson.ObjectMember{tree.MemberValue("extensions", root)}, 0), nil
		}
	}
	if outline.IsServer(root) {
		name := "server"
		if v, found := tree.LastOf(members, "name"); found {
			if text, is := (tree.Member{Value: v}).Text(); is && text != "" {
				name = text
			}
		}
		return tree.ObjectValue([]hujson.ObjectMember{tree.MemberValue(name, hosts.Flat(root))}, 0), nil
	}
	return root, nil
}

// outdented takes away the blank that all lines but the first have in front of them.
func outdented(text string) string {
	lines := strings.Split(text, "\n")
	least := -1
	for _, line := range lines[1:] {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if n := len(line) - len(strings.TrimLeft(line, " ")); least < 0 || n < least {
			least = n
		}
	}
	for i := range lines[1:] {
		lines[i+1] = lines[i+1][min(max(least, 0), len(lines[i+1])):]
	}
	return strings.Join(lines, "\n")
}
