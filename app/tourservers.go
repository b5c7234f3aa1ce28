package app

import (
	"context"
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"parley/bridge"
	"parley/bridge/config/edit"
)

// The names of the servers that the tour adds. Both are the demo once more.
const (
	pastedName  = "Second desk"
	strangeName = "Somebody's desk"
)

// readyServer waits until a server is ready with its tools.
func (t *tour) readyServer(name string) func(context.Context) error {
	return t.see(name+" is ready", func(w *Window) bool {
		s := w.servers.named(name)
		return s != nil && s.State().Phase == bridge.Ready && len(s.State().Tools) > 0
	})
}

func (t *tour) tryServer(ctx context.Context) error {
	program := t.app.opts.Demo.Command
	return inOrder(ctx, t.openBox(), t.write(fmt.Sprintf("'%s' %s", program[0], program[1])),
		t.see("what was understood", func(w *Window) bool {
			p, ok := w.page().(*addServerPage)
			return ok && strings.HasSuffix(p.text, program[1]) && len(p.proposals) == 1 && p.proposals[0].wanted()
		}),
		t.press("Try it"),
		t.see("that it works", func(w *Window) bool {
			p, ok := w.page().(*addServerPage)
			return ok && len(p.proposals) == 1 && p.proposals[0].trying.worked
		}))
}

// openBox shows the page that takes a server, with nothing in its box.
func (t *tour) openBox() func(context.Context) error {
	return func(ctx context.Context) error {
		return inOrder(ctx, t.chord(fyne.KeyN),
			t.see("the box", func(w *Window) bool { return w.shown.page == addServerAt && w.win.Canvas().Focused() != nil }),
			func(ctx context.Context) error {
				return t.hand.on(ctx, func() {
					if p, ok := t.app.window.page().(*addServerPage); ok {
						p.box.empty()
					}
				})
			})
	}
}

func (t *tour) addServer(ctx context.Context) error {
	return inOrder(ctx,
		func(ctx context.Context) error {
			return t.hand.on(ctx, func() {
				p, ok := t.app.window.page().(*addServerPage)
				if ok && len(p.proposals) == 1 {
					t.hand.canvas.Focus(p.proposals[0].name)
					p.proposals[0].name.selectAll()
				}
			})
		},
		t.write(pastedName), t.press("Add"), t.readyServer(pastedName))
}

// changeFile does what a person with an editor would do.
func (t *tour) changeFile(ctx context.Context) error {
	program := t.app.opts.Demo.Command
	err := edit.Edit(t.app.opts.Servers, func(e *edit.Editor) error {
		raw, err := encoded(map[string]any{"command": program[0], "args": program[1:], "env": map[string]string{"DESK": "somebody"}})
		if err != nil {
			return err
		}
		return e.Put(strangeName, raw)
	})
	if err != nil {
		return fmt.Errorf("changing the servers file: %w", err)
	}
	return t.told("Your servers file changed: 1 new (" + strangeName + ").")(ctx)
}

func (t *tour) lookAtIt(ctx context.Context) error {
	return inOrder(ctx, t.press("Use it"), t.told(strangeName+" is not started until you have looked at what it runs."),
		t.press("Look"),
		t.see("what it would run", func(w *Window) bool {
			p, ok := w.page().(*serverPage)
			return ok && p.at.server == strangeName && p.look.Visible()
		}))
}

func (t *tour) startSeen(ctx context.Context) error {
	return inOrder(ctx, t.press("Start it"), t.readyServer(strangeName))
}
