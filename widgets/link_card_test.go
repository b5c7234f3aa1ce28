package widgets

import (
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parley/bridge/link"
)

// showLink puts an address in front of a person.
func showLink(t testing.TB, address string, change func(*Ask)) (s *sheet, opened *int) {
	t.Helper()
	l, err := link.Screen(address, "")
	if err != nil {
		t.Fatal(err)
	}
	opened = new(int)
	ask := Ask{Title: "Demo lab asks", Message: "Connect your account to continue.", Link: &l, OnOpen: func() error { *opened++; return nil }}
	if change != nil {
		change(&ask)
	}
	return show(t, ask, 800, 560), opened
}

func TestLinkOpensOnlyByThePersonsActAndEndsWithDone(t *testing.T) {
	s, opened := showLink(t, "https://auth.example.org/connect?elicitationId=e-100", nil)
	if *opened != 0 || s.Enabled(ButtonSend) || s.Label(ButtonSend) != "I'm done" || s.Reason() != "Open or copy the address first." {
		t.Errorf("opened %d, done %v %q, reason %q", *opened, s.Enabled(ButtonSend), s.Label(ButtonSend), s.Reason())
	}
	s.key(fyne.KeyReturn, fyne.KeyModifierShortcutDefault) // says the reason, ends nothing
	s.open()
	s.Press(ButtonOpen)
	s.open()
	if *opened != 1 || !s.Enabled(ButtonSend) || s.Reason() != "" {
		t.Errorf("after opening: opened %d, done %v, reason %q", *opened, s.Enabled(ButtonSend), s.Reason())
	}
	s.Press(ButtonSend)
	if r := s.ended(Accepted); r.Content != nil {
		t.Errorf("content %s goes with a link", r.Content)
	}
}

func TestLinkIsCopiedWhole(t *testing.T) {
	address := "https://auth.example.org/c?x=" + strings.Repeat("abcdefgh", 1000)
	s, opened := showLink(t, address, nil)
	s.Press(ButtonCopy)
	if fyne.CurrentApp().Clipboard().Content() != address || *opened != 0 {
		t.Error("the clipboard does not hold the address")
	}
	if !s.Enabled(ButtonSend) || !s.ButtonsVisible() {
		t.Error("after copying I'm done cannot be pressed")
	}
}

func TestWholeAddressCanBeRead(t *testing.T) {
	address := "https://auth.example.org/c?x=" + strings.Repeat("abcdefgh", 999) + "THE-END"
	s, _ := showLink(t, address, nil)
	if s.AddressShown() != address || s.AddressMarked() != "auth.example.org" {
		t.Errorf("%d characters, marked %q", len(s.AddressShown()), s.AddressMarked())
	}
	v := s.card.address
	if !strings.Contains(texts(v), "https://auth.example.org/c?x=abc") {
		t.Errorf("the beginning is not seen: %q", texts(v))
	}
	s.canvas.Focus(v)
	s.key(fyne.KeyEnd)
	if !strings.Contains(texts(v), "THE-END") {
		t.Errorf("the end cannot be scrolled to: %q", texts(v))
	}
}

func TestDomainStandsOut(t *testing.T) {
	for address, want := range map[string][2]string{
		"https://login.example.com.evil.example/":               {"login.example.com.evil.example", "evil.example"},
		"https://example.org/x":                                 {"example.org", "example.org"},
		"https://xn--pple-43d.example/login":                    {"xn--pple-43d.example", "xn--pple-43d.example"},
		"https://accounts.example.com@evil.example/login":       {"evil.example", "evil.example"},
		"http://127.0.0.1:8080/x":                               {"127.0.0.1", "127.0.0.1"},
		"https://" + strings.Repeat("a.", 40) + "evil.example/": {strings.Repeat("a.", 40) + "evil.example", "evil.example"},
	} {
		s, _ := showLink(t, address, nil)
		if s.HostShown() != want[0] || s.DomainShown() != want[1] {
			t.Errorf("%s: host %q, domain %q", address, s.HostShown(), s.DomainShown())
		}
		if !strings.Contains(texts(s.card), "Anything you type there goes to "+want[0]) && len(want[0]) < 60 {
			t.Errorf("%s: %q", address, texts(s.card))
		}
	}
}

