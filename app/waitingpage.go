package app

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/widgets"
)

// waitingPage lists the requests that wait. The person chooses one, or declines all of a server at once.
type waitingPage struct {
	w       *Window
	title   *widgets.Words
	about   *widgets.Words
	decline *wrapRow // one button per server
	list    *keyList
	content fyne.CanvasObject
	lines   []waiting
	servers string // whose buttons are drawn
}

func newWaitingPage(w *Window) *waitingPage {
	p := &waitingPage{w: w, title: heading(""), decline: newWrapRow()}
	p.list = newKeyList(
		func() int { return len(p.lines) },
		func() fyne.CanvasObject { return newWaitingRow(w) },
		func(id widget.ListItemID, o fyne.CanvasObject) {
			if id < len(p.lines) {
				o.(*waitingRow).show(p.lines[id])
			}
		})
	p.list.OnSelected = With(w.net, func(id widget.ListItemID) {
		p.list.UnselectAll()
		if id < len(p.lines) {
			w.inbox.Open(p.lines[id])
		}
	})
	p.about = caption(lang.L("The server waits until you answer. Choose one, or leave them for later."))
	top := newFlow(8, p.title, p.about, p.decline)
	top.inset = 4
	p.content = padded(container.New(&under{}, top, p.list))
	return p
}

func (p *waitingPage) object() fyne.CanvasObject { return p.content }
func (p *waitingPage) enter()                    { p.refresh() }
func (p *waitingPage) focus()                    { p.w.win.Canvas().Focus(p.list) }

func (p *waitingPage) refresh() {
	p.lines = p.w.inbox.Waiting()
	if len(p.lines) == 0 {
		p.title.SetText(lang.L("Nothing is waiting"))
	} else {
		p.title.SetText(requestsWaiting(len(p.lines)))
	}
	p.about.Hidden = len(p.lines) == 0
	p.drawDecline()
	p.list.Refresh()
	p.content.Refresh()
}

// drawDecline makes a button for each server that waits with something.
func (p *waitingPage) drawDecline() {
	var names []string
	count := make(map[string]int)
	for _, line := range p.lines {
		if count[line.Server]++; count[line.Server] == 1 {
			names = append(names, line.Server)
		}
	}
	drawn := ""
	var buttons []fyne.CanvasObject
	for _, name := range names {
		drawn += name + "\x00"
		label := lang.L("Decline all from {{.Server}}", map[string]any{"Server": named(name, 24)})
		buttons = append(buttons, p.w.button(label, theme.CancelIcon(), func() { p.w.inbox.DeclineAll(name) }))
	}
	if drawn == p.servers {
		return
	}
	p.servers = drawn
	p.decline.Hidden = len(buttons) == 0
	p.decline.objects = buttons
	p.decline.Refresh()
}

// waitingRow is one request of the list.
type waitingRow struct {
	widget.BaseWidget
	w       *Window
	words   *widget.Label
	about   *textLine
	open    *button
	line    waiting
	content *fyne.Container
}

func newWaitingRow(w *Window) *waitingRow {
	r := &waitingRow{w: w, words: widget.NewLabel(""), about: newTextLine(theme.SizeNameCaptionText)}
	r.words.Truncation = fyne.TextTruncateEllipsis
	r.open = w.button(lang.L("Answer"), theme.MailReplyIcon(), func() { w.inbox.Open(r.line) })
	r.content = container.New(layout.NewCustomPaddedLayout(0, 6, 0, 14), // the ring of the keyboard goes around all of it
		container.NewBorder(nil, nil, nil, container.NewCenter(r.open), container.NewVBox(r.words, r.about)))
	r.ExtendBaseWidget(r)
	return r
}

func (r *waitingRow) show(line waiting) {
	r.line = line
	words := line.Prompt
	if words == "" {
		words = lang.L("It says nothing about what it wants.")
	}
	r.words.SetText(words)
	r.about.SetText(r.aboutWords(line))
	r.about.paint(widgets.ColorNameMuted)
	if line.urgent() {
		r.about.paint(widgets.ColorNameAmber)
	}
}

func (r *waitingRow) aboutWords(line waiting) string {
	data := map[string]any{
		"Server": oneLine(serverName(line.Server), 30), "Tool": oneLine(line.Tool, 40), // how old it is must not be cut off
		"Age": age(r.w.clock.Now().Sub(line.Arrived)), "Left": age(line.Left + time.Second - 1), // rounded up, as the request itself does
	}
	words := lang.L("{{.Server}}, {{.Age}} ago", data)
	if line.Tool != "" {
		words = lang.L("{{.Server}} · while running {{.Tool}} · {{.Age}} ago", data)
	}
	if line.Left > 0 {
		words = lang.L("{{.Left}} left", data) + " · " + words
	}
	if line.Typed {
		words += " · " + lang.L("partly filled in")
	}
	return words
}

// CreateRenderer is for Fyne.
func (r *waitingRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(r.content)
}
