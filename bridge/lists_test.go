package bridge

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"parley/bridge/config"
	"parley/bridge/wiretest"
)

// listing makes a scripted server give the pages that page makes of each cursor: "" and absent differ.
func listing(t *testing.T, page func(cursor *string, nth int) string) *wiretest.Server {
	script := wiretest.New(t)
	var mu sync.Mutex
	nth := 0
	script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
		if m.Method != "tools/list" {
			return false
		}
		var params struct {
			Cursor *string `json:"cursor"`
		}
		if err := json.Unmarshal(m.Params, &params); err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		s.Answer(m, page(params.Cursor, nth))
		nth++
		return true
	}
	return script
}

func toolNames(s ServerState) string {
	var names []string
	for _, tool := range s.Tools {
		names = append(names, tool.Name)
	}
	return strings.Join(names, " ")
}

// Cases pagination-cursor-does-not-advance, pagination-empty-string-cursor-2025 and -2026; contract G10.
func TestListOfToolsEndsWhateverTheCursorsSay(t *testing.T) {
	for name, c := range map[string]struct {
		protocol string
		page     func(cursor *string, nth int) string
		want     string
		note     string
		asked    int
	}{
		"one page": {"", func(*string, int) string { return `{"tools":[{"name":"a"}]}` }, "a", "", 1},
		"two pages": {"", func(cursor *string, _ int) string {
			if cursor == nil {
				return `{"tools":[{"name":"a"}],"nextCursor":"2"}`
			}
			return `{"tools":[{"name":"b"}]}`
		}, "a b", "", 2},
		"a cursor that does not advance": {"", func(*string, int) string { return `{"tools":[{"name":"a"},{"name":"b"}],"nextCursor":"8"}` }, "a b", "cursor", 2},
		"a cursor that comes again later": {"", func(_ *string, nth int) string {
			return fmt.Sprintf(`{"tools":[{"name":"t%d"}],"nextCursor":"c%d"}`, nth, nth%2)
		}, "t0 t1 t2", "cursor", 3},
		"another cursor, always the same page": {"", func(_ *string, nth int) string {
			return fmt.Sprintf(`{"tools":[{"name":"a"}],"nextCursor":"c%d"}`, nth)
		}, "a", "cursor", 2},
		"an empty cursor on the last page, 2025": {"", func(*string, int) string { return `{"tools":[{"name":"a"}],"nextCursor":""}` }, "a", "", 2},
		"an empty cursor that leads on": {"", func(cursor *string, _ int) string {
			if cursor == nil {
				return `{"tools":[{"name":"a"}],"nextCursor":""}`
			}
			return fmt.Sprintf(`{"tools":[{"name":"b%s"}]}`, *cursor)
		}, "a b", "", 2},
		"an empty page in between": {"", func(cursor *string, nth int) string {
			return []string{`{"tools":[],"nextCursor":"1"}`, `{"tools":[],"nextCursor":"2"}`, `{"tools":[{"name":"a"}]}`}[nth]
		}, "a", "", 3},
		"a page without end": {"", func(_ *string, nth int) string {
			return fmt.Sprintf(`{"tools":[{"name":"t%d"}],"nextCursor":"c%d"}`, nth, nth)
		}, "", "more than 1000 pages", 1000},
	} {
		t.Run(name, func(t *testing.T) {
			script := listing(t, c.page)
			h := newHost(t, script, nil)
			state := h.State()
			if c.want != "" && toolNames(state) != c.want {
				t.Errorf("listed %q, want %q", toolNames(state), c.want)
			}
			if notes := strings.Join(state.Notes, " "); (c.note == "") != (notes == "") || !strings.Contains(notes, c.note) {
				t.Errorf("notes %q, want %q", notes, c.note)
			}
			if n := len(script.HeardMethod("tools/list")); n != c.asked {
				t.Errorf("asked %d times, want %d", n, c.asked)
			}
		})
	}
}

