package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/widgets"
)

// saveBox asks where a text goes: a name and a folder. It is not Fyne's dialog, which takes no Esc while its line has the keyboard, and
// whose question about overwriting takes none at all. A file that is there already is overwritten by a button of its own, and by no Enter.
type saveBox struct {
	w         *Window
	text      string
	box       *overlay
	name      *keyEntry
	folder    *keyEntry
	says      *widgets.Copyable
	save      *button
	overwrite *button
	taken     string // the file that overwrite is about
	round     int    // which press is the newest
	writes    write  // what it asked for, while that is under way
}

// saveFile asks where a text goes and writes it there, off Fyne's goroutine.
func (w *Window) saveFile(name, text string) {
	b := &saveBox{w: w, text: text, name: newKeyEntry(nil), folder: newKeyEntry(nil), says: advice("", widgets.ColorNameMuted)}
	b.name.SetText(name)
	b.folder.SetText(w.saveTo())
	b.name.OnSubmitted = With(w.net, func(string) { b.press() })
	b.folder.OnSubmitted = With(w.net, func(string) { b.press() })
	b.name.OnChanged = With(w.net, func(string) { b.say("") })
	b.folder.OnChanged = With(w.net, func(string) { b.say("") })
	choose := w.button(lang.L("Choose…"), theme.FolderOpenIcon(), b.choose)
	b.save = w.button(lang.L("Save"), theme.DocumentSaveIcon(), b.press)
	b.save.Importance = widget.HighImportance
	b.overwrite = w.button(lang.L("Overwrite"), theme.WarningIcon(), func() { b.write(b.taken, true) })
	b.overwrite.Hide()
	body := container.New(layout.NewGridWrapLayout(fyne.NewSize(min(520, w.win.Canvas().Size().Width-80), 150)),
		newFlow(8, newNamedRow(lang.L("Name"), b.name),
			newNamedRow(lang.L("Folder"), container.NewBorder(nil, nil, nil, choose, b.folder)), b.says))
	b.box = &overlay{w: w}
	b.box.close = w.button(lang.L("Cancel"), theme.CancelIcon(), b.box.hide)
	left := container.New(keptRoom{}, b.overwrite)
	if b.box.show(lang.L("Save the file"), body, left, b.box.close, b.save) {
		w.win.Canvas().Focus(b.name)
		b.name.selectAll()
	}
}

// keptRoom keeps the place of a thing while it is hidden, so that it moves nothing when it comes.
type keptRoom struct{}

// MinSize is for Fyne.
func (keptRoom) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

// Layout is for Fyne.
func (keptRoom) Layout(o []fyne.CanvasObject, size fyne.Size) { o[0].Resize(size) }

// saveTo is the folder that is offered: the last one, or the person's own.
func (w *Window) saveTo() string {
	if w.savedTo != "" {
		return w.savedTo
	}
	if w.app.opts.SaveTo != "" {
		return w.app.opts.SaveTo
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return home
}

func (b *saveBox) choose() {
	b.w.chooseFolder(b.folder.Text, b.folder.SetText)
}

// say writes what is in the way; "" takes it back.
func (b *saveBox) say(words string) {
	b.overwrite.setHidden(true)
	b.says.SetText(words)
}

// press saves, unless something is there already.
func (b *saveBox) press() {
	name := strings.TrimSpace(b.name.Text)
	if name == "" {
		b.say(lang.L("Give the file a name."))
		return
	}
	b.write(filepath.Join(strings.TrimSpace(b.folder.Text), name), false)
}

// errTaken tells that there is something of that name.
var errTaken = errors.New("there is a file of that name")

// write is what a press asks for.
type write struct {
	path string
	over bool
}

// write writes the file behind the scenes and closes the box; or says what is in the way. A large text takes its time: a second press of the
// same would only find the file of the first in its way.
func (b *saveBox) write(path string, over bool) {
	if b.writes == (write{path, over}) {
		return
	}
	b.round++
	b.writes = write{path, over}
	round, text := b.round, b.text
	b.w.net.Go(func() {
		err := writeNew(path, text, over)
		b.w.door.Do(func() {
			if round == b.round {
				b.writes = write{}
				b.wrote(path, err)
			}
		})
	})
}

// writeNew writes a file, and over one that is there only when that is wanted. Of a new one that cannot be written whole nothing stays.
func writeNew(path, text string, over bool) error {
	how := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if over {
		how = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	file, err := os.OpenFile(path, how, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return errTaken
	}
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil && !over {
		_ = os.Remove(path)
	}
	return err
}

func (b *saveBox) wrote(path string, err error) {
	data := map[string]any{"Size": bulk(len(b.text)), "File": oneLine(filepath.Base(path), 100), "Folder": oneLine(filepath.Dir(path), 200)}
	switch {
	case errors.Is(err, errTaken):
		b.say(lang.L("There is a file {{.File}} in this folder already. Save under another name, or overwrite it.", data))
		b.taken = path
		b.overwrite.setHidden(false)
	case errors.Is(err, fs.ErrNotExist):
		b.say(lang.L("There is no folder {{.Folder}}.", data))
	case err != nil:
		b.say(lang.L("The file was not saved: {{.Why}}", map[string]any{"Why": oneLine(err.Error(), 200)}))
	default:
		b.w.savedTo = filepath.Dir(path)
		b.box.hide()
		b.w.notices.add(widgets.Success, lang.L("Saved {{.Size}} to {{.File}} in {{.Folder}}.", data))
	}
}
