package app

import (
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"

	"parley/bridge"
	"parley/bridge/config"
	"parley/widgets"
)

// tryout connects to a server once, to see whether it works, and lets it go again whatever comes of it. It never raises a request
// (contract C6). The zero state shows only its button.
type tryout struct {
	w       *Window
	entry   func() (config.Server, error) // what is tried; the error says why it cannot be
	resized func()                        // its height has changed

	try, stop *button
	column    *flow // what came of it
	fail      *failureView

	s       server // under way; nil: nothing is
	worked  bool   // the last try went well
	queued  atomic.Bool
	unhurry func() bool // stops the wait for tools
}

// toolsPatience is how long a server that is connected may take to list a first tool before it counts as one without any.
const toolsPatience = 3 * time.Second

func newTryout(w *Window, entry func() (config.Server, error), resized func()) *tryout {
	t := &tryout{w: w, entry: entry, resized: resized, column: newFlow(6)}
	t.try = w.button(lang.L("Try it"), theme.MediaPlayIcon(), t.start)
	t.stop = w.button(lang.L("Stop trying"), theme.MediaStopIcon(), t.giveUp)
	t.stop.Hide()
	t.fail = newFailureView(w, resized)
	t.column.Hide()
	return t
}

// start tries it. The person has the whole entry before their eyes.
func (t *tryout) start() {
	if t.s != nil {
		return
	}
	entry, err := t.entry()
	if err != nil {
		t.say(widgets.Failure, err.Error())
		return
	}
	if len(entry.Inputs) > 0 { // nobody is asked while trying (contract C6)
		t.say(widgets.Info, lang.L("It cannot be tried yet: it needs what only you can give, {{.What}}. You will be asked for it when it is there.",
			map[string]any{"What": strings.Join(all(entry.Inputs, askedFor), ", ")}))
		return
	}
	t.worked = false
	t.s = t.w.app.try(entry, t.notify)
	t.w.servers.guest(t.s)
	words := lang.L("Trying… When a program has to be fetched first, this can take a minute.")
	if entry.URL != "" {
		words = lang.L("Trying…")
	}
	t.say(widgets.Info, words)
	t.buttons()
	t.s.Start()
}

// notify is called from the bridge's goroutines.
func (t *tryout) notify() {
	if !t.queued.Swap(true) {
		t.w.door.Do(t.look)
	}
}

// look takes what came of it.
func (t *tryout) look() {
	t.queued.Store(false)
	if t.s == nil {
		return
	}
	switch state := t.s.State(); {
	case state.Failure != nil && errors.Is(state.Failure, bridge.ErrWantsSignIn):
		t.over()
		t.worked = true
		t.say(widgets.Success, lang.L("It answers, and wants you to sign in. You will be asked to when you add it."))
	case state.Phase == bridge.Failed || state.Phase == bridge.Starting && state.Failure != nil:
		t.failed(state.Failure)
	case state.Phase == bridge.Ready && state.ToolsFailure != nil:
		t.failed(state.ToolsFailure)
	case state.Phase == bridge.Ready && len(state.Tools) > 0:
		t.works(state)
	case state.Phase == bridge.Ready && t.unhurry == nil:
		t.unhurry = t.w.clock.AfterFunc(toolsPatience, func() { t.w.door.Do(t.noTools) })
	}
}

func (t *tryout) works(state bridge.ServerState) {
	data := map[string]any{"Tools": toolCount(len(state.Tools)), "Names": toolNames(state.Tools)}
	t.over()
	t.worked = true
	t.say(widgets.Success, lang.L("It works. It lists {{.Tools}}: {{.Names}}. Once it is added, it may list others too.", data))
}

// toolNames lists tools, the first of them when there are many.
func toolNames(tools []bridge.Tool) string {
	const most = 8
	var list []string
	for _, tool := range tools[:min(len(tools), most)] {
		list = append(list, oneLine(toolTitle(tool), 32))
	}
	words := strings.Join(list, ", ")
	if len(tools) > most {
		words = lang.L("{{.Names}} and {{.Count}} more", map[string]any{"Names": words, "Count": len(tools) - most})
	}
	return words
}

func (t *tryout) noTools() {
	if t.s == nil {
		return
	}
	t.over()
	t.say(widgets.Success, lang.L("It works, but it lists no tools. Once it is added, it may list some."))
}

func (t *tryout) failed(f *bridge.Failure) {
	t.over()
	t.fail.show(f)
	t.column.set(t.fail.column)
	t.appear()
}

// giveUp stops it because the person wants that.
func (t *tryout) giveUp() {
	if t.s == nil {
		return
	}
	t.over()
	t.say(widgets.Info, lang.L("You stopped trying."))
}

// forget drops what came of an entry that is no more; what is under way is stopped.
func (t *tryout) forget() {
	t.over()
	t.column.Hide()
}

// over lets the server go.
func (t *tryout) over() {
	if t.s == nil {
		return
	}
	if t.unhurry != nil {
		t.unhurry()
		t.unhurry = nil
	}
	t.w.servers.release(t.s)
	t.s = nil
	t.buttons()
}

func (t *tryout) buttons() {
	t.try.setHidden(t.s != nil)
	t.stop.setHidden(t.s == nil)
	canvas := t.w.win.Canvas()
	switch focused, _ := canvas.Focused().(*button); { // the keyboard stays where it was
	case focused == nil:
	case focused == t.try && t.try.Hidden:
		canvas.Focus(t.stop)
	case focused == t.stop && t.stop.Hidden:
		canvas.Focus(t.try)
	}
	t.resized()
}

func (t *tryout) say(kind widgets.Kind, words string) {
	t.column.set(widgets.NewNotice(kind, words))
	t.appear()
}

// appear brings what came of it into view.
func (t *tryout) appear() {
	t.column.Show()
	t.resized()
	t.w.reveal(t.column)
}
