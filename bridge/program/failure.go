package program

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"parley/bridge/program/launcher"
)

// Failure is why a program was not found or not started, in sentences for the person.
type Failure struct {
	What   string // what went wrong
	Do     string // what the person can do about it; may be ""
	Detail string // the evidence, such as the folders that were searched; may be ""
	Err    error
}

// Error is for logs; the app shows the parts.
func (f *Failure) Error() string { return f.What }

// Unwrap gives the cause.
func (f *Failure) Unwrap() error { return f.Err }

// errNoCommand is the cause when there is nothing to start.
var errNoCommand = errors.New("the entry has neither a program nor an address")

// noCommand explains why there is nothing to start.
func noCommand() *Failure {
	return &Failure{
		What:   "This server has neither a program (command) nor an address (url).",
		Do:     "Press Edit and add one of them.",
		Detail: errNoCommand.Error(),
		Err:    errNoCommand,
	}
}

// folderFailure is for a folder to run in that is none.
func folderFailure(folder string, err error) *Failure {
	if err == nil {
		err = syscall.ENOTDIR
	}
	f := &Failure{
		What:   fmt.Sprintf("The folder %s, in which the program is to run, is not there.", folder),
		Do:     "Make the folder, or correct cwd in its entry (Edit).",
		Detail: err.Error(),
		Err:    err,
	}
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		f.What = fmt.Sprintf("%s, in which the program is to run, is not a folder.", folder)
		f.Do = "Correct cwd in its entry (Edit)."
	case errors.Is(err, fs.ErrPermission):
		f.What = fmt.Sprintf("The folder %s, in which the program is to run, may not be opened.", folder)
		f.Do = "Allow yourself to open it, or correct cwd in its entry (Edit)."
	}
	return f
}

// batchFailure is for arguments that the command processor of Windows would not get as they are.
func batchFailure(program string, err error) *Failure {
	return &Failure{
		What:   fmt.Sprintf("%s is a script of the Windows command line, and its arguments cannot be handed to it safely.", program),
		Do:     "Take line breaks out of the args and keep them short, or give the program that the script starts as the command.",
		Detail: err.Error(),
		Err:    err,
	}
}

// notStarted explains why the system did not start a program that is there.
func notStarted(m machine, found Found, err error) *Failure {
	name := found.Name
	f := &Failure{Detail: found.Path + "\n" + err.Error(), Err: err}
	switch {
	case errors.Is(err, syscall.ENOEXEC), errors.Is(err, errBadArchitecture), errors.Is(err, errNoWindowsProgram):
		f.What, f.Do = wrongFormat(name, m.head(found.Path), m.goos)
		if runner := launcher.RunnerOf(found.Path); runner != "" {
			f.Do = fmt.Sprintf("It is a script. Write %s as the command, and the file as the first of its args.", runner)
		}
	case errors.Is(err, fs.ErrNotExist):
		f.What = fmt.Sprintf("The program %s is there, but what it needs to run is not.", name)
		f.Do = "It may be made for another kind of system, such as another Linux. Install it again, for this one."
	case errors.Is(err, fs.ErrPermission):
		f.What = fmt.Sprintf("The program %s may not be run.", name)
		f.Do = "Check that you are allowed to run it, and that its disk is not set up to run nothing (noexec)."
	case errors.Is(err, syscall.E2BIG):
		f.What = fmt.Sprintf("The program %s could not be started: its arguments and environment are too long.", name)
		f.Do = "Shorten the args or env in its entry (Edit)."
	case errors.Is(err, syscall.ETXTBSY):
		f.What = fmt.Sprintf("The program %s is just being written.", name)
		f.Do = "Wait until it is installed, then start the server again."
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, syscall.ENOMEM), errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		f.What = fmt.Sprintf("The program %s could not be started: this computer has too much running.", name)
		f.Do = "Close something, then start the server again."
	default:
		f.What = fmt.Sprintf("The program %s could not be started.", name)
		f.Do = "Try its command in a terminal."
	}
	return f
}

// wrongFormat says what a file is that the system does not run.
func wrongFormat(name string, head []byte, goos string) (what, do string) {
	made := ""
	switch {
	case len(head) == 0:
		return fmt.Sprintf("The program %s is an empty file.", name), "Install it again."
	case strings.HasPrefix(string(head), "\x7fELF"):
		made = "Linux"
	case strings.HasPrefix(string(head), "MZ"):
		made = "Windows"
	case slices.Contains([]string{"\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe"}, string(head[:min(4, len(head))])):
		made = "macOS"
	}
	own := map[string]string{"linux": "Linux", "darwin": "macOS", "windows": "Windows"}[goos]
	switch {
	case made != "" && made == own:
		return fmt.Sprintf("The program %s is made for another kind of processor.", name), "Install the one for this computer's processor."
	case made != "":
		return fmt.Sprintf("The program %s is made for %s.", name, made), "Install the one for this system."
	}
	return fmt.Sprintf("The file %s is not a program: it does not say what runs it.", name),
		"If it is a script, write what runs it as the command (such as sh, python3 or node), and the file as the first of its args."
}
