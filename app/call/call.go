package call

import (
	"encoding/json"

	"parley/bridge"
)

// Live is one call as it goes on; a [bridge.Call] is one by way of [Of].
type Live interface {
	ID() string
	Tool() bridge.Tool
	Arguments() json.RawMessage
	Stop()
	Continue() Live // nil when it cannot go on
	State() bridge.CallState
}

// Runner is a server as far as calls go.
type Runner interface {
	Call(bridge.Tool, json.RawMessage) Live
}

// Of makes a bridge's call a live one.
func Of(c *bridge.Call) Live { return live{c} }

type live struct{ *bridge.Call }

func (c live) Continue() Live {
	next := c.Call.Continue()
	if next == nil {
		return nil
	}
	return live{next}
}

// Key names a tool of a server, by their names in the servers file and in the list of tools. Nth tells tools of the same name apart.
type Key struct {
	Server, Tool string
	Nth          int
}

// Snapshot is what there is to know of a call at one moment.
type Snapshot struct {
	ID        string // unique in this run
	Key       Key
	Tool      bridge.Tool     // as it was listed when the call began
	Arguments json.RawMessage // as they went out; not to be changed
	Unseen    bool            // it ended, and nobody has looked since
	bridge.CallState
}

// Running reports whether the call goes on. One that waits for the person does.
func (s Snapshot) Running() bool { return s.ID != "" && s.Ended.IsZero() }

// Failed reports whether it ended without what it was for. One that was stopped did not fail.
func (s Snapshot) Failed() bool {
	return s.Phase == bridge.Broken || s.Result != nil && s.Result.IsError
}
