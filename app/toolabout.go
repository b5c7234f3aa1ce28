package app

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"parley/widgets"
)

// aboutView is what a server says about a tool: its beginning, and all of it on request. Servers have sent whole manuals, and the form
// below is what the person came for.
type aboutView struct {
	column  *flow
	brief   *widgets.Words
	more    *button
	fold    *fyne.Container // of more
	whole   *widgets.Viewer
	text    string // drawn
	resized func() // its height has changed
}

func newAboutView(w *Window, resized func()) *aboutView {
	v := &aboutView{brief: widgets.NewWords(""), whole: w.viewer(false), resized: resized}
	v.whole.MaxRows = 14
	v.whole.Hide()
	v.more = w.foldButton(lang.L("Show all of it"), v.turn)
	v.fold = container.NewHBox(v.more)
	v.column = newFlow(2, v.brief, v.whole, v.fold)
	v.column.Hide()
	return v
}

func (v *aboutView) show(text string) {
	text = strings.TrimSpace(text)
	if text == v.text {
		return
	}
	v.text = text
	v.column.Hidden = text == ""
	brief, cut := beginning(widgets.Plain(text))
	v.brief.SetText(brief)
	v.fold.Hidden = !cut
	if !cut && v.whole.Visible() {
		v.turn()
	}
	v.whole.SetText(text)
}

// turn shows all of it, or only its beginning again.
func (v *aboutView) turn() {
	v.whole.Hidden = !v.whole.Hidden
	v.brief.Hidden = !v.whole.Hidden
	if v.whole.Hidden {
		v.more.fold(lang.L("Show all of it"), false)
	} else {
		v.more.fold(lang.L("Show only its beginning"), true)
	}
	v.column.Refresh()
	v.resized()
}

// How much of a text its beginning is: what most descriptions keep to.
const (
	briefRunes = 400
	briefLines = 6
)

// beginning gives the first words of a text, and whether there is more of it. What is only little more is not worth a press.
func beginning(text string) (string, bool) {
	lines := strings.Split(text, "\n")
	runes := []rune(text)
	if len(runes) <= briefRunes+80 && len(lines) <= briefLines+2 {
		return text, false
	}
	brief := strings.Join(lines[:min(len(lines), briefLines)], "\n")
	if runes := []rune(brief); len(runes) > briefRunes {
		brief = string(runes[:briefRunes])
		if space := strings.LastIndexAny(brief, " \n"); space > len(brief)/2 {
			brief = brief[:space]
		}
	}
	return strings.TrimRight(brief, " \n,;:.") + " …", true
}
