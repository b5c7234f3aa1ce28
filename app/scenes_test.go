package app

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"parley/bridge"
	"parley/widgets"
)

// hostile is text as a server should not send it: endless, unbroken, and full of characters that steer others.
var hostile = "user\u202etxt.exe " + strings.Repeat("WWWWWWWWWW", 60) + "\x1b[31m\x00\r\nsecond line\u200b"

// A window of 800x560 holds every page, whatever a server calls its things.
func TestNothingBlowsASmallWindowUp(t *testing.T) {
	small := fyne.NewSize(800, 560)
	tools := []bridge.Tool{
		{Name: hostile, Title: hostile, Description: strings.Repeat(hostile, 4), Hinted: true, Destructive: true, Duplicate: true,
			InputSchema: json.RawMessage(`{"type":"object","properties":{` + quoted(hostile) + `:{"type":"string","title":` + quoted(hostile) + `,"description":` + quoted(hostile) + `}}}`)},
		{Name: "raw", InputSchema: json.RawMessage(`{"anyOf":[{"type":"object"}]}`)},
	}
	for _, dark := range []bool{false, true} {
		t.Run(fmt.Sprintf("dark %v", dark), func(t *testing.T) {
			r := newRig(t, rigOptions{servers: `{"mcpServers":{` + quoted(hostile) + `:{"command":"x"},"Files":{"command":"files"}}}`, size: small, dark: dark})
			look := "light"
			if dark {
				look = "dark"
			}
			fits := func(name string) {
				t.Helper()
				r.q.Pump()
				r.picture("small-" + name + "-" + look)
				if size := r.window.win.Content().MinSize(); size.Width > small.Width || size.Height > small.Height {
					t.Errorf("%s: the window needs %v", name, size)
				}
				if got := r.window.win.Canvas().Size(); got != small {
					t.Errorf("%s: the window has grown to %v", name, got)
				}
				for _, line := range strings.Split(r.seen(), "\n") {
					if strings.ContainsAny(line, "\u202e\u200b\x1b\x00\r") {
						t.Errorf("%s: drawn as it came: %q", name, line)
					}
				}
			}
			fits("welcome")
			s := r.ready(hostile, tools...)
			r.show(hostile, hostile)
			fits("tool")
			r.show(hostile, "raw")
			fits("raw")
			p := r.show(hostile, hostile)

			r.press("Run")
			r.end(s, s.last(t), func(c *bridge.CallState) {
				c.Phase = bridge.Finished
				c.Result = &bridge.Result{Text: strings.Repeat(hostile+"\n", 50), IsError: true, Blocks: []bridge.Block{
					{Type: hostile, Raw: json.RawMessage(`{}`)},
					{Type: "image", Raw: json.RawMessage(`{"type":"image","mimeType":` + quoted(hostile) + `,"data":"AAAA"}`)},
				}}
			})
			fits("result")
			p.note(widgets.Warning, hostile, r.window.action("Ask again", func() {}))
			r.window.notices.add(widgets.Failure, hostile)
			r.window.notices.add(widgets.Warning, "two")
			r.window.notices.add(widgets.Success, "three")
			fits("notices")

			r.fakes["Files"].set(bridge.ServerState{
				Phase: bridge.Failed, Stderr: strings.Repeat(hostile+"\n", 30),
				Failure: &bridge.Failure{What: hostile, Do: hostile, Detail: hostile},
			})
			r.settle()
			r.window.open(place{page: serverAt, server: "Files"})
			fits("server")
			r.window.showAddServer()
			fits("add")
			r.window.showKeys()
			fits("keys")
			r.window.escape()
		})
	}
}

// A request in a window of 800x560, put aside, listed, brought back.
func TestWaitingLineInASmallWindow(t *testing.T) {
	for _, dark := range []bool{false, true} {
		t.Run(fmt.Sprintf("dark %v", dark), func(t *testing.T) {
			r := newRig(t, rigOptions{servers: oneServer, size: fyne.NewSize(800, 560), dark: dark})
			r.ready("Files", readTool)
			r.show("Files", readTool.Name)
			answers := make(chan bridge.Answer, 9)
			for i := range 3 {
				s := request(fmt.Sprint("elc-", i), fmt.Sprintf("Question %d: %s", i, hostile))
				s.Server, s.Total, s.Index = "Files", 1, 1
				s.Arrived = r.clock.Now().Add(time.Duration(i) * time.Second)
				if i == 2 {
					s.Server = hostile
					s.Request.ExpiresAt = r.clock.Now().Add(40 * time.Second)
				}
				go func() { answers <- r.inbox.WaitFor(t.Context(), s) }()
				r.q.Until(t, "the request", func() bool { return r.inbox.Count() == i+1 })
			}
			look := map[bool]string{false: "light", true: "dark"}[dark]
			r.picture("small-request-" + look)
			r.sees("Files asks", "1 of 3", "Question 0", "3 requests waiting")
			if got := r.window.win.Title(); got != "(3) Parley" {
				t.Errorf("title %q", got)
			}
			r.clock.Advance(time.Second)
			r.q.Pump()
			r.press(theme.ContentRemoveIcon().Name())
			r.misses("Files asks")
			r.press("3 requests waiting")
			r.sees("Question 0", "Question 1", "Question 2", "39 s left", "Decline all from Files")
			r.picture("small-waiting-" + look)
			r.press("Decline all from Files")
			for range 2 {
				if a := <-answers; a.Reason != bridge.ReasonDeclined {
					t.Errorf("answered %+v", a)
				}
			}
			r.settle()
			r.sees("1 request waiting", "Question 2")
			r.press("1 request waiting")
			r.sees("0:39 left")
			r.clock.Advance(39 * time.Second)
			if a := <-answers; a.Reason != bridge.ReasonExpired {
				t.Errorf("answered %+v", a)
			}
			r.settle()
			r.sees("Nothing is waiting")
			r.misses("request waiting", "asks")
			if got := r.window.win.Title(); got != "Parley" {
				t.Errorf("title %q", got)
			}
		})
	}
}

func quoted(s string) string {
	raw, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(raw)
}
