package app

import (
	"os"
	"path/filepath"
	"testing"
)

func TestNonsenseThatWasKeptOfTheWindowIsNotUsed(t *testing.T) {
	folder := t.TempDir()
	text := `{"width":1e300,"height":"tall","x":1e30,"y":99999999999999999999,"placed":true,"split":-1e308}`
	if err := os.WriteFile(filepath.Join(folder, "memory.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := newRig(t, rigOptions{home: folder})
	if size := r.window.win.Canvas().Size(); !(size.Width > 0 && size.Width < farthest && size.Height > 0 && size.Height < farthest) {
		t.Errorf("the window is %v", size)
	}
	r.Close(t.Context())
}

func TestHalfWrittenFilesAreGoneAtTheNextStart(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"memory.json.123", "secrets.json.456", ".servers.json.789.tmp"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(`{"token":"s3cret`), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := newRig(t, rigOptions{home: folder})
	defer r.Close(t.Context())
	if left, _ := filepath.Glob(filepath.Join(folder, "*.[0-9]*")); len(left) > 0 {
		t.Errorf("left %v", left)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, ".*.tmp")); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}
