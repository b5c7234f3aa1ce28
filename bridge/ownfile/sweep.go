package ownfile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// leftAfter is how old a half-written file must be to be nobody's any more, where nobody can be asked.
const leftAfter = time.Minute

// Sweep takes away what a crash left of a [Replace] of the files with the given names: it may hold secrets. Who holds the lock of the
// folder knows that nobody is writing.
func Sweep(folder string, locked bool, names ...string) {
	sweep(folder, locked, func(file string) bool {
		return slices.ContainsFunc(names, func(name string) bool {
			number, ok := strings.CutPrefix(file, name+".")
			return ok && isNumber(number)
		})
	})
}

// SweepEdits is Sweep for an Edit of bridge/config of a servers file, beside which people keep copies of their own.
func SweepEdits(folder string, locked bool, name string) {
	sweep(folder, locked, func(file string) bool {
		rest, ours := strings.CutPrefix(file, "."+name+".")
		number, half := strings.CutSuffix(rest, ".tmp")
		return ours && half && isNumber(number)
	})
}

func sweep(folder string, locked bool, isHalfWritten func(file string) bool) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if !entry.Type().IsRegular() || !isHalfWritten(entry.Name()) {
			continue
		}
		info, err := entry.Info()
		if err == nil && (locked || time.Since(info.ModTime()) > leftAfter) {
			_ = os.Remove(filepath.Join(folder, entry.Name()))
		}
	}
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
