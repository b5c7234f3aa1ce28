package app

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"parley/bridge"
)

// A server that is elsewhere by now needs the person: the address is shown, nothing goes there, and one press writes it into the servers
// file and starts the server there.
func TestServerElsewhereIsCalledOnceThePersonSaysSo(t *testing.T) {
	var reached atomic.Int32
	next := quickHandler(t)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached.Add(1)
		next.ServeHTTP(w, r)
	}))
	old := httptest.NewServer(http.RedirectHandler(elsewhere.URL+"/mcp", http.StatusPermanentRedirect))
	t.Cleanup(func() {
		old.Close()
		elsewhere.CloseClientConnections()
		elsewhere.Close()
	})
	tr := newTrial(t)
	path := filepath.Join(tr.opts.Home, "servers.json")
	before := `{"mcpServers":{"Sales":{"url":"` + old.URL + `/mcp","headers":{"X-Key":"s3cret"}}}}`
	if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	tr.Reload()
	tr.until("Sales is there", func() bool { return tr.live["Sales"] != nil })
	tr.window.open(place{page: serverAt, server: "Sales"})
	tr.until("it needs the person", func() bool { return tr.find("Use this address") != nil })
	for _, words := range []string{"It needs you: it wants to be called at another address.", elsewhere.URL + "/mcp", "Nothing was sent there.", "a key, goes there then"} {
		if !strings.Contains(tr.screen(), words) {
			t.Errorf("%q is not on the screen: %s", words, tr.screen())
		}
	}
	if s := tr.window.servers.standing(tr.window.servers.named("Sales")); stateWords(s) != "needs you" {
		t.Errorf("it is %s", stateWords(s))
	}
	if raw, err := os.ReadFile(path); err != nil || string(raw) != before || reached.Load() != 0 {
		t.Errorf("%v: %d requests and the file %s before anybody said so", err, reached.Load(), raw)
	}
	tr.mustClick("Use this address")
	tr.until("ready", func() bool { return tr.live["Sales"].State().Phase == bridge.Ready })
	if raw, err := os.ReadFile(path); err != nil || string(raw) != strings.Replace(before, old.URL, elsewhere.URL, 1) {
		t.Errorf("%v %s", err, raw)
	}
	if tr.find("Use this address") != nil {
		t.Error("it is still offered")
	}
}

// A server that works, and sends some message elsewhere, needs the person too, and says so while it goes on.
func TestServerThatSendsOnLaterNeedsThePerson(t *testing.T) {
	next := quickHandler(t)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(raw))
		if bytes.Contains(raw, []byte("tools/list")) {
			http.Redirect(w, r, "http://169.254.169.254/latest", http.StatusFound)
			return
		}
		next.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		web.CloseClientConnections()
		web.Close()
	})
	tr := newTrial(t)
	path := filepath.Join(tr.opts.Home, "servers.json")
	if err := os.WriteFile(path, []byte(`{"mcpServers":{"Sales":{"url":"`+web.URL+`/mcp"}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	tr.Reload()
	tr.until("Sales is there", func() bool { return tr.live["Sales"] != nil })
	tr.window.open(place{page: serverAt, server: "Sales"})
	tr.until("it needs the person", func() bool {
		return strings.Contains(tr.screen(), "It needs you: it wants to be called at another address.") && strings.Contains(tr.screen(), "169.254.169.254/latest")
	})
	if tr.live["Sales"].State().Phase != bridge.Ready || tr.find("Use this address") != nil {
		t.Errorf("%+v", tr.live["Sales"].State())
	}
}
