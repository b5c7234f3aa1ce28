package hosts

import (
	"slices"

	"parley/bridge/config/tree"
)

// known are the hosts that Parley knows. Their lists and entries are put into Parley's words in this order. Nobody changes it.
var known = []Host{
	claudeCode(), claudeDesktop(), cursor(), lmStudio(), windsurf(), cline(), rooCode(), kiloCode(), kiro(), junie(), antigravity(), amp(), amazonQ(),
	gitHubCopilot(), trae(), warp(), factoryDroid(), augment(), geminiCLI(), qwenCode(), goose(), hermes(), libreChat(), continueDev(), codex(), zed(),
	opencode(), vsCode(), toolnexus(),
}

// Person gives the files for all projects.
func Person(m Machine) []File {
	var all []File
	for _, h := range known {
		if h.Person != nil {
			all = append(all, h.with(h.Person(m))...)
		}
	}
	return all
}

// InProject gives the files in the folder of a project.
func InProject(m Machine, folder string) []File {
	var all []File
	for _, h := range known {
		if h.Project != nil {
			all = append(all, h.with(h.Project(m, folder))...)
		}
	}
	for i := range all {
		all[i].Project, all[i].Wording.Folder = folder, folder
	}
	return all
}

// with has files say what counts for all of a host.
func (h Host) with(files []File) []File {
	for i := range files {
		files[i].SafePart = h.SafePart
	}
	return files
}

// IsProjectFolder tells the name of a folder in which a host keeps a project's servers.
func IsProjectFolder(name string) bool {
	return name != "" && slices.ContainsFunc(known, func(h Host) bool { return h.Folder == name })
}

// Syntax tells how a file refers to variables, by its name in small letters, what it is written in, and the name of its list: as ${NAME}
// (bare), as {env:NAME} and {file:path} (braces).
func Syntax(file string, language tree.Language, list string) (bare, braces bool) {
	for _, h := range known {
		if h.Syntax != nil {
			b, c := h.Syntax(file, language, list)
			bare, braces = bare || b, braces || c
		}
	}
	return bare, braces
}
