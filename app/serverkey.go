package app

import (
	"net/http"
	"strings"

	"parley/bridge"
	"parley/bridge/config"
)

// An address that wants a key: the person enters it once, it goes into the keyring of the system, and the servers file only says
// that there is one.

// wantsKey reports whether a server failed because it wants a key, or another one.
func wantsKey(state standing, entry config.Server) bool {
	f := state.Failure
	return state.Phase == bridge.Failed && entry.URL != "" && f != nil && (f.Status == http.StatusUnauthorized || f.Status == http.StatusForbidden)
}

// asksForKey reports whether an entry has the person asked for its key already.
func asksForKey(entry config.Server) bool {
	for name := range entry.Headers {
		if strings.EqualFold(name, config.KeyHeader) {
			return len(entry.Inputs) > 0
		}
	}
	return false
}

// enterKey has the person asked for a server's key, in place of the one that does not work.
func (p *serverPage) enterKey(s server) {
	if asksForKey(s.Entry()) {
		p.w.app.askAgain(s)
		return
	}
	name := p.at.server
	p.w.app.change(just(name), func(e *config.Editor) error { return e.AskForKey(name) }, nil)
}

// askAgain forgets what the person entered for a server and starts it, so that it asks.
func (a *App) askAgain(s server) {
	a.forget(s, func(err error) {
		if err == nil {
			s.Start()
			a.window.serversChanged()
		}
	})
}
