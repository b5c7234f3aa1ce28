package app

import (
	"testing"
)

// wantsValue is a servers file whose server asks the person for a key.
const wantsValue = `{
  "mcpServers": { "Sales": { "command": "sales", "env": { "API_KEY": "${input:api-key}" } } },
  "inputs": [ { "id": "api-key", "type": "promptString", "description": "Key for Sales", "password": true } ]
}
`

// An entry may ask for what the inputs of its file define (case config-input-undefined is for those that are not defined).
func TestEditedEntryMayAskForTheInputsOfItsFile(t *testing.T) {
	r := newRig(t, rigOptions{servers: wantsValue})
	r.window.openEditor("Sales")
	p := r.window.page().(*editPage)
	r.q.Until(t, "the entry", func() bool { return p.entry != nil })
	if p.reads.Problem != nil || len(p.reads.Inputs) != 1 || p.trying.try.Disabled() {
		t.Errorf("read as %v, asks for %d values", p.reads.Problem, len(p.reads.Inputs))
	}
	r.misses("no input")
	p.box.SetText(`{"command":"sales","env":{"API_KEY":"${input:other}"}}`)
	r.q.Until(t, "the change", func() bool { return p.read == p.round })
	if p.reads.Problem == nil {
		t.Error("an input that is not defined is no problem")
	}
}
