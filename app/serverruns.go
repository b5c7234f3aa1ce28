package app

import (
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"parley/bridge"
	"parley/bridge/config"
	"parley/widgets"
)

// runsView is the part of a server's page with what it runs or where it is, in plain words. Those who test servers turn them into the
// terms of servers files and of the protocol.
type runsView struct {
	p      *serverPage
	column *flow
	title  *widgets.Words
	facts  *factsView
	terms  *button
}

func newRunsView(p *serverPage) *runsView {
	v := &runsView{p: p, facts: newFactsView(p.w)}
	v.terms = p.w.foldButton(lang.L("Show the exact terms"), v.turn)
	v.column = section("", v.facts, container.NewHBox(v.terms))
	v.title = v.column.objects[0].(*widgets.Words)
	return v
}

func (v *runsView) show(entry config.Server, state standing) {
	v.title.SetText(whatTitle(entry))
	v.facts.draw(append(factsOf(entry), spoken(state, v.facts.exact)...))
}

// turn changes between plain words and exact terms.
func (v *runsView) turn() {
	v.facts.exact = !v.facts.exact
	if v.facts.exact {
		v.terms.fold(lang.L("Show plain words"), true)
	} else {
		v.terms.fold(lang.L("Show the exact terms"), false)
	}
	v.p.refresh()
}

// whatTitle is the title over the facts of an entry.
func whatTitle(entry config.Server) string {
	if entry.URL != "" {
		return lang.L("Where it is")
	}
	return lang.L("What it runs")
}

// spoken is what was found out about how the server is spoken to.
func spoken(state standing, exact bool) []fact {
	if state.Phase != bridge.Ready || state.Protocol == "" {
		return nil
	}
	version := oneLine(state.Protocol, 40)
	if exact {
		return exactlySpoken(state, version)
	}
	words := lang.L("MCP as of {{.Version}}", map[string]any{"Version": version})
	if state.Dialect != "" {
		words = lang.L("MCP as of {{.Version}}, the way {{.Dialect}} does", map[string]any{"Version": version, "Dialect": "nanoHUB"})
	}
	return []fact{{name: lang.L("Speaks"), lines: []string{words}, ours: true}}
}

// exactlySpoken is the same in the terms of the protocol.
func exactlySpoken(state standing, version string) []fact {
	list := []fact{{name: "protocolVersion", lines: []string{version}}}
	if state.Dialect != "" {
		list = append(list, fact{name: "dialect", lines: []string{oneLine(state.Dialect, 40)}})
	}
	if state.LogLevel != "" {
		list = append(list, fact{name: "logLevel", lines: []string{oneLine(state.LogLevel, 20)}})
	}
	return list
}
