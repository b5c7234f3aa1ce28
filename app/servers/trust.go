package servers

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"parley/app/memory"
	"parley/bridge/config"
)

// Trust knows which programs the person has seen. A servers file may come from anybody, and each entry runs a program with
// the person's rights: one is started for the first time only after the person saw it whole, and again after it changed (case
// config-trust-before-first-run). An address runs nothing here, but its entry may send there what is on this computer: one that draws on
// the environment, on files or on what the person enters is looked at in the same way before the first contact.
//
// Its methods are safe for concurrent use: servers are started behind the scenes, too.
type Trust struct {
	Memory *memory.Store
	Demo   *config.Server           // the built-in server: this very program; nil: there is none
	Known  func(config.Server) bool // tests and measurements; nil: nothing is known but what the person saw
	Here   string                   // the folder that Parley was started from; "": it is asked
	News   func()                   // what may start changed behind the scenes; nil: nobody is told. It must not block

	mu    sync.Mutex
	moved map[string]string // by fingerprint, the file that was found where another had been seen
	leans map[string]string // leansOn by fingerprint, as it was at the last look: pages ask at every redraw, and the disk may be slow
}

// View is what the person has to do with a program before it may start.
type View int

// The views.
const (
	Seen    View = iota // nothing: it was seen, or runs nothing here
	Unseen              // it was never shown
	Changed             // another program was seen under this name
)

// print is called under the lock. It stands for what an entry runs here. An entry that leaves its folder open and names files without saying where they are runs
// other files when Parley is started from another folder.
func (t *Trust) print(entry config.Server) string {
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
func (t *Trust) leansOn(entry config.Server) string {
	if entry.Cwd != "" || len(entry.Command) == 0 {
		return ""
	}
	here := t.Here
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

// MayStart looks again whether the program of an entry may be started.
func (t *Trust) MayStart(entry config.Server) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.leans, entry.Fingerprint())
	return t.view(entry) == Seen
}

// ViewOf tells whether the program of an entry may be started, or its address reached, and if not, why.
func (t *Trust) ViewOf(entry config.Server) View {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.view(entry)
}

// needsLook reports whether an entry is one that the person has to see first.
func (t *Trust) needsLook(entry config.Server) bool {
	switch {
	case entry.Problem != nil, t.Known != nil && t.Known(entry):
		return false
	case entry.URL != "":
		return len(entry.DrawsOn()) > 0
	case len(entry.Command) == 0:
		return false
	}
	return t.Demo == nil || t.print(*t.Demo) != t.print(entry)
}

// view is ViewOf under the lock.
func (t *Trust) view(entry config.Server) View {
	if !t.needsLook(entry) {
		return Seen
	}
	print := t.print(entry)
	if t.moved[print] != "" {
		return Changed
	}
	result := Unseen
	for _, program := range t.Memory.Read().Seen {
		if program.Print == print {
			return Seen
		}
		if program.Name == entry.Name {
			result = Changed
		}
	}
	return result
}

// See notes that the person saw this program, which was this file, and let it start. file is "" when it was not known.
func (t *Trust) See(entry config.Server, file string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.view(entry) == Seen {
		return
	}
	print := t.print(entry)
	delete(t.moved, print)
	t.Memory.Change(func(k *memory.Kept) {
		list := append(slices.Clone(k.Seen), memory.Program{Name: entry.Name, Print: print, File: file, Parts: t.partsOf(entry)})
		k.Seen = list[max(len(list)-memory.MaxPrograms, 0):]
	})
}

// Moved says that a program is another file than the one that the person let start.
type Moved struct {
	Program     string // as the entry calls it
	Before, Now string // the files; Before is "" when it is not known
}

// Approve is asked before each start about the file that is to be started; nil lets it start. The first start after the person saw an entry without its
// file settles which it is; from then on another file is another program: PATH, a folder or the login shell may have changed.
func (t *Trust) Approve(entry config.Server, path string) *Moved {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.needsLook(entry) {
		return nil
	}
	print, open, before := t.print(entry), -1, ""
	list := t.Memory.Read().Seen
	for i, program := range list {
		switch {
		case program.Print != print:
		case program.File == path:
			return nil
		case program.File == "":
			open = i
		default:
			before = program.File
		}
	}
	if open >= 0 {
		t.Memory.Change(func(k *memory.Kept) {
			k.Seen = slices.Clone(k.Seen)
			k.Seen[open].File = path
		})
		t.tell()
		return nil
	}
	if t.moved == nil {
		t.moved = map[string]string{}
	}
	t.moved[print] = path
	t.tell()
	return &Moved{Program: entry.Command[0], Before: before, Now: path}
}

// IsMoved reports whether another file was found than the one that the person had let start.
func (t *Trust) IsMoved(entry config.Server) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.moved[t.print(entry)] != ""
}

// tell says that what may start changed.
func (t *Trust) tell() {
	if t.News != nil {
		t.News()
	}
}

// partsOf is called under the lock. It stands for the program, the arguments, the folder, and the names of its settings. The values of the
// settings are left out: they are secrets. Of an address it is where it leads, what is sent along, and what of this computer is in it.
func (t *Trust) partsOf(entry config.Server) []string {
	t.print(entry) // looks at the disk, when that was not done yet
	print := func(words ...string) string { return config.Server{Command: words}.Fingerprint() }
	if entry.URL != "" {
		return []string{print(entry.Origin(), entry.AsWritten().URL), print(names(entry.Headers)...), print(entry.DrawsOn()...)}
	}
	return []string{print(entry.Command[:1]...), print(entry.Command[1:]...), print(entry.Cwd + t.leans[entry.Fingerprint()]), print(names(entry.Env)...)}
}

// Differences says in what the program of an entry differs from the one that was let start last under its name; none when that is
// not known.
func (t *Trust) Differences(entry config.Server) []Part {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.moved[t.print(entry)] != "" {
		return []Part{TheFile}
	}
	var before []string
	for _, program := range t.Memory.Read().Seen {
		if program.Name == entry.Name {
			before = program.Parts
		}
	}
	now := t.partsOf(entry)
	if len(before) != len(now) {
		return nil
	}
	parts, rest := []Part{TheProgram, ItsArguments, ItsFolder, ItsVariables}, ValueOfVariable
	if entry.URL != "" {
		parts, rest = []Part{ItsAddress, ItsHeaders, WhatItDrawsOn}, ValueOfHeader
	}
	var list []Part
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

// Part is a part of an entry that the person looked at.
type Part int

// The parts: of what a program is, and of what an address gets.
const (
	TheFile Part = iota // that the program is
	TheProgram
	ItsArguments
	ItsFolder
	ItsVariables // by their names
	ValueOfVariable
	ItsAddress
	ItsHeaders    // by their names
	WhatItDrawsOn // of this computer or the person
	ValueOfHeader
)

// names gives the keys of a table in order.
func names(table map[string]string) []string { return slices.Sorted(maps.Keys(table)) }
