package app

import (
	"slices"
	"time"

	"parley/bridge"
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
	if p := w.page(); p != nil && (w.shown.page != serverAt || w.comingUp()) {
		p.refresh()
	}
	if w.inbox.Count() == 0 && !w.running() && !w.comingUp() {
		w.ticking = false
		return
	}
	w.tickLater()
}

// running reports whether any tool runs.
func (w *Window) running() bool { return len(w.calls.Running()) > 0 }

// runningTools are the titles of the tools of a server that run.
func (w *Window) runningTools(server string) []string {
	var list []string
	for _, c := range w.calls.Running() {
		if c.Key.Server == server {
			list = append(list, toolTitle(c.Tool))
		}
	}
	slices.Sort(list)
	return list
}

// comingUp reports whether the page of a server is shown that is starting, or counts down to another try.
func (w *Window) comingUp() bool {
	if w.shown.page != serverAt {
		return false
	}
	s := w.servers.named(w.shown.server)
	return s != nil && s.State().Phase == bridge.Starting
}

// noteStarting notes since when servers are starting. One whose entry became another starts anew, whatever its name.
func (w *Window) noteStarting() {
	now := make(map[server]time.Time)
	for _, s := range w.servers.all() {
		state := s.State()
		if state.Phase != bridge.Starting || !state.RetryAt.IsZero() {
			continue
		}
		since, known := w.starting[s]
		if !known {
			since = w.clock.Now()
		}
		now[s] = since
	}
	w.starting = now
}

// startingFor is how long a server has been starting.
func (w *Window) startingFor(s server) time.Duration {
	since, known := w.starting[s]
	if !known {
		return 0
	}
	return w.clock.Now().Sub(since)
}
