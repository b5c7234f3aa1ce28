package app

import (
	"encoding/json"
	"errors"
	"os"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/config"
	"parley/bridge/config/edit"
	"parley/bridge/config/paste"
	"parley/widgets"
)

// openEditor shows the entry of a server to be changed: as it is in the file now, or as the person left it without saving.
func (w *Window) openEditor(name string) {
	at := place{page: editAt, server: name}
	if p, left := w.pages[at].(*editPage); left && p.unsaved() {
		p.about.SetText(lang.L("This is what you typed and have not saved yet. Save it, or press Cancel to drop it."))
	} else {
		delete(w.pages, at)
	}
	w.open(at)
	w.focusPage()
}

// editPage changes the entry of one server, as JSON. Its secrets are dots until the person wants to see them; dots that are left
// alone keep their values.
type editPage struct {
	w        *Window
	at       string // the server's name in the file
	about    *widgets.Words
	name     *keyEntry
	box      *pasteBox
	reveal   *button
	card     *flow
	facts    *factsView
	trying   *tryout
	save     *button
	bar      *footBar
	body     *widgets.Body
	content  fyne.CanvasObject
	hidden   masking
	inputs   []json.RawMessage // of the file: what the entry may ask for
	revealed bool
	round    int  // which reading of the box is the newest
	read     int  // which one came in last
	keeping  bool // it is to be saved once it is read

	loaded json.RawMessage // as it was in the file; nil before it was read
	put    string          // what the page wrote into the box last
	entry  json.RawMessage // what is saved, with its secrets; nil when the box cannot be used
	reads  config.Server   // what entry says
}

func newEditPage(w *Window, name string) *editPage {
	p := &editPage{w: w, at: name, facts: newFactsView(w), card: newFlow(10)}
	p.about = caption(lang.L("This is what the servers file says about it. Values that may be secret are shown as dots; dots that you leave alone keep their values."))
	p.name = newKeyEntry(nil)
	p.name.SetText(name)
	p.name.gained = func() { w.reveal(p.name) }
	p.box = newPasteBox(w, "")
	p.box.SetMinRowsVisible(8)
	p.box.OnChanged = With(w.net, func(string) { p.understand() })
	p.box.submit = w.net.Func(p.keep)
	p.reveal = w.button(lang.L("Show the values"), theme.VisibilityIcon(), p.turn)
	p.trying = newTryout(w, p.toTry, func() { p.body.Relayout() })
	p.save = w.button(lang.L("Save"), theme.DocumentSaveIcon(), p.keep)
	p.save.Importance = widget.HighImportance
	cancel := w.button(lang.L("Cancel"), theme.CancelIcon(), p.leave)
	title := heading(lang.L("Edit {{.Server}}", map[string]any{"Server": wholeName(name)}))
	p.body = widgets.NewBody(newFlow(10, title, p.about, newNamedRow(lang.L("Name"), w.underWheel(p.name)), p.box, newWrapRow(p.reveal, p.trying.try, p.trying.stop)),
		p.trying.column, p.card)
	p.bar = newFootBar(p.body, p.save, cancel)
	p.bar.moved = w.relayout
	p.content = padded(p.bar.object)
	p.cannot(lang.L("Reading its entry…"))
	p.load()
	return p
}

func (p *editPage) object() fyne.CanvasObject { return p.content }

// cancel goes back to the server's page. What was typed and not saved stays, and is there when the editor is opened again.
func (p *editPage) cancel() {
	if !p.unsaved() {
		p.leave()
		return
	}
	p.w.open(place{page: serverAt, server: p.at})
}

// foot is what the notices leave free.
func (p *editPage) foot() float32 { return p.bar.height() }

func (p *editPage) scrolled() *widgets.Body { return p.body }
func (p *editPage) enter()                  { p.body.Relayout() }
func (p *editPage) refresh()                {}
func (p *editPage) focus()                  { p.w.win.Canvas().Focus(p.box) }

// errLooking ends an edit that only looks.
var errLooking = errors.New("only looking")

// load reads the entry from the file, behind the scenes.
func (p *editPage) load() {
	p.w.net.Go(func() {
		var raw json.RawMessage
		var inputs []json.RawMessage
		err := p.w.app.file.Edit(func(e *edit.Editor) error {
			raw, inputs = e.Raw(p.at), e.Inputs()
			return errLooking
		})
		p.w.door.Do(func() {
			switch {
			case !errors.Is(err, errLooking):
				p.cannot(sentence(err.Error()))
			case raw == nil:
				p.cannot(lang.L("The servers file has no entry of this name any more."))
			default:
				p.loaded, p.inputs = raw, inputs
				p.hidden = masked(raw)
				p.reveal.setHidden(len(p.hidden.hidden) == 0)
				p.fill(p.hidden.text)
				p.understand()
			}
		})
	})
}

