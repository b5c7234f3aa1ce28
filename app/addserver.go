package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/config"
	"parley/bridge/config/paste"
	"parley/bridge/ownfile"
	"parley/widgets"
)

// addServerPage takes a command line, an address or a block of JSON, shows what it understood of it, tries it, and adds it.
type addServerPage struct {
	w       *Window
	box     *pasteBox
	what    *flow // what was understood
	other   *flow // other ways; what to paste
	demo    *button
	notes   *widgets.Copyable // about the file
	add     *button
	bar     *footBar
	body    *widgets.Body
	content fyne.CanvasObject

	text      string // that was understood last
	round     int    // which reading of the box is the newest
	read      paste.Understood
	proposals []*proposal
}

func newAddServerPage(w *Window) *addServerPage {
	p := &addServerPage{w: w, what: newFlow(12)}
	about := widgets.NewWords(lang.L("Paste what the instructions of the server say: a command line, an address, or a block of settings in braces (JSON)."))
	p.box = newPasteBox(w, lang.L("npx -y @modelcontextprotocol/server-everything"))
	p.box.OnChanged = With(w.net, func(string) { p.understand() })
	p.add = w.button(lang.L("Add"), theme.ContentAddIcon(), p.addWanted)
	p.add.Importance = widget.HighImportance
	p.box.submit = w.net.Func(p.addWanted)
	p.other = p.otherWays()
	p.body = widgets.NewBody(newFlow(10, heading(lang.L("Add a server")), about, p.box.object), p.what, p.other)
	p.bar = newFootBar(p.body, p.add)
	p.bar.moved = w.relayout
	p.content = padded(p.bar.object)
	p.draw(nil)
	return p
}

// otherWays is what else there is: the servers of other apps, the file itself.
func (p *addServerPage) otherWays() *flow {
	w := p.w
	bring := w.button(lang.L("Bring servers from other apps"), theme.DownloadIcon(), w.showBring)
	open := w.button(lang.L("Open the file's folder"), theme.FolderOpenIcon(), p.openFolder)
	copyPath := w.button(lang.L("Copy its path"), theme.ContentCopyIcon(), func() {
		w.app.opts.Fyne.Clipboard().SetContent(w.app.opts.Servers)
		w.notices.add(widgets.Info, lang.L("Copied the path."))
	})
	p.demo = w.button(lang.L("Show the demo server"), theme.MediaPlayIcon(), func() { w.app.showDemo(true) })
	file := widgets.NewWords(widgets.Plain(w.app.opts.Servers))
	file.Style.Monospace = true
	file.SizeName = theme.SizeNameCaptionText
	p.notes = advice("", widgets.ColorNameMuted)
	return newFlow(20,
		section(lang.L("Or"), newWrapRow(bring, p.demo)),
		section(lang.L("All your servers are in one file"),
			caption(lang.L("It can be changed by hand. Parley notices and asks before it uses what changed.")), widgets.NewCopyable(file), p.notes, newWrapRow(open, copyPath)))
}

func (p *addServerPage) object() fyne.CanvasObject { return p.content }
func (p *addServerPage) enter()                    { p.refresh() }
func (p *addServerPage) focus()                    { p.w.win.Canvas().Focus(p.box) }

// cancel goes back. What was pasted stays, for who comes again.
func (p *addServerPage) cancel() { p.w.back() }

// foot is what the notices leave free.
func (p *addServerPage) foot() float32 { return p.bar.height() }

// scrolled is the column that scrolls.
func (p *addServerPage) scrolled() *widgets.Body { return p.body }

func (p *addServerPage) refresh() {
	p.notes.SetText(widgets.Plain(p.w.fileNotes))
	p.notes.Hidden = p.w.fileNotes == ""
	p.demo.setHidden(p.w.app.opts.Demo == nil || p.w.servers.named(p.w.app.opts.Demo.Name) != nil)
	p.body.Relayout()
}

// understand reads what stands in the box, behind the scenes: a block can be long.
func (p *addServerPage) understand() {
	text := strings.TrimSpace(p.box.Text)
	p.round++
	round := p.round
	if text == "" {
		p.text, p.read = "", paste.Understood{}
		p.draw(nil)
		return
	}
	taken := p.w.serverNames()
	p.w.net.Go(func() {
		read, err := paste.Understand(text, os.Getenv, taken...)
		p.w.door.Do(func() {
			if round == p.round && text != p.text {
				p.text, p.read = text, read
				p.draw(err)
			}
		})
	})
}

// draw shows what was understood, or why nothing was.
func (p *addServerPage) draw(err error) {
	for _, old := range p.proposals {
		old.trying.forget()
	}
	p.proposals = nil
	var objects []fyne.CanvasObject
	switch {
	case p.text == "":
	case err != nil:
		objects = append(objects, widgets.NewNotice(widgets.Warning, brief(err.Error())))
	default:
		if len(p.read.Notes) > 0 {
			objects = append(objects, widgets.NewNotice(widgets.Info, brief(strings.Join(p.read.Notes, "\n"))))
		}
		for _, entry := range p.read.Entries {
			proposal := newProposal(p.w, entry, len(p.read.Entries) > 1, p.body.Relayout, p.count)
			p.proposals = append(p.proposals, proposal)
			objects = append(objects, proposal)
		}
	}
	p.what.Hidden = len(objects) == 0
	p.other.Hidden = !p.what.Hidden
	p.what.set(objects...)
	p.count()
	if p.body != nil {
		p.body.Relayout()
	}
}

