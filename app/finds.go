package app

import (
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"parley/bridge/config"
	"parley/bridge/config/search"
)

// finds is what was found in the files of other apps; it is looked for behind the scenes.
type finds struct {
	w     *Window
	mark  lookMark
	died  bool   // an earlier look ended Parley: none is taken before the person asks
	at    string // the file that it was at
	known bool
	found []search.Found
	under bool                   // it is being looked for
	wait  []func([]search.Found) // who is to be told

	marked atomic.Bool // the mark of a look under way stands
}

// newFinds learns how the last look ended.
func newFinds(w *Window) *finds {
	f := &finds{w: w, mark: newLookMark(w.app.opts.Home, w.app.clock.Now)}
	f.at, f.died = f.mark.left()
	return f
}

// lookByItself is look without being asked.
func (f *finds) lookByItself(take func([]search.Found)) {
	if !f.died {
		f.look(false, take)
	}
}

// look gives what was found to take, at once when it is known and afresh is not asked for.
func (f *finds) look(afresh bool, take func([]search.Found)) {
	if f.known && !afresh {
		take(f.found)
		return
	}
	f.wait = append(f.wait, take)
	if f.under {
		return
	}
	f.under = true
	f.w.net.Go(func() {
		var found []search.Found
		f.marked.Store(true)
		f.mark.at("")
		if f.w.net.Run(func() { found = f.w.app.opts.find() }) {
			f.mark.done()
		}
		f.marked.Store(false)
		f.w.door.Do(func() {
			f.known, f.found, f.under, f.died = true, found, false, false
			waiting := f.wait
			f.wait = nil
			for _, take := range waiting {
				take(found)
			}
		})
	})
}

// leave takes the mark away when Parley ends in order: a look that the person did not wait for has not ended it. Any goroutine may call it.
func (f *finds) leave() {
	if f.marked.Load() {
		f.mark.done()
	}
}

// usable counts the servers that could be brought, and names the apps that they are in.
func (f *finds) usable() (count int, apps []string) {
	own := f.w.app.entries()
	for _, found := range f.found {
		here := 0
		for _, server := range found.File.Servers {
			if server.Problem == nil && !slices.ContainsFunc(own, func(e config.Server) bool { return sameThing(e, server) }) {
				here++
			}
		}
		if here > 0 && !slices.Contains(apps, found.App) {
			apps = append(apps, found.App)
		}
		count += here
	}
	return count, apps
}

// sameThing reports whether two entries run the same program in the same surroundings, or reach the same address.
func sameThing(a, b config.Server) bool {
	if a.URL != "" || b.URL != "" {
		return strings.TrimRight(a.URL, "/") == strings.TrimRight(b.URL, "/")
	}
	return len(a.Command) > 0 && slices.Equal(a.Command, b.Command) && a.Cwd == b.Cwd && maps.Equal(a.Env, b.Env)
}
