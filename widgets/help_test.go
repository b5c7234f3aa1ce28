package widgets

import (
	"reflect"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// Fyne gives a key to what has the keyboard only: each part hands F1 on to the window, and keeps what it holds.
func TestF1ReachesTheWindowFromEveryPart(t *testing.T) {
	helped := 0
	help := func(ev *fyne.KeyEvent) {
		if ev.Name == fyne.KeyF1 {
			helped++
		}
	}
	t.Run("a form of a page", func(t *testing.T) {
		p := showFields(t, *everyAsk().Form, FormOptions{Now: storyTime})
		c := p.w.Canvas()
		c.SetOnTypedKey(help)
		p.key(fyne.KeyTab)
		write(p.w, "Ada")
		before := p.Inputs()
		last := len(before) - 1
		for range 200 {
			if p.Focused() < 0 {
				p.key(fyne.KeyTab)
				continue
			}
			helped = 0
			p.key(fyne.KeyF1)
			if helped != 1 {
				t.Errorf("field %d %T: F1 came to the window %d times", p.Focused(), c.Focused(), helped)
			}
			if p.Focused() == last {
				break
			}
			p.key(fyne.KeyTab)
		}
		if p.Focused() != last {
			t.Errorf("the keyboard came to field %d, want %d", p.Focused(), last)
		}
		if after := p.Inputs(); !reflect.DeepEqual(after[0], before[0]) || after[0].Text != "Ada" {
			t.Errorf("%+v became %+v", before[0], after[0])
		}
	})
	t.Run("a request", func(t *testing.T) {
		w := window(t, 1080, 760, false)
		w.Canvas().SetOnTypedKey(help)
		s := &sheet{t: t, w: w, now: storyTime()}
		ask := everyAsk()
		ask.Now = storyTime
		s.Modal = NewModal(w.Canvas(), ask, func(r Result) { s.results = append(s.results, r) })
		s.Show()
		write(w, "Ada")
		for stop := range tabStops(s) {
			helped = 0
			s.key(fyne.KeyF1)
			if helped != 1 {
				t.Errorf("stop %d %T: F1 came to the window %d times", stop, w.Canvas().Focused(), helped)
			}
			s.key(fyne.KeyTab)
		}
		w.Canvas().Unfocus()
		helped = 0
		s.key(fyne.KeyF1)
		if helped != 1 {
			t.Errorf("with the keyboard nowhere F1 came to the window %d times", helped)
		}
		s.open()
		if draft := s.Close(); len(draft) == 0 || draft[0].Text != "Ada" {
			t.Errorf("kept %+v", draft)
		}
	})
}

// What the window shows over a request gets Esc first, also after a click on it took the keyboard from everything.
func TestEscOverARequestLeavesTheRequestOpen(t *testing.T) {
	w := window(t, 1080, 760, false)
	escapes := 0
	w.Canvas().SetOnTypedKey(func(*fyne.KeyEvent) { escapes++ })
	s := &sheet{t: t, w: w, now: storyTime()}
	s.Modal = NewModal(w.Canvas(), nameAsk(), func(r Result) { s.results = append(s.results, r) })
	s.Show()
	if !s.InFront() {
		t.Error("the request is not in front")
	}
	list := canvas.NewRectangle(nil)
	w.Canvas().Overlays().Add(list)
	w.Canvas().Unfocus()
	if s.InFront() {
		t.Error("the request is in front of what lies over it")
	}
	s.key(fyne.KeyEscape)
	s.open()
	if escapes != 1 {
		t.Errorf("the window got Esc %d times", escapes)
	}
	w.Canvas().Overlays().Remove(list)
	w.Canvas().Unfocus()
	s.key(fyne.KeyEscape)
	s.ended(Dismissed)
}

// The keyboard is nowhere while a calendar is open over a request: Esc closes the calendar alone.
func TestEscWithoutTheKeyboardClosesThePopupAlone(t *testing.T) {
	s := show(t, nameAsk())
	closed := 0
	p := showPopup(s.frame, s.layer.header, func(*frame) fyne.CanvasObject { return canvas.NewRectangle(nil) }, fyne.NewSize(100, 100), func() { closed++ })
	s.w.Canvas().Unfocus()
	s.key(fyne.KeyEscape)
	s.open()
	if closed != 1 || p.open {
		t.Errorf("closed %d times, open %v", closed, p.open)
	}
}
