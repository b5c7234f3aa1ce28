package config

import (
	"regexp"
	"slices"
	"strings"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// command joins a program, or a list of program and arguments, with the arguments (contract G2). Zed's object of path, args and env
// is one too.
func (r *reader) command(members tree.Object) []string {
	program, ok := members.Get("command")
	if !ok {
		return nil
	}
	r.at, r.places["command"] = program.At, program.At
	words, list := []string(nil), false
	if inner, is := tree.ObjectOf(program.Value); is {
		members, program = inner, tree.Member{}
		if program, ok = inner.Get("path"); !ok {
			r.fail("The command is an object without a path.")
			return nil
		}
	}
	if _, list = program.Items(); list {
		words = r.list("command", program)
	} else {
		text, ok := program.Text()
		if !ok {
			r.fail("%q must be text.", "command")
			return nil
		}
		words, r.words = []string{text}, []int{program.At}
	}
	if !list && len(words) > 0 {
		words[0] = strings.TrimSpace(words[0])
	}
	args, some := members.Get("args")
	if some {
		words = append(words, r.list("args", args)...)
	}
	if len(words) == 0 || words[0] == "" {
		if _, elsewhere := members.Get(outline.AddressNames()...); !elsewhere { // Cherry Studio leaves an empty one beside an address
			r.at = program.At
			r.fail("The command is empty.")
		}
		return nil
	}
	if !list && r.doc.wrapper == "mcp" {
		r.note("The command of %q is text. opencode wants an array there, as in [\"npx\", \"-y\", \"demo\"]; Parley takes both.", r.entry)
	}
	if !list && !some || startsOthers(words[0]) && (!list || len(words) == 1) {
		return append(r.wordsOf(words[0]), words[1:]...)
	}
	return words
}

var assigned = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=`)

// startsOthers tells a program that is there to start another, with a part of its own arguments: nothing else is called "npx -y".
func startsOthers(command string) bool {
	words := strings.Fields(command)
	return len(words) > 1 && slices.Contains([]string{"npx", "bunx", "pnpx", "uvx", "uv", "pipx", "node", "bun", "deno", "python", "python3", "docker", "podman", "npm", "pnpm", "yarn", "java", "dotnet", "go", "cmd", "wsl"}, words[0])
}

// wordsOf takes a command apart that holds its arguments too, which other hosts give to a shell. The name of a program may have blanks
// in it, but then there is a folder before it.
func (r *reader) wordsOf(command string) []string {
	words := strings.Fields(command)
	if len(words) < 2 || strings.ContainsAny(words[0], `/\"'`) || eaten(command) {
		return []string{command}
	}
	if strings.ContainsAny(command, "\"'`|&;<>\n") {
		r.fail("The command is a whole line with signs for a shell, and Parley uses none. Write the program alone, and each argument as one text in \"args\".")
		return []string{command}
	}
	if assigned.MatchString(words[0]) {
		r.fail("The command begins with a variable, as for a shell, and Parley uses none. Put the variable into \"env\", and begin with the program.")
		return []string{command}
	}
	r.note("The command of %q holds its arguments too. Parley starts %s with the rest as arguments.", r.entry, words[0])
	r.words = append(slices.Repeat(r.words[:1], len(words)), r.words[1:]...)
	return words
}