// turn shows the secrets as they stand in the box, or hides them again.
func (p *editPage) turn() {
	if p.entry == nil {
		return
	}
	p.revealed = !p.revealed
	if p.revealed {
		p.reveal.SetText(lang.L("Hide the values"))
		p.fill(prettyJSON(p.entry))
		return
	}
	p.reveal.SetText(lang.L("Show the values"))
	p.hidden = masked(p.entry)
	p.fill(p.hidden.text)
}

// fill puts a text of the page's own into the box.
func (p *editPage) fill(text string) {
	p.put = text
	p.box.SetMinRowsVisible(min(max(strings.Count(text, "\n")+2, 8), 18))
	p.box.SetText(text)
}

// unsaved reports whether the person changed anything that is not in the file.
func (p *editPage) unsaved() bool {
	switch {
	case p.loaded == nil:
		return false
	case p.called() != p.at:
		return true
	case p.entry == nil || p.read != p.round:
		return p.box.Text != p.put
	}
	return !equalJSON(p.entry, p.loaded)
}

// understand checks what stands in the box.
func (p *editPage) understand() {
	text := strings.TrimSpace(p.box.Text)
	p.round++
	round, hidden, inputs := p.round, p.hidden, p.inputs
	p.w.net.Go(func() {
		raw, server, err := readEntry(text, hidden, inputs)
		p.w.door.Do(func() {
			if round != p.round {
				return
			}
			p.read = round
			keeping := p.keeping
			p.keeping = false
			if err != nil {
				p.cannot(sentence(err.Error()))
				return
			}
			p.take(raw, server)
			if keeping {
				p.keep()
			}
		})
	})
}

// readEntry reads one entry, comments and all, and puts back what its dots stand for. inputs are those of the file.
func readEntry(text string, hidden masking, inputs []json.RawMessage) (json.RawMessage, config.Server, error) {
	one := func(text string) (config.Entry, error) {
		if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "/") {
			return config.Entry{}, errors.New(lang.L("An entry begins with { and ends with }"))
		}
		read, err := paste.Understand(text, os.Getenv)
		if err != nil {
			return config.Entry{}, err
		}
		if len(read.Entries) != 1 {
			return config.Entry{}, errors.New(lang.L("Only one server can stand here. Add others with Add server."))
		}
		entry := read.Entries[0]
		entry.Server, err = entry.Read(inputs, os.Getenv)
		return entry, err
	}
	entry, err := one(text)
	if err != nil {
		return nil, config.Server{}, err
	}
	raw, err := hidden.unmasked(entry.Raw)
	if err != nil {
		return nil, config.Server{}, err
	}
	entry, err = one(string(raw))
	return raw, entry.Server, err
}

// cannot says why the box cannot be used.
func (p *editPage) cannot(why string) {
	p.entry = nil
	p.save.Disable()
	p.trying.try.Disable()
	p.bar.say("")
	p.draw(widgets.NewNotice(widgets.Warning, brief(why)))
}

// take shows what the entry in the box would run or reach.
func (p *editPage) take(raw json.RawMessage, server config.Server) {
	p.entry, p.reads = raw, server
	p.save.Enable()
	p.trying.try.Enable()
	why := lang.L("Saving lets a changed program start.")
	if len(server.Command) == 0 {
		why = ""
	}
	p.bar.say(why)
	p.facts.show(server)
	objects := []fyne.CanvasObject{section(whatTitle(server), p.facts)}
	if server.Problem != nil {
		p.trying.try.Disable()
		objects = append(objects, widgets.NewNotice(widgets.Failure, brief(server.Problem.Error())))
	}
	p.draw(objects...)
}

func (p *editPage) draw(objects ...fyne.CanvasObject) {
	p.card.set(objects...)
	p.body.Relayout()
}

func (p *editPage) toTry() (config.Server, error) {
	server := p.reads
	server.Name = p.called()
	return server, server.Problem
}

// called is the name that the server is to have.
func (p *editPage) called() string {
	if name := strings.TrimSpace(p.name.Text); name != "" {
		return name
	}
	return p.at
}
