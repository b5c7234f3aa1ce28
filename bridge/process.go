package bridge

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"parley/bridge/config"
)

// How long a program is given to end by itself after its input was closed, and then after it was asked to end (specification
// basic/lifecycle, Shutdown). Together they stay under the 5 s in which the app is gone.
const (
	endPatience  = 1500 * time.Millisecond
	killPatience = 1 * time.Second
)

// maxStderr is how much of the end of what a program prints for its maintainer is kept.
const maxStderr = 64 << 10

// process is a server's program with its whole group: everything it starts ends with it.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser // its standard input
	out    *os.File       // its standard output
	stderr *tail
	exited chan struct{}
	err    error // how it ended; set before exited is closed
	drains sync.WaitGroup
}

// startProcess starts the program of an entry. environ is what it inherits.
func startProcess(entry config.Server, environ []string) (*process, error) {
	if len(entry.Command) == 0 {
		return nil, errNoCommand
	}
	cmd := exec.Command(entry.Command[0], entry.Command[1:]...)
	cmd.Dir = entry.Cwd
	cmd.Env = slices.DeleteFunc(slices.Clone(environ), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return slices.Contains(entry.Unset, name)
	})
	for name, value := range entry.Env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	ownGroup(cmd)
	p := &process{cmd: cmd, stderr: &tail{limit: maxStderr}, exited: make(chan struct{})}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("connecting to the program: %w", err)
	}
	out, outWriter, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("connecting to the program: %w", err)
	}
	errReader, errWriter, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("connecting to the program: %w", err), out.Close(), outWriter.Close())
	}
	cmd.Stdout, cmd.Stderr = outWriter, errWriter
	err = cmd.Start()
	_ = outWriter.Close()
	_ = errWriter.Close()
	if err != nil {
		return nil, errors.Join(err, in.Close(), out.Close(), errReader.Close())
	}
	p.in, p.out = in, out
	p.drains.Add(1)
	go func() {
		defer p.drains.Done()
		_, _ = io.Copy(p.stderr, bufio.NewReader(errReader))
		_ = errReader.Close()
	}()
	go func() {
		p.err = cmd.Wait()
		endGroup(cmd, true) // what it left running would hold its streams open
		close(p.exited)
	}()
	return p, nil
}

// stop ends the program and its group: input closed, then asked, then killed. It returns when nothing of it is left.
func (p *process) stop(ctx context.Context) {
	_ = p.in.Close()
	if !p.waitFor(ctx, endPatience) {
		endGroup(p.cmd, false)
		if !p.waitFor(ctx, killPatience) {
			endGroup(p.cmd, true)
		}
	}
	<-p.exited
	p.drains.Wait()
	_ = p.out.Close()
}

// waitFor reports whether the program ended within d.
func (p *process) waitFor(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-p.exited:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}

// exitCode is how the program ended: its code, or -1 while it runs or when a signal ended it.
func (p *process) exitCode() int {
	select {
	case <-p.exited:
		return p.cmd.ProcessState.ExitCode()
	default:
		return -1
	}
}

// tail keeps the end of what is written to it. Writing never fails, so that the writer is never blocked for long (case
// proto-stderr-flood-no-deadlock).
type tail struct {
	limit int
	mu    sync.Mutex
	kept  []byte
	cut   bool
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p...)
	if over := len(t.kept) - t.limit; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
		t.cut = true
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cut {
		return "…" + string(t.kept)
	}
	return string(t.kept)
}
