package bridge

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/bridge/clock"
	"parley/bridge/config"
	"parley/bridge/nanohubtest"
	"parley/bridge/wiretest"
)

// hasty is a person who answers at once, after a moment, or never.
type hasty struct {
	mu     sync.Mutex
	random *rand.Rand
}

func (p *hasty) n(n int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.random.IntN(n)
}

func (p *hasty) waitFor(ctx context.Context, s Suspension) Answer {
	what := p.n(6)
	if what > 3 {
		wait := time.NewTimer(time.Duration(p.n(20)) * time.Millisecond)
		defer wait.Stop()
		select {
		case <-wait.C:
		case <-ctx.Done():
			return AnswerAtEnd(ctx, s.Request.ID)
		}
	}
	if what == 0 {
		<-ctx.Done()
		return AnswerAtEnd(ctx, s.Request.ID)
	}
	if what == 1 {
		return Answer{ID: s.Request.ID, Reason: ReasonDeclined}
	}
	if strings.Contains(string(s.Schema), `"queue"`) {
		return Answer{ID: s.Request.ID, OK: true, Data: map[string]any{"queue": "long", "notify": false}}
	}
	return Answer{ID: s.Request.ID, OK: true, Data: map[string]any{"zip": "1", "age": 3}}
}

// ending checks that every call that was begun ends, that every request gets at most one receipt, and that Close leaves nothing.
type ending struct {
	t     *testing.T
	mu    sync.Mutex
	seen  map[string]int
	calls []*Call
}

func (e *ending) notify(ev Event) {
	if ev.Receipt == nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	id := ev.Receipt.Suspension.Request.ID
	if e.seen[id]++; e.seen[id] > 1 {
		e.t.Errorf("the request %s ended %d times", id, e.seen[id])
	}
}

func (e *ending) check(h *host) {
	e.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := h.Close(ctx); err != nil {
		e.t.Error(err)
	}
	for i, call := range e.calls {
		select {
		case <-call.Done():
		case <-ctx.Done():
			e.t.Fatalf("call %d of %d never ended: %+v", i, len(e.calls), call.State())
		}
	}
	if open := h.State().Open; open != 0 {
		e.t.Errorf("%d requests are open", open)
	}
}

// Calls that ask, withdrawals, stops, dying servers and closings in any order: nothing hangs, nothing is answered twice, nothing is left.
func TestAnyScheduleEnds(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint("lines ", seed), func(t *testing.T) {
			t.Parallel()
			random := &hasty{random: rand.New(rand.NewPCG(seed, 1))}
			p, e := &hasty{random: rand.New(rand.NewPCG(seed, 2))}, &ending{t: t, seen: map[string]int{}}
			script := wiretest.New(t)
			if seed%3 == 1 {
				script.Protocol = "2026-07-28"
			}
			var mu sync.Mutex
			asked := 0
			script.OnCall = func(s *wiretest.Server, call wiretest.Message) {
				mu.Lock()
				asked++
				id, what := fmt.Sprint(asked), random.n(9)
				mu.Unlock()
				switch what {
				case 0:
					s.Answer(call, `{"content":[]}`)
				case 1:
					s.Ask(id, formParams)
					s.Say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`)
					s.Answer(call, `{"content":[]}`)
				case 2:
					s.Ask(id, formParams)
					s.Answer(call, `{"content":[]}`)
				case 3:
					s.Ask(id, formParams)
					s.Ask(id, formParams)
					s.Ask(`"`+id+`"`, formParams)
				case 4:
					s.Fail(call, -32000, "no")
				case 5:
					s.Say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32042,"message":"x","data":{"elicitations":[{"mode":"url","url":"https://a.example/%s","elicitationId":"%s"}]}}}`, call.ID, id, id))
				case 6:
					s.Answer(call, `{"resultType":"input_required","requestState":"s","inputRequests":{"a":{"method":"elicitation/create","params":`+formParams+`}}}`)
				case 7:
					s.Say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
					s.Ask(id, formParams)
				case 8:
					if seed%4 == 3 {
						s.Hangup()
					}
				}
			}
			h := startHost(t, script, func(_ *config.Server, o *Options) { o.WaitFor, o.Notify, o.Clock = p.waitFor, e.notify, clock.System{} })
			h.ready()
			for range 60 {
				call := h.call(`{}`)
				e.calls = append(e.calls, call)
				switch random.n(6) {
				case 0:
					call.Stop()
				case 1:
					go call.Stop()
				case 2:
					time.Sleep(time.Millisecond)
				}
			}
			if seed%2 == 0 {
				time.Sleep(50 * time.Millisecond)
			}
			e.check(h)
		})
		t.Run(fmt.Sprint("nanohub ", seed), func(t *testing.T) {
			t.Parallel()
			random := &hasty{random: rand.New(rand.NewPCG(seed, 5))}
			p, e := &hasty{random: rand.New(rand.NewPCG(seed, 6))}, &ending{t: t, seen: map[string]int{}}
			hub := nanohubtest.New(t)
			h := newNanohub(t, hub, func(_ *config.Server, o *Options) { o.WaitFor, o.Notify, o.Clock = p.waitFor, e.notify, clock.System{} })
			tools := h.State().Tools
			for i := range 40 {
				call := h.Server.Call(tools[random.n(len(tools))], nil)
				e.calls = append(e.calls, call)
				switch random.n(5) {
				case 0:
					go call.Stop()
				case 1:
					time.Sleep(time.Millisecond)
				}
				if i == 20 && seed%3 == 2 {
					hub.CutStreams()
				}
			}
			if seed%2 == 0 {
				time.Sleep(50 * time.Millisecond)
			}
			e.check(h)
		})
		t.Run(fmt.Sprint("web ", seed), func(t *testing.T) {
			t.Parallel()
			random := &hasty{random: rand.New(rand.NewPCG(seed, 3))}
			p, e := &hasty{random: rand.New(rand.NewPCG(seed, 4))}, &ending{t: t, seen: map[string]int{}}
			next := streamable(t, seed%3 == 1)
			trouble := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				raw, _ := io.ReadAll(r.Body)
				r.Body = io.NopCloser(strings.NewReader(string(raw)))
				what := random.n(40)
				if seed%4 != 0 && strings.Contains(string(raw), `"tools/call"`) {
					switch what {
					case 0:
						w.WriteHeader(http.StatusNotFound)
						return
					case 1:
						panic(http.ErrAbortHandler)
					case 2:
						w.WriteHeader(http.StatusServiceUnavailable)
						return
					case 3:
						_, _ = io.WriteString(w, "[]")
						return
					}
				}
				if what == 4 && r.Method == http.MethodGet {
					w.Header().Set("Content-Type", "text/event-stream")
					return
				}
				next.ServeHTTP(w, r)
			})
			h := newWeb(t, trouble, func(_ *config.Server, o *Options) { o.WaitFor, o.Notify = p.waitFor, e.notify })
			h.ready()
			ask := h.tool(t, "ask")
			for i := range 40 {
				call := h.Server.Call(ask, nil)
				e.calls = append(e.calls, call)
				switch random.n(6) {
				case 0:
					go call.Stop()
				case 1:
					time.Sleep(time.Millisecond)
				}
				if i == 20 && seed%5 == 2 {
					h.cutStreams()
				}
			}
			if seed%2 == 0 {
				time.Sleep(50 * time.Millisecond)
			}
			e.check(h)
		})
	}
}
