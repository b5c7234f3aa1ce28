//go:build unix

package program

import (
	"crypto/rand"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"syscall"
)

// guardScript waits in the group of a program for Parley's end, however it comes: Parley's end of its input is closed then by the
// system itself. It gives the group a moment to end by itself. As a member it keeps the group's number from being given
// to others, and it goes down with the group. What left the group is found by its mark, as in [group.strays].
const guardScript = `trap "" HUP INT TERM; read -r line || {
	kill -TERM 0; sleep 2
	for file in $(grep -l "$1" /proc/[0-9]*/environ 2>/dev/null); do
		pid=${file#/proc/}; pid=${pid%/environ}
		[ "$(cat /proc/$pid/cgroup 2>/dev/null)" = "$(cat /proc/$$/cgroup)" ] && kill -KILL $pid
	done
	kill -KILL 0
}`

// markVariable is the variable of the environment by which what a program started is known to be its own.
const markVariable = "PARLEY_PROGRAM"

// group is the process group of a program and of everything that it starts.
type group struct {
	mu     sync.Mutex
	guard  *exec.Cmd     // leads the group; nil: there is none, and the program leads
	line   io.Closer     // the guard's input
	leader int           // the number of the group; 0 before there is one
	mark   string        // in the environment of all that belongs to it
	left   []*os.Process // what had left the group when its end began
	over   bool
}

// newGroup starts the guard of a group. Without one, on a system without a shell, the group ends with Parley's orderly end only.
func newGroup() *group {
	mark := rand.Text()
	guard := exec.Command("/bin/sh", "-c", guardScript, "sh", mark)
	guard.Env = []string{"PATH=/usr/bin:/bin"}
	guard.Dir = "/"
	guard.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	line, err := guard.StdinPipe()
	if err != nil {
		return &group{mark: mark}
	}
	if err := guard.Start(); err != nil {
		_ = line.Close()
		return &group{mark: mark}
	}
	return &group{guard: guard, line: line, leader: guard.Process.Pid, mark: mark}
}

// prepare makes a program that is to be started a member.
func (g *group) prepare(cmd *exec.Cmd, _ string) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: g.leader}
	if runtime.GOOS == "linux" {
		cmd.Env = append(slices.Clip(cmd.Env), markVariable+"="+g.mark)
	}
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
	*g = group{mark: rand.Text()}
	return true
}

// ask asks every member to end, and what left the group.
func (g *group) ask() {
	g.signal(syscall.SIGTERM)
	for _, process := range g.strays() {
		_ = process.Signal(syscall.SIGTERM)
		_ = process.Release()
	}
}

// leaving takes note of what has left the group while its members still tell whose it is.
func (g *group) leaving() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.over && g.left == nil {
		g.left = g.strays()
	}
}

// mostRounds bounds how often is looked for what strays started while they were ended.
const mostRounds = 5

// end kills every member, and what left the group. It may be called again.
func (g *group) end() {
	g.signal(syscall.SIGKILL)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.over {
		return
	}
	g.over = true // from here on the number may be somebody else's
	strays := slices.Concat(g.left, g.strays())
	for range mostRounds {
		if len(strays) == 0 {
			break
		}
		for _, process := range strays {
			_ = process.Kill()
			_ = process.Release()
		}
		strays = g.strays()
	}
	for _, process := range strays {
		_ = process.Release()
	}
	g.left = nil
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
