package bridge

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxLine bounds one message of a program. It leaves room for the largest results people have, and keeps a program that
// never ends its line from taking all memory.
const maxLine = 256 << 20

// discoverPatience is how long a server may ignore the question which protocols it speaks before it is taken for an older
// one (go-sdk.md: there is no time-out on discover; specification basic/transports/stdio, Backward Compatibility).
const discoverPatience = 5 * time.Second

var errLineTooLong = fmt.Errorf("the server sent a message of more than %d MB", maxLine>>20)

// lineTransport speaks newline-delimited JSON over two streams: a program's, or a pair of pipes in tests.
type lineTransport struct {
	in    io.Reader
	out   io.WriteCloser
	tap   *tap
	clock Clock
	stray func(line []byte) // gets lines that are no messages, such as a banner
	heard func()            // is told of every message that came; may be nil
	ended func()            // called when all that comes has been taken; may be nil

	writing sync.Mutex
}

// Connect implements [mcp.Transport].
func (t *lineTransport) Connect(context.Context) (mcp.Connection, error) {
	c := &lineConn{t: t, messages: make(chan jsonrpc.Message, 64), closed: make(chan struct{}), readDone: make(chan struct{})}
	go c.read()
	return c, nil
}

// reply puts an answer of the bridge on the wire.
func (t *lineTransport) reply(_ context.Context, raw []byte) error {
	if err := t.write(raw); err != nil {
		return fmt.Errorf("the answer could not be delivered: %w", err)
	}
	return nil
}

// write puts one message on the wire.
func (t *lineTransport) write(raw []byte) error {
	t.writing.Lock()
	defer t.writing.Unlock()
	_, err := t.out.Write(append(raw, '\n'))
	return err
}

// lineConn is the connection of a lineTransport. Its reader lives until the stream ends, so that a program is never
// blocked on its output.
type lineConn struct {
	t        *lineTransport
	messages chan jsonrpc.Message
	closed   chan struct{}
	closing  sync.Once
	readDone chan struct{}
	readErr  error // set before readDone is closed
}

// Read implements [mcp.Connection].
func (c *lineConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case msg := <-c.messages:
		return msg, nil
	default:
	}
	select {
	case msg := <-c.messages:
		return msg, nil
	case <-c.readDone:
		return nil, c.readErr
	case <-c.closed:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write implements [mcp.Connection].
func (c *lineConn) Write(_ context.Context, msg jsonrpc.Message) error {
	raw, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return fmt.Errorf("encoding a message: %w", err)
	}
	if req, ok := msg.(*jsonrpc.Request); ok && req.Method == "server/discover" {
		c.limitDiscover(req.ID)
	}
	raw, x := c.t.tap.outgoing(raw)
	if err := c.t.write(raw); err != nil {
		return err
	}
	x.sent()
	return nil
}

// limitDiscover answers discover with an error of our own when the server does not, so that the SDK goes on with initialize.
// An answer that comes anyway later finds no request and is ignored.
func (c *lineConn) limitDiscover(id jsonrpc.ID) {
	c.t.clock.AfterFunc(discoverPatience, func() {
		c.t.tap.unanswered(encodedID(id))
		c.deliver(&jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "no answer to server/discover"}})
	})
}

// Close implements [mcp.Connection]: it ends the server's input, which asks it to exit.
func (c *lineConn) Close() error {
	var err error
	c.closing.Do(func() {
		close(c.closed)
		err = c.t.out.Close()
	})
	return err
}

// SessionID implements [mcp.Connection].
func (c *lineConn) SessionID() string { return "" }

// read hands the messages of the stream to the tap and to the SDK.
func (c *lineConn) read() {
	defer close(c.readDone)
	if c.t.ended != nil {
		defer c.t.ended()
	}
	lines := bufio.NewReaderSize(c.t.in, 64<<10)
	for {
		line, err := readLine(lines)
		if line = bytes.TrimSpace(withoutBOM(line)); len(line) > 0 {
			c.take(line)
		}
		if err != nil {
			c.readErr = err
			return
		}
	}
}

// take handles one line: a message, a batch of messages (2025-03-26), or something that is neither.
func (c *lineConn) take(line []byte) {
	if line[0] == '[' {
		var batch []json.RawMessage
		if json.Unmarshal(line, &batch) == nil {
			for _, raw := range batch {
				c.take(raw)
			}
			return
		}
	}
	if line[0] != '{' {
		c.t.stray(line)
		return
	}
	var msg jsonrpc.Message
	if pass := c.t.tap.incoming(line, origin{}); pass != nil {
		var err error
		if msg, err = decoded(pass); err != nil {
			// The SDK would end the connection over it; people's servers print such things (go-sdk#1209).
			c.takeApart(line)
			return
		}
	}
	if c.t.heard != nil {
		c.t.heard()
	}
	if msg != nil {
		c.deliver(msg)
	}
}

// takeApart handles a line that is no message: several of them, or none.
func (c *lineConn) takeApart(line []byte) {
	list := several(line)
	if list == nil {
		c.t.stray(line)
	}
	for _, raw := range list {
		c.take(raw)
	}
}

// deliver queues a message for the SDK.
func (c *lineConn) deliver(msg jsonrpc.Message) {
	select {
	case c.messages <- msg:
	case <-c.closed:
	}
}

// maxNoise is how much is kept of a line that is no message.
const maxNoise = 64 << 10

// readLine reads to the next line feed, of at most maxLine bytes. Of a line that cannot be a message only the beginning is kept.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	size, noise := 0, false
	for {
		part, err := r.ReadSlice('\n')
		if size += len(part); !noise {
			line = append(line, part...)
			noise = len(line) >= maxNoise && isNoise(line)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
		if size > maxLine {
			return nil, errLineTooLong
		}
	}
}

// isNoise reports whether what a line begins with is not the beginning of a message.
func isNoise(line []byte) bool {
	text := bytes.TrimLeft(withoutBOM(line), " \t\r\n")
	return len(text) == 0 || text[0] != '{' && text[0] != '['
}
