package sharedfile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"parley/bridge/config/tree"
)

// The moment between the last look and the replacement is too short to hit from outside; here it is entered by hand.
func TestAChangeInTheLastInstantIsSeenAndPutBack(t *testing.T) {
	folder := t.TempDir()
	path, finished := filepath.Join(folder, "servers.json"), filepath.Join(folder, "finished")
	write(t, path, "old")
	before, err := Take(path, tree.MaxSize)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, "theirs")
	write(t, finished, "ours")
	if err := swap(finished, path); err != nil {
		t.Skip("this file system cannot swap files:", err)
	}
	if err := swap(finished, path); err != nil {
		t.Fatal(err)
	}
	if err := before.putInPlace(finished, []byte("ours")); !errors.Is(err, ErrChanged) {
		t.Errorf("error %v", err)
	}
	if got := read(t, path); got != "theirs" {
		t.Errorf("the file holds %q", got)
	}

	none := Missing(filepath.Join(folder, "none.json"), tree.MaxSize)
	write(t, none.path, "theirs")
	if err := none.putInPlace(finished, []byte("ours")); !errors.Is(err, ErrChanged) || read(t, none.path) != "theirs" {
		t.Errorf("a file that appeared was overwritten: %v", err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
