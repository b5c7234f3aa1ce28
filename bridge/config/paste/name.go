package paste

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/publicsuffix"

	"parley/bridge/config"
)

// nameFor suggests a name for a server: what a person would call it, from the package, the image, the script or the address.
func nameFor(s config.Server) string {
	shown := s.AsWritten()
	name := ""
	switch {
	case shown.URL != "":
		name = hostName(shown.URL)
	case len(shown.Command) > 0:
		name = commandName(shown.Command)
	}
	if name = readable(name); name == "" {
		return "server"
	}
	return name
}

// readable keeps letters and digits, and puts one - between the parts.
func readable(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.' })
	name = strings.Trim(strings.Join(parts, "-"), "-._")
	if runes := []rune(name); len(runes) > 40 {
		name = strings.Trim(string(runes[:40]), "-._")
	}
	return name
}

// hostName is the part of a host that somebody chose: linear of mcp.linear.app, localhost-3000 for a machine's own.
func hostName(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	host := u.Hostname()
	registered, err := publicsuffix.EffectiveTLDPlusOne(strings.TrimSuffix(strings.ToLower(host), "."))
	if err != nil || strings.Trim(host, "0123456789.") == "" || strings.Contains(host, ":") {
		return strings.Trim(host+"-"+u.Port(), "-")
	}
	label, _, _ := strings.Cut(registered, ".")
	return label
}

