package app

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/config"
	"parley/bridge/config/search"
	"parley/widgets"
)

// bringPage shows the servers of other apps, and brings those that the person ticks.
type bringPage struct {
	w       *Window
	list    *flow
	all     *wrapRow // ticks all, or none
	bring   *button
	bar     *footBar
	body    *widgets.Body
	content fyne.CanvasObject

	found   []search.Found
	looking bool
	drawn   bool
	offers  []*offer
}

// offer is one server of another app.
type offer struct {
	found int // which file
	entry config.Entry
	tick  *widgets.TickBox // nil: it cannot be brought
	again bool             // it is here already, or comes from another app
}

func newBringPage(w *Window) *bringPage {
	p := &bringPage{w: w, list: newFlow(22)}
	about := widgets.NewWords(lang.L("Parley has looked into the files of other apps on this computer. Tick the servers that you want here too. Nothing changes in the other apps."))
	p.bring = w.button("", theme.DownloadIcon(), p.bringTicked)
	p.bring.Importance = widget.HighImportance
	again := w.button(lang.L("Look again"), theme.ViewRefreshIcon(), func() { p.look(true) })
	p.all = newWrapRow(w.button(lang.L("Tick all"), theme.CheckButtonCheckedIcon(), func() { p.tickAll(true) }),
		w.button(lang.L("Tick none"), theme.CheckButtonIcon(), func() { p.tickAll(false) }))
	p.all.Hide()
	p.body = widgets.NewBody(newFlow(10, heading(lang.L("Bring my servers")), about, p.all), p.list)
	p.bar = newFootBar(p.body, p.bring, again)
	p.bar.moved = w.relayout
	p.content = padded(p.bar.object)
	p.count()
	return p
}

func (p *bringPage) object() fyne.CanvasObject { return p.content }

// cancel goes back and brings nothing.
func (p *bringPage) cancel() { p.w.back() }

// foot is what the notices leave free.
func (p *bringPage) foot() float32 { return p.bar.height() }

func (p *bringPage) scrolled() *widgets.Body { return p.body }
func (p *bringPage) enter()                  { p.look(false) }
func (p *bringPage) refresh()                {}

func (p *bringPage) focus() {
	for _, o := range p.offers {
		if o.tick != nil {
			p.w.win.Canvas().Focus(o.tick)
			return
		}
	}
}

// look looks for the files, or takes what the welcome page found already.
func (p *bringPage) look(afresh bool) {
	if !p.drawn {
		p.list.set(caption(lang.L("Looking…")))
	}
	p.looking = true
	p.w.finds.look(afresh || p.drawn, func(found []search.Found) {
		p.looking = false
		if p.drawn && p.same(found) {
			return // what was ticked stays ticked
		}
		p.found, p.drawn = found, true
		p.draw()
		if p.w.page() == page(p) && p.w.free() && p.w.win.Canvas().Focused() == nil {
			p.focus()
		}
	})
}

// same reports whether nothing is to be drawn anew.
func (p *bringPage) same(found []search.Found) bool {
	return slices.EqualFunc(found, p.found, func(a, b search.Found) bool {
		return a.Path == b.Path && (a.Err == nil) == (b.Err == nil) && slices.EqualFunc(a.File.Servers, b.File.Servers, sameEntry)
	})
}

// draw shows what was found, app by app.
func (p *bringPage) draw() {
	p.offers = nil
	var sections []fyne.CanvasObject
	for i, found := range p.found {
		where := exactly(found.Path)
		if found.Project != "" {
			where = lang.L("{{.Path}} · for the folder {{.Folder}}", map[string]any{"Path": where, "Folder": exactly(found.Project)})
		}
		part := section(oneLine(found.App, 60), advice(where, widgets.ColorNameMuted))
		if found.Err != nil {
			part.objects = append(part.objects, widgets.NewNotice(widgets.Warning,
				strings.TrimRight(brief(found.Err.Error()), ".")+". "+lang.L("Correct it there, then press Look again.")))
		}
		if len(found.File.Notes) > 0 {
			part.objects = append(part.objects, advice(widgets.Plain(brief(strings.Join(found.File.Notes, "\n"))), widgets.ColorNameMuted))
		}
		for _, server := range found.File.Servers {
			part.objects = append(part.objects, p.draws(i, found, server))
		}
		sections = append(sections, part)
	}
	if len(sections) == 0 {
		sections = append(sections,
			widgets.NewWords(lang.L("No servers of other apps were found on this computer.")),
			newWrapRow(p.w.button(lang.L("Add a server"), theme.ContentAddIcon(), p.w.showAddServer)))
	}
	p.list.set(sections...)
	ticks := 0
	for _, o := range p.offers {
		if o.tick != nil {
			ticks++
		}
	}
	p.all.Hidden = ticks < 2
	p.count()
	p.body.Relayout()
}

// tickAll ticks every server that is not here yet, each once; or none.
func (p *bringPage) tickAll(on bool) {
	for _, o := range p.offers {
		if o.tick != nil {
			o.tick.Set(on && !o.again)
		}
	}
	p.count()
}

