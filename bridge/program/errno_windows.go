package program

import "golang.org/x/sys/windows"

// What the system says of a program for another processor, of one that is none, and of writing to one that is gone.
var (
	errBadArchitecture  error = windows.ERROR_EXE_MACHINE_TYPE_MISMATCH
	errNoWindowsProgram error = windows.ERROR_BAD_EXE_FORMAT
	errNoReader         error = windows.ERROR_NO_DATA
)
