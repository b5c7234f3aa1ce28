package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"parley/bridge/plainfile"
)

// findLimit is how long a look into the files of other apps may take.
const findLimit = 10 * time.Second

// lookMark is a small file that stands in Parley's folder while it looks into the files of other apps, and says which one it is at. When a
// look ends Parley, or the system does because a look took all memory, the file stays: the next start tells of it and does not look again
// by itself, for it would only die again, start after start.
type lookMark struct {
	path string
	pid  int // 0: that of this process
	now  func() time.Time
}

// left gives the file that an earlier look was at when everything ended, and whether there was such a look. One that another Parley is
// just taking is none.
func (m lookMark) left() (at string, died bool) {
	raw, err := plainfile.Read(m.path, 64<<10)
	if errors.Is(err, os.ErrNotExist) {
		return "", false
	}
	pid, at, _ := strings.Cut(strings.TrimSpace(string(raw)), "\n")
	info, statErr := os.Stat(m.path)
	number, err := strconv.Atoi(pid)
	if err == nil && statErr == nil && m.now().Sub(info.ModTime()) < 2*findLimit && number != m.own() && alive(number) {
		return "", false
	}
	return at, true
}

// at says which file the look is at; "" before the first.
func (m lookMark) at(path string) {
	if info, err := os.Lstat(m.path); err == nil && !info.Mode().IsRegular() {
		return // a pipe would be waited for
	}
	_ = os.WriteFile(m.path, fmt.Appendf(nil, "%d\n%s\n", m.own(), path), 0o600) // without it only the care for the next start is missing
}

// done says that the look has ended well.
func (m lookMark) done() { _ = os.Remove(m.path) }

func (m lookMark) own() int {
	if m.pid != 0 {
		return m.pid
	}
	return os.Getpid()
}

func newLookMark(home string, now func() time.Time) lookMark {
	return lookMark{path: filepath.Join(home, "looking.txt"), now: now}
}

// alive reports whether a process of that number runs.
func alive(pid int) bool {
	if pid <= 0 {
		return false
	}
	process, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer process.Release()
	if runtime.GOOS == "windows" {
		return true // it was opened
	}
	err = process.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, os.ErrPermission)
}
