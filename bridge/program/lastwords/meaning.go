package lastwords

import (
	"strings"

	"parley/bridge/program/launcher"
)

// Understand finds out what the words of a program mean that ended: the lines that begin like an error say it better than the rest,
// which may be how it wants to be started. has tells which settings it was given; nil: that is not known.
func Understand(goos, said string, has func(name string) bool) (m Meaning, understands bool) {
	if m, sure := Sure(goos, said); sure {
		return m, true
	}
	if m, is := likely(goos, strings.Join(causes(said), "\n\n"), has); is {
		return m, true
	}
	return likely(goos, said, has)
}

// Sure is [Understand] for words that leave no doubt: those of a program that goes on.
func Sure(goos, said string) (m Meaning, sure bool) {
	for _, part := range []string{LastLines(said, 60), strings.Join(causes(said), "\n\n"), FirstLines(said, 60)} {
		if m, sure = understood(knownLastWords(), goos, part); sure {
			return m, true
		}
	}
	return Meaning{}, false
}

// For is the meaning when it was the program of that name that said it, on a system of that kind: what npx does not find is a part of the
// package that it has fetched, and nothing to be installed.
func (m Meaning) For(program, goos string) Meaning {
	if missing, found := strings.CutSuffix(m.What, ", which was not found."); found && launcher.BaseName(program) == "npx" && launcher.HowToGet(goos, strings.TrimPrefix(missing, "It needs ")) == "" {
		m.Do = brokenStore
	}
	return m
}
