package terminal

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"parley/app/memory"
	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/vault"
)

// Exit codes of parley call and parley list.
const (
	ExitOK        = 0
	ExitToolError = 1 // the tool ran and reports an error
	ExitUsage     = 2 // the command line, the answers, or a name that is not there
	ExitFailed    = 3 // the server could not be started or reached, or broke off
	ExitStopped   = 4 // the person stopped it
)

// Usage says what can be typed.
const Usage = `  parley list               list the servers of the servers file
  parley list SERVER        list the tools of one of them
  parley call SERVER TOOL   run a tool and print what it gives back

  With call, the arguments of the tool follow as name=value, or:
    --args JSON     all of them at once, as a JSON object, sent as it stands; @FILE reads it from a file
    --answers FILE  answer what the server asks from this file; the README says what is in it
    --no-input      ask nothing here: what the file does not answer is closed without deciding
    --timeout TIME  give the server so long, such as 90s or 5m, in place of what its entry says
  With call and list SERVER:
    --trust         start a program that Parley has not started before, or connect what draws on this computer
    --json          print one JSON object (with list, a list) for another program to read
`

// Command is what Parley does without a window. Fields without a remark are required.
type Command struct {
	Version string
	Home    string         // Parley's folder
	Servers string         // the servers file
	Demo    *config.Server // the built-in server; nil: none
	Secrets vault.Store    // nil: the keyring of this computer, or a file in Home
	Clock   bridge.Clock   // nil: the system's
	Log     *slog.Logger   // nil: discarded

	In            io.Reader
	Out, Problems io.Writer

	trust func(config.Server) bool // tests: programs that need no look; nil: none
}

// Options are what stands behind call or list.
type Options struct {
	words   []string
	args    string
	answers string
	noInput bool
	json    bool
	trust   bool
	timeout time.Duration
}

// Flags adds the flags of call and list to a command line. The words between flags go to [Command.Run].
func Flags(flags *flag.FlagSet) *Options {
	o := &Options{}
	flags.StringVar(&o.args, "args", "", "")
	flags.StringVar(&o.answers, "answers", "", "")
	flags.BoolVar(&o.noInput, "no-input", false, "")
	flags.BoolVar(&o.json, "json", false, "")
	flags.BoolVar(&o.trust, "trust", false, "")
	flags.DurationVar(&o.timeout, "timeout", 0, "")
	return o
}

// Given is the first flag of call and list that was typed; "" when there is none.
func (o *Options) Given() string {
	switch {
	case o.args != "":
		return "--args"
	case o.answers != "":
		return "--answers"
	case o.noInput:
		return "--no-input"
	case o.json:
		return "--json"
	case o.trust:
		return "--trust"
	case o.timeout != 0:
		return "--timeout"
	}
	return ""
}

// Is reports whether a word of the command line is one of this package's.
func Is(word string) bool { return word == "call" || word == "list" }

// Run does what the words say, the first of which is call or list, until it is done or ctx ends, which stops a call properly. It returns the
// exit code when nothing is left running.
func (c Command) Run(ctx context.Context, words []string, o *Options) int {
	o.words = words[1:]
	var err error
	code := ExitOK
	switch {
	case words[0] == "list":
		err = c.list(ctx, *o)
	case len(o.words) < 2:
		err = usage("parley call needs the name of a server and that of one of its tools: parley call SERVER TOOL")
	default:
		code, err = c.call(ctx, *o)
	}
	if err == nil {
		return code
	}
	fmt.Fprintln(c.Problems, "parley:", plain(err.Error()))
	var wrong usageError
	switch {
	case errors.As(err, &wrong):
		return ExitUsage
	case ctx.Err() != nil:
		return ExitStopped
	}
	return ExitFailed
}

// usageError is something that the person can type otherwise.
type usageError struct{ words string }

func (u usageError) Error() string { return u.words }

func usage(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// entries reads the servers file.
func (c Command) entries(kept *memory.Store, getenv func(string) string) ([]config.Server, error) {
	file, err := config.Load(c.Servers, getenv)
	if err != nil {
		return nil, err
	}
	entries := file.Servers
	if c.Demo == nil || kept.Read().HideDemo {
		return entries, nil
	}
	for _, entry := range entries {
		if entry.Name == c.Demo.Name {
			return entries, nil
		}
	}
	return append(entries[:len(entries):len(entries)], *c.Demo), nil
}

// named finds a server by its name.
func named(entries []config.Server, name string) (config.Server, error) {
	var names []string
	for _, entry := range entries {
		if entry.Name == name {
			return entry, nil
		}
		names = append(names, quoted(entry.Name))
	}
	if len(names) == 0 {
		return config.Server{}, usage("there is no server %s, for the servers file has none", quoted(name))
	}
	return config.Server{}, usage("there is no server %s; there are: %s", quoted(name), strings.Join(names, ", "))
}

// tool finds a tool by its name.
func tool(tools []bridge.Tool, server, name string) (bridge.Tool, error) {
	var names []string
	for _, t := range tools {
		if t.Name == name {
			return t, nil
		}
		names = append(names, quoted(t.Name))
	}
	if len(names) == 0 {
		return bridge.Tool{}, usage("%s has no tools", server)
	}
	return bridge.Tool{}, usage("%s has no tool %s; there are: %s", server, quoted(name), strings.Join(names, ", "))
}
