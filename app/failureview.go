package app

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"parley/bridge"
	"parley/widgets"
)

// failureView tells what went wrong, then what to do about it, and the raw detail only on request.
type failureView struct {
	object *fyne.Container
	what   *widgets.Notice
	top    *flow
	more   *widget.Button
	detail *widgets.Viewer
	w      *Window
}

func newFailureView(w *Window) *failureView {
	v := &failureView{w: w, detail: w.viewer(true)}
	v.more = w.button(lang.L("Show the details"), nil, v.toggle)
	v.more.Importance = widget.LowImportance
	v.top = newFlow(4)
	v.object = container.New(&under{}, v.top, v.detail)
	v.object.Hide()
	return v
}

func (v *failureView) hide() { v.object.Hide() }

// show takes a failure; nil is one that nobody explained.
func (v *failureView) show(f *bridge.Failure) {
	if f == nil {
		f = &bridge.Failure{What: lang.L("Something went wrong, and nothing says what.")}
	}
	sentence := f.What
	if f.Do != "" {
		sentence = strings.TrimRight(sentence, ".") + ". " + f.Do
	}
	v.what = widgets.NewNotice(widgets.Failure, sentence)
	v.detail.SetText(f.Detail)
	v.detail.Hide()
	v.more.SetText(lang.L("Show the details"))
	v.more.Hidden = f.Detail == ""
	v.top.set(v.what, container.NewHBox(v.more))
	v.object.Show()
}

// wants is the height that it can use: without the details only that of its sentences.
func (v *failureView) wants(width float32) float32 {
	if v.detail.Visible() {
		return 10000
	}
	return heightFor(v.top, width) + 8
}

func (v *failureView) toggle() {
	if v.detail.Visible() {
		v.detail.Hide()
		v.more.SetText(lang.L("Show the details"))
	} else {
		v.detail.Show()
		v.more.SetText(lang.L("Hide the details"))
	}
	v.object.Refresh()
	v.w.page().refresh()
}
