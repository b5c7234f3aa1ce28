package app

import (
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/bridge"
	"parley/bridge/config"
	"parley/widgets"
)

// environView says how much of the person's environment a program gets, with the names one click away, and a tick for the safe part of it
// alone. Many keep keys there, which most servers have no use for.
type environView struct {
	w      *Window
	column *flow
	words  *widgets.Words
	more   *button
	names  *widgets.Viewer
	safe   *widgets.TickBox
}

// newEnvironView makes one. turned is told when the person wants the safe part alone, or all; resized that its height has changed.
func newEnvironView(w *Window, turned func(safe bool), resized func()) *environView {
	v := &environView{w: w, words: widgets.NewWords(""), names: w.viewer(true), column: newFlow(4)}
	v.more = w.foldButton("", func() {
		v.names.Hidden = !v.names.Hidden
		v.label()
		v.column.Refresh()
		resized()
	})
	v.names.MaxRows, v.names.Hidden = 12, true
	v.safe = widgets.NewTickBox(lang.L("Hand on only the safe part of it: what programs need to run, such as PATH and HOME, and nothing that keys are kept in"), false,
		w.net.Func(func() { turned(v.safe.On()) }))
	v.safe.OnFocus(w.reveal)
	v.column.objects = append(v.column.objects, v.words, newWrapRow(v.more), v.names, v.safe)
	return v
}

// show takes an entry. An address gets nothing of it.
func (v *environView) show(entry config.Server) {
	v.column.Hidden = len(entry.Command) == 0 || entry.URL != ""
	if v.column.Hidden {
		return
	}
	names := v.w.app.finder.Inherited(bridge.CommandOf(entry))
	data := map[string]any{"Count": len(names)}
	words := lang.N("It gets all {{.Count}} variables of your environment, with what is in them.", len(names), data)
	if entry.OnlySafeEnv {
		words = lang.N("It gets {{.Count}} variables of your environment, the safe part.", len(names), data)
	}
	v.words.SetText(words)
	if text := strings.Join(all(names, exactly), "\n"); text != v.names.Text() {
		v.names.SetText(text)
	}
	v.safe.Set(entry.OnlySafeEnv)
	v.label()
}

func (v *environView) label() {
	if v.names.Visible() {
		v.more.fold(lang.L("Hide their names"), true)
		return
	}
	v.more.fold(lang.L("Show their names"), false)
}
