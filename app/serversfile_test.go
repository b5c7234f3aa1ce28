package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/bridge/config"
)

// deleted is a rig whose servers file was deleted, and that noticed.
func deleted(t *testing.T) *rig {
	r := newRig(t, rigOptions{servers: commented})
	r.settle()
	if err := os.Remove(filepath.Join(r.home, "servers.json")); err != nil {
		t.Fatal(err)
	}
	r.comes("Your servers file is gone. Your servers go on as they were; put it back to keep them:")
	return r
}

// comes waits until a text is on the screen.
func (r *rig) comes(text string) {
	r.t.Helper()
	r.q.Until(r.t, text, func() bool {
		r.clock.Advance(100 * time.Millisecond)
		return strings.Contains(r.seen(), text)
	})
}

func TestDeletedFileIsCalledDeletedUntilItIsBack(t *testing.T) {
	r := deleted(t)
	r.misses("removed")
	r.picture("file-gone")
	r.press("Not now")
	r.openServer("Files")
	r.press("Turn off")
	r.comes("Nothing was changed, for your servers file is gone. Put it back first:")
	r.misses("there is no server")
	r.press("Reload")
	r.comes("Your servers file is gone.")
	if len(r.servers.all()) != 2 || r.fakes["Files"].closed() != 0 {
		t.Error("the servers do not go on")
	}
	if err := os.WriteFile(filepath.Join(r.home, "servers.json"), []byte(commented), 0o600); err != nil {
		t.Fatal(err)
	}
	r.q.Until(t, "the notices to go", func() bool {
		r.clock.Advance(100 * time.Millisecond)
		return !strings.Contains(r.seen(), "gone")
	})
	r.press("Turn off")
	r.fileSays(`"disabled": true`, true)
}

func TestServersOfADeletedFileGoWhenThePersonSaysSo(t *testing.T) {
	r := deleted(t)
	r.press("Take them out")
	if len(r.servers.all()) != 0 {
		t.Error("they are still there")
	}
	r.misses("gone")
}

func TestServerAddedToADeletedFileLeavesTheOthersRunning(t *testing.T) {
	r := deleted(t)
	r.paste("npx -y demo")
	r.press("Add")
	r.q.Until(t, "the new server", func() bool { return r.servers.named("demo") != nil })
	r.settle()
	if len(r.servers.all()) != 3 || r.fakes["Files"].closed() != 0 {
		t.Error("the others do not go on")
	}
	r.sees("Your servers file changed: 2 removed (")
	r.misses("gone")
}

// Whose entries others changed is said where they are few; a long list is counted.
func TestChangeOfTheFileNamesWhomItConcerns(t *testing.T) {
	servers := func(names ...string) (list []config.Server) {
		for _, name := range names {
			list = append(list, config.Server{Name: name, URL: "https://" + name + ".example"})
		}
		return list
	}
	moved := servers("a")
	moved[0].URL = "https://elsewhere.example"
	for _, c := range []struct {
		name     string
		old, now []config.Server
		want     string
	}{
		{"nothing", servers("a", "b"), servers("b", "a"), ""},
		{"one of each", servers("a", "c"), append(servers("b"), moved...), "1 new (b), 1 changed (a), 1 removed (c)"},
		{"three", servers(), servers("a", "b", "c"), "3 new (a, b, c)"},
		{"many", servers("x"), servers("a", "b", "c", "d"), "4 new, 1 removed (x)"},
		{"a hostile name", servers(), []config.Server{{Name: "a\u202e\nb"}}, "1 new (a⟨U+202E⟩↵b)"},
		{"no name", []config.Server{{}}, servers(), "1 removed ((unnamed))"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := difference(c.old, c.now); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
