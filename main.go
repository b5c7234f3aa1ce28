// Command parley is a desktop host for MCP servers: a person runs their tools by hand and answers when they ask.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"
	"github.com/pkg/browser"

	"parley/app"
	"parley/assets"
	"parley/bridge/config"
	"parley/bridge/demo"
)

// version is set by the linker: -ldflags "-X main.version=1.2.3".
var version = "0.1.0-dev"

// appID names Parley to the desktop.
const appID = "parley"

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2 // wrong flags, or no display
)

// collectAt is by how much, in percent, memory may grow before what is no longer used is collected.
const collectAt = 300

// closeLimit bounds how long leaving may take, whatever the servers do.
const closeLimit = 5 * time.Second

const usage = `Parley runs the tools of MCP servers by hand, and answers what they ask.

  parley                    open the window
  parley tour DIR           run the demo by itself; one line and one picture per step into DIR
  parley screenshots DIR    take the pictures for the README into DIR
  parley demo-server        be the demo server, on standard input and output

  --home DIR     Parley's folder (default %s)
  --config FILE  the servers file (default servers.json in that folder)
  --version      print the version
  --help         print this
`

// options are what the command line says.
type options struct {
	home, servers string
	command       string // "" for the window
	folder        string // of tour and screenshots; of bench, the part
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, in io.Reader, out, problems io.Writer) int {
	opts, done, code := parse(args, out, problems)
	if done {
		return code
	}
	if opts.command == "demo-server" {
		return serveDemo(in, out, problems)
	}
	if opts.command == "bench" && (opts.folder == "client" || opts.folder == "server") {
		return bench(opts.folder, in, out, problems)
	}
	if !hasDisplay() {
		fmt.Fprintln(problems, "parley: there is no display here (DISPLAY and WAYLAND_DISPLAY are not set). Start it in a desktop session, or run: xvfb-run -a parley tour DIR")
		return exitUsage
	}
	if opts.command == "bench" && opts.folder != "start" && opts.folder != "window" {
		return bench(opts.folder, in, out, problems)
	}
	return show(opts, out, problems)
}

// parse reads the command line. done means that there is nothing left to do.
func parse(args []string, out, problems io.Writer) (opts options, done bool, code int) {
	home := defaultHome()
	flags := flag.NewFlagSet("parley", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&opts.home, "home", home, "")
	flags.StringVar(&opts.servers, "config", "", "")
	showVersion := flags.Bool("version", false, "")
	words, err := parseAll(flags, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(out, usage, home)
		return opts, true, exitOK
	case err != nil:
		fmt.Fprintf(problems, "parley: %v. Run parley --help to see what there is.\n", err)
		return opts, true, exitUsage
	case *showVersion:
		fmt.Fprintln(out, "parley", version)
		return opts, true, exitOK
	}
	switch {
	case len(words) == 0:
	case len(words) == 1 && words[0] == "demo-server":
		opts.command = words[0]
	case len(words) == 2 && (words[0] == "tour" || words[0] == "screenshots"):
		opts.command, opts.folder = words[0], words[1]
	case len(words) <= 2 && words[0] == "bench": // make bench; no word for a person
		opts.command, opts.folder = words[0], strings.Join(words[1:], "")
	default:
		fmt.Fprintf(problems, "parley: %q is not something that Parley does. Run parley --help to see what there is.\n", strings.Join(words, " "))
		return opts, true, exitUsage
	}
	if opts.home == "" {
		fmt.Fprintln(problems, "parley: this system names no folder for settings. Give one: parley --home DIR")
		return opts, true, exitUsage
	}
	for _, path := range []*string{&opts.home, &opts.servers} {
		if full, err := filepath.Abs(*path); err == nil && *path != "" {
			*path = full // shown to the person, and still right whatever folder is current later
		}
	}
	return opts, false, exitOK
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

// defaultHome is Parley's folder when nobody names another; "" when the system has no place for it.
func defaultHome() string {
	folder, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "parley")
}