func programName(path string) string {
	name := path[strings.LastIndexAny(path, `/\`)+1:]
	for _, ending := range []string{".exe", ".cmd", ".bat", ".ps1"} {
		if len(name) > len(ending) && strings.EqualFold(name[len(name)-len(ending):], ending) {
			return strings.ToLower(name[:len(name)-len(ending)])
		}
	}
	return name
}

// commandName looks past the program that only starts another.
func commandName(command []string) string {
	first, rest := programName(command[0]), command[1:]
	switch first {
	case "sudo", "env", "exec", "nohup", "time", "xvfb-run", "nice":
		for len(rest) > 0 && (strings.HasPrefix(rest[0], "-") || assignment.MatchString(rest[0])) {
			rest = rest[1:]
		}
		if len(rest) > 0 {
			return commandName(rest)
		}
	case "cmd":
		if len(rest) > 1 && strings.EqualFold(rest[0], "/c") {
			return commandName(rest[1:])
		}
	case "npx", "bunx", "uvx", "pnpx":
		if address := relayedAddress(command); address != "" {
			return hostName(address)
		}
		return packageName(firstPlain(rest, packageOption))
	case "npm", "pnpm", "yarn", "bun", "pipx", "deno", "uv", "go", "cargo", "poetry", "dotnet", "tsx", "hatch":
		return runnerName(rest)
	case "docker", "podman", "nerdctl":
		if len(rest) > 0 && rest[0] == "run" {
			image, _ := imageOf(command)
			return imageName(image)
		}
		return first + "-" + packageName(firstPlain(rest, ""))
	case "node", "bash", "sh", "zsh", "pwsh", "powershell", "ruby", "java", "php", "perl", "ts-node":
		return scriptName(firstPlain(rest, "-jar"))
	}
	if python.MatchString(first) {
		if i := slices.Index(rest, "-m"); i >= 0 && i+1 < len(rest) {
			module, _, _ := strings.Cut(rest[i+1], ".")
			return packageName(module)
		}
		return scriptName(firstPlain(rest, ""))
	}
	return packageName(first)
}

// relayedAddress is the address that mcp-remote connects to for apps that know programs only; "" for another program.
func relayedAddress(command []string) string {
	i := slices.IndexFunc(command, func(word string) bool { return word == "mcp-remote" || strings.HasPrefix(word, "mcp-remote@") })
	if i < 0 || i+1 >= len(command) || !config.WholeAddress(command[i+1]) {
		return ""
	}
	return command[i+1]
}

var python = regexp.MustCompile(`^(?:python|python\d(?:\.\d+)?|py)$`)

// packageOption are options behind which the package stands that matters more than what is run of it.
const packageOption = "-p --package --from"

// runnerName is for tools with a word between: npm exec, uv run, go run.
func runnerName(words []string) string {
	folder := ""
	for i, word := range words {
		if (word == "--directory" || word == "--project" || word == "--prefix" || word == "-C") && i+1 < len(words) {
			folder = words[i+1]
		}
	}
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		if strings.Contains(words[0], "=") || len(words) < 2 || !takesValue(words[0]) {
			words = words[1:]
			continue
		}
		words = words[2:]
	}
	for len(words) > 0 && slices.Contains([]string{"run", "exec", "x", "dlx", "tool", "start"}, words[0]) {
		words = words[1:]
	}
	word := firstPlain(words, packageOption)
	if scriptFile.MatchString(word) {
		if name := scriptName(word); !generic(name) {
			return name
		}
	} else if name := packageName(word); !generic(name) {
		if python.MatchString(word) || word == "node" {
			return commandName(append([]string{word}, words[slices.Index(words, word)+1:]...))
		}
		return name
	}
	if folder != "" {
		return scriptName(folder + "/main")
	}
	return packageName(word)
}

func takesValue(option string) bool {
	return slices.Contains([]string{"--directory", "--project", "--prefix", "-C", "--with", "--python", "-p", "--package", "--from", "--index-url",
		"--extra-index-url", "--registry", "--with-editable", "--env-file", "--filter", "-w", "--workspace", "--index", "--cache", "--spec"}, option)
}

// firstPlain is the first word that is no option and no value of one; one of these options wins over it.
func firstPlain(words []string, wins string) string {
	first := ""
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch name, value, has := strings.Cut(word, "="); {
		case word == "--":
			if i+1 < len(words) {
				return words[i+1]
			}
			return first
		case strings.HasPrefix(word, "-") && slices.Contains(strings.Fields(wins), name):
			if has {
				return value
			}
			if i+1 < len(words) {
				return words[i+1]
			}
		case strings.HasPrefix(word, "-"):
			if !has && takesValue(word) {
				i++
			}
		default:
			return word
		}
	}
	return first
}

var (
	version  = regexp.MustCompile(`(?:@[^@/]*|(?:===?|>=|<=|~=)[^/]*|\[[^\]]*\])$`)
	trimming = regexp.MustCompile(`(?i)^(?:(?:mcp[-_.]server|server[-_.]mcp|mcp|server)[-_.])+|(?:[-_.](?:mcp[-_.]server|server[-_.]mcp|mcp|server))+$`)
)

// packageName is filesystem of @modelcontextprotocol/server-filesystem@1.2, playwright of @playwright/mcp, x of git+https://host/y/x.git.
func packageName(name string) string {
	if strings.Contains(name, "://") || strings.HasPrefix(name, "git+") {
		name = strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], ".git")
	}
	for at := version.FindStringIndex(name); at != nil && at[0] > 0; at = version.FindStringIndex(name) {
		name = name[:at[0]]
	}
	scope, last := "", name
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		scope, last = strings.Trim(name[:i], "@/"), name[i+1:]
		if j := strings.LastIndexAny(scope, `/\`); j >= 0 {
			scope = scope[j+1:]
		}
	}
	trimmed := trimming.ReplaceAllString(last, "")
	if generic(trimmed) && scope != "" && scope != "modelcontextprotocol" {
		return scope
	}
	if trimmed == "" {
		return last
	}
	return trimmed
}

func generic(name string) bool {
	return slices.Contains([]string{"", "mcp", "server", "index", "main", "app", "cli", "run", "start", "dist", "build", "src", "lib", "bin", "out", "__main__",
		"mcp-server", "mcp_server", "stdio", "target", "release", "debug", "node_modules", "index.d", "launch", "scripts", "packages"}, strings.ToLower(name))
}

// scriptName is the name of a script, or of the first folder above that says something: github of github-mcp/dist/index.js.
func scriptName(path string) string {
	parts := strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '\\' })
	for i := range parts {
		name := parts[len(parts)-1-i]
		if i == 0 {
			name = scriptFile.ReplaceAllString(name, "")
		}
		if generic(name) || name == "." || name == ".." || name == "~" || strings.HasSuffix(name, ":") {
			continue
		}
		return packageName(name)
	}
	if len(parts) == 0 {
		return ""
	}
	return scriptFile.ReplaceAllString(parts[len(parts)-1], "")
}

// imageOf finds the image of "docker run", and the options before it.
func imageOf(command []string) (image string, options []string) {
	for i := 2; i < len(command); i++ {
		word := command[i]
		if !strings.HasPrefix(word, "-") {
			return word, options
		}
		options = append(options, word)
		if strings.Contains(word, "=") && strings.HasPrefix(word, "--") {
			continue
		}
		if slices.Contains([]string{"-e", "--env", "-v", "--volume", "--mount", "-p", "--publish", "--name", "--network", "--net", "-w", "--workdir", "-u",
			"--user", "--env-file", "-l", "--label", "--platform", "--entrypoint", "--add-host", "-h", "--hostname", "--pull", "-m", "--memory", "--cpus",
			"--gpus", "--runtime", "--dns", "--cap-add", "--cap-drop", "--security-opt", "--tmpfs", "--device", "--ipc", "--pid", "--restart", "--log-driver",
			"--shm-size", "--ulimit", "--volumes-from", "--link", "--userns", "--group-add", "--expose", "--stop-signal", "--cidfile"}, word) {
			i++
		}
	}
	return "", options
}

// imageName is github of ghcr.io/github/github-mcp-server:latest, time of mcp/time.
func imageName(image string) string {
	image, _, _ = strings.Cut(image, "@")
	if slash := strings.LastIndexByte(image, '/'); strings.Contains(image[slash+1:], ":") {
		image = image[:slash+1+strings.IndexByte(image[slash+1:], ':')]
	}
	return packageName(image)
}

var assignment = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=`)

var scriptFile = regexp.MustCompile(`\.(?:js|mjs|cjs|ts|py|sh|jar|rb|php|pl)$`)