// draws makes the row of one server and keeps its offer.
func (p *bringPage) draws(at int, found search.Found, server config.Server) fyne.CanvasObject {
	o := &offer{found: at}
	name := wholeName(server.Name)
	row := newFlow(4)
	entry, ok := found.Entry(server.Name)
	why, can := "", ok && server.Problem == nil
	switch again := p.already(server); {
	case server.Problem != nil:
		why = lang.L("It cannot be used: {{.Why}}", map[string]any{"Why": sentence(server.Problem.Error())})
	case again != "":
		why, o.again = again, true
	case server.Disabled:
		why = lang.L("It is switched off there, and comes here switched off.")
	}
	if can {
		o.entry = entry
		o.tick = widgets.NewTickBox(name, why == "", p.w.net.Func(p.count))
		o.tick.Bold()
		o.tick.OnFocus(p.w.reveal)
		row.objects = append(row.objects, o.tick)
	} else {
		title := widgets.NewWords(name)
		title.Style.Bold = true
		row.objects = append(row.objects, indented(title))
	}
	p.offers = append(p.offers, o)
	if server.Problem == nil {
		row.objects = append(row.objects, indented(newRunLine(p.w, server)))
	}
	if why != "" {
		row.objects = append(row.objects, indented(advice(why, widgets.ColorNameAmber)))
	}
	return row
}

// already says where a server is to be had already; "" when it is not.
func (p *bringPage) already(server config.Server) string {
	for _, own := range p.w.app.entries() {
		if sameThing(own, server) {
			return lang.L("Already in Parley, as {{.Server}}.", map[string]any{"Server": serverName(own.Name)})
		}
	}
	for _, o := range p.offers {
		if o.tick != nil && sameThing(o.entry.Server, server) {
			return lang.L("The same as {{.Server}} of {{.App}}.", map[string]any{
				"Server": serverName(o.entry.Server.Name), "App": oneLine(p.found[o.found].App, 40)})
		}
	}
	return ""
}

func (p *bringPage) ticked() []batch {
	list := make([]batch, len(p.found))
	for i, found := range p.found {
		list[i].inputs = found.Inputs
	}
	for _, o := range p.offers {
		if o.tick != nil && o.tick.On() {
			list[o.found].entries = append(list[o.found].entries, o.entry)
		}
	}
	return slices.DeleteFunc(list, func(b batch) bool { return len(b.entries) == 0 })
}

// count says on the button how many it brings.
func (p *bringPage) count() {
	n := 0
	programs := false
	for _, b := range p.ticked() {
		n += len(b.entries)
		programs = programs || slices.ContainsFunc(b.entries, func(e config.Entry) bool { return len(e.Server.Command) > 0 && !e.Server.Disabled })
	}
	p.bring.SetText(lang.L("Bring {{.Servers}}", map[string]any{"Servers": serverCount(n)}))
	why := ""
	switch {
	case n == 0 && len(p.offers) > 0:
		why = lang.L("Tick what you want to bring.")
	case programs:
		why = lang.L("This lets their programs start.")
	}
	if n == 0 {
		p.bring.SetText(lang.L("Bring"))
		p.bring.Disable()
	} else {
		p.bring.Enable()
	}
	p.bar.say(why)
}

func (p *bringPage) bringTicked() {
	batches := p.ticked()
	if len(batches) == 0 {
		return
	}
	p.w.app.addServers(batches, func(names []string) {
		p.drawn = false // what was brought is here now
		p.w.open(place{page: serverAt, server: names[0]})
	})
}

// newRunLine is all that a server runs or reaches, in few lines: nothing of it is cut off.
func newRunLine(w *Window, server config.Server) fyne.CanvasObject {
	shown := server.AsWritten()
	line := exactly(addressShown(shown.URL))
	if shown.URL == "" {
		line = strings.Join(all(shown.Command, quotedWord), " ")
	}
	var about []string
	data := map[string]any{"Folder": exactly(shown.Cwd), "Environment": strings.Join(all(names(shown.Env), exactly), ", "),
		"Headers": strings.Join(all(names(shown.Headers), exactly), ", ")}
	if shown.Cwd != "" {
		about = append(about, lang.L("in {{.Folder}}", data))
	}
	if len(shown.Env) == 1 {
		about = append(about, lang.L("with the setting {{.Environment}}", data))
	} else if len(shown.Env) > 1 {
		about = append(about, lang.L("with the settings {{.Environment}}", data))
	}
	if shown.OnlySafeEnv && len(shown.Command) > 0 {
		about = append(about, lang.L("with the safe part of your environment alone, as there"))
	}
	if len(shown.Headers) > 0 {
		about = append(about, lang.L("sending {{.Headers}} along", data))
	}
	if len(shown.Inputs) > 0 {
		data["What"] = strings.Join(all(shown.Inputs, askedFor), ", ")
		about = append(about, lang.L("asks you for {{.What}}", data))
	}
	rest := strings.Join(about, " · ")
	if len(line)+len(rest) > manyCharacters {
		box := w.viewer(true)
		box.MaxRows = 12
		box.SetText(strings.TrimSpace(line + "\n" + rest))
		return box
	}
	runs := widgets.NewWords(line)
	runs.Style.Monospace = true
	both := newFlow(2, widgets.NewCopyable(runs))
	if rest != "" {
		both.objects = append(both.objects, caption(rest))
	}
	return both
}

// indented stands below the words of a tick box.
func indented(o fyne.CanvasObject) fyne.CanvasObject {
	f := newFlow(0, o)
	f.margin = 34
	return f
}
