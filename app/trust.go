package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"fyne.io/fyne/v2/lang"

	"parley/app/memory"
	"parley/bridge"
	"parley/bridge/config"
)

// trust knows which programs the person has seen. A servers file may come from anybody, and each entry runs a program with
// the person's rights: one is started for the first time only after the person saw it whole, and again after it changed (case
// config-trust-before-first-run). An address runs nothing here, but its entry may send there what is on this computer: one that draws on
// the environment, on files or on what the person enters is looked at in the same way before the first contact.
//
// Its methods are safe for concurrent use: servers are started behind the scenes, too.
type trust struct {
	memory *memory.Store
	demo   *config.Server           // the built-in server: this very program
	known  func(config.Server) bool // tests and measurements; nil: nothing is known but what the person saw
	here   string                   // the folder that Parley was started from; "": it is asked
	news   func()                   // what may start changed behind the scenes; nil: nobody is told. It must not block

	mu    sync.Mutex
	moved map[string]string // by fingerprint, the file that was found where another had been seen
	leans map[string]string // leansOn by fingerprint, as it was at the last look: pages ask at every redraw, and the disk may be slow
}

// view is what the person has to do with a program before it may start.
type view int

const (
	seen    view = iota // nothing: it was seen, or runs nothing here
	unseen              // it was never shown
	changed             // another program was seen under this name
)

// print is called under the lock. It stands for what an entry runs here. An entry that leaves its folder open and names files without saying where they are runs
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
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.leans, entry.Fingerprint())
	return t.view(entry) == seen
}

// viewOf tells whether the program of an entry may be started, or its address reached, and if not, why.
func (t *trust) viewOf(entry config.Server) view {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.view(entry)
}

// needsLook reports whether an entry is one that the person has to see first.
func (t *trust) needsLook(entry config.Server) bool {
	switch {
	case entry.Problem != nil, t.known != nil && t.known(entry):
		return false
	case entry.URL != "":
		return len(entry.DrawsOn()) > 0
	case len(entry.Command) == 0:
		return false
	}
	return t.demo == nil || t.print(*t.demo) != t.print(entry)
}

// view is viewOf under the lock.
func (t *trust) view(entry config.Server) view {
	if !t.needsLook(entry) {
		return seen
	}
	print := t.print(entry)
	if t.moved[print] != "" {
		return changed
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

// see notes that the person saw this program, which was this file, and let it start. file is "" when it was not known.
func (t *trust) see(entry config.Server, file string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.view(entry) == seen {
		return
	}
	print := t.print(entry)
	delete(t.moved, print)
	t.memory.Change(func(k *memory.Kept) {
		list := append(slices.Clone(k.Seen), memory.Program{Name: entry.Name, Print: print, File: file, Parts: t.partsOf(entry)})
		k.Seen = list[max(len(list)-memory.MaxPrograms, 0):]
	})
}

// approve is asked before each start about the file that is to be started. The first start after the person saw an entry without its
// file settles which it is; from then on another file is another program: PATH, a folder or the login shell may have changed.
func (t *trust) approve(entry config.Server, found bridge.Program) *bridge.Failure {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.needsLook(entry) {
		return nil
	}
	print, open, before := t.print(entry), -1, ""
	list := t.memory.Read().Seen
	for i, program := range list {
		switch {
		case program.Print != print:
		case program.File == found.Path:
			return nil
		case program.File == "":
			open = i
		default:
			before = program.File
		}
	}
	if open >= 0 {
		t.memory.Change(func(k *memory.Kept) {
			k.Seen = slices.Clone(k.Seen)
			k.Seen[open].File = found.Path
		})
		t.tell()
		return nil
	}
	if t.moved == nil {
		t.moved = map[string]string{}
	}
	t.moved[print] = found.Path
	t.tell()
	return &bridge.Failure{
		What:   lang.L("The program {{.Program}} is another file now than the one that you let start.", map[string]any{"Program": exactly(entry.Command[0])}),
		Do:     lang.L("Look at it, and start it if you know why."),
		Detail: strings.TrimSpace(before + "\n" + found.Path),
	}
}

// isMoved reports whether another file was found than the one that the person had let start.
func (t *trust) isMoved(entry config.Server) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.moved[t.print(entry)] != ""
}

// tell says that what may start changed.
func (t *trust) tell() {
	if t.news != nil {
		t.news()
	}
}

// partsOf stands for the program, the arguments, the folder, and the names of its settings. The values of the
// settings are left out: they are secrets. Of an address it is where it leads, what is sent along, and what of this computer is in it.
func (t *trust) partsOf(entry config.Server) []string {
	print := func(words ...string) string { return config.Server{Command: words}.Fingerprint() }
	if entry.URL != "" {
		return []string{print(entry.Origin(), entry.AsWritten().URL), print(names(entry.Headers)...), print(entry.DrawsOn()...)}
	}
	return []string{print(entry.Command[:1]...), print(entry.Command[1:]...), print(entry.Cwd + t.leansOn(entry)), print(names(entry.Env)...)}
}

// differences says in what the program of an entry differs from the one that was let start last under its name; none when that is
// not known.
func (t *trust) differences(entry config.Server) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.moved[t.print(entry)] != "" {
		return []string{lang.L("the file that the program is")}
	}
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
	parts, rest := []string{lang.L("the program"), lang.L("its arguments"), lang.L("its folder"), lang.L("the names of its settings")}, lang.L("the value of a setting")
	if entry.URL != "" {
		parts, rest = []string{lang.L("its address"), lang.L("the names of what is sent along"), lang.L("what it takes from this computer or from you")}, lang.L("what is sent along")
	}
	for i, part := range parts {
		if before[i] != now[i] {
			list = append(list, part)
		}
	}
	if len(list) == 0 {
		list = append(list, rest)
	}
	return list
}
