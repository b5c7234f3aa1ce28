package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"time"

	"github.com/google/uuid"
)

// A connection over HTTP is whole when the server can be called and can ask. A server of the standard asks on the answer to the call, so
// it is whole for as long as it answers. One in nanoHUB's dialect asks on its stream alone, and only of who told it that it may; it
// forgets that when it is started again, and when it notices that the stream was lost (contract N1, N6). It takes calls all the same.
// So a stream that was lost is made again at once, and then it is told again.

// webEvents is what a connection over HTTP reports to the connection that owns it. Its methods must not block.
type webEvents interface {
	// fell: nothing answers any more.
	fell(why error)
	// changed: the server can ask, or cannot.
	changed()
	// toldAgain: the server may be another one than before, under the same address.
	toldAgain()
	// beside runs something for as long as the connection lives.
	beside(f func(context.Context))
}

// mendPatience is how long it may take until a hub is whole again. After that its connection counts as lost.
const mendPatience = 15 * time.Second

// whole reports whether the server can be called and can ask.
func (w *webTap) whole() bool {
	if w == nil {
		return true
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.mended == nil
}

// awaitWhole waits until it can, or over.
func (w *webTap) awaitWhole(ctx context.Context, over <-chan struct{}) {
	if w == nil {
		return
	}
	w.mu.Lock()
	mended := w.mended
	w.mu.Unlock()
	if mended == nil {
		return
	}
	select {
	case <-mended:
	case <-over:
	case <-ctx.Done():
	}
}

// torn notes that a hub cannot ask.
func (w *webTap) torn() {
	w.mu.Lock()
	if w.hub == nil || w.mended != nil {
		w.mu.Unlock()
		return
	}
	mended := make(chan struct{})
	w.mended = mended
	w.unmended = w.clock.AfterFunc(mendPatience, func() {
		select {
		case <-mended:
		default:
			w.events.fell(errNotMended)
		}
	})
	w.mu.Unlock()
	w.events.changed()
}

var errNotMended = errors.New("the stream on which the server asks did not come back")

// tellAgain tells a hub anew what this side can do, in the session that it has: what is running goes on. A server that answers otherwise
// than the first time is another one by now, and is connected to as such.
func (w *webTap) tellAgain(ctx context.Context) {
	answer, err := w.sayHello(ctx)
	if err != nil {
		if ctx.Err() == nil {
			w.events.fell(err)
		}
		return
	}
	w.mu.Lock()
	other := !bytes.Equal(answer, w.helloSaid)
	if w.mended == nil || w.broke { // lost once more meanwhile
		w.mu.Unlock()
		return
	}
	close(w.mended)
	w.mended = nil
	w.unmended()
	w.mu.Unlock()
	w.events.changed()
	w.events.toldAgain()
	if other {
		w.stale()
	}
}

// sayHello sends once more the message with which the connection began, and gives its result.
func (w *webTap) sayHello(ctx context.Context) (json.RawMessage, error) {
	w.mu.Lock()
	hello := w.hello
	w.mu.Unlock()
	if hello == nil {
		return nil, errors.New("the connection had not begun")
	}
	raw := replaceMember(hello, "id", quote("parley-"+uuid.NewString()))
	resp, _, err := w.sendOwn(ctx, raw, &delivery{})
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxRefusal))
	if err != nil {
		return nil, err
	}
	var msg envelope
	if resp.StatusCode >= 300 || readJSON(body, &msg) != nil || isNull(msg.Result) {
		return nil, fmt.Errorf("the server said %s", resp.Status)
	}
	return msg.Result, nil
}

// keepHello keeps with what a hub was told what this side can do, and what it said to that.
func (w *webTap) keepHello(raw, answer []byte) {
	var msg envelope
	if readJSON(answer, &msg) != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hello, w.helloSaid = bytes.Clone(raw), bytes.Clone(msg.Result)
}

// deafWords are what nanohub-mcp says to a tool that wants to ask when it does not know who to ask, or that there is somebody.
var deafWords = regexp.MustCompile(`No active client stream for session|Client does not support (form|url) elicitation|Client stream closed before responding`)

// longestDeafness is far more than nanohub-mcp says around these words.
const longestDeafness = 4 << 10

// noteDeafness looks for these words in an answer: a proxy may keep a stream open that its server does not know of any more. It is made
// again then, and the server told again. Such an answer says nothing else: a long one only quotes them.
func (w *webTap) noteDeafness(answer []byte) {
	if !w.asking || len(answer) > longestDeafness || !deafWords.Match(answer) || !w.whole() {
		return
	}
	w.torn()
	w.mu.Lock()
	own := w.own
	w.lost++ // here or there
	w.mu.Unlock()
	if own != nil {
		_ = own.Close()
	}
}

// isGone reports whether an error says that nothing answers at the server's address any more.
func isGone(err error) bool {
	var op *net.OpError
	var dns *net.DNSError
	return errors.As(err, &dns) || errors.As(err, &op) && op.Op == "dial"
}

// failed looks at an error in place of an answer: whether the message may have arrived, and whether anything is left to send to.
func (w *webTap) failed(req *http.Request, err error, x *exchange, sent *delivery) {
	if a := (*away)(nil); errors.As(err, &a) {
		return
	}
	if sent.whole() {
		x.explain(errBrokeOff)
	} else {
		x.explain(errNotSent)
	}
	if isGone(err) && req.Context().Err() == nil { // told last: it ends the call
		w.events.fell(err)
	}
}

// errNotSent is for a message that did not go out, or not to its end.
var errNotSent = errors.New("nothing was sent")

// fell implements webEvents.
func (c *conn) fell(why error) {
	select {
	case c.fallen <- why:
	default: // it is known
	}
}

// changed implements webEvents.
func (c *conn) changed() {
	if c.endCause() == nil {
		c.server.notify(Event{Server: c.server})
	}
}

// toldAgain implements webEvents.
func (c *conn) toldAgain() {
	c.spawn(c.tellLogLevel)
	c.spawn(func() { c.server.loadTools(c) })
}

// doubt looks whether the server is there at all, after a call broke off: it may have been killed.
func (c *conn) doubt() {
	c.spawn(func() { c.server.loadTools(c) })
}

// beside implements webEvents.
func (c *conn) beside(f func(context.Context)) {
	c.spawn(func() { f(c.ctx) })
}