// Contract G8: any true makes the entry's tools an allow list, only false a deny list; unknown names are told once.
func TestEntryChoosesAmongTheTools(t *testing.T) {
	for name, c := range map[string]struct {
		list map[string]bool
		want string
		note string
	}{
		"none":        {nil, "a b c", ""},
		"allow":       {map[string]bool{"a": true, "b": true}, "a b", ""},
		"deny":        {map[string]bool{"c": false}, "a b", ""},
		"both":        {map[string]bool{"a": true, "b": false}, "a", ""},
		"one unknown": {map[string]bool{"a": true, "zz": true}, "a", `"zz"`},
	} {
		script := wiretest.New(t)
		script.Tools = `[{"name":"a"},{"name":"b"},{"name":"c"}]`
		h := newHost(t, script, func(e *config.Server, _ *Options) { e.Tools = c.list })
		state := h.State()
		if toolNames(state) != c.want {
			t.Errorf("%s: listed %q, want %q", name, toolNames(state), c.want)
		}
		if notes := strings.Join(state.Notes, " "); (c.note == "") != (notes == "") || !strings.Contains(notes, c.note) {
			t.Errorf("%s: notes %q", name, notes)
		}
	}
	kept, notes := allowed([]Tool{{Name: "a"}}, map[string]bool{"zz": true})
	if len(kept) != 0 || len(notes) != 1 {
		t.Errorf("G8, only unknown: %v %v", kept, notes)
	}
}

// Roots: the server sees exactly the folders that the person chose, and hears of a change.
func TestServerSeesTheFoldersOfThePerson(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, func(e *config.Server, _ *Options) { e.Roots = []string{"/data/a b"} })
	ask := func(id string) string {
		script.Say(`{"jsonrpc":"2.0","id":` + id + `,"method":"roots/list"}`)
		return string(script.AwaitAnswer(id).Result)
	}
	if got := ask("901"); got != `{"roots":[{"uri":"file:///data/a%20b","name":"a b"}]}` {
		t.Errorf("roots %s", got)
	}
	h.SetRoots([]string{"/data/c"})
	script.AwaitMethod("notifications/roots/list_changed")
	eventually(t, "the new folder alone", func() bool { return h.State().Roots[0] == "/data/c" })
	var got string
	for n := 902; n < 1000; n++ { // added and removed are two announcements
		if got = ask(fmt.Sprint(n)); got == `{"roots":[{"uri":"file:///data/c","name":"c"}]}` {
			break
		}
	}
	if got != `{"roots":[{"uri":"file:///data/c","name":"c"}]}` {
		t.Errorf("roots %s", got)
	}
}

func TestFoldersAreNamedAsFileURIs(t *testing.T) {
	for _, c := range []struct{ folder, system, want string }{
		{"/home/u/my data", "linux", "file:///home/u/my%20data"},
		{`C:\Users\Kim Lee`, "windows", "file:///C:/Users/Kim%20Lee"},
		{`\\nas\share\x`, "windows", "file://nas/share/x"},
		{"/a#b?c%", "darwin", "file:///a%23b%3Fc%25"},
	} {
		if got := fileURI(c.folder, c.system); got != c.want {
			t.Errorf("%s: %s, want %s", c.folder, got, c.want)
		}
	}
}

