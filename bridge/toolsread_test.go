package bridge

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/bridge/wiretest"
)

const toolsChangedLine = `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`

// A server that says that its tools changed whenever they are read has them read at a pace of ours, whether they did not change
// (aspire#14494), are others each time (aspire#14375), or cannot be read.
func TestToolsAreReadAtOurPaceWhateverComesOfIt(t *testing.T) {
	for name, answer := range map[string]func(s *wiretest.Server, m wiretest.Message, nth int){
		"the same": func(s *wiretest.Server, m wiretest.Message, _ int) { s.Answer(m, `{"tools":[{"name":"t"}]}`) },
		"others": func(s *wiretest.Server, m wiretest.Message, nth int) {
			s.Answer(m, fmt.Sprintf(`{"tools":[{"name":"t%d"}]}`, nth))
		},
		"none":       func(s *wiretest.Server, m wiretest.Message, _ int) { s.Fail(m, -32603, "the database is locked") },
		"not a list": func(s *wiretest.Server, m wiretest.Message, _ int) { s.Answer(m, `{"tools":"soon"}`) },
		"none and some": func(s *wiretest.Server, m wiretest.Message, nth int) {
			if nth%2 == 0 {
				s.Fail(m, -32603, "the database is locked")
				return
			}
			s.Answer(m, `{"tools":[{"name":"t"}]}`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			script := wiretest.New(t)
			nth := 0 // the script hears one message at a time
			script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
				if m.Method != "tools/list" {
					return false
				}
				answer(s, m, nth)
				nth++
				s.Say(toolsChangedLine)
				return true
			}
			h := startHost(t, script, nil)
			count := func() int { return len(script.HeardMethod("tools/list")) }
			eventually(t, "read some times", func() bool { return count() >= freeReads })
			script.Say(`{"jsonrpc":"2.0","id":5,"method":"ping"}`)
			script.AwaitAnswer(`5`)
			if n := count(); n != freeReads {
				t.Errorf("read %d times while the clock stood still", n)
			}
			h.clock.Advance(readEvery)
			eventually(t, "read once more", func() bool { return count() == freeReads+1 })
		})
	}
}

// A change right behind a flood is seen a few seconds later.
func TestChangeBehindAFloodShowsWithinSeconds(t *testing.T) {
	script := wiretest.New(t)
	flooding, list := true, `[{"name":"t"}]`
	script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
		switch m.Method {
		case "tools/list":
			s.Answer(m, `{"tools":`+list+`}`)
			if flooding {
				s.Say(toolsChangedLine)
			}
		case "notifications/roots/list_changed": // its cue
			flooding, list = false, `[{"name":"t"},{"name":"new"}]`
			s.Say(toolsChangedLine)
		default:
			return false
		}
		return true
	}
	h := newHost(t, script, nil)
	eventually(t, "read some times", func() bool { return len(script.HeardMethod("tools/list")) >= freeReads })
	for range 100 { // a flood of five minutes
		h.clock.Advance(readEvery)
	}
	h.SetRoots([]string{"/a"})
	script.AwaitMethod("notifications/roots/list_changed")
	script.Say(`{"jsonrpc":"2.0","id":5,"method":"ping"}`)
	script.AwaitAnswer(`5`)
	var waited time.Duration
	eventually(t, "the new tool", func() bool {
		if len(h.State().Tools) == 2 {
			return true
		}
		h.clock.Advance(100 * time.Millisecond)
		waited += 100 * time.Millisecond
		return false
	})
	if waited > 2*readEvery {
		t.Errorf("shown after %s", waited)
	}
}

func TestPaceGivesBackWhatWasSpent(t *testing.T) {
	clock, p := newFakeClock(), pace{}
	over, end := context.WithCancel(t.Context())
	end()
	free := func() (n int) {
		for ; p.turn(over, clock) && n < 1000; n++ {
		}
		return n
	}
	if n := free(); n != freeReads {
		t.Errorf("%d free at first", n)
	}
	clock.Advance(2 * readEvery)
	if n := free(); n != 2 {
		t.Errorf("%d free after a while", n)
	}
	clock.Advance(time.Hour)
	if n := free(); n != freeReads {
		t.Errorf("%d free after a long while", n)
	}
}

