package launcher

import (
	"path"
	"slices"
	"strings"
)

// BaseName is a program's name without folder and ending, as people know it.
func BaseName(program string) string {
	name := program[strings.LastIndexAny(program, `/\`)+1:]
	lower := strings.ToLower(name)
	for _, ending := range []string{".exe", ".cmd", ".bat", ".com"} {
		if cut, ok := strings.CutSuffix(lower, ending); ok {
			return cut
		}
	}
	return lower
}

// Of is the name of the program in a command line that does the work: in what servers for Windows are told to write,
// cmd /c npx -y …, that is npx.
func Of(command []string) string {
	for i, word := range command {
		name := BaseName(word)
		if i == 0 && (name == "cmd" || name == "wsl" || name == "env") || i > 0 && (strings.HasPrefix(word, "/") && len(word) == 2 || strings.HasPrefix(word, "-") || strings.Contains(word, "=")) {
			continue
		}
		return name
	}
	return ""
}

// Fetches reports whether a command fetches the server that it starts, when that is not there yet.
func Fetches(command []string) bool {
	return slices.Contains([]string{
		"npx", "npm", "uvx", "uv", "pipx", "bunx", "bun", "pnpm", "pnpx", "yarn", "docker", "podman", "dnx", "jbang", "deno", "cargo", "go", "nix",
	}, Of(command))
}

// StandIns are programs that do the same under another name.
func StandIns(program string) []string {
	switch program {
	case "python":
		return []string{"python3", "py"}
	case "python3":
		return []string{"python", "py"}
	case "pip":
		return []string{"pip3"}
	case "node":
		return []string{"nodejs"}
	case "docker":
		return []string{"podman"}
	}
	return nil
}

// RunnerOf is the program that runs a script, by the ending of its name; "" for what is none.
func RunnerOf(file string) string {
	switch strings.ToLower(path.Ext(strings.ReplaceAll(file, `\`, "/"))) {
	case ".js", ".mjs", ".cjs":
		return "node"
	case ".py":
		return "python3"
	case ".ts", ".mts":
		return "npx tsx"
	case ".sh":
		return "sh"
	case ".rb":
		return "ruby"
	case ".php":
		return "php"
	case ".jar":
		return "java -jar"
	case ".dll":
		return "dotnet"
	case ".ps1":
		return "pwsh -File"
	}
	return ""
}