// count says on the button what it adds, and beside it why it cannot.
func (p *addServerPage) count() {
	chosen := len(p.wanted())
	p.add.SetText(lang.L("Add"))
	if chosen > 1 {
		p.add.SetText(lang.L("Add {{.Servers}}", map[string]any{"Servers": serverCount(chosen)}))
	}
	why := ""
	switch {
	case chosen == 0 && p.text == "":
		why = lang.L("Paste something above first.")
	case chosen == 0 && slices.ContainsFunc(p.proposals, func(proposal *proposal) bool { return proposal.tick != nil }):
		why = lang.L("Tick what you want to add.")
	case chosen == 0:
		why = lang.L("There is nothing to add yet.")
	case p.programs() > 1:
		why = lang.L("Adding them lets their programs start.")
	case p.programs() == 1 && chosen > 1:
		why = lang.L("Adding them lets one program start.")
	case p.programs() == 1:
		why = lang.L("Adding it lets the program start.")
	}
	if chosen == 0 {
		p.add.Disable()
	} else {
		p.add.Enable()
	}
	p.bar.say(why)
}

func (p *addServerPage) wanted() []config.Entry {
	var list []config.Entry
	for _, proposal := range p.proposals {
		if proposal.wanted() {
			list = append(list, proposal.called())
		}
	}
	return list
}

// programs is how many programs may start once what is wanted is added.
func (p *addServerPage) programs() (count int) {
	for _, entry := range p.wanted() {
		if len(entry.Server.Command) > 0 && !entry.Server.Disabled {
			count++
		}
	}
	return count
}

// addWanted adds what is ticked and shows the first of it.
func (p *addServerPage) addWanted() {
	entries := p.wanted()
	if len(entries) == 0 || strings.TrimSpace(p.box.Text) != p.text { // what is being typed was not shown as a program yet
		return
	}
	for _, proposal := range p.proposals {
		proposal.trying.forget()
	}
	p.w.app.addServers([]batch{{inputs: p.read.Inputs, entries: entries}}, func(names []string) {
		p.box.empty()
		p.w.open(place{page: serverAt, server: names[0]})
	})
}

// serverNames are the names that are taken.
func (w *Window) serverNames() []string {
	var list []string
	for _, s := range w.servers.all() {
		list = append(list, s.Name())
	}
	return list
}

// openFolder makes the file if there is none yet, and opens its folder with the system's own program.
func (p *addServerPage) openFolder() {
	w, path := p.w, p.w.app.opts.Servers
	w.net.Go(func() {
		err := startFile(path)
		if err == nil {
			err = w.app.opts.Browse(filepath.Dir(path))
		}
		if err == nil {
			return
		}
		w.door.Do(func() {
			w.notices.add(widgets.Failure, lang.L("The folder could not be opened: {{.Why}} It is {{.Folder}}.",
				map[string]any{"Why": sentence(err.Error()), "Folder": filepath.Dir(path)}))
		})
	})
}

// startFile makes an empty servers file, unless there is one.
func startFile(path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return ownfile.Replace(path, []byte("{\n  \"mcpServers\": {}\n}\n"))
}

// pasteBox is a box of several lines for text that is pasted. Ctrl+Enter does what the page is for.
type pasteBox struct {
	keyEntry
	object fyne.CanvasObject
	submit func()
	w      *Window
}

// pasteLimit is how much text a box takes; Fyne's entries are slow with more.
const pasteLimit = 32 << 10

func newPasteBox(w *Window, hint string) *pasteBox {
	b := &pasteBox{w: w}
	b.MultiLine, b.Wrapping = true, fyne.TextWrapBreak
	b.TextStyle.Monospace = true
	b.SetPlaceHolder(hint)
	b.SetMinRowsVisible(4)
	b.gained = func() { w.reveal(b) }
	b.ExtendBaseWidget(b)
	b.object, b.drawn = b, b
	return b
}

// TypedShortcut is for Fyne.
func (b *pasteBox) TypedShortcut(s fyne.Shortcut) {
	if paste, ok := s.(*fyne.ShortcutPaste); ok && paste.Clipboard != nil && len(paste.Clipboard.Content())+len(b.Text) > pasteLimit {
		b.w.notices.add(widgets.Warning, lang.L("That is too much text for this box. Put it into the servers file instead."))
		return
	}
	modifier, _ := mainKey()
	if custom, ok := s.(*desktop.CustomShortcut); ok && custom.Modifier == modifier && b.submit != nil &&
		(custom.KeyName == fyne.KeyReturn || custom.KeyName == fyne.KeyEnter) {
		b.submit()
		return
	}
	if custom, ok := s.(*desktop.CustomShortcut); ok && windowsKey(custom) {
		passShortcut(b, s)
		return
	}
	b.Entry.TypedShortcut(s)
}
