package app

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"parley/bridge"
)

// Tour lets Parley show itself: it runs the demo's tools one after the other, with nothing but keys, as a person would. It
// prints one line and writes one picture for each step, and ends with an error at the first step that does not happen.
// It runs off Fyne's goroutine, while Fyne's loop runs.
func (a *App) Tour(ctx context.Context, folder string, out io.Writer) error {
	t, err := a.newTour(folder, out)
	if err != nil {
		return err
	}
	for _, step := range t.steps() {
		if err := t.take(ctx, step); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "The tour is over: %d steps, each as promised. The pictures are in %s.\n", t.taken, folder)
	return nil
}

// tour is one tour under way.
type tour struct {
	app    *App
	hand   *hand
	folder string
	out    io.Writer
	taken  int
}

func (a *App) newTour(folder string, out io.Writer) (*tour, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder for the pictures: %w", err)
	}
	return &tour{
		app: a, folder: folder, out: out,
		hand: &hand{canvas: a.window.win.Canvas(), door: a.door},
	}, nil
}

// step is one thing that the tour does and shows.
type step struct {
	name string // of the picture
	says string // what is seen then
	do   func(context.Context) error
}

// take does a step, waits for the screen to be still, and takes its picture.
func (t *tour) take(ctx context.Context, s step) error {
	if err := s.do(ctx); err != nil {
		name := fmt.Sprintf("%02d-%s-failed.png", t.taken+1, s.name)
		_ = t.shoot(ctx, name)
		return fmt.Errorf("step %d, %s: %w; the picture is %s", t.taken+1, s.name, err, name)
	}
	t.taken++
	name := fmt.Sprintf("%02d-%s.png", t.taken, s.name)
	if err := t.shoot(ctx, name); err != nil {
		return err
	}
	fmt.Fprintf(t.out, "%2d  %-18s %s\n", t.taken, s.name, s.says)
	return nil
}

// stillness is how long the screen gets to draw what has changed.
const stillness = 250 * time.Millisecond

// shoot writes a picture of the window.
func (t *tour) shoot(ctx context.Context, name string) error {
	if err := rest(ctx, stillness); err != nil {
		return err
	}
	var shot image.Image
	if err := t.hand.on(ctx, func() { shot = picture(t.hand.canvas) }); err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(t.folder, name))
	if err != nil {
		return fmt.Errorf("writing a picture: %w", err)
	}
	err = png.Encode(file, shot)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("writing a picture: %w", err)
	}
	return nil
}

// rest waits.
func rest(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return errGone
	case <-time.After(d):
		return nil
	}
}

// patience is how long anything of the demo may take.
const patience = 30 * time.Second

// arming is how long a request that appears by itself takes no keys.
const arming = 500 * time.Millisecond

func (t *tour) steps() []step {
	return []step{
		{"window", "Parley has started the demo by itself and lists its tools.", t.ready},
		{"keys", "F1 lists what the keyboard does.", t.showKeys},
		{"request", "A tool runs, and in the middle of it the server asks.", t.runBatch},
		{"sent", "Sent: the server was told the answer, and the tool has finished.", t.sendBatch},
		{"declined", "Declined: the server was told no.", t.declineDeletion},
		{"dismissed", "Closed without deciding: the server was told so.", t.dismissVisit},
		{"typing", "Somebody types, slowly, into a survey of little patience.", t.startSurvey},
		{"too-late", "Too late: the server stopped waiting. What was typed is kept.", t.missSurvey},
		{"asked-again", "Ask again runs it once more, filled in with what was typed.", t.askAgain},
		{"trip", "Three questions in a row, each answered.", t.planTrip},
		{"link", "A link: the host large, and nothing opened yet.", t.showLink},
		{"link-done", "Copied and done: the server was told.", t.finishLink},
		{"in-line", "Two questions at once: one in front, one in line.", t.askTwice},
		{"put-aside", "Put aside: both still wait, and the list lets the person choose.", t.putAside},
		{"declined-all", "All requests of the server were declined at once.", t.declineAll},
		{"progress", "A long job says how far it is.", t.startJob},
		{"stopped", "Stop ends it.", t.stopJob},
		{"large", "Ten megabytes of text, there at once.", t.largeReport},
		{"crash", "The server crashed while it asked. What was typed is kept.", t.crash},
		{"why", "Its page says why, with its last words.", t.showWhy},
		{"restarted", "Started again, and ready.", t.restart},
		{"deadline", "A server whose entry gives little time to answer: the countdown runs.", t.hurry},
		{"expired", "The time was over: the server was told that nobody decided. What was typed is kept.", t.miss},
		{"add", "A command line is pasted: Parley shows what it understood of it, and tries it.", t.tryServer},
		{"added", "Added: it is in the servers file now, and ready.", t.addServer},
		{"file-changed", "Somebody else changed the servers file. It is offered, and nothing is used by itself.", t.changeFile},
		{"look", "A program that was never seen here is shown before it starts for the first time.", t.lookAtIt},
		{"seen", "Seen, started and ready.", t.startSeen},
	}
}

