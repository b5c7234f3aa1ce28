package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"
)

// LastWords is the outermost net: what ends the whole program by force, in code that is not ours, is written by Go itself
// into Parley's folder, and the next start can tell. Left is the file of such an end before this start; "" when the
// last one was in order.
type LastWords struct {
	Left string

	path string
	file *os.File
}

// CatchLastWords begins to keep the last words of this run in folder.
func CatchLastWords(folder string, now time.Time) (*LastWords, error) {
	l := &LastWords{path: filepath.Join(folder, "last-words.txt")}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return l, fmt.Errorf("getting ready for a crash: %w", err)
	}
	l.Left = setAside(l.path, filepath.Join(folder, "crash-"+now.UTC().Format("20060102-150405")+".txt"))
	file, err := os.OpenFile(l.path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return l, fmt.Errorf("getting ready for a crash: %w", err)
	}
	if err := debug.SetCrashOutput(file, debug.CrashOptions{}); err != nil {
		file.Close()
		return l, fmt.Errorf("getting ready for a crash: %w", err)
	}
	l.file = file
	return l, nil
}

// setAside renames a file that holds anything and gives its new name.
func setAside(path, to string) string {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err != nil || info.Size() == 0 {
		return ""
	}
	if os.Rename(path, to) != nil {
		return path
	}
	return to
}

// Close says that this run ends in order.
func (l *LastWords) Close() {
	if l.file == nil {
		return
	}
	_ = debug.SetCrashOutput(nil, debug.CrashOptions{})
	l.file.Close()
	l.file = nil
	if info, err := os.Stat(l.path); err == nil && info.Size() == 0 {
		_ = os.Remove(l.path)
	}
}
