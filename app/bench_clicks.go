package app

import (
	"context"
	"fmt"
	"time"

	"fyne.io/fyne/v2"

	"parley/bridge"
)

// How often things are measured. What is measured first pays for caches and for code that was never read from disk, so
// some rounds before do not count.
const (
	warmUps     = 5
	clickRounds = 50
	fieldRounds = 10
)

// round is what one click on Run with its request took, in milliseconds.
type round struct {
	heard   float64 // from the click to Parley, which begins the call
	asked   float64 // from the click to the server's question
	made    float64 // from the click to the modal, which waits for its frame
	painted float64 // from the click to the frame with the modal
	sent    float64 // from the answer to its last byte on the wire
	ended   float64 // from the answer to the frame with the result
}

// clicks runs two tools of the demo again and again: one of two fields that is answered, and one with a field of every kind
// that is closed.
func (g *gauge) clicks(ctx context.Context) error {
	send := func(ctx context.Context) error { return g.tour.hand.chord(ctx, fyne.KeyReturn) }
	leave := func(ctx context.Context) error { return g.tour.hand.key(ctx, fyne.KeyEscape) }
	if err := g.rounds(ctx, "Submit batch run", warmUps, clickRounds, send); err != nil {
		return err
	}
	if err := g.rounds(ctx, "Book a visit", warmUps, clickRounds, leave); err != nil {
		return err
	}
	g.say(memoryNow("memory after 100 calls"))
	return nil
}

// rounds runs a tool of the given title, and answers its one request each time.
func (g *gauge) rounds(ctx context.Context, title string, before, counted int, answer func(context.Context) error) error {
	p, err := g.page(ctx, title)
	if err != nil {
		return err
	}
	found := map[string][]float64{}
	var used time.Duration
	for i := range before + counted {
		if i == before {
			used, _ = processorTime()
		}
		r, err := g.round(ctx, p, answer)
		if err != nil {
			return fmt.Errorf("%s, round %d: %w", title, i+1, err)
		}
		if i < before {
			continue
		}
		for name, took := range map[string]float64{"heard": r.heard, "asked": r.asked, "made": r.made, "painted": r.painted, "sent": r.sent, "ended": r.ended} {
			found[name] = append(found[name], took)
		}
	}
	if now, ok := processorTime(); ok {
		found["used"] = []float64{inMilliseconds(now-used) / float64(counted)}
	}
	for name, samples := range found {
		g.say(measure{Name: title + ", " + name, Samples: samples})
	}
	return nil
}

// round clicks on Run, waits for the request, and answers it as soon as it takes an answer.
func (g *gauge) round(ctx context.Context, p *toolPage, answer func(context.Context) error) (r round, err error) {
	began, at, err := g.run(ctx, p, func() bool { return g.app.inbox.shown != nil })
	if err != nil {
		return r, err
	}
	r.painted = inMilliseconds(at.Sub(began))
	err = g.on(ctx, func() {
		r.heard = inMilliseconds(p.latest().Started.Sub(began))
		r.asked = inMilliseconds(g.app.inbox.shown.arrived.Sub(began))
		r.made = inMilliseconds(g.noticed.Sub(began))
	})
	if err != nil {
		return r, err
	}
	h := hand{canvas: g.mouse.canvas, door: g.mouse.door}
	if err := h.untilTaken(ctx, g.app.inbox); err != nil {
		return r, err
	}
	for len(g.sent) > 0 {
		<-g.sent
	}
	var seen <-chan time.Time
	if err := g.on(ctx, func() { seen = g.await(p.drawnEnd) }); err != nil {
		return r, err
	}
	began = time.Now()
	if err := answer(ctx); err != nil {
		return r, err
	}
	at, err = moment(ctx, g.sent, "the answer went out")
	if err != nil {
		return r, err
	}
	r.sent = inMilliseconds(at.Sub(began))
	if at, err = moment(ctx, seen, "the result was painted"); err != nil {
		return r, err
	}
	r.ended = inMilliseconds(at.Sub(began))
	return r, rest(ctx, stillness)
}

// run clicks on Run and waits for the frame that shows what look looks for.
func (g *gauge) run(ctx context.Context, p *toolPage, look func() bool) (began, painted time.Time, err error) {
	if err := g.mouse.point(ctx, p.run); err != nil {
		return began, painted, err
	}
	var seen <-chan time.Time
	if err := g.on(ctx, func() { seen = g.await(look) }); err != nil {
		return began, painted, err
	}
	if began, err = g.mouse.click(ctx, p.run); err != nil {
		return began, painted, err
	}
	painted, err = moment(ctx, seen, "a click on Run showed what it leads to")
	return began, painted, err
}

// drawnEnd reports whether the end of the latest run is drawn.
func (p *toolPage) drawnEnd() bool { return p.panel.drawn != "" && p.panel.drawn == p.latest().ID }

// manyFields measures requests and tool pages of 200 fields, of a server of its own.
func (g *gauge) manyFields(ctx context.Context) error {
	if err := g.connectWide(ctx); err != nil {
		return err
	}
	if err := g.rounds(ctx, askWide, 2, fieldRounds, func(ctx context.Context) error { return g.tour.hand.key(ctx, fyne.KeyEscape) }); err != nil {
		return err
	}
	pages := measure{Name: "page of 200"}
	for i := range wideTools {
		took, err := g.openPage(ctx, place{page: toolAt, server: wideServer, tool: takeWide(i)})
		if err != nil {
			return err
		}
		if i > 0 { // the first is a warm-up
			pages.Samples = append(pages.Samples, took)
		}
	}
	g.say(pages)
	return nil
}

// connectWide writes the server of many fields into the servers file and waits until it is ready.
func (g *gauge) connectWide(ctx context.Context) error {
	if g.app.opts.Demo == nil {
		return errNoDemo
	}
	err := g.writeServers(map[string]any{
		wideServer: map[string]any{"command": g.app.opts.Demo.Command[0], "args": []string{"bench", "server"}, "protocolVersion": g.app.opts.Demo.Protocol},
	})
	if err != nil {
		return err
	}
	g.app.Reload()
	return g.tour.see("the server of many fields", func(w *Window) bool {
		s := w.servers.named(wideServer)
		return s != nil && s.State().Phase == bridge.Ready && len(s.State().Tools) > 0
	})(ctx)
}

// openPage measures from opening a tool's page to the frame that shows its form.
func (g *gauge) openPage(ctx context.Context, at place) (float64, error) {
	w := g.app.window
	var seen <-chan time.Time
	var began time.Time
	err := g.on(ctx, func() {
		began = time.Now()
		w.open(at)
		p, _ := w.page().(*toolPage)
		seen = g.await(func() bool { return p != nil && p.args != nil })
	})
	if err != nil {
		return 0, err
	}
	painted, err := moment(ctx, seen, "the page of "+at.tool)
	return inMilliseconds(painted.Sub(began)), err
}