// find opens a tool through the search.
func (t *tour) find(title string) func(context.Context) error {
	return func(ctx context.Context) error {
		return inOrder(ctx,
			t.chord(fyne.KeyK),
			func(ctx context.Context) error { return t.hand.write(ctx, title) },
			t.key(fyne.KeyReturn),
			t.see("the page of "+title, func(w *Window) bool {
				p, ok := w.page().(*toolPage)
				return ok && toolTitle(p.tool) == title && p.args != nil && !p.run.Disabled()
			}),
			t.chord(fyne.KeyK), t.key(fyne.KeyEscape), t.key(fyne.KeyEscape),
		)
	}
}

// chord presses a key together with Ctrl, or Cmd on macOS.
func (t *tour) chord(key fyne.KeyName) func(context.Context) error {
	return func(ctx context.Context) error { return t.hand.chord(ctx, key) }
}

func (t *tour) key(key fyne.KeyName) func(context.Context) error {
	return func(ctx context.Context) error { return t.hand.key(ctx, key) }
}

func (t *tour) press(label string) func(context.Context) error {
	return func(ctx context.Context) error { return t.hand.press(ctx, label) }
}

func (t *tour) write(text string) func(context.Context) error {
	return func(ctx context.Context) error { return t.hand.write(ctx, text) }
}

// see waits until the window shows something.
func (t *tour) see(what string, look func(*Window) bool) func(context.Context) error {
	return func(ctx context.Context) error {
		return t.hand.until(ctx, what, patience, func() bool { return look(t.app.window) })
	}
}

// asked waits until a request is in front, and then until it takes keys.
func (t *tour) asked() func(context.Context) error {
	return func(ctx context.Context) error {
		err := t.see("the server asks", func(w *Window) bool { return w.inbox.shown != nil })(ctx)
		if err != nil {
			return err
		}
		return t.hand.untilTaken(ctx, t.app.inbox)
	}
}

// told waits for a receipt.
func (t *tour) told(words string) func(context.Context) error {
	return t.see("“"+words+"”", func(w *Window) bool {
		return slices.ContainsFunc(w.sentences(), func(s string) bool { return strings.Contains(s, words) })
	})
}

// ended waits until the run of the page has ended like this.
func (t *tour) ended(phase bridge.CallPhase) func(context.Context) error {
	return t.see("the end of the run", func(w *Window) bool {
		p, ok := w.page().(*toolPage)
		if !ok {
			return false
		}
		now := p.latest()
		return !now.Ended.IsZero() && now.Phase == phase && p.panel.drawn == now.ID
	})
}

// inOrder does one thing after the other, up to the first that fails.
func inOrder(ctx context.Context, does ...func(context.Context) error) error {
	for _, do := range does {
		if err := do(ctx); err != nil {
			return err
		}
	}
	return nil
}

// sentences is what the notices of the window and of the shown page say.
func (w *Window) sentences() []string {
	list := w.notices.sentences()
	if p, ok := w.page().(*toolPage); ok {
		for _, notice := range p.noted {
			list = append(list, notice.Sentence())
		}
	}
	return list
}

var errNoDemo = errors.New("there is no demo server")
