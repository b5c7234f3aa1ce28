//go:build unix

package bridge

import (
	"io"
	"os/exec"
	"sync"
	"syscall"
)

// guardScript waits in the group of a program for Parley's end, however it comes: Parley's end of its input is closed then by the
// system itself. It gives the group a moment to end by itself. As a member it keeps the group's number from being given
// to others, and it goes down with the group.
const guardScript = `trap "" HUP INT TERM; read -r line || { kill -TERM 0; sleep 2; kill -KILL 0; }`

// group is the process group of a program and of everything that it starts.
type group struct {
	mu     sync.Mutex
	guard  *exec.Cmd // leads the group; nil: there is none, and the program leads
	line   io.Closer // the guard's input
	leader int       // the number of the group; 0 before there is one
	over   bool
}

// newGroup starts the guard of a group. Without one, on a system without a shell, the group ends with Parley's orderly end only.
func newGroup() *group {
	guard := exec.Command("/bin/sh", "-c", guardScript)
	guard.Env = []string{"PATH=/usr/bin:/bin"}
	guard.Dir = "/"
	guard.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	line, err := guard.StdinPipe()
	if err != nil {
		return &group{}
	}
	if err := guard.Start(); err != nil {
		_ = line.Close()
		return &group{}
	}
	return &group{guard: guard, line: line, leader: guard.Process.Pid}
}

// prepare makes a program that is to be started a member.
func (g *group) prepare(cmd *exec.Cmd, _ string) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: g.leader}
}

// started takes note of the program.
func (g *group) started(cmd *exec.Cmd) error {
	if g.leader == 0 {
		g.leader = cmd.Process.Pid
	}
	return nil
}

// giveUp lets the guard go, so that the program leads its group itself. It reports false when there was none.
func (g *group) giveUp() bool {
	if g.guard == nil {
		return false
	}
	g.end()
	*g = group{}
	return true
}

// ask asks every member to end.
func (g *group) ask() { g.signal(syscall.SIGTERM) }

// end kills every member. It may be called again.
func (g *group) end() {
	g.signal(syscall.SIGKILL)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.over {
		return
	}
	g.over = true // from here on the number may be somebody else's
	if g.guard != nil {
		_ = g.guard.Wait()
		_ = g.line.Close()
	}
}

func (g *group) signal(signal syscall.Signal) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.leader != 0 && !g.over {
		_ = syscall.Kill(-g.leader, signal)
	}
}
