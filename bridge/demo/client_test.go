package demo

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
)

// client speaks to a running demo in lines of JSON, so that tests see the very bytes.
type client struct {
	t       *testing.T
	in      io.WriteCloser
	lines   chan message // what the demo says; closed at its end
	served  chan error
	crashed chan struct{}
	version string
	nextID  int
}

// versions are the protocols that the demo must ask in.
var versions = []string{"2025-06-18", "2025-11-25", "2026-07-28"}

const bothKinds = `{"elicitation":{"form":{},"url":{}}}`

// start runs a demo and greets it. At the end of the test the demo must end with its input, in peace.
func start(t *testing.T, version, capabilities string) *client {
	t.Helper()
	return startWith(t, version, capabilities, listenOnLoopback)
}

func startWith(t *testing.T, version, capabilities string, listen func() (net.Listener, error)) *client {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &client{t: t, in: inW, lines: make(chan message), served: make(chan error, 1), crashed: make(chan struct{}, 1), version: version}
	go c.hear(outR)
	go func() {
		err := serve(t.Context(), inR, outW, outside{crash: func() { c.crashed <- struct{}{} }, listen: listen})
		_ = outW.Close()
		c.served <- err
	}()
	t.Cleanup(func() {
		c.hangUp()
		if err := <-c.served; err != nil {
			t.Errorf("the demo ended with %v", err)
		}
	})
	if version >= firstWithRounds {
		c.capabilities(capabilities)
		return c
	}
	c.send(`{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":%q,"capabilities":%s,"clientInfo":{"name":"test","version":"1"}}}`,
		version, capabilities)
	if hello := c.receive(); hello.Result == nil {
		t.Fatalf("greeting: %s", hello.line)
	}
	c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return c
}

// hear reads the demo's output to its end.
func (c *client) hear(out io.Reader) {
	defer close(c.lines)
	for lines := bufio.NewReader(out); ; {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		m := message{line: strings.TrimSuffix(line, "\n")}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			c.t.Errorf("not a message: %.200s: %v", line, err)
		}
		c.lines <- m
	}
}

// hangUp ends the demo's input and waits for the end of its output.
func (c *client) hangUp() {
	_ = c.in.Close()
	for range c.lines {
	}
}

func (c *client) send(format string, args ...any) {
	c.t.Helper()
	if _, err := fmt.Fprintf(c.in, format+"\n", args...); err != nil {
		c.t.Fatalf("sending: %v", err)
	}
}

// message is one line from the demo.
type message struct {
	ID     json.RawMessage
	Method string
	Params struct {
		Mode, Message, URL, ElicitationID string
		RequestedSchema                   json.RawMessage
		Progress, Total                   float64
		RequestID                         json.RawMessage
	}
	Result *struct {
		Content []struct{ Type, Text string }
		IsError bool

		StructuredContent json.RawMessage
		ResultType        string
		RequestState      string
		InputRequests     map[string]struct {
			Method string
			Params struct {
				Mode, Message, URL string
				RequestedSchema    json.RawMessage
			}
		}
		Tools json.RawMessage
	}
	Error *struct {
		Code    int
		Message string
	}
	line string
}

// status is the one word of the structured result.
func (m message) status() string {
	var facts struct{ Status string }
	if m.Result == nil || json.Unmarshal(m.Result.StructuredContent, &facts) != nil {
		return "no status in " + m.line
	}
	return facts.Status
}

func (m message) says() string {
	if m.Result == nil || len(m.Result.Content) == 0 {
		return "no words in " + m.line
	}
	return m.Result.Content[0].Text
}

func (c *client) receive() message {
	c.t.Helper()
	m, more := <-c.lines
	if !more {
		c.t.Fatal("the demo has ended")
	}
	return m
}

// capabilities makes the client declare them in every message from now on, as 2026-07-28 wants.
func (c *client) capabilities(declared string) {
	c.version = `"io.modelcontextprotocol/protocolVersion":"` + firstWithRounds + `","io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},` +
		`"io.modelcontextprotocol/clientCapabilities":` + declared
}

func (c *client) rounds() bool { return strings.HasPrefix(c.version, `"`) }

func (c *client) meta() string {
	if !c.rounds() {
		return `{"progressToken":"p"}`
	}
	return `{"progressToken":"p",` + c.version + `}`
}

// call starts a call of a tool and gives its id.
func (c *client) call(name, arguments string) string {
	c.t.Helper()
	c.nextID++
	c.send(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"_meta":%s,"name":%q,"arguments":%s}}`, c.nextID, c.meta(), name, arguments)
	return fmt.Sprint(c.nextID)
}

// asked is a question as it came, whatever the protocol calls it.
type asked struct {
	key, mode, message, url, linkID, line string
	schema                                json.RawMessage
}

// question waits for the next questions. They come one message each, or all together in a round.
func (c *client) question() asked {
	c.t.Helper()
	m := c.receive()
	for m.Method == "notifications/progress" {
		m = c.receive()
	}
	if !c.rounds() {
		if m.Method != "elicitation/create" {
			c.t.Fatalf("want a question, got %s", m.line)
		}
		p := m.Params
		return asked{string(m.ID), p.Mode, p.Message, p.URL, p.ElicitationID, m.line, p.RequestedSchema}
	}
	if m.Result == nil || m.Result.ResultType != "input_required" || len(m.Result.InputRequests) != 1 {
		c.t.Fatalf("want a round with one question, got %s", m.line)
	}
	for key, r := range m.Result.InputRequests {
		if r.Method != "elicitation/create" {
			c.t.Fatalf("want a question, got %s", m.line)
		}
		state, err := json.Marshal(m.Result.RequestState)
		if err != nil {
			c.t.Fatal(err)
		}
		return asked{key + " " + string(state), r.Params.Mode, r.Params.Message, r.Params.URL, "", m.line, r.Params.RequestedSchema}
	}
	panic("unreachable")
}

// answer sends the answer of a question, as JSON.
func (c *client) answer(name, arguments string, q asked, answer string) {
	c.t.Helper()
	if !c.rounds() {
		c.send(`{"jsonrpc":"2.0","id":%s,"result":%s}`, q.key, answer)
		return
	}
	key, state, _ := strings.Cut(q.key, " ")
	c.nextID++
	c.send(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"_meta":%s,"name":%q,"arguments":%s,"inputResponses":{%q:%s},"requestState":%s}}`,
		c.nextID, c.meta(), name, arguments, key, answer, state)
}

// result waits for the end of a call.
func (c *client) result() message {
	c.t.Helper()
	for {
		m := c.receive()
		if m.Result != nil && m.Result.ResultType != "input_required" {
			return m
		}
		if m.Method != "notifications/progress" {
			c.t.Fatalf("want a result, got %s", m.line)
		}
	}
}
