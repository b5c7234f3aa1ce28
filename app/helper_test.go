package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// runShortcut presses Ctrl+Enter in the window.
func runShortcut(r *rig) {
	modifier, _ := mainKey()
	r.window.keys.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: modifier})
	r.settle()
}

// readAll gives the text of all files in a folder.
func readAll(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		raw, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all.Write(raw)
	}
	return all.String()
}
