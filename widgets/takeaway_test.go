package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
)

// An entry that never hears that the keyboard has left it blinks for ever, and keeps the whole modal in memory.
func TestWhatGoesAwayLosesTheKeyboard(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(*sheet)
	}{
		{"answered", func(s *sheet) { write(s.w, "Ada"); s.key(fyne.KeyReturn) }},
		{"dismissed", func(s *sheet) { s.key(fyne.KeyEscape) }},
		{"put aside", func(s *sheet) { s.Press(ButtonAside) }},
		{"closed", func(s *sheet) { s.Close() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := show(t, nameAsk())
			box, ok := s.w.Canvas().Focused().(*textBox)
			if !ok {
				t.Fatalf("%T has the keyboard, want the field", s.w.Canvas().Focused())
			}
			lost := 0
			before := box.left
			box.left = func() {
				lost++
				call(before)
			}
			c.do(s)
			if lost != 1 {
				t.Errorf("the field lost the keyboard %d times, want once", lost)
			}
			if s.w.Canvas().Overlays().Top() != nil {
				t.Error("something is still in front of the window")
			}
		})
	}
}

func TestTakingAwayTakesWhatLiesAbove(t *testing.T) {
	w := window(t, 400, 300, false)
	below, overlay, above := newTextBox(nil, false), newTextBox(nil, false), newTextBox(nil, false)
	lost := 0
	overlay.left, above.left = func() { lost++ }, func() { lost++ }
	for _, o := range []*textBox{below, overlay, above} {
		w.Canvas().Overlays().Add(o)
		w.Canvas().Focus(o)
	}
	takeAway(w.Canvas(), overlay)
	if top := w.Canvas().Overlays().Top(); top != below {
		t.Errorf("%T is in front, want what lay below", top)
	}
	if lost != 2 {
		t.Errorf("%d lost the keyboard, want both that went away", lost)
	}
	takeAway(w.Canvas(), overlay)
	if len(w.Canvas().Overlays().List()) != 1 {
		t.Error("what is gone already took something else with it")
	}
}
