package nanohubtest_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"parley/bridge/nanohubtest"
	"parley/bridge/wiretest"
)

// patience is how long a test waits for something that must come.
const patience = 30 * time.Second

func TestMain(m *testing.M) { wiretest.Main(m) }

// client is plain HTTP.
type client struct {
	t    *testing.T
	http *http.Client
	*nanohubtest.Server
}

func newClient(t *testing.T) *client {
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &client{t: t, http: &http.Client{Transport: transport}, Server: nanohubtest.New(t)}
}

// answer is what a POST was answered with.
type answer struct {
	status int
	header http.Header
	body   string
}

// send does one request. session goes into the header unless it is "".
func (c *client) send(method, address, session, body string) answer {
	c.t.Helper()
	req, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if session != "" {
		req.Header.Set("Mcp-Session-Id", session)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, string(raw)}
}

func (c *client) post(session, body string) answer {
	c.t.Helper()
	return c.send(http.MethodPost, c.URL, session, body)
}

// begin opens a stream and initializes a session as a client that can do what elicitation says; "" is a client that cannot be asked.
func (c *client) begin(session, elicitation string) *stream {
	c.t.Helper()
	st := c.open(session)
	capabilities := `{}`
	if elicitation != "" {
		capabilities = `{"elicitation":` + elicitation + `}`
	}
	c.post(session, `{"jsonrpc":"2.0","id":"begin","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":`+capabilities+`}}`)
	st.next("message")
	return st
}

// call posts a tools/call beside the test and gives what comes of it.
func (c *client) call(session, id, tool, arguments string) <-chan answer {
	c.t.Helper()
	came := make(chan answer, 1)
	go func() {
		came <- c.post(session, `{"jsonrpc":"2.0","id":`+id+`,"method":"tools/call","params":{"name":"`+tool+`","arguments":`+arguments+`}}`)
	}()
	return came
}

// got waits for something that must come.
func got[T any](t *testing.T, ch <-chan T, what string) T {
	t.Helper()
	select {
	case v, ok := <-ch:
		if !ok {
			t.Fatalf("%s: the stream ended", what)
		}
		return v
	case <-time.After(patience):
		t.Fatalf("%s did not come", what)
		panic("unreachable")
	}
}

// event is one event of a stream; a comment has the kind ":".
type event struct{ kind, data string }

// stream is an open GET.
type stream struct {
	t      *testing.T
	header http.Header
	events chan event
	close  func() // as a client that goes away
}

// open opens the stream of a session; "" lets the server make one up.
func (c *client) open(session string) *stream {
	c.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.URL, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	if session != "" {
		req.Header.Set("Mcp-Session-Id", session)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	st := &stream{t: c.t, header: resp.Header, events: make(chan event, 5000)}
	read := make(chan struct{})
	go func() {
		defer close(read)
		defer close(st.events)
		var e event
		for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
			line := lines.Text()
			switch kind, value, _ := strings.Cut(line, ": "); {
			case line == "":
				st.events <- e
				e = event{}
			case kind == "":
				e = event{":", value}
			case kind == "event":
				e.kind = value
			case kind == "data":
				e.data = value
			}
		}
	}()
	st.close = func() {
		cancel()
		_ = resp.Body.Close()
		<-read
	}
	c.t.Cleanup(st.close)
	if first := st.next("open"); first != "{}" {
		c.t.Errorf("open says %q", first)
	}
	return st
}

// next is the data of the next event, which must be of a kind.
func (st *stream) next(kind string) string {
	st.t.Helper()
	e := got(st.t, st.events, "an event")
	for kind == "message" && e.kind == "endpoint" {
		e = got(st.t, st.events, "an event")
	}
	if e.kind != kind {
		st.t.Fatalf("event %+v, want a %s", e, kind)
	}
	return e.data
}

// none fails when an event is there that nobody waited for.
func (st *stream) none() {
	st.t.Helper()
	select {
	case e := <-st.events:
		st.t.Errorf("event %+v", e)
	default:
	}
}

// request is a request of the server that came on a stream.
type request struct {
	ID     string
	Method string
	Params json.RawMessage
	raw    string
}

func (st *stream) request() request {
	st.t.Helper()
	r := request{raw: st.next("message")}
	if err := json.Unmarshal([]byte(r.raw), &r); err != nil || r.Method == "" {
		st.t.Fatalf("%s is no request: %v", r.raw, err)
	}
	return r
}

// eventually waits until something becomes true that another goroutine makes true without a word.
func eventually(t *testing.T, what string, want func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !want(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never became %s", what)
		}
	}
}