// Log messages come as the server sends them, at the level that the person picked, and no more of them are kept than fit.
func TestLogMessagesAreKeptAtTheLevelOfThePerson(t *testing.T) {
	script := wiretest.New(t)
	script.Capabilities = `{"tools":{},"logging":{}}`
	h := newHost(t, script, func(e *config.Server, _ *Options) { e.LogLevel = "warning" })
	if m := script.AwaitMethod("logging/setLevel"); !strings.Contains(string(m.Params), `"warning"`) {
		t.Errorf("told %s", m.Params)
	}
	script.Say(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","logger":"db","data":"down"}}`)
	script.Say(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":{"n":1}}}`)
	state := h.until("two lines", func(s ServerState) bool { return len(s.Said) == 2 })
	if l := state.Said[0]; l.Level != "error" || l.Logger != "db" || l.Text != "down" || l.At.IsZero() {
		t.Errorf("line %+v", l)
	}
	if state.Said[1].Text != `{"n":1}` {
		t.Errorf("line %+v", state.Said[1])
	}
	h.SetLogLevel("debug")
	eventually(t, "told of debug", func() bool {
		all := script.HeardMethod("logging/setLevel")
		return len(all) == 2 && strings.Contains(string(all[1].Params), `"debug"`)
	})
	for n := range 2 * maxLogLines {
		h.keepLog(LogLine{Text: fmt.Sprint(n)})
	}
	said := h.State().Said
	if len(said) != maxLogLines || said[len(said)-1].Text != fmt.Sprint(2*maxLogLines-1) || state.Said[0].Text != "down" {
		t.Errorf("%d lines, the last %+v", len(said), said[len(said)-1])
	}
}

// What a server tells about its work is shown as it stands on the wire (case proto-log-data-as-it-came).
func TestLogMessagesAreKeptAsTheyCame(t *testing.T) {
	for _, c := range []struct{ params, level, logger, text string }{
		{`{"level":"info","data":{"z":12345678901234567,"a":1.50,"t":"a<b && c>d"}}`, "info", "", `{"z":12345678901234567,"a":1.50,"t":"a<b && c>d"}`},
		{`{"level":"info","data":"a<b\nc"}`, "info", "", "a<b\nc"},
		{`{"level":"info","data":[1e400, "é"]}`, "info", "", `[1e400, "é"]`},
		{`{"level":"info","data":7}`, "info", "", "7"},
		{`{"level":"info","logger":"db","message":"down"}`, "info", "db", "down"},
		{`{"level":"info","data":null,"message":{"b":2,"a":1}}`, "info", "", `{"b":2,"a":1}`},
		{`{"level":5,"logger":{},"data":false}`, "5", "{}", "false"},
		{`{"level":"info","text":"hello"}`, "info", "", `{"level":"info","text":"hello"}`},
	} {
		script := wiretest.New(t)
		h := newHost(t, script, nil)
		script.Say(`{"jsonrpc":"2.0","method":"notifications/message","params":` + c.params + `}`)
		got := h.until("a line", func(s ServerState) bool { return len(s.Said) == 1 }).Said[0]
		if got.Level != c.level || got.Logger != c.logger || got.Text != c.text {
			t.Errorf("%s: kept %+v", c.params, got)
		}
	}
}

// A server without log messages is not told of a level.
func TestServerWithoutLogMessagesIsNotTold(t *testing.T) {
	script := wiretest.New(t)
	h := newHost(t, script, func(e *config.Server, _ *Options) { e.LogLevel = "debug" })
	h.ReadResource("x:y")
	if n := len(script.HeardMethod("logging/setLevel")); n != 0 {
		t.Errorf("told %d times", n)
	}
}

// A server of 2026-07-28 is told the level with each request, and asks for the folders within a call: neither is a question to the
// person.
func TestNewerServersLearnLevelAndFoldersWithinACall(t *testing.T) {
	script := wiretest.New(t)
	script.Protocol = "2026-07-28"
	script.Capabilities = `{"tools":{},"logging":{}}`
	script.OnCall = func(s *wiretest.Server, m wiretest.Message) {
		if !strings.Contains(string(m.Params), `"inputResponses"`) {
			s.Answer(m, `{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"},"q":{"method":"elicitation/create","params":`+formParams+`}},"requestState":"s"}`)
			return
		}
		s.Answer(m, `{"content":[]}`)
	}
	h := newHost(t, script, func(e *config.Server, _ *Options) { e.Roots, e.LogLevel = []string{"/data"}, "debug" })
	call := h.call(`{}`)
	a := h.person.next()
	if a.Total != 1 {
		t.Errorf("1 of %d", a.Total)
	}
	a.answer <- Answer{Reason: ReasonDeclined}
	wait(t, call)
	calls := script.HeardMethod("tools/call")
	if len(calls) != 2 || !strings.Contains(calls[1].Raw, `"inputResponses":{"r":{"roots":[{"uri":"file:///data","name":"data"}]},"q":{"action":"decline"}}`) {
		t.Errorf("calls %v", calls)
	}
	if !strings.Contains(calls[0].Raw, `"io.modelcontextprotocol/logLevel":"debug"`) {
		t.Errorf("call %s", calls[0].Raw)
	}
	if n := len(script.HeardMethod("logging/setLevel")); n != 0 {
		t.Errorf("told %d times in the older way", n)
	}
}

// A list whose second page cannot be read is shown as far as it was, with a word about it (cases rule 9).
func TestPageThatCannotBeReadTakesNoOtherDown(t *testing.T) {
	script := wiretest.New(t)
	script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
		switch {
		case m.Method != "tools/list":
			return false
		case strings.Contains(string(m.Params), "cursor"):
			s.Fail(m, -32603, "page two is broken")
		default:
			s.Answer(m, `{"tools":[{"name":"a","inputSchema":{"type":"object"}}],"nextCursor":"2"}`)
		}
		return true
	}
	h := newHost(t, script, nil)
	if s := h.State(); len(s.Tools) != 1 || len(s.Notes) != 1 || !strings.Contains(s.Notes[0], "page two is broken") {
		t.Errorf("%+v", s)
	}
}