// Case proto-server-with-prompts-only: what was not announced is not asked for, and missing it is no failure.
func TestServerThatAnnouncesNoToolsIsReadyWithoutTools(t *testing.T) {
	for name, c := range map[string]struct {
		capabilities string
		answer       string // to tools/list
		asked        int
		listed       string
		fails        bool
	}{
		"prompts and resources":                 {`{"prompts":{},"resources":{}}`, "", 0, "", false},
		"nothing at all, and none are there":    {`{}`, "", 1, "", false},
		"only log messages, and none are there": {`{"logging":{}}`, "", 1, "", false},
		"nothing at all, and some are there":    {`{}`, `{"tools":[{"name":"t"}]}`, 1, "t", false},
		"null":                                  {`null`, `{"tools":[{"name":"t"}]}`, 1, "t", false},
		"tools that are not there":              {`{"tools":{}}`, "", 1, "", true},
		"an empty list of tools":                {`{"tools":{}}`, `{"tools":[]}`, 1, "", false},
	} {
		for _, protocol := range []string{"2025-11-25", "2026-07-28"} {
			t.Run(name+", "+protocol, func(t *testing.T) {
				script := wiretest.New(t)
				script.Protocol, script.Capabilities = protocol, c.capabilities
				script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
					if m.Method != "tools/list" || c.answer != "" && strings.HasPrefix(c.answer, "[") {
						return false
					}
					if c.answer == "" {
						s.Fail(m, -32601, "Method not found")
						return true
					}
					s.Answer(m, c.answer)
					return true
				}
				h := startHost(t, script, nil)
				state := h.until("ready", func(s ServerState) bool { return s.Phase == Ready && (s.Tools != nil || s.ToolsFailure != nil) })
				if toolNames(state) != c.listed || (state.ToolsFailure != nil) != c.fails || state.Failure != nil {
					t.Errorf("listed %q, %v, %v", toolNames(state), state.ToolsFailure, state.Failure)
				}
				if n := len(script.HeardMethod("tools/list")); n != c.asked {
					t.Errorf("asked %d times", n)
				}
			})
		}
	}
}

// A server that had no tools at first, and says that it has some now, has them read.
func TestToolsThatComeLaterAreRead(t *testing.T) {
	script := wiretest.New(t)
	script.Capabilities = `{"prompts":{}}`
	h := startHost(t, script, nil)
	h.until("ready without tools", func(s ServerState) bool { return s.Phase == Ready && s.Tools != nil })
	script.Say(toolsChangedLine)
	h.until("a tool", func(s ServerState) bool { return len(s.Tools) == 1 })
}

// What a tool needs that is not built is known, however it is said.
func TestToolThatRunsOnlyAsAJobIsKnown(t *testing.T) {
	for raw, want := range map[string]bool{
		`{"name":"t","execution":{"taskSupport":"required"}}`:  true,
		`{"name":"t","execution":{"taskSupport":"optional"}}`:  false,
		`{"name":"t","execution":{"taskSupport":"forbidden"}}`: false,
		`{"name":"t","execution":{"taskSupport":true}}`:        false,
		`{"name":"t","execution":"required"}`:                  false,
		`{"name":"t","execution":null}`:                        false,
		`{"name":"t"}`:                                         false,
	} {
		if tool, ok := readTool([]byte(raw)); !ok || tool.OnlyAsJob != want {
			t.Errorf("%s: %+v", raw, tool)
		}
	}
}

// A list that the SDK has in a cache of its own is read as it came all the same: its types lose the order, the digits, and members.
func TestListFromTheCacheIsAsItCame(t *testing.T) {
	const schema = `{"type":"object","properties":{"z":{"type":"integer","maximum":12345678901234567},"a":{"default":1.50}}}`
	script := wiretest.New(t)
	script.Protocol = "2026-07-28"
	script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
		if m.Method == "tools/list" {
			s.Answer(m, `{"resultType":"complete","ttlMs":3600000,"cacheScope":"private","tools":[{"name":"t","inputSchema":`+schema+`,"execution":{"taskSupport":"required"}}]}`)
		}
		return m.Method == "tools/list"
	}
	h := newHost(t, script, nil)
	h.loadTools(h.connection())
	if got := h.State().Tools[0]; string(got.InputSchema) != schema || !got.OnlyAsJob {
		t.Errorf("%s", got.InputSchema)
	}
}
