package app

import (
	"context"
	"fmt"
	"io"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
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
	}
}
