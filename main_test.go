package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/app"
)

// inPlaceOfMain lets the test binary be Parley, for tests that need a process.
const inPlaceOfMain = "PARLEY_TEST_MAIN"

// What the program promises to whoever started it.
const (
	exitOK     = app.ExitOK
	closeLimit = 5 * time.Second // leaving takes no longer, whatever the servers do
)

func TestMain(m *testing.M) {
	os.Setenv("LANGUAGE", "en") // the windows that tests look at are in English, whatever the system speaks
	if os.Getenv(inPlaceOfMain) != "" {
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	if beServer() {
		return
	}
	os.Exit(m.Run())
}

func TestVersionIsTheLinkers(t *testing.T) {
	var out, problems bytes.Buffer
	if code := run([]string{"--version"}, strings.NewReader(""), &out, &problems); code != exitOK || out.String() != "parley "+version+"\n" {
		t.Errorf("exit code %d: %q, %q", code, out.String(), problems.String())
	}
}

// The built-in server is this program, and it speaks; it needs no display.
func TestDemoServerIsThisProgram(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	child := exec.CommandContext(ctx, self, "demo-server")
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
