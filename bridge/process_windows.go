package bridge

import (
	"os/exec"
	"strconv"
	"syscall"
)

// ownGroup keeps Ctrl+C in Parley's console from reaching the program.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
}

// endGroup ends the program and what it started. Windows has no signal to ask with, so both ways kill.
func endGroup(cmd *exec.Cmd, _ bool) {
	_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run()
	_ = cmd.Process.Kill()
}
