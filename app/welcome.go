package app

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/config/search"
	"parley/widgets"
)

// welcomePage is what a newcomer sees: what Parley is, and the three ways to begin.
type welcomePage struct {
	w       *Window
	demo    *card
	bring   *card
	body    *widgets.Body
	content fyne.CanvasObject
}

func newWelcomePage(w *Window) *welcomePage {
	p := &welcomePage{w: w}
	about := widgets.NewWords(lang.L("Parley runs the tools of your servers. Pick a tool on the left, fill in what it needs, and run it. When a server asks you something in the middle of it, the question appears here, and your answer goes back exactly as you gave it."))
	p.demo = newCard(
		lang.L("Try the demo"),
		lang.L("A built-in server with a tool for every kind of question. Nothing that it does is real."),
		w.button(lang.L("Open the demo"), theme.MediaPlayIcon(), p.openDemo))
	p.demo.button.Importance = widget.HighImportance
	p.bring = newCard(
		lang.L("Bring my servers"),
		"",
		w.button(lang.L("Look at them"), theme.DownloadIcon(), w.showBring))
	own := newCard(
		lang.L("Add a server"),
		lang.L("Paste what its instructions say: a command line, an address, or a block of settings. Parley shows what it understood before anything runs."),
		w.button(lang.L("Add a server"), theme.ContentAddIcon(), w.showAddServer))
	column := newFlow(14, heading(lang.L("Welcome to Parley")), about, p.demo, p.bring, own)
	column.inset = 6
	p.body = widgets.NewBody(column)
	p.content = padded(container.New(&readable{}, p.body))
	return p
}

func (p *welcomePage) object() fyne.CanvasObject { return p.content }
func (p *welcomePage) scrolled() *widgets.Body   { return p.body }
func (p *welcomePage) focus()                    {}

func (p *welcomePage) enter() {
	p.refresh()
	p.w.finds.lookByItself(func([]search.Found) { p.refresh() })
}

func (p *welcomePage) refresh() {
	p.demo.Hidden = p.w.app.opts.Demo == nil
	p.drawBring()
	p.body.Relayout()
}

// drawBring names what was found in other apps. When nothing was, the card stays away.
func (p *welcomePage) drawBring() {
	count, apps := p.w.finds.usable()
	p.bring.Hidden = count == 0 && !p.w.finds.died
	if p.w.finds.died {
		p.bring.words.SetText(lookDied(p.w.finds.at))
		p.bring.button.SetText(lang.L("Look at them"))
		return
	}
	if count == 0 {
		return
	}
	for i, app := range apps {
		apps[i] = oneLine(app, 40)
	}
	const most = 3
	from := strings.Join(apps[:min(len(apps), most)], ", ")
	if len(apps) > most {
		from = lang.L("{{.Names}} and {{.Count}} more", map[string]any{"Names": from, "Count": len(apps) - most})
	}
	data := map[string]any{"Servers": serverCount(count), "Apps": from}
	p.bring.words.SetText(lang.L("There are {{.Servers}} in the files of {{.Apps}}. You choose which ones come here.", data))
	if count == 1 {
		p.bring.words.SetText(lang.L("There is {{.Servers}} in the files of {{.Apps}}. You choose whether it comes here.", data))
	}
	p.bring.button.SetText(lang.L("Bring {{.Servers}} from {{.Apps}}", map[string]any{"Servers": serverCount(count), "Apps": from}))
	p.bring.row.Refresh()
}

// lookDied tells that a look into the files of other apps ended Parley, at which file where that is known.
func lookDied(at string) string {
	if at == "" {
		return lang.L("Parley ended while it looked into the files of other apps. It does not look again until you ask it to.")
	}
	return lang.L("Parley ended while it looked into the files of other apps, at {{.File}}. It does not look again until you ask it to.", map[string]any{"File": exactly(at)})
}

// openDemo opens the demo's first tool, or its page while it is not ready.
func (p *welcomePage) openDemo() {
	name := p.w.app.opts.Demo.Name
	server := p.w.servers.named(name)
	if server == nil {
		p.w.app.showDemo(true)
		return
	}
	if tools := server.State().Tools; len(tools) > 0 {
		p.w.open(place{page: toolAt, server: name, tool: tools[0].Name})
		p.w.focusPage()
		return
	}
	p.w.open(place{page: serverAt, server: name})
}

// readable keeps lines short enough to read on a wide window.
type readable struct{}

func (readable) MinSize(o []fyne.CanvasObject) fyne.Size { return fyne.NewSize(240, 120) }

func (readable) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(fyne.NewSize(min(size.Width, 640), size.Height))
	o[0].Move(fyne.NewPos(0, 0))
}

// card is a title, a sentence and a button on a ground of their own.
type card struct {
	widget.BaseWidget
	words  *widgets.Words
	inside *flow
	ground *ground
	button *button
	row    *wrapRow // around the button, whose words may change
}

func newCard(title, sentence string, button *button) *card {
	name := widgets.NewWords(title)
	name.Style.Bold = true
	c := &card{words: widgets.NewWords(sentence), ground: newGround(widgets.ColorNameNote), button: button, row: newWrapRow(button)}
	c.ground.radius = theme.SizeNameDialogRadius
	c.inside = newFlow(8, name, c.words, c.row)
	c.inside.margin, c.inside.inset = 16, 14
	c.ExtendBaseWidget(c)
	return c
}

// HeightFor is for the layout around it.
func (c *card) HeightFor(width float32) float32 { return c.inside.HeightFor(width) }

// CreateRenderer is for Fyne.
func (c *card) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(layout.NewStackLayout(), c.ground, c.inside))
}
