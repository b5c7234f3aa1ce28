package app

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"time"
)

// startRounds is how often each window is started.
const startRounds = 10

// Bench measures Parley, beside an empty Fyne window and a bare go-sdk client measured in the same run, and prints a line for
// each figure. Self is this program: every part is a process of its own, "self bench PART". It is no test: the error tells
// only of what did not happen at all.
func Bench(ctx context.Context, self, version string, out, problems io.Writer) error {
	b := &bench{self: self, out: out, problems: problems, found: map[string]measure{}}
	fmt.Fprintf(out, "Parley %s on %s/%s, %d processors, %s, load %s\n", version, runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), load())
	if os.Getenv("PARLEY_SCREEN") == "virtual" {
		fmt.Fprintln(out, "on a virtual screen, drawn by the processor; clicks and the wheel are the window system's")
	} else {
		fmt.Fprintln(out, "on this display; clicks are made inside the program")
	}
	for _, step := range []func(context.Context) error{b.starts, b.client, b.empty, b.window, b.crowd, b.soak} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "load at the end %s\n", load())
	return nil
}

// bench is one run of all parts.
type bench struct {
	self          string
	out, problems io.Writer
	found         map[string]measure // by part and name
}

// part runs one part and keeps its measures.
func (b *bench) part(ctx context.Context, name string) (began time.Time, err error) {
	cmd := exec.CommandContext(ctx, b.self, "bench", name)
	var said, noise bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &noise
	began = time.Now()
	if err := cmd.Run(); err != nil {
		_, _ = noise.WriteTo(b.problems) // Fyne always has something to say; it is of interest only now
		return began, fmt.Errorf("measuring, part %s: %w", name, err)
	}
	lines := bufio.NewScanner(&said)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var m measure
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return began, fmt.Errorf("measuring, part %s said %q: %w", name, lines.Text(), err)
		}
		b.found[name+": "+m.Name] = m
	}
	return began, lines.Err()
}

// of gives a figure of something that a part measured.
func (b *bench) of(name string, u unit, key string, t target, beside ...figure) figure {
	return figure{name: name, unit: u, of: b.found[key], target: t, beside: beside}
}

// print prints figures. A measure that is missing did not happen.
func (b *bench) print(figures ...figure) {
	for _, f := range figures {
		f.print(b.out)
	}
}

// starts opens Parley and an empty window in turn.
func (b *bench) starts(ctx context.Context) error {
	var first, ready, empty measure
	for i := range 1 + startRounds {
		began, err := b.part(ctx, "empty-start")
		if err != nil {
			return err
		}
		nothing := b.since(began, "empty-start: first frame")
		if began, err = b.part(ctx, "start"); err != nil {
			return err
		}
		if i == 0 {
			continue // a warm-up
		}
		empty.Samples = append(empty.Samples, nothing)
		first.Samples = append(first.Samples, b.since(began, "start: first frame"))
		ready.Samples = append(ready.Samples, b.since(began, "start: ready"))
	}
	beside := figure{name: "an empty Fyne window to its first frame", unit: milliseconds(), of: empty}
	b.print(
		figure{name: "start to first usable frame", unit: milliseconds(), of: first, beside: []figure{beside}},
		figure{name: "start to the demo's tools listed", unit: milliseconds(), of: ready},
	)
	return nil
}

// since is the time from a process's start to a moment that it told.
func (b *bench) since(began time.Time, key string) float64 {
	return b.found[key].median() - float64(began.UnixMicro())/1000
}

// client measures without a window.
func (b *bench) client(ctx context.Context) error {
	if _, err := b.part(ctx, "client"); err != nil {
		return err
	}
	b.print(b.of("requests per second through the bridge, as a share of the bare client's", share(), "client: share", target{median: 0.8},
		b.of("through the bridge", perSecond(), "client: bridge, rate", target{}),
		b.of("a bare client", perSecond(), "client: bare, rate", target{})))
	return nil
}

// empty measures what any Fyne window pays; it is printed beside Parley's.
func (b *bench) empty(ctx context.Context) error {
	_, err := b.part(ctx, "empty")
	return err
}

