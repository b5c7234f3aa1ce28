package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"fyne.io/fyne/v2"

	"parley/app/terminal"
	"parley/assets"
	"parley/bridge/config"
	"parley/widgets/language"
)

// Exit codes of Parley.
const (
	ExitOK     = 0
	ExitFailed = 1
	ExitUsage  = 2 // wrong flags, or no display
)

// appID names Parley to the desktop.
const appID = "parley"

// By how much, in percent, memory may grow before what is no longer used is collected: collecting delays the first frame, and costs
// less later than the memory that waits for it.
const (
	collectAtStart = 300
	collectInUse   = 100
)

// Command is Parley as a program: from its command line to its exit code. All fields are required; what needs a screen or
// cgo comes in through them. Without NewFyne there is no window.
type Command struct {
	Version string
	NewFyne func(id string) fyne.App   // Fyne's app.NewWithID
	Do      func(func())               // fyne.Do
	Browse  func(address string) error // opens the system's browser
	Demo    func(ctx context.Context, in io.Reader, out io.Writer) error
	Release func() // gives free memory back to the system

	In            io.Reader
	Out, Problems io.Writer
}

// Run does what the command line, without the program's name, says. It returns the exit code when nothing is left running.
func (c Command) Run(args []string) int {
	line, done, code := c.parse(args)
	if done {
		return code
	}
	if line.command == "demo-server" {
		return c.serveDemo()
	}
	if terminal.Is(line.command) {
		return c.inTerminal(line)
	}
	if line.command == "bench" && benchNeedsNoWindow(line.word) {
		return c.bench(line.word)
	}
	if c.NewFyne == nil {
		fmt.Fprintln(c.Problems, "parley: this is Parley without its window. Run parley --help to see what there is.")
		return ExitUsage
	}
	if err := language.Load(line.spoken()); err != nil {
		fmt.Fprintf(c.Problems, "parley: %v. Run parley --help to see what there is.\n", err)
		return ExitUsage
	}
	if !hasDisplay() {
		fmt.Fprintln(c.Problems, "parley: there is no display here (DISPLAY and WAYLAND_DISPLAY are not set). Start it in a desktop session, or run: xvfb-run -a parley tour DIR")
		return ExitUsage
	}
	if line.command == "bench" && !benchIsParley(line.word) {
		return c.bench(line.word)
	}
	return c.show(line)
}

// hasDisplay reports whether there can be a window. Fyne would panic without one.
func hasDisplay() bool {
	switch runtime.GOOS {
	case "darwin", "windows":
		return true
	}
	return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

// inTerminal runs a tool, or lists what there is, without a window.
func (c Command) inTerminal(line commandLine) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // pressed once more, it ends at once
	servers := line.servers
	if servers == "" {
		servers = filepath.Join(line.home, "servers.json")
	}
	return terminal.Command{
		Version: c.Version, Home: line.home, Servers: servers, Demo: demoServer(),
		Log: slog.New(slog.NewTextHandler(c.Problems, &slog.HandlerOptions{Level: slog.LevelWarn})),
		In:  c.In, Out: c.Out, Problems: c.Problems,
	}.Run(ctx, line.words, line.terminal)
}

func (c Command) serveDemo() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := c.Demo(ctx, c.In, c.Out); err != nil {
		fmt.Fprintln(c.Problems, "parley demo-server:", err)
		return ExitFailed
	}
	return ExitOK
}

// bench measures, or is one of the processes that do.
func (c Command) bench(part string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	self, err := os.Executable()
	switch {
	case err != nil:
	case part == "":
		err = Bench(ctx, self, c.Version, c.Out, c.Problems)
	case part == "client":
		err = BenchClient(ctx, demoServer(), c.Out)
	case part == "server":
		err = BenchServer(ctx, c.In, c.Out)
	default:
		err = BenchEmpty(c.NewFyne(appID+".empty"), c.Do, part, c.Out)
	}
	if err != nil {
		fmt.Fprintln(c.Problems, "parley bench:", err)
		return ExitFailed
	}
	return ExitOK
}

// benchNeedsNoWindow and benchIsParley sort the parts of the bench: the rest open a window that is not Parley's.
func benchNeedsNoWindow(part string) bool { return part == "client" || part == "server" }
func benchIsParley(part string) bool {
	return part == "start" || part == "window" || part == "crowd" || part == "soak"
}

// show opens the window, or lets it drive itself, and returns when it is gone and nothing is left running.
func (c Command) show(line commandLine) (code int) {
	home, cleanUp, err := line.homeFolder()
	if err != nil {
		fmt.Fprintln(c.Problems, "parley:", err)
		return ExitFailed
	}
	defer cleanUp()

	words, err := CatchLastWords(home, time.Now())
	if err != nil {
		fmt.Fprintln(c.Problems, "parley:", err)
	}
	defer words.Close()
	collect := func(percent int) {
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(percent)
		}
	}
	collect(collectAtStart)

	desktop := c.NewFyne(appID)
	desktop.SetIcon(fyne.NewStaticResource("parley.png", assets.IconPNG()))
	desktop.Settings().SetTheme(Theme{})

	opts := Options{
		Fyne:    desktop,
		Do:      c.Do,
		Home:    home,
		Servers: line.servers,
		Version: c.Version,
		Demo:    demoServer(),
		Browse:  c.Browse,
		Release: c.Release,
		Crashed: words.Left,
		Log:     slog.New(slog.NewTextHandler(c.Problems, &slog.HandlerOptions{Level: slog.LevelWarn})),
	}
	if line.command == "screenshots" {
		opts = posed(opts)
	}
	parley, err := New(opts)
	if err != nil {
		fmt.Fprintln(c.Problems, "parley:", err)
	}
	defer closeDown(parley)
	defer func() {
		if what := recover(); what != nil {
			code = fell(parley, what, c.Problems)
		}
	}()
	parley.WhenShown(func() { leaveOnSignals(parley) })
	parley.WhenShown(func() { collect(collectInUse) })
	finish := c.drive(line, parley)
	parley.Start()
	desktop.Run()
	return finish()
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
