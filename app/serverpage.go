package app

import (
	"cmp"
	"net/url"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge"
	"parley/bridge/config"
	"parley/widgets"
)

// serverPage is the page of one server: its state in words, what went wrong and what to do, its last words, and the
// buttons that start and stop it.
type serverPage struct {
	w       *Window
	at      place
	title   *widgets.Words
	mark    *widgets.StateMark
	word    *widgets.Words
	what    *widgets.Words // the program or the address
	notes   *flow
	words   *widgets.Words // about the program's last words
	stderr  *widgets.Viewer
	fail    *failureView
	body    *widgets.Body
	content fyne.CanvasObject

	start, restart, stop, decline, remove *widget.Button

	failure *bridge.Failure // drawn
	said    string          // the last words drawn
}

func newServerPage(w *Window, at place) *serverPage {
	p := &serverPage{w: w, at: at, title: heading(serverName(at.server)), word: widgets.NewWords(""), what: caption("")}
	p.mark = widgets.NewStateMark(widgets.Idle)
	p.notes = newFlow(6)
	p.words = caption(lang.L("The last lines that it printed for the people who maintain it:"))
	p.stderr = w.viewer(true)
	p.stderr.MaxRows = 24
	p.fail = newFailureView(w, func() { p.body.Relayout() })
	p.start = w.button(lang.L("Start"), theme.MediaPlayIcon(), func() { p.with(func(s server) { s.Start() }) })
	p.start.Importance = widget.HighImportance
	p.restart = w.button(lang.L("Start again"), theme.ViewRefreshIcon(), func() { p.with(w.servers.restart) })
	p.stop = w.button(lang.L("Stop"), theme.MediaStopIcon(), func() { p.with(w.servers.close) })
	p.decline = w.button(lang.L("Decline all its requests"), theme.CancelIcon(), func() { w.inbox.DeclineAll(at.server) })
	p.remove = w.button(lang.L("Remove from the list"), theme.ContentRemoveIcon(), func() { w.app.showDemo(false) })
	state := container.New(&markRow{}, p.mark, p.word)
	buttons := container.NewHBox(p.start, p.restart, p.stop, p.decline, p.remove)
	top := newFlow(8, p.title, state, p.what, buttons, p.notes)
	p.body = widgets.NewBody(top, p.fail.column, p.words, p.stderr)
	p.content = padded(p.body)
	return p
}

func (p *serverPage) object() fyne.CanvasObject { return p.content }
func (p *serverPage) enter()                    { p.refresh() }
func (p *serverPage) focus()                    {}

func (p *serverPage) with(do func(server)) {
	if s := p.w.servers.named(p.at.server); s != nil {
		do(s)
	}
}

func (p *serverPage) refresh() {
	s := p.w.servers.named(p.at.server)
	if s == nil {
		return
	}
	state := s.State()
	p.mark.Set(markOf(state))
	p.word.SetText(p.sentence(state))
	p.what.SetText(whatRuns(s.Entry()))
	p.start.Hidden = state.Phase != bridge.Off && state.Phase != bridge.Failed
	p.restart.Hidden = state.Phase != bridge.Ready
	p.stop.Hidden = state.Phase != bridge.Ready && state.Phase != bridge.Starting
	p.decline.Hidden = state.Open == 0
	p.remove.Hidden = p.w.app.opts.Demo == nil || p.w.app.opts.Demo.Name != p.at.server
	p.drawFlood(state)
	p.drawFailure(cmp.Or(state.Failure, state.ToolsFailure))
	p.drawLastWords(state.Stderr)
	p.body.Relayout()
}

// sentence says how the server is.
func (p *serverPage) sentence(state bridge.ServerState) string {
	data := map[string]any{"Tools": toolCount(len(state.Tools)), "Requests": requestsWaiting(state.Open)}
	switch {
	case state.Open > 0:
		return lang.L("It needs you: {{.Requests}}.", data)
	case state.Phase == bridge.Ready:
		return lang.L("Ready, with {{.Tools}}.", data)
	case state.Phase == bridge.Starting:
		return lang.L("Starting…")
	case state.Phase == bridge.Failed:
		return lang.L("It has failed.")
	}
	return lang.L("It is off.")
}

func (p *serverPage) drawFlood(state bridge.ServerState) {
	if !state.Flooded {
		p.notes.set()
		return
	}
	if len(p.notes.objects) == 0 {
		p.notes.set(widgets.NewNotice(widgets.Warning,
			lang.L("It asked more at once than Parley lets in. The rest was turned away, and the server was told so.")))
	}
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

func (p *serverPage) drawLastWords(said string) {
	p.words.Hidden, p.stderr.Hidden = said == "", said == ""
	if said == p.said {
		return
	}
	p.said = said
	p.stderr.SetText(said)
}

// whatRuns says which program or address a server is. Values of env and headers are secrets and are never shown; the
// arguments are visible to the whole machine anyway (case config-secret-not-shown).
func whatRuns(entry config.Server) string {
	if entry.URL != "" {
		return lang.L("Address: {{.URL}}", map[string]any{"URL": oneLine(withoutPassword(entry.URL), 300)})
	}
	var words []string
	for _, word := range entry.Command {
		if word == "" || strings.ContainsAny(word, " \t\"") {
			word = `"` + strings.ReplaceAll(word, `"`, `\"`) + `"`
		}
		words = append(words, word)
	}
	data := map[string]any{"Command": oneLine(strings.Join(words, " "), 300), "Folder": oneLine(entry.Cwd, 200)}
	if entry.Cwd != "" {
		return lang.L("Program: {{.Command}} · in {{.Folder}}", data)
	}
	return lang.L("Program: {{.Command}}", data)
}

// withoutPassword hides the password in an address.
func withoutPassword(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.Redacted()
}

// markOf is the mark of a server's state.
func markOf(s bridge.ServerState) widgets.Kind {
	switch {
	case s.Open > 0:
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
