package app

import (
	"slices"
	"time"
)

// startTicking redraws once a second what depends on the time, as long as anything runs or waits.
func (w *Window) startTicking() {
	if w.ticking {
		return
	}
	w.ticking = true
	w.tickLater()
}

func (w *Window) tickLater() {
	w.clock.AfterFunc(time.Second, func() { w.door.Do(w.tick) })
}

func (w *Window) tick() {
	w.inbox.Tick()
	if p := w.page(); p != nil && (w.shown.page != serverAt || w.retrying()) {
		p.refresh()
	}
	if w.inbox.Count() == 0 && !w.running() && !w.retrying() {
		w.ticking = false
		return
	}
	w.tickLater()
}

// running reports whether any tool runs.
func (w *Window) running() bool {
	for _, p := range w.pages {
		if tool, ok := p.(*toolPage); ok && tool.running() {
			return true
		}
	}
	return false
}

// runningTools are the titles of the tools of a server that run.
func (w *Window) runningTools(server string) []string {
	var list []string
	for at, p := range w.pages {
		if tool, ok := p.(*toolPage); ok && at.server == server && tool.running() {
			list = append(list, toolTitle(tool.tool))
		}
	}
	slices.Sort(list)
	return list
}

// retrying reports whether the shown page counts down to another try.
func (w *Window) retrying() bool {
	if w.shown.page != serverAt {
		return false
	}
	s := w.servers.named(w.shown.server)
	return s != nil && !s.State().RetryAt.IsZero()
}
