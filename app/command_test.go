package app

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

// runCommand runs a command line that opens no window.
func runCommand(args ...string) (code int, out, problems string) {
	var said, noise bytes.Buffer
	noWindow := func(string) fyne.App { panic("a window is opened") }
	code = Command{Version: "1.2.3", NewFyne: noWindow, In: strings.NewReader(""), Out: &said, Problems: &noise}.Run(args)
	return code, said.String(), noise.String()
}

func TestHelpAndVersionAnswerWithoutADisplay(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	for arg, want := range map[string]string{"--help": "parley tour DIR", "-h": "demo-server", "--version": "parley 1.2.3\n"} {
		code, out, problems := runCommand(arg)
		if code != ExitOK || !strings.Contains(out, want) || problems != "" {
			t.Errorf("%s: exit code %d, %q, %q", arg, code, out, problems)
		}
	}
}

func TestWithoutADisplayItSaysSo(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	if always := runtime.GOOS == "darwin" || runtime.GOOS == "windows"; always {
		if !hasDisplay() {
			t.Error("there is always a display on this system")
		}
		return
	}
	for _, args := range [][]string{nil, {"tour", t.TempDir()}, {"--home", t.TempDir()}, {"bench"}, {"bench", "window"}} {
		code, _, problems := runCommand(args...)
		if code != ExitUsage || !strings.Contains(problems, "no display") || strings.Contains(problems, "goroutine") {
			t.Errorf("%v: exit code %d, %q", args, code, problems)
		}
	}
}

// The program without a window says so, and runs tools.
func TestProgramWithoutAWindow(t *testing.T) {
	for _, args := range [][]string{nil, {"tour", t.TempDir()}, {"bench", "window"}, {"list"}, {"call", "nobody", "nothing"}} {
		var said, noise bytes.Buffer
		home := []string{"--home", t.TempDir()}
		code := Command{In: strings.NewReader(""), Out: &said, Problems: &noise}.Run(append(home, args...))
		switch {
		case len(args) > 0 && args[0] == "list":
			if code != ExitOK || !strings.Contains(said.String(), "Demo lab") {
				t.Errorf("%v: exit code %d, %q", args, code, noise.String())
			}
		case len(args) > 0 && args[0] == "call":
			if code != ExitUsage || !strings.Contains(noise.String(), `there is no server nobody; there are: "Demo lab"`) {
				t.Errorf("%v: exit code %d, %q", args, code, noise.String())
			}
		case code != ExitUsage || !strings.Contains(noise.String(), "without its window"):
			t.Errorf("%v: exit code %d, %q", args, code, noise.String())
		}
	}
}

func TestWrongWordsAreToldPlainly(t *testing.T) {
	for _, args := range [][]string{{"--colour", "blue"}, {"fly"}, {"tour"}, {"tour", "a", "b"}, {"demo-server", "now"}, {"--json"}, {"--trust", "tour", "a"}, {"--timeout", "5s", "demo-server"}} {
		code, _, problems := runCommand(args...)
		if code != ExitUsage || !strings.Contains(problems, "parley --help") {
			t.Errorf("%v: exit code %d, %q", args, code, problems)
		}
	}
}

func TestWrongFlagsAreCalledAsTheyWereTyped(t *testing.T) {
	for arg, want := range map[string]string{
		"--wrong":  "parley: there is no --wrong. Run parley --help to see what there is.\n",
		"-w=3":     "parley: there is no -w. Run parley --help to see what there is.\n",
		"--config": "parley: something has to stand behind --config. Run parley --help to see what there is.\n",
	} {
		if code, _, problems := runCommand(arg); code != ExitUsage || problems != want {
			t.Errorf("%s: exit code %d, %q", arg, code, problems)
		}
	}
}

func TestFlagsMayStandAnywhere(t *testing.T) {
	line, done, _ := Command{Out: io.Discard, Problems: io.Discard}.parse([]string{"tour", "--home", "h", "pictures", "--config", "c.json"})
	if done || line.command != "tour" || line.word != "pictures" || filepath.Base(line.home) != "h" || filepath.Base(line.servers) != "c.json" {
		t.Errorf("%+v, %v", line, done)
	}
	if !filepath.IsAbs(line.home) || !filepath.IsAbs(line.servers) {
		t.Errorf("%+v depends on the current folder", line)
	}
}

func TestTourLeavesThePersonsFolderAlone(t *testing.T) {
	home, cleanUp, err := commandLine{command: "tour", home: defaultHome()}.homeFolder()
	if err != nil {
		t.Fatal(err)
	}
	if home == defaultHome() {
		t.Error("it would use the person's folder")
	}
	cleanUp()
	if _, err := os.Stat(home); err == nil {
		t.Error("its folder stays behind")
	}
	if home, _, err := (commandLine{home: "mine"}).homeFolder(); err != nil || home != "mine" {
		t.Errorf("%q, %v", home, err)
	}
}

func TestDemoEntryRunsThisProgram(t *testing.T) {
	entry := demoServer()
	if entry == nil || len(entry.Command) != 2 || entry.Command[1] != "demo-server" || !filepath.IsAbs(entry.Command[0]) {
		t.Fatalf("entry %+v", entry)
	}
}
