package app

import (
	"context"
	"fmt"
	"time"

	"fyne.io/fyne/v2"

	"parley/widgets"
)

// The soak: calls with a request each, one after the other, as fast as they are answered.
const (
	soakCalls = 1000
	soakFirst = 100
	soakTool  = "Submit batch run"
)

// How long Parley is left alone before its memory is read at rest: long enough for it to give back what it does not need, before the
// calls and behind them.
const (
	soakIdle = 3 * tidyLook
	soakRest = (tidyLast + 2) * tidyLook
)

// soak runs a tool a thousand times, answers each request through its modal, and reads the memory on the way: what grows with every
// call is seen here.
func (g *gauge) soak(ctx context.Context) error {
	if err := rest(ctx, soakIdle); err != nil {
		return err
	}
	g.say(memoryNow("idle"))
	p, err := g.page(ctx, soakTool)
	if err != nil {
		return err
	}
	if err := g.on(ctx, g.armAtOnce); err != nil {
		return err
	}
	began := time.Now()
	for i := 1; i <= soakCalls; i++ {
		if err := g.soakCall(ctx, p); err != nil {
			return fmt.Errorf("%s, call %d: %w", soakTool, i, err)
		}
		if i == soakFirst {
			g.say(memoryNow("after 100"))
		}
	}
	g.say(memoryNow("after 1000"))
	g.say(measure{Name: "rate", Samples: []float64{soakCalls / time.Since(began).Seconds()}})
	if err := rest(ctx, soakRest); err != nil {
		return err
	}
	g.say(memoryNow("at rest"))
	return nil
}

// armAtOnce lets requests take keys as soon as they are there: nobody is typing, and a thousand times half a second is long.
func (g *gauge) armAtOnce() {
	make := g.app.inbox.newSheet
	g.app.inbox.newSheet = func(ask widgets.Ask, done func(widgets.Result)) sheet {
		ask.Arrives = false
		return make(ask, done)
	}
}

// soakCall clicks on Run, waits for the request on the screen, answers it, and waits for the result on the screen.
func (g *gauge) soakCall(ctx context.Context, p *toolPage) error {
	if _, _, err := g.run(ctx, p, func() bool { return g.app.inbox.shown != nil }); err != nil {
		return err
	}
	var seen <-chan time.Time
	if err := g.on(ctx, func() { seen = g.await(p.drawnEnd) }); err != nil {
		return err
	}
	if err := g.tour.hand.chord(ctx, fyne.KeyReturn); err != nil {
		return err
	}
	_, err := moment(ctx, seen, "the result was painted")
	return err
}
