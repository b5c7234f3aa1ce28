package app

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"parley/bridge"
	"parley/bridge/config"
)

// The crowd: servers that start side by side. Each takes a little longer than the one before until it answers; the last ones never
// do.
const (
	crowdSize   = 50
	crowdHangs  = 5
	crowdStep   = 20 * time.Millisecond
	crowdPrefix = "Crowd "
	crowdRounds = 5
)

// In variable serverWait a bench server finds how long it takes until it answers; forEver is one that never does.
const (
	serverWait = "PARLEY_BENCH_WAIT"
	forEver    = "for ever"
)

// ofBench knows the programs that a measured Parley starts: itself.
func ofBench(demo *config.Server) func(config.Server) bool {
	return func(entry config.Server) bool {
		return demo != nil && len(entry.Command) > 1 && entry.Command[0] == demo.Command[0] && entry.Command[1] == "bench"
	}
}

// crowd measures how 50 servers of which 5 hang start, and what the window does meanwhile, beside the slowest of the others
// alone.
func (g *gauge) crowd(ctx context.Context) error {
	alone, all := measure{Name: "slowest alone, usable"}, measure{Name: "crowd, usable"}
	slowest := crowdSize - crowdHangs
	for range crowdRounds {
		took, err := g.start(ctx, slowest, slowest)
		if err != nil {
			return err
		}
		alone.Samples = append(alone.Samples, took)
		if took, err = g.start(ctx, 1, crowdSize); err != nil {
			return err
		}
		all.Samples = append(all.Samples, took)
	}
	g.say(alone)
	g.say(all)
	if err := g.framesMeanwhile(ctx); err != nil {
		return err
	}
	return g.clicksMeanwhile(ctx)
}

// start starts the servers of the crowd from one number to another, gives the time from pressing Reload to the frame that
// shows all those usable that do not hang, and removes them again.
func (g *gauge) start(ctx context.Context, from, to int) (float64, error) {
	if err := g.write(from, to); err != nil {
		return 0, err
	}
	var seen <-chan time.Time
	var began time.Time
	err := g.on(ctx, func() {
		seen = g.await(func() bool { return g.app.window.crowdIsThere(from, to) })
		began = time.Now()
		g.app.Reload()
	})
	if err != nil {
		return 0, err
	}
	painted, err := moment(ctx, seen, "the crowd is usable")
	if err != nil {
		return 0, err
	}
	return inMilliseconds(painted.Sub(began)), g.dismiss(ctx)
}

// crowdIsThere reports whether the servers that do not hang, of those from one number to another, can be used.
func (w *Window) crowdIsThere(from, to int) bool {
	usable := 0
	for _, s := range w.servers.all() {
		if state := s.State(); strings.HasPrefix(s.Name(), crowdPrefix) && state.Phase == bridge.Ready && len(state.Tools) > 0 {
			usable++
		}
	}
	return usable == min(to, crowdSize-crowdHangs)-from+1
}

// write makes the servers file that of a crowd.
func (g *gauge) write(from, to int) error {
	if g.app.opts.Demo == nil {
		return errNoDemo
	}
	servers := make(map[string]any)
	for i := from; i <= to; i++ {
		wait := (time.Duration(i) * crowdStep).String()
		if i > crowdSize-crowdHangs {
			wait = forEver
		}
		servers[fmt.Sprintf("%s%02d", crowdPrefix, i)] = map[string]any{
			"command": g.app.opts.Demo.Command[0], "args": []string{"bench", "server"}, "env": map[string]string{serverWait: wait},
		}
	}
	return g.writeServers(servers)
}

// writeServers writes the servers file.
func (g *gauge) writeServers(servers map[string]any) error {
	file, err := json.Marshal(map[string]any{"mcpServers": servers})
	if err == nil {
		err = os.WriteFile(filepath.Join(g.app.opts.Home, "servers.json"), file, 0o600)
	}
	if err != nil {
		return fmt.Errorf("writing the servers file: %w", err)
	}
	return nil
}

// dismiss removes the crowd and waits until it has gone from the machine too.
func (g *gauge) dismiss(ctx context.Context) error {
	if err := g.writeServers(map[string]any{}); err != nil {
		return err
	}
	g.app.Reload()
	err := g.tour.see("the crowd has gone", func(w *Window) bool {
		return !slices.ContainsFunc(w.servers.all(), func(s server) bool { return strings.HasPrefix(s.Name(), crowdPrefix) })
	})(ctx)
	if err != nil {
		return err
	}
	g.app.servers.leaving.Wait()
	return rest(ctx, stillness)
}

// meanwhile has the crowd start, calls do until it is usable, at least once, and removes it.
func (g *gauge) meanwhile(ctx context.Context, do func(context.Context) error) error {
	if err := g.write(1, crowdSize); err != nil {
		return err
	}
	if err := g.on(ctx, g.app.Reload); err != nil {
		return err
	}
	for there := false; !there; {
		if err := do(ctx); err != nil {
			return err
		}
		if err := g.on(ctx, func() { there = g.app.window.crowdIsThere(1, crowdSize) }); err != nil {
			return err
		}
	}
	return g.dismiss(ctx)
}

// framesMeanwhile measures the time from frame to frame while the crowd starts.
func (g *gauge) framesMeanwhile(ctx context.Context) error {
	frames := measure{Name: "crowd, frames"}
	for range crowdRounds {
		var stop func() []float64
		if err := g.on(ctx, func() { stop = g.probe.frames(nil) }); err != nil {
			return err
		}
		err := g.meanwhile(ctx, func(ctx context.Context) error { return rest(ctx, 10*time.Millisecond) })
		if gone := g.on(ctx, func() { frames.Samples = append(frames.Samples, stop()...) }); err == nil {
			err = gone
		}
		if err != nil {
			return err
		}
	}
	g.say(frames)
	return nil
}

// clicksMeanwhile runs a tool of the demo, again and again, while the crowd starts.
func (g *gauge) clicksMeanwhile(ctx context.Context) error {
	clicks := measure{Name: "crowd, clicks"}
	p, err := g.page(ctx, "Submit batch run")
	if err != nil {
		return err
	}
	for range crowdRounds {
		err := g.meanwhile(ctx, func(ctx context.Context) error {
			r, err := g.round(ctx, p, func(ctx context.Context) error { return g.tour.hand.chord(ctx, fyne.KeyReturn) })
			clicks.Samples = append(clicks.Samples, r.painted)
			return err
		})
		if err != nil {
			return err
		}
	}
	g.say(clicks)
	return nil
}
