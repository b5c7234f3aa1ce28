package app

import (
	"slices"

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
	Name  string `json:"name"`  // what the server was called
	Print string `json:"print"` // of its program, arguments, folder and environment
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
		list := append(slices.Clone(k.Seen), seenProgram{Name: entry.Name, Print: entry.Fingerprint()})
		k.Seen = list[max(len(list)-maxSeen, 0):]
	})
}
