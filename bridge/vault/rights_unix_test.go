//go:build !windows

package vault

import (
	"io/fs"
	"os"
	"path/filepath"
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
