package bridge

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// deliveryPatience is how long handing an answer to the transport may take before the person is told that it failed.
const deliveryPatience = 30 * time.Second

// conn is one living connection of a Server: the SDK's session, the calls on the wire and the requests that are open.
type conn struct {
	server  *Server
	tap     *tap
	client  *mcp.Client
	session *mcp.ClientSession
	reply   func(ctx context.Context, raw []byte) error // puts an answer of the bridge on the wire
	web     *webTap                                     // nil for a program
	listing again                                       // the reading of the tools
	lists   pace                                        // of that
	pages   map[string]json.RawMessage                  // of that: the pages as they came, by cursor
	answers answers                                     // what is answered without the person
	rooting sync.Mutex                                  // held while the SDK is told of the folders
	rooted  []string                                    // what it was told

	mu        sync.Mutex
	asks      []*ask
	running   []*Call  // begun and not ended
	calls     []*Call  // those of them that are on the wire, oldest first
	handed    []*Call  // those of these that go on in the background when they return
	completed []string // links reported done before they were asked for (contract U3: in any order)
	ended     error    // the cause with which everything of this connection ends; nil while it lives
	flooded   bool
	looked    time.Time // when it was last looked whether anybody listens at its address
	toLook    string    // where that is to be looked at once more; "" when it is not
	lookLater bool      // in a moment
	calm      calm
	relieving bool           // memory is given back in a moment
	phases    []*stopwatch   // the time limits of connecting
	still     int            // for how many sign-ins they stand still
	stale     bool           // to be made anew once no call runs
	asking    sync.WaitGroup // the goroutines of open requests and of reading the tools
	calling   sync.WaitGroup // the goroutines of calls

	fallen      chan error    // has room for one: why nothing answers any more
	renew       chan struct{} // closed when the connection is to be made anew
	explained   chan struct{} // closed when the server's state says why the connection ended
	explainOnce sync.Once

	ctx    context.Context // ends with the connection
	cancel context.CancelFunc

	posting context.Context // ends when nothing is delivered any more, a moment later
	giveUp  context.CancelFunc
}

func newConn(s *Server) *conn {
	c := &conn{server: s, explained: make(chan struct{}), renew: make(chan struct{}), fallen: make(chan error, 1)}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.posting, c.giveUp = context.WithCancel(context.Background())
	c.tap = newTap(c, s.opts.Panicked)
	c.answers.send, c.answers.spawn = c.send, c.spawn
	return c
}

// send puts a question of the bridge's own making into words for the wire. Failures only cost an answer that nobody can
// hear any more.
func (c *conn) send(raw []byte) error {
	ctx, cancel := context.WithTimeout(c.posting, deliveryPatience)
	defer cancel()
	return c.reply(ctx, raw)
}

// begin and finish keep the list of calls on the wire.
func (c *conn) begin(call *Call) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls = append(c.calls, call)
}

// finish ends the questions that only this call can have been waiting for, with the given cause.
func (c *conn) finish(call *Call, cause error) {
	c.mu.Lock()
	c.calls = slices.DeleteFunc(c.calls, func(other *Call) bool { return other == call })
	c.handed = slices.DeleteFunc(c.handed, func(other *Call) bool { return other == call })
	left := 0
	for _, a := range c.asks {
		i := slices.Index(a.owners, call)
		if i < 0 {
			continue
		}
		if len(a.owners) == 1 && !a.outlives {
			a.cancel(cause)
			continue
		}
		a.owners = slices.Delete(a.owners, i, i+1)
		left++
	}
	c.mu.Unlock()
	if left > 0 {
		call.asking(-left)
	}
}

// asked implements wireEvents: a question came in. It is registered before the next message is read, so that a
// withdrawal right behind it finds it.
func (c *conn) asked(msg envelope, owner *Call) {
	if c.server.opts.WaitFor == nil {
		c.refused(msg.ID, invalidParams("client does not support elicitation")) // contract C4
		return
	}
	id := slices.Clone(msg.ID)
	a, failure := c.open(string(id), owner)
	if a == nil {
		if failure != nil {
			c.refused(msg.ID, failure)
		}
		return
	}
	params := slices.Clone(msg.Params)
	begun := c.spawn(func() {
		defer c.close(a)
		q, failure := readQuestion(params, c.server.entry.URL)
		if failure != nil {
			_ = c.send(errorMessage(id, failure))
			return
		}
		c.link(a, q.linkID)
		if !c.rest(a) {
			return
		}
		susp := c.server.suspension(a, q)
		answer, ending, err := c.server.put(a, q, susp, func(answer Answer) error {
			return c.send(resultMessage(id, q.result(answer)))
		})
		r := c.server.newReceipt(a, susp, answer, ending)
		r.Told, r.Err = ending <= EndExpired, err
		c.server.handOut(r)
	})
	if !begun {
		c.close(a) // the connection ended in between
	}
}

// spawn runs f in a goroutine that the connection waits for, and keeps its panic from ending the program. It reports false, and does not
// run f, when the connection has ended.
func (c *conn) spawn(f func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended != nil {
		return false
	}
	c.asking.Add(1)
	go func() {
		defer c.asking.Done()
		defer func() {
			if p := recover(); p != nil {
				c.server.opts.Panicked(p, debug.Stack())
			}
		}()
		f()
	}()
	return true
}

// open registers a request with the given wire id. It gives nil without an error when that id is open already (a stream
// that was resumed may repeat it), and an error for the server when too many are.
func (c *conn) open(key string, owner *Call) (*ask, *jsonrpc.Error) {
	a, owners, failure := c.enlist(key, owner)
	for _, call := range owners {
		call.asking(1)
	}
	return a, failure
}

