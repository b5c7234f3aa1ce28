//go:build unix

package app

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"parley/app/memory"
	"parley/bridge/vault"
)

// ownFiles are what stands in Parley's folder, and the name that a file for last words would have.
var ownFiles = []string{"memory.json", "secrets.json", "servers.json", "looking.txt", "last-words.txt", "last-words-1.txt", "crash-1.txt", "memory.json.unreadable"}

// Whatever stands in the place of one of its files, Parley starts, keeps what it can, and ends.
func TestNothingInThePlaceOfAFileHoldsUpAStartOrAnEnd(t *testing.T) {
	makes := map[string]func(path string) error{
		"a pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a folder": func(path string) error { return os.MkdirAll(filepath.Join(path, "inside"), 0o700) },
		"noise":    func(path string) error { return os.WriteFile(path, []byte("\x00\xff{[1e999"), 0o600) },
		"depth":    func(path string) error { return os.WriteFile(path, []byte(strings.Repeat("[", 500_000)), 0o600) },
		"itself":   func(path string) error { return os.Symlink(path, path) },
		"a device": func(path string) error { return os.Symlink("/dev/zero", path) },
	}
	for what, place := range makes {
		t.Run(what, func(t *testing.T) {
			folder := t.TempDir()
			for _, name := range ownFiles {
				if err := place(filepath.Join(folder, name)); err != nil {
					t.Fatal(err)
				}
			}
			over := make(chan struct{})
			go func() {
				defer close(over)
				words, _ := CatchLastWords(folder, time.Now())
				defer words.Close()
				m, _ := memory.Open(folder) // it says what it could not read
				m.Change(func(k *memory.Kept) { k.Tool = "t" })
				store, _ := vault.Open(folder)
				_, _ = store.Get("x")
				_ = store.Set("x", "y")
				mark := newLookMark(folder, time.Now)
				mark.left()
				mark.at("x")
				mark.done()
				_ = m.Save()
			}()
			select {
			case <-over:
			case <-time.After(time.Minute):
				t.Fatal("it hangs")
			}
		})
	}
}

// The whole window comes up and goes away with a pipe for each file.
func TestWindowComesAndGoesWithPipesForFiles(t *testing.T) {
	folder := t.TempDir()
	for _, name := range ownFiles[1:] { // of its memory it says that it could not be read, and goes on: see above
		if err := syscall.Mkfifo(filepath.Join(folder, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	over := make(chan struct{})
	go func() {
		select {
		case <-over:
		case <-time.After(time.Minute):
			panic("the window hangs")
		}
	}()
	defer close(over)
	a := newRig(t, rigOptions{home: folder})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	a.Close(ctx)
}

// Two Parleys run; the second one leaves the first one's file alone, and each tells of none that is still going.
func TestEachParleyHasLastWordsOfItsOwn(t *testing.T) {
	folder := t.TempDir()
	first, err := ownWords(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	if _, err := first.WriteString("going on"); err != nil {
		t.Fatal(err)
	}
	dead := filepath.Join(folder, "last-words-77.txt")
	if err := os.WriteFile(dead, []byte("goodbye"), 0o600); err != nil {
		t.Fatal(err)
	}
	left := wordsLeft(folder, time.Now())
	if text, err := os.ReadFile(left); err != nil || string(text) != "goodbye" {
		t.Errorf("left %q: %q, %v", left, text, err)
	}
	if text, err := os.ReadFile(first.Name()); err != nil || string(text) != "going on" {
		t.Errorf("the file of the one that runs: %q, %v", text, err)
	}
	second, err := ownWords(folder)
	if err != nil || second.Name() == first.Name() {
		t.Errorf("both have %s, %v", first.Name(), err)
	}
	second.Close()
	if again := wordsLeft(folder, time.Now()); again != "" {
		t.Errorf("told again: %s", again)
	}
}
