package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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
	r.sees("Your servers file changed: 2 removed.")
	r.misses("gone")
}
