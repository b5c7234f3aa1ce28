//go:build !unix

package bridge

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"time"

	"parley/bridge/clock"
)

// programVariable names the program that the test's executable is to be, when a test starts it as a server.
const programVariable = "PARLEY_TEST_PROGRAM"

// programs are real child processes. Those of the other systems use signals.
var programs = map[string]func(){
	"says its arguments": func() { _ = json.NewEncoder(os.Stdout).Encode(os.Args[1:]) },
	"starts a child": func() {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), programVariable+"=sleeps")
		_ = child.Start()
		fmt.Printf("%d\n", child.Process.Pid)
		time.Sleep(time.Hour)
	},
	"sleeps":       func() { time.Sleep(time.Hour) },
	"says its key": saysKey,
	"is killed": func() {
		p, err := startProcess(Program{Path: os.Args[0], Environ: append(os.Environ(), programVariable+"=starts a child")}, newTail(clock.System{}, func() {}))
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		var pid int
		_, _ = fmt.Fscan(p.out, &pid)
		fmt.Println(p.cmd.Process.Pid, pid)
		time.Sleep(time.Hour)
	},
}
