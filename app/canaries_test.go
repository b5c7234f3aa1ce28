package app

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/signin/signintest"
)

// An evening with Parley: a value is entered before a start, somebody signs in, a password is answered, a sign-in goes wrong, the program
// has a fault. Nothing secret of all that is on the disk outside the keyring, in the log, on the screen or on the clipboard.
func TestNothingSecretOfAnEveningIsLeftAnywhere(t *testing.T) {
	const value, password, header = "canary-value-1", "canary-password-2", "canary-header-3"
	issuer := signintest.NewIssuer()
	t.Cleanup(issuer.Close)
	locked := signintest.NewServer(issuer)
	t.Cleanup(locked.Close)
	tr := newTrial(t, trialServer{name: "Demo lab"})
	quiet := func(when string) {
		t.Helper()
		text := strings.Join([]string{readAll(t, tr.opts.Home), tr.logged.String(), tr.clipboard.Content()}, "\n")
		if !strings.HasPrefix(when, "while") { // a masked field holds what it does not draw
			text += tr.screen()
		}
		for _, secret := range append(issuer.Secrets(), value, password, header) {
			if strings.Contains(text, strings.TrimRight(secret, `/+=:&"<`)) {
				t.Errorf("%s: %s is told: %s", when, secret, text)
			}
		}
	}

	tr.runTool("Demo lab")
	tr.script().AwaitCalls(1)
	tr.script().Ask("9", `{"message":"m","requestedSchema":{"type":"object","properties":{"password":{"type":"string","format":"password"}},"required":["password"]}}`)
	tr.asked()
	tr.form().Type(0, password)
	quiet("while a password is typed")
	tr.mustClick("Send answer")
	if got := tr.wire(); !strings.Contains(got, password) {
		t.Fatalf("on the wire: %s", got)
	}
	quiet("after it was sent")

	entries := []config.Server{{
		Name: "Locked lab", URL: locked.URL, Headers: map[string]string{"X-Note": header},
		Inputs: []config.Input{{ID: "tok", Description: "Token", Password: true}},
	}}
	tr.servers.set(append(tr.inFile(), entries...))
	tr.window.serversChanged()
	live := tr.live["Locked lab"]
	tr.asked()
	tr.form().Type(0, value)
	quiet("while a value is typed")
	tr.mustClick("Start it")
	tr.until("the link to sign in", func() bool { return tr.modal() && tr.find("Open 127.0.0.1") != nil })
	tr.clock.Advance(time.Second)
	tr.q.Pump()
	tr.mustClick("Open 127.0.0.1")
	tr.until("the browser is opened", func() bool { return len(tr.browsed()) == 1 })
	if _, _, err := signintest.Visit(t.Context(), tr.browsed()[0]); err != nil {
		t.Fatal(err)
	}
	tr.until("it is ready", func() bool { return live.State().Phase == bridge.Ready && len(live.State().Tools) > 0 && !tr.modal() })
	quiet("after signing in")

	tr.window.open(place{page: serverAt, server: "Locked lab"})
	tr.q.Pump()
	copyEverything(tr)
	quiet("on the server's page")

	issuer.Change(func(h *signintest.Habits) { h.Echoes = true })
	issuer.EndAll()
	call := live.Call(live.State().Tools[0], nil)
	tr.calls = append(tr.calls, call)
	tr.asked()
	tr.mustClick("Open 127.0.0.1")
	tr.until("the browser is opened again", func() bool { return len(tr.browsed()) == 2 })
	if _, _, err := signintest.Visit(t.Context(), tr.browsed()[1]); err != nil {
		t.Fatal(err)
	}
	tr.until("it did not work", func() bool { return call.State().Failure != nil })
	if f := call.State().Failure; !strings.Contains(f.What, "did not complete the sign-in") || strings.Contains(f.Detail, "canary") {
		t.Errorf("%+v", f)
	}
	tr.net.Run(func() { panic("hunting " + value + password) })
	copyEverything(tr)
	quiet("after everything went wrong")
	tr.down()
	quiet("in the end")
}

// copyEverything presses whatever copies something, and looks at what is on the clipboard after each.
func copyEverything(tr *trial) {
	var texts []string
	eachVisible(tr.top(), func(o fyne.CanvasObject) {
		tappable, ok := o.(fyne.Tappable)
		if ok && strings.HasPrefix(textOf(o), "Copy") {
			tappable.Tapped(&fyne.PointEvent{})
			tr.q.Pump()
			texts = append(texts, tr.clipboard.Content())
		}
	})
	tr.clipboard.SetContent(strings.Join(texts, "\n"))
}
