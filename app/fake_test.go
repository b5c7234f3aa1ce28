package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"go.uber.org/goleak"

	"parley/app/call"
	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/config/search"
	"parley/bridge/program"
	"parley/bridge/vault"
	"parley/bridge/wiretest"
	"parley/widgets"
)

// fakeServer is a server that does what a test says.
type fakeServer struct {
	entry config.Server
	opts  bridge.Options

	mu      sync.Mutex
	state   bridge.ServerState
	calls   []*fakeCall
	starts  int
	closes  int
	forgets int
	keeps   error // why Leave cannot forget
	onStart func()
	onClose func(context.Context) error
}

func (s *fakeServer) Name() string         { return s.entry.Name }
func (s *fakeServer) Entry() config.Server { return s.entry }

func (s *fakeServer) Start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts++
	if s.onStart != nil {
		s.onStart()
	}
}

func (s *fakeServer) Close(ctx context.Context) error {
	s.mu.Lock()
	s.closes++
	onClose := s.onClose
	s.mu.Unlock()
	if onClose != nil {
		return onClose(ctx)
	}
	return nil
}

func (s *fakeServer) State() bridge.ServerState {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

// set changes the state and tells the window, as the bridge does.
func (s *fakeServer) set(state bridge.ServerState) {
	s.mu.Lock()
	s.state = state
	s.mu.Unlock()
	s.opts.Notify(bridge.Event{})
}

func (s *fakeServer) Call(tool bridge.Tool, arguments json.RawMessage) call.Live {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &fakeCall{id: fmt.Sprint(s.entry.Name, "-call-", len(s.calls)+1), tool: tool, arguments: arguments}
	c.state = bridge.CallState{Started: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	s.calls = append(s.calls, c)
	return c
}

func (s *fakeServer) SetRoots(folders []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Roots = folders
}

func (s *fakeServer) SetLogLevel(level string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.LogLevel = level
}

func (s *fakeServer) SignOut(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.SignedIn = false
	s.forgets++
	return nil
}

// Leave forgets what SignOut does. A server that cannot says why.
func (s *fakeServer) Leave(context.Context, []config.Server) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closes++
	s.forgets++
	return s.keeps
}

// started is how often the server was started.
func (s *fakeServer) started() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.starts
}

// closed is how often the server was closed.
func (s *fakeServer) closed() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closes
}

// forgotten is how often its sign-in and its values were forgotten.
func (s *fakeServer) forgotten() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.forgets
}

// last is the latest call.
func (s *fakeServer) last(t *testing.T) *fakeCall {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.calls) == 0 {
		t.Fatal("nothing was called")
	}
	return s.calls[len(s.calls)-1]
}

// fakeCall is a call whose state a test sets.
type fakeCall struct {
	id        string
	tool      bridge.Tool
	arguments json.RawMessage

	mu      sync.Mutex
	state   bridge.CallState
	stopped bool
	next    *fakeCall
}

func (c *fakeCall) ID() string                 { return c.id }
func (c *fakeCall) Tool() bridge.Tool          { return c.tool }
func (c *fakeCall) Arguments() json.RawMessage { return c.arguments }

func (c *fakeCall) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = true
}

func (c *fakeCall) Continue() call.Live {
	if c.next == nil {
		return nil
	}
	return c.next
}

func (c *fakeCall) State() bridge.CallState {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state
}

func (c *fakeCall) set(change func(*bridge.CallState)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change(&c.state)
}

// rig is a whole window over fake servers, with a queue for Fyne's goroutine and a clock moved by hand.
type rig struct {
	*App
	t       *testing.T
	q       *queue
	clock   *handClock
	home    string
	fakes   map[string]*fakeServer
	browsed []string
}

// rigs are the tests that have one already.
var rigs sync.Map

