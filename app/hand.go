package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"parley/widgets"
)

// hand operates the window the way a person does with nothing but a keyboard: every key goes to whatever has the focus, and
// from there by the same rules as Fyne's desktop driver. It runs off Fyne's goroutine.
type hand struct {
	canvas fyne.Canvas
	door   *Door
}

// errGone tells that the window went away under the hand.
var errGone = errors.New("the window has gone")

// on runs f on Fyne's goroutine and waits until it is done.
func (h *hand) on(ctx context.Context, f func()) error {
	done := make(chan struct{})
	h.door.Do(func() {
		defer close(done)
		f()
	})
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return errGone
	}
}

// key presses one key.
func (h *hand) key(ctx context.Context, name fyne.KeyName) error {
	return h.on(ctx, func() {
		defer widgets.HoldKey(h.canvas, name)()
		ev := &fyne.KeyEvent{Name: name}
		focused := h.canvas.Focused()
		if name == fyne.KeyTab && !takesTab(focused) {
			h.canvas.FocusNext()
			return
		}
		if focused != nil {
			focused.TypedKey(ev)
			if name == fyne.KeySpace {
				focused.TypedRune(' ') // the space bar is both
			}
			return
		}
		if typed := h.canvas.OnTypedKey(); typed != nil {
			typed(ev)
		}
	})
}

func takesTab(focused fyne.Focusable) bool {
	t, ok := focused.(fyne.Tabbable)
	return ok && t.AcceptsTab()
}

// chord presses a key together with Ctrl, or Cmd on macOS.
func (h *hand) chord(ctx context.Context, name fyne.KeyName) error {
	modifier, _ := mainKey()
	return h.on(ctx, func() {
		defer widgets.HoldKey(h.canvas, name)()
		s := &desktop.CustomShortcut{KeyName: name, Modifier: modifier}
		if focused, ok := h.canvas.Focused().(fyne.Shortcutable); ok {
			focused.TypedShortcut(s)
			return
		}
		if c, ok := h.canvas.(fyne.Shortcutable); ok {
			c.TypedShortcut(s)
		}
	})
}

// write types text into what has the focus.
func (h *hand) write(ctx context.Context, text string) error {
	for _, r := range text {
		err := h.on(ctx, func() {
			if focused := h.canvas.Focused(); focused != nil {
				focused.TypedRune(r)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// maxTabs bounds how far the hand looks for something.
const maxTabs = 120

// press walks with Tab to the button with the given label and presses Enter there.
func (h *hand) press(ctx context.Context, label string) error {
	for range maxTabs {
		var at string
		if err := h.on(ctx, func() { at = labelOf(h.canvas.Focused()) }); err != nil {
			return err
		}
		if at == label {
			return h.enter(ctx)
		}
		if err := h.key(ctx, fyne.KeyTab); err != nil {
			return err
		}
	}
	return fmt.Errorf("there is no button %q to reach with Tab", label)
}

// enter presses what has the focus. Fyne's own buttons know only the space bar, those of a request Enter as well.
func (h *hand) enter(ctx context.Context) error {
	return h.key(ctx, fyne.KeySpace)
}

// labelOf is what a button says; "" for anything else.
func labelOf(o fyne.Focusable) string {
	switch o := o.(type) {
	case *widget.Button:
		return o.Text
	case fyne.Accessible:
		if o.AccessibilityRole() == fyne.AccessibleRoleButton {
			return o.AccessibilityLabel()
		}
	}
	return ""
}

// untilTaken waits until the request in front takes keys and clicks.
func (h *hand) untilTaken(ctx context.Context, in *Inbox) error {
	var left time.Duration
	if err := h.on(ctx, func() { left = in.takesIn() }); err != nil {
		return err
	}
	return rest(ctx, left)
}

// until waits until what looks true on Fyne's goroutine is.
func (h *hand) until(ctx context.Context, what string, limit time.Duration, look func() bool) error {
	end := time.Now().Add(limit)
	for {
		seen := false
		if err := h.on(ctx, func() { seen = look() }); err != nil {
			return err
		}
		if seen {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("waited %s in vain: %s", limit, what)
		}
		select {
		case <-ctx.Done():
			return errGone
		case <-time.After(20 * time.Millisecond):
		}
	}
}
