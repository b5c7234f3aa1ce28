//go:build !darwin && !windows

package program

import "syscall"

// What the system says of a program for another processor, of one that is none, and of writing to one that is gone.
var (
	errBadArchitecture  error = syscall.ENOEXEC
	errNoWindowsProgram error = syscall.ENOEXEC
	errNoReader         error = syscall.EPIPE
)
