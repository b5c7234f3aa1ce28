package memory

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/bridge/ownfile"
)

func TestMemoryIsThereAgain(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	m, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	m.Change(func(k *Kept) { k.Width, k.Tool = 900, "submit" })
	m.KeepArguments("Demo lab", "submit", json.RawMessage(`{"n":9007199254740993.10}`))
	if err := m.Save(); err != nil {
		t.Fatal(err)
	}
	again, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	if k := again.Read(); k.Width != 900 || k.Tool != "submit" {
		t.Errorf("kept %+v", k)
	}
	if got := compacted(again.Arguments("Demo lab", "submit")); got != `{"n":9007199254740993.10}` {
		t.Errorf("arguments %s", got)
	}
	if info, err := os.Stat(filepath.Join(folder, "memory.json")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestUnreadableMemoryIsSetAsideAndSaidSo(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "memory.json")
	if err := os.WriteFile(path, []byte("{half"), 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := Open(folder)
	if err == nil || !strings.Contains(err.Error(), "memory.json.unreadable") {
		t.Errorf("error %v", err)
	}
	if k := m.Read(); k.Width != 0 {
		t.Errorf("kept %+v", k)
	}
	if raw, err := os.ReadFile(path + ".unreadable"); err != nil || string(raw) != "{half" {
		t.Errorf("set aside %q, %v", raw, err)
	}
}

// A box of JSON takes what no field asks for; and what an earlier Parley kept is gone from the file with the next change.
func TestNothingUnderTheNameOfASecretIsRemembered(t *testing.T) {
	folder := t.TempDir()
	old := `{"arguments":{"Lab":{"t":{"a":1,"dsn":"kept-before"},"u":{"b":2}}}}`
	if err := os.WriteFile(filepath.Join(folder, "memory.json"), []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	typed := `{ "name": "Kim", "pаsswоrd": "typed-1", "deep": [{"Authorization": {"value": "typed-2"}, "n": 1.50}], "auth": true, "iban": 123456789, "token_type": "x<y" }`
	m.KeepArguments("Lab", "v", json.RawMessage(typed))
	for tool, want := range map[string]string{"t": `{"a":1}`, "u": `{"b":2}`, "v": `{"name":"Kim","deep":[{"n":1.50}],"auth":true,"token_type":"x<y"}`} {
		if got := compacted(m.Arguments("Lab", tool)); got != want {
			t.Errorf("%s: kept %s", tool, got)
		}
	}
	if err := m.Save(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(folder, "memory.json"))
	for _, secret := range []string{"kept-before", "typed-1", "typed-2", "123456789"} {
		if err != nil || strings.Contains(string(raw), secret) {
			t.Errorf("the file holds %s, %v", secret, err)
		}
	}
	m.KeepArguments("Lab", "v", json.RawMessage(strings.Repeat("[", 20_000)+strings.Repeat("]", 20_000)))
	if got := m.Arguments("Lab", "v"); got != nil {
		t.Errorf("what cannot be gone through is kept as %.40s", got)
	}
}

func TestHugeArgumentsAreNotRemembered(t *testing.T) {
	m := &Store{}
	m.KeepArguments("s", "t", json.RawMessage(`{"a":1}`))
	m.KeepArguments("s", "t", json.RawMessage(`{"a":"`+strings.Repeat("x", maxArguments)+`"}`))
	if got := m.Arguments("s", "t"); got != nil {
		t.Errorf("%d bytes remembered", len(got))
	}
}

func TestFileIsReplacedWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	for _, text := range []string{"first, which is longer", "second"} {
		if err := ownfile.Replace(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if raw, err := os.ReadFile(path); err != nil || string(raw) != text {
			t.Errorf("%q, %v", raw, err)
		}
	}
}

// compacted is JSON without its white space.
func compacted(raw json.RawMessage) string {
	return strings.NewReplacer(" ", "", "\n", "").Replace(string(raw))
}
