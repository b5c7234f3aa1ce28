package app

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/config/edit"
	"parley/widgets"
)

// proposal is one server that was understood and is not there yet: its name, to be changed, and all that it runs or reaches. It can be
// tried.
type proposal struct {
	widget.BaseWidget
	w      *Window
	entry  config.Entry
	name   *keyEntry
	tick   *widgets.TickBox // among several; nil for one alone, and for one that cannot be added
	facts  *factsView
	gets   *environView    // what of the person's environment
	wrong  *widgets.Notice // nil when nothing is
	looked bool            // whether its program is on this computer is known
	trying *tryout
	inside *flow
	ground *ground

	// tried gives what is tried; nil takes the entry as it is shown.
	tried func() (config.Server, error)
}

// newProposal shows an entry. resized is told that its height has changed, changed that its name or its tick has.
func newProposal(w *Window, entry config.Entry, among bool, resized, changed func()) *proposal {
	p := &proposal{w: w, entry: entry, facts: newFactsView(w), ground: newGround(widgets.ColorNameNote)}
	p.name = newKeyEntry(nil)
	p.name.SetText(widgets.PlainLine(entry.Name, 200))
	p.name.gained = func() { w.reveal(p.name) }
	p.name.OnChanged = With(w.net, func(string) { changed() })
	p.facts.show(entry.Server)
	p.gets = newEnvironView(w, func(safe bool) {
		p.entry = p.entry.HandOn(safe)
		p.gets.show(p.entry.Server)
		p.trying.forget()
		changed()
		resized()
	}, resized)
	p.gets.show(entry.Server)
	p.trying = newTryout(w, p.toTry, resized)
	p.inside = newFlow(10)
	p.inside.margin, p.inside.inset = 16, 12
	if among && entry.Server.Problem == nil {
		p.tick = widgets.NewTickBox(lang.L("Add this one"), true, w.net.Func(changed))
		p.tick.OnFocus(w.reveal)
		p.inside.objects = append(p.inside.objects, p.tick)
	}
	p.inside.objects = append(p.inside.objects, newNamedRow(lang.L("Name"), w.underWheel(p.name)), p.facts, p.gets.column)
	if entry.Server.Problem != nil {
		p.wrong = widgets.NewNotice(widgets.Failure, brief(entry.Server.Problem.Error()))
		p.inside.objects = append(p.inside.objects, p.wrong)
	} else {
		p.inside.objects = append(p.inside.objects, newWrapRow(p.trying.try, p.trying.stop), p.trying.column)
	}
	p.lookUp(resized)
	p.ground.radius = "dialogRadius"
	p.ExtendBaseWidget(p)
	return p
}

// lookUp warns of a program that cannot be run on this computer: a sentence that was pasted by mistake looks like a command line, too.
func (p *proposal) lookUp(resized func()) {
	server := p.entry.Server
	if len(server.Command) == 0 || server.Problem != nil || len(server.Inputs) > 0 {
		return // what is asked for may be a part of the command
	}
	p.w.app.whereIs(server, func(_ string, failure *bridge.Failure) {
		p.looked = true
		if failure == nil || errors.Is(failure, context.DeadlineExceeded) || errors.Is(failure, context.Canceled) {
			return
		}
		words := strings.TrimRight(brief(failure.What), ".") + ". " + lang.L("Correct what you pasted, or let Parley try it to see what to do.")
		facts := slices.Index(p.inside.objects, fyne.CanvasObject(p.facts))
		p.inside.set(slices.Insert(slices.Clone(p.inside.objects), facts+1, fyne.CanvasObject(widgets.NewNotice(widgets.Warning, words)))...)
		resized()
	})
}

// wanted reports whether the person wants this one.
func (p *proposal) wanted() bool {
	return p.entry.Server.Problem == nil && (p.tick == nil || p.tick.On())
}

// called is the entry under the name that stands in its box.
func (p *proposal) called() config.Entry {
	entry := p.entry
	if name := strings.TrimSpace(p.name.Text); name != "" {
		entry.Name = name
	}
	entry.Server.Name = entry.Name
	return entry
}

func (p *proposal) toTry() (config.Server, error) {
	if p.tried != nil {
		return p.tried()
	}
	if p.entry.Server.Problem != nil {
		return config.Server{}, p.entry.Server.Problem
	}
	return p.called().Server, nil
}

// HeightFor is for the layout around it.
func (p *proposal) HeightFor(width float32) float32 { return p.inside.HeightFor(width) }

// CreateRenderer is for Fyne.
func (p *proposal) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(layout.NewStackLayout(), p.ground, p.inside))
}

// batch is what is added together: entries and the inputs that they ask for.
type batch struct {
	inputs  []json.RawMessage
	entries []config.Entry
}

// addServers puts what the person saw into the servers file, and tells what they are called there. done, on Fyne's goroutine, gets the
// names; it is not called when nothing was added.
func (a *App) addServers(batches []batch, done func(names []string)) {
	if a.adding {
		return // pressed twice
	}
	a.adding = true
	var names []string
	edit := func(e *edit.Editor) error {
		names = nil
		for _, b := range batches {
			added, err := e.Add(b.inputs, b.entries...)
			if err != nil {
				return err
			}
			names = append(names, added...)
		}
		if len(names) == 0 {
			return errors.New(lang.L("Nothing was chosen."))
		}
		return nil
	}
	a.change(func() []string { return names }, edit, func(file config.File, err error) {
		a.adding = false
		if err != nil {
			return
		}
		a.sawEntries(file, names)
		a.door.Do(func() { // once the servers are there
			words := lang.L("Added {{.Server}}.", map[string]any{"Server": serverName(names[0])})
			if len(names) > 1 {
				words = lang.L("Added {{.Servers}}.", map[string]any{"Servers": serverCount(len(names))})
			}
			a.window.notices.add(widgets.Success, words)
			done(names)
		})
	})
}

// newNamedRow is a name and an entry beside it, in line with facts.
func newNamedRow(name string, entry fyne.CanvasObject) fyne.CanvasObject {
	r := &factRow{name: caption(name), value: entry, middle: true}
	r.ExtendBaseWidget(r)
	return r
}
