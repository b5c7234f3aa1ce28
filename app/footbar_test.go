package app

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"parley/widgets"
)

// What a bar says stands beside its buttons where it has room, and below them, whole, where it has not.
func TestWordsOfABarAreWholeAlsoWhereTheyDoNotFitBesideItsButtons(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{})
	const words = "Damit dürfen ihre Programme gestartet werden."
	for _, c := range []struct {
		name  string
		width float32
		below bool
	}{
		{"wide", 800, false},
		{"narrow", 430, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := widgets.NewBody()
			b := newFootBar(page, widget.NewButton("4 Server übernehmen", nil), widget.NewButton("Noch einmal suchen", nil))
			w := test.NewTempWindow(t, b.object)
			w.SetPadded(false)
			w.Resize(fyne.NewSize(c.width, 400))
			b.say(words)
			if shown := textsOf(b.why); len(shown) != 1 || shown[0] != words {
				t.Errorf("it says %q", shown)
			}
			buttons := b.buttons.Position().Y + b.buttons.Size().Height
			if below := b.why.Position().Y >= buttons; below != c.below {
				t.Errorf("below: %v, want %v", below, c.below)
			}
			if end := page.Position().Y + page.Size().Height; end > b.buttons.Position().Y {
				t.Errorf("the page ends at %v, under the buttons at %v", end, b.buttons.Position().Y)
			}
			if end := b.why.Position().Y + b.why.Size().Height; end > b.object.Size().Height {
				t.Errorf("the words end at %v of %v", end, b.object.Size().Height)
			}
			high := page.Size().Height
			b.say("")
			if grown := page.Size().Height > high; grown != c.below {
				t.Errorf("without words the page has %v, with them %v", page.Size().Height, high)
			}
		})
	}
}

// What a bar says may come later than a notice, and take a line of its own.
func TestNoticesKeepOffABarThatGrows(t *testing.T) {
	inGerman(t)
	r := newRig(t, rigOptions{servers: oneServer, size: fyne.NewSize(800, 560)})
	r.window.notices.add(widgets.Warning, "Etwas, das Sie wissen sollten.")
	p := r.edit("Files")
	r.settle()
	bottom := func(o fyne.CanvasObject) float32 {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y + o.Size().Height
	}
	if plate, bar := bottom(r.window.notices.plate), bottom(p.save)-p.save.Size().Height; plate > bar {
		t.Errorf("the notices reach down to %v, over the page's own buttons at %v", plate, bar)
	}
	if covered := bottom(p.body) - (bottom(r.window.notices.plate) - r.window.notices.plate.Size().Height); covered <= 0 {
		t.Error("the notice does not lie over the page, so that nothing is tried")
	}
	if p.bar.why.Position().Y <= p.bar.buttons.Position().Y {
		t.Error("what the bar says stands beside the buttons, so that nothing is tried")
	}
}
