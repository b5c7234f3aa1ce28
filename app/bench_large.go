package app

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
)

const (
	largeRounds  = 5
	scrollTime   = 5 * time.Second
	wheelNotches = 250
)

// large runs the tool whose result is ten megabytes of text.
func (g *gauge) large(ctx context.Context) error {
	p, err := g.page(ctx, "Large report")
	if err != nil {
		return err
	}
	arrived, whole := measure{Name: "large, painted"}, measure{Name: "large, clicked"}
	for i := range 1 + largeRounds {
		var before string
		if err := g.on(ctx, func() { before = p.latest().ID }); err != nil {
			return err
		}
		began, painted, err := g.run(ctx, p, func() bool { return p.latest().ID != before && p.drawnEnd() })
		if err != nil {
			return err
		}
		var ended time.Time
		if err := g.on(ctx, func() { ended = p.latest().Ended }); err != nil {
			return err
		}
		if i > 0 { // the first is a warm-up
			arrived.Samples = append(arrived.Samples, inMilliseconds(painted.Sub(ended)))
			whole.Samples = append(whole.Samples, inMilliseconds(painted.Sub(began)))
		}
		if i == largeRounds {
			break // scrolling begins at once, while rows are still being made
		}
		if err := rest(ctx, 2*time.Second); err != nil {
			return err
		}
	}
	g.say(arrived)
	g.say(whole)
	return nil
}

// scrolling goes through that result: with the wheel, and in leaps of a page or more as with the scroll bar, one leap a
// frame.
func (g *gauge) scrolling(ctx context.Context) error {
	var p *toolPage
	if err := g.on(ctx, func() { p, _ = g.app.window.page().(*toolPage) }); err != nil {
		return err
	}
	text := p.panel.result.text
	wheel := func(ctx context.Context) error {
		if g.mouse.real() {
			return g.mouse.wheel(wheelNotches, scrollTime)
		}
		return nil
	}
	each := func() {}
	if !g.mouse.real() {
		each = func() { text.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown}) }
	}
	if err := g.mouse.point(ctx, text); err != nil {
		return err
	}
	if err := g.frames(ctx, "scrolling", wheel, each); err != nil {
		return err
	}
	nth := 0
	return g.frames(ctx, "leaping", nil, func() {
		if nth++; nth%2 == 0 {
			text.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
			return
		}
		text.ScrollToRow(nth * 7919 % max(1, text.Rows())) // a prime: every leap leads elsewhere
	})
}

// frames measures frame after frame while something goes on.
func (g *gauge) frames(ctx context.Context, name string, begin func(context.Context) error, each func()) error {
	var stop func() []float64
	var took []float64
	if err := g.on(ctx, func() { stop = g.probe.frames(each) }); err != nil {
		return err
	}
	if begin != nil {
		if err := begin(ctx); err != nil {
			return err
		}
	}
	if err := rest(ctx, scrollTime); err != nil {
		return err
	}
	if err := g.on(ctx, func() { took = stop() }); err != nil {
		return err
	}
	g.say(measure{Name: name, Samples: took})
	return nil
}
