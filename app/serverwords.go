package app

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge"
	"parley/widgets"
)

// logView is the part of a server's page with its log messages, from the level on that the person picks.
type logView struct {
	p      *serverPage
	column *flow
	level  *widget.Select
	copy   *button
	view   *widgets.Viewer
	none   *widgets.Words
	drawn  []bridge.LogLine
	quiet  bool // the level is set by the page, not by the person
}

func newLogView(p *serverPage) *logView {
	v := &logView{p: p, view: p.w.viewer(true), none: caption("")}
	v.view.MaxRows = 16
	v.level = widget.NewSelect(levelWords(), nil)
	v.level.OnChanged = With(p.w.net, v.picked)
	v.copy = p.w.button(lang.L("Copy"), theme.ContentCopyIcon(), func() { v.view.CopyAll() })
	v.column = section(lang.L("Its messages"),
		newNamedRow(lang.L("It tells"), newWrapRow(container.NewGridWrap(fyne.NewSize(260, v.copy.MinSize().Height), v.level), v.copy)), v.none, v.view)
	return v
}

// levelWords are the levels to pick from, from the most talkative; the first leaves it to the server.
func levelWords() []string {
	return append([]string{lang.L("What it likes")}, all(bridge.LogLevels, levelWord)...)
}

// levelWord is a level in the words of the surface: it is the least that is told of.
func levelWord(level string) string {
	switch level {
	case "debug":
		return lang.L("Everything")
	case "info":
		return lang.L("What it is doing")
	case "notice":
		return lang.L("What is worth knowing")
	case "warning":
		return lang.L("Warnings and errors")
	case "error":
		return lang.L("Only errors")
	case "critical":
		return lang.L("Only serious errors")
	case "alert":
		return lang.L("Only what must be seen to at once")
	case "emergency":
		return lang.L("Only when it cannot go on")
	}
	return oneLine(level, 20)
}

func (v *logView) show(state standing) {
	v.quiet = true
	v.level.SetSelectedIndex(slices.Index(bridge.LogLevels, state.LogLevel) + 1)
	v.quiet = false
	v.view.Hidden, v.copy.Hidden = len(state.Said) == 0, len(state.Said) == 0
	v.none.Hidden = len(state.Said) > 0
	v.none.SetText(lang.L("It has told nothing about its work yet."))
	if state.Phase != bridge.Ready {
		v.none.SetText(lang.L("What it tells about its work stands here once it runs."))
	}
	if len(state.Said) == len(v.drawn) && (len(v.drawn) == 0 || state.Said[len(v.drawn)-1] == v.drawn[len(v.drawn)-1]) {
		return
	}
	v.drawn = state.Said
	var lines strings.Builder
	for _, line := range state.Said {
		lines.WriteString(line.At.Format("15:04:05") + "  " + oneLine(line.Level, 12))
		if line.Logger != "" {
			lines.WriteString("  " + oneLine(line.Logger, 60))
		}
		lines.WriteString("  " + line.Text + "\n")
	}
	v.view.SetText(strings.TrimSuffix(lines.String(), "\n"))
	v.view.ScrollToRow(v.view.Rows())
}

// picked tells the server which messages the person wants, and keeps that.
func (v *logView) picked(string) {
	at := v.level.SelectedIndex()
	if v.quiet || at < 0 {
		return
	}
	level := ""
	if at > 0 {
		level = bridge.LogLevels[at-1]
	}
	v.p.with(func(s server) { s.SetLogLevel(level) })
	if !v.p.builtIn() {
		v.p.w.app.setMember(v.p.at.server, "logLevel", orNothing(level, level == ""))
	}
}

// lastWordsView is the part of a server's page with what its program printed for the people who maintain it.
type lastWordsView struct {
	column *flow
	view   *widgets.Viewer
	said   string // drawn
}

func newLastWordsView(p *serverPage) *lastWordsView {
	v := &lastWordsView{view: p.w.viewer(true)}
	v.view.MaxRows = 24
	copied := p.w.button(lang.L("Copy"), theme.ContentCopyIcon(), func() { v.view.CopyAll() })
	about := caption(lang.L("The last lines that it printed for the people who maintain it."))
	v.column = section(lang.L("What it printed"), newSideBySide(about, container.NewHBox(copied)), fyne.CanvasObject(v.view))
	return v
}

func (v *lastWordsView) show(said string) {
	v.column.Hidden = said == ""
	if said == v.said {
		return
	}
	v.said = said
	v.view.SetText(said)
}
