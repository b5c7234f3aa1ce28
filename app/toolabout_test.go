package app

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parley/bridge"
)

// Servers have sent whole manuals as descriptions. The form stays in sight, and every word can be read.
func TestLongDescriptionLeavesRoomForTheFormAndCanBeReadWhole(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer, size: fyne.NewSize(800, 560)})
	manual := strings.Repeat("A sentence of the manual. ", 200) + "The very last word."
	tool := readTool
	tool.Description = manual
	r.ready("Files", tool)
	p := r.show("Files", tool.Name)
	r.sees("A sentence of the manual", "Path *", "Show all of it")
	r.misses("The very last word.")
	if size := p.stage.head.Size(); p.args.object().Position().Y > size.Height {
		t.Errorf("the form begins at %v of %v", p.args.object().Position(), size)
	}
	r.picture("tool-manual")
	r.press("Show all of it")
	if !p.about.whole.Visible() || p.about.whole.Text() != manual {
		t.Error("it cannot be read whole")
	}
	r.sees("Show only its beginning")
	r.press("Show only its beginning")
	r.sees("Show all of it")
	p.about.show("Short now.")
	r.sees("Short now.")
	r.misses("Show all of it")
}

func TestBeginningOfATextEndsBetweenWords(t *testing.T) {
	long := strings.Repeat("word ", 200)
	for _, tt := range []struct {
		text, want string
		cut        bool
	}{
		{"short", "short", false},
		{strings.Repeat("line\n", 7) + "end", strings.Repeat("line\n", 7) + "end", false},
		{strings.Repeat("line\n", 20), strings.TrimRight(strings.Repeat("line\n", 6), "\n") + " …", true},
		{long, strings.TrimRight(long[:400], " ") + " …", true},
		{strings.Repeat("x", 700), strings.Repeat("x", 400) + " …", true},
	} {
		if got, cut := beginning(tt.text); got != tt.want || cut != tt.cut {
			t.Errorf("%.30q begins with %q, cut: %v", tt.text, got, cut)
		}
	}
}

// Titles and names of any length are there in full on the pages of what bears them.
func TestLongNamesAreWholeOnTheirOwnPages(t *testing.T) {
	name := strings.Repeat("A server of a long name ", 5) + "ends here"
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"` + name + `":{"command":"files"}}}`})
	tool := bridge.Tool{Name: strings.Repeat("a_long_name_", 10) + "ends", Title: strings.Repeat("A long title ", 10) + "ends"}
	r.ready(name, tool)
	r.show(name, tool.Name)
	r.sees(tool.Title, tool.Name)
	r.openServer(name)
	r.sees(name)
	r.window.openEditor(name)
	r.sees("Edit " + name)
}
