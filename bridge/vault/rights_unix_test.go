//go:build !windows

package vault

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOnlyTheOwnerMayReadTheFile(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "parley")
	f := &file{path: filepath.Join(folder, FileName)}
	if err := f.Set("a", "b"); err != nil {
		t.Fatal(err)
	}
	rights := func(path string) fs.FileMode {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode().Perm()
	}
	if rights(f.path) != 0o600 || rights(folder) != 0o700 {
		t.Errorf("file %o, folder %o", rights(f.path), rights(folder))
	}
	if err := os.Chmod(f.path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Get("a"); err != nil || rights(f.path) != 0o600 {
		t.Errorf("%v, file %o: what others could read was not closed", err, rights(f.path))
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("left in the folder: %v %v", entries, err)
	}
}

// Who keeps their settings elsewhere has a link here. It stays one, and the old secrets do not stay behind it.
func TestLinkToTheFileStaysALink(t *testing.T) {
	real, link := filepath.Join(t.TempDir(), "kept.json"), filepath.Join(t.TempDir(), FileName)
	if err := os.WriteFile(real, []byte(`{"a":"old"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	f := &file{path: link}
	if err := f.Set("a", "new"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link became %v, %v", info.Mode(), err)
	}
	if text, err := os.ReadFile(real); err != nil || !strings.Contains(string(text), "new") || strings.Contains(string(text), "old") {
		t.Errorf("%s, %v", text, err)
	}
	if info, err := os.Stat(real); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%o, %v", info.Mode().Perm(), err)
	}
}
