package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"fyne.io/fyne/v2"
)

// mouse clicks like a person. On a screen of its own it is the real one, moved through the window system, so that a click
// costs what it costs; elsewhere, where a person may be holding the mouse, it only taps what is to be clicked.
type mouse struct {
	door   *Door
	canvas fyne.Canvas
	hand   io.WriteCloser // xdotool, which does what each line says; nil: there is no mouse to move
	tool   *exec.Cmd
	window string // as the window system names it
	at     fyne.Position
}

// newMouse finds the mouse. It must not be called on Fyne's goroutine, and only once the window is up.
func newMouse(ctx context.Context, c fyne.Canvas, door *Door) (*mouse, error) {
	m := &mouse{canvas: c, door: door}
	if os.Getenv("PARLEY_SCREEN") != "virtual" {
		return m, nil
	}
	path, err := exec.LookPath("xdotool")
	if err != nil {
		return m, nil
	}
	found, err := exec.CommandContext(ctx, path, "search", "--sync", "--onlyvisible", "--pid", fmt.Sprint(os.Getpid())).Output()
	if err != nil {
		return nil, fmt.Errorf("finding the window on the screen: %w", err)
	}
	windows := strings.Fields(string(found))
	if len(windows) == 0 {
		return nil, errors.New("the window is not on the screen")
	}
	m.window = windows[len(windows)-1]
	m.tool = exec.Command(path, "-")
	if m.hand, err = m.tool.StdinPipe(); err != nil {
		return nil, fmt.Errorf("taking the mouse: %w", err)
	}
	if err := m.tool.Start(); err != nil {
		return nil, fmt.Errorf("taking the mouse: %w", err)
	}
	return m, nil
}

// real reports whether clicks come from the window system.
func (m *mouse) real() bool { return m.hand != nil }

func (m *mouse) close() {
	if m.hand != nil {
		_ = m.hand.Close()
		_ = m.tool.Wait()
	}
}

// settling is how long the pointer rests on a thing before it clicks: hover marks are drawn by then.
const settling = 120 * time.Millisecond

// point moves the pointer to the middle of a thing.
func (m *mouse) point(ctx context.Context, o fyne.CanvasObject) error {
	if !m.real() {
		return nil
	}
	h := hand{canvas: m.canvas, door: m.door}
	var to fyne.Position
	err := h.on(ctx, func() {
		at, size := fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size()
		scale := m.canvas.Scale()
		to = fyne.NewPos((at.X+size.Width/2)*scale, (at.Y+size.Height/2)*scale)
	})
	if err != nil || to == m.at {
		return err
	}
	m.at = to
	if _, err := fmt.Fprintf(m.hand, "mousemove --window %s %d %d\n", m.window, int(to.X), int(to.Y)); err != nil {
		return fmt.Errorf("moving the mouse: %w", err)
	}
	return rest(ctx, settling)
}

// click clicks on a thing and gives the time just before.
func (m *mouse) click(ctx context.Context, o fyne.Tappable) (time.Time, error) {
	if err := m.point(ctx, o.(fyne.CanvasObject)); err != nil {
		return time.Time{}, err
	}
	at := time.Now()
	if !m.real() {
		m.door.Do(func() { o.Tapped(&fyne.PointEvent{}) })
		return at, nil
	}
	if _, err := io.WriteString(m.hand, "click 1\n"); err != nil {
		return at, fmt.Errorf("clicking: %w", err)
	}
	return at, nil
}

// wheel turns the wheel down by so many notches, evenly over a time. It returns at once.
func (m *mouse) wheel(notches int, over time.Duration) error {
	_, err := fmt.Fprintf(m.hand, "click --repeat %d --delay %d 5\n", notches, max(1, int(over.Milliseconds())/notches))
	if err != nil {
		return fmt.Errorf("turning the wheel: %w", err)
	}
	return nil
}
