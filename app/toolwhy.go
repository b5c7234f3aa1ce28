package app

import (
	"errors"

	"fyne.io/fyne/v2/lang"

	"parley/bridge"
)

// claimWhy says why the tool cannot be run, and otherwise which key runs it.
func (p *toolPage) claimWhy(state bridge.ServerState, listed, running bool) {
	why := ""
	_, held := p.w.calls.Held(p.key())
	data := map[string]any{"Server": serverName(p.at.server)}
	switch {
	case p.w.servers.named(p.at.server) == nil:
		why = lang.L("{{.Server}} is no longer among your servers.", data)
	case running:
		_, key := mainKey()
		why = lang.L("{{.Key}} stops it", map[string]any{"Key": key + "+."})
	case held:
		why = lang.L("{{.Server}} is starting; the tool runs then.", data)
	case state.Phase == bridge.Starting:
		why = lang.L("{{.Server}} is starting.", data)
	case state.Failure != nil && (errors.Is(state.Failure, bridge.ErrNotGiven) || state.Phase == bridge.Failed && state.Failure.Instead != nil):
		why = lang.L("{{.Server}} needs you; its page says why.", data)
	case state.Phase == bridge.Failed:
		why = lang.L("{{.Server}} has failed; its page says why.", data)
	case state.Phase == bridge.Off && p.w.servers.standing(p.w.servers.named(p.at.server)).held():
		why = lang.L("{{.Server}} needs you; its page says what for.", data)
	case state.Phase == bridge.Off:
		why = lang.L("{{.Server}} is off.", data)
	case !listed:
		why = lang.L("{{.Server}} no longer has this tool.", data)
	case p.tool.OnlyAsJob:
		why = lang.L("This tool only runs as a job in the background. Parley cannot follow such jobs yet.")
	case p.args == nil:
		why = lang.L("Reading what it takes…")
	}
	if p.run.Hidden != p.tool.OnlyAsJob {
		p.run.Hidden = p.tool.OnlyAsJob
		p.buttons.Refresh()
	}
	if why != "" {
		p.run.Disable()
	} else {
		p.run.Enable()
		_, key := mainKey()
		why = key + "+Enter"
	}
	p.why.SetText(why)
}