func (c *conn) enlist(key string, owner *Call) (*ask, []*Call, *jsonrpc.Error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended != nil {
		return nil, nil, nil
	}
	if key != "" && slices.ContainsFunc(c.asks, func(a *ask) bool { return a.key != "" && sameID(json.RawMessage(a.key), json.RawMessage(key)) }) {
		return nil, nil, nil
	}
	if len(c.asks) >= maxOpen {
		c.flooded = true
		return nil, nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: fmt.Sprintf("%d requests are open already; ask again when some are answered", maxOpen)}
	}
	a := &ask{key: key, losses: c.web.losses(), completed: make(chan struct{}), gone: make(chan struct{}), arrived: c.server.arrival()}
	a.ctx, a.cancel = context.WithCancelCause(context.Background())
	// A call is known from the stream that the question rides on. Elsewhere it is one of those on the wire: the question
	// is over when all of them are, and their time limits stand still meanwhile. None on the wire: a background request.
	if owner != nil {
		a.owners = []*Call{owner}
	} else if key != "" {
		a.owners = slices.Clone(c.calls)
		a.outlives = len(c.handed) > 0 || c.web.hasJobs()
	}
	if len(a.owners) == 1 && (!a.outlives || len(c.handed) > 0) {
		a.call = a.owners[0]
	}
	c.asks = append(c.asks, a)
	return a, slices.Clone(a.owners), nil
}

// close takes a request off the list when it has ended.
func (c *conn) close(a *ask) {
	a.cancel(nil)
	c.mu.Lock()
	c.asks = slices.DeleteFunc(c.asks, func(other *ask) bool { return other == a })
	owners := a.owners
	a.owners = nil
	c.mu.Unlock()
	close(a.gone)
	for _, call := range owners {
		call.asking(-1)
	}
}

// link makes an open request known by its elicitationId. A completion that was reported before counts.
func (c *conn) link(a *ask, id string) {
	if id == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	a.linkID = id
	if slices.Contains(c.completed, id) && !a.isDone {
		a.isDone = true
		close(a.completed)
	}
}

// lostCall is finish for a call that came back without a response although nobody stopped it. When the whole connection is
// lost, its questions end with that instead, so there is a moment for it to show.
func (c *conn) lostCall(call *Call) {
	c.spawn(func() {
		c.awaitExplanation()
		c.finish(call, ErrServerGone)
	})
}

// withdrew implements wireEvents.
func (c *conn) withdrew(id json.RawMessage, reason string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, a := range c.asks {
		if a.key != "" && sameID(json.RawMessage(a.key), id) {
			c.calm.tookBack(a.arrived, c.server.opts.Clock.Now())
			if overtime.MatchString(reason) {
				a.cancel(ErrStoppedWaiting)
				return true
			}
			words, _ := errorWords(reason)
			a.cancel(withdrawal{words})
			return true
		}
	}
	return false
}

// maxCompleted bounds the memory of completions for links nobody has asked for yet.
const maxCompleted = 64

// linkDone implements wireEvents; unknown ids and second reports do nothing (contract U3).
func (c *conn) linkDone(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.completed) >= maxCompleted {
		c.completed = c.completed[1:]
	}
	c.completed = append(c.completed, id)
	for _, a := range c.asks {
		if a.linkID == id && !a.isDone {
			a.isDone = true
			close(a.completed)
		}
	}
}

// returned implements wireEvents: a question whose last possible call has returned is over (contract T2).
func (c *conn) returned(call *Call) { c.finish(call, ErrStoppedWaiting) }

// asksOf gives the open requests that only the given call can be waiting for.
func (c *conn) asksOf(call *Call) []*ask {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []*ask
	for _, a := range c.asks {
		if len(a.owners) == 1 && a.owners[0] == call && !a.outlives {
			list = append(list, a)
		}
	}
	return list
}

// end ends every open request with the given cause and lets none in any more. It does not wait.
func (c *conn) end(cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended == nil {
		c.ended = cause
	}
	c.cancel()
	for _, a := range c.asks {
		a.cancel(cause)
	}
}

// explain says that the server's state tells why the connection ended.
func (c *conn) explain() { c.explainOnce.Do(func() { close(c.explained) }) }

// endCause is the cause with which the connection ended, nil while it lives.
func (c *conn) endCause() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended
}

// settled waits until every open request has ended, or ctx has.
func (c *conn) settled(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		c.asking.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// progressed implements wireEvents.
func (c *conn) progressed(call *Call, progress Progress) { call.progress(progress) }

// load is how many requests are open, and whether there were ever too many.
func (c *conn) load() (open int, flooded bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.asks), c.flooded
}

// admit lets a call begin. It reports false when the connection is ending.
func (c *conn) admit(call *Call) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended != nil {
		return false
	}
	c.calling.Add(1)
	c.running = append(c.running, call)
	return true
}

// dismiss takes a call off the list when it has ended.
func (c *conn) dismiss(call *Call) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running = slices.DeleteFunc(c.running, func(other *Call) bool { return other == call })
	c.renewWhenIdle()
	c.lookWhenIdle()
}

// renewSoon has the connection made anew as soon as no call is running.
func (c *conn) renewSoon() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.stale {
		c.stale = true
		c.renewWhenIdle()
	}
}

// renewWhenIdle is called under the lock.
func (c *conn) renewWhenIdle() {
	if !c.stale || len(c.running) > 0 || c.ended != nil {
		return
	}
	select {
	case <-c.renew:
	default:
		close(c.renew)
	}
}

// stopCalls ends every running call with the given cause.
func (c *conn) stopCalls(cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, call := range c.running {
		call.cancel(cause)
	}
}
