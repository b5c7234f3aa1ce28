package app

import (
	"cmp"
	"slices"
	"time"

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

// serverPage is the page of one server: its state in words, what went wrong and what to do, what it runs and may see, what it said,
// and the buttons that start and stop it.
type serverPage struct {
	w       *Window
	at      place
	title   *widgets.Words
	mark    *widgets.StateMark
	word    *widgets.Words
	notes   *flow
	look    *lookCard
	fail    *failureView
	runs    *runsView
	folders *folderList
	said    *logView
	printed *lastWordsView
	body    *widgets.Body
	content fyne.CanvasObject

	start, now, restart, stop, on, off, edit, remove, key, address, values, signOut, decline *button

	row []*button // all of them, in order

	failure *bridge.Failure // drawn
	noted   string          // the notes drawn
	asking  bool            // "Remove it?" is shown
}

func newServerPage(w *Window, at place) *serverPage {
	p := &serverPage{w: w, at: at, title: heading(wholeName(at.server)), word: widgets.NewWords("")}
	p.mark = widgets.NewStateMark(widgets.Idle)
	p.notes = newFlow(6)
	p.look = newLookCard(p)
	p.fail = newFailureView(w, func() { p.body.Relayout() })
	p.runs = newRunsView(p)
	p.folders = newFolderList(p)
	p.said = newLogView(p)
	p.printed = newLastWordsView(p)
	state := container.New(&markRow{}, p.mark, p.word)
	top := newFlow(10, p.title, state, p.buttons(), p.notes)
	p.body = widgets.NewBody(top, p.look, p.fail.column, p.runs.column, p.folders.column, p.said.column, p.printed.column)
	p.content = padded(p.body)
	return p
}

func (p *serverPage) buttons() *wrapRow {
	w, name := p.w, p.at.server
	p.start = w.button(lang.L("Start"), theme.MediaPlayIcon(), func() { p.with(server.Start) })
	p.start.Importance = widget.HighImportance
	p.now = w.button(lang.L("Try now"), theme.MediaPlayIcon(), func() { p.with(server.Start) })
	p.now.Importance = widget.HighImportance
	p.restart = w.button(lang.L("Start again"), theme.ViewRefreshIcon(), func() { p.with(w.servers.restart) })
	p.stop = w.button(lang.L("Stop"), theme.MediaStopIcon(), func() { p.with(w.servers.close) })
	p.on = w.button(lang.L("Turn on"), theme.MediaPlayIcon(), func() { w.app.setDisabled(name, false) })
	p.on.Importance = widget.HighImportance
	p.off = w.button(lang.L("Turn off"), theme.VisibilityOffIcon(), func() { w.app.setDisabled(name, true) })
	p.edit = w.button(lang.L("Edit"), theme.DocumentCreateIcon(), func() { w.openEditor(name) })
	p.remove = w.button(lang.L("Remove"), theme.DeleteIcon(), p.askToRemove)
	p.key = w.button(lang.L("Enter its key"), theme.LoginIcon(), func() { p.with(p.enterKey) })
	p.address = w.button(lang.L("Use this address"), theme.ConfirmIcon(), func() { p.with(p.useAddress) })
	p.values = w.button("", theme.LoginIcon(), func() { p.with(p.enterValues) })
	p.signOut = w.button(lang.L("Sign out"), theme.LogoutIcon(), func() { p.with(p.doSignOut) })
	p.decline = w.button(lang.L("Decline all its requests"), theme.CancelIcon(), func() { w.inbox.DeclineAll(name) })
	p.row = []*button{p.key, p.address, p.start, p.now, p.on, p.restart, p.stop, p.decline, p.values, p.signOut, p.off, p.edit, p.remove}
	row := newWrapRow()
	for _, b := range p.row {
		row.objects = append(row.objects, b)
	}
	return row
}

func (p *serverPage) object() fyne.CanvasObject { return p.content }

func (p *serverPage) enter() {
	p.w.looksAt(p.at.server)
	p.refresh()
}

// cancel takes the question whether to remove the server away.
func (p *serverPage) cancel() {
	if p.asking {
		p.keep()
		return
	}
	p.w.win.Canvas().Unfocus()
}

// scrolled is the column that scrolls.
func (p *serverPage) scrolled() *widgets.Body { return p.body }

// focus puts the keyboard near what is to be looked at, and not on what starts it: who came by Enter may press it twice.
func (p *serverPage) focus() {
	if p.look.Visible() {
		p.w.win.Canvas().Focus(p.edit)
	}
}

func (p *serverPage) with(do func(server)) {
	if s := p.w.servers.named(p.at.server); s != nil {
		do(s)
	}
}

// entry is what the servers file says.
func (p *serverPage) entry() (entry config.Server) {
	p.with(func(s server) { entry = s.Entry() })
	return entry
}

// builtIn reports whether this is the demo, which is in no file.
func (p *serverPage) builtIn() bool { return p.w.app.builtIn(p.at.server) }

func (p *serverPage) refresh() {
	s := p.w.servers.named(p.at.server)
	if s == nil {
		return
	}
	state, entry := p.w.servers.standing(s), s.Entry()
	p.mark.Set(markOf(state))
	p.word.SetText(p.sentence(state))
	p.showButtons(state)
	p.look.Hidden = state.view == servers.Seen
	p.runs.column.Hidden = !p.look.Hidden
	broken := entry.Problem != nil
	if p.look.Hidden {
		p.runs.show(entry, state)
		p.runs.column.Hidden = len(p.runs.facts.drawn) == 0 // of an entry that cannot be used there may be nothing to tell
	} else {
		p.look.show(entry, state.view)
	}
	p.drawNotes(state)
	p.drawFailure(cmp.Or(state.Failure, state.SentOn, state.ToolsFailure))
	p.folders.show(entry, p.builtIn() || state.view != servers.Seen || broken)
	p.said.column.Hidden = state.view != servers.Seen || broken
	p.said.show(state)
	p.printed.show(state.Stderr)
	p.body.Relayout()
	p.keepKeyboard()
	if state.Phase == bridge.Starting {
		p.w.startTicking()
	}
}

func (p *serverPage) showButtons(state standing) {
	idle := state.Phase == bridge.Off || state.Phase == bridge.Failed
	up := state.Phase == bridge.Ready || state.Phase == bridge.Starting
	retrying := state.Phase == bridge.Starting && !state.RetryAt.IsZero()
	looking := state.view != servers.Seen
	broken := p.entry().Problem != nil
	p.start.setHidden(!idle || looking || state.disabled || state.notGiven() || broken)
	p.on.setHidden(!state.disabled || looking || up || p.builtIn())
	p.now.setHidden(!retrying)
	p.restart.setHidden(state.Phase != bridge.Ready)
	p.stop.setHidden(!up)
	p.off.setHidden(state.disabled || looking || p.builtIn())
	p.edit.setHidden(p.builtIn())
	p.signOut.setHidden(!state.SignedIn)
	p.key.setHidden(p.builtIn() || !wantsKey(state, p.entry()))
	p.address.setHidden(p.builtIn() || state.instead() == nil)
	p.values.setHidden(len(p.entry().Inputs) == 0 || looking || state.disabled || !p.key.Hidden)
	words, importance := lang.L("Enter its values again"), widget.MediumImportance
	if state.notGiven() {
		words, importance = lang.L("Enter its values"), widget.HighImportance
	}
	if p.values.Text != words {
		p.values.Importance = importance
		p.values.SetText(words)
	}
	p.decline.setHidden(state.Open == 0)
	// What mends it is what the eye falls on.
	p.edit.stress(broken)
	p.key.stress(true)
	p.address.stress(true)
	p.start.stress(p.key.Hidden && p.address.Hidden)
}

// keepKeyboard moves the keyboard on when what had it has gone from the page.
func (p *serverPage) keepKeyboard() {
	canvas := p.w.win.Canvas()
	focused, ok := canvas.Focused().(*button)
	if !ok || focused.Visible() && (focused != p.look.start && focused != p.look.keep || p.look.Visible()) {
		return
	}
	for _, b := range slices.Concat([]*button{p.edit}, p.row) { // a key that is pressed once more stops nothing
		if b.Visible() {
			canvas.Focus(b)
			return
		}
	}
	canvas.Unfocus()
}

// sentence says how the server is.
func (p *serverPage) sentence(state standing) string {
	data := map[string]any{"Tools": toolCount(len(state.Tools)), "Requests": requestsWaiting(state.Open)}
	switch {
	case state.Open > 0:
		return lang.L("It needs you: {{.Requests}}.", data)
	case state.held() && p.entry().URL != "":
		return lang.L("It needs you: look at what is sent to it, below.")
	case state.held():
		return lang.L("It needs you: look at what it runs, below.")
	case state.sentOn():
		return lang.L("It needs you: it wants to be called at another address.")
	case state.Phase == bridge.Ready && len(state.Tools) > 0:
		return lang.L("Ready, with {{.Tools}}.", data)
	case state.Phase == bridge.Ready && state.Tools != nil:
		return lang.L("Ready, without tools.")
	case state.Phase == bridge.Ready: // they are being read, or cannot be
		return lang.L("Ready.")
	case state.Phase == bridge.Starting && !state.RetryAt.IsZero():
		data["Left"] = age(state.RetryAt.Sub(p.w.clock.Now()) + time.Second - 1)
		return lang.L("Not connected. Parley tries again in {{.Left}}.", data)
	case state.Phase == bridge.Starting:
		return p.startingWords()
	case state.notGiven():
		return lang.L("It needs you: it was not started without what it asks for.")
	case state.Phase == bridge.Failed:
		return lang.L("It has failed.")
	case state.disabled:
		return lang.L("It is off, and stays off until you turn it on.")
	}
	return lang.L("It is off.")
}

// slowStart is from when on the person is told why a start may take long.
const slowStart = 8 * time.Second

// startingWords says how long the server has been starting.
func (p *serverPage) startingWords() string {
	since := p.w.startingFor(p.w.servers.named(p.at.server))
	if since < 2*time.Second {
		return lang.L("Starting…")
	}
	words := lang.L("Starting, for {{.Age}} now.", map[string]any{"Age": age(since)})
	if since >= slowStart && len(p.entry().Command) > 0 {
		words += " " + lang.L("A program that has to be fetched first can take a minute.")
	}
	return words
}

// doSignOut forgets how the person signed in, behind the scenes.
func (p *serverPage) doSignOut(s server) {
	p.w.app.signOut(s)
}

func (p *serverPage) drawFailure(f *bridge.Failure) {
	if f == p.failure {
		return
	}
	p.failure = f
	if f == nil {
		p.fail.hide()
		return
	}
	p.fail.show(f)
}

// section is a part of a page under a small title.
func section(title string, objects ...fyne.CanvasObject) *flow {
	name := widgets.NewWords(title)
	name.Style.Bold = true
	return newFlow(8, append([]fyne.CanvasObject{name}, objects...)...)
}

// markOf is the mark of a server's state.
func markOf(s standing) widgets.Kind {
	switch {
	case s.Open > 0 || s.held() || s.notGiven() || s.sentOn():
		return widgets.Warning
	case s.Phase == bridge.Ready:
		return widgets.Success
	case s.Phase == bridge.Starting:
		return widgets.Busy
	case s.Phase == bridge.Failed:
		return widgets.Failure
	}
	return widgets.Idle
}

// markRow puts a mark before words.
type markRow struct{}

func (markRow) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(80, max(18, o[1].MinSize().Height))
}

func (markRow) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(fyne.NewSquareSize(14))
	o[0].Move(fyne.NewPos(0, (size.Height-14)/2))
	height := heightFor(o[1], size.Width-24)
	o[1].Resize(fyne.NewSize(size.Width-24, height))
	o[1].Move(fyne.NewPos(24, (size.Height-height)/2))
}
