package app

import (
	"slices"

	"fyne.io/fyne/v2/lang"

	"parley/bridge/config"
)

// trust knows which programs the person has seen. A servers file may come from anybody, and each entry runs a program with
// the person's rights: one is started for the first time only after the person saw it whole, and again after it changed (case
// config-trust-before-first-run). An address runs nothing here and needs none of this.
type trust struct {
	memory *Memory
	demo   *config.Server           // the built-in server: this very program
	known  func(config.Server) bool // tests and measurements; nil: nothing is known but what the person saw
}

// seenProgram is one program that the person saw and let start.
type seenProgram struct {
	Name  string   `json:"name"`            // what the server was called
	Print string   `json:"print"`           // of its program, arguments, folder and environment
	Parts []string `json:"parts,omitempty"` // of each of these by itself, see partsOf
}

// maxSeen is how many programs are remembered; the oldest go first and would be shown again.
const maxSeen = 1000

// view is what the person has to do with a program before it may start.
type view int

const (
	seen    view = iota // nothing: it was seen, or runs nothing here
	unseen              // it was never shown
	changed             // another program was seen under this name
)

// viewOf tells whether the program of an entry may be started, and if not, why.
func (t *trust) viewOf(entry config.Server) view {
	if len(entry.Command) == 0 || entry.URL != "" || entry.Problem != nil {
		return seen
	}
	print := entry.Fingerprint()
	if t.demo != nil && t.demo.Fingerprint() == print || t.known != nil && t.known(entry) {
		return seen
	}
	result := unseen
	for _, program := range t.memory.Read().Seen {
		if program.Print == print {
			return seen
		}
		if program.Name == entry.Name {
			result = changed
		}
	}
	return result
}

// see notes that the person saw this program and let it start.
func (t *trust) see(entry config.Server) {
	if t.viewOf(entry) == seen {
		return
	}
	t.memory.Change(func(k *kept) {
		list := append(slices.Clone(k.Seen), seenProgram{Name: entry.Name, Print: entry.Fingerprint(), Parts: partsOf(entry)})
		k.Seen = list[max(len(list)-maxSeen, 0):]
	})
}

// partsOf stands for the program, the arguments, the folder, and the names of what is put into the environment. Values of the
// environment are left out: they are secrets.
func partsOf(entry config.Server) []string {
	print := func(words ...string) string { return config.Server{Command: words}.Fingerprint() }
	return []string{print(entry.Command[:1]...), print(entry.Command[1:]...), print(entry.Cwd), print(names(entry.Env)...)}
}

// differences says in what the program of an entry differs from the one that was let start last under its name; none when that is
// not known.
func (t *trust) differences(entry config.Server) []string {
	var before []string
	for _, program := range t.memory.Read().Seen {
		if program.Name == entry.Name {
			before = program.Parts
		}
	}
	now := partsOf(entry)
	if len(before) != len(now) {
		return nil
	}
	var list []string
	for i, part := range []string{lang.L("the program"), lang.L("its arguments"), lang.L("its folder"), lang.L("the names in its environment")} {
		if before[i] != now[i] {
			list = append(list, part)
		}
	}
	if len(list) == 0 {
		list = append(list, lang.L("a value in its environment"))
	}
	return list
}
