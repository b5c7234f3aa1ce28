package app

import (
	"slices"
	"strings"
	"testing"

	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/signin/signintest"
	"parley/bridge/vault"
)

// A person signs in to a server, signs out again and declines: a whole Parley, a real server and a real authorization server.
func TestPersonSignsInSignsOutAndDeclines(t *testing.T) {
	issuer := signintest.NewIssuer()
	t.Cleanup(issuer.Close)
	locked := signintest.NewServer(issuer)
	t.Cleanup(locked.Close)
	tr := newTrial(t)
	tr.servers.set([]config.Server{{Name: "Locked lab", URL: locked.URL}})
	tr.window.serversChanged()
	live := tr.live["Locked lab"]
	phase := func() bridge.Phase { return live.State().Phase }

	tr.asked()
	for _, words := range []string{"Locked lab asks", "before it lets you in", "Sign in to use Locked lab."} {
		if !strings.Contains(tr.screen(), words) {
			t.Errorf("no %q on the screen: %q", words, tr.screen())
		}
	}
	tr.mustClick("Open 127.0.0.1")
	tr.until("the browser is opened", func() bool { return len(tr.browsed()) == 1 })
	if _, _, err := signintest.Visit(t.Context(), tr.browsed()[0]); err != nil {
		t.Fatal(err)
	}
	tr.until("the browser is back", func() bool { return !tr.modal() && phase() == bridge.Ready && len(live.State().Tools) == 2 })
	tr.until("the receipt", func() bool { return strings.Contains(tr.screen(), "You are back from signing in to Locked lab.") })
	secrets := issuer.Secrets()
	if len(secrets) == 0 {
		t.Fatal("the authorization server gave nothing: the test proves nothing")
	}

	tr.window.open(place{page: serverAt, server: "Locked lab"})
	tr.until("the way out is offered", func() bool { return tr.find("Sign out") != nil })
	tr.mustClick("Sign out")
	tr.until("signed out", func() bool {
		return phase() == bridge.Off && len(issuer.Counts().Revoked) == 2 && tr.find("Sign out") == nil
	})
	if kept := tr.opts.Secrets.(*vault.Memory).Len(); kept != 0 {
		t.Errorf("%d secrets are kept", kept)
	}

	live.Start()
	tr.asked()
	tr.mustClick("Decline")
	tr.until("it has failed", func() bool { return phase() == bridge.Failed })
	tr.until("the reason", func() bool { return strings.Contains(tr.screen(), "You did not sign in to Locked lab.") })
	tr.settle()
	if tr.modal() {
		t.Errorf("asked again: %q", tr.screen())
	}
	if log := tr.logged.String(); slices.ContainsFunc(append(secrets, issuer.Secrets()...), func(secret string) bool { return strings.Contains(log, secret) }) {
		t.Errorf("a secret was logged: %s", log)
	}
}
