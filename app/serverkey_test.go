package app

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/app/servers"
	"parley/bridge"
	"parley/bridge/config"
)

// keyed is a server over HTTP that wants a key and has nothing to sign in with.
func keyed(t *testing.T, key string) *httptest.Server {
	next := quickHandler(t)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/.well-known/") {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		if r.Header.Get("Authorization") != "Bearer "+key {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		web.CloseClientConnections()
		web.Close()
	})
	return web
}

// A server that wants a key gets one that the person enters: into the keyring, never into the servers file. One that is wrong can be
// entered again, and the next start asks nothing.
func TestKeyIsEnteredOnceAndStandsInNoFile(t *testing.T) {
	web := keyed(t, "s3cret")
	tr := newTrial(t)
	path := filepath.Join(tr.opts.Home, "servers.json")
	if err := os.WriteFile(path, []byte(`{"mcpServers":{"Sales":{"url":"`+web.URL+`"}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	tr.Reload()
	failed := func() bool {
		live := tr.live["Sales"]
		return live != nil && live.State().Phase == bridge.Failed && tr.find("Enter its key") != nil
	}
	tr.until("Sales is there", func() bool { return tr.live["Sales"] != nil })
	tr.window.open(place{page: serverAt, server: "Sales"})
	for _, key := range []string{"wrong", "s3cret"} {
		tr.until("it wants a key", failed)
		tr.mustClick("Enter its key")
		tr.asked()
		if screen := tr.screen(); !strings.Contains(screen, "Parley asks") || !strings.Contains(screen, "Key for Sales") {
			t.Errorf("screen %q", screen)
		}
		form := tr.form()
		if !form.Masked(0) {
			t.Error("the key can be read over the shoulder")
		}
		form.Type(0, key)
		tr.mustClick("Start it")
	}
	tr.until("ready", func() bool { return tr.live["Sales"].State().Phase == bridge.Ready })
	if raw, err := os.ReadFile(path); err != nil || strings.Contains(string(raw), "s3cret") || !strings.Contains(string(raw), "${input:sales-key}") {
		t.Errorf("%v %s", err, raw)
	}
	for _, text := range []string{tr.logged.String(), readAll(t, tr.opts.Home)} {
		if strings.Contains(text, "s3cret") {
			t.Errorf("the key is in %q", text)
		}
	}
	tr.live["Sales"].Start()
	tr.settle()
	if tr.modal() {
		t.Error("it is asked for again")
	}
}

// A server that was not given its value is no broken one, and what was entered can be entered anew.
func TestValuesCanBeEnteredLaterAndAgain(t *testing.T) {
	r := newRig(t, rigOptions{servers: wantsValue})
	sales := r.fakes["Sales"]
	sales.set(bridge.ServerState{Phase: bridge.Failed, Failure: &bridge.Failure{
		What: "Sales was not started: it needs Key for Sales.", Do: "Press Enter its values on its page to be asked again.", Err: bridge.ErrNotGiven}})
	r.openServer("Sales")
	r.settle()
	r.sees("It needs you: it was not started without what it asks for.", "needs you", "it needs Key for Sales")
	r.misses("It has failed.", "failed")
	r.picture("server-not-given")
	r.press("Enter its values")
	if sales.started() != 2 || sales.forgotten() != 0 {
		t.Errorf("started %d times, forgotten %d times", sales.started(), sales.forgotten())
	}
	r.ready("Sales", readTool)
	r.picture("server-values")
	r.press("Enter its values again")
	r.q.Until(t, "the next start", func() bool { return sales.started() == 3 })
	if sales.forgotten() != 1 {
		t.Error("what was entered before is not forgotten")
	}
}

func TestRemovedServerLeavesNothingInTheKeyring(t *testing.T) {
	r := newRig(t, rigOptions{servers: wantsValue})
	sales := r.ready("Sales", readTool)
	r.openServer("Sales")
	r.press("Remove")
	r.sees("What you entered for it and how you signed in are forgotten too.")
	r.press("Remove it")
	r.fileSays(`"Sales"`, false)
	r.q.Until(t, "what is kept to be forgotten", func() bool { return sales.forgotten() == 1 })
	r.misses("could not be forgotten")
}

func TestWhatTheKeyringKeepsOfARemovedServerIsTold(t *testing.T) {
	r := newRig(t, rigOptions{servers: wantsValue})
	r.ready("Sales", readTool).keeps = errors.New("the keyring is locked")
	r.openServer("Sales")
	r.press("Remove")
	r.press("Remove it")
	r.fileSays(`"Sales"`, false)
	r.q.Until(t, "it to be told", func() bool { return strings.Contains(r.seen(), "could not be forgotten") })
	r.sees("What you entered for Sales could not be forgotten: the keyring is locked.")
}

// leaving is a server that notes with which others it was let go.
type leaving struct {
	*fakeServer
	left chan []config.Server
}

func (l leaving) Leave(_ context.Context, now []config.Server) error {
	l.left <- now
	return nil
}

// What was entered for a server goes when its entry does, or becomes another: by hand, by an edit, or from outside.
func TestServerThatIsGoneOrAnotherLeavesNothingBehind(t *testing.T) {
	left := make(chan []config.Server, 1)
	r := &roster{net: &Net{}, trust: &servers.Trust{Known: func(config.Server) bool { return true }}, dial: func(entry config.Server) server {
		return leaving{&fakeServer{entry: entry}, left}
	}}
	lab := config.Server{Name: "Lab", URL: "https://lab.example/mcp"}
	moved, renamed, local := lab, lab, config.Server{Name: "Local", Command: []string{"lab"}}
	moved.URL, renamed.Name = "https://elsewhere.example/mcp", "Laboratory"
	for _, now := range [][]config.Server{{lab, local}, {moved, local}, {renamed, local}, {local}} {
		before := len(r.all())
		r.set(now)
		r.leaving.Wait()
		select {
		case with := <-left:
			if before == 0 || len(with) != len(now) {
				t.Errorf("at %v: let go with %v", now, with)
			}
		default:
			if before > 0 {
				t.Errorf("at %v: nothing was let go", now)
			}
		}
	}
	r.set(nil) // a program that was given nothing has nothing to forget
	r.leaving.Wait()
	if len(left) != 0 {
		t.Error("it asked the keyring for nothing")
	}
}
