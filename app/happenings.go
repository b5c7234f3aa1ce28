package app

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/bridge"
	"parley/widgets"
)

// What happens to servers, calls and requests, as the window shows it.

func (w *Window) serversChanged() {
	w.side.refresh()
	w.returnToLast()
	if w.shown.page == serverAt && w.servers.named(w.shown.server) == nil {
		w.open(place{})
		return
	}
	w.page().refresh()
}

func (w *Window) returnToLast() {
	k := w.memory.Read()
	if k.Tool == "" || w.shown.page != welcomeAt || w.returned {
		return
	}
	at := place{page: toolAt, server: k.Server, tool: k.Tool}
	if _, found := w.toolAt(at); found {
		w.returned = true
		w.open(at)
	}
}

func (w *Window) callsChanged(ids map[string]bool) {
	if len(ids) == 0 {
		return
	}
	for at, p := range w.pages {
		tool, ok := p.(*toolPage)
		if !ok || tool.call == nil || !ids[tool.call.ID()] {
			continue
		}
		if at == w.shown {
			tool.refresh()
		}
		if !tool.call.State().Ended.IsZero() {
			w.callEnded(at, tool)
		}
	}
}

func (w *Window) callStarted(*toolPage) {
	w.side.refresh()
	w.startTicking()
}

func (w *Window) callEnded(at place, p *toolPage) {
	if p.told == p.call.ID() {
		return
	}
	p.told = p.call.ID()
	if at == w.shown {
		return
	}
	words := lang.L("{{.Tool}} has finished.", map[string]any{"Tool": toolTitle(p.tool)})
	kind := widgets.Info
	if state := p.call.State(); state.Phase == bridge.Broken || state.Result != nil && state.Result.IsError {
		words = lang.L("{{.Tool}} did not work.", map[string]any{"Tool": toolTitle(p.tool)})
		kind = widgets.Failure
	}
	w.notices.add(kind, words, w.action(lang.L("Show"), func() { w.open(at) }))
}

func (w *Window) lineChanged() {
	n := w.inbox.Count()
	w.win.SetTitle(windowTitle(n))
	w.side.showCount(n)
	if w.shown.page == waitingAt {
		w.page().refresh()
	}
	if n > 0 {
		w.noteAskers()
		w.startTicking()
	}
}

func (w *Window) noteAskers() {
	for _, waiting := range w.inbox.line {
		if tool := waiting.tool(); tool != "" {
			w.asks[place{page: toolAt, server: waiting.s.Server, tool: tool}] = true
		}
	}
}

func (w *Window) hint(server string, _ int, tool bridge.Tool) string {
	at := place{page: toolAt, server: server, tool: tool.Name}
	if p, ok := w.pages[at].(*toolPage); ok && p.call != nil {
		switch state := p.call.State(); {
		case !state.Ended.IsZero():
		case state.Phase == bridge.Waiting:
			return lang.L("needs you")
		default:
			return lang.L("running")
		}
	}
	if w.asks[at] {
		return lang.L("asks")
	}
	return ""
}

func (w *Window) appeared(server string) {
	if w.active {
		return
	}
	w.app.opts.Fyne.SendNotification(fyne.NewNotification("Parley",
		lang.L("{{.Server}} asks something.", map[string]any{"Server": serverName(server)})))
}

func (w *Window) receipt(r bridge.Receipt) {
	words := receiptWords(r, typeable(r.Suspension))
	kind := widgets.Warning
	switch r.Ending {
	case bridge.EndSent:
		kind = widgets.Success
	case bridge.EndDeclined, bridge.EndDismissed:
		kind = widgets.Info
	}
	if kind != widgets.Warning || !w.noteOnPage(r, words) {
		w.notices.add(kind, words)
	}
}

func (w *Window) noteOnPage(r bridge.Receipt, words string) bool {
	call := r.Suspension.Call
	if call == nil {
		return false
	}
	at := place{page: toolAt, server: r.Suspension.Server, tool: call.Tool().Name}
	p, ok := w.pages[at].(*toolPage)
	if !ok {
		return false
	}
	arguments := call.Arguments()
	p.note(widgets.Warning, words, w.action(lang.L("Ask again"), func() {
		w.open(at)
		p.startWith(arguments)
	}))
	return at == w.shown
}

func typeable(s bridge.Suspension) bool {
	switch s.Request.Kind {
	case bridge.KindAuthorization, bridge.KindApproval:
		return false
	case bridge.KindInput:
		return strings.Contains(string(s.Schema), `"properties"`)
	}
	return true
}

func (w *Window) crashed(c Crash) {
	words := lang.L("Something in Parley went wrong. What was open was closed without an answer; everything else goes on.")
	if c.File != "" {
		words += " " + lang.L("What happened is written in {{.File}}.", map[string]any{"File": c.File})
	}
	w.notices.add(widgets.Failure, words)
}

func (w *Window) showFile(notes []string, err error) {
	if err != nil {
		w.notices.add(widgets.Failure, err.Error(), w.action(lang.L("Try again"), w.reload))
	}
	if len(notes) > 0 {
		w.notices.add(widgets.Warning, strings.Join(notes, "\n"))
	}
}
