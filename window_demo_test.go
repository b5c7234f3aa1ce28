//go:build linux

package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The rest of the demo: links, progress, much text, a field of every kind.

// The link is opened in a browser, which here is a program that writes the address down; the click on its page is done by
// this test. The server reports it, and the request ends by itself.
func (s *stage) connectsByLink(t *testing.T) {
	folder := t.TempDir()
	opened := filepath.Join(folder, "opened")
	script := "#!/bin/sh\nprintf '%s' \"$1\" >" + opened + "\n"
	if err := os.WriteFile(filepath.Join(folder, "xdg-open"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	p := s.start(t, setting{environ: []string{"PATH=" + folder + ":" + os.Getenv("PATH")}})
	p.run("Connect data source")
	p.asked("Demo lab", "Connect the demo's data source: open the page and press Connect…")
	p.picture("asked")
	p.answered("Demo lab", "")
	p.click("Open 127.0.0.1")
	address := ""
	p.until("the browser", func() bool {
		raw, err := os.ReadFile(opened)
		address = string(raw)
		return err == nil && strings.HasPrefix(address, "http://127.0.0.1:")
	})
	p.sees("Opened in your browser. Come back here when you have finished there.")
	p.picture("opened")
	p.answered("Demo lab", "") // not yet: the person says when, or the server does
	reply, err := http.Post(address, "application/x-www-form-urlencoded", nil)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, reply.Body)
	reply.Body.Close()
	p.answered("Demo lab", `{"action":"accept"}`)
	p.misses("Demo lab asks")
	p.sees("The data source is connected. Thank you for the click.")
	p.picture("connected")
}

// The address is copied, and the person says when they are done. Then the tool is stopped while it waits for the click.
func (s *stage) copiesTheLink(t *testing.T) {
	p := s.start(t, setting{environ: light})
	p.run("Connect data source")
	p.asked("Demo lab", "Connect the demo's data source: open the page and press Connect…")
	p.sees("Open or copy the address first.")
	p.click("I'm done") // grey: nothing comes of it
	p.click("Copy")
	p.sees("Copied. Paste it into your browser and come back here when you have…")
	p.answered("Demo lab", "")
	p.picture("copied")
	p.click("I'm done")
	p.answered("Demo lab", `{"action":"accept"}`)
	p.picture("waiting")
	p.sees("Waiting for your click on Connect in the browser")
	p.click("Stop")
	p.sees("You stopped it after…")
	p.picture("stopped")
}

func (s *stage) stopsALongJob(t *testing.T) {
	p := s.start(t, setting{})
	p.run("Long job")
	p.sees("Stop")
	p.until("progress on the wire", func() bool { return p.wires["Demo lab"].sent("notifications/progress") > 2 })
	p.picture("running")
	p.key("ctrl+period")
	p.sees("You stopped it after…")
	p.until("the word to stop on the wire", func() bool { return p.wires["Demo lab"].got("notifications/cancelled") == 1 })
	p.picture("stopped")
	p.sees("Ctrl+Enter") // it can be run again
}

// The next start has the size of the window, the last tool and its arguments.
func (s *stage) goesOnWhereItWas(t *testing.T) {
	p := s.start(t, setting{environ: light})
	p.find("Submit batch run")
	p.click("bridge-span-7")
	p.key("ctrl+a")
	p.write("tower-9")
	p.do("windowsize", "--sync", p.window, "900", "640")
	p.key("ctrl+Return")
	p.asked("Demo lab", "Submit this 4-hour batch run?")
	p.click("Decline")
	p.answered("Demo lab", `{"action":"decline"}`)
	p.leave(windowPatience)

	p = s.start(t, setting{environ: light, home: p.home})
	p.sees("Submit batch run", "tower-9…", "Ctrl+Enter")
	if got := p.do("getwindowgeometry", p.window); !strings.HasSuffix(got, "Geometry: 900x640") {
		t.Errorf("the window is where and as large as: %s", got)
	}
	p.picture("again")
	p.key("ctrl+Return")
	p.asked("Demo lab", "Submit this 4-hour batch run?")
	p.click("Decline")
	p.answered("Demo lab", `{"action":"decline"}`)
	if calls := p.wires["Demo lab"].calls("submit_batch"); len(calls) != 1 || calls[0] != `{"run_handle":"tower-9"}` {
		t.Errorf("the tool was called with %q", calls)
	}
}

func (s *stage) showsALargeReport(t *testing.T) {
	p := s.start(t, setting{environ: light})
	p.run("Large report")
	p.sees("Finished in…")
	p.picture("large")
}

// A field of every kind, filled in by keyboard.
func (s *stage) booksAVisit(t *testing.T) {
	p := s.start(t, setting{environ: light})
	p.run("Book a visit")
	p.asked("Demo lab", "Please tell the lab about your visit.")
	for _, field := range []struct {
		label string
		fill  func()
		tabs  int // to the next field
	}{
		{"Your name *", func() { p.write("Ada Lovelace") }, 1},
		{"Email *", func() { p.write("ada@example.org") }, 1},
		{"Day of the visit *", func() { p.write("2026-12-01") }, 2}, // a calendar is beside it
		{"Arrival at the station", func() { p.write("2026-12-01T14:30:00+01:00") }, 2},
		{"Visitors *", func() { p.key("ctrl+a"); p.write("3") }, 1},
		// Clear is beside what need not be answered, once it is.
		{"First visit", func() { p.key("space") }, 2},
		{"Tour", func() { p.key("Down", "space") }, 2},
		{"Building *", func() { p.key("Down", "space") }, 1},
		{"Language of the tour", func() {
			p.key("space")
			p.sees("Czech")
			p.write("jap")
			p.misses("Czech")
			p.key("Return")
			p.sees("Japanese")
		}, 2},
		{"Topics *", func() { p.key("space", "Down", "Down", "space") }, 1},
		{"Meals", func() { p.key("Up", "space") }, 1}, // from what is chosen

		{"Travel budget", func() { p.write("120.50") }, 1},
		{"Parking space", func() { p.key("space") }, 1},
		{"Website", func() { p.write("https://example.org/ada") }, 1},
		{"Anything else", func() { p.write("No nuts, please") }, 0},
	} {
		p.sees(field.label)
		field.fill()
		p.picture(field.label)
		for range field.tabs {
			p.key("Tab")
		}
	}
	p.key("ctrl+Return")
	p.answered("Demo lab", `{"action":"accept","content":{"name":"Ada Lovelace","email":"ada@example.org","day":"2026-12-01",`+
		`"arrival":"2026-12-01T14:30:00+01:00","visitors":3,"first_visit":true,"tour":"full","building":"bld-31","language":"ja",`+
		`"topics":["t-opt","t-sim"],"meals":["breakfast","lunch"],"travel_budget":120.50,"parking":true,`+
		`"website":"https://example.org/ada","notes":"No nuts, please"}}`)
	p.sees("The visit of Ada Lovelace on 2026-12-01 is booked, for 3 people.")
	p.picture("booked")
}
