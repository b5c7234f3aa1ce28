package program

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"parley/bridge/clock"
)

// Finder finds the programs of servers where a login shell would find them: an app that was started from the desktop has a
// PATH that lacks most of what people install (case config-npx-not-on-gui-path). The zero value looks at this machine. One value
// is for all servers of an app, for what the login shell said is kept in it; its methods are safe for concurrent use.
type Finder struct {
	GOOS    string                                             // the system whose rules count; "": this one
	Environ func() []string                                    // what programs inherit; nil: Parley's own environment
	Login   func(ctx context.Context) (path string, err error) // the PATH that a login shell has; nil: the shell is asked. ctx ends when it takes too long
	Files   fs.FS                                              // the files of the machine: "opt/bin/npx" is /opt/bin/npx, "C:/bin/npx.cmd" is C:\bin\npx.cmd; nil: the real ones
	Clock   clock.Clock                                        // nil: the system's

	login login
}

// Find finds the program of a command, and what it would be given, without starting it. The login shell is asked when Parley was
// started from the desktop, or when the program is not found without; that may take seconds, and ctx ends it.
//
// The failure says in plain words what is missing and how to get it.
func (f *Finder) Find(ctx context.Context, command Command) (Found, *Failure) {
	if len(command.Line) == 0 || command.Line[0] == "" {
		return Found{}, noCommand()
	}
	s := search{
		machine: f.machine(),
		shell:   f.shell(),
		begun:   f.clock().Now(),
		command: command,
		name:    command.Line[0],
	}
	s.inherited = environment{goos: s.machine.goos, pairs: slices.Clone(f.environ())}
	s.given = s.inherited.forCommand(command)
	return s.run(ctx)
}

func (f *Finder) goos() string {
	if f.GOOS != "" {
		return f.GOOS
	}
	return runtime.GOOS
}

func (f *Finder) environ() []string {
	if f.Environ != nil {
		return f.Environ()
	}
	return os.Environ()
}

func (f *Finder) machine() machine { return machine{goos: f.goos(), files: f.Files} }

func (f *Finder) shell() shell {
	ask := f.Login
	if ask == nil {
		ask = func(ctx context.Context) (string, error) {
			return askLoginShell(ctx, environment{goos: f.goos(), pairs: f.environ()})
		}
	}
	return shell{ask: ask, clock: f.clock(), kept: &f.login}
}

func (f *Finder) clock() clock.Clock {
	if f.Clock != nil {
		return f.Clock
	}
	return clock.System{}
}

func (s *search) run(ctx context.Context) (Found, *Failure) {
	if failure := s.checkFolder(); failure != nil {
		return Found{}, failure
	}
	s.folders = s.machine.split(s.path())
	if s.fromDesktop() && (!s.namesFile() || s.machine.isScript(s.file())) {
		s.askLogin(ctx, time.Time{})
	}
	path := s.find(ctx)
	if ctx.Err() != nil && path == "" {
		return Found{}, &Failure{What: fmt.Sprintf("The search for %s was stopped.", s.name), Err: context.Cause(ctx)}
	}
	if path == "" {
		return Found{}, s.missing()
	}
	if interpreter := s.lacksInterpreter(ctx, path); interpreter != "" {
		return Found{}, s.interpreterFailure(interpreter)
	}
	return s.program(path)
}

// checkFolder reports a folder to run in that is not there.
func (s *search) checkFolder() *Failure {
	if s.command.Dir == "" {
		return nil
	}
	info, err := s.machine.stat(s.command.Dir)
	if err != nil || !info.IsDir() {
		return folderFailure(s.command.Dir, err)
	}
	return nil
}

// program is what was found, ready to be started.
func (s *search) program(path string) (Found, *Failure) {
	given := s.given
	if _, has := given.get("PATH"); has && (s.login || s.wide || s.fromDesktop()) {
		given.set("PATH", s.machine.list(s.childFolders()))
	}
	found := Found{Name: s.name, Path: path, Args: slices.Clone(s.command.Line[1:]), Dir: s.command.Dir, Environ: given.pairs}
	if !s.namesFile() {
		found.Searched = slices.Clone(s.folders)
	}
	if s.machine.goos != "windows" || !isBatch(path) {
		return found, nil
	}
	line, err := batchLine(path, found.Args)
	if err != nil {
		return Found{}, batchFailure(s.name, err)
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

// Inherited are the names of what the program of a command gets of Parley's own environment, as they are: all of it or the safe part,
// without what the command sets itself or takes out.
func (f *Finder) Inherited(command Command) []string {
	own := environment{goos: f.goos(), pairs: f.environ()}
	var names []string
	for _, pair := range own.forCommand(command).pairs {
		name := VariableName(pair)
		set := slices.ContainsFunc(slices.Collect(maps.Keys(command.Env)), func(other string) bool { return own.same(name, other) })
		if name != "" && !strings.HasPrefix(name, "=") && !set && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