// window measures Parley itself.
func (b *bench) window(ctx context.Context) error {
	if _, err := b.part(ctx, "window"); err != nil {
		return err
	}
	ms, mb := milliseconds(), megabytes()
	click := b.of("a click painted in an empty Fyne window", ms, "empty: click", target{})
	asked := b.of("a bare client until it is asked", ms, "client: bare, asked", target{})
	reached := target{median: 40, worst: 100}
	stages := func(title string) []figure {
		return []figure{
			b.of("until Parley heard of the click", ms, "window: "+title+", heard", target{}),
			b.of("until the server's question was there", ms, "window: "+title+", asked", target{}),
			b.of("until the modal was made", ms, "window: "+title+", made", target{}),
			b.of("processor time of the whole run, its answer and all drawing", ms, "window: "+title+", used", target{}),
		}
	}
	b.print(
		b.of("memory idle", mb, "window: memory idle", target{},
			b.of("an empty Fyne window", mb, "empty: memory idle", target{}),
			b.of("a bare client", mb, "client: bare, memory idle", target{})),
		b.of("memory after 100 calls", mb, "window: memory after 100 calls", target{},
			b.of("a bare client", mb, "client: bare, memory after 100 calls", target{})),
		b.of("click on Run to modal painted, 2 fields", ms, "window: Submit batch run, painted", reached,
			append(stages("Submit batch run"), click, asked)...),
		b.of("click on Run to modal painted, a field of every kind", ms, "window: Book a visit, painted", reached, stages("Book a visit")...),
		b.of("answer to bytes on the wire", ms, "window: Submit batch run, sent", target{},
			b.of("the bridge alone", ms, "client: bridge, sent", target{}),
			b.of("a bare client", ms, "client: bare, sent", target{})),
		b.of("answer to result painted", ms, "window: Submit batch run, ended", target{}),
		b.of("click on Run to a form of 200 fields painted", ms, "window: "+askWide+", painted", target{worst: 150}, stages(askWide)...),
		b.of("a tool's page of 200 fields", ms, "window: page of 200", target{worst: 150}),
		b.of("a result of 10 MB to its first frame", ms, "window: large, painted", target{worst: 150},
			b.of("click on Run to that frame", ms, "window: large, clicked", target{}),
			b.of("the bridge alone, from call to result", ms, "client: bridge, large", target{}),
			b.of("a bare client, from call to result", ms, "client: bare, large", target{})),
		b.of("frame to frame while the wheel scrolls through 10 MB", ms, "window: scrolling", target{worst: 50},
			b.of("frame to frame in an empty Fyne window", ms, "empty: frames", target{})),
		b.of("frame to frame while every frame leaps elsewhere in 10 MB", ms, "window: leaping", target{worst: 50}),
	)
	return nil
}

// crowd measures many servers at once.
func (b *bench) crowd(ctx context.Context) error {
	if _, err := b.part(ctx, "crowd"); err != nil {
		return err
	}
	ms := milliseconds()
	b.print(
		b.of(fmt.Sprintf("%d servers of which %d hang, until the others can be used", crowdSize, crowdHangs), ms, "crowd: crowd, usable", target{},
			b.of("the slowest of the others alone", ms, "crowd: slowest alone, usable", target{})),
		b.of("click on Run to modal painted meanwhile", ms, "crowd: crowd, clicks", target{median: 200}),
		b.of("frame to frame meanwhile", ms, "crowd: crowd, frames", target{median: 50}),
	)
	return nil
}

// soak measures what a thousand calls leave behind.
func (b *bench) soak(ctx context.Context) error {
	if _, err := b.part(ctx, "soak"); err != nil {
		return err
	}
	mb := megabytes()
	b.print(
		b.of("memory idle, after a while", mb, "soak: idle", target{worst: 165}),
		b.of(fmt.Sprintf("memory after %d calls with a request each, one after the other", soakFirst), mb, "soak: after 100", target{}),
		b.of(fmt.Sprintf("memory after %d of them", soakCalls), mb, "soak: after 1000", target{},
			b.of("calls a second, each with its modal answered", perSecond(), "soak: rate", target{}),
			b.of("memory after a rest behind them", mb, "soak: at rest", target{worst: 190})),
	)
	return nil
}
