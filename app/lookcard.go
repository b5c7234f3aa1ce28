package app

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/app/servers"
	"parley/bridge"
	"parley/bridge/config"
	"parley/widgets"
)

// lookCard asks the person to look at a program before it is started for the first time, or at an address before something of this
// computer is sent there.
type lookCard struct {
	widget.BaseWidget
	w           *Window
	resized     func()
	shown       string // which program is shown
	path        string // of the file that it is; "": not known
	moved       bool   // the person let start another file
	file        fact   // what the program is on this computer; no lines: not known yet
	title       *widgets.Words
	environ     *environView
	words       *widgets.Words
	facts       *factsView
	inside      *flow
	ground      *ground
	start, keep *button
	next        *button // starts it and shows the next that is to be looked at
}

func newLookCard(p *serverPage) *lookCard {
	c := &lookCard{w: p.w, resized: func() { p.body.Relayout() }, words: widgets.NewWords(""), facts: newFactsView(p.w), ground: newGround(widgets.ColorNameBanner)}
	c.ground.radius = theme.SizeNameDialogRadius
	c.start = p.w.button(lang.L("Start it"), theme.MediaPlayIcon(), func() { p.with(func(s server) { p.letStart(s) }) })
	c.start.Importance = widget.HighImportance
	c.keep = p.w.button(lang.L("Keep it off"), theme.CancelIcon(), func() { p.w.app.setDisabled(p.at.server, true) })
	c.next = p.w.button(lang.L("Start it and look at the next"), theme.MediaSkipNextIcon(), func() { p.with(p.startAndGoOn) })
	c.title = widgets.NewWords(lang.L("Look before it starts"))
	c.title.Style.Bold = true
	c.environ = newEnvironView(p.w, func(safe bool) {
		p.w.app.setMember(p.at.server, "inheritEnv", orNothing(false, !safe))
	}, func() {
		c.inside.Refresh()
		c.resized()
	})
	c.inside = newFlow(12, c.title, c.words, c.facts, c.environ.column, newWrapRow(c.start, c.next, c.keep))
	c.inside.margin, c.inside.inset = 16, 14
	c.ExtendBaseWidget(c)
	return c
}

func (c *lookCard) show(entry config.Server, view servers.View) {
	title, words := lang.L("Look before it starts"), lang.L("This program has never been started by Parley. It runs on this computer with all your rights. Start it only if you know where it comes from.")
	if view == servers.Changed {
		words = lang.L("This is not the program that you let start under this name before. It runs on this computer with all your rights. Start it only if you know why it changed.")
	}
	start := lang.L("Start it")
	if entry.URL != "" {
		data := map[string]any{"What": strings.Join(all(entry.DrawsOn(), exactly), ", ")}
		title, start = lang.L("Look before it connects"), lang.L("Connect it")
		words = lang.L("Parley has never connected to this address. What stands for {{.What}} is sent there, and comes from this computer or from you. Connect only if it is meant for that address.", data)
		if view == servers.Changed {
			words = lang.L("This is not what you let connect under this name before. What stands for {{.What}} is sent to this address, and comes from this computer or from you. Connect only if you know why it changed.", data)
		}
	}
	c.title.SetText(title)
	c.words.SetText(words)
	if c.start.Text != start {
		c.start.SetText(start)
	}
	if view == servers.Changed {
		if what := all(c.w.app.trust.Differences(entry), partWords); len(what) > 0 {
			c.words.SetText(c.words.Text + " " + lang.L("What is different: {{.What}}.", map[string]any{"What": strings.Join(what, ", ")}))
		}
	}
	c.lookUp(entry)
	c.facts.draw(withFile(factsOf(entry), c.file))
	c.environ.show(entry)
	c.keep.setHidden(entry.Disabled)
	c.next.setHidden(c.w.heldAfter(entry.Name) == "")
	c.inside.Refresh()
}

// lookUp finds out which file the program is: two of the same name may do different things.
func (c *lookCard) lookUp(entry config.Server) {
	print, moved := entry.Fingerprint(), c.w.app.trust.IsMoved(entry)
	if print == c.shown && moved == c.moved {
		return
	}
	c.shown, c.moved, c.path, c.file = print, moved, "", fact{}
	if entry.URL != "" {
		return
	}
	c.w.app.whereIs(entry, func(path string, _ *bridge.Failure) {
		if c.shown != print {
			return
		}
		c.path = path
		c.file = fact{name: lang.L("That is"), lines: []string{exactly(path)}}
		if path == "" {
			c.file.lines, c.file.ours = []string{lang.L("a program that was not found on this computer")}, true
		}
		c.facts.draw(withFile(factsOf(entry), c.file))
		c.inside.Refresh()
		c.resized()
	})
}

// withFile says behind the program which file it is, unless it says that itself.
func withFile(list []fact, file fact) []fact {
	if len(file.lines) == 0 || len(list) == 0 || slices.ContainsFunc(list[:min(2, len(list))], func(f fact) bool { return slices.Equal(f.lines, file.lines) }) {
		return list
	}
	return slices.Insert(slices.Clone(list), 1, file)
}

// HeightFor is for the layout around it.
func (c *lookCard) HeightFor(width float32) float32 { return c.inside.HeightFor(width) }

// CreateRenderer is for Fyne.
func (c *lookCard) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(c.ground, c.inside))
}

// letStart starts a program that the person has seen now: the one that is shown, and none that took its place since. It
// reports whether it did.
func (p *serverPage) letStart(s server) bool {
	defer p.refresh()
	if s.Entry().Fingerprint() != p.look.shown {
		return false
	}
	p.w.app.letStart(s, p.look.path)
	return true
}

// startAndGoOn starts it and shows the next server that is not started before the person has looked.
func (p *serverPage) startAndGoOn(s server) {
	next := p.w.heldAfter(p.at.server)
	if p.letStart(s) && next != "" {
		p.w.open(place{page: serverAt, server: next})
		p.w.focusPage()
	}
}

// heldAfter is the next server, after one, that the person has not looked at; "" when there is no other.
func (w *Window) heldAfter(name string) string {
	at := slices.Index(w.held, name)
	for i := range w.held {
		if next := w.held[(at+1+i)%len(w.held)]; next != name {
			return next
		}
	}
	return ""
}
