package app

import (
	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/config/edit"
)

// A server that wants to be called at another address: nothing goes there before the person has put it into the servers file.

// sentOn reports whether only the person can tell where a server is to be called, or that it may stay where it is.
func (s standing) sentOn() bool {
	return s.Phase == bridge.Ready && s.SentOn != nil || s.Phase == bridge.Failed && s.Failure != nil && s.Failure.Instead != nil
}

// instead is the address that the person may use; nil when there is none.
func (s standing) instead() *bridge.Instead {
	switch {
	case s.Phase == bridge.Failed && s.Failure != nil:
		return s.Failure.Instead
	case s.Phase == bridge.Ready && s.SentOn != nil:
		return s.SentOn.Instead
	}
	return nil
}

// useAddress gives a server the address that stands on its page. It starts anew there.
func (p *serverPage) useAddress(s server) {
	to, name := p.w.servers.standing(s).instead(), p.at.server
	if to == nil {
		return
	}
	move := func(e *edit.Editor) error { return e.Move(name, to.Address) }
	if to.KeepQuery {
		move = func(e *edit.Editor) error { return e.MoveWithQuery(name, to.Address) }
	}
	p.w.app.change(just(name), move, func(file config.File, err error) {
		if err == nil {
			p.w.app.sawEntries(file, []string{name})
		}
	})
}
