package app

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parley/bridge"
)

// crowdOf makes a rig with servers of 40 tools each.
func crowdOf(t *testing.T, servers int) *rig {
	t.Helper()
	var entries []string
	for i := range servers {
		entries = append(entries, fmt.Sprintf(`"Server %02d":{"command":"s%d"}`, i, i))
	}
	r := newRig(t, rigOptions{servers: `{"mcpServers":{` + strings.Join(entries, ",") + `}}`})
	for i := range servers {
		tools := make([]bridge.Tool, 40)
		for n := range tools {
			tools[n] = bridge.Tool{Name: fmt.Sprintf("tool_%02d_%02d", i, n)}
		}
		r.ready(fmt.Sprintf("Server %02d", i), tools...)
	}
	return r
}

// Thirty servers with forty tools each are a list of thirty servers, not one of 1,230 rows; what the person looks at stays open.
func TestManyServersAreClosedAtFirstAndOpenWhereThePersonLooks(t *testing.T) {
	r := crowdOf(t, 30)
	side := r.window.side
	if len(side.rows) > manyTools+30 {
		t.Fatalf("%d rows", len(side.rows))
	}
	r.sees("tool_00_00", "40 tools")
	r.misses("tool_01_00")
	r.picture("many-servers")
	side.search.SetText("tool_20_07")
	side.openFirst()
	side.search.SetText("")
	if !side.open("Server 20") || side.open("Server 19") {
		t.Error("the tool that is shown is not in the list")
	}
	r.openServer("Server 03")
	if !side.open("Server 20") {
		t.Error("what the person opened closed by itself")
	}
	side.toggle("Server 20")
	r.window.open(place{page: toolAt, server: "Server 20", tool: "tool_20_08"})
	if side.open("Server 20") {
		t.Error("what the person closed opened by itself")
	}
}

// From the search the keyboard goes to the first thing that was found.
func TestDownLeadsFromTheSearchToTheFirstThatWasFound(t *testing.T) {
	r := crowdOf(t, 2)
	side := r.window.side
	side.list.Highlight(7)
	side.search.SetText("tool_00")
	side.searchKey(fyne.KeyDown)
	if side.list.at != 0 {
		t.Errorf("the mark is on row %d", side.list.at)
	}
	side.list.Highlight(3)
	side.searchKey(fyne.KeyDown)
	if side.list.at != 3 {
		t.Error("the mark jumped though the list is the same")
	}
}

func TestSearchCanBeEmptiedByMouse(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	r.ready("Files", readTool, bridge.Tool{Name: "write"})
	side := r.window.side
	if side.clear.Visible() {
		t.Error("there is nothing to empty")
	}
	side.search.SetText("write")
	r.misses("Read a file")
	if !side.clear.Visible() {
		t.Fatal("nothing empties the search")
	}
	side.clear.Tapped(nil)
	r.settle()
	r.sees("Read a file")
	if side.clear.Visible() || side.search.Text != "" {
		t.Errorf("the search holds %q", side.search.Text)
	}
}

func TestServerThatIsEditedIsMarkedInTheList(t *testing.T) {
	r := newRig(t, rigOptions{servers: commented})
	r.edit("Other")
	for _, row := range r.window.side.rows {
		if marked := r.window.shown.is(row); marked != (row.server == "Other" && row.tool < 0) {
			t.Errorf("%s, tool %d is marked: %v", row.server, row.tool, marked)
		}
	}
}

// What is searched for stands at the top, however far the list was scrolled before.
func TestSearchShowsTheFirstOfWhatItFinds(t *testing.T) {
	r := crowdOf(t, 3)
	side := r.window.side
	r.show("Server 00", "tool_00_39")
	side.list.ScrollToBottom()
	for _, words := range []string{"server 00", "tool"} { // also where the tool that is shown stands further down
		side.search.SetText(words)
		r.settle()
		if at := side.list.GetScrollOffset(); at != 0 {
			t.Errorf("the search for %q begins at %v", words, at)
		}
	}
}

// The two buttons below the list share its width by what they say: long words do not widen the sidebar twice.
func TestButtonsOfTheSidebarShareItsWidth(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	long, short := r.window.button("Server hinzufügen", nil, func() {}), r.window.button("Neu", nil, func() {})
	if wide := container.New(sharedRow{500}, long, short).MinSize().Width; wide != 500 {
		t.Errorf("a row that is 500 wide at least wants %v", wide)
	}
	row := container.New(sharedRow{}, long, short)
	least := row.MinSize().Width
	if want := long.MinSize().Width + short.MinSize().Width + sharedGap; least != want {
		t.Errorf("the row wants %v, want %v", least, want)
	}
	for _, width := range []float32{least, least + 100} {
		row.Resize(fyne.NewSize(width, 40))
		if long.Size().Width < long.MinSize().Width || short.Size().Width < short.MinSize().Width {
			t.Errorf("a button is cut at %v", width)
		}
		if end := short.Position().X + short.Size().Width; end != width {
			t.Errorf("the row ends at %v of %v", end, width)
		}
	}
}

// A tool whose server asks at once needs the person, and its row says so; not only the row of its server.
func TestRowOfAToolThatAsksAtOnceSaysThatItNeedsThePerson(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", bridge.Tool{Name: "go"})
	p := r.show("Files", "go")
	p.start()
	c := s.last(t)
	c.set(func(state *bridge.CallState) { state.Phase = bridge.Waiting })
	r.App.apply(changes{servers: true, calls: map[string]bool{c.id: true}})
	side := r.window.side
	if got := side.looks[1].word; got != "needs you" {
		t.Errorf("the row of the tool says %q", got)
	}
}
