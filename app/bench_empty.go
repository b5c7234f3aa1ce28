package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// BenchEmpty opens a window of Parley's size with nothing in it and measures what any Fyne program pays: part "empty-start"
// gives only its first frame. It returns when the window is closed again; out gets the measures.
func BenchEmpty(desktop fyne.App, do func(func()), part string, out io.Writer) error {
	e := &emptyWindow{desktop: desktop, probe: newProbe(do), out: json.NewEncoder(out)}
	e.door = NewDoor(do, &Net{Now: time.Now})
	e.win = desktop.NewWindow("Empty")
	e.win.SetMaster()
	e.win.SetPadded(false)
	e.plate = newPlate()
	e.win.SetContent(container.NewStack(e.plate, e.probe.object))
	e.win.Resize(fyne.NewSize(firstWidth, firstHeight))
	e.win.CenterOnScreen()

	ended := make(chan error, 1)
	e.probe.next(func(at time.Time) {
		e.say(firstFrame(at))
		go func() {
			var err error
			if part == "empty" {
				err = e.measure(context.Background())
			}
			ended <- err
			do(desktop.Quit)
		}()
	})
	e.win.ShowAndRun()
	select {
	case err := <-ended:
		return errors.Join(err, e.broken)
	default:
		return errGone
	}
}

// emptyWindow is a Fyne window with nothing in it.
type emptyWindow struct {
	desktop fyne.App
	door    *Door
	win     fyne.Window
	plate   *plate
	probe   *probe
	out     *json.Encoder
	broken  error
}

func (e *emptyWindow) say(m measure) { e.broken = errors.Join(e.broken, e.out.Encode(m)) }

// firstFrame is the moment of the first frame, in milliseconds since 1970; whoever started this process knows when that was.
func firstFrame(at time.Time) measure {
	return measure{Name: "first frame", Samples: []float64{float64(at.UnixMicro()) / 1000}}
}

// idling is how long a window is left alone before its memory is read.
const idling = 3 * time.Second

func (e *emptyWindow) measure(ctx context.Context) error {
	if err := rest(ctx, idling); err != nil {
		return err
	}
	e.say(memoryNow("memory idle"))
	m, err := newMouse(ctx, e.win.Canvas(), e.door)
	if err != nil {
		return err
	}
	defer m.close()
	clicks := measure{Name: "click"}
	for i := range warmUps + clickRounds {
		took, err := e.click(ctx, m)
		if err != nil {
			return fmt.Errorf("click %d in the empty window: %w", i+1, err)
		}
		if i >= warmUps {
			clicks.Samples = append(clicks.Samples, took)
		}
	}
	e.say(clicks)
	frames, err := e.frames(ctx)
	e.say(measure{Name: "frames", Samples: frames})
	return err
}

// click measures from a click to the frame that shows it.
func (e *emptyWindow) click(ctx context.Context, m *mouse) (float64, error) {
	if err := rest(ctx, settling); err != nil {
		return 0, err
	}
	seen := make(chan time.Time, 1)
	e.plate.tapped = func() { e.probe.next(func(at time.Time) { seen <- at }) }
	began, err := m.click(ctx, e.plate)
	if err != nil {
		return 0, err
	}
	at, err := moment(ctx, seen, "the click was painted")
	return inMilliseconds(at.Sub(began)), err
}

// frames measures how long one frame after the other takes.
func (e *emptyWindow) frames(ctx context.Context) ([]float64, error) {
	h := hand{canvas: e.win.Canvas(), door: e.door}
	var stop func() []float64
	var took []float64
	err := inOrder(ctx,
		func(ctx context.Context) error { return h.on(ctx, func() { stop = e.probe.frames(e.plate.toggle) }) },
		func(ctx context.Context) error { return rest(ctx, 2*time.Second) },
		func(ctx context.Context) error { return h.on(ctx, func() { took = stop() }) })
	return took, err
}

// moment waits for a time that is sent.
func moment(ctx context.Context, c <-chan time.Time, what string) (time.Time, error) {
	select {
	case at := <-c:
		return at, nil
	case <-ctx.Done():
		return time.Time{}, errGone
	case <-time.After(patience):
		return time.Time{}, fmt.Errorf("waited %s in vain: %s", patience, what)
	}
}

// plate is as large as the window and draws no more than a lamp, which changes when the plate is clicked.
type plate struct {
	widget.BaseWidget
	tapped func()
	lamp   *canvas.Rectangle
	lit    bool
}

func newPlate() *plate {
	p := &plate{lamp: canvas.NewRectangle(theme.Color(theme.ColorNameBackground))}
	p.lamp.Resize(fyne.NewSquareSize(20))
	p.ExtendBaseWidget(p)
	return p
}

// CreateRenderer is for Fyne.
func (p *plate) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout(p.lamp))
}

// Tapped is for Fyne.
func (p *plate) Tapped(*fyne.PointEvent) {
	p.toggle()
	if p.tapped != nil {
		p.tapped()
	}
}

func (p *plate) toggle() {
	p.lit = !p.lit
	name := theme.ColorNameBackground
	if p.lit {
		name = theme.ColorNamePrimary
	}
	p.lamp.FillColor = theme.Color(name)
	p.lamp.Refresh()
}
