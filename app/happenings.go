package app

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/app/call"
	"parley/app/memory"
	"parley/bridge"
	"parley/widgets"
)

// What happens to servers, calls and requests, as the window shows it.

// serversChanged draws what the servers are now.
func (w *Window) serversChanged() {
	w.letGo()
	w.noteStarting()
	w.side.refresh()
	w.tellHeld()
	w.returnToLast()
	if w.shown.page == serverAt && w.servers.named(w.shown.server) == nil {
		w.open(place{})
		return
	}
	w.page().refresh()
}

// returnToLast opens the tool of the last run once its server has listed it, unless the person went elsewhere.
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

// callsChanged draws what changed of calls.
func (w *Window) callsChanged(ids map[string]bool) {
	if len(ids) == 0 {
		return
	}
	for _, change := range w.calls.Changes(ids) {
		at := placeOfCall(change.Call.Key)
		if at == w.shown {
			w.page().refresh()
		}
		if change.Kind == call.Ended {
			w.callEnded(at, change.Call)
		}
	}
}

// callStarted is told about each run.
func (w *Window) callStarted() {
	w.side.refresh()
	w.startTicking()
}

// callEnded tells about a run that ended while the person looked elsewhere.
func (w *Window) callEnded(at place, c call.Snapshot) {
	if at == w.shown {
		w.calls.Look(c.Key)
		return
	}
	w.side.refresh()
	words := lang.L("{{.Tool}} has finished.", map[string]any{"Tool": toolTitle(c.Tool)})
	kind := widgets.Info
	switch {
	case c.Phase == bridge.Stopped:
		words = lang.L("{{.Tool}} was stopped.", map[string]any{"Tool": toolTitle(c.Tool)})
	case c.Failed():
		words = lang.L("{{.Tool}} did not work.", map[string]any{"Tool": toolTitle(c.Tool)})
		kind = widgets.Failure
	}
	if w.servers.named(c.Key.Server) == nil {
		w.notices.add(kind, words) // its page went with its server
		return
	}
	w.notices.add(kind, words, w.action(lang.L("Show"), func() { w.open(at) }))
}

// lineChanged draws the waiting line's count, in the sidebar and in the title.
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

// noteAskers remembers which tools ask, for a word in the sidebar.
func (w *Window) noteAskers() {
	for _, waiting := range w.inbox.line {
		if tool := waiting.tool(); tool != "" {
			w.asks[place{page: toolAt, server: waiting.s.Server, tool: tool}] = true
		}
	}
}

// appeared is told about a request that came up by itself. In the background the system says which server asks, and
// nothing of what.
func (w *Window) appeared(server string) {
	if w.active {
		return
	}
	w.app.opts.Fyne.SendNotification(fyne.NewNotification("Parley",
		lang.L("{{.Server}} asks something.", map[string]any{"Server": serverName(server)})))
}