func TestInsecureLinkNeedsATick(t *testing.T) {
	s, opened := showLink(t, "http://plain.example/x", nil)
	if s.Press(ButtonOpen) || *opened != 0 {
		t.Error("it opens without the tick")
	}
	s.Press(ButtonTick)
	if !s.Press(ButtonOpen) || *opened != 1 {
		t.Error("it does not open with the tick")
	}
	s, _ = showLink(t, "http://plain.example/x", nil)
	s.canvas.Focus(s.card.tick)
	s.key(fyne.KeySpace)
	if !s.Enabled(ButtonOpen) {
		t.Error("Space does not tick it")
	}
	s.key(fyne.KeySpace)
	if s.Enabled(ButtonOpen) {
		t.Error("a second Space does not take the tick away")
	}
	if s, _ = showLink(t, "https://example.org/", nil); s.Press(ButtonTick) {
		t.Error("https asks for a tick")
	}
}

func TestRefusedLinkSaysWhyAndCanBeDeclined(t *testing.T) {
	for _, address := range []string{"javascript:alert(document.cookie)", "data:text/html,<h1>Sign in</h1>", "file:///etc/passwd"} {
		s, opened := showLink(t, address, nil)
		word, _, _ := strings.Cut(address, ":")
		if s.Press(ButtonOpen) || *opened != 0 || !strings.Contains(strings.Join(s.Remarks(), " "), word) {
			t.Errorf("%s: opened %d, remarks %q", address, *opened, s.Remarks())
		}
		if s.Press(ButtonSend); len(s.results) != 0 || s.Reason() == "" {
			t.Errorf("%s: I'm done gives %+v, reason %q", address, s.results, s.Reason())
		}
		s.Press(ButtonDecline)
		s.ended(Declined)
	}
}

func TestBrowserThatDoesNotOpenIsSaid(t *testing.T) {
	s, _ := showLink(t, "https://auth.example.org/x", func(a *Ask) { a.OnOpen = func() error { return errors.New("no browser \x1b here") } })
	s.Press(ButtonOpen)
	s.open()
	if !strings.Contains(s.LinkState(), "could not open") || strings.Contains(s.LinkState(), "\x1b") || s.Enabled(ButtonSend) {
		t.Errorf("state %q, done %v", s.LinkState(), s.Enabled(ButtonSend))
	}
	if at := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.card.state); at.Y+s.card.state.Size().Height > fyne.CurrentApp().Driver().AbsolutePositionForObject(s.layer.footer).Y {
		t.Error("the sentence cannot be seen")
	}
	s.Press(ButtonCopy)
	if !s.Enabled(ButtonSend) {
		t.Error("copying does not help")
	}
	s.Press(ButtonNotNow)
	s.ended(Dismissed)
}

func TestCompletionFinishesOnlyWhatThePersonHadInHand(t *testing.T) {
	for _, hand := range []Button{ButtonOpen, ButtonCopy} {
		s, _ := showLink(t, "https://auth.example.org/x", nil)
		s.Press(hand)
		s.Completed()
		s.ended(Accepted)

		s, opened := showLink(t, "https://auth.example.org/x", nil)
		s.Completed()
		s.open()
		if *opened != 0 || !strings.Contains(s.LinkState(), "finished") {
			t.Errorf("opened %d, state %q", *opened, s.LinkState())
		}
		s.Press(hand)
		s.ended(Accepted)
	}
}

func TestOpeningCanBeTheAnswer(t *testing.T) {
	s, opened := showLink(t, "https://auth.example.org/x", func(a *Ask) { a.AnswerOnOpen = true })
	s.Press(ButtonOpen)
	s.ended(Accepted)
	if *opened != 1 {
		t.Errorf("opened %d times", *opened)
	}
	s, _ = showLink(t, "https://auth.example.org/x", func(a *Ask) {
		a.AnswerOnOpen = true
		a.OnOpen = func() error { return errors.New("no") }
	})
	s.Press(ButtonOpen)
	s.open()
}

func TestLinkOfAnUnknownKindTakesAnAnswer(t *testing.T) {
	s, _ := showLink(t, "https://auth.example.org/x", func(a *Ask) { a.FreeJSON = true })
	if !s.Enabled(ButtonSend) || s.Label(ButtonSend) != "Send answer" {
		t.Errorf("button %q", s.Label(ButtonSend))
	}
	s.form.Type(0, `{"a":1}`)
	s.Press(ButtonSend)
	if r := s.ended(Accepted); string(r.Content) != `{"a":1}` {
		t.Errorf("content %s", r.Content)
	}
}
