package app

import (
	"encoding/json"
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/app/call"
	"parley/app/memory"
	"parley/app/servers"
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
	p.w.memory.Change(func(k *memory.Kept) { k.Server, k.Tool = p.at.server, p.at.tool })
	p.w.app.save()
	p.startWith(raw)
}

// startWith runs the tool with given arguments.
func (p *toolPage) startWith(raw json.RawMessage) {
	server := p.w.servers.named(p.at.server)
	if server == nil || p.latest().Running() || p.tool.OnlyAsJob {
		return
	}
	p.clearNotes()
	if server.State().Phase != bridge.Ready {
		if p.w.servers.standing(server).view == servers.Seen {
			p.w.calls.Hold(p.key(), raw)
		}
		p.w.startServer(server)
		p.refresh()
		return
	}
	p.begun(p.w.calls.Run(p.key(), server, p.tool, raw))
}

// grace is how long a run goes on before it is drawn. Most servers ask, or are done, by then, and one frame shows it; a
// person sees no difference, but drawing that the run began would make them wait for what comes of it.
const grace = 50 * time.Millisecond

// begun takes a run that began this moment.
func (p *toolPage) begun(c call.Snapshot) {
	p.fresh = c.ID
	p.w.clock.AfterFunc(grace, func() { p.w.door.Do(func() { p.settle(c.ID) }) })
}

// settle draws a run that nothing became of at once.
func (p *toolPage) settle(id string) {
	if p.fresh != id {
		return
	}
	p.fresh = ""
	p.w.callStarted()
	p.refresh()
}

// justBegun reports whether there is nothing to say of a run yet.
func justBegun(s call.Snapshot) bool {
	return s.Running() && s.Phase != bridge.Waiting && s.Progress == (bridge.Progress{})
}

func (p *toolPage) key() call.Key { return p.at.key() }

// latest is the latest run as it is now; its ID is "" before the first.
func (p *toolPage) latest() call.Snapshot { return p.w.calls.Latest(p.key()) }

// runHeld begins a run that waited for its server, or gives it up when the server cannot be started. It reports whether it began.
func (p *toolPage) runHeld(state bridge.ServerState, listed bool) bool {
	raw, held := p.w.calls.Held(p.key())
	switch {
	case !held:
	case state.Phase == bridge.Ready && listed:
		p.startWith(raw)
		return true
	case state.Phase == bridge.Failed || state.Phase == bridge.Off:
		p.w.calls.Drop(p.key())
	}
	return false
}

// startServer starts the tool's server.
func (p *toolPage) startServer() {
	if server := p.w.servers.named(p.at.server); server != nil {
		p.w.startServer(server)
	}
}

// again runs the shown call once more, with the same arguments.
func (p *toolPage) again() {
	if now := p.latest(); now.ID != "" {
		p.startWith(now.Arguments)
	}
}

// continueCall goes on with a call that was ended because the server kept asking.
func (p *toolPage) continueCall() {
	if next, goesOn := p.w.calls.Continue(p.latest().ID); goesOn {
		p.begun(next)
	}
}

// halt stops the run; a request that is open is answered with cancel first.
func (p *toolPage) halt() { p.w.calls.Stop(p.latest().ID) }
