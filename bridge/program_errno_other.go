//go:build !darwin && !windows

package bridge

import "syscall"

// What the system says of a program for another processor, and of one that is none.
var (
	errBadArchitecture  error = syscall.ENOEXEC
	errNoWindowsProgram error = syscall.ENOEXEC
)
