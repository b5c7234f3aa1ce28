package program

import (
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a job that a program and everything that it starts belong to. The system ends it when Parley's handle of it is closed,
// however Parley ends.
type group struct {
	mu  sync.Mutex
	job windows.Handle // 0: there is none
}

func newGroup() *group {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return &group{}
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	if _, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits))); err != nil {
		_ = windows.CloseHandle(job)
		return &group{}
	}
	return &group{job: job}
}

// prepare lets a program wait until it belongs to the job, and keeps Ctrl+C in Parley's console from reaching it. line is what a
// command processor gets instead of arguments.
func (g *group) prepare(cmd *exec.Cmd, line string) {
	flags := uint32(syscall.CREATE_NEW_PROCESS_GROUP)
	if g.job != 0 {
		flags |= windows.CREATE_SUSPENDED
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: flags, HideWindow: true, CmdLine: line}
}

// started puts the program into the job and lets it run.
func (g *group) started(cmd *exec.Cmd) error {
	if g.job == 0 {
		return nil
	}
	pid := uint32(cmd.Process.Pid)
	handle, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err == nil {
		err = windows.AssignProcessToJobObject(g.job, handle)
		_ = windows.CloseHandle(handle)
	}
	if err != nil {
		return fmt.Errorf("tying the program to Parley: %w", err)
	}
	return resume(pid)
}

// resume lets the threads of a process run that was started waiting.
func resume(pid uint32) error {
	snapshot, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return fmt.Errorf("letting the program run: %w", err)
	}
	defer windows.CloseHandle(snapshot)
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	resumed := false
	for err = windows.Thread32First(snapshot, &entry); err == nil; err = windows.Thread32Next(snapshot, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return fmt.Errorf("letting the program run: %w", err)
		}
		_, err = windows.ResumeThread(thread)
		_ = windows.CloseHandle(thread)
		if err != nil {
			return fmt.Errorf("letting the program run: %w", err)
		}
		resumed = true
	}
	if !resumed {
		return errors.New("letting the program run: it has no thread")
	}
	return nil
}

// giveUp is for systems where a program can be refused by a group.
func (g *group) giveUp() bool { return false }

// ask ends the group: Windows has no word to ask with that reaches programs without a window.
func (g *group) ask() { g.end() }

// end ends every member. It may be called again.
func (g *group) end() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.job == 0 {
		return
	}
	_ = windows.TerminateJobObject(g.job, 1)
	_ = windows.CloseHandle(g.job)
	g.job = 0
}

// leaving is for systems where a child can leave its group: none leaves a job.
func (g *group) leaving() {}
