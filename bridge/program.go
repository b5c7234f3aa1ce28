package bridge

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"parley/bridge/clock"
	"parley/bridge/config"
)

// Programs finds the programs of servers where a login shell would find them: an app that was started from the desktop has a
// PATH that lacks most of what people install (case config-npx-not-on-gui-path). The zero value looks at this machine. One value
// is for all servers of an app, for what the login shell said is kept in it; its methods are safe for concurrent use.
type Programs struct {
	GOOS    string                                             // the system whose rules count; "": this one
	Environ func() []string                                    // what programs inherit; nil: Parley's own environment
	Login   func(ctx context.Context) (path string, err error) // the PATH that a login shell has; nil: the shell is asked. ctx ends when it takes too long
	Files   fs.FS                                              // the files of the machine: "opt/bin/npx" is /opt/bin/npx, "C:/bin/npx.cmd" is C:\bin\npx.cmd; nil: the real ones
	Clock   Clock                                              // nil: the system's

	mu     sync.Mutex
	login  loginAnswer
	asking chan struct{} // closed when the one who asks the shell is through; nil: nobody asks
}

// Program is a program that was found, and how it is started.
type Program struct {
	Path     string   // of its file, in full
	Args     []string // with which it is started, without the program itself
	Dir      string   // the folder in which it runs; "": Parley's own
	Environ  []string // its whole environment, as name=value; the values are secrets
	Searched []string // the folders that were looked through, in order; nil when the entry names the file itself
	Shell    string   // on Windows, for a script: the command processor that runs it
	Line     string   // what the command processor gets; it reads no list of arguments
}

// Find finds the program of an entry, and what it would be given, without starting it. The login shell is asked when Parley was
// started from the desktop, or when the program is not found without; that may take seconds, and ctx ends it.
//
// The failure says in plain words what is missing and how to get it.
func (p *Programs) Find(ctx context.Context, entry config.Server) (Program, *Failure) {
	if len(entry.Command) == 0 || entry.Command[0] == "" {
		return Program{}, startFailure("", errNoCommand)
	}
	s := search{
		programs: p,
		machine:  machine{goos: p.goos(), files: p.Files},
		begun:    p.clock().Now(),
		entry:    entry,
		name:     entry.Command[0],
	}
	s.inherited = environment{goos: s.machine.goos, pairs: slices.Clone(p.environ())}
	s.given = s.inherited.forEntry(entry)
	return s.run(ctx)
}

func (p *Programs) goos() string {
	if p.GOOS != "" {
		return p.GOOS
	}
	return runtime.GOOS
}

func (p *Programs) environ() []string {
	if p.Environ != nil {
		return p.Environ()
	}
	return os.Environ()
}

func (p *Programs) clock() Clock {
	if p.Clock != nil {
		return p.Clock
	}
	return clock.System{}
}

// search is one run of Find.
type search struct {
	programs  *Programs
	machine   machine
	begun     time.Time
	entry     config.Server
	name      string      // as the entry writes it
	inherited environment // what Parley has
	given     environment // what the program gets

	folders []string // looked through, or to be looked through, in order
	login   bool     // the login shell's folders are among them
	fresh   bool     // and it was asked after this search had begun
	wide    bool     // so are the well-known folders
	first   string   // the folder that must come first for the program to find its own kind; "" for none
	near    near     // what was found instead
}

// near is what a search met that is nearly what it looked for.
type near struct {
	folder    string // a folder of this name
	forbidden string // a file of this name that may not be run
}

func (s *search) run(ctx context.Context) (Program, *Failure) {
	if failure := s.checkFolder(); failure != nil {
		return Program{}, failure
	}
	s.folders = s.machine.split(s.path())
	if s.fromDesktop() && (!s.namesFile() || s.machine.isScript(s.file())) {
		s.askLogin(ctx, time.Time{})
	}
	path := s.find(ctx)
	if ctx.Err() != nil && path == "" {
		return Program{}, &Failure{What: fmt.Sprintf("The search for %s was stopped.", s.name), Err: context.Cause(ctx)}
	}
	if path == "" {
		return Program{}, s.missing()
	}
	if failure := s.checkInterpreter(ctx, path); failure != nil {
		return Program{}, failure
	}
	return s.program(path)
}

// checkFolder reports a folder to run in that is not there.
func (s *search) checkFolder() *Failure {
	if s.entry.Cwd == "" {
		return nil
	}
	info, err := s.machine.stat(s.entry.Cwd)
	if err != nil || !info.IsDir() {
		return folderFailure(s.entry.Cwd, err)
	}
	return nil
}

// path is the PATH in which the program is looked for first: the entry's own, or the one that is inherited.
func (s *search) path() string {
	if path, ok := s.given.get("PATH"); ok {
		return path
	}
	path, _ := s.inherited.get("PATH")
	return path
}

// namesFile reports whether the entry names a file instead of a program to be looked for.
func (s *search) namesFile() bool { return s.machine.hasFolder(s.name) }

// file is the full path of the file that the entry names.
func (s *search) file() string {
	if s.machine.isFull(s.name) {
		return s.name
	}
	dir := s.entry.Cwd
	if dir == "" {
		dir = s.machine.current()
	}
	return s.machine.join(dir, s.name)
}

