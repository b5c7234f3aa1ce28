package app

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"parley/app/terminal"
)

const usage = `Parley runs the tools of MCP servers by hand, and answers what they ask.

  parley                    open the window
  parley tour DIR           run the demo by itself; one line and one picture per step into DIR
  parley screenshots DIR    take the pictures for the README into DIR
  parley demo-server        be the demo server, on standard input and output
%s
  --home DIR     Parley's folder (default %s)
  --config FILE  the servers file (default servers.json in that folder)
  --language L   what the window speaks: en, or de for German (default that of the system)
  --version      print the version
  --help         print this
`

// commandLine is what the command line says.
type commandLine struct {
	home, servers string
	terminal      *terminal.Options
	language      string   // that was wished for; "" for that of the system
	command       string   // "" for the window
	word          string   // the folder of tour and screenshots; of bench, the part
	words         []string // all of them, for call and list
}

// parse reads the command line. done means that there is nothing left to do.
func (c Command) parse(args []string) (line commandLine, done bool, code int) {
	home := defaultHome()
	flags := flag.NewFlagSet("parley", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&line.home, "home", home, "")
	flags.StringVar(&line.servers, "config", "", "")
	flags.StringVar(&line.language, "language", "", "")
	showVersion := flags.Bool("version", false, "")
	line.terminal = terminal.Flags(flags)
	words, err := parseAll(flags, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(c.Out, usage, "\n"+terminal.Usage, home)
		return line, true, ExitOK
	case err != nil:
		fmt.Fprintf(c.Problems, "parley: %s. Run parley --help to see what there is.\n", flagWords(err, args))
		return line, true, ExitUsage
	case *showVersion:
		fmt.Fprintln(c.Out, "parley", c.Version)
		return line, true, ExitOK
	}
	switch {
	case len(words) == 0:
	case len(words) > 0 && terminal.Is(words[0]):
		line.command, line.words = words[0], words
	case len(words) == 1 && words[0] == "demo-server":
		line.command = words[0]
	case len(words) == 2 && (words[0] == "tour" || words[0] == "screenshots"):
		line.command, line.word = words[0], words[1]
	case len(words) <= 2 && words[0] == "bench": // make bench; no word for a person
		line.command, line.word = words[0], strings.Join(words[1:], "")
	default:
		fmt.Fprintf(c.Problems, "parley: %q is not something that Parley does. Run parley --help to see what there is.\n", strings.Join(words, " "))
		return line, true, ExitUsage
	}
	if flag := line.terminal.Given(); flag != "" && !terminal.Is(line.command) {
		fmt.Fprintf(c.Problems, "parley: %s goes with parley call or parley list. Run parley --help to see what there is.\n", flag)
		return line, true, ExitUsage
	}
	if line.home == "" {
		fmt.Fprintln(c.Problems, "parley: this system names no folder for settings. Give one: parley --home DIR")
		return line, true, ExitUsage
	}
	for _, path := range []*string{&line.home, &line.servers} {
		if full, err := filepath.Abs(*path); err == nil && *path != "" {
			*path = full // shown to the person, and still right whatever folder is current later
		}
	}
	return line, false, ExitOK
}

// parseAll reads flags wherever they stand and gives the words between them.
func parseAll(flags *flag.FlagSet, args []string) (words []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		if flags.NArg() == 0 {
			return words, nil
		}
		words = append(words, flags.Arg(0))
		args = flags.Args()[1:]
	}
}

// flagWords says what is wrong with a flag, which is called as it was typed.
func flagWords(err error, args []string) string {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		var lacks bool
		if name, lacks = strings.CutPrefix(err.Error(), "flag needs an argument: -"); !lacks {
			return err.Error()
		}
	}
	typed := "--" + name
	for _, arg := range args {
		word, _, _ := strings.Cut(arg, "=")
		if word == "-"+name || word == "--"+name {
			typed = word
		}
	}
	if unknown {
		return "there is no " + typed
	}
	return "something has to stand behind " + typed
}

// defaultHome is Parley's folder when nobody names another; "" when the system has no place for it.
func defaultHome() string {
	folder, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "parley")
}

// homeFolder gives Parley's folder. What drives itself gets one of its own for the time being, so that it neither sees nor
// changes what the person keeps.
func (l commandLine) homeFolder() (home string, cleanUp func(), err error) {
	if l.command == "" || l.home != defaultHome() {
		return l.home, func() {}, nil
	}
	home, err = os.MkdirTemp("", "parley-tour-")
	if err != nil {
		return "", nil, fmt.Errorf("making a folder for the tour: %w", err)
	}
	return home, func() { _ = os.RemoveAll(home) }, nil
}
