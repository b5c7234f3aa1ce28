package bridge

import (
	"context"
	"time"

	"parley/bridge/config"
	"parley/bridge/program"
	"parley/bridge/program/launcher"
)

// CommandOf is what an entry says of its program.
func CommandOf(entry config.Server) program.Command {
	return program.Command{Line: entry.Command, Dir: entry.Cwd, Env: entry.Env, Unset: entry.Unset, OnlySafeEnv: entry.OnlySafeEnv}
}

// FindProgram is [program.Finder.Find] for the program of an entry, with the failure that its server would have.
func FindProgram(ctx context.Context, finder *program.Finder, entry config.Server) (program.Found, *Failure) {
	found, failure := finder.Find(ctx, CommandOf(entry))
	if failure != nil {
		return found, failureOf(failure)
	}
	return found, nil
}

// startProgram finds the program of an entry and starts it.
func (s *Server) startProgram(ctx context.Context, entry config.Server) (*program.Process, *Failure) {
	found, failure := FindProgram(ctx, s.opts.Programs, entry)
	if failure != nil {
		return nil, failure
	}
	if s.opts.Approve != nil {
		if failure := s.opts.Approve(s.entry, found); failure != nil {
			return nil, failure
		}
	}
	s.keepQuiet(entry)
	s.keepEnvironQuiet(found.Environ)
	p, refused := s.opts.Programs.Start(found, program.Listener{
		Clock: s.opts.Clock,
		Said:  func() { s.notify(Event{Server: s}) },
		Hush:  s.hush,
	})
	if refused != nil {
		return nil, failureOf(refused)
	}
	return p, nil
}

// startLimit bounds the introduction of a program. One that may have to fetch the server first gets more time.
func (s *Server) startLimit() time.Duration {
	if s.entry.Timeout == 0 && s.entry.URL == "" && launcher.Fetches(s.entry.Command) {
		return fetchLimit
	}
	return s.phaseLimit()
}

// fetchLimit is enough for a package of some hundred megabytes on an ordinary line.
const fetchLimit = 3 * time.Minute
