package paste

import (
	"regexp"
	"slices"
	"strings"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

var (
	promptSign = regexp.MustCompile(`^(?:\([^()]*\)\s+)?(?:PS (?:[A-Za-z]:\\[^>]*)?>\s*|[A-Za-z]:\\(?:[^>.]*[^>.\s])?>\s*|[A-Za-z0-9_.-]+@[A-Za-z0-9_.-]+[: ]\S*[$#%]\s+|[$%>❯➜»#]\s+)`)
	changeTo   = regexp.MustCompile(`^cd\s+(?:/d\s+)?("[^"]+"|'[^']+'|[^\s&;|"']+)\s*&&\s*`)
)

// command reads a command line, or several that belong together: variables first, then the command.
func (p *pasted) command(text string) error {
	p.form = CommandLine
	var lines []string
	for _, line := range wholeLines(joinLines(text)) {
		line = strings.TrimSpace(line)
		if cut := promptSign.FindString(line); cut != "" && !(cut[0] == '#' && strings.Contains(text, "\n")) {
			line = line[len(cut):]
		}
		if line != "" && !strings.HasPrefix(line, "# ") && line != "#" {
			lines = append(lines, line)
		}
	}
	var env tree.Ordered
	var runs []string
	for _, line := range lines {
		set, ok := strings.CutPrefix(line, "export ")
		if !ok {
			runs = append(runs, line)
			continue
		}
		words, err := p.split(set)
		if err != nil {
			return err
		}
		if _, left := takeAssignments(words, &env); len(left) > 0 {
			return outline.Refuse("A line begins with export, and what follows is not NAME=value. Leave it out, or mend it.")
		}
	}
	switch {
	case len(runs) == 0:
		return outline.Refuse("There is no command in this text. Paste the one that starts the server.")
	case len(runs) > 1 && !slices.ContainsFunc(runs, func(run string) bool { return !addsElsewhere.MatchString(run) }):
		for _, run := range runs {
			if err := p.line(run, env); err != nil {
				return err
			}
		}
		return nil
	case len(runs) > 1:
		return outline.Refuse("These are %d commands. Run the others in a terminal if they are needed, and paste only the one that starts the server.", len(runs))
	}
	return p.line(runs[0], env)
}

// joinLines puts together what the signs at the ends of lines say is one: \ of a shell, ^ of Windows, ` of PowerShell.
func joinLines(text string) string {
	return regexp.MustCompile("[ \t]+[\\\\^`][ \t]*\n[ \t]*").ReplaceAllString(text, " ")
}

// wholeLines parts lines where a shell would: not inside of quotation marks, between which JSON often goes over several lines. When one
// is not closed, each line stands for itself.
func wholeLines(text string) []string {
	var lines []string
	windows, mark, start := windowsPath.MatchString(text), byte(0), 0
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b == '\\' && mark != '\'' && !windows:
			i++
		case mark != 0:
			if b == mark {
				mark = 0
			}
		case b == '"' || b == '\'' && !windows:
			mark = b
		case b == '\n':
			lines, start = append(lines, text[start:i]), i+1
		case b == '#' && strings.TrimSpace(text[start:i]) == "": // a comment may have apostrophes
			if end := strings.IndexByte(text[i:], '\n'); end > 0 {
				i += end - 1
			}
		}
	}
	if mark != 0 {
		return strings.Split(text, "\n")
	}
	return append(lines, text[start:])
}

func (p *pasted) split(line string) ([]word, error) {
	s := splitter{line: line, windows: windowsPath.MatchString(line)}
	if err := s.split(); err != nil {
		return nil, err
	}
	if s.comment {
		p.note("What stands behind # was left out.")
	}
	for _, name := range s.variables {
		p.note("The value of the variable %s is taken from the environment when the server starts.", name)
	}
	return s.words, nil
}

// takeAssignments takes NAME=value words from the beginning.
func takeAssignments(words []word, env *tree.Ordered) (some bool, left []word) {
	for len(words) > 0 {
		name := assignment.FindString(words[0].text)
		if name == "" || len(name) > words[0].quoted {
			break
		}
		env.Put(name[:len(name)-1], words[0].text[len(name):])
		words, some = words[1:], true
	}
	return some, words
}

func (p *pasted) line(line string, env tree.Ordered) error {
	cwd := ""
	if found := changeTo.FindStringSubmatch(line); found != nil {
		cwd, line = strings.Trim(found[1], `"'`), line[len(found[0]):]
		p.note("The server starts in the folder %s.", cwd)
	}
	if after, is := strings.CutPrefix(line, "& "); is && strings.ContainsAny(after[:min(len(after), 1)], `"'`) {
		line = after // PowerShell starts a quoted program with it
	}
	words, err := p.split(line)
	if err != nil {
		return err
	}
	env = slices.Clone(env)
	_, words = takeAssignments(words, &env)
	if len(words) > 1 && words[0].text == "env" {
		if some, left := takeAssignments(words[1:], &env); some {
			words = left
		}
	}
	if len(words) == 0 {
		return outline.Refuse("There are variables, but no command behind them. Paste the command that starts the server too.")
	}
	command := texts(words)
	if known, err := p.addedElsewhere(command, env); known || err != nil {
		return err
	}
	if cwd == "" && isRelative(command) {
		p.note("The command has a path that does not begin at the root. Give the server its folder, or write the whole path.")
	}
	return p.program("", command, env, cwd)
}

