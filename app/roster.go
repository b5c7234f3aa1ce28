package app

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"sync"
	"time"

	"parley/app/call"
	"parley/app/servers"
	"parley/bridge"
	"parley/bridge/config"
)

// server is what the window needs of a bridge.Server.
type server interface {
	Name() string
	Entry() config.Server
	Start()
	Close(context.Context) error
	State() bridge.ServerState
	Call(bridge.Tool, json.RawMessage) call.Live
	SetRoots(folders []string)
	SetLogLevel(level string)
	SignOut(context.Context) error
}

// liveServer is a bridge.Server.
type liveServer struct{ *bridge.Server }

func (s liveServer) Call(tool bridge.Tool, arguments json.RawMessage) call.Live {
	return call.Of(s.Server.Call(tool, arguments))
}

// listed is a server of the list, with its entry as the servers file has it now.
type listed struct {
	server
	entry config.Server
	trust *servers.Trust
}

// Entry is how the server is configured now.
func (l *listed) Entry() config.Server { return l.entry }

// Start starts it, unless it runs a program that the person has not seen. There is no other way to start a server.
func (l *listed) Start() {
	if l.trust.MayStart(l.entry) {
		l.server.Start()
	}
}

// standing is how a server is for the person: what the bridge says of it, and whether its program has to be seen first.
type standing struct {
	bridge.ServerState
	view     servers.View
	disabled bool
}

// held reports whether only the person's look at its program keeps a server from starting.
func (s standing) held() bool { return s.view != servers.Seen && !s.disabled }

// roster is the servers of a running Parley, in the order of the servers file. It belongs to Fyne's goroutine, but for
// closeAll.
type roster struct {
	net   *Net
	dial  func(config.Server) server
	trust *servers.Trust

	unforgotten func(server string, err error) // what the keyring holds for a server that is gone could not be forgotten; any goroutine

	mu      sync.Mutex // guards what follows, for closeAll
	list    []server
	guests  []server       // being tried, in no list
	leaving sync.WaitGroup // servers that are being closed behind the scenes
}

// closeLimit bounds how long a server may take to go away.
const closeLimit = 4500 * time.Millisecond

// all gives the servers in order. The slice must not be changed.
func (r *roster) all() []server {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.list
}

// named gives one server; nil when there is none of that name.
func (r *roster) named(name string) server {
	for _, s := range r.all() {
		if s.Name() == name {
			return s
		}
	}
	return nil
}

// standing is how a server is now.
func (r *roster) standing(s server) standing {
	entry := s.Entry()
	return standing{ServerState: s.State(), view: r.trust.ViewOf(entry), disabled: entry.Disabled}
}

// set makes the servers those of entries. One whose entry did not change in what it runs or reaches keeps running; one that is
// gone or changed is closed behind the scenes; new ones are started unless they are disabled or have to be seen first.
func (r *roster) set(entries []config.Server) {
	old := r.all()
	kept := make(map[server]bool)
	next := make([]server, 0, len(entries))
	for _, entry := range entries {
		s := sameServer(old, kept, entry)
		if s == nil {
			s = &listed{server: r.dial(entry), entry: entry, trust: r.trust}
			if !entry.Disabled {
				s.Start()
			}
		} else {
			r.follow(s, entry)
		}
		kept[s] = true
		next = append(next, s)
	}
	r.mu.Lock()
	r.list = next
	r.mu.Unlock()
	for _, s := range old {
		if !kept[s] {
			r.part(s, entries)
		}
	}
}

// sameServer finds a server that is not taken and whose entry differs in nothing that its connection depends on.
func sameServer(servers []server, taken map[server]bool, entry config.Server) *listed {
	entry = connection(entry)
	for _, s := range servers {
		if l, ok := s.(*listed); ok && !taken[s] && reflect.DeepEqual(connection(l.entry), entry) {
			return l
		}
	}
	return nil
}

// connection is an entry without what can change while the server runs.
func connection(entry config.Server) config.Server {
	entry.Roots, entry.LogLevel, entry.Disabled = nil, "", false
	return entry
}

// follow takes what changed in the entry of a server that goes on.
func (r *roster) follow(s *listed, entry config.Server) {
	was := s.entry
	s.entry = entry
	if !slices.Equal(was.Roots, entry.Roots) {
		s.SetRoots(entry.Roots)
	}
	if was.LogLevel != entry.LogLevel {
		s.SetLogLevel(entry.LogLevel)
	}
	switch {
	case entry.Disabled && !was.Disabled:
		r.close(s)
	case was.Disabled && !entry.Disabled:
		s.Start()
	}
}

// close lets a server go, behind the scenes.
func (r *roster) close(s server) {
	r.leaving.Add(1)
	r.net.Go(func() {
		defer r.leaving.Done()
		ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
		defer cancel()
		_ = s.Close(ctx)
	})
}

// restart ends a server and starts it again, behind the scenes.
func (r *roster) restart(s server) {
	r.leaving.Add(1)
	r.net.Go(func() {
		defer r.leaving.Done()
		ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
		defer cancel()
		if s.Close(ctx) == nil {
			s.Start()
		}
	})
}

// guest makes a server that is only tried: it is in no list and goes with [roster.release].
func (r *roster) guest(s server) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.guests = append(r.guests, s)
}

// release lets a guest go.
func (r *roster) release(s server) {
	r.mu.Lock()
	r.guests = slices.DeleteFunc(r.guests, func(other server) bool { return other == s })
	r.mu.Unlock()
	r.close(s)
}

// closeAll lets all servers go and returns when nothing is left running or ctx ends. It may block and needs no screen.
func (r *roster) closeAll(ctx context.Context) {
	r.mu.Lock()
	everybody := slices.Concat(r.list, r.guests)
	r.mu.Unlock()
	var all sync.WaitGroup
	for _, s := range everybody {
		all.Add(1)
		r.net.Go(func() {
			defer all.Done()
			_ = s.Close(ctx)
		})
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		all.Wait()
		r.leaving.Wait()
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}
