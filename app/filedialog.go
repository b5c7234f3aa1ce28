package app

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/storage"

	"parley/widgets"
)

// picker is a dialog of Fyne's for choosing a file or a folder, as Esc sees it.
type picker struct {
	w      *Window
	dialog *dialog.FileDialog
	layer  fyne.CanvasObject
}

// pick shows such a dialog.
func (w *Window) pick(d *dialog.FileDialog, title string) {
	d.SetTitleText(title)
	d.SetDismissText(lang.L("Cancel"))
	d.Show()
	room := w.win.Canvas().Size()
	d.Resize(fyne.NewSize(min(room.Width*0.9, 820), min(room.Height*0.9, 560)))
	if top := w.win.Canvas().Overlays().Top(); top != nil { // the system's own dialogs lie nowhere
		w.over = &picker{w: w, dialog: d, layer: top}
	}
}

func (p *picker) shows(top fyne.CanvasObject) bool { return top == p.layer }

func (p *picker) hide() {
	p.w.over = nil
	p.dialog.Dismiss()
}

// chooseFolder lets the person pick a folder. take gets its path, or why there is nothing to pick from; it is not called when nothing
// was picked.
func (w *Window) chooseFolder(take func(path string, err error)) {
	d := dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		w.net.Run(func() {
			switch {
			case err != nil:
				take("", err)
			case folder != nil:
				take(filepath.FromSlash(folder.Path()), nil)
			}
		})
	}, w.win)
	d.SetConfirmText(lang.L("Choose this folder"))
	w.pick(d, lang.L("Choose a folder"))
}

// saveFile asks where a text goes and writes it there, off Fyne's goroutine.
func (w *Window) saveFile(name, text string) {
	d := dialog.NewFileSave(func(file fyne.URIWriteCloser, err error) {
		w.net.Run(func() {
			if err != nil {
				w.notices.add(widgets.Failure, lang.L("The file was not saved: {{.Why}}", map[string]any{"Why": err.Error()}))
				return
			}
			if file != nil {
				w.write(file, text)
			}
		})
	}, w.win)
	d.SetFileName(name)
	if home, err := storage.ListerForURI(storage.NewFileURI(w.app.opts.SaveTo)); err == nil && w.app.opts.SaveTo != "" {
		d.SetLocation(home)
	}
	d.SetConfirmText(lang.L("Save"))
	w.pick(d, lang.L("Save the file"))
}

func (w *Window) write(file fyne.URIWriteCloser, text string) {
	w.net.Go(func() {
		_, err := file.Write([]byte(text))
		if closed := file.Close(); err == nil {
			err = closed
		}
		w.door.Do(func() {
			if err != nil {
				w.notices.add(widgets.Failure, lang.L("The file was not saved: {{.Why}}", map[string]any{"Why": err.Error()}))
				return
			}
			w.notices.add(widgets.Success, lang.L("Saved {{.Size}} to {{.File}}.",
				map[string]any{"Size": bulk(len(text)), "File": file.URI().Name()}))
		})
	})
}