// hasDisplay reports whether there can be a window. Fyne would panic without one.
func hasDisplay() bool {
	switch runtime.GOOS {
	case "darwin", "windows":
		return true
	}
	return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

func serveDemo(in io.Reader, out, problems io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := demo.Serve(ctx, in, out); err != nil {
		fmt.Fprintln(problems, "parley demo-server:", err)
		return exitFailed
	}
	return exitOK
}

// bench measures, or is one of the processes that do: the parts "start" and "window" are Parley itself.
func bench(part string, in io.Reader, out, problems io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	self, err := os.Executable()
	switch {
	case err != nil:
	case part == "":
		err = app.Bench(ctx, self, version, out, problems)
	case part == "client":
		err = app.BenchClient(ctx, demoServer(), out)
	case part == "server":
		err = app.BenchServer(ctx, in, out)
	default:
		err = app.BenchEmpty(fyneapp.NewWithID(appID+".empty"), fyne.Do, part, out)
	}
	if err != nil {
		fmt.Fprintln(problems, "parley bench:", err)
		return exitFailed
	}
	return exitOK
}

// show opens the window, or lets it drive itself, and returns when it is gone and nothing is left running.
func show(opts options, out, problems io.Writer) (code int) {
	home, cleanUp, err := homeOf(opts)
	if err != nil {
		fmt.Fprintln(problems, "parley:", err)
		return exitFailed
	}
	defer cleanUp()

	words, err := app.CatchLastWords(home, time.Now())
	if err != nil {
		fmt.Fprintln(problems, "parley:", err)
	}
	defer words.Close()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt) // collecting is felt as frames that come late
	}

	desktop := fyneapp.NewWithID(appID)
	desktop.SetIcon(fyne.NewStaticResource("parley.png", assets.IconPNG()))
	desktop.Settings().SetTheme(app.Theme{})
	browser.Stdout, browser.Stderr = io.Discard, io.Discard

	parley, err := app.New(app.Options{
		Fyne:    desktop,
		Do:      fyne.Do,
		Home:    home,
		Servers: opts.servers,
		Version: version,
		Demo:    demoServer(),
		Browse:  browser.OpenURL,
		Crashed: words.Left,
		Log:     slog.New(slog.NewTextHandler(problems, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	if err != nil {
		fmt.Fprintln(problems, "parley:", err)
	}
	defer closeDown(parley)
	defer func() {
		if what := recover(); what != nil {
			code = fell(parley, what, problems)
		}
	}()
	parley.WhenShown(func() { leaveOnSignals(parley) })
	finish := drive(opts, parley, out, problems)
	parley.Start()
	desktop.Run()
	return finish()
}

// drive makes Parley run itself for tour, screenshots and bench, once its window is up. finish gives the exit code when Fyne's
// loop has ended.
func drive(opts options, parley *app.App, out, problems io.Writer) (finish func() int) {
	if opts.command == "" {
		return func() int { return exitOK }
	}
	self := parley.Tour
	switch opts.command {
	case "screenshots":
		self = parley.Screenshots
	case "bench":
		self = parley.Measuring()
	}
	ctx, cancel := context.WithCancel(context.Background())
	result := make(chan error, 1)
	parley.WhenShown(func() {
		go func() {
			result <- self(ctx, opts.folder, out)
			parley.Quit()
		}()
	})
	return func() int {
		cancel()
		select {
		case err := <-result:
			if err == nil {
				return exitOK
			}
			fmt.Fprintf(problems, "parley %s: %v\n", opts.command, err)
		case <-time.After(time.Second):
			fmt.Fprintf(problems, "parley %s: it was ended before it was over\n", opts.command)
		}
		return exitFailed
	}
}

// leaveOnSignals lets an interrupt or a request to end do what closing the window does. Fyne listens too and would end its
// loop at once, with requests unanswered; it is sent away. It begins to listen in a goroutine at some moment of its
// start, so it is sent away more than once.
func leaveOnSignals(parley *app.App) {
	signals := make(chan os.Signal, 2)
	listen := func() {
		signal.Reset(os.Interrupt, syscall.SIGTERM)
		signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	}
	listen()
	time.AfterFunc(300*time.Millisecond, listen)
	time.AfterFunc(2*time.Second, listen)
	go func() {
		<-signals
		parley.Leave()
		<-signals // the person means it
		os.Exit(exitFailed)
	}()
}

// homeOf gives Parley's folder. What drives itself gets one of its own for the time being, so that it neither sees nor
// changes what the person keeps.
func homeOf(opts options) (home string, cleanUp func(), err error) {
	if opts.command == "" || opts.home != defaultHome() {
		return opts.home, func() {}, nil
	}
	home, err = os.MkdirTemp("", "parley-tour-")
	if err != nil {
		return "", nil, fmt.Errorf("making a folder for the tour: %w", err)
	}
	return home, func() { _ = os.RemoveAll(home) }, nil
}

// demoServer is the built-in server: this very program, run once more. It is nil when the system does not say where the
// program is. It speaks the protocol in which a server waits while it asks: only there can it lose its patience.
func demoServer() *config.Server {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	return &config.Server{Name: "Demo lab", Command: []string{self, "demo-server"}, Protocol: "2025-11-25"}
}

// closeDown answers what is open with cancel and lets the servers go, in bounded time.
func closeDown(parley *app.App) {
	ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
	defer cancel()
	parley.Close(ctx)
}

// fell tells about a panic that came out of Fyne's loop: one while there was no window yet is a display that does not
// work, any other is our fault.
func fell(parley *app.App, what any, problems io.Writer) int {
	if !parley.Shown() {
		fmt.Fprintf(problems, "parley: no window could be opened on this display (%v).\n", what)
		return exitUsage
	}
	crash := parley.Fell(what, debug.Stack())
	fmt.Fprintf(problems, "parley: something in Parley went wrong, and it had to close. What happened is written in %s\n", crash.File)
	return exitFailed
}
