package program

import (
	"slices"
	"strings"
)

// safeVariables are inherited by a program whose command says OnlySafeEnv: what programs need to run at all, and nothing
// that people keep keys in (case config-env-overrides-keep-inherited).
var safeVariables = []string{
	"PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TZ", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TMPDIR", "TMP", "TEMP",
	"APPDATA", "LOCALAPPDATA", "USERPROFILE", "USERNAME", "HOMEDRIVE", "HOMEPATH", "SystemRoot", "SystemDrive", "windir", "ComSpec",
	"PATHEXT", "ProgramFiles", "ProgramFiles(x86)", "ProgramData", "PROCESSOR_ARCHITECTURE", "NUMBER_OF_PROCESSORS", "OS",
}

// environment is a list of variables under the rules of one system: Windows does not tell Path from PATH.
type environment struct {
	goos  string
	pairs []string // name=value
}

func (e environment) same(a, b string) bool {
	if e.goos == "windows" {
		return strings.EqualFold(a, b)
	}
	return a == b
}

// VariableName is the name in a pair, name=value. Windows has some that begin with an equals sign.
func VariableName(pair string) string {
	if pair == "" {
		return ""
	}
	name, _, _ := strings.Cut(pair[1:], "=")
	return pair[:1] + name
}

// get gives the value of a variable. As in every program, the last of several counts.
func (e environment) get(name string) (value string, ok bool) {
	for _, pair := range slices.Backward(e.pairs) {
		if found := VariableName(pair); e.same(found, name) && len(pair) > len(found) {
			return pair[len(found)+1:], true
		}
	}
	return "", false
}

// set gives a variable its value, under the name that it has already.
func (e *environment) set(name, value string) {
	for i, pair := range slices.Backward(e.pairs) {
		if found := VariableName(pair); e.same(found, name) {
			e.pairs[i] = found + "=" + value
			return
		}
	}
	e.pairs = append(e.pairs, name+"="+value)
}

// forCommand is what the program of a command gets: what Parley has, or the safe part of it, without what the command unsets, and with
// what it sets (contract G3).
func (e environment) forCommand(command Command) environment {
	given := environment{goos: e.goos}
	for _, pair := range e.pairs {
		name := VariableName(pair)
		matches := func(other string) bool { return e.same(name, other) }
		if command.OnlySafeEnv && !slices.ContainsFunc(safeVariables, matches) || slices.ContainsFunc(command.Unset, matches) {
			continue
		}
		given.pairs = append(given.pairs, pair)
	}
	names := make([]string, 0, len(command.Env))
	for name := range command.Env {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		given.set(name, command.Env[name])
	}
	return given
}
