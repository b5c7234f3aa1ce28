package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/widgets"
)

// addServerPage shows where the servers file is and how an entry looks, and reads it again.
type addServerPage struct {
	w       *Window
	content fyne.CanvasObject
	file    *widgets.Words
	demo    *widget.Button
}

// sampleServers is what a servers file looks like; a new one starts with it, switched off.
const sampleServers = `{
  "mcpServers": {
    "Files": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/path/to/a/folder"],
      "disabled": true
    },
    "Lab": {
      "url": "https://lab.example.org/mcp",
      "headers": { "Authorization": "Bearer ${LAB_TOKEN}" },
      "disabled": true
    }
  }
}
`

func newAddServerPage(w *Window) *addServerPage {
	p := &addServerPage{w: w}
	about := widgets.NewWords(lang.L("Parley reads your servers from one file. Each entry is a program on this machine or an address. Entries from other apps can be copied into it as they are. When you have changed the file, press Reload."))
	p.file = widgets.NewWords(widgets.Plain(w.app.opts.Servers))
	p.file.Style.Monospace = true
	open := w.button(lang.L("Open its folder"), theme.FolderOpenIcon(), p.openFolder)
	open.Importance = widget.HighImportance
	copyPath := w.button(lang.L("Copy its path"), theme.ContentCopyIcon(), func() {
		w.app.opts.Fyne.Clipboard().SetContent(w.app.opts.Servers)
		w.notices.add(widgets.Info, lang.L("Copied the path."))
	})
	reload := w.button(lang.L("Reload"), theme.ViewRefreshIcon(), w.reload)
	p.demo = w.button(lang.L("Show the demo server"), theme.MediaPlayIcon(), func() { w.app.showDemo(true) })
	sample := widgets.NewWords(sampleServers)
	sample.Style.Monospace = true
	sample.SizeName = theme.SizeNameCaptionText
	column := widgets.NewBody(
		heading(lang.L("Add a server")), about, p.file, container.NewHBox(open, copyPath, reload, p.demo),
		caption(lang.L("This is how entries look. Take out the “disabled” line to switch one on.")), sample)
	p.content = padded(column)
	return p
}

func (p *addServerPage) object() fyne.CanvasObject { return p.content }
func (p *addServerPage) enter()                    { p.refresh() }
func (p *addServerPage) focus()                    {}

func (p *addServerPage) refresh() {
	p.demo.Hidden = p.w.app.opts.Demo == nil || p.w.servers.named(p.w.app.opts.Demo.Name) != nil
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
				map[string]any{"Why": err.Error(), "Folder": filepath.Dir(path)}))
		})
	})
}

// startFile makes a servers file with the sample in it, unless there is one.
func startFile(path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return replaceFile(path, []byte(sampleServers))
}
