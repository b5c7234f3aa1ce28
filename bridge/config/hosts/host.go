package hosts

import (
	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

// Host is an app that keeps servers, and what Parley knows of it; whatever is left out, it does as most do. The places are those that each
// app documents.
type Host struct {
	Person   func(m Machine) []File                // its files for all projects
	Project  func(m Machine, folder string) []File // its files in the folder of a project
	Folder   string                                // the folder in a project's that its files are in, which says whose project they are
	SafePart bool                                  // it gives a server only a few variables of the person's environment, and what its entry sets

	// Its words and units; w takes what the person is to be told, and asked for.
	List  func(w *Words, root *hujson.Object)                      // makes a list of its own kind the list of servers
	Entry func(w *Words, list string, v hujson.Value) hujson.Value // puts an entry of the list of that name into Parley's words

	// Syntax tells how its own files refer to variables, by the name of the file in small letters, and of the list.
	Syntax func(file string, language tree.Language, list string) (bare, braces bool)
}

// File is one in which a host may keep servers.
type File struct {
	App      string // its name for the person: Claude Desktop, VS Code
	Path     string
	Project  string // the folder that the servers are for; "" for all
	List     []string
	Wording  Wording
	SafePart bool // see [Host]

	ListIn   func(root hujson.Value) []string                                    // where the list is, when that is to be seen in the file alone
	Entries  func(name string, text []byte) ([]hujson.ObjectMember, error)       // takes the entries out of the text itself; nil: the usual way
	Projects func(root *hujson.Value) []Project                                  // that the file tells of
	Off      func(parse func(path string) (hujson.Value, bool)) (names []string) // servers that other files of the app leave out
}

// Project is one that a host's file for the person tells of.
type Project struct {
	Folder string
	List   []string // the way to a list of servers for it alone; nil: there is none
	Off    []string // servers of the files in the folder that are left out
}

// at is a host with one file for the person, where that is all there is to know.
func at(app string, place func(m Machine) string, list ...string) Host {
	return Host{Person: func(m Machine) []File { return []File{{App: app, Path: place(m), List: list}} }}
}
