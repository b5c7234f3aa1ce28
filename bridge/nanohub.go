package bridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

// nanohub is the dialect of nanohub-mcp servers (contract N, J2 and the shim at its end). They never name a session in answer to a
// message, so the client chooses it; they send every response twice, on the stream as well; and a tool that runs in the background
// is answered with 202 first, its response comes on the stream alone.
const nanohub = "nanohub"

// hub is what a connection in nanoHUB's dialect does otherwise.
type hub struct {
	session string // chosen by this side (contract N3)
	events  hubEvents

	mu      sync.Mutex
	waiting map[string]*hubCall // calls on the wire, by JSON-RPC id
	jobs    map[string]bool     // jobs that were started and whose end nobody has read
}

// hubEvents is what a hub reports to the connection that owns it.
type hubEvents interface {
	// answered: the response of a call came on the stream, ahead of the call's own.
	answered(call *Call)
	// handedOver: the server works on in the background, whatever becomes of the call.
	handedOver(call *Call)
}

// hubCall is a request on the wire.
type hubCall struct {
	call     *Call         // nil when it belongs to none
	response chan []byte   // on the stream; has room for one
	lost     chan struct{} // closed when the response must have been lost with a stream
	once     sync.Once     // for that
	accepted bool          // it will come there only
}

func newHub(events hubEvents) *hub {
	return &hub{session: uuid.NewString(), events: events, waiting: map[string]*hubCall{}, jobs: map[string]bool{}}
}

// expect makes the stream look out for the response of a request until forget is called.
func (h *hub) expect(key string, call *Call) (wait *hubCall, forget func()) {
	wait = &hubCall{call: call, response: make(chan []byte, 1), lost: make(chan struct{})}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.waiting[key] = wait
	return wait, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.waiting, key)
	}
}

// swallow takes a response out of the stream. It reports false for anything else.
func (h *hub) swallow(raw []byte) bool {
	msg, ok := head(raw)
	if !ok || !msg.isResponse() {
		return false
	}
	h.mu.Lock()
	h.noteJob(msg.Result)
	wait := h.waiting[msg.key()]
	if wait == nil {
		h.mu.Unlock()
		return true
	}
	select {
	case wait.response <- bytes.Clone(raw):
	default: // it came before; the first one counts
	}
	h.mu.Unlock()
	if wait.call != nil {
		h.events.answered(wait.call)
	}
	return true
}

// call posts a request and gives its response whole: the SDK ends its session when it stops reading one half-way (contract 0.2). answer is
// its text, when it came as an answer.
func (h *hub) call(base http.RoundTripper, req *http.Request, key string, call *Call) (resp *http.Response, answer []byte, err error) {
	wait, forget := h.expect(key, call)
	defer forget()
	if resp, err = base.RoundTrip(req); err != nil {
		return nil, nil, err
	}
	if resp.StatusCode == http.StatusAccepted {
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, maxFailureBody))
		_ = resp.Body.Close()
		return h.await(req, wait)
	}
	if resp.StatusCode >= 300 || isStream(resp) {
		return resp, nil, nil
	}
	if answer, err = readWhole(resp); err != nil {
		return nil, nil, err
	}
	return resp, answer, nil
}

// await waits for the response that comes on the stream alone (contract J2).
func (h *hub) await(req *http.Request, wait *hubCall) (*http.Response, []byte, error) {
	h.mu.Lock()
	wait.accepted = true
	h.mu.Unlock()
	if wait.call != nil {
		h.events.handedOver(wait.call)
	}
	select {
	case raw := <-wait.response:
		return jsonResponse(req, raw), raw, nil
	case <-wait.lost:
		return nil, nil, errLostOnStream
	case <-req.Context().Done():
		return nil, nil, req.Context().Err()
	}
}

// errLostOnStream is for a call whose response went out into a stream that was broken.
var errLostOnStream = errors.New("the server took the call, but what it said was lost with the connection; the job may be running")

// lostPatience is how long a response that comes on the stream alone may take once the stream is back. It says only that a job
// was started, so a server that works has said it by then.
const lostPatience = 10 * time.Second

// doubtful are the calls that wait for a response which may have been lost with the stream.
func (h *hub) doubtful() (list []*hubCall) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, wait := range h.waiting {
		if wait.accepted {
			list = append(list, wait)
		}
	}
	return list
}

// giveUp ends the wait for a response that must have been lost.
func (wait *hubCall) giveUp() { wait.once.Do(func() { close(wait.lost) }) }

// noteJob keeps in mind which jobs there are: one is begun by a result that says so, and over when its end was read (contract
// J1). The lock must be held.
func (h *hub) noteJob(result json.RawMessage) {
	if !bytes.Contains(result, []byte("job_id")) {
		return
	}
	var said struct {
		StructuredContent json.RawMessage
		Content           []struct{ Text string }
	}
	if readJSON(result, &said) != nil {
		return
	}
	text := said.StructuredContent
	if isNull(text) && len(said.Content) > 0 {
		text = json.RawMessage(said.Content[0].Text)
	}
	var job struct {
		ID     string `json:"job_id"`
		Status string `json:"status"`
	}
	if readJSON(text, &job) != nil || job.ID == "" {
		return
	}
	if job.Status == "running" {
		h.jobs[job.ID] = true
		return
	}
	delete(h.jobs, job.ID)
}

// hasJobs reports whether a job of this connection may be running, and so may ask.
func (w *webTap) hasJobs() bool {
	if w == nil || w.hub == nil {
		return false
	}
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	return len(w.hub.jobs) > 0
}

// answered implements hubEvents: what is asked from now on is not that call's.
func (c *conn) answered(call *Call) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls = slices.DeleteFunc(c.calls, func(other *Call) bool { return other == call })
}

// handedOver implements hubEvents: what the call asked and asks does not end with it (contract J4).
func (c *conn) handedOver(call *Call) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if slices.Contains(c.calls, call) {
		c.handed = append(c.handed, call)
	}
	for _, a := range c.asks {
		if slices.Contains(a.owners, call) {
			a.outlives = true
		}
	}
}

// jsonResponse is a response that holds one message.
func jsonResponse(req *http.Request, raw []byte) *http.Response {
	return &http.Response{
		StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(raw)), ContentLength: -1, Request: req,
	}
}

// errAccepted is for a call that a server took without saying what came of it. Only nanoHUB does (contract J2), so it is spoken
// to in its dialect from then on.
var errAccepted = errors.New("the server took the call, but did not say what came of it")

// isAccepted reads the body that nanoHUB gives with 202.
func isAccepted(raw []byte) bool {
	var said struct {
		Status string `json:"status"`
	}
	return json.Unmarshal(raw, &said) == nil && said.Status == "accepted"
}

// restAddress tells the address of a single tool, which nanoHUB offers for scripts and which is no server (contract N2). It gives the
// address of the server; "" for any other address.
func restAddress(address string) (server string) {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	i := strings.LastIndex(u.Path, "/tools/")
	if i < 0 || strings.Contains(strings.TrimSuffix(u.Path[i+len("/tools/"):], "/"), "/") {
		return ""
	}
	u.Path, u.RawPath, u.RawQuery, u.Fragment, u.User = u.Path[:i]+"/mcp", "", "", "", nil
	return u.String()
}

// readWhole reads a response that is no stream to its end.
func readWhole(resp *http.Response) ([]byte, error) {
	body := resp.Body
	defer func() { _ = body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(body, maxLine))
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(raw))
	return raw, nil
}
