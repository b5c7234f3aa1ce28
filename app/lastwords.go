package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"time"
)

// LastWords is the outermost net: what ends the whole program by force, in code that is not ours, is written by Go itself
// into Parley's folder, and the next start can tell. Left is the file of such an end before this start; "" when the
// last one was in order.
//
// Each Parley has a file of its own, which it holds while it runs: what a second one finds is of those that have ended.
type LastWords struct {
	Left string

	path string
	file *os.File
}

// CatchLastWords begins to keep the last words of this run in folder.
func CatchLastWords(folder string, now time.Time) (*LastWords, error) {
	l := &LastWords{}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return l, fmt.Errorf("getting ready for a crash: %w", err)
	}
	l.Left = wordsLeft(folder, now)
	file, err := ownWords(folder)
	if err != nil {
		return l, fmt.Errorf("getting ready for a crash: %w", err)
	}
	if err := debug.SetCrashOutput(file, debug.CrashOptions{}); err != nil {
		file.Close()
		return l, fmt.Errorf("getting ready for a crash: %w", err)
	}
	l.file, l.path = file, file.Name()
	return l, nil
}

// maxWords bounds how many files of others are looked at, and how many names are tried.
const maxWords = 1000

// ownWords makes a file that nobody else has: another Parley may have the same number, in a container of its own.
func ownWords(folder string) (*os.File, error) {
	name := "last-words-" + strconv.Itoa(os.Getpid())
	for i := range maxWords {
		ending := ".txt"
		if i > 0 {
			ending = "-" + strconv.Itoa(i) + ending
		}
		file, err := os.OpenFile(filepath.Join(folder, name+ending), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			hold(file)
		}
		return file, err
	}
	return nil, fs.ErrExist
}

// wordsLeft sets aside the last words of those that have ended, and gives the newest of them.
func wordsLeft(folder string, now time.Time) (newest string) {
	files, _ := filepath.Glob(filepath.Join(folder, "last-words*.txt"))
	var at time.Time
	for i, path := range files[:min(len(files), maxWords)] {
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() || isHeld(path) {
			continue
		}
		if info.Size() == 0 {
			if now.Sub(info.ModTime()) > time.Minute { // a younger one may be that of a Parley that is just starting
				_ = os.Remove(path)
			}
			continue
		}
		name := "crash-" + now.UTC().Format("20060102-150405")
		if i > 0 {
			name += "-" + strconv.Itoa(i)
		}
		aside := filepath.Join(folder, name+".txt")
		if os.Rename(path, aside) != nil {
			aside = path
		}
		if newest == "" || info.ModTime().After(at) {
			newest, at = aside, info.ModTime()
		}
	}
	return newest
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
