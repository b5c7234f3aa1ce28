package widgets

import (
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// modalHeader says who asks, why, and how long there is to answer.
type modalHeader struct {
	widget.BaseWidget
	modal        *Modal
	title, cause *Words
	clock        *canvas.Text
	clockText    string
	urgent       bool // less than ten seconds are left
	timed        bool // there is a deadline
	aside, close *button
}

func newModalHeader(m *Modal) *modalHeader {
	h := &modalHeader{modal: m, clock: canvas.NewText("", nil)}
	h.title = newWords(PlainLine(m.ask.Title, 90), theme.SizeNameSubHeadingText, "", fyne.TextStyle{Bold: true})
	h.cause = newCaption(PlainLine(m.ask.Cause, mostCause))
	h.aside = newButton("", theme.ContentRemoveIcon(), m.frame, m.putAside)
	h.close = newButton("", theme.CancelIcon(), m.frame, m.notNow)
	h.aside.Importance, h.close.Importance = widget.LowImportance, widget.LowImportance
	h.ExtendBaseWidget(h)
	return h
}

func (h *modalHeader) setCause(cause string) { h.cause.SetText(PlainLine(cause, mostCause)) }

// tick writes "1 of 2 · 0:48 left".
func (h *modalHeader) tick(now time.Time) {
	ask := h.modal.ask
	var parts []string
	if ask.Position != "" {
		parts = append(parts, PlainLine(ask.Position, 40))
	}
	h.timed, h.urgent = !ask.Deadline.IsZero(), false
	switch {
	case h.timed:
		left := max(0, ask.Deadline.Sub(now))
		h.urgent = left < 10*time.Second
		parts = append(parts, leftWords(left))
	case ask.Usually > 0:
		parts = append(parts, lang.L("usually waits {{.Time}}", map[string]any{"Time": durationWords(ask.Usually)}))
	}
	text := strings.Join(parts, " · ")
	if text == h.clockText && h.clock.Text != "" {
		return
	}
	h.clockText = text
	h.Refresh()
}

// leftWords says how much time is left. Below ten seconds it says so in a sentence of its own, not by colour alone.
func leftWords(left time.Duration) string {
	seconds := int((left + time.Second - 1) / time.Second)
	if left < 10*time.Second {
		return lang.L("only {{.Seconds}} s left", map[string]any{"Seconds": seconds})
	}
	if seconds < 3600 {
		return lang.L("{{.Time}} left", map[string]any{"Time": fmt.Sprintf("%d:%02d", seconds/60, seconds%60)})
	}
	return lang.L("{{.Time}} left", map[string]any{"Time": durationWords(left)})
}

// durationWords is a length of time such as "60 s", "5 min", "2 h 5 min".
func durationWords(d time.Duration) string {
	seconds := int((d + time.Second/2) / time.Second)
	switch {
	case seconds < 120:
		return fmt.Sprintf("%d s", seconds)
	case seconds < 3600 && seconds%60 == 0:
		return fmt.Sprintf("%d min", seconds/60)
	case seconds < 3600:
		return fmt.Sprintf("%d min %d s", seconds/60, seconds%60)
	case seconds%3600 < 60:
		return fmt.Sprintf("%d h", seconds/3600)
	}
	return fmt.Sprintf("%d h %d min", seconds/3600, seconds%3600/60)
}

// Clock is the line that says the position and the time left, as shown.
func (h *modalHeader) clockColor() fyne.ThemeColorName {
	switch {
	case h.urgent:
		return theme.ColorNameError
	case h.timed:
		return ColorNameAmber
	}
	return ColorNameMuted
}

const (
	mostCause    = 160
	headerIcon   = 34
	headerButton = 36
)

// HeightFor is for the layout of the modal.
func (h *modalHeader) HeightFor(width float32) float32 { return h.arrange(width, nil, nil) }

func (h *modalHeader) arrange(width float32, icon, alarm fyne.CanvasObject) float32 {
	draw := icon != nil
	right := width
	if draw {
		place(h.close, right-headerButton, 0, headerButton, headerButton)
		place(h.aside, right-2*headerButton-4, 0, headerButton, headerButton)
	}
	right -= 2*headerButton + 4 + 4
	clock := fyne.MeasureText(h.clockText, h.Theme().Size(theme.SizeNameText), fyne.TextStyle{Bold: true})
	left := float32(headerIcon + 12)
	below := clock.Width+26 > (right-left)*0.55 // a long clock gets a line of its own
	words := right - left
	if !below && h.clockText != "" {
		words -= clock.Width + 8
		if h.urgent {
			words -= 24
		}
	}
	high := h.title.HeightFor(words)
	if draw {
		place(h.title, left, 0, words, high)
	}
	titleHigh := h.title.rowHeight()
	if h.cause.Text != "" {
		more := h.cause.HeightFor(right - left)
		if draw {
			place(h.cause, left, high+2, right-left, more)
		}
		high += 2 + more
	} else {
		high = fyne.Max(high, headerButton)
	}
	x, y := right-clock.Width, whole((titleHigh-clock.Height)/2)
	if below && h.clockText != "" {
		x, y = left, high+4
		if h.urgent {
			x += 24
		}
		high += 4 + clock.Height
	}
	if draw {
		place(h.clock, x, y, clock.Width, clock.Height)
		place(alarm, x-24, y+(clock.Height-20)/2, 20, 20)
		place(icon, 0, 2, headerIcon, headerIcon)
	}
	return fyne.Max(high, headerIcon+2)
}

// CreateRenderer is for Fyne.
func (h *modalHeader) CreateRenderer() fyne.WidgetRenderer {
	icon := canvas.NewImageFromResource(theme.ComputerIcon())
	alarm := canvas.NewImageFromResource(theme.NewErrorThemedResource(theme.WarningIcon()))
	icon.FillMode, alarm.FillMode = canvas.ImageFillContain, canvas.ImageFillContain
	paint := func() {
		th := h.Theme()
		h.clock.Text, h.clock.Color = h.clockText, colorOf(th, h.clockColor())
		h.clock.TextSize, h.clock.TextStyle = th.Size(theme.SizeNameText), fyne.TextStyle{Bold: h.timed}
		alarm.Hidden = !h.urgent
	}
	paint()
	return (&drawn{
		objects: []fyne.CanvasObject{icon, h.title, h.cause, alarm, h.clock, h.aside, h.close},
		layout:  func(size fyne.Size) { h.arrange(size.Width, icon, alarm) },
		min:     func() fyne.Size { return fyne.NewSize(200, h.HeightFor(fyne.Max(h.Size().Width, 200))) },
		refresh: func() {
			paint()
			if h.Size().Width > 0 {
				h.arrange(h.Size().Width, icon, alarm)
			}
			canvas.Refresh(h)
		},
	}).ready(h.Size())
}
