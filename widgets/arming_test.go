package widgets

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// repeat is what Fyne's driver does with a key that is held: it comes again, and no press of it is told.
func repeat(w fyne.Window, name fyne.KeyName, modifier fyne.KeyModifier) {
	focused := w.Canvas().Focused()
	if modifier != 0 {
		focused.(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{KeyName: name, Modifier: modifier})
		return
	}
	focused.TypedKey(&fyne.KeyEvent{Name: name})
	if name == fyne.KeySpace {
		if focused = w.Canvas().Focused(); focused != nil {
			focused.TypedRune(' ')
		}
	}
}

// A key that was down when the request came answers nothing, however long it is held and however long its first
// repetition takes.
func TestHeldKeyAnswersNothing(t *testing.T) {
	for _, c := range []struct {
		name     string
		key      fyne.KeyName
		modifier fyne.KeyModifier
		to       func(*sheet) // where the keyboard is
	}{
		{"Ctrl+Enter", fyne.KeyReturn, fyne.KeyModifierShortcutDefault, nil},
		{"Enter in a line", fyne.KeyReturn, 0, nil},
		{"Esc", fyne.KeyEscape, 0, nil},
		{"Enter on Send", fyne.KeyReturn, 0, func(s *sheet) { s.w.Canvas().Focus(s.layer.footer.send) }},
		{"Space on Decline", fyne.KeySpace, 0, func(s *sheet) { s.w.Canvas().Focus(s.layer.footer.decline) }},
		{"Ctrl+Enter with the keyboard on the request itself", fyne.KeyEnter, fyne.KeyModifierShortcutDefault, func(s *sheet) { s.layer.takeFocus() }},
	} {
		for _, first := range []time.Duration{100 * time.Millisecond, 700 * time.Millisecond, 1200 * time.Millisecond} {
			for _, arrives := range []bool{true, false} {
				t.Run(c.name, func(t *testing.T) {
					s := show(t, Ask{Arrives: arrives, Form: parsed(`{"properties":{"name":{"type":"string"}}}`)})
					if c.to != nil {
						c.to(s)
					}
					s.now = s.now.Add(first)
					for range 50 {
						repeat(s.w, c.key, c.modifier)
						s.now = s.now.Add(30 * time.Millisecond)
					}
					s.open()
					if s.form.Dirty() {
						t.Errorf("it typed: %+v", s.form.Inputs())
					}
					s.now = s.now.Add(armingTime)
					if c.modifier == 0 {
						s.key(c.key)
					} else {
						s.key(c.key, c.modifier)
					}
					if len(s.results) != 1 {
						t.Error("pressed again after it was let go it does nothing")
					}
				})
			}
		}
	}
}

// A key that goes down in the first moments counts as little while it is held.
func TestKeyPressedTooEarlyDoesNotRipen(t *testing.T) {
	s := show(t, Ask{Arrives: true, Form: parsed(`{"properties":{"name":{"type":"string"}}}`)})
	s.now = s.now.Add(200 * time.Millisecond)
	release := HoldKey(s.w.Canvas(), fyne.KeyReturn)
	repeat(s.w, fyne.KeyReturn, 0)
	s.now = s.now.Add(660 * time.Millisecond)
	repeat(s.w, fyne.KeyReturn, 0)
	release()
	s.open()
}

// The moments count from the last key or click that was refused: who types on has not seen the request.
func TestFirstMomentsCountFromTheLastKeyOrClick(t *testing.T) {
	for name, disturb := range map[string]func(*sheet){
		"a letter":               func(s *sheet) { write(s.w, "x") },
		"Enter":                  func(s *sheet) { s.key(fyne.KeyReturn) },
		"a click on a button":    func(s *sheet) { s.Press(ButtonDecline) },
		"a click beside it":      func(s *sheet) { s.layer.Tapped(&fyne.PointEvent{}); s.form.Focus(0) },
		"a mouse button held on": func(s *sheet) { s.layer.footer.send.MouseDown(nil) },
	} {
		t.Run(name, func(t *testing.T) {
			s := show(t, Ask{Arrives: true, Form: parsed(`{"properties":{"name":{"type":"string"}}}`)})
			for range 5 {
				s.now = s.now.Add(390 * time.Millisecond)
				disturb(s)
			}
			s.open()
			if s.form.Dirty() {
				t.Errorf("it typed: %+v", s.form.Inputs())
			}
			s.now = s.now.Add(armingTime)
			write(s.w, "y")
			s.key(fyne.KeyReturn)
			if r := s.ended(Accepted); string(r.Content) != `{"name":"y"}` {
				t.Errorf("sent %s", r.Content)
			}
		})
	}
}