// rigOptions change a rig before it is made.
type rigOptions struct {
	servers string // text of servers.json; "" makes none
	demo    bool
	size    fyne.Size // zero for 1080x700
	home    string    // "" for a new one
	dark    bool
	unseen  bool                  // no program was seen before
	found   []search.Found        // in other apps
	finding func() []search.Found // instead
}

// testApp gives Fyne's app for a test, the one of the test before when that had the same theme: each new app reads all fonts again, and a
// cache of go-text's (harfbuzz.Buffer's planCache) keeps the fonts of all of them, some 4 MB each time, 20 with -race.
func testApp(variant fyne.ThemeVariant) fyne.App {
	fyneApp := fyne.CurrentApp()
	if fyneApp == nil || !isTestApp(fyneApp, variant) {
		fyneApp = test.NewApp()
		fyneApp.Settings().SetTheme(Theme{Variant: &variant})
	}
	for _, w := range fyneApp.Driver().AllWindows() {
		w.Close()
	}
	fyneApp.Clipboard().SetContent("")
	return fyneApp
}

func isTestApp(fyneApp fyne.App, variant fyne.ThemeVariant) bool {
	set, ok := fyneApp.Settings().Theme().(Theme)
	return ok && set.Variant != nil && *set.Variant == variant
}

func newRig(t *testing.T, o rigOptions) *rig {
	t.Helper()
	_, further := rigs.LoadOrStore(t, true)
	first := !further
	others := goleak.IgnoreCurrent() // of earlier tests, such as web servers on their way out
	r := &rig{t: t, q: newQueue(), clock: newHandClock(), home: o.home, fakes: make(map[string]*fakeServer)}
	if r.home == "" {
		r.home = t.TempDir()
	}
	if o.servers != "" {
		if err := os.WriteFile(filepath.Join(r.home, "servers.json"), []byte(o.servers), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	variant := theme.VariantLight
	if o.dark {
		variant = theme.VariantDark
	}
	fyneApp := testApp(variant)
	opts := Options{
		Fyne: fyneApp, Do: r.q.Do, Home: r.home, Version: "test", Clock: r.clock, Secrets: &vault.Memory{},
		Browse: func(address string) error {
			r.q.Do(func() { r.browsed = append(r.browsed, address) })
			return nil
		},
		dial: func(entry config.Server, bo bridge.Options) server {
			s := &fakeServer{entry: entry, opts: bo}
			r.fakes[entry.Name] = s
			return s
		},
		known: func(config.Server) bool { return !o.unseen },
		find: func() []search.Found {
			if o.finding != nil {
				return o.finding()
			}
			return o.found
		},
		finds: &program.Finder{
			GOOS: "linux", Environ: func() []string { return []string{"PATH=/usr/bin"} },
			Login: func(context.Context) (string, error) { return "", errors.New("no shell here") },
			Files: fstest.MapFS{"usr/bin/sh": {Mode: 0o755}, "srv/lab": {Mode: fs.ModeDir | 0o755}},
		},
	}
	if o.demo {
		opts.Demo = &config.Server{Name: "Demo lab", Command: []string{"parley", "demo-server"}}
	}
	a, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	r.App = a
	size := o.size
	if size.IsZero() {
		size = fyne.NewSize(firstWidth, firstHeight)
	}
	a.window.win.Resize(size)
	a.Start()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		a.Close(ctx)
		r.q.Pump()
		if !first {
			return // what the rigs before it began is not its own
		}
		rigs.Delete(t)
		if err := wiretest.Leaks(others); err != nil {
			t.Error(err)
		}
	})
	r.q.Until(t, "the servers file", func() bool { return r.loads > 0 })
	r.q.Pump()
	return r
}

// ready makes a server list these tools.
func (r *rig) ready(name string, tools ...bridge.Tool) *fakeServer {
	r.t.Helper()
	s := r.fakes[name]
	if s == nil {
		r.t.Fatalf("there is no server %q", name)
	}
	s.set(bridge.ServerState{Phase: bridge.Ready, Tools: tools})
	r.settle()
	return s
}

