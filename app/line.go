package app

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/bridge"
)

// waiting is one request as the waiting list shows it.
type waiting struct {
	entry   *entry
	Server  string
	Tool    string // title of the tool that waits; "" in the background
	Prompt  string // the first words of the server, made plain
	Arrived time.Time
	Left    time.Duration // until its deadline; 0 when it has none
	Typed   bool          // something was typed into it already
}

// Waiting lists what is open, oldest first, one about to expire before it.
func (in *Inbox) Waiting() []waiting {
	now := in.clock.Now()
	list := make([]waiting, 0, len(in.line))
	for _, e := range in.line {
		left, _ := e.left(now)
		list = append(list, waiting{
			entry: e, Server: e.s.Server, Tool: toolTitleOf(e.s.Call), Prompt: oneLine(promptOf(e.s), 160),
			Arrived: e.arrived, Left: max(left, 0), Typed: typed(e.draft),
		})
	}
	slices.SortStableFunc(list, func(a, b waiting) int {
		if ua, ub := a.urgent(), b.urgent(); ua != ub {
			if ua {
				return -1
			}
			return 1
		}
		if a.urgent() {
			return int(a.Left - b.Left)
		}
		return a.Arrived.Compare(b.Arrived)
	})
	return list
}

func (w waiting) urgent() bool { return w.Left > 0 && w.Left <= soon }

// askers are the servers that wait for an answer, each once.
func (in *Inbox) askers() []string {
	var list []string
	for _, e := range in.line {
		if !e.given.Load() && !e.s.Own && !e.s.SigningIn && !slices.Contains(list, e.s.Server) {
			list = append(list, e.s.Server)
		}
	}
	return list
}

// Count is how many requests are open, the one in front of the person included.
func (in *Inbox) Count() int { return len(in.line) }

// Open brings a request up because the person chose it. A request in front of the person stays there.
func (in *Inbox) Open(w waiting) {
	if in.shown != nil || w.entry.gone {
		return
	}
	in.show(w.entry, false)
}

// OpenCall brings up the request that a call waits with; it reports whether there is one.
func (in *Inbox) OpenCall(id string) bool {
	for _, e := range in.line {
		if e.s.Call != nil && e.s.Call.ID() == id && in.shown == nil {
			in.show(e, false)
			return true
		}
	}
	return false
}

// OpenOf brings up a request of a server for which no call is known, when it is the only one; it reports whether it was.
func (in *Inbox) OpenOf(server string) bool {
	var found []*entry
	for _, e := range in.line {
		if e.s.Server == server && e.s.Call == nil {
			found = append(found, e)
		}
	}
	if len(found) != 1 || in.shown != nil {
		return false
	}
	in.show(found[0], false)
	return true
}

// DeclineAll declines every open request of one server, the one in front of the person included.
func (in *Inbox) DeclineAll(server string) {
	for _, e := range slices.Clone(in.line) {
		if e.s.Server != server || e.gone {
			continue
		}
		if e.sheet != nil {
			e.sheet.Close()
		}
		e.give(bridge.Answer{Reason: bridge.ReasonDeclined})
		in.drop(e)
	}
	in.update()
	in.next()
}

// Tick redraws what depends on the time. The window calls it once a second while anything is open.
func (in *Inbox) Tick() {
	if in.shown != nil && in.shown.sheet != nil {
		in.shown.sheet.Tick(in.cause(in.shown))
	}
}

// update tells the window that the line changed, and the shown modal its place in it.
func (in *Inbox) update() {
	if in.shown != nil && in.shown.sheet != nil {
		in.shown.sheet.SetPosition(in.position(in.shown))
		in.shown.sheet.SetCrowd(in.waitsWith(in.shown.s.Server))
	}
	if in.changed != nil {
		in.changed()
	}
}

// position is "1 of 2": the place in a round of several inputs, else how many requests wait.
func (in *Inbox) position(e *entry) string {
	if e.s.Total > 1 {
		return lang.L("{{.Index}} of {{.Total}}", map[string]any{"Index": e.s.Index, "Total": e.s.Total})
	}
	if len(in.line) < 2 {
		return ""
	}
	return lang.L("{{.Index}} of {{.Total}}", map[string]any{"Index": 1, "Total": len(in.line)})
}

// crowd is from how many requests of one server on the person is told how to deal with all of them at once.
const crowd = 4

// waitsWith counts the open requests of one server, those of Parley's own for it left out.
func (in *Inbox) waitsWith(server string) int {
	count := 0
	for _, e := range in.line {
		if e.s.Server == server && !e.s.Own && !e.gone {
			count++
		}
	}
	return count
}

// crowdWords tells how to deal with many requests of the same server; "" when there are few.
func (in *Inbox) crowdWords(e *entry) string {
	count := in.waitsWith(e.s.Server)
	if count < crowd {
		return ""
	}
	return lang.L("{{.Server}} waits with {{.Count}} requests. Press − to see them all, or to decline them together.",
		map[string]any{"Server": serverName(e.s.Server), "Count": count})
}

// cause says where a request comes from: "while running Submit batch run, started 12 s ago".
func (in *Inbox) cause(e *entry) string {
	words := in.amongWords(e.s.Server)
	if e.s.Own {
		words = lang.L("before it starts")
	}
	if e.s.SigningIn {
		words = lang.L("before it lets you in")
	}
	if call := e.s.Call; call != nil {
		words = lang.L("while running {{.Tool}}, started {{.Age}} ago", map[string]any{
			"Tool": toolTitleOf(call),
			"Age":  age(in.clock.Now().Sub(call.State().Started)),
		})
	}
	if e.body.path != "" {
		words += " · " + lang.L("from {{.Path}}", map[string]any{"Path": e.body.path})
	}
	return words
}

// amongWords says for a request of no certain call which tools of its server run: with several at once the protocol does not say whose
// it is.
func (in *Inbox) amongWords(server string) string {
	var running []string
	if in.running != nil {
		running = in.running(server)
	}
	const most = 3
	tools := strings.Join(running[:min(len(running), most)], ", ")
	switch {
	case len(running) == 0:
		return lang.L("not part of a running tool")
	case len(running) == 1: // the others have ended meanwhile
		return lang.L("while {{.Tool}} is running", map[string]any{"Tool": tools})
	case len(running) > most:
		tools = lang.L("{{.Names}} and {{.Count}} more", map[string]any{"Names": tools, "Count": len(running) - most})
	}
	return lang.L("while these run: {{.Tools}}", map[string]any{"Tools": tools})
}

// hold keeps other requests back until the next input of the call's round has come, so that one round is answered in
// one go. It lets go by itself.
func (in *Inbox) hold(call *bridge.Call) {
	if call == nil {
		return
	}
	in.expect = call
	if in.unhold != nil {
		in.unhold()
	}
	in.unhold = in.clock.AfterFunc(roundPause, func() {
		in.door.Do(func() {
			if in.expect == call {
				in.expect = nil
				in.next()
			}
		})
	})
}

// release lets go of a hold, because the awaited request e is here and goes first.
func (in *Inbox) release(e *entry) {
	if in.expect == nil || in.expect != e.s.Call {
		return
	}
	in.expect = nil
	if in.unhold != nil {
		in.unhold()
		in.unhold = nil
	}
	if in.shown == nil {
		in.show(e, true)
	}
}