// A click that began before the request took any does nothing when it is let go.
func TestMouseButtonHeldFromBeforePressesNothing(t *testing.T) {
	s := show(t, Ask{Arrives: true, Form: parsed(`{"properties":{"name":{"type":"string"}}}`)})
	s.now = s.now.Add(100 * time.Millisecond)
	s.layer.footer.send.MouseDown(nil)
	s.now = s.now.Add(2 * time.Second)
	s.layer.footer.send.Tapped(&fyne.PointEvent{})
	s.open()
	s.layer.footer.send.MouseDown(nil)
	s.layer.footer.send.Tapped(&fyne.PointEvent{})
	s.ended(Accepted)
}

// The second half of a double click on what brought the request up presses nothing in it.
// A mouse button that went down too early and was let go elsewhere costs the keyboard nothing.
func TestMouseButtonLetGoElsewhereTakesNoKey(t *testing.T) {
	for _, key := range []fyne.KeyName{fyne.KeyReturn, fyne.KeySpace} {
		s := show(t, Ask{Arrives: true, Form: parsed(`{"properties":{"name":{"type":"string"}}}`)})
		decline := s.layer.footer.decline
		decline.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
		s.now = s.now.Add(2 * armingTime)
		s.w.Canvas().Focus(decline)
		s.key(key)
		s.ended(Declined)
	}
}

func TestSecondHalfOfADoubleClickPressesNothing(t *testing.T) {
	s := show(t, nameAsk())
	s.now = s.now.Add(150 * time.Millisecond)
	s.layer.footer.decline.MouseDown(nil)
	s.layer.footer.decline.Tapped(&fyne.PointEvent{})
	s.open()
	s.now = s.now.Add(200 * time.Millisecond)
	s.layer.footer.decline.MouseDown(nil)
	s.layer.footer.decline.Tapped(&fyne.PointEvent{})
	s.ended(Declined)
}

// After one request took another's place nothing ends it for a second; it can be filled in before.
func TestSwappedRequestTakesNothingThatEndsItForASecond(t *testing.T) {
	ends := map[string]func(*sheet){
		"Ctrl+Enter": func(s *sheet) { s.key(fyne.KeyReturn, fyne.KeyModifierShortcutDefault) },
		"Enter":      func(s *sheet) { s.key(fyne.KeyReturn) },
		"Esc":        func(s *sheet) { s.key(fyne.KeyEscape) },
		"Send":       func(s *sheet) { s.Press(ButtonSend) },
		"Decline":    func(s *sheet) { s.Press(ButtonDecline) },
		"Not now":    func(s *sheet) { s.Press(ButtonNotNow) },
		"−":          func(s *sheet) { s.Press(ButtonAside) },
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			s := show(t, Ask{Arrives: true, After: storyTime(), Form: parsed(`{"properties":{"name":{"type":"string"}}}`)})
			s.now = s.now.Add(armingTime)
			write(s.w, "y")
			s.now = storyTime().Add(swapTime - time.Millisecond)
			end(s)
			s.open()
			if s.AsksToClose() {
				t.Error("it asks whether to close")
			}
			if s.form.Shown(0) != "y" {
				t.Errorf("it cannot be filled in meanwhile: %q", s.form.Shown(0))
			}
			s.now = s.now.Add(armingTime)
			end(s)
			if len(s.results) == 0 && !s.AsksToClose() {
				t.Error("it does nothing after the second either")
			}
		})
	}
}

// A key that went down in the second after a swap does not end the request by being held.
func TestKeyPressedRightAfterASwapDoesNotRipen(t *testing.T) {
	s := show(t, Ask{Arrives: true, After: storyTime(), Form: parsed(`{"properties":{"name":{"type":"string"}}}`)})
	s.now = s.now.Add(800 * time.Millisecond)
	HoldKey(s.w.Canvas(), fyne.KeyReturn)
	repeat(s.w, fyne.KeyReturn, fyne.KeyModifierShortcutDefault)
	s.now = s.now.Add(700 * time.Millisecond)
	repeat(s.w, fyne.KeyReturn, fyne.KeyModifierShortcutDefault)
	s.open()
}
