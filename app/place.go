package app

import (
	"fyne.io/fyne/v2"

	"parley/app/call"
	"parley/bridge"
)

// place says which page: of a tool, of a server, or one of the window's own.
type place struct {
	page   pageKind
	server string
	tool   string // real name
	nth    int    // among tools of the same name
}

type pageKind int

const (
	welcomeAt pageKind = iota
	toolAt
	serverAt
	waitingAt
	addServerAt
	bringAt
	editAt
)

// key names the tool of a page.
func (p place) key() call.Key { return call.Key{Server: p.server, Tool: p.tool, Nth: p.nth} }

// placeOfCall is the page of a call's tool.
func placeOfCall(key call.Key) place {
	return place{page: toolAt, server: key.Server, tool: key.Tool, nth: key.Nth}
}

// placeOf is the page that a row opens.
func placeOf(r row) place {
	if r.tool < 0 {
		return place{page: serverAt, server: r.server}
	}
	tool := r.state.Tools[r.tool]
	at := place{page: toolAt, server: r.server, tool: tool.Name}
	if tool.Duplicate {
		for _, before := range r.state.Tools[:r.tool] {
			if before.Name == tool.Name {
				at.nth++
			}
		}
	}
	return at
}

// is reports whether a row opens this page. A server is edited on a page of its own.
func (p place) is(r row) bool {
	if p.page == editAt {
		p.page = serverAt
	}
	if p.server != r.server || (p.page == toolAt) != (r.tool >= 0) {
		return false
	}
	return p == placeOf(r)
}

// among finds the tool of this page in the list of its server.
func (p place) among(tools []bridge.Tool) (bridge.Tool, bool) {
	nth := 0
	for _, tool := range tools {
		if tool.Name != p.tool {
			continue
		}
		if nth == p.nth {
			return tool, true
		}
		nth++
	}
	return bridge.Tool{}, false
}

// page is what the right of the window shows.
type page interface {
	object() fyne.CanvasObject
	refresh() // draws what servers and calls are now
	enter()   // it has come into view
	focus()   // the keyboard belongs to it
}
