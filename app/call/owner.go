package call

import (
	"encoding/json"
	"maps"
	"slices"
	"sync"

	"parley/bridge"
)

// Owner owns every call of this run. Several may go on at once, also of one tool. The zero value is ready; its methods are safe for
// concurrent use and return at once.
//
// Of the calls of a tool that have ended, the latest is kept, with its result.
type Owner struct {
	mu    sync.Mutex
	calls []*owned                // in the order in which they began
	last  map[Key]*owned          // of each tool the one that began last, on a server that is there
	held  map[Key]json.RawMessage // arguments of calls that are to begin once their server is ready
}

// owned is one call in the hands of its owner.
type owned struct {
	Live
	key    Key
	told   bool // its end was reported
	unseen bool
	gone   bool // its server is no longer there: the call goes when it ends
}

// Run begins a call. It takes the place of an ended one of the same tool, and of one that is held for it.
func (o *Owner) Run(key Key, on Runner, tool bridge.Tool, arguments json.RawMessage) Snapshot {
	o.Drop(key)
	return o.take(key, on.Call(tool, arguments))
}

func (o *Owner) take(key Key, c Live) Snapshot {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.calls = slices.DeleteFunc(o.calls, func(other *owned) bool { return other.key == key && !other.snapshot().Running() })
	begun := &owned{Live: c, key: key}
	o.calls = append(o.calls, begun)
	if o.last == nil {
		o.last = make(map[Key]*owned)
	}
	o.last[key] = begun
	return begun.snapshot()
}

func (c *owned) snapshot() Snapshot {
	return Snapshot{ID: c.ID(), Key: c.key, Tool: c.Tool(), Arguments: c.Arguments(), Unseen: c.unseen, CallState: c.State()}
}

// Stop ends a call; requests that are open are answered with cancel first (contract T6).
func (o *Owner) Stop(id string) {
	if c := o.find(id); c != nil {
		c.Stop()
	}
}

// Continue goes on with a call that was ended because its server kept asking. It reports false when that cannot be.
func (o *Owner) Continue(id string) (Snapshot, bool) {
	c := o.find(id)
	if c == nil {
		return Snapshot{}, false
	}
	next := c.Continue()
	if next == nil {
		return Snapshot{}, false
	}
	return o.take(c.key, next), true
}

func (o *Owner) find(id string) *owned {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, c := range o.calls {
		if c.ID() == id {
			return c
		}
	}
	return nil
}

// Get gives one call; the zero Snapshot when it is not known, or not any more.
func (o *Owner) Get(id string) Snapshot {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, c := range o.calls {
		if c.ID() == id {
			return c.snapshot()
		}
	}
	return Snapshot{}
}

// Latest gives the call of a tool that began last, on a server that is there; the zero Snapshot when there is none.
func (o *Owner) Latest(key Key) Snapshot {
	o.mu.Lock()
	defer o.mu.Unlock()
	if c := o.last[key]; c != nil {
		return c.snapshot()
	}
	return Snapshot{}
}

// Unseen is how many calls of a server's tools ended, and nobody has looked since.
func (o *Owner) Unseen(server string) (count int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, c := range o.calls {
		if c.unseen && c.key.Server == server {
			count++
		}
	}
	return count
}

// All gives every call that is known, in the order in which they began.
func (o *Owner) All() []Snapshot {
	o.mu.Lock()
	defer o.mu.Unlock()
	list := make([]Snapshot, len(o.calls))
	for i, c := range o.calls {
		list[i] = c.snapshot()
	}
	return list
}

// Running gives the calls that go on, in the order in which they began.
func (o *Owner) Running() []Snapshot {
	return slices.DeleteFunc(o.All(), func(s Snapshot) bool { return !s.Running() })
}

// Kind is what changed of a call.
type Kind int

// The kinds of a [Change].
const (
	Moved Kind = iota // it waits for the person, or no longer; or it came on
	Ended             // its state is final; reported once for each call
)

// Change is one thing that happened to a call.
type Change struct {
	Kind Kind
	Call Snapshot
}

// Changes gives what happened to the calls of these ids, of which something was heard. Calls that are not known are left out: what is
// heard of them comes late.
func (o *Owner) Changes(ids map[string]bool) []Change {
	o.mu.Lock()
	defer o.mu.Unlock()
	var list []Change
	for _, c := range o.calls {
		if !ids[c.ID()] {
			continue
		}
		s := c.snapshot()
		switch {
		case s.Running():
			list = append(list, Change{Moved, s})
		case !c.told:
			c.told, c.unseen = true, true
			s.Unseen = true
			list = append(list, Change{Ended, s})
		}
	}
	o.calls = slices.DeleteFunc(o.calls, func(c *owned) bool { return c.gone && c.told })
	return list
}

// Look notes that somebody looks at the calls of a tool.
func (o *Owner) Look(key Key) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, c := range o.calls {
		if c.key == key {
			c.unseen = false
		}
	}
}

// Gone lets go of the calls of a server that is no longer there, and of their results. One that still goes on is kept until its end was
// reported.
func (o *Owner) Gone(server string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, c := range o.calls {
		c.gone = c.gone || c.key.Server == server
	}
	o.calls = slices.DeleteFunc(o.calls, func(c *owned) bool { return c.key.Server == server && !c.snapshot().Running() })
	ofServer := func(key Key) bool { return key.Server == server }
	maps.DeleteFunc(o.last, func(key Key, _ *owned) bool { return ofServer(key) })
	maps.DeleteFunc(o.held, func(key Key, _ json.RawMessage) bool { return ofServer(key) })
}

// Hold keeps a call that is to begin once its server is ready, in place of an earlier one.
func (o *Owner) Hold(key Key, arguments json.RawMessage) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.held == nil {
		o.held = make(map[Key]json.RawMessage)
	}
	o.held[key] = arguments
}

// Held gives the arguments of the call of a tool that is held; false when there is none.
func (o *Owner) Held(key Key) (json.RawMessage, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	arguments, is := o.held[key]
	return arguments, is
}

// Drop gives up a call that is held.
func (o *Owner) Drop(key Key) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.held, key)
}
