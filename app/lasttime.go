package app

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/widgets"

	"parley/app/memory"
)

// What is told at the start of how the last run ended.

// tellOfCrash tells that the last run did not end in order.
func (w *Window) tellOfCrash() {
	file := cmp.Or(w.memory.Read().Crash, w.app.opts.Crashed)
	if file == "" {
		return
	}
	w.memory.Change(func(k *memory.Kept) { k.Crash = "" })
	w.notices.add(widgets.Warning, lang.L("Parley had to close the last time. What happened is written in {{.File}}.",
		map[string]any{"File": file}))
}

// tellOfLeaving tells what the servers were told that waited for an answer when the window was closed.
func (w *Window) tellOfLeaving() {
	open := w.memory.Read().Open
	if len(open) == 0 {
		return
	}
	w.memory.Change(func(k *memory.Kept) { k.Open = nil })
	words := lang.L("You left without answering {{.Server}}. It was told so.", map[string]any{"Server": serverName(open[0])})
	if len(open) > 1 {
		words = lang.L("You left without answering {{.Servers}}. They were told so.", map[string]any{"Servers": strings.Join(all(open, serverName), ", ")})
	}
	w.notices.offer(widgets.Info, words)
}
