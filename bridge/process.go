package bridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"parley/bridge/config"
)

// How long a program is given to end by itself after its input was closed, and then after it was asked to end (specification
// basic/lifecycle, Shutdown). Together they stay under the 5 s in which the app is gone.
const (
	endPatience  = 1500 * time.Millisecond
	killPatience = 1 * time.Second
)

// drainPatience is how long the streams of a program that has ended may stay silent before they are given up: what it left running
// outside of its group may hold them open for ever.
const drainPatience = 200 * time.Millisecond

// stderrNotice is how long new words of a program wait before the app is told, so that a flood of them is told a few times.
const stderrNotice = 250 * time.Millisecond

// process is a server's program with its whole group: everything it starts ends with it.
type process struct {
	cmd       *exec.Cmd
	group     *group
	name      string         // as the entry writes it
	goos      string         // whose words failures use
	in        io.WriteCloser // its standard input
	out       *output        // its standard output
	stderr    *tail
	exited    chan struct{}
	err       error       // how it ended; set before exited is closed
	signalled atomic.Bool // it did not end by itself
	drains    sync.WaitGroup

	watch   *startWatch
	printed atomic.Bool   // a line that is no message
	talked  atomic.Bool   // a message came
	taken   chan struct{} // closed when all of its output has been taken
}

// strayed takes a line of its output that is no message.
func (p *process) strayed(line []byte) {
	p.printed.Store(true)
	if !p.talked.Load() && frameHeader.Match(line) {
		p.watch.frame()
	}
	p.stderr.line(line)
}

// spoke takes note of a message.
func (p *process) spoke() { p.talked.Store(true) }

// awaitOutput waits until what an ended program wrote has been taken: the failure of a write to it may be noticed before. Who has
// stopped taking messages is not waited for.
func (p *process) awaitOutput() {
	late := time.NewTimer(2 * drainPatience)
	defer late.Stop()
	select {
	case <-p.taken:
	case <-late.C:
	}
}

// babbles reports whether all that it wrote on its output is no message.
func (p *process) babbles() bool { return p.printed.Load() && !p.talked.Load() }

// startProgram finds the program of an entry and starts it.
func (s *Server) startProgram(ctx context.Context, entry config.Server) (*process, *Failure) {
	program, failure := s.opts.Programs.Find(ctx, entry)
	if failure != nil {
		return nil, failure
	}
	if s.opts.Approve != nil {
		if failure := s.opts.Approve(s.entry, program); failure != nil {
			return nil, failure
		}
	}
	s.keepQuiet(entry)
	s.keepEnvironQuiet(program.Environ)
	watch := &startWatch{clock: s.opts.Clock}
	stderr := newTail(s.opts.Clock, func() {
		watch.said()
		s.notify(Event{Server: s})
	})
	stderr.hush = s.hush
	watch.words = stderr.String
	p, err := startProcess(program, stderr)
	if err != nil {
		return nil, s.opts.Programs.notStarted(entry.Command[0], program, err)
	}
	p.name, p.goos, p.watch = entry.Command[0], s.opts.Programs.goos(), watch
	return p, nil
}

// startProcess starts a program.
func startProcess(program Program, stderr *tail) (*process, error) {
	group := newGroup()
	p, err := startIn(group, program, stderr)
	if errors.Is(err, syscall.EPERM) && group.giveUp() {
		p, err = startIn(group, program, stderr)
	}
	if err != nil {
		group.end()
		return nil, err
	}
	return p, nil
}

func startIn(group *group, program Program, stderr *tail) (*process, error) {
	cmd := &exec.Cmd{Path: program.Path, Args: append([]string{program.Path}, program.Args...), Dir: program.Dir, Env: program.Environ}
	if program.Shell != "" {
		cmd.Path = program.Shell
	}
	group.prepare(cmd, program.Line)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("connecting to the program: %w", err)
	}
	out, outWriter, err := os.Pipe()
	if err != nil {
		closeAll(in)
		return nil, fmt.Errorf("connecting to the program: %w", err)
	}
	errReader, errWriter, err := os.Pipe()
	if err != nil {
		closeAll(in, out, outWriter)
		return nil, fmt.Errorf("connecting to the program: %w", err)
	}
	cmd.Stdout, cmd.Stderr = outWriter, errWriter
	err = cmd.Start()
	closeAll(outWriter, errWriter)
	if err == nil {
		if err = group.started(cmd); err != nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	}
	if err != nil {
		closeAll(in, out, errReader)
		return nil, err
	}
	p := &process{cmd: cmd, group: group, in: in, out: &output{file: out}, stderr: stderr, exited: make(chan struct{}), taken: make(chan struct{})}
	said := &output{file: errReader}
	p.drains.Add(1)
	go func() {
		defer p.drains.Done()
		_, _ = io.CopyBuffer(struct{ io.Writer }{p.stderr}, struct{ io.Reader }{said}, make([]byte, 64<<10))
		_ = errReader.Close()
	}()
	go func() {
		p.err = cmd.Wait()
		group.end() // what it left running would hold its streams open
		said.expire()
		p.out.expire()
		p.drains.Wait() // its last words belong to its end
		close(p.exited)
	}()
	return p, nil
}

// closeAll lets streams go that are of no use any more.
func closeAll(streams ...io.Closer) {
	for _, stream := range streams {
		_ = stream.Close()
	}
}

// stop ends the program and its group: input closed, then asked, then killed. It returns when nothing of it is left.
func (p *process) stop(ctx context.Context) {
	p.group.leaving()
	_ = p.in.Close()
	if !p.waitFor(ctx, endPatience) {
		p.signalled.Store(true)
		p.group.ask()
		if !p.waitFor(ctx, killPatience) {
			p.group.end()
		}
	}
	<-p.exited
	p.stderr.close()
	_ = p.out.file.Close()
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

// output is what a program prints on one of its streams. After the program's end it is read as far as there is something, and no
// further: who else holds the stream open is not waited for.
type output struct {
	file    *os.File
	expired atomic.Bool
	after   int // bytes read after the end
}

// maxAfterEnd is more than a pipe holds.
const maxAfterEnd = 4 << 20

// expire says that the program has ended. On Windows, where a pipe's reader cannot be woken, nothing of it is left to hold the pipe.
func (o *output) expire() {
	o.expired.Store(true)
	_ = o.file.SetReadDeadline(time.Now().Add(drainPatience))
}

// Read implements [io.Reader].
func (o *output) Read(p []byte) (int, error) {
	if !o.expired.Load() {
		if n, err := o.file.Read(p); !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
	}
	if o.after > maxAfterEnd {
		return 0, io.EOF
	}
	// The reader may have been busy for longer than the patience lasts: what is there is still to be read.
	_ = o.file.SetReadDeadline(time.Now().Add(drainPatience))
	n, err := o.file.Read(p)
	o.after += n
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = io.EOF
	}
	return n, err
}
