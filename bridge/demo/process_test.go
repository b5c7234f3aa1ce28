package demo

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

const childMark = "PARLEY_TEST_DEMO_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childMark) == "" {
		os.Exit(m.Run())
	}
	if err := Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
}

// child runs the demo as a process of its own, as the app does.
func child(t *testing.T) (cmd *exec.Cmd, c *client, stderr *bytes.Buffer) {
	t.Helper()
	cmd = exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childMark+"=1")
	stderr = &bytes.Buffer{}
	cmd.Stderr = stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c = &client{t: t, in: in, lines: make(chan message)}
	c.capabilities(bothKinds)
	go c.hear(out)
	return cmd, c, stderr
}

func TestProcessCrashesWithLastWords(t *testing.T) {
	cmd, c, stderr := child(t)
	c.call("crash", `{}`)
	c.answer("crash", `{}`, c.question(), `{"action":"cancel"}`)
	if _, more := <-c.lines; more {
		t.Error("the demo answered the call")
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Errorf("ended with %v", err)
	}
	if !strings.Contains(stderr.String(), "because the tool Crash was run") {
		t.Errorf("last words %q", stderr)
	}
}

func TestProcessEndsQuietlyWithItsInput(t *testing.T) {
	cmd, c, stderr := child(t)
	c.call("submit_batch", `{}`)
	c.question()
	c.hangUp()
	if err := cmd.Wait(); err != nil || stderr.Len() != 0 {
		t.Errorf("ended with %v and the words %q", err, stderr)
	}
}
