package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/widgets"
)

// welcomePage is what a newcomer sees: what Parley is, and the two ways to begin.
type welcomePage struct {
	w       *Window
	demo    *card
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
	own := newCard(
		lang.L("Add your own servers"),
		lang.L("Parley reads them from one file, in the form that other apps use too."),
		w.button(lang.L("Show how"), theme.ContentAddIcon(), w.showAddServer))
	column := newFlow(14, heading(lang.L("Welcome to Parley")), about, p.demo, own)
	column.inset = 20
	p.content = padded(container.New(&readable{}, column))
	return p
}

func (p *welcomePage) object() fyne.CanvasObject { return p.content }
func (p *welcomePage) enter()                    { p.refresh() }
func (p *welcomePage) focus()                    {}

func (p *welcomePage) refresh() {
	p.demo.Hidden = p.w.app.opts.Demo == nil
	p.content.Refresh()
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
		p.w.page().focus()
		return
	}
	p.w.open(place{page: serverAt, server: name})
}

// readable keeps lines short enough to read on a wide window.
type readable struct{}

func (readable) MinSize(o []fyne.CanvasObject) fyne.Size { return fyne.NewSize(240, 120) }

func (readable) Layout(o []fyne.CanvasObject, size fyne.Size) {
	width := min(size.Width, 620)
	o[0].Resize(fyne.NewSize(width, heightFor(o[0], width)))
	o[0].Move(fyne.NewPos(0, 0))
}

// card is a title, a sentence and a button on a ground of their own.
type card struct {
	widget.BaseWidget
	inside *flow
	ground *ground
	button *widget.Button
}

func newCard(title, sentence string, button *widget.Button) *card {
	name := widgets.NewWords(title)
	name.Style.Bold = true
	c := &card{ground: newGround(widgets.ColorNameNote), button: button}
	c.ground.radius = theme.SizeNameDialogRadius
	c.inside = newFlow(8, name, widgets.NewWords(sentence), container.NewHBox(button))
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
