package app

// letGo drops the pages of servers that are gone, and what their calls left behind. The page that the person looks at stays until they leave
// it, or until there is another server of that name, which has pages of its own.
func (w *Window) letGo() {
	again := w.orphaned != "" && w.servers.named(w.orphaned) != nil
	if w.orphaned != "" && (again || w.shown.server != w.orphaned) {
		w.dropPages(w.orphaned)
		w.orphaned = ""
	}
	for at := range w.pages {
		switch {
		case at.page != toolAt && at.page != serverAt, w.servers.named(at.server) != nil:
		case at.server == w.shown.server && w.shown.page == toolAt:
			w.orphaned = at.server
		default:
			w.dropPages(at.server)
		}
	}
	if again && w.pages[w.shown] == nil {
		w.open(w.shown)
	}
}

// dropPages drops the pages of a server, with its calls.
func (w *Window) dropPages(server string) {
	for at, p := range w.pages {
		if at.server != server || at.page != toolAt && at.page != serverAt {
			continue
		}
		if tool, ok := p.(*toolPage); ok && tool.args != nil { // a removal can be undone
			w.memory.KeepArguments(at.server, at.tool, tool.args.keepable())
		}
		delete(w.pages, at)
	}
	for at := range w.asks {
		if at.server == server {
			delete(w.asks, at)
		}
	}
	w.calls.Gone(server)
}
