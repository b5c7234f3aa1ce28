package app

import (
	"errors"
	"strings"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"parley/bridge"
	"parley/widgets"
)

// failureView tells what went wrong, then what to do about it, and the raw detail on request, or at once when what to do speaks of it. It is a column that
// pages put into one that scrolls.
type failureView struct {
	column  *flow
	more    *button
	detail  *widgets.Viewer
	resized func() // its height has changed
}

func newFailureView(w *Window, resized func()) *failureView {
	v := &failureView{detail: w.viewer(true), column: newFlow(6), resized: resized}
	v.more = w.foldButton(lang.L("Show the details"), v.toggle)
	v.detail.MaxRows = 20
	v.column.Hide()
	return v
}

func (v *failureView) hide() { v.column.Hide() }

// show takes a failure; nil is one that nobody explained.
func (v *failureView) show(f *bridge.Failure) {
	if f == nil {
		f = &bridge.Failure{What: lang.L("Something went wrong, and nothing says what.")}
	}
	sentence := brief(f.What)
	if f.Do != "" {
		sentence = strings.TrimRight(sentence, ".") + ". " + brief(f.Do)
	}
	v.detail.SetText(f.Detail)
	v.detail.Hidden = !f.PointsAtDetail()
	v.name()
	v.more.Hidden = f.Detail == ""
	kind := widgets.Failure
	if errors.Is(f, bridge.ErrNotGiven) || f.Instead != nil {
		kind = widgets.Warning
	}
	v.column.set(widgets.NewNotice(kind, sentence), container.NewHBox(v.more), v.detail)
	v.column.Show()
}

func (v *failureView) toggle() {
	v.detail.Hidden = !v.detail.Hidden
	v.name()
	v.column.Refresh()
	v.resized()
}

// name says on the button what it does.
func (v *failureView) name() {
	if v.detail.Visible() {
		v.more.fold(lang.L("Hide the details"), true)
		return
	}
	v.more.fold(lang.L("Show the details"), false)
}
