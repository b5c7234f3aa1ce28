package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/app/call"
	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/config/search"
	"parley/bridge/vault"
	"parley/bridge/wiretest"
	"parley/widgets"
)

// trial is a whole Parley, real but for the screen: the window in Fyne's test driver, the real bridge, scripted servers at
// the other end of the wire. A test does what a person does and reads what the servers heard.
type trial struct {
	*App
	t       *testing.T
	q       *queue
	clock   *handClock
	scripts map[string]*wiretest.Server
	order   []string // names of the servers
	live    map[string]*bridge.Server
	calls   []*bridge.Call

	mu         sync.Mutex
	opened     []string // addresses given to the browser
	openFails  bool
	receipts   []bridge.Receipt
	clipboard  fyne.Clipboard
	closedDown bool
	logged     notebook // everything that was logged
}

// notebook is a text that several goroutines write.
type notebook struct {
	mu   sync.Mutex
	text strings.Builder
}

func (n *notebook) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.Write(p)
}

func (n *notebook) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}

// trialServer is one server of a trial: a scripted one, unless its entry has a program or an address.
type trialServer struct {
	name   string
	entry  config.Server
	script *wiretest.Server
	fails  bool // it is not expected to become ready
	either bool // it becomes ready or fails
}

// trackedServer notes the calls that the window begins.
type trackedServer struct {
	*bridge.Server
	trial *trial
}

func (s trackedServer) Call(tool bridge.Tool, arguments json.RawMessage) call.Live {
	c := s.Server.Call(tool, arguments)
	s.trial.calls = append(s.trial.calls, c)
	return call.Of(c)
}

