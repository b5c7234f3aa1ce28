package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

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
	here   string                   // the folder that Parley was started from; "": it is asked

	leans map[string]string // leansOn by fingerprint, as it was at the last look: pages ask at every redraw, and the disk may be slow
}

// seenProgram is one program that the person saw and let start.
type seenProgram struct {
	Name  string   `json:"name"`            // what the server was called
	Print string   `json:"print"`           // of its program, arguments, folder and settings
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

// print stands for what an entry runs here. An entry that leaves its folder open and names files without saying where they are runs
// other files when Parley is started from another folder.
func (t *trust) print(entry config.Server) string {
	print := entry.Fingerprint()
	folder, looked := t.leans[print]
	if !looked {
		if t.leans == nil {
			t.leans = make(map[string]string)
		}
		folder = t.leansOn(entry)
		t.leans[print] = folder
	}
	if folder != "" {
		print = config.Server{Command: []string{print, folder}}.Fingerprint()
	}
	return print
}

// leansOn is the folder that Parley was started from when that decides which files an entry runs or reads; "" otherwise.
func (t *trust) leansOn(entry config.Server) string {
	if entry.Cwd != "" || len(entry.Command) == 0 {
		return ""
	}
	here := t.here
	if here == "" {
		var err error
		if here, err = os.Getwd(); err != nil {
			return ""
		}
	}
	for i, word := range entry.Command {
		if _, value, flag := strings.Cut(word, "="); flag && strings.HasPrefix(word, "-") {
			word = value
		}
		if word == "" || filepath.IsAbs(word) || strings.HasPrefix(word, "-") {
			continue
		}
		if i == 0 && !strings.ContainsAny(word, `/\`) {
			continue // looked for in the folders of programs
		}
		if _, err := os.Lstat(filepath.Join(here, word)); err == nil {
			return here
		}
	}
	return ""
}

// mayStart looks again whether the program of an entry may be started.
func (t *trust) mayStart(entry config.Server) bool {
	delete(t.leans, entry.Fingerprint())
	return t.viewOf(entry) == seen
}

// viewOf tells whether the program of an entry may be started, and if not, why.
func (t *trust) viewOf(entry config.Server) view {
	if len(entry.Command) == 0 || entry.URL != "" || entry.Problem != nil {
		return seen
	}
	print := t.print(entry)
	if t.demo != nil && t.print(*t.demo) == print || t.known != nil && t.known(entry) {
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
		list := append(slices.Clone(k.Seen), seenProgram{Name: entry.Name, Print: t.print(entry), Parts: t.partsOf(entry)})
		k.Seen = list[max(len(list)-maxSeen, 0):]
	})
}

// partsOf stands for the program, the arguments, the folder, and the names of its settings. The values of the
// settings are left out: they are secrets.
func (t *trust) partsOf(entry config.Server) []string {
	print := func(words ...string) string { return config.Server{Command: words}.Fingerprint() }
	return []string{print(entry.Command[:1]...), print(entry.Command[1:]...), print(entry.Cwd + t.leansOn(entry)), print(names(entry.Env)...)}
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
	now := t.partsOf(entry)
	if len(before) != len(now) {
		return nil
	}
	var list []string
	for i, part := range []string{lang.L("the program"), lang.L("its arguments"), lang.L("its folder"), lang.L("the names of its settings")} {
		if before[i] != now[i] {
			list = append(list, part)
		}
	}
	if len(list) == 0 {
		list = append(list, lang.L("the value of a setting"))
	}
	return list
}
