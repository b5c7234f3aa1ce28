package bridge

import "sync"

// again does something that may be asked for any number of times while it is being done: it is done once more afterwards then, and
// not once for each time. Servers announce changes of their tools by the hundred (cline#12619, aspire#14494). The zero value is ready.
type again struct {
	mu    sync.Mutex
	doing bool
	more  bool
}

// do calls f, unless it is being called: then f is called once more when it has returned.
func (a *again) do(f func()) {
	if !a.begin() {
		return
	}
	whole := false
	defer func() {
		if !whole { // f panicked
			a.stop()
		}
	}()
	for more := true; more; more = a.next() {
		f()
	}
	whole = true
}

func (a *again) stop() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.doing, a.more = false, false
}

// begin reports whether it is for the caller to do it.
func (a *again) begin() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.doing {
		a.more = true
		return false
	}
	a.doing = true
	return true
}

// next reports whether it is to be done once more.
func (a *again) next() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.doing, a.more = a.more, false
	return a.doing
}
