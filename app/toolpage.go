package app

import (
	"bytes"
	"cmp"
	"encoding/json"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge"
	"parley/widgets"
)

// toolPage is the page of one tool: what it is, its arguments, Run, and what came of the last run.
type toolPage struct {
	w    *Window
	at   place
	tool bridge.Tool // as last listed

	title, names, claim *widgets.Words
	about               *aboutView
	notes               *flow // what happened to requests of this tool; along the lower edge, so that nothing moves
	noted               []*widgets.Notice
	args                arguments // nil until the schema is read
	none                bool      // it takes none
	wanted              bool      // the keyboard is to go there once it is read
	run                 *runButton
	stop, wake          *button
	buttons             *fyne.Container
	why                 *textLine // why Run is off, or what the tool may do
	panel               *runPanel
	stage               *stage
	content             *fyne.Container

	keyed time.Time // when a key that runs it came last, whether it did or not
	fresh string    // the run that began this moment and is not drawn yet
}

func newToolPage(w *Window, at place, tool bridge.Tool) *toolPage {
	p := &toolPage{w: w, at: at, tool: tool}
	p.title, p.names, p.claim = heading(""), caption(""), caption("")
	p.about = newAboutView(w, p.fitHead)
	p.about.whole.PassWheel(func(ev *fyne.ScrollEvent) { p.stage.head.Scrolled(ev) })
	p.notes = newFlow(6)
	p.notes.Hide()
	p.run = w.runButton(lang.L("Run"), theme.MediaPlayIcon(), p.start)
	p.run.Importance = widget.HighImportance
	p.stop = w.button(lang.L("Stop"), theme.MediaStopIcon(), p.halt)
	p.wake = w.button(lang.L("Start {{.Server}}", map[string]any{"Server": named(at.server, 30)}), theme.ViewRefreshIcon(), p.startServer)
	p.why = newTextLine(theme.SizeNameCaptionText)
	p.why.right = true
	p.panel = newRunPanel(p)
	p.stop.Hide()
	p.wake.Hide()
	p.buttons = container.NewHBox(p.run, p.stop, p.wake)
	bar := container.New(layout.NewCustomPaddedLayout(10, 6, 4, 4),
		container.NewBorder(nil, nil, p.buttons, nil, p.why))
	p.content, p.stage = newStage(p.newHead(), bar, p.panel.object)
	p.describe()
	p.readArguments()
	return p
}

func (p *toolPage) object() fyne.CanvasObject { return padded(p.content) }

// newHead makes the part that scrolls. The form stands directly in it, so that only visible fields are built.
func (p *toolPage) newHead() *widgets.Body {
	top := newFlow(4, p.title, p.names, p.about.column, p.claim)
	items := []fyne.CanvasObject{top}
	if p.args != nil && !p.none {
		items = append(items, p.args.object())
	}
	return widgets.NewBody(items...)
}

// fitHead gives the head the height that it needs now.
func (p *toolPage) fitHead() {
	p.stage.head.Relayout()
	p.stage.Layout(nil, p.content.Size())
}

// describe shows what the server says about the tool. The real name stands beside the title, always (case
// tool-title-and-name-shown).
func (p *toolPage) describe() {
	p.title.SetText(oneLine(cmp.Or(p.tool.Title, p.tool.Name), 200))
	p.names.Style.Monospace = true
	p.names.SetText(oneLine(p.tool.Name, 300) + " · " + serverName(p.at.server))
	p.about.show(p.tool.Description)
	p.claim.SetText(claims(p.tool))
	if p.tool.Duplicate {
		p.claim.SetText(p.claim.Text + " " + lang.L("Another tool of this server has the same name; which one runs is up to the server."))
	}
}

// readArguments reads the schema off Fyne's goroutine and then shows the form.
func (p *toolPage) readArguments() {
	raw := p.tool.InputSchema
	p.w.net.Go(func() {
		read := readSchema(raw)
		p.w.door.Do(func() { p.showArguments(raw, read) })
	})
}

func (p *toolPage) showArguments(raw json.RawMessage, read readArguments) {
	if !bytes.Equal(raw, p.tool.InputSchema) {
		return // the server listed another one meanwhile
	}
	kept := p.w.memory.Arguments(p.at.server, p.at.tool)
	if p.args != nil {
		kept = p.args.keepable()
	}
	p.none = read.none
	p.args = newArguments(read, widgets.FormOptions{
		Now:       p.w.clock.Now,
		OnSubmit:  p.w.net.Func(p.startByKey),
		OnEnter:   p.w.net.Func(p.startByEnter),
		OnEscape:  p.w.net.Func(p.w.escape),
		OnChanged: p.w.net.Func(p.panel.sayArguments),
		Explicit:  true, // a tool may mean something by an empty text or by null (cases README, rule 2)
	})
	if kept != nil {
		p.args.fill(kept)
	}
	p.stage.setHead(p.content, p.newHead())
	p.refresh()
	if p.wanted && p.w.page() == page(p) && p.w.free() {
		p.w.focusPage()
	}
	p.wanted = false
}

// refresh draws what the server and the latest run are now.
func (p *toolPage) refresh() {
	now := p.latest()
	if p.fresh != "" {
		if p.fresh == now.ID && justBegun(now) {
			return
		}
		p.fresh = ""
		p.w.callStarted()
	}
	state, listed := p.listed()
	if p.runHeld(state, listed) {
		now = p.latest()
	}
	p.claimWhy(state, listed, now.Running())
	_, held := p.w.calls.Held(p.key())
	down := p.w.servers.named(p.at.server) != nil && (state.Phase == bridge.Failed || state.Phase == bridge.Off)
	p.showButtons(now.Running(), down && !held)
	hidden := p.panel.object.Hidden
	p.panel.show(now)
	p.stage.Layout(nil, p.content.Size())
	if hidden != p.panel.object.Hidden {
		canvas.Refresh(p.content) // what was never drawn cannot ask for it itself
	}
}

// showButtons shows the buttons that do something now. The form is left alone: redrawing it for every word of progress
// would be felt while typing.
func (p *toolPage) showButtons(stop, wake bool) {
	if p.stop.Hidden == !stop && p.wake.Hidden == !wake {
		return
	}
	p.stop.setHidden(!stop)
	p.wake.setHidden(!wake)
	p.buttons.Refresh()
}

// listed takes the tool as the server lists it now.
func (p *toolPage) listed() (state bridge.ServerState, listed bool) {
	server := p.w.servers.named(p.at.server)
	if server == nil {
		return state, false
	}
	state = server.State()
	tool, listed := p.at.among(state.Tools)
	if !listed {
		return state, false
	}
	changed := !bytes.Equal(tool.InputSchema, p.tool.InputSchema)
	p.tool = tool
	p.describe()
	if changed {
		p.readArguments()
	}
	return state, true
}

// turnResult shows the result as data, or as text again.
func (p *toolPage) turnResult() {
	if tabs := p.panel.result.tabs; p.panel.result.object.Visible() {
		tabs.SelectIndex(1 - tabs.SelectedIndex())
	}
}

func (p *toolPage) enter() { p.refresh() }

func (p *toolPage) focus() {
	on := p.w.win.Canvas()
	if p.args == nil {
		p.wanted = true
		return
	}
	if p.args.focus(on) {
		return
	}
	if !p.run.Disabled() {
		on.Focus(p.run)
	}
}
