package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"parley/bridge/program/lastwords"
)

// How long a program is given to end by itself after its input was closed, and then after it was asked to end (specification
// basic/lifecycle, Shutdown). Together they stay under the 5 s in which the app is gone.
const (
	endPatience  = 1500 * time.Millisecond
	killPatience = 1 * time.Second
)

// StopPatience is how long [Process.Stop] waits at most before it ends the program by force.
const StopPatience = endPatience + killPatience

// Process is a program with its whole group: everything it starts ends with it.
type Process struct {
	cmd       *exec.Cmd
	group     *group
	name      string         // as its command writes it
	goos      string         // whose words failures use
	in        io.WriteCloser // its standard input
	out       *output        // its standard output
	words     *words
	exited    chan struct{}
	err       error       // how it ended; set before exited is closed
	signalled atomic.Bool // it did not end by itself
	drains    sync.WaitGroup

	watch   *startWatch
	printed atomic.Bool   // a line that is no message
	talked  atomic.Bool   // a message came
	taken   chan struct{} // closed when all of its output has been taken
}

// Name is the program as its command writes it.
func (p *Process) Name() string { return p.name }

// GOOS is the system whose rules count for it.
func (p *Process) GOOS() string { return p.goos }

// Pid is its number.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// Input is its standard input; closing it asks the program to end.
func (p *Process) Input() io.WriteCloser { return p.in }

// Output is its standard output. After its end it is read as far as there is something. Who reads it says so: [Process.Spoke] or
// [Process.Stray] for each line, [Process.Taken] at its end.
func (p *Process) Output() io.Reader { return p.out }

// Said is what it printed for its maintainer, and what else on its output was no message: the beginning and the end of that, as a terminal
// would show it; untrusted.
func (p *Process) Said() string { return p.words.String() }

// Watch looks at what the program writes while it is introduced, until end is called: giveUp is called once nothing can come of it, with
// [ErrFramed], and when hurried is set with [ErrUnreached].
func (p *Process) Watch(hurried bool, giveUp func(error)) (end func()) {
	return p.watch.begin(hurried, giveUp)
}

// Stray takes a line of its output that is no message.
func (p *Process) Stray(line []byte) {
	p.printed.Store(true)
	if !p.talked.Load() && frameHeader.Match(line) {
		p.watch.frame()
	}
	p.words.line(line)
}

// Spoke takes note of a message.
func (p *Process) Spoke() { p.talked.Store(true) }

// Taken takes note that its whole output has been read. It is called once.
func (p *Process) Taken() { close(p.taken) }

// AwaitOutput waits until what an ended program wrote has been taken: the failure of a write to it may be noticed before. Who has
// stopped taking messages is not waited for.
func (p *Process) AwaitOutput() {
	late := time.NewTimer(2 * drainPatience)
	defer late.Stop()
	select {
	case <-p.taken:
	case <-late.C:
	}
}

// Babbles reports whether all that it wrote on its output is no message.
func (p *Process) Babbles() bool { return p.printed.Load() && !p.talked.Load() }

// Leaving takes note of what has left the group, before the input is closed: then the program may be gone, and with it who is its child.
func (p *Process) Leaving() { p.group.leaving() }

// Stop ends the program and its group: input closed, then asked, then killed. It returns when nothing of it is left.
func (p *Process) Stop(ctx context.Context) {
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
	p.words.close()
	_ = p.out.file.Close()
}

// EndsSoon reports whether the program ends within the time that it is given to end by itself.
func (p *Process) EndsSoon(ctx context.Context) bool { return p.waitFor(ctx, endPatience) }

// waitFor reports whether the program ended within d.
func (p *Process) waitFor(ctx context.Context, d time.Duration) bool {
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

// Ended reports whether the program has ended.
func (p *Process) Ended() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// Stopped reports whether the program did not end by itself: [Process.Stop] had to ask it to.
func (p *Process) Stopped() bool { return p.signalled.Load() }

// ExitCode is how the program ended: its code, or -1 while it runs or when a signal ended it.
func (p *Process) ExitCode() int {
	if !p.Ended() {
		return -1
	}
	return p.cmd.ProcessState.ExitCode()
}

// windowsNoLibrary is STATUS_DLL_NOT_FOUND.
const windowsNoLibrary = 0xC0000135

// HowItEnded says so in words, with a blank in front. It is asked of one that has ended.
func (p *Process) HowItEnded() string {
	switch code := p.ExitCode(); {
	case uint32(code) == windowsNoLibrary:
		return " because a part of it, a library, is missing"
	case code == 0:
		return " by itself"
	case code > 0:
		return fmt.Sprintf(" with error code %d", code)
	}
	return " unexpectedly (" + p.cmd.ProcessState.String() + ")"
}

// Understand is [lastwords.Understand] for what this program said.
func (p *Process) Understand(said string) (lastwords.Meaning, bool) {
	m, known := lastwords.Understand(p.goos, said, p.has)
	return m.For(p.name, p.goos), known
}

// Sure is [lastwords.Sure] for what this program said.
func (p *Process) Sure(said string) (lastwords.Meaning, bool) {
	m, sure := lastwords.Sure(p.goos, said)
	return m.For(p.name, p.goos), sure
}

// has reports whether the program was given a value for a setting.
func (p *Process) has(name string) bool {
	value, _ := environment{goos: p.goos, pairs: p.cmd.Env}.get(name)
	return value != ""
}

// SaidWhy reports whether a program that ended said a reason that has nothing to do with what it was asked. The codes are those of
// shells and env for a program that they cannot run.
func (p *Process) SaidWhy() bool {
	_, sure := p.Sure(p.Said())
	return sure || p.ExitCode() == 126 || p.ExitCode() == 127
}

// HungUp reports whether an error says that a program closed one of its ends: its output, or its input while something was written to it.
func HungUp(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, errNoReader) || errors.Is(err, os.ErrClosed)
}
