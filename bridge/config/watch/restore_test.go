package watch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/bridge/config/edit"
)

const restored = "{\n  // mine\n  \"mcpServers\": { \"a\": { \"command\": \"x\" } }\n}\n"

// keeper is a keeper of a file with that content, which was read once.
func keeper(t *testing.T, text string) *Keeper {
	t.Helper()
	k := &Keeper{Path: filepath.Join(t.TempDir(), "servers.json")}
	if err := os.WriteFile(k.Path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Load(environment); err != nil {
		t.Fatal(err)
	}
	return k
}

func TestADeletedFileIsWrittenAgainAsItWas(t *testing.T) {
	k := keeper(t, restored)
	if err := os.RemoveAll(filepath.Dir(k.Path)); err != nil {
		t.Fatal(err)
	}
	if aside, err := k.Restore(); err != nil || aside != "" || !k.Remembers() {
		t.Fatal(aside, err)
	}
	now, err := os.ReadFile(k.Path)
	if err != nil || string(now) != restored {
		t.Errorf("%q %v", now, err)
	}
	if k.News() {
		t.Error("its own writing is news")
	}
}

func TestABrokenFileIsKeptBesideTheOneThatIsWrittenAgain(t *testing.T) {
	k := keeper(t, restored)
	for i, want := range []string{"servers.json.unreadable", "servers.json.unreadable-2"} {
		broken := strings.Repeat("{", i+1)
		if err := os.WriteFile(k.Path, []byte(broken), 0o600); err != nil {
			t.Fatal(err)
		}
		aside, err := k.Restore()
		if err != nil || aside != want {
			t.Fatal(aside, err)
		}
		old, _ := os.ReadFile(filepath.Join(filepath.Dir(k.Path), aside))
		now, _ := os.ReadFile(k.Path)
		if string(old) != broken || string(now) != restored {
			t.Errorf("aside %q, now %q", old, now)
		}
	}
}

func TestAFolderInThePlaceOfTheFileGoesAside(t *testing.T) {
	k := keeper(t, restored)
	if err := os.Remove(k.Path); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(k.Path, "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	aside, err := k.Restore()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(k.Path), aside, "x")); err != nil {
		t.Error(err)
	}
	if now, err := os.ReadFile(k.Path); err != nil || string(now) != restored {
		t.Errorf("%q %v", now, err)
	}
}

func TestAFileThatCanBeReadIsNotWrittenOver(t *testing.T) {
	k := keeper(t, restored)
	const others = `{"mcpServers":{"b":{"command":"y"}}}`
	if err := os.WriteFile(k.Path, []byte(others), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Restore(); err == nil || !strings.Contains(err.Error(), "can be read again") {
		t.Error(err)
	}
	if now, _ := os.ReadFile(k.Path); string(now) != others {
		t.Errorf("%q", now)
	}
}

func TestWhatWasChangedHereIsWhatIsWrittenAgain(t *testing.T) {
	k := keeper(t, restored)
	if err := k.Edit(func(e *edit.Editor) error { return e.Rename("a", "b") }); err != nil {
		t.Fatal(err)
	}
	want, _ := os.ReadFile(k.Path)
	if err := os.WriteFile(k.Path, nil, 0o600); err != nil { // emptied, and read so
		t.Fatal(err)
	}
	if _, err := k.Load(environment); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(k.Path); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Restore(); err != nil {
		t.Fatal(err)
	}
	if now, _ := os.ReadFile(k.Path); string(now) != string(want) || !strings.Contains(string(now), `"b"`) {
		t.Errorf("%q", now)
	}
}

func TestAFileThatWasNeverReadCannotBeWrittenAgain(t *testing.T) {
	k := &Keeper{Path: filepath.Join(t.TempDir(), "servers.json")}
	if _, err := k.Restore(); err == nil || k.Remembers() {
		t.Error(err)
	}
}

// Who asks is the window, which must not stand still while a slow disk is read or written.
func TestRememberingWaitsForNoDisk(t *testing.T) {
	k := &Keeper{Path: filepath.Join(t.TempDir(), "servers.json")}
	err := k.Edit(func(e *edit.Editor) error {
		if k.Remembers() { // the file is held now
			t.Error("it remembers what was not there")
		}
		return e.Put("a", []byte(`{"command":"a"}`))
	})
	if err != nil || !k.Remembers() {
		t.Errorf("%v, remembers %v", err, k.Remembers())
	}
}
