package app

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// meter is a thin bar: how far a run is, or, when nobody says, that it moves. Fyne's own moving bar redraws the window
// sixty times a second for as long as a job runs; this one, a few times.
type meter struct {
	widget.BaseWidget
	clock Clock
	door  *Door

	value  float64 // from 0 to 1
	moving bool
	phase  int  // of the moving part
	alive  bool // a next step is on its way
}

// meterStep is the time between two steps of a moving bar, and meterPhases how many steps take it across.
const (
	meterStep   = 120 * time.Millisecond
	meterPhases = 24
)

func newMeter(clock Clock, door *Door) *meter {
	m := &meter{clock: clock, door: door}
	m.ExtendBaseWidget(m)
	return m
}

// set shows how far it is.
func (m *meter) set(value float64) {
	m.moving = false
	if value != m.value {
		m.value = value
	}
	m.Refresh()
}

// move shows that it goes on, until set or stop.
func (m *meter) move() {
	if m.moving {
		return
	}
	m.moving = true
	m.Refresh()
	m.later()
}

// stop ends the moving.
func (m *meter) stop() { m.moving = false }

func (m *meter) later() {
	if m.alive {
		return
	}
	m.alive = true
	m.clock.AfterFunc(meterStep, func() { m.door.Do(m.step) })
}

func (m *meter) step() {
	m.alive = false
	if !m.moving {
		return
	}
	m.phase = (m.phase + 1) % meterPhases
	m.Refresh()
	m.later()
}

// CreateRenderer is for Fyne.
func (m *meter) CreateRenderer() fyne.WidgetRenderer {
	r := &meterRenderer{meter: m, track: &canvas.Rectangle{CornerRadius: 3}, fill: &canvas.Rectangle{CornerRadius: 3}}
	r.Refresh()
	return r
}

type meterRenderer struct {
	meter       *meter
	track, fill *canvas.Rectangle
}

func (r *meterRenderer) Destroy()                     {}
func (r *meterRenderer) MinSize() fyne.Size           { return fyne.NewSize(60, 10) }
func (r *meterRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.track, r.fill} }

// Layout is for Fyne.
func (r *meterRenderer) Layout(size fyne.Size) {
	const high = 6
	r.track.Move(fyne.NewPos(0, 2))
	r.track.Resize(fyne.NewSize(size.Width, high))
	from, to := float32(0), size.Width*float32(r.meter.value)
	if r.meter.moving {
		// The moving part comes in on the left and goes out on the right.
		part := size.Width / 4
		from = (size.Width+part)*float32(r.meter.phase)/meterPhases - part
		from, to = max(from, 0), min(from+part, size.Width)
	}
	r.fill.Move(fyne.NewPos(from, 2))
	r.fill.Resize(fyne.NewSize(max(to-from, 0), high))
}

// Refresh is for Fyne.
func (r *meterRenderer) Refresh() {
	th, variant := r.meter.Theme(), fyne.CurrentApp().Settings().ThemeVariant()
	r.track.FillColor = th.Color(theme.ColorNameSeparator, variant)
	r.fill.FillColor = th.Color(theme.ColorNamePrimary, variant)
	r.Layout(r.meter.Size())
	r.track.Refresh()
	r.fill.Refresh()
}
