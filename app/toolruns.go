package app

import (
	"encoding/json"
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/bridge"
)

// The runs of a tool from its page: begun, waiting for their server, gone on with, stopped.

// heldTime is how long a key that runs a tool must have rested before it runs it again: one that is held comes again within
// that time, on the slowest of keyboards, and then without end.
const heldTime = time.Second

// rested notes that a key came that runs the tool, and reports whether it may.
func (p *toolPage) rested() bool {
	now, before := p.w.clock.Now(), p.keyed
	p.keyed = now
	return before.IsZero() || now.Sub(before) >= heldTime
}

// startByKey is for Ctrl/Cmd+Enter.
func (p *toolPage) startByKey() {
	if p.rested() && !p.w.inbox.justLost() {
		p.start()
	}
}

// startByEnter is for Enter in a line. It runs only what only reads: Enter is pressed to be done with a line, and by who
// opened the tool with it.
func (p *toolPage) startByEnter() {
	if p.w.clock.Now().Sub(p.w.opened[p.at]) < heldTime {
		p.keyed = p.w.clock.Now()
	}
	switch {
	case !p.rested() || p.w.inbox.justLost():
	case p.tool.ReadOnly:
		p.start()
	case !p.run.Disabled():
		_, key := mainKey()
		p.why.SetText(lang.L("Enter alone does not run what may change something. {{.Key}} does.", map[string]any{"Key": key + "+Enter"}))
	}
}

// start runs the tool with what stands in the form; or shows what is wrong there.
func (p *toolPage) start() {
	if p.run.Disabled() || p.args == nil {
		return
	}
	raw, ok := p.args.content()
	if !ok {
		p.stage.Layout(nil, p.content.Size())
		return
	}
	p.w.memory.KeepArguments(p.at.server, p.at.tool, p.args.keepable())
	p.w.memory.Change(func(k *kept) { k.Server, k.Tool = p.at.server, p.at.tool })
	p.w.app.save()
	p.startWith(raw)
}

// startWith runs the tool with given arguments.
func (p *toolPage) startWith(raw json.RawMessage) {
	server := p.w.servers.named(p.at.server)
	if server == nil || p.running() || p.tool.OnlyAsJob {
		return
	}
	p.clearNotes()
	if server.State().Phase != bridge.Ready {
		if p.w.servers.standing(server).view == seen {
			p.queued = raw
		}
		p.w.startServer(server)
		p.refresh()
		return
	}
	p.queued = nil
	p.begun(server.Call(p.tool, raw))
}

// grace is how long a run goes on before it is drawn. Most servers ask, or are done, by then, and one frame shows it; a
// person sees no difference, but drawing that the run began would make them wait for what comes of it.
const grace = 50 * time.Millisecond

// begun takes a run that began this moment.
func (p *toolPage) begun(c call) {
	p.call, p.fresh = c, true
	p.w.clock.AfterFunc(grace, func() { p.w.door.Do(func() { p.settle(c) }) })
}

// settle draws a run that nothing became of at once.
func (p *toolPage) settle(c call) {
	if p.call != c || !p.fresh {
		return
	}
	p.fresh = false
	p.w.callStarted(p)
	p.refresh()
}

// justBegun reports whether there is nothing to say of the run yet.
func (p *toolPage) justBegun() bool {
	s := p.call.State()
	return s.Ended.IsZero() && s.Phase != bridge.Waiting && s.Progress == (bridge.Progress{})
}

// running reports whether the latest run goes on.
func (p *toolPage) running() bool { return p.call != nil && p.call.State().Ended.IsZero() }

// runQueued begins a run that waited for its server, or gives it up when the server cannot be started.
func (p *toolPage) runQueued(state bridge.ServerState, listed bool) {
	if p.queued == nil {
		return
	}
	switch {
	case state.Phase == bridge.Ready && listed:
		p.startWith(p.queued)
	case state.Phase == bridge.Failed || state.Phase == bridge.Off:
		p.queued = nil
	}
}

// startServer starts the tool's server.
func (p *toolPage) startServer() {
	if server := p.w.servers.named(p.at.server); server != nil {
		p.w.startServer(server)
	}
}

// again runs the shown call once more, with the same arguments.
func (p *toolPage) again() {
	if p.call != nil {
		p.startWith(p.call.Arguments())
	}
}

// continueCall goes on with a call that was ended because the server kept asking.
func (p *toolPage) continueCall() {
	if p.call == nil {
		return
	}
	if next := p.call.Continue(); next != nil {
		p.begun(next)
	}
}

// halt stops the run; a request that is open is answered with cancel first.
func (p *toolPage) halt() {
	if p.call != nil {
		p.call.Stop()
	}
}
