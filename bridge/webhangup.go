package bridge

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"
)

// Most servers hold no stream on which their end would show. But they keep the connections of the messages before open, and one that was
// killed ends those: then it is looked whether anybody listens there still. Servers end idle connections for many reasons, so that alone
// says nothing.

// newWatchedTransport is newWebTransport with somebody who is told when the other side ends a connection.
func newWatchedTransport(hungUp func()) *http.Transport {
	t := newWebTransport()
	dialer := &net.Dialer{Timeout: webPatience, KeepAlive: webPatience}
	t.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dialer.DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &watchedConn{Conn: conn, hungUp: hungUp}, nil
	}
	return t
}

// watchedConn is a connection whose end from the other side is told.
type watchedConn struct {
	net.Conn
	hungUp func()
	once   sync.Once
}

// Read implements [net.Conn].
func (c *watchedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	var slow net.Error
	if err != nil && !errors.Is(err, net.ErrClosed) && (!errors.As(err, &slow) || !slow.Timeout()) {
		c.once.Do(c.hungUp)
	}
	return n, err
}

// lookPause is how often it is looked at most: some servers end every connection behind its answer.
const lookPause = 5 * time.Second

// lookWhoListens has the connection end as lost when nobody listens at its address any more. It is looked once no call runs, for what runs
// shows by itself whether it is cut off; but a question between two rounds is not, and its answer may find the server back.
func (c *conn) lookWhoListens(address string) {
	at := hostToKnock(address)
	if at == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.toLook = at
	c.lookWhenIdle()
}

// lookWhenIdle is called under the lock.
func (c *conn) lookWhenIdle() {
	if c.toLook == "" || c.lookLater || len(c.running) > 0 || c.ended != nil {
		return
	}
	clock := c.server.opts.Clock
	now := clock.Now()
	if wait := c.looked.Add(lookPause).Sub(now); wait > 0 {
		c.lookLater = true
		clock.AfterFunc(wait, func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.lookLater = false
			c.lookWhenIdle()
		})
		return
	}
	at := c.toLook
	c.looked, c.toLook = now, ""
	go c.spawn(func() { c.look(at) }) // it wants the lock
}

func (c *conn) look(at string) {
	ctx, cancel := context.WithTimeout(c.ctx, webPatience)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", at)
	switch {
	case err == nil:
		_ = conn.Close()
	case c.ctx.Err() == nil && isGone(err):
		c.fell(err)
	}
}
