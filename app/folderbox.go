package app

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/widgets"
)

// folderBox lets the person choose a folder: a line with its path, and the folders in it to go into. It is not Fyne's dialog, in which
// whatever has the keyboard keeps Esc for itself.
type folderBox struct {
	w      *Window
	take   func(path string)
	box    *overlay
	path   *keyEntry
	list   *keyList
	place  *fyne.Container // holds the list
	hidden *widgets.TickBox
	says   *widgets.Copyable
	at     string   // the folder that is shown
	ways   []string // where the rows lead; the first may be up
	round  int      // which look is the newest
}

// chooseFolder lets the person pick a folder, from the one that is named when there is it, else from their own. take gets its path; it is not called when
// nothing was picked.
func (w *Window) chooseFolder(from string, take func(path string)) {
	b := &folderBox{w: w, take: take, path: newKeyEntry(nil), says: advice("", theme.ColorNameError), place: container.NewStack()}
	b.path.OnSubmitted = With(w.net, func(string) { b.goTo(b.path.Text) })
	b.hidden = widgets.NewTickBox(lang.L("Show hidden folders"), false, w.net.Func(func() { b.goTo(b.at) }))
	b.says.Hide()
	room := w.win.Canvas().Size()
	size := fyne.NewSize(min(560, room.Width-80), min(400, room.Height-160))
	body := container.New(layout.NewGridWrapLayout(size),
		container.NewBorder(newNamedRow(lang.L("Folder"), b.path), newFlow(4, b.says, b.hidden), nil, nil, b.place))
	choose := w.button(lang.L("Choose this folder"), nil, b.choose)
	choose.Importance = widget.HighImportance
	b.box = &overlay{w: w, over: w.over}
	b.box.close = w.button(lang.L("Cancel"), theme.CancelIcon(), b.box.hide)
	if !b.box.show(lang.L("Choose a folder"), body, b.box.close, choose) {
		return
	}
	b.draw()
	w.win.Canvas().Focus(b.list)
	b.look(from, waysFrom, func(folder string, ways []string, err error) {
		if err != nil {
			b.goTo("~")
			return
		}
		b.show(folder, ways)
	})
}

// draw makes the list anew: the cursor of Fyne's stays where it was in another folder.
func (b *folderBox) draw() {
	had := b.list != nil && b.w.win.Canvas().Focused() == fyne.Focusable(b.list)
	if had {
		b.w.win.Canvas().Unfocus()
	}
	b.list = newKeyList(
		func() int { return len(b.ways) },
		func() fyne.CanvasObject {
			name := widget.NewLabel("")
			name.Truncation = fyne.TextTruncateEllipsis
			return container.New(layout.NewCustomPaddedLayout(0, 0, 8, 8), container.NewBorder(nil, nil, widget.NewIcon(nil), nil, name))
		},
		func(id widget.ListItemID, o fyne.CanvasObject) {
			if id < len(b.ways) {
				b.drawRow(b.ways[id], o.(*fyne.Container).Objects[0].(*fyne.Container).Objects)
			}
		})
	b.list.OnSelected = With(b.w.net, func(id widget.ListItemID) {
		b.list.UnselectAll()
		if id < len(b.ways) {
			b.w.win.Canvas().Focus(b.list)
			b.goTo(b.ways[id])
		}
	})
	b.place.Objects = []fyne.CanvasObject{b.list}
	b.place.Refresh()
	if had {
		b.w.win.Canvas().Focus(b.list)
	}
}

// drawRow says where a row leads.
func (b *folderBox) drawRow(way string, parts []fyne.CanvasObject) {
	words, icon := oneLine(filepath.Base(way), 200), theme.FolderIcon()
	switch {
	case way == filepath.Dir(b.at):
		words, icon = lang.L("One folder up"), theme.MoveUpIcon()
	case filepath.Dir(way) == way: // a drive
		words = oneLine(way, 200)
	}
	parts[0].(*widget.Label).SetText(words)
	parts[1].(*widget.Icon).SetResource(icon)
}

// goTo shows what is in a folder, or says why not.
func (b *folderBox) goTo(typed string) {
	b.look(typed, waysFrom, func(folder string, ways []string, err error) {
		if err != nil {
			b.say(err.Error())
			return
		}
		b.show(folder, ways)
	})
}

func (b *folderBox) show(folder string, ways []string) {
	b.say("")
	b.at, b.ways = folder, ways
	b.path.SetText(folder)
	b.draw()
}

// choose takes the folder in the line, which may be one that was just typed.
func (b *folderBox) choose() {
	noWays := func(string, bool) ([]string, error) { return nil, nil } // it can be chosen without being allowed to look into it
	b.look(b.path.Text, noWays, func(folder string, _ []string, err error) {
		if err != nil {
			b.say(err.Error())
			return
		}
		b.box.hide()
		b.take(folder)
	})
}

// look finds a folder and the ways from it, behind the scenes: one far away may take its time.
func (b *folderBox) look(typed string, read func(folder string, hidden bool) ([]string, error), then func(folder string, ways []string, err error)) {
	b.round++
	round, hidden := b.round, b.hidden.On()
	b.w.net.Go(func() {
		folder, err := folderAt(strings.TrimSpace(typed))
		var ways []string
		if err == nil {
			ways, err = read(folder, hidden)
		}
		b.w.door.Do(func() {
			if round == b.round && b.box.popup.Visible() {
				then(folder, ways, err)
			}
		})
	})
}

func (b *folderBox) say(wrong string) {
	b.says.Hidden = wrong == ""
	b.says.SetText(wrong)
	b.box.popup.Content.Refresh()
}

// waysFrom are the folders that one can go to from a folder: up, and those in it by name.
func waysFrom(folder string, hidden bool) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, errors.New(lang.L("The folder {{.Folder}} cannot be reached.", map[string]any{"Folder": oneLine(folder, 120)}))
	}
	var inside []string
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if (hidden || !strings.HasPrefix(entry.Name(), ".")) && isFolder(entry, path) {
			inside = append(inside, path)
		}
	}
	slices.SortFunc(inside, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	if up := filepath.Dir(folder); up != folder {
		return append([]string{up}, inside...), nil
	}
	return append(otherDrives(folder), inside...), nil
}

// isFolder follows links.
func isFolder(entry os.DirEntry, path string) bool {
	if entry.Type()&os.ModeSymlink == 0 {
		return entry.IsDir()
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// otherDrives are the drives of Windows but one, which have nothing above them to go up to.
func otherDrives(but string) (drives []string) {
	if runtime.GOOS != "windows" {
		return nil
	}
	for letter := 'A'; letter <= 'Z'; letter++ {
		drive := string(letter) + `:\`
		if _, err := os.Stat(drive); err == nil && !strings.EqualFold(drive, but) {
			drives = append(drives, drive)
		}
	}
	return drives
}
