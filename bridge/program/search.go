package program

import (
	"context"
	"slices"
	"time"
)

// search is one run of Find.
type search struct {
	machine   machine
	shell     shell
	begun     time.Time
	command   Command
	name      string      // as the command writes it
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

// path is the PATH in which the program is looked for first: the command's own, or the one that is inherited.
func (s *search) path() string {
	if path, ok := s.given.get("PATH"); ok {
		return path
	}
	path, _ := s.inherited.get("PATH")
	return path
}

// namesFile reports whether the command names a file instead of a program to be looked for.
func (s *search) namesFile() bool { return s.machine.hasFolder(s.name) }

// file is the full path of the file that the command names.
func (s *search) file() string {
	if s.machine.isFull(s.name) {
		return s.name
	}
	dir := s.command.Dir
	if dir == "" {
		dir = s.machine.current()
	}
	return s.machine.join(dir, s.name)
}

// fromDesktop reports whether Parley has the environment of a desktop instead of a terminal's, which sets TERM. A command with a
// PATH of its own needs no other.
func (s *search) fromDesktop() bool {
	if _, own := s.command.Env["PATH"]; own || s.machine.goos == "windows" {
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
	path, asked := s.shell.path(ctx, notBefore)
	s.fresh = !asked.Before(s.begun)
	if path == "" {
		return
	}
	s.login = true
	s.folders = unique(slices.Concat(s.machine.split(path), s.folders))
	if _, own := s.command.Env["PATH"]; own {
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

// lacksInterpreter gives the interpreter of a script when it is missing; "" when nothing is: npx is there, but node is not (varandrew/moor#49).
func (s *search) lacksInterpreter(ctx context.Context, path string) string {
	if s.machine.goos == "windows" {
		return ""
	}
	interpreter, looked := s.machine.interpreter(path)
	if interpreter == "" {
		return ""
	}
	if !looked {
		if _, err := s.machine.stat(interpreter); err != nil {
			return interpreter
		}
		return ""
	}
	for {
		for _, folder := range s.folders {
			if s.machine.runs(s.machine.join(folder, interpreter)) {
				return ""
			}
		}
		if !s.lookFurther(ctx) {
			return interpreter
		}
	}
}