// settle lets everything that is under way happen.
func (r *rig) settle() {
	r.q.Pump()
	r.clock.Advance(beat)
	r.q.Pump()
}

// show opens a tool's page and waits until its form is there.
func (r *rig) show(server, tool string) *toolPage {
	r.t.Helper()
	r.window.open(place{page: toolAt, server: server, tool: tool})
	p, ok := r.window.page().(*toolPage)
	if !ok {
		r.t.Fatalf("no page for %s of %s", tool, server)
	}
	r.q.Until(r.t, "the form", func() bool { return p.args != nil })
	r.q.Pump()
	return p
}

// end finishes a call and tells the window.
func (r *rig) end(s *fakeServer, c *fakeCall, change func(*bridge.CallState)) {
	r.t.Helper()
	c.set(func(state *bridge.CallState) {
		state.Ended = state.Started.Add(6200 * time.Millisecond)
		change(state)
	})
	r.App.apply(changes{servers: true, calls: map[string]bool{c.id: true}})
	r.settle()
}

// seen is all text that is on the screen, one piece a line.
func (r *rig) seen() string {
	r.t.Helper()
	w := r.window.win
	list := textsOf(w.Content())
	for _, over := range w.Canvas().Overlays().List() {
		list = append(list, textsOf(over)...)
	}
	return strings.Join(list, "\n")
}

func textsOf(o fyne.CanvasObject) []string {
	var list []string
	visitAll(o, func(part fyne.CanvasObject) {
		if text, ok := part.(*canvas.Text); ok && text.Text != "" {
			list = append(list, text.Text)
		}
		if words, ok := part.(*widgets.Words); ok {
			list = append(list, words.Text) // whole, for it is drawn in rows
		}
	})
	return list
}

// visitAll visits everything that is drawn.
func visitAll(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	if o == nil || !o.Visible() {
		return
	}
	visit(o)
	var parts []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		parts = o.Objects
	case fyne.Widget:
		parts = test.WidgetRenderer(o).Objects()
	}
	for _, part := range parts {
		visitAll(part, visit)
	}
}

// sees and misses fail the test unless the screen shows, or does not show, each text.
func (r *rig) sees(texts ...string) {
	r.t.Helper()
	seen := r.seen()
	for _, text := range texts {
		if !strings.Contains(seen, text) {
			r.t.Errorf("%q is not on the screen:\n%s", text, seen)
		}
	}
}

func (r *rig) misses(texts ...string) {
	r.t.Helper()
	seen := r.seen()
	for _, text := range texts {
		if strings.Contains(seen, text) {
			r.t.Errorf("%q is on the screen", text)
		}
	}
}

// press taps the visible button with this text.
func (r *rig) press(label string) {
	r.t.Helper()
	var roots []fyne.CanvasObject
	roots = append(roots, r.window.win.Canvas().Overlays().List()...)
	roots = append(roots, r.window.win.Content())
	for _, root := range roots {
		var found fyne.Tappable
		visitAll(root, func(part fyne.CanvasObject) {
			named, ok := part.(fyne.Accessible)
			if tap, can := part.(fyne.Tappable); ok && can && found == nil && named.AccessibilityLabel() == label {
				found = tap
			}
		})
		if found != nil {
			found.Tapped(&fyne.PointEvent{})
			r.settle()
			return
		}
	}
	r.t.Fatalf("there is no button %q on the screen", label)
}

// picture writes what the window shows, when PARLEY_PICTURES names a folder: for looking at.
func (r *rig) picture(name string) {
	r.t.Helper()
	folder := os.Getenv("PARLEY_PICTURES")
	if folder == "" {
		return
	}
	file, err := os.Create(filepath.Join(folder, name+".png"))
	if err != nil {
		r.t.Fatal(err)
	}
	defer file.Close()
	if err := png.Encode(file, r.window.win.Canvas().Capture()); err != nil {
		r.t.Fatal(err)
	}
}