func texts(words []word) []string {
	var texts []string
	for _, w := range words {
		texts = append(texts, w.text)
	}
	return texts
}

// program adds a server that is a program.
func (p *pasted) program(name string, command []string, env tree.Ordered, cwd string) error {
	if err := whyNoServer(command); err != nil {
		return err
	}
	p.remarkDocker(command)
	if relayedAddress(command) != "" {
		p.note("mcp-remote only passes on what a server at an address says. Parley can reach it directly: paste the address alone.")
	}
	if command[0] == "sudo" {
		p.note("sudo cannot ask for a password here. The server starts only if it needs none.")
	}
	entry := tree.Ordered{}
	entry.Put("command", command[0])
	if len(command) > 1 {
		entry.Put("args", command[1:])
	}
	if len(env) > 0 {
		entry.Put("env", env.Once())
	}
	if cwd != "" {
		entry.Put("cwd", cwd)
	}
	return p.add(name, entry)
}

// whyNoServer tells commands that people copy from the lines before the one that matters.
func whyNoServer(command []string) error {
	first, second := programName(command[0]), ""
	if len(command) > 1 {
		second = command[1]
	}
	installs := map[string][]string{
		"npm": {"install", "i", "add", "ci"}, "pnpm": {"install", "i", "add"}, "yarn": {"install", "add"}, "bun": {"install", "add", "i"},
		"pip": {"install"}, "pip3": {"install"}, "pipx": {"install"}, "brew": {"install", "tap"}, "apt": {"install"}, "apt-get": {"install"},
		"go": {"install", "get"}, "cargo": {"install"}, "docker": {"pull", "build"}, "podman": {"pull", "build"}, "git": {"clone"}, "winget": {"install"},
		"uv": {"add", "sync", "pip", "venv"}, "gem": {"install"}, "dotnet": {"add"}, "choco": {"install"}, "scoop": {"install"},
	}
	switch {
	case slices.Contains(installs[first], second), first == "uv" && second == "tool" && len(command) > 2 && command[2] == "install":
		return outline.Refuse("This command installs something and starts no server. Run it in a terminal, then paste the command that starts the server.")
	case first == "cd" || first == "set" || first == "export" || first == "source" || first == "mkdir":
		return outline.Refuse("This command is for a shell and starts no server. Paste the one that starts the server.")
	case first == "curl" || first == "wget" || first == "open" || first == "start":
		return outline.Refuse("This command fetches or opens something and starts no server. Paste the address of the server alone, or the command that starts it.")
	case len(command) == 1 && strings.Contains(command[0], " ") && !strings.ContainsAny(command[0], `/\`):
		return outline.Refuse("The whole command is in quotation marks. Take them away, so that it is clear where the arguments begin.")
	}
	return nil
}

// isRelative says whether a program or script is given by a path that means another file in each folder.
func isRelative(command []string) bool {
	if len(command) > 2 {
		command = command[:2]
	}
	return slices.ContainsFunc(command, func(word string) bool {
		return strings.HasPrefix(word, "./") || strings.HasPrefix(word, "../") || strings.HasPrefix(word, `.\`) || strings.HasPrefix(word, `..\`) ||
			scriptFile.MatchString(word) && !strings.HasPrefix(word, "/") && !strings.HasPrefix(word, "~") && !strings.HasPrefix(word, "$") &&
				!strings.HasPrefix(word, "-") && !windowsPath.MatchString(word) && !strings.HasPrefix(word, "@") && !strings.Contains(word, ":")
	})
}

// remarkDocker tells why a container would start and never answer.
func (p *pasted) remarkDocker(command []string) {
	if len(command) < 2 || programName(command[0]) != "docker" && programName(command[0]) != "podman" || command[1] != "run" {
		return
	}
	listens, terminal, detached := false, false, false
	_, options := imageOf(command)
	for _, option := range options {
		short := strings.HasPrefix(option, "-") && !strings.HasPrefix(option, "--")
		listens = listens || option == "--interactive" || short && strings.Contains(option, "i")
		terminal = terminal || option == "--tty" || short && strings.Contains(option, "t")
		detached = detached || option == "--detach" || short && strings.Contains(option, "d")
	}
	switch {
	case detached:
		p.note("docker run -d leaves the container alone, and Parley could not talk with it. Write -i in its place.")
	case !listens:
		p.note("docker run has no -i, and without it the server hears nothing. Add -i behind run.")
	case terminal:
		p.note("docker run has -t, which mixes up what the server says. Leave the t out.")
	}
}
