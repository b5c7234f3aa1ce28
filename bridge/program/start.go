package program

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"

	"parley/bridge/clock"
)

// Listener is who is told of a program's words.
type Listener struct {
	Clock clock.Clock         // nil: the system's
	Said  func()              // called some time after it said something; nil: nobody listens
	Hush  func(string) string // takes secrets out of its words; nil: there are none
}

// Start starts what was found, with a group of its own. The failure says in plain words why the system does not start it.
func (f *Finder) Start(found Found, l Listener) (*Process, *Failure) {
	if l.Clock == nil {
		l.Clock = f.clock()
	}
	watch := &startWatch{clock: l.Clock}
	words := newWords(l.Clock, func() {
		watch.said()
		if l.Said != nil {
			l.Said()
		}
	})
	words.hush = l.Hush
	watch.words = words.String
	p, err := start(found, words)
	if err != nil {
		return nil, notStarted(f.machine(), found, err)
	}
	p.name, p.goos, p.watch = found.Name, f.goos(), watch
	return p, nil
}

// start starts what was found.
func start(found Found, words *words) (*Process, error) {
	group := newGroup()
	p, err := startIn(group, found, words)
	if errors.Is(err, syscall.EPERM) && group.giveUp() {
		p, err = startIn(group, found, words)
	}
	if err != nil {
		group.end()
		return nil, err
	}
	return p, nil
}

func startIn(group *group, found Found, words *words) (*Process, error) {
	cmd := &exec.Cmd{Path: found.Path, Args: append([]string{found.Path}, found.Args...), Dir: found.Dir, Env: found.Environ}
	if found.Shell != "" {
		cmd.Path = found.Shell
	}
	group.prepare(cmd, found.Line)
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
	p := &Process{cmd: cmd, group: group, in: in, out: &output{file: out}, words: words, exited: make(chan struct{}), taken: make(chan struct{})}
	said := &output{file: errReader}
	p.drains.Add(1)
	go func() {
		defer p.drains.Done()
		_, _ = io.CopyBuffer(struct{ io.Writer }{p.words}, struct{ io.Reader }{said}, make([]byte, 64<<10))
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
