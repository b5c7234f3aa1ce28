package app

import (
	"os"
	"path/filepath"
	"strings"
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

// edit opens the editor of a server and waits until its entry is there.
func (r *rig) edit(name string) *editPage {
	r.t.Helper()
	r.window.openEditor(name)
	p := r.window.page().(*editPage)
	r.q.Until(r.t, "the entry", func() bool { return p.entry != nil && p.read == p.round })
	return p
}

// Nothing typed is ever lost: also not by looking at something else before it is saved.
func TestWhatWasTypedIntoAnEntryIsThereWhenThePersonComesBack(t *testing.T) {
	r := newRig(t, rigOptions{servers: commented})
	p := r.edit("Files")
	p.box.SetText(strings.Replace(p.box.Text, `"files"`, `"files2"`, 1))
	r.q.Until(t, "the change", func() bool { return p.read == p.round })
	r.openServer("Other")
	if r.edit("Files") != p || !strings.Contains(p.box.Text, "files2") {
		t.Error("what was typed is gone")
	}
	r.sees("This is what you typed and have not saved yet.")
	r.press("Cancel")
	if again := r.edit("Files"); again == p || strings.Contains(again.box.Text, "files2") {
		t.Error("what was dropped is back")
	}
	r.misses("have not saved yet")
	r.edit("Files").name.SetText("Papers")
	r.openServer("Other")
	if got := r.edit("Files").name.Text; got != "Papers" {
		t.Errorf("the name is %q", got)
	}
}

func TestEntryThatWasOnlyLookedAtIsReadAgain(t *testing.T) {
	r := newRig(t, rigOptions{servers: commented})
	p := r.edit("Files")
	r.press("Show the values")
	r.press("Hide the values")
	r.q.Until(t, "the entry", func() bool { return p.read == p.round })
	if p.unsaved() {
		t.Error("looking counts as a change")
	}
	if r.edit("Files") == p {
		t.Error("an old entry is shown")
	}
}

// Others may change an entry while the person edits it: neither is lost without the person's word.
func TestEntryThatOthersChangedIsNotOverwrittenSilently(t *testing.T) {
	for _, mine := range []bool{true, false} {
		r := newRig(t, rigOptions{servers: commented})
		p := r.edit("Files")
		p.box.SetText(strings.Replace(p.box.Text, `"files"`, `"mine"`, 1))
		r.q.Until(t, "the change", func() bool { return p.read == p.round })
		theirs := strings.Replace(commented, `"command": "files"`, `"command": "theirs"`, 1)
		if err := os.WriteFile(filepath.Join(r.home, "servers.json"), []byte(theirs), 0o600); err != nil {
			t.Fatal(err)
		}
		r.press("Save")
		r.q.Until(t, "the question", func() bool { return strings.Contains(r.seen(), "Save yours in its place, or drop yours") })
		if !strings.Contains(r.file(), `"theirs"`) {
			t.Fatal("what others wrote is gone")
		}
		r.picture("edit-whose")
		if mine {
			r.press("Save mine")
			r.fileSays(`"mine"`, true)
			r.sees("Saved Files.")
			continue
		}
		r.press("Drop mine")
		next := r.window.page().(*editPage)
		r.q.Until(t, "the entry", func() bool { return next.entry != nil })
		if next == p || !strings.Contains(next.box.Text, `"theirs"`) {
			t.Errorf("the box holds %s", next.box.Text)
		}
	}
}
