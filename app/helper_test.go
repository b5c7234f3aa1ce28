package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parley/widgets"
)

// runShortcut presses Ctrl+Enter in the window.
func runShortcut(r *rig) {
	modifier, _ := mainKey()
	r.window.keys.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: modifier})
	r.settle()
}

// pressOn presses a key on something, as the window's driver would hand it on.
func pressOn(on fyne.Focusable, key fyne.KeyName) {
	ev := &fyne.KeyEvent{Name: key}
	k, keyable := on.(desktop.Keyable)
	if keyable {
		k.KeyDown(ev)
		defer k.KeyUp(ev)
	}
	on.TypedKey(ev)
}

// key presses a key on what has the keyboard, or in the window.
func (r *rig) key(name fyne.KeyName) {
	c := r.window.win.Canvas()
	defer r.settle()
	defer widgets.HoldKey(c, name)()
	ev := &fyne.KeyEvent{Name: name}
	if focused := c.Focused(); focused != nil {
		focused.TypedKey(ev)
		return
	}
	c.OnTypedKey()(ev)
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

// compacted is JSON without its white space.
func compacted(raw json.RawMessage) string {
	return strings.NewReplacer(" ", "", "\n", "").Replace(string(raw))
}
