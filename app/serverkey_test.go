package app

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/bridge"
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
