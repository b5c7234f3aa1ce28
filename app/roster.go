package app

import (
	"context"
	"encoding/json"
	"reflect"
	"sync"
	"time"

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
	Call(bridge.Tool, json.RawMessage) call
}

// call is what the window needs of a bridge.Call.
type call interface {
	ID() string
	Tool() bridge.Tool
	Arguments() json.RawMessage
	Stop()
	Continue() call // nil when it cannot go on
	State() bridge.CallState
}

// liveServer is a bridge.Server.
type liveServer struct{ *bridge.Server }

func (s liveServer) Call(tool bridge.Tool, arguments json.RawMessage) call {
	return liveCall{s.Server.Call(tool, arguments)}
}

// liveCall is a bridge.Call.
type liveCall struct{ *bridge.Call }

func (c liveCall) Continue() call {
	next := c.Call.Continue()
	if next == nil {
		return nil
	}
	return liveCall{next}
}

// roster is the servers of a running Parley, in the order of the servers file. It belongs to Fyne's goroutine, but for
// closeAll.
type roster struct {
	net  *Net
	dial func(config.Server) server

	mu      sync.Mutex // guards what follows, for closeAll
	list    []server
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

// set makes the servers those of entries. One whose entry did not change keeps running; one that is gone or changed is
// closed behind the scenes; new ones are started unless they are disabled.
func (r *roster) set(entries []config.Server) {
	old := r.all()
	kept := make(map[server]bool)
	next := make([]server, 0, len(entries))
	for _, entry := range entries {
		s := sameEntry(old, kept, entry)
		if s == nil {
			s = r.dial(entry)
			if !entry.Disabled {
				s.Start()
			}
		}
		kept[s] = true
		next = append(next, s)
	}
	r.mu.Lock()
	r.list = next
	r.mu.Unlock()
	for _, s := range old {
		if !kept[s] {
			r.close(s)
		}
	}
}

// sameEntry finds a server that runs by exactly this entry and is not taken.
func sameEntry(servers []server, taken map[server]bool, entry config.Server) server {
	for _, s := range servers {
		if !taken[s] && reflect.DeepEqual(s.Entry(), entry) {
			return s
		}
	}
	return nil
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

// closeAll lets all servers go and returns when nothing is left running or ctx ends. It may block and needs no screen.
func (r *roster) closeAll(ctx context.Context) {
	var all sync.WaitGroup
	for _, s := range r.all() {
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
