package memory

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

func opened(t *testing.T, folder string) *Store {
	t.Helper()
	m, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Two Parleys on one home write the whole file each; what one of them did not touch is the other's.
func TestTwoParleysRememberWhatEachDid(t *testing.T) {
	folder := t.TempDir()
	before := `{"tool":"first","newer":{"of":"a later Parley"},"seen":[{"name":"old","print":"0"},{"name":"gone","print":"9"}],"arguments":{"Lab":{"shared":{"a":0},"dropped":{"d":1}}}}`
	if err := os.WriteFile(filepath.Join(folder, "memory.json"), []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	one, two := opened(t, folder), opened(t, folder)
	one.KeepArguments("Lab", "shared", json.RawMessage(`{"a":1}`))
	one.KeepArguments("Lab", "dropped", nil)
	one.Change(func(k *Kept) {
		k.Width, k.HideDemo = 900, true
		k.Seen = append(slices.Clone(k.Seen[:1]), Program{Name: "one", Print: "1"})
	})
	two.KeepArguments("Lab", "own", json.RawMessage(`{"b":2}`))
	two.KeepArguments("Other", "t", json.RawMessage(`{"c":3}`))
	two.Change(func(k *Kept) {
		k.Tool = "second"
		k.Seen = append(slices.Clone(k.Seen), Program{Name: "two", Print: "2"})
	})
	for _, m := range []*Store{one, two, one, two} {
		if err := m.Save(); err != nil {
			t.Fatal(err)
		}
	}
	m := opened(t, folder)
	k := m.Read()
	if k.Width != 900 || !k.HideDemo || k.Tool != "second" {
		t.Errorf("kept %+v", k)
	}
	var seen []string
	for _, program := range k.Seen {
		seen = append(seen, program.Name)
	}
	if !slices.Equal(seen, []string{"old", "one", "two"}) {
		t.Errorf("seen %v", seen)
	}
	for at, want := range map[string]string{"Lab/shared": `{"a":1}`, "Lab/own": `{"b":2}`, "Other/t": `{"c":3}`, "Lab/dropped": ""} {
		server, tool, _ := strings.Cut(at, "/")
		if got := m.Arguments(server, tool); got != nil && compacted(got) != want || got == nil && want != "" {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
	raw, _ := os.ReadFile(filepath.Join(folder, "memory.json"))
	if !strings.Contains(string(raw), "a later Parley") {
		t.Errorf("what a newer Parley keeps is lost: %s", raw)
	}
}

func TestManyParleysLoseNothingOfEachOther(t *testing.T) {
	folder := t.TempDir()
	var all sync.WaitGroup
	for i := range 4 {
		m := opened(t, folder)
		all.Go(func() {
			for n := range 10 {
				m.KeepArguments(fmt.Sprint("server ", i), fmt.Sprint("tool ", n), json.RawMessage(`{"x":1}`))
				if err := m.Save(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	m := opened(t, folder)
	for i := range 40 {
		if m.Arguments(fmt.Sprint("server ", i/10), fmt.Sprint("tool ", i%10)) == nil {
			t.Errorf("what %d did with %d is lost", i/10, i%10)
		}
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

// A number that makes no sense costs itself alone.
func TestNonsenseInTheMemoryCostsNothingElse(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "memory.json")
	text := `{"width":1e300,"height":"tall","x":1e30,"y":99999999999999999999,"placed":true,"split":-1e308,"hideDemo":7,"open":{"a":1},"seen":[{"name":5},"x",{"name":"lab","print":"p"}],
		"tool":"t","arguments":{"Lab":{"t":{"a":1}},"Bad":[1]}}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	m := opened(t, folder)
	if k := m.Read(); k.Tool != "t" || compacted(m.Arguments("Lab", "t")) != `{"a":1}` {
		t.Errorf("kept %+v, %s", k, m.Arguments("Lab", "t"))
	}
}
