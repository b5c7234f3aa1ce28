package wiretest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long a test waits for something that must come. It is never waited for in a passing test.
const patience = 30 * time.Second

// Message is one message as it came over the wire.
type Message struct {
	Raw    string
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  json.RawMessage
}

// Server is a scripted server. Set its fields before the first Dial.
type Server struct {
	Protocol     string                      // the version it speaks; "" is 2025-11-25
	Capabilities string                      // what it says it can do; "" is tools that may change
	Tools        string                      // the tools array; "" is one tool named "t"
	OnCall       func(*Server, Message)      // handles tools/call in its own goroutine; nil leaves the call open
	Other        func(*Server, Message) bool // looks at every message first; true takes it out of the script's hands

	t testing.TB

	mu      sync.Mutex
	out     io.Writer
	closers []io.Closer
	heard   []Message
	news    chan struct{} // closed and replaced when something was heard
	work    sync.WaitGroup
}

// New makes a server that ends with the test.
func New(t testing.TB) *Server {
	s := &Server{t: t, news: make(chan struct{})}
	t.Cleanup(func() {
		s.Hangup()
		s.work.Wait()
	})
	return s
}

// Dial connects to it: in is what the server says, out what it hears. A new connection takes the place of the one before.
func (s *Server) Dial() (in io.ReadCloser, out io.WriteCloser, err error) {
	fromServer, toClient := io.Pipe()
	fromClient, toServer := io.Pipe()
	s.mu.Lock()
	s.out = toClient
	s.closers = append(s.closers, toClient, fromClient)
	s.mu.Unlock()
	s.work.Add(1)
	go func() {
		defer s.work.Done()
		s.serve(fromClient)
		_ = toClient.Close()
	}()
	return fromServer, toServer, nil
}

// serve hears messages until the client hangs up.
func (s *Server) serve(in io.Reader) {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		msg := Message{Raw: strings.TrimSuffix(line, "\n")}
		if json.Unmarshal([]byte(line), &msg) != nil {
			s.t.Errorf("the client said what is no message: %s", line)
			continue
		}
		s.mu.Lock()
		s.heard = append(s.heard, msg)
		close(s.news)
		s.news = make(chan struct{})
		s.mu.Unlock()
		s.script(msg)
	}
}

// can is what it says it can do.
func (s *Server) can(otherwise string) string {
	if s.Capabilities != "" {
		return s.Capabilities
	}
	return otherwise
}

// script is what the server does by itself.
func (s *Server) script(msg Message) {
	if s.Other != nil && s.Other(s, msg) {
		return
	}
	modern := s.Protocol >= "2026-07-28"
	switch msg.Method {
	case "server/discover":
		if !modern {
			s.Fail(msg, -32601, "Method not found")
			return
		}
		s.Answer(msg, fmt.Sprintf(`{"resultType":"complete","supportedVersions":[%q],"capabilities":%s,"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"script","version":"1"}}}`, s.Protocol, s.can(`{"tools":{}}`)))
	case "initialize":
		protocol := s.Protocol
		if protocol == "" {
			protocol = "2025-11-25"
		}
		s.Answer(msg, fmt.Sprintf(`{"protocolVersion":%q,"serverInfo":{"name":"script","version":"1"},"capabilities":%s}`, protocol, s.can(`{"tools":{"listChanged":true}}`)))
	case "tools/list":
		tools := s.Tools
		if tools == "" {
			tools = `[{"name":"t","inputSchema":{"type":"object"}}]`
		}
		s.Answer(msg, `{"tools":`+tools+`}`)
	case "tools/call":
		if s.OnCall == nil {
			return
		}
		s.work.Add(1)
		go func() {
			defer s.work.Done()
			s.OnCall(s, msg)
		}()
	case "ping":
		s.Answer(msg, `{}`)
	}
}

// Say puts one line on the wire, whatever it is.
func (s *Server) Say(line string) {
	s.mu.Lock()
	out := s.out
	s.mu.Unlock()
	if out != nil {
		_, _ = io.WriteString(out, line+"\n") // a client that is gone hears nothing
	}
}

// Answer says a result; Fail, an error.
func (s *Server) Answer(to Message, result string) {
	s.Say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, to.ID, result))
}

// Fail answers with an error.
func (s *Server) Fail(to Message, code int, message string) {
	s.Say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q}}`, to.ID, code, message))
}

// Ask says an elicitation/create with the given id and params, both as JSON.
func (s *Server) Ask(id, params string) {
	s.Say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"elicitation/create","params":%s}`, id, params))
}

// Hangup ends all connections from the server's side.
func (s *Server) Hangup() {
	s.mu.Lock()
	closers := s.closers
	s.closers = nil
	s.mu.Unlock()
	for _, c := range closers {
		_ = c.Close()
	}
}

// Heard gives everything heard so far.
func (s *Server) Heard() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Message(nil), s.heard...)
}

// HeardMethod gives the messages with the given method heard so far.
func (s *Server) HeardMethod(method string) []Message {
	return s.filter(func(m Message) bool { return m.Method == method })
}

// Answers gives the responses to the given id heard so far, results and errors.
func (s *Server) Answers(id string) []Message {
	return s.filter(func(m Message) bool { return m.Method == "" && string(m.ID) == id })
}

func (s *Server) filter(want func(Message) bool) []Message {
	var list []Message
	for _, m := range s.Heard() {
		if want(m) {
			list = append(list, m)
		}
	}
	return list
}

// AwaitAnswer waits for the response to the given id, written as JSON.
func (s *Server) AwaitAnswer(id string) Message {
	s.t.Helper()
	return s.await("an answer to "+id, func(m Message) bool { return m.Method == "" && string(m.ID) == id })
}

// AwaitMethod waits for a message with the given method.
func (s *Server) AwaitMethod(method string) Message {
	s.t.Helper()
	return s.await(method, func(m Message) bool { return m.Method == method })
}

// AwaitCalls waits until n calls were heard and gives the last of them.
func (s *Server) AwaitCalls(n int) Message {
	s.t.Helper()
	count := 0
	return s.await(fmt.Sprintf("call %d", n), func(m Message) bool {
		if m.Method == "tools/call" {
			count++
		}
		return count == n
	})
}

// await waits for the first message that is wanted; want sees every message once, in order.
func (s *Server) await(what string, want func(Message) bool) Message {
	s.t.Helper()
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	for next := 0; ; {
		s.mu.Lock()
		heard, news := s.heard, s.news
		s.mu.Unlock()
		for ; next < len(heard); next++ {
			if want(heard[next]) {
				return heard[next]
			}
		}
		select {
		case <-news:
		case <-deadline.C:
			s.t.Fatalf("the server did not hear %s; it heard:\n%s", what, transcript(heard))
		}
	}
}

func transcript(heard []Message) string {
	var out strings.Builder
	for _, m := range heard {
		out.WriteString(m.Raw)
		out.WriteByte('\n')
	}
	return out.String()
}
