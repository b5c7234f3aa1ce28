package app

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/config/edit"
)

// An address that wants a key: the person enters it once, it goes into the keyring of the system, and the servers file only says
// that there is one.

// wantsKey reports whether a server failed because it wants a key, or another one.
func wantsKey(state standing, entry config.Server) bool {
	f := state.Failure
	return state.Phase == bridge.Failed && entry.URL != "" && f != nil && (f.Status == http.StatusUnauthorized || f.Status == http.StatusForbidden)
}

// notGiven reports whether a server only lacks a value that the person was asked for.
func (s standing) notGiven() bool {
	return s.Phase == bridge.Failed && s.Failure != nil && errors.Is(s.Failure, bridge.ErrNotGiven)
}

// enterValues has the person asked for what a server needs, in place of what was entered before.
func (p *serverPage) enterValues(s server) {
	if p.w.servers.standing(s).notGiven() {
		s.Start() // what was entered so far stays
		return
	}
	p.w.app.askAgain(s)
}

// keepsOfPerson reports whether there may be something in the keyring for a server: values, or a sign-in.
func keepsOfPerson(entry config.Server) bool { return len(entry.Inputs) > 0 || entry.URL != "" }

// asksForKey reports whether an entry has the person asked for its key already.
func asksForKey(entry config.Server) bool {
	for name := range entry.Headers {
		if strings.EqualFold(name, edit.KeyHeader) {
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
	p.w.app.change(just(name), func(e *edit.Editor) error { return e.AskForKey(name) }, func(file config.File, err error) {
		if err == nil { // the person wanted it to ask
			p.w.app.sawEntries(file, []string{name})
		}
	})
}

// askAgain forgets what the person entered for a server and starts it, so that it asks.
func (a *App) askAgain(s server) {
	a.forget(s, unforgotten(s.Name()), func(err error) {
		if err == nil {
			s.Start()
			a.window.serversChanged()
		}
	})
}

// unforgotten tells that the keyring keeps what it should not.
func unforgotten(server string) string {
	return lang.L("What you entered for {{.Server}} could not be forgotten.", map[string]any{"Server": serverName(server)})
}

// part lets a server go whose entry is gone, or became another: nobody asks any more for what the keyring holds for it.
func (r *roster) part(s server, now []config.Server) {
	l, is := s.(*listed)
	if !is {
		r.close(s)
		return
	}
	live, is := l.server.(interface {
		Leave(ctx context.Context, now []config.Server) error
	})
	if !is || !keepsOfPerson(s.Entry()) {
		r.close(s)
		return
	}
	r.leaving.Add(1)
	r.net.Go(func() {
		defer r.leaving.Done()
		ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
		defer cancel()
		if err := live.Leave(ctx, now); err != nil && r.unforgotten != nil {
			r.unforgotten(s.Name(), err)
		}
	})
}
