package app

import (
	"context"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"parley/app/memory"
	"parley/app/servers"
	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/config/search"
	"parley/bridge/config/watch"
	"parley/bridge/program"
	"parley/bridge/vault"
	"parley/widgets"
)

// Options are what an App needs from its surroundings. Fyne, Do and Home are required.
type Options struct {
	Fyne    fyne.App
	Do      func(func()) // fyne.Do; in tests a queue that the test goroutine empties
	Home    string       // Parley's folder
	Servers string       // the servers file; "" is servers.json in Home
	Version string
	Demo    *config.Server // the built-in server; nil: none
	Browse  func(address string) error
	Clock   Clock        // nil: the system's
	Log     *slog.Logger // nil: discarded
	Crashed string       // what the last run wrote when it crashed; "" when it ended in order
	Release func()       // gives free memory back to the system; nil: it is kept
	SaveTo  string       // the folder that Save offers first; "" for the person's own
	Secrets vault.Store  // what the person enters and signs in with; nil: the keyring of this computer, or a file in Home

	dial  func(config.Server, bridge.Options) server // nil: a real bridge.Server
	known func(config.Server) bool                   // programs that start without having been seen; nil: none
	finds *program.Finder                            // finds the programs of servers; nil: as a login shell would
	find  func() []search.Found                      // looks for the servers of other apps; nil: on this computer
}

// App is a running Parley: its servers, its waiting line, its window.
type App struct {
	opts    Options
	net     *Net
	door    *Door
	clock   Clock
	inbox   *Inbox
	servers *roster
	trust   *servers.Trust
	finder  *program.Finder // of the programs of all servers
	memory  *memory.Store
	pulse   *pulse
	tidy    *tidy
	window  *Window

	shown   bool // Fyne's loop has started
	started []func()
	file    *watch.Keeper
	loads   int             // how often the servers file was read
	life    context.Context // ends when the App closes
	die     context.CancelFunc
	adding  bool   // servers are being put into the file
	gone    bool   // the servers file was deleted, and the person has not said that its servers are to go
	refused string // what is told of a change that could not be written; "": nothing
	behind  bool   // others changed the servers file, and the person has not said whether to use that

	saving   sync.WaitGroup
	watching sync.WaitGroup
	end      sync.Once
}

