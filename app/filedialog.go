package app

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
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
		below := w.over
		over := &picker{w: w, dialog: d, layer: top}
		w.over = over
		d.SetOnClosed(func() {
			if w.over == over {
				w.over = below
			}
		})
	}
}

func (p *picker) shows(top fyne.CanvasObject) bool { return top == p.layer }

func (p *picker) hide() {
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
