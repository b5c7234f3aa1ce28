package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestDeletedServersFileIsWrittenAgainAsItWas(t *testing.T) {
	r := deleted(t)
	r.press("Write it again")
	r.comes("Your servers file is there again")
	r.q.Until(t, "the notice to go", func() bool { return !strings.Contains(r.seen(), "is gone") })
	now, err := os.ReadFile(filepath.Join(r.home, "servers.json"))
	if err != nil || string(now) != commented {
		t.Errorf("%q %v", now, err)
	}
	if len(r.servers.all()) != 2 || r.fakes["Files"].closed() != 0 {
		t.Error("the servers do not go on")
	}
	r.openServer("Files")
	r.press("Turn off")
	r.fileSays(`"disabled": true`, true)
}

func TestServersFileThatBecameUnreadableIsWrittenAgainAndTheBrokenOneKept(t *testing.T) {
	r := newRig(t, rigOptions{servers: commented})
	r.settle()
	file := filepath.Join(r.home, "servers.json")
	if err := os.WriteFile(file, []byte("{ half of it"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.comes("Parley still knows your servers file as it was.")
	r.sees("cannot be read", "Your servers go on as they were.")
	r.picture("file-broken")
	r.press("Write it again")
	r.comes("What was in its place is beside it now: servers.json.unreadable")
	r.q.Until(t, "the notices to go", func() bool {
		r.clock.Advance(100 * time.Millisecond)
		return !strings.Contains(r.seen(), "cannot be read") && !strings.Contains(r.seen(), "still knows")
	})
	now, _ := os.ReadFile(file)
	aside, _ := os.ReadFile(file + ".unreadable")
	if string(now) != commented || string(aside) != "{ half of it" {
		t.Errorf("now %q, aside %q", now, aside)
	}
}

func TestServersFileThatWasNeverReadIsNotOfferedAgain(t *testing.T) {
	r := newRig(t, rigOptions{servers: "{ half of it"})
	r.settle()
	r.comes("cannot be read")
	r.misses("Write it again")
}