// receipt tells the person what the server was told, and notes on the tool's page what did not reach it.
func (w *Window) receipt(r bridge.Receipt) {
	words := receiptWords(r, w.inbox.keeps(r.Suspension))
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

// noteOnPage puts a receipt on the page of its tool, with a way to ask again. It reports whether the person sees it there.
func (w *Window) noteOnPage(r bridge.Receipt, words string) bool {
	asking := r.Suspension.Call
	if asking == nil {
		return false
	}
	at := placeOfCall(w.calls.Get(asking.ID()).Key)
	p, ok := w.pages[at].(*toolPage)
	if !ok {
		return false
	}
	if r.Ending == bridge.EndUnconfirmed { // to ask again would be to answer twice
		p.note(widgets.Warning, words)
		return at == w.shown
	}
	arguments := asking.Arguments()
	p.note(widgets.Warning, words, w.action(lang.L("Ask again"), func() {
		w.open(at)
		p.startWith(arguments)
	}))
	return at == w.shown
}

// crashed tells the person that something of ours went wrong.
func (w *Window) crashed(c Crash) {
	words := lang.L("Something in Parley went wrong. What was open was closed without an answer; everything else goes on.")
	if c.File != "" {
		words += " " + lang.L("What happened is written in {{.File}}.", map[string]any{"File": c.File})
	}
	w.notices.add(widgets.Failure, words)
}

// showFile tells what there is to know about the servers file as a whole.
func (w *Window) showFile(servers int, notes []string, err error) {
	asked := w.reloading
	w.reloading = false
	w.mended()
	if err != nil {
		w.broken = sentence(err.Error())
		if len(w.servers.all()) > 0 {
			w.broken += " " + lang.L("Your servers go on as they were.")
		}
		w.notices.add(widgets.Failure, w.broken, w.action(lang.L("Try again"), w.reload))
	}
	if asked && err == nil {
		w.notices.add(widgets.Info, lang.L("Read the servers file: {{.Servers}}.", map[string]any{"Servers": serverCount(servers)}))
	}
	w.fileNotes = strings.Join(notes, "\n")
	if len(notes) > 0 && (asked || w.fileNotes != w.memory.Read().Notes) {
		w.notices.add(widgets.Info, own(w.fileNotes))
	}
	w.memory.Change(func(k *memory.Kept) { k.Notes = w.fileNotes })
}

// looksAt takes away what is told of a server that the person looks at now.
func (w *Window) looksAt(name string) {
	if len(w.held) == 1 && w.held[0] == name {
		w.notices.take(w.heldWords)
	}
}

// mended takes away what was told of a servers file that could not be read.
func (w *Window) mended() {
	if w.broken != "" {
		w.notices.take(w.broken)
		w.broken = ""
	}
}

// tellHeld tells which servers are not started before the person has looked at them. Their rows may be far down in the sidebar.
func (w *Window) tellHeld() {
	var held []string
	for _, s := range w.servers.all() {
		if w.servers.standing(s).held() {
			held = append(held, s.Name())
		}
	}
	before, there := len(w.held), w.heldWords != "" && w.notices.shows(w.heldWords)
	if slices.Equal(held, w.held) {
		return
	}
	if there {
		w.notices.take(w.heldWords)
	}
	w.held, w.heldWords = held, ""
	if len(held) == 0 || !there && len(held) <= before {
		return
	}
	w.heldWords = lang.L("{{.Count}} servers are not started until you have looked at what they run.", map[string]any{"Count": len(held)})
	if len(held) == 1 {
		data := map[string]any{"Server": serverName(held[0])}
		w.heldWords = lang.L("{{.Server}} is not started until you have looked at what it runs.", data)
		if s := w.servers.named(held[0]); s.Entry().URL != "" {
			w.heldWords = lang.L("{{.Server}} is not connected until you have looked at what is sent to it.", data)
		}
	}
	w.notices.offer(widgets.Warning, w.heldWords, w.action(lang.L("Look"), func() {
		if len(w.held) > 0 {
			next := cmp.Or(w.heldAfter(w.shown.server), w.held[0]) // pressed again it goes on, so that one may be left for later
			w.open(place{page: serverAt, server: next})
			w.focusPage()
		}
	}))
}

// changedFile offers what changed in the servers file, in place of what was offered before; "" takes that away.
func (w *Window) changedFile(words string, actions ...widgets.Action) {
	if w.offered != "" {
		w.notices.take(w.offered)
	}
	w.offered = words
	if words != "" {
		w.notices.offer(widgets.Info, words, actions...)
	}
}

// unseenOf is how many runs of a server's tools ended while the person looked elsewhere.
func (w *Window) unseenOf(server string) int { return w.calls.Unseen(server) }

// unseenAt reports whether the row is of a tool whose run ended while the person looked elsewhere.
func (w *Window) unseenAt(r row) bool {
	return w.calls.Latest(placeOf(r).key()).Unseen
}

// hint is what is known of a tool, for its row: whether it runs, whether it has ended unseen, and whether it asks.
func (w *Window) hint(at place) string {
	switch now := w.calls.Latest(at.key()); {
	case now.Unseen && now.Failed():
		return lang.L("failed")
	case now.Unseen && now.Phase == bridge.Stopped:
		return lang.L("stopped")
	case now.Unseen:
		return lang.L("done")
	case !now.Running() || w.fresh(at, now):
	case now.Phase == bridge.Waiting:
		return lang.L("needs you")
	default:
		return lang.L("running")
	}
	if w.asks[at] {
		return lang.L("asks")
	}
	return ""
}

// fresh reports whether a run began this moment and is not drawn yet.
func (w *Window) fresh(at place, c call.Snapshot) bool {
	p, ok := w.pages[at].(*toolPage)
	return ok && p.fresh == c.ID
}
