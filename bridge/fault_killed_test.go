//go:build unix

package bridge

import (
	"bufio"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"parley/bridge/config"
)

// killedHost is Parley as a program of its own that is going to be killed: it connects to servers and says so.
func killedHost() {
	for _, name := range []string{"leaves a child", "deaf", "leaves a stranger"} {
		server := NewServer(config.Server{
			Name: name, Command: []string{os.Args[0]}, Env: map[string]string{programVariable: name}, Protocol: "2025-11-25",
		}, Options{Notify: func(e Event) {
			if s := e.Server.State(); s.Phase == Ready && s.Stderr != "" {
				_, _ = os.Stdout.WriteString(e.Server.Name() + ";" + strings.ReplaceAll(s.Stderr, "\n", ";") + "\n")
			}
		}})
		server.Start()
	}
	select {}
}

// The whole group ends with Parley also when Parley is killed, those who ignore every polite word included.
func TestNothingIsLeftRunningWhenParleyIsKilled(t *testing.T) {
	parley := exec.Command(os.Args[0])
	parley.Env = append(os.Environ(), programVariable+"=is killed")
	out, err := parley.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parley.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = parley.Process.Kill(); _ = parley.Wait() }()
	pids := map[string]int{} // by what it is
	defer func() {
		for _, pid := range pids {
			if alive(pid) {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	}()
	lines := bufio.NewScanner(out)
	for len(pids) < 5 && lines.Scan() {
		server, rest, _ := strings.Cut(lines.Text(), ";")
		for words := range strings.SplitSeq(rest, ";") {
			if name, number, ok := strings.Cut(words, "="); ok {
				pids[server+": "+name], _ = strconv.Atoi(number)
			}
		}
	}
	if len(pids) < 5 {
		t.Fatalf("only %v were started", pids)
	}
	for name, pid := range pids {
		if !alive(pid) {
			t.Errorf("%s does not run", name)
		}
	}
	if err := parley.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for name, pid := range pids {
		eventually(t, name+" is gone", func() bool { return !alive(pid) })
	}
}
