package config

import (
	"strings"

	"parley/bridge/config/hosts"
	"parley/bridge/config/ospath"
	"parley/bridge/config/tree"
	"parley/bridge/plainfile"
)

// maxNotes is how much a person can be told about one file.
const maxNotes = 50

// MaxAside bounds a file that a servers file refers to.
const MaxAside = 1 << 20

// Source is a servers file and what stands around it: what references in its text stand for. The zero value knows nothing: no
// variable is set and there is no folder. [Load] and [Parse] are the usual ways to one.
type Source struct {
	Name     string                       // what messages call the file; "": the last part of Path
	Path     string                       // the file's whole path; "" when the text comes from elsewhere
	Getenv   func(string) string          // variables of the environment, "" for one that is not set; nil: none is set
	ReadFile func(string) ([]byte, error) // for env files; nil: the disk, regular files of a sensible size
	OS       string                       // as runtime.GOOS; "": this system

	entry bool // the text is one entry, put into JSON, whatever the file is that it came from
}

func (src Source) name() string {
	if src.Name == "" {
		return src.base()
	}
	return src.Name
}

// system is the one whose paths these are.
func (src Source) system() ospath.System { return ospath.System(src.OS) }

func (src Source) getenv(name string) string {
	if src.Getenv == nil {
		return ""
	}
	return src.Getenv(name)
}

// home is the person's own folder, "" when it is not known.
func (src Source) home() string {
	names := []string{"HOME", "USERPROFILE"}
	if src.system().Windows() {
		names = []string{"USERPROFILE", "HOME"}
	}
	for _, name := range names {
		if home := src.getenv(name); home != "" {
			return home
		}
	}
	return ""
}

// workspace is the folder that a project's file belongs to, "" for a file that belongs to none: the one that holds .vscode,
// .cursor or the like, or Claude Code's .mcp.json (case config-workspacefolder-variable). Most apps keep the servers of all projects in the
// person's own folder; that one is no project.
func (src Source) workspace() string {
	folder, name := src.system().Split(src.Path)
	if folder == "" {
		return ""
	}
	if strings.EqualFold(name, ".mcp.json") {
		return folder
	}
	parent, last := src.system().Split(folder)
	if last == ".vscode" || hosts.IsProjectFolder(last) && parent != src.home() {
		return parent
	}
	return ""
}

// folder is where the file is, "" when it is nowhere.
func (src Source) folder() string {
	folder, _ := src.system().Split(src.Path)
	return folder
}

func (src Source) base() string {
	return src.system().Base(src.Path)
}

// read gives a file that the servers file refers to.
func (src Source) read(path string) ([]byte, error) {
	if src.ReadFile != nil {
		return src.ReadFile(path)
	}
	text, err := plainfile.Read(path, MaxAside)
	return text, plainfile.Reason(err)
}

// language is that of the source: of the file's own name when it is known, for messages may call it otherwise.
func (src Source) language() tree.Language {
	if src.entry {
		return tree.JSON
	}
	if src.Path != "" {
		return tree.LanguageOf(src.base())
	}
	return tree.LanguageOf(src.Name)
}

func (src Source) syntax(wrapper string) syntax {
	name := strings.ToLower(src.base())
	if src.Path == "" {
		name = strings.ToLower(src.Name)
	}
	bare, braces := hosts.Syntax(name, src.language(), wrapper)
	return syntax{bare: bare, braces: braces}
}