func newTrial(t *testing.T, servers ...trialServer) *trial {
	t.Helper()
	tr := &trial{t: t, q: newQueue(), clock: newHandClock(), scripts: map[string]*wiretest.Server{}, live: map[string]*bridge.Server{}}
	fyneApp := testApp(theme.VariantLight)
	tr.clipboard = fyneApp.Clipboard()
	var dialed sync.Mutex
	a, err := New(Options{
		Fyne: fyneApp, Do: tr.q.Do, Home: t.TempDir(), Version: "test", Clock: tr.clock, Secrets: &vault.Memory{},
		Log: slog.New(slog.NewTextHandler(&tr.logged, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Browse: func(address string) error {
			tr.mu.Lock()
			defer tr.mu.Unlock()
			if tr.openFails {
				return errors.New("no browser is installed")
			}
			tr.opened = append(tr.opened, address)
			return nil
		},
		known: func(config.Server) bool { return true },
		find:  func() []search.Found { return nil },
		dial: func(entry config.Server, o bridge.Options) server {
			dialed.Lock()
			defer dialed.Unlock()
			o.Clock = tr.clock
			if script := tr.scripts[entry.Name]; script != nil {
				o.Dial = func() (bridge.Streams, error) {
					in, out, err := script.Dial()
					return bridge.Streams{In: in, Out: out}, err
				}
			}
			notify := o.Notify
			o.Notify = func(e bridge.Event) {
				if e.Receipt != nil {
					tr.mu.Lock()
					tr.receipts = append(tr.receipts, *e.Receipt)
					tr.mu.Unlock()
				}
				notify(e)
			}
			live := bridge.NewServer(entry, o)
			tr.live[entry.Name] = live
			return trackedServer{live, tr}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	tr.App = a
	var entries []config.Server
	for _, s := range servers {
		s.entry.Name = s.name
		if s.script == nil && s.entry.URL == "" && len(s.entry.Command) == 0 {
			s.script = wiretest.New(t)
		}
		if s.script != nil {
			tr.scripts[s.name] = s.script
		}
		tr.order = append(tr.order, s.name)
		entries = append(entries, s.entry)
	}
	a.window.win.Resize(fyne.NewSize(firstWidth, firstHeight))
	a.window.start()
	a.window.win.Show()
	a.servers.set(entries)
	a.window.serversChanged()
	t.Cleanup(tr.down)
	for i, name := range tr.order {
		if servers[i].fails {
			tr.until(name+" has failed", func() bool { return tr.live[name].State().Phase == bridge.Failed })
			continue
		}
		tr.until(name+" is ready", func() bool {
			s := tr.live[name].State()
			return s.Phase == bridge.Ready && (s.Tools != nil || s.ToolsFailure != nil) || servers[i].either && s.Phase == bridge.Failed
		})
	}
	return tr
}

// down ends everything.
func (tr *trial) down() {
	if tr.closedDown {
		return
	}
	tr.closedDown = true
	done := make(chan struct{})
	go func() {
		defer close(done)
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		tr.Close(ctx)
	}()
	tr.until("everything has ended", func() bool {
		select {
		case <-done:
			return true
		default:
			return false
		}
	})
	tr.q.Pump()
}

// until lets everything that is under way happen until something has come.
func (tr *trial) until(what string, come func() bool) {
	tr.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; {
		tr.q.Pump()
		if come() {
			return
		}
		if time.Now().After(deadline) {
			tr.t.Fatalf("waited in vain: %s; on the screen: %q", what, tr.screen())
		}
		select {
		case <-tr.q.added:
		case <-time.After(time.Millisecond):
			tr.clock.Advance(beat / 4) // the window gathers changes for one beat
		}
	}
}

// settle gives what is under way the time to show. For what must not happen.
func (tr *trial) settle() {
	for range 20 {
		tr.q.Pump()
		time.Sleep(time.Millisecond)
		tr.clock.Advance(beat)
	}
	tr.q.Pump()
}

// script is the server of a trial with one server.
func (tr *trial) script() *wiretest.Server { return tr.scripts[tr.order[0]] }

// call starts a tool of the given server by hand.
func (tr *trial) call(server, arguments string) *bridge.Call {
	tr.t.Helper()
	live := tr.live[server]
	c := live.Call(live.State().Tools[0], json.RawMessage(arguments))
	tr.calls = append(tr.calls, c)
	return c
}

// runTool opens the page of a server's first tool and presses Run.
func (tr *trial) runTool(server string) *bridge.Call {
	tr.t.Helper()
	tr.window.open(place{page: toolAt, server: server, tool: tr.live[server].State().Tools[0].Name})
	p, ok := tr.window.page().(*toolPage)
	if !ok {
		tr.t.Fatalf("no tool page on the screen: %q", tr.screen())
	}
	tr.until("Run can be pressed", func() bool { return tr.enabled("Run") })
	before := len(tr.calls)
	if !tr.click("Run") {
		tr.t.Fatalf("no Run on the screen: %q", tr.screen())
	}
	began := tr.calls[before:]
	if len(began) != 1 || began[0].ID() != p.latest().ID {
		tr.t.Fatalf("Run started %d calls", len(began))
	}
	return began[0]
}

// modal reports whether a request is in front of the person.
func (tr *trial) modal() bool {
	return tr.inbox.shown != nil && tr.inbox.shown.sheet != nil && tr.window.win.Canvas().Overlays().Top() != nil
}

// asked waits until a request is in front of the person and lets the first moments pass, those after another one went too.
func (tr *trial) asked() {
	tr.t.Helper()
	tr.until("a request appears", func() bool { return tr.modal() })
	tr.clock.Advance(1100 * time.Millisecond)
	tr.q.Pump()
}

// form is the form in front of the person.
func (tr *trial) form() *widgets.Form {
	tr.t.Helper()
	var found *widgets.Form
	eachVisible(tr.top(), func(o fyne.CanvasObject) {
		if f, ok := o.(*widgets.Form); ok {
			found = f
		}
	})
	return found
}

// top is what lies over the window, or the window's content.
func (tr *trial) top() fyne.CanvasObject {
	c := tr.window.win.Canvas()
	if top := c.Overlays().Top(); top != nil {
		return top
	}
	return c.Content()
}

// click presses what carries the given words, where they stand. It reports false when there is nothing like it.
func (tr *trial) click(words string) bool {
	tr.t.Helper()
	target := tr.find(words)
	if target == nil {
		return false
	}
	driver := fyne.CurrentApp().Driver()
	at := driver.AbsolutePositionForObject(target).Add(fyne.NewPos(target.Size().Width/2, target.Size().Height/2))
	test.TapCanvas(tr.window.win.Canvas(), at)
	tr.q.Pump()
	return true
}

// find is the visible object that carries exactly these words.
func (tr *trial) find(words string) fyne.CanvasObject {
	var found fyne.CanvasObject
	eachVisible(tr.top(), func(o fyne.CanvasObject) {
		if textOf(o) == words && found == nil {
			found = o
		}
	})
	return found
}

// enabled reports whether the button with these words can be pressed; false when there is none.
func (tr *trial) enabled(words string) bool {
	found := false
	eachVisible(tr.top(), func(o fyne.CanvasObject) {
		b, ok := o.(interface {
			fyne.Disableable
			fyne.Tappable
		})
		if !ok || b.Disabled() {
			return
		}
		eachVisible(o, func(part fyne.CanvasObject) { found = found || textOf(part) == words })
	})
	return found
}

// key presses a key as the window's driver would hand it on: to what has the focus, else to the window.
func (tr *trial) key(name fyne.KeyName) {
	c := tr.window.win.Canvas()
	defer widgets.HoldKey(c, name)()
	ev := &fyne.KeyEvent{Name: name}
	if focused := c.Focused(); focused != nil {
		focused.TypedKey(ev)
		if name == fyne.KeySpace {
			focused.TypedRune(' ')
		}
	} else if typed := c.OnTypedKey(); typed != nil {
		typed(ev)
	}
	tr.q.Pump()
}

// screen is every word that can be read, top layer first.
func (tr *trial) screen() string {
	var words []string
	add := func(o fyne.CanvasObject) {
		if text := textOf(o); text != "" {
			words = append(words, text)
		}
	}
	c := tr.window.win.Canvas()
	for _, o := range slices.Backward(c.Overlays().List()) {
		eachVisible(o, add)
	}
	eachVisible(c.Content(), add)
	return strings.Join(words, "\n")
}

// answers gives the answers that a server heard to requests of its own.
func (tr *trial) answers(server string) []wiretest.Message {
	var list []wiretest.Message
	if tr.scripts[server] == nil {
		return nil
	}
	for _, m := range tr.scripts[server].Heard() {
		if m.Method == "" {
			list = append(list, m)
		}
	}
	return list
}

// sent is how many answers went out in all.
func (tr *trial) sent() int {
	n := 0
	for _, name := range tr.order {
		n += len(tr.answers(name))
	}
	return n
}

// browsed are the addresses given to the browser.
func (tr *trial) browsed() []string {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return slices.Clone(tr.opened)
}

// eachVisible visits what is visible, parents first.
func eachVisible(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	if o == nil || !o.Visible() {
		return
	}
	visit(o)
	switch o := o.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			eachVisible(child, visit)
		}
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			eachVisible(child, visit)
		}
	}
}

// textOf is what an object says.
func textOf(o fyne.CanvasObject) string {
	switch o := o.(type) {
	case *canvas.Text:
		return o.Text
	case *widget.Label:
		return o.Text
	case *widget.RichText:
		return o.String()
	case *widget.Entry:
		if o.Password {
			return ""
		}
		return o.Text
	case *widgets.Words:
		return o.Text
	case *widgets.Viewer:
		var rows []string
		for i := range o.Rows() {
			rows = append(rows, o.Row(i))
		}
		return strings.Join(rows, " ")
	case interface{ Words() string }:
		return o.Words()
	}
	return ""
}

// compact is JSON without white space, for comparing.
func compact(t testing.TB, raw []byte) string {
	t.Helper()
	var v any
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		return fmt.Sprintf("no JSON: %s", raw)
	}
	out, err := bridge.EncodeJSON(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
