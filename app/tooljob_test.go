package app

import (
	"testing"
)

// A tool that only runs as a job in the background, which Parley cannot follow yet, is shown and explained, and cannot be run.
func TestToolThatRunsOnlyAsAJobIsExplainedAndNotOffered(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	tool := readTool
	tool.OnlyAsJob = true
	r.ready("Files", tool)
	p := r.show("Files", tool.Name)
	r.sees(tool.Description, "only runs as a job in the background")
	if p.run.Visible() {
		t.Error("Run is offered")
	}
	p.start()
	p.startWith([]byte(`{}`))
	if n := len(r.fakes["Files"].calls); n != 0 {
		t.Errorf("%d calls", n)
	}
	tool.OnlyAsJob = false
	r.ready("Files", tool)
	r.misses("only runs as a job in the background")
	if !p.run.Visible() {
		t.Error("Run is not offered though it can be run now")
	}
}
