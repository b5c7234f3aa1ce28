package app

import (
	"context"
	"fmt"
	"io"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"parley/bridge/config/edit"
)

// Screenshots takes the pictures of the README with the tour's own hands: the window, the two requests, what waits and a
// result, in light and in dark. It runs off Fyne's goroutine, while Fyne's loop runs.
func (a *App) Screenshots(ctx context.Context, folder string, out io.Writer) error {
	t, err := a.newTour(folder, out)
	if err != nil {
		return err
	}
	for _, look := range []struct {
		ending  string
		variant fyne.ThemeVariant
	}{{"", theme.VariantLight}, {"-dark", theme.VariantDark}} {
		if err := t.pose(ctx, look.variant); err != nil {
			return err
		}
		for _, shot := range t.shots() {
			if err := shot.do(ctx); err != nil {
				return fmt.Errorf("the picture %s: %w", shot.name, err)
			}
			if shot.name == "" {
				continue
			}
			name := shot.name + look.ending + ".png"
			if err := t.shoot(ctx, name); err != nil {
				return err
			}
			fmt.Fprintf(out, "%-20s %s\n", name, shot.says)
		}
	}
	return nil
}

// pose gives the window the look and the size of the pictures.
func (t *tour) pose(ctx context.Context, variant fyne.ThemeVariant) error {
	return t.hand.on(ctx, func() {
		t.app.opts.Fyne.Settings().SetTheme(Theme{Variant: &variant})
		t.app.window.win.Resize(fyne.NewSize(firstWidth, firstHeight))
	})
}

func (t *tour) shots() []step {
	return []step{
		{"form", "A request to fill in", func(ctx context.Context) error { return inOrder(ctx, t.ready, t.runBatch) }},
		{"window", "The window, with a result", t.sendBatch},
		{"link", "A request to open a link", t.showLink},
		{"waiting", "Two requests in line", func(ctx context.Context) error {
			return inOrder(ctx, t.finishLink, t.askTwice, t.putAside)
		}},
		{"progress", "A long job", func(ctx context.Context) error { return inOrder(ctx, t.declineAll, t.startJob) }},
		{"large", "Ten megabytes of text", func(ctx context.Context) error { return inOrder(ctx, t.stopJob, t.largeReport) }},
		{"server", "A server's page", t.showDemo},
		{"add", "A command line that was pasted, and what was understood of it", t.paste},
		{"bring", "The servers of other apps", t.bringOthers},
		{"look", "A program that is asked about before it starts for the first time", t.lookAtStranger},
		{"sign-in", "A request to sign in", t.askToSignIn},
		{"", "", t.leaveSignIn}, // for the other look
	}
}

func (t *tour) showDemo(ctx context.Context) error {
	noNotices := func(ctx context.Context) error {
		return t.hand.on(ctx, func() {
			for _, notice := range slices.Clone(t.app.window.notices.shown) {
				t.app.window.notices.remove(notice)
			}
		})
	}
	return inOrder(ctx, noNotices, t.chord(fyne.KeyK), t.write("Demo lab"), t.key(fyne.KeyDown), t.key(fyne.KeyReturn),
		t.see("the demo's page", func(w *Window) bool {
			p, ok := w.page().(*serverPage)
			return ok && p.at.server == t.app.opts.Demo.Name
		}),
		t.chord(fyne.KeyK), t.key(fyne.KeyEscape), t.key(fyne.KeyEscape))
}

func (t *tour) paste(ctx context.Context) error {
	return inOrder(ctx, t.openBox(), t.write(posedPaste),
		t.see("what was understood", func(w *Window) bool {
			p, ok := w.page().(*addServerPage)
			return ok && p.text == posedPaste && len(p.proposals) == 1 && p.proposals[0].wanted()
		}))
}

func (t *tour) bringOthers(ctx context.Context) error {
	return inOrder(ctx,
		func(ctx context.Context) error { return t.hand.on(ctx, t.app.window.showBring) },
		t.see("the servers of other apps", func(w *Window) bool {
			p, ok := w.page().(*bringPage)
			return ok && len(p.offers) == 4
		}),
		func(ctx context.Context) error {
			return t.hand.on(ctx, func() {
				if p, ok := t.app.window.page().(*bringPage); ok {
					p.tickAll(true)
				}
			})
		})
}

// lookAtStranger lets an entry come into the file from outside, once, and shows its page.
func (t *tour) lookAtStranger(ctx context.Context) error {
	add := func(ctx context.Context) error {
		if t.app.window.servers.named(posedLab) != nil {
			return nil
		}
		err := edit.Edit(t.app.opts.Servers, func(e *edit.Editor) error { return e.Put(posedLab, []byte(posedEntry)) })
		if err != nil {
			return fmt.Errorf("changing the servers file: %w", err)
		}
		return inOrder(ctx, t.told("Your servers file changed"), t.press("Use it"))
	}
	return inOrder(ctx, add,
		t.see("the new server", func(w *Window) bool { return w.servers.named(posedLab) != nil }),
		func(ctx context.Context) error {
			return t.hand.on(ctx, func() { t.app.window.open(place{page: serverAt, server: posedLab}) })
		},
		t.see("what it would run", func(w *Window) bool {
			p, ok := w.page().(*serverPage)
			return ok && p.at.server == posedLab && p.look.Visible()
		}))
}

func (t *tour) askToSignIn(ctx context.Context) error {
	go t.app.inbox.WaitFor(ctx, posedSignIn())
	return t.asked()(ctx)
}

func (t *tour) leaveSignIn(ctx context.Context) error {
	return inOrder(ctx, t.press("Not now"), t.see("an empty line", func(w *Window) bool { return w.inbox.Count() == 0 }))
}
