package bridge

import "syscall"

// What the system says of a program for another processor, and of one that is none.
var (
	errBadArchitecture  error = syscall.Errno(86) // EBADARCH
	errNoWindowsProgram error = syscall.ENOEXEC
)
