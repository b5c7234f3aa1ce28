package bridge

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"parley/bridge/config"
)

// A server that sends on to another host must not take the keys of its entry along, neither with the SDK's messages nor with the
// bridge's own.
func TestSecretsOfTheEntryStayWithItsServer(t *testing.T) {
	for _, stateless := range []bool{true, false} {
		secretsStay(t, streamable(t, stateless))
	}
}

func secretsStay(t *testing.T, next http.Handler) {
	t.Helper()
	var mu sync.Mutex
	var leaked []string
	away := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		for name := range r.Header {
			if strings.Contains(r.Header.Get(name), "s3cret") {
				leaked = append(leaked, name)
			}
		}
		mu.Unlock()
		next.ServeHTTP(w, r)
	}))
	t.Cleanup(away.Close)
	kept := 0
	h := newWeb(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		if r.Header.Get("X-Key") == "s3cret" && r.Header.Get("Authorization") == "Bearer s3cret" {
			kept++
		}
		mu.Unlock()
		// Both listen on the same address of this computer; by name they are different hosts.
		http.Redirect(w, r, strings.Replace(away.URL, "127.0.0.1", "localhost", 1)+"/mcp", http.StatusTemporaryRedirect)
	}), func(e *config.Server, _ *Options) {
		e.Headers = map[string]string{"X-Key": "s3cret", "Authorization": "Bearer s3cret"}
	})
	h.ready()
	h.call("{}")
	h.person.next().answer <- Answer{Reason: ReasonDeclined}
	h.receipt()
	mu.Lock()
	defer mu.Unlock()
	if len(leaked) > 0 || kept == 0 {
		t.Errorf("leaked %v, reached their server %d times", leaked, kept)
	}
}

func TestSecretsGoToNoWeakerAddress(t *testing.T) {
	w := &webTap{url: "https://lab.example/mcp", headers: map[string]string{"X-Key": "s3cret"}}
	for address, home := range map[string]bool{
		"https://lab.example/other": true, "https://LAB.example:8443/mcp": true,
		"http://lab.example/mcp": false, "https://sub.lab.example/mcp": false, "https://evil.example/mcp": false,
	} {
		req := httptest.NewRequest(http.MethodPost, address, nil)
		if got := w.headed(req).Header.Get("X-Key") != ""; got != home {
			t.Errorf("%s: sent %v", address, got)
		}
	}
	plain := &webTap{url: "http://lab.example/mcp"}
	if req := httptest.NewRequest(http.MethodPost, "https://lab.example/mcp", nil); !plain.atHome(req.URL) {
		t.Error("a stronger address of the same server is not at home")
	}
}