// New makes an App and its window. It must run on Fyne's goroutine, before or while Fyne runs. The error is for the
// person; the App works nevertheless.
func New(opts Options) (*App, error) {
	if opts.Clock == nil {
		opts.Clock = wallClock{}
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	if opts.Servers == "" {
		opts.Servers = filepath.Join(opts.Home, "servers.json")
	}
	if opts.dial == nil {
		opts.dial = func(entry config.Server, o bridge.Options) server { return liveServer{bridge.NewServer(entry, o)} }
	}
	life, die := context.WithCancel(context.Background())
	mark := newLookMark(opts.Home, opts.Clock.Now)
	if opts.find == nil {
		opts.find = func() []search.Found {
			ctx, cancel := context.WithTimeout(life, findLimit)
			defer cancel()
			return search.Find(ctx, search.Places{Opening: func(path string) {
				if ctx.Err() == nil {
					mark.at(path)
				}
			}})
		}
	}
	if opts.finds == nil {
		opts.finds = &program.Finder{}
	}
	keeping := ""
	if opts.Secrets == nil {
		opts.Secrets, keeping = vault.Open(opts.Home)
	}
	a := &App{opts: opts, clock: opts.Clock, finder: opts.finds, life: life, die: die}
	a.file = &watch.Keeper{Path: opts.Servers, Clock: opts.Clock}
	a.net = &Net{Folder: opts.Home, Version: opts.Version, Now: opts.Clock.Now, Caught: a.crashed}
	a.door = NewDoor(opts.Do, a.net)
	memory.SweepEdits(opts.Servers)
	memory, err := memory.Open(opts.Home)
	a.memory = memory
	a.inbox = &Inbox{door: a.door, net: a.net, clock: a.clock, browse: opts.Browse, keeping: keeping}
	a.pulse = &pulse{door: a.door, clock: a.clock, flush: a.apply}
	a.trust = &servers.Trust{Memory: a.memory, Demo: opts.Demo, Known: opts.known, News: func() {
		a.door.Do(func() {
			a.save()
			a.window.serversChanged()
		})
	}}
	a.servers = &roster{net: a.net, dial: a.dial, trust: a.trust, unforgotten: func(server string, err error) {
		a.door.Do(func() { a.window.notices.add(widgets.Failure, because(unforgotten(server), err)) })
	}}
	a.window = newWindow(a)
	a.inbox.newSheet = func(ask widgets.Ask, done func(widgets.Result)) sheet {
		return newFront(a.window.win.Canvas(), a.door, ask, done)
	}
	a.inbox.running = a.window.runningTools
	a.inbox.changed = a.window.lineChanged
	a.inbox.appeared = a.window.appeared
	a.tidy = newTidy(a.clock, opts.Release, func() { a.door.Do(func() { canvas.Refresh(a.window.win.Content()) }) })
	return a, err
}

// try makes a server that nobody is asked by (contract C6), to see whether it works. It knows none of the secrets that others were
// given.
func (a *App) try(entry config.Server, notify func()) server {
	return a.opts.dial(entry, bridge.Options{
		Notify:   func(bridge.Event) { a.net.Run(notify) },
		Log:      a.opts.Log,
		Programs: a.finder,
		Panicked: func(what any, stack []byte) { a.net.Report(what, stack) },
		Version:  a.opts.Version,
	})
}

// searchLimit bounds how long finding a program may take: a login shell may be asked.
const searchLimit = 15 * time.Second

// whereIs finds the file of a program, behind the scenes, and gives its path to take on Fyne's goroutine; or why it cannot be run.
func (a *App) whereIs(entry config.Server, take func(path string, failure *bridge.Failure)) {
	a.background(func() {
		ctx, cancel := context.WithTimeout(a.life, searchLimit)
		defer cancel()
		found, failure := bridge.FindProgram(ctx, a.finder, entry)
		if failure != nil {
			found.Path = ""
		}
		a.door.Do(func() { take(found.Path, failure) })
	})
}

// dial makes a server that asks through the waiting line.
func (a *App) dial(entry config.Server) server {
	return a.opts.dial(entry, bridge.Options{
		WaitFor:  a.inbox.WaitFor,
		Notify:   func(e bridge.Event) { a.net.Run(func() { a.pulse.notify(e) }) },
		Log:      a.opts.Log,
		Programs: a.finder,
		Secrets:  a.opts.Secrets,
		Approve:  a.approve,
		Panicked: func(what any, stack []byte) { a.net.Report(what, stack) },
		Version:  a.opts.Version,
	})
}

// WhenShown calls f on Fyne's goroutine once the window is up. Shown reports whether it is, or was.
func (a *App) WhenShown(f func()) { a.started = append(a.started, f) }
func (a *App) Shown() bool        { return a.shown }

// Start reads the servers file, starts the servers and shows the window.
func (a *App) Start() {
	a.opts.Fyne.Lifecycle().SetOnStarted(a.net.Func(func() {
		a.shown = true
		for _, f := range a.started {
			f()
		}
	}))
	a.window.start()
	a.tidy.stirred()
	a.Reload()
	a.startWatching()
	a.window.win.Show()
}

// background runs what ends with the App, off Fyne's goroutine.
func (a *App) background(f func()) {
	a.watching.Add(1)
	a.net.Go(func() {
		defer a.watching.Done()
		f()
	})
}

// startWatching follows the servers file until the App closes.
func (a *App) startWatching() {
	a.background(func() { a.watch(a.life) })
}

// apply takes what happened since the last beat. It runs on Fyne's goroutine.
func (a *App) apply(c changes) {
	a.tidy.stirred()
	for _, r := range c.receipts {
		a.inbox.settle(r)
		a.window.receipt(r)
	}
	if c.servers {
		a.window.serversChanged()
	}
	a.window.callsChanged(c.calls)
}

// save writes the memory behind the scenes.
func (a *App) save() {
	a.saving.Add(1)
	a.net.Go(func() {
		defer a.saving.Done()
		if err := a.memory.Save(); err != nil {
			a.opts.Log.Warn("memory not kept", "error", err)
		}
	})
}

// crashed is told about a panic that the net caught, on whatever goroutine it happened: what is open is answered with
// cancel, so that no server waits for a modal that may be gone, and the person gets one sentence.
func (a *App) crashed(c Crash) {
	a.inbox.cancelAll()
	a.door.Do(func() { a.window.crashed(c) })
}

// Fell writes about a panic that main recovered around Fyne's loop. The next start tells about it.
func (a *App) Fell(what any, stack []byte) Crash {
	crash := a.net.Report(what, stack)
	a.memory.Change(func(k *memory.Kept) { k.Crash = crash.File })
	return crash
}

// leave ends the program behind the scenes, as the window is closed.
func (a *App) leave() {
	a.inbox.Close()
	a.net.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
		defer cancel()
		a.servers.closeAll(ctx)
		a.Quit()
	})
}

// Quit ends Fyne's loop. From then on nothing enters Fyne's goroutine any more: Fyne would run it on the caller's.
func (a *App) Quit() {
	a.opts.Do(func() {
		a.door.Close()
		a.opts.Fyne.Quit()
	})
}

// Leave is what closing the window does: the person wants to go. Any goroutine may call it.
func (a *App) Leave() { a.door.Do(a.window.leave) }

// Close answers everything open with cancel, lets the servers go and returns when nothing is left running or ctx ends. It
// needs no screen, any goroutine may call it, and calling it again does nothing.
func (a *App) Close(ctx context.Context) {
	a.end.Do(func() {
		a.door.Close()
		a.inbox.Close()
		a.die()
		a.window.finds.leave()
		a.servers.closeAll(ctx)
		a.watching.Wait()
		a.saving.Wait()
		if err := a.memory.Save(); err != nil {
			a.opts.Log.Warn("memory not kept", "error", err)
		}
	})
}
