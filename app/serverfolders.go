package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/config"
	"parley/widgets"
)

// folderList is the part of a server's page with the folders that the server is told it may use.
type folderList struct {
	p      *serverPage
	column *flow
	about  *widgets.Words
	rows   *flow
	path   *keyEntry
	wrong  *widgets.Copyable
	list   []string // drawn
	drawn  bool
}

func newFolderList(p *serverPage) *folderList {
	f := &folderList{p: p, rows: newFlow(4), wrong: advice("", theme.ColorNameError)}
	f.wrong.Hide()
	f.path = newKeyEntry(nil)
	f.path.gained = func() { p.w.reveal(f.path) }
	f.path.SetPlaceHolder(lang.L("Type a folder…"))
	f.path.OnSubmitted = With(p.w.net, func(string) { f.addTyped() })
	add := p.w.button(lang.L("Add"), theme.ContentAddIcon(), f.addTyped)
	choose := p.w.button(lang.L("Choose…"), theme.FolderOpenIcon(), f.choose)
	f.about = caption("")
	f.column = section(lang.L("Folders it may see"), f.about, f.rows,
		container.NewBorder(nil, nil, nil, container.NewHBox(add, choose), p.w.underWheel(f.path)), f.wrong)
	return f
}

func (f *folderList) show(entry config.Server, hidden bool) {
	f.column.Hidden = hidden
	f.about.SetText(lang.L("Parley tells the server that it may work in these folders. A program can still reach whatever you can reach."))
	if entry.URL != "" {
		f.about.SetText(lang.L("Parley tells the server that it may work in these folders."))
	}
	if f.drawn && slices.Equal(f.list, entry.Roots) {
		return
	}
	f.drawn, f.list = true, entry.Roots
	rows := make([]fyne.CanvasObject, 0, len(entry.Roots))
	for _, folder := range entry.Roots {
		name := widgets.NewWords(exactly(folder))
		name.Style.Monospace = true
		remove := f.p.w.button(lang.L("Take away"), theme.ContentRemoveIcon(), f.p.w.afterwards(func() {
			f.set(slices.DeleteFunc(slices.Clone(f.list), func(other string) bool { return other == folder }))
		}))
		rows = append(rows, newSideBySide(widgets.NewCopyable(name), remove))
	}
	f.rows.Hidden = len(rows) == 0
	f.rows.set(rows...)
}

// addTyped takes the folder that was typed, if there is one like it.
func (f *folderList) addTyped() {
	typed := strings.TrimSpace(f.path.Text)
	if typed == "" {
		return
	}
	w := f.p.w
	w.net.Go(func() {
		folder, err := folderAt(typed)
		w.door.Do(func() {
			if err != nil {
				f.say(err.Error())
				return
			}
			f.say("")
			f.path.empty()
			f.add(folder)
		})
	})
}

func (f *folderList) say(wrong string) {
	f.wrong.SetText(wrong)
	f.wrong.Hidden = wrong == ""
	f.p.body.Relayout()
}

// folderAt makes a whole path of what was typed and looks whether there is such a folder.
func folderAt(typed string) (string, error) {
	folder := typed
	if rest, mine := strings.CutPrefix(typed, "~"); mine && (rest == "" || os.IsPathSeparator(rest[0])) {
		if home, err := os.UserHomeDir(); err == nil {
			folder = filepath.Join(home, rest)
		}
	}
	data := map[string]any{"Folder": oneLine(typed, 120)}
	if !filepath.IsAbs(folder) {
		return "", errors.New(lang.L("Give the whole path of the folder, from its beginning."))
	}
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", errors.New(lang.L("There is no folder {{.Folder}}.", data))
	case err != nil:
		return "", errors.New(lang.L("The folder {{.Folder}} cannot be reached.", data))
	case !info.IsDir():
		return "", errors.New(lang.L("{{.Folder}} is a file, not a folder.", data))
	}
	return filepath.Clean(folder), nil
}

// choose lets the person pick a folder.
func (f *folderList) choose() {
	f.p.w.chooseFolder(f.path.Text, func(folder string) {
		f.say("")
		f.add(folder)
	})
}

func (f *folderList) add(folder string) {
	if !slices.Contains(f.list, folder) {
		f.set(append(slices.Clone(f.list), folder))
	}
}

// set tells the server at once and keeps the list in the servers file.
func (f *folderList) set(folders []string) {
	f.p.with(func(s server) { s.SetRoots(folders) })
	f.p.w.app.setMember(f.p.at.server, "roots", orNothing(folders, len(folders) == 0))
}

// orNothing is the value of a member, or nil to take it out of its entry.
func orNothing(value any, nothing bool) any {
	if nothing {
		return nil
	}
	return value
}

// sideBySide is text that wraps with a button at its right end.
type sideBySide struct {
	widget.BaseWidget
	text   fyne.CanvasObject
	button fyne.CanvasObject
}

func newSideBySide(text, button fyne.CanvasObject) *sideBySide {
	s := &sideBySide{text: text, button: button}
	s.ExtendBaseWidget(s)
	return s
}

// HeightFor is for the layout around it.
func (s *sideBySide) HeightFor(width float32) float32 {
	button := s.button.MinSize()
	return max(button.Height, heightFor(s.text, width-button.Width-8))
}

// CreateRenderer is for Fyne.
func (s *sideBySide) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(sideLayout{}, s.text, s.button))
}

type sideLayout struct{}

func (sideLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(120, o[1].MinSize().Height)
}

func (sideLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	button := o[1].MinSize()
	width := size.Width - button.Width - 8
	height := heightFor(o[0], width)
	o[0].Move(fyne.NewPos(0, (size.Height-height)/2))
	o[0].Resize(fyne.NewSize(width, height))
	o[1].Move(fyne.NewPos(size.Width-button.Width, (size.Height-button.Height)/2))
	o[1].Resize(button)
}
