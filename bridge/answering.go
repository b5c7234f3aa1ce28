package bridge

import (
	"encoding/json"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"parley/bridge/text"
)

// What the bridge answers by itself, without the person and without the SDK, which begins a goroutine for each request: a server that
// sends pings and never reads what comes back had Parley hold 220,000 of them.

// requested implements wireEvents.
func (c *conn) requested(msg envelope) {
	switch msg.Method {
	case "ping":
		c.answers.put(resultMessage(msg.ID, json.RawMessage("{}")))
	case "roots/list":
		c.answers.put(resultMessage(msg.ID, c.server.rootsResult()))
	case "sampling/createMessage": // not declared
		c.refused(msg.ID, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "client does not support sampling"})
	default:
		c.refused(msg.ID, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "Method not found: " + text.Shorten(msg.Method, 100)})
	}
}

// refused implements wireEvents.
func (c *conn) refused(id json.RawMessage, failure *jsonrpc.Error) {
	c.answers.put(errorMessage(slices.Clone(id), failure))
}

// answers are the messages of that kind that wait to be sent. A server that does not read what it is told is not told more than what is
// in here: the rest is dropped.
type answers struct {
	send  func(raw []byte) error
	spawn func(func()) bool // begins a goroutine that the connection waits for; false when it has ended

	mu      sync.Mutex
	waiting [][]byte
	bytes   int // in them
	senders int // goroutines that send
}

const (
	maxAnswers     = 1000
	maxAnswerBytes = 1 << 20 // ids may be long
	maxSenders     = 4       // over HTTP each message is a request of its own
)

// put has a message sent. It does not wait.
func (a *answers) put(raw []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.waiting) >= maxAnswers || a.bytes+len(raw) > maxAnswerBytes {
		return
	}
	a.waiting = append(a.waiting, raw)
	a.bytes += len(raw)
	if a.senders < maxSenders && a.spawn(a.sendAll) {
		a.senders++
	}
}

// sendAll sends what waits until nothing does.
func (a *answers) sendAll() {
	for raw := a.next(); raw != nil; raw = a.next() {
		_ = a.send(raw) // nobody else can be told
	}
}

// next takes a message off. With none it gives nil, and the sender is not counted any more.
func (a *answers) next() []byte {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.waiting) == 0 {
		a.waiting = nil
		a.senders--
		return nil
	}
	raw := a.waiting[0]
	a.waiting = a.waiting[1:]
	a.bytes -= len(raw)
	return raw
}
