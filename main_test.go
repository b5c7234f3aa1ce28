package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// inPlaceOfMain lets the test binary be Parley, for tests that need a process.
const inPlaceOfMain = "PARLEY_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(inPlaceOfMain) != "" {
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	if beServer() {
		return
	}
	os.Exit(m.Run())
}

func TestHelpAndVersionAnswerWithoutADisplay(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	for arg, want := range map[string]string{"--help": "parley tour DIR", "-h": "demo-server", "--version": version} {
		var out, problems bytes.Buffer
		if code := run([]string{arg}, strings.NewReader(""), &out, &problems); code != exitOK {
			t.Errorf("%s: exit code %d", arg, code)
		}
		if !strings.Contains(out.String(), want) || problems.Len() > 0 {
			t.Errorf("%s: %q, %q", arg, out.String(), problems.String())
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
	for _, args := range [][]string{nil, {"tour", t.TempDir()}, {"--home", t.TempDir()}} {
		var out, problems bytes.Buffer
		if code := run(args, strings.NewReader(""), &out, &problems); code != exitUsage {
			t.Errorf("%v: exit code %d", args, code)
		}
		if !strings.Contains(problems.String(), "no display") || strings.Contains(problems.String(), "goroutine") {
			t.Errorf("%v: %q", args, problems.String())
		}
	}
}

func TestWrongWordsAreToldPlainly(t *testing.T) {
	for _, args := range [][]string{{"--colour", "blue"}, {"fly"}, {"tour"}, {"tour", "a", "b"}, {"demo-server", "now"}} {
		var out, problems bytes.Buffer
		if code := run(args, strings.NewReader(""), &out, &problems); code != exitUsage {
			t.Errorf("%v: exit code %d", args, code)
		}
		if !strings.Contains(problems.String(), "parley --help") {
			t.Errorf("%v: %q", args, problems.String())
		}
	}
}

func TestFlagsMayStandAnywhere(t *testing.T) {
	opts, done, _ := parse([]string{"tour", "--home", "h", "pictures", "--config", "c.json"}, io.Discard, io.Discard)
	if done || opts.command != "tour" || opts.folder != "pictures" || filepath.Base(opts.home) != "h" || filepath.Base(opts.servers) != "c.json" {
		t.Errorf("%+v, %v", opts, done)
	}
}

func TestTourLeavesThePersonsFolderAlone(t *testing.T) {
	home, cleanUp, err := homeOf(options{command: "tour", home: defaultHome()})
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
	if home, _, err := homeOf(options{home: "mine"}); err != nil || home != "mine" {
		t.Errorf("%q, %v", home, err)
	}
}

// The built-in server is this program, and it speaks.
func TestDemoServerIsThisProgram(t *testing.T) {
	entry := demoServer()
	if entry == nil || len(entry.Command) != 2 || entry.Command[1] != "demo-server" || !filepath.IsAbs(entry.Command[0]) {
		t.Fatalf("entry %+v", entry)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	child := exec.CommandContext(ctx, entry.Command[0], entry.Command[1])
	child.Env = append(os.Environ(), inPlaceOfMain+"=1", "DISPLAY=", "WAYLAND_DISPLAY=")
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: child}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	list, err := session.ListTools(ctx, nil)
	if err != nil || len(list.Tools) < 9 || list.Tools[0].Name != "submit_batch" {
		t.Errorf("tools %v, %v", list, err)
	}
}
