package app

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parley/bridge"
)

// reload writes another servers file and has it read.
func (r *rig) reload(text string) {
	r.t.Helper()
	if err := os.WriteFile(filepath.Join(r.home, "servers.json"), []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
	before := r.loads
	r.App.Reload()
	r.q.Until(r.t, "the servers file", func() bool { return r.loads > before })
	r.settle()
}

func TestReloadKeepsWhatDidNotChange(t *testing.T) {
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"A":{"command":"a"},"B":{"command":"b"},"C":{"command":"c"},"D":{"command":"d","disabled":true}}}`})
	a, b, c, d := r.fakes["A"], r.fakes["B"], r.fakes["C"], r.fakes["D"]
	if a.starts != 1 || d.starts != 0 {
		t.Errorf("A started %d times, D, which is disabled, %d times", a.starts, d.starts)
	}
	r.reload(`{"mcpServers":{"B":{"command":"b","args":["-v"]},"A":{"command":"a"}}}`)
	r.q.Until(t, "C to be closed", func() bool { return c.closed() == 1 && b.closed() == 1 })
	if r.fakes["A"] != a || a.closed() != 0 || a.starts != 1 {
		t.Error("A did not change but was touched")
	}
	if r.fakes["B"] == b {
		t.Error("B changed but is the old one")
	}
	var names []string
	for _, s := range r.servers.all() {
		names = append(names, s.Name())
	}
	if len(names) != 2 || names[0] != "B" || names[1] != "A" {
		t.Errorf("the order is %v", names)
	}
}

func TestBrokenFileIsToldAndTheServersStay(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	files := r.fakes["Files"]
	r.reload(`{"mcpServers": {`)
	r.sees("servers.json", "Try again", "Files")
	if files.closed() != 0 {
		t.Error("the server was closed")
	}
}

func TestDemoCanBeRemovedAndComesBack(t *testing.T) {
	r := newRig(t, rigOptions{demo: true})
	demo := r.ready("Demo lab", bridge.Tool{Name: "submit_batch"})
	r.window.open(place{page: serverAt, server: "Demo lab"})
	r.press("Remove")
	r.q.Until(t, "the demo to be closed", func() bool { return demo.closed() == 1 })
	r.q.Until(t, "the empty list", func() bool { return r.servers.named("Demo lab") == nil })
	r.sees("Welcome to Parley")
	if !r.memory.Read().HideDemo {
		t.Error("it is not remembered")
	}
	r.window.showAddServer()
	r.press("Show the demo server")
	r.q.Until(t, "the demo", func() bool { return r.servers.named("Demo lab") != nil })
}

// A server that does not go away cannot keep the window from closing.
func TestClosingIsBounded(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	stuck := make(chan struct{})
	r.fakes["Files"].onClose = func(ctx context.Context) error {
		select {
		case <-ctx.Done():
		case <-stuck:
		}
		return ctx.Err()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	r.Close(ctx)
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("closing took %s", took)
	}
	close(stuck)
}

func TestClosingTheWindowAnswersWhatIsOpenAndLetsTheServersGo(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	answer := make(chan bridge.Answer, 1)
	go func() { answer <- r.inbox.WaitFor(t.Context(), request("elc-1", "Who?")) }()
	r.q.Until(t, "the request", func() bool { return r.inbox.Count() == 1 })
	r.window.quit()
	if a := <-answer; a.OK || a.Reason != bridge.ReasonCancelled {
		t.Errorf("answered %+v", a)
	}
	r.q.Until(t, "the server to be closed", func() bool { return r.fakes["Files"].closed() == 1 })
}

// What there is to know about the file is told once, and stands where the file is named.
func TestNotesAboutTheFileAreToldOnce(t *testing.T) {
	const twice = `{"mcpServers":{"A":{"command":"a"},"A":{"command":"b"}}}`
	const note = `The name "A" is there more than once.`
	home := t.TempDir()
	r := newRig(t, rigOptions{servers: twice, home: home})
	r.sees(note)
	r.Close(t.Context())
	again := newRig(t, rigOptions{servers: twice, home: home})
	again.misses(note)
	again.window.showAddServer()
	again.sees(note)
}
