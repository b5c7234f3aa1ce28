package app

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/widgets"
)

// viewer shows long text, a row for each line, and draws only the rows that are seen.
type viewer struct {
	widget.List
	lines []string
}

func newViewer(text string) *viewer {
	v := &viewer{}
	v.HideSeparators = true
	v.Length = func() int { return len(v.lines) }
	v.CreateItem = func() fyne.CanvasObject {
		l := widget.NewLabel("")
		l.Truncation = fyne.TextTruncateClip
		return l
	}
	v.UpdateItem = func(id widget.ListItemID, o fyne.CanvasObject) {
		o.(*widget.Label).SetText(widgets.PlainLine(v.lines[id], 2000))
	}
	v.ExtendBaseWidget(v)
	v.SetText(text)
	return v
}

// SetText changes the text.
func (v *viewer) SetText(text string) {
	v.lines = nil
	if text != "" {
		v.lines = strings.Split(text, "\n")
	}
	v.Refresh()
}

// stateMark is a small icon for the state of a server.
type stateMark struct{ widget.Icon }

func newStateMark(kind widgets.Kind) *stateMark {
	m := &stateMark{}
	m.ExtendBaseWidget(m)
	m.Set(kind)
	return m
}

// Set changes the state.
func (m *stateMark) Set(kind widgets.Kind) {
	switch kind {
	case widgets.Success:
		m.SetResource(theme.NewSuccessThemedResource(theme.ConfirmIcon()))
	case widgets.Warning:
		m.SetResource(theme.NewWarningThemedResource(theme.WarningIcon()))
	case widgets.Failure:
		m.SetResource(theme.NewErrorThemedResource(theme.ErrorIcon()))
	case widgets.Busy:
		m.SetResource(theme.NewPrimaryThemedResource(theme.ViewRefreshIcon()))
	default:
		m.SetResource(theme.NewDisabledResource(theme.RadioButtonIcon()))
	}
}