// fromDesktop reports whether Parley has the environment of a desktop instead of a terminal's, which sets TERM. An entry with a
// PATH of its own needs no other.
func (s *search) fromDesktop() bool {
	if _, own := s.entry.Env["PATH"]; own || s.machine.goos == "windows" {
		return false
	}
	term, _ := s.inherited.get("TERM")
	return term == ""
}

// find looks further and further until the program is there; "" when it is nowhere.
func (s *search) find(ctx context.Context) string {
	if s.namesFile() {
		return s.executable(s.file())
	}
	for {
		for _, folder := range s.folders {
			if path := s.executable(s.machine.join(folder, s.name)); path != "" {
				if s.wide {
					s.first = folder
				}
				return path
			}
		}
		if !s.lookFurther(ctx) {
			return ""
		}
	}
}

// lookFurther adds the folders of the login shell, then the well-known ones. It reports false when there is nowhere else.
func (s *search) lookFurther(ctx context.Context) bool {
	if !s.fresh {
		before := len(s.folders)
		if s.askLogin(ctx, s.begun); len(s.folders) > before {
			return true
		}
	}
	if s.wide || ctx.Err() != nil {
		return false
	}
	s.wide = true
	s.folders = unique(slices.Concat(s.folders, s.machine.wellKnown(s.inherited)))
	return true
}

// askLogin puts the folders of the login shell in front: what a person has there is what their terminal would take.
func (s *search) askLogin(ctx context.Context, notBefore time.Time) {
	path, asked := s.programs.loginPath(ctx, notBefore)
	s.fresh = !asked.Before(s.begun)
	if path == "" {
		return
	}
	s.login = true
	s.folders = unique(slices.Concat(s.machine.split(path), s.folders))
	if _, own := s.entry.Env["PATH"]; own {
		s.folders = unique(slices.Concat(s.machine.split(s.path()), s.folders))
	}
}

// executable gives the file that is started for a path: itself, or with one of the endings that Windows adds; "" for none.
func (s *search) executable(path string) string {
	for _, candidate := range s.machine.candidates(path, s.inherited) {
		info, err := s.machine.stat(candidate)
		switch {
		case err != nil:
		case info.IsDir():
			s.near.folder = candidate
		case s.machine.goos != "windows" && info.Mode()&0o111 == 0:
			s.near.forbidden = candidate
		default:
			return candidate
		}
	}
	return ""
}

// checkInterpreter reports a script whose interpreter is missing: npx is there, but node is not (varandrew/moor#49).
func (s *search) checkInterpreter(ctx context.Context, path string) *Failure {
	if s.machine.goos == "windows" {
		return nil
	}
	interpreter, looked := s.machine.interpreter(path)
	if interpreter == "" {
		return nil
	}
	if !looked {
		if _, err := s.machine.stat(interpreter); err != nil {
			return s.interpreterFailure(interpreter)
		}
		return nil
	}
	for {
		for _, folder := range s.folders {
			if s.machine.runs(s.machine.join(folder, interpreter)) {
				return nil
			}
		}
		if !s.lookFurther(ctx) {
			return s.interpreterFailure(interpreter)
		}
	}
}

// program is what was found, ready to be started.
func (s *search) program(path string) (Program, *Failure) {
	given := s.given
	if _, has := given.get("PATH"); has && (s.login || s.wide || s.fromDesktop()) {
		given.set("PATH", s.machine.list(s.childFolders()))
	}
	found := Program{Path: path, Args: slices.Clone(s.entry.Command[1:]), Dir: s.entry.Cwd, Environ: given.pairs}
	if !s.namesFile() {
		found.Searched = slices.Clone(s.folders)
	}
	if s.machine.goos != "windows" || !isBatch(path) {
		return found, nil
	}
	line, err := batchLine(path, found.Args)
	if err != nil {
		return Program{}, batchFailure(s.name, err)
	}
	root, _ := s.inherited.get("SystemRoot")
	if root == "" {
		root = `C:\Windows`
	}
	found.Shell, found.Line = root+`\System32\cmd.exe`, line
	return found, nil
}

// childFolders is the PATH that the program gets, so that npx finds node: what was searched, and what is well known.
func (s *search) childFolders() []string {
	folders := s.folders
	if s.first != "" {
		folders = slices.Concat([]string{s.first}, folders)
	}
	if !s.wide {
		folders = slices.Concat(folders, s.machine.wellKnown(s.inherited))
	}
	return unique(folders)
}

// unique keeps the first of each, and no empty ones.
func unique(folders []string) []string {
	var kept []string
	for _, folder := range folders {
		if folder != "" && !slices.Contains(kept, folder) {
			kept = append(kept, folder)
		}
	}
	return kept
}

// baseName is a program's name without folder and ending, as people know it.
func baseName(program string) string {
	name := program[strings.LastIndexAny(program, `/\`)+1:]
	lower := strings.ToLower(name)
	for _, ending := range []string{".exe", ".cmd", ".bat", ".com"} {
		if cut, ok := strings.CutSuffix(lower, ending); ok {
			return cut
		}
	}
	return lower
}
