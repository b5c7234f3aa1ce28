package paste

import (
	"regexp"
	"slices"
	"strings"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// addsElsewhere is a command by which another app gets a server.
var addsElsewhere = regexp.MustCompile(`^(?:claude|codex|gemini|qwen|amp|droid|copilot|opencode|auggie|grok)(?:\.exe|\.cmd)?\s+mcp\s+add(?:-json)?\s|^(?:code|code-insiders|cursor|codium|windsurf)(?:\.cmd)?\s.*--add-mcp[\s=]`)

// addedElsewhere reads such a command for what it adds.
func (p *pasted) addedElsewhere(command []string, env tree.Ordered) (known bool, err error) {
	app := programName(command[0])
	if i := slices.IndexFunc(command, func(word string) bool { return word == "--add-mcp" || strings.HasPrefix(word, "--add-mcp=") }); i > 0 {
		text := strings.TrimPrefix(command[i], "--add-mcp=")
		if text == command[i] && i+1 < len(command) {
			text = command[i+1]
		}
		p.note("This command adds a server to another app. Parley took over what it adds.")
		return true, p.inner(text, "")
	}
	if len(command) < 3 || command[1] != "mcp" || !addsElsewhere.MatchString(app+" mcp add ") {
		return false, nil
	}
	switch command[2] {
	case "add":
		p.note("This command adds a server to another app. Parley took over what it adds.")
		if err := p.added(command[3:], env); err != nil {
			return true, err
		}
		if app == "codex" {
			p.handOnSafePart()
		}
		return true, nil
	case "add-json":
		words := withoutScope(command[3:])
		if len(words) < 2 {
			return true, outline.Refuse("The name of the server or its JSON is missing at the end of this command.")
		}
		p.note("This command adds a server to another app. Parley took over what it adds.")
		return true, p.inner(words[1], words[0])
	}
	return true, outline.Refuse("This command is for another app and adds no server. Paste the one that starts the server, or its address.")
}

// inner reads JSON that stands in a command.
func (p *pasted) inner(text, name string) error {
	if !isBlock(text) {
		return outline.Refuse("The JSON in this command is not whole. Its quotation marks may be lost: paste the part in { } alone.")
	}
	if err := p.block(text); err != nil {
		return err
	}
	if name != "" && len(p.entries) == 1 {
		p.entries[0].Name = name
	}
	return nil
}

func withoutScope(words []string) []string {
	var left []string
	for i := 0; i < len(words); i++ {
		switch {
		case words[i] == "-s" || words[i] == "--scope" || words[i] == "--client-id" || words[i] == "--callback-port":
			i++
		case strings.HasPrefix(words[i], "--"):
		default:
			left = append(left, words[i])
		}
	}
	return left
}

// added reads the arguments of "mcp add": options of the app, the name, and the program or the address.
func (p *pasted) added(words []string, env tree.Ordered) error {
	var places []string // name, then command or address
	var headers, signIn tree.Ordered
	var transport, address string
	option := func(word string) (name, value string, has bool) {
		if name, value, has = strings.Cut(word, "="); has && strings.HasPrefix(name, "--") {
			return name, value, true
		}
		return word, "", false
	}
	i := 0
	next := func() string {
		if i+1 < len(words) {
			i++
			return words[i]
		}
		return ""
	}
loop:
	for ; i < len(words); i++ {
		word := words[i]
		if word == "--" {
			places = append(places, words[i+1:]...)
			break
		}
		if !strings.HasPrefix(word, "-") {
			places = append(places, word)
			if len(places) == 2 && !isAddress(word) { // all the rest is for the program
				places = append(places, words[i+1:]...)
				break loop
			}
			continue
		}
		name, value, has := option(word)
		if !has && slices.Contains([]string{"-s", "--scope", "-t", "--transport", "-e", "--env", "-H", "--header", "--url", "--timeout", "--description",
			"--include-tools", "--exclude-tools", "--client-id", "--callback-port", "--type", "--bearer-token-env-var"}, name) {
			value = next()
		}
		switch name {
		case "-t", "--transport", "--type":
			transport = value
		case "--url":
			address = value
		case "--client-id":
			signIn.Put("clientId", value)
		case "--callback-port":
			signIn.Put("callbackPort", value)
		case "--bearer-token-env-var":
			headers.Put("Authorization", "Bearer ${env:"+value+"}")
		case "-e", "--env":
			for { // Claude Code takes several behind one -e
				key, text, ok := strings.Cut(value, "=")
				if !ok {
					return outline.Refuse("Behind %s there must be NAME=value.", name)
				}
				env.Put(key, text)
				if has || i+1 >= len(words) || !assignment.MatchString(words[i+1]) {
					break
				}
				value = next()
			}
		case "-H", "--header":
			key, text, ok := strings.Cut(value, ":")
			if !ok {
				return outline.Refuse("Behind %s there must be a header, as in \"Authorization: Bearer …\".", name)
			}
			headers.Put(strings.TrimSpace(key), strings.TrimSpace(text))
		}
	}
	if len(places) == 0 {
		return outline.Refuse("The name of the server is missing in this command.")
	}
	name, rest := places[0], places[1:]
	if address == "" && len(rest) > 0 && isAddress(rest[0]) {
		address = rest[0]
	}
	if address != "" {
		url, err := p.wholeAddress(address)
		if err != nil {
			return err
		}
		entry := tree.Ordered{}
		if transport == "sse" || transport == "http" {
			entry.Put("type", transport)
		}
		entry.Put("url", url)
		if len(headers) > 0 {
			entry.Put("headers", headers.Once())
		}
		if len(signIn) > 0 {
			entry.Put("oauth", signIn.Once())
		}
		return p.add(name, entry)
	}
	if len(rest) == 0 {
		return outline.Refuse("What starts the server, or its address, is missing behind the name in this command.")
	}
	return p.program(name, rest, env, "")
}
