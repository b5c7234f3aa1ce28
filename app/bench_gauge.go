package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/pprof"
	"time"

	"fyne.io/fyne/v2/container"

	"parley/bridge"
	"parley/bridge/config"
)

// Measuring gets a Parley that has not started yet ready to be measured, and gives what measures it once it has: part "start"
// its first frame and when it is ready, part "window" everything in the window, part "crowd" what many servers do to it, part
// "soak" what a thousand calls leave behind. out gets the measures. Folder PARLEY_PROFILE,
// when it is set, gets a CPU profile of each section.
func (a *App) Measuring() func(ctx context.Context, part string, out io.Writer) error {
	g := &gauge{app: a, probe: newProbe(a.opts.Do), sent: make(chan time.Time, 1000)}
	g.tour = &tour{app: a, hand: &hand{canvas: a.window.win.Canvas(), door: a.door}}
	a.window.win.SetContent(container.NewStack(a.window.split, g.probe.object))
	// Everything that happens to the window by itself comes through the door: the first change of which something is to be
	// seen is noticed there, and the next frame shows it.
	enter := a.door.enter
	a.door.enter = func(f func()) {
		enter(func() {
			f()
			g.notice()
		})
	}
	a.trust.Known = ofBench(a.opts.Demo)
	dial := a.opts.dial
	a.opts.dial = func(entry config.Server, opts bridge.Options) server {
		notify := opts.Notify
		opts.Notify = func(e bridge.Event) {
			if e.Receipt != nil {
				select {
				case g.sent <- time.Now():
				default: // nobody looks
				}
			}
			notify(e)
		}
		return dial(entry, opts)
	}
	first := make(chan time.Time, 1)
	g.probe.next(func(at time.Time) { first <- at })
	listed := g.await(func() bool { return len(a.window.demoState().Tools) > 0 && len(a.window.side.rows) > 1 })

	return func(ctx context.Context, part string, out io.Writer) error {
		g.out = json.NewEncoder(out)
		at, err := moment(ctx, first, "the first frame")
		if err != nil {
			return err
		}
		g.say(firstFrame(at))
		if at, err = moment(ctx, listed, "the demo's tools"); err != nil {
			return err
		}
		g.say(measure{Name: "ready", Samples: firstFrame(at).Samples})
		switch part {
		case "window":
			err = g.measure(ctx)
		case "crowd":
			err = g.measureCrowd(ctx)
		case "soak":
			err = g.measureSoak(ctx)
		}
		return errors.Join(err, g.broken)
	}
}

// gauge measures one running Parley, from outside of Fyne's goroutine.
type gauge struct {
	app    *App
	tour   *tour // whose hands it borrows
	probe  *probe
	mouse  *mouse
	out    *json.Encoder
	broken error
	sent   chan time.Time // when each answer had been handed to its server

	look    func() bool // on Fyne's goroutine: what is waited for has happened
	seen    chan<- time.Time
	noticed time.Time // when it had happened the last time
}

func (g *gauge) say(m measure) { g.broken = errors.Join(g.broken, g.out.Encode(m)) }

// await gives the time at which the frame that first shows something is on the screen. It must be called on Fyne's goroutine.
func (g *gauge) await(look func() bool) <-chan time.Time {
	seen := make(chan time.Time, 1)
	g.look, g.seen = look, seen
	return seen
}

// notice looks whether what is awaited has happened.
func (g *gauge) notice() {
	if g.look == nil || !g.look() {
		return
	}
	seen := g.seen
	g.noticed = time.Now()
	g.look, g.seen = nil, nil
	g.probe.next(func(at time.Time) { seen <- at })
}

// on runs f on Fyne's goroutine.
func (g *gauge) on(ctx context.Context, f func()) error { return g.tour.hand.on(ctx, f) }

// page is the page of the tool with the given title, opened by keyboard.
func (g *gauge) page(ctx context.Context, title string) (p *toolPage, err error) {
	if err := g.tour.find(title)(ctx); err != nil {
		return nil, err
	}
	err = g.on(ctx, func() { p, _ = g.app.window.page().(*toolPage) })
	if err == nil && p == nil {
		err = fmt.Errorf("there is no page of %s", title)
	}
	return p, err
}

// section measures one thing, with a profile of it when one is wanted.
func (g *gauge) section(ctx context.Context, name string, do func(context.Context) error) error {
	folder := os.Getenv("PARLEY_PROFILE")
	if folder == "" {
		return do(ctx)
	}
	file, err := os.Create(filepath.Join(folder, name+".pprof"))
	if err != nil {
		return fmt.Errorf("writing a profile: %w", err)
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return errors.Join(fmt.Errorf("writing a profile: %w", err), file.Close())
	}
	err = do(ctx)
	pprof.StopCPUProfile()
	return errors.Join(err, file.Close())
}

// measure measures everything in the window.
func (g *gauge) measure(ctx context.Context) (err error) {
	if err := rest(ctx, idling); err != nil {
		return err
	}
	g.say(memoryNow("memory idle"))
	if g.mouse, err = newMouse(ctx, g.app.window.win.Canvas(), g.app.door); err != nil {
		return err
	}
	defer g.mouse.close()
	return inOrder(ctx,
		func(ctx context.Context) error { return g.section(ctx, "clicks", g.clicks) },
		func(ctx context.Context) error { return g.section(ctx, "fields", g.manyFields) },
		func(ctx context.Context) error { return g.section(ctx, "large", g.large) },
		func(ctx context.Context) error { return g.section(ctx, "scrolling", g.scrolling) },
	)
}

// measureCrowd measures many servers at once.
func (g *gauge) measureCrowd(ctx context.Context) (err error) {
	if g.mouse, err = newMouse(ctx, g.app.window.win.Canvas(), g.app.door); err != nil {
		return err
	}
	defer g.mouse.close()
	return g.section(ctx, "crowd", g.crowd)
}

// measureSoak measures what a thousand calls leave behind.
func (g *gauge) measureSoak(ctx context.Context) (err error) {
	if g.mouse, err = newMouse(ctx, g.app.window.win.Canvas(), g.app.door); err != nil {
		return err
	}
	defer g.mouse.close()
	return g.section(ctx, "soak", g.soak)
}
