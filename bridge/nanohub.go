package bridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/google/uuid"
)

// nanohub is the dialect of nanohub-mcp servers (contract N, J2 and the shim at its end). They never name a session in answer to a
// message, so the client chooses it; they send every response twice, on the stream as well; and a tool that runs in the background
// is answered with 202 first, its response comes on the stream alone.
const nanohub = "nanohub"

// hub is what a connection in nanoHUB's dialect does otherwise.
type hub struct {
	session string // chosen by this side (contract N3)

	mu      sync.Mutex
	waiting map[string]chan []byte // calls on the wire, by JSON-RPC id: their response on the stream
}

func newHub() *hub {
	return &hub{session: uuid.NewString(), waiting: map[string]chan []byte{}}
}

// expect makes the stream look out for the response of a call until forget is called.
func (h *hub) expect(key string) (response <-chan []byte, forget func()) {
	c := make(chan []byte, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.waiting[key] = c
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.waiting, key)
	}
}

// swallow takes a response out of the stream. It reports false for anything else.
func (h *hub) swallow(raw []byte) bool {
	var msg envelope
	if readJSON(raw, &msg) != nil || !msg.isResponse() {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if c := h.waiting[msg.key()]; c != nil {
		select {
		case c <- bytes.Clone(raw):
		default: // it came before; the first one counts
		}
	}
	return true
}

// call posts a call and gives its response whole: the SDK ends its session when it stops reading one half-way (contract 0.2).
func (h *hub) call(base http.RoundTripper, req *http.Request, key string) (*http.Response, error) {
	late, forget := h.expect(key)
	defer forget()
	resp, err := base.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusAccepted {
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, maxFailureBody))
		_ = resp.Body.Close()
		select {
		case raw := <-late:
			return jsonResponse(req, raw), nil
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
	}
	if resp.StatusCode < 300 && !isStream(resp) {
		if err := readWhole(resp); err != nil {
			return nil, err
		}
	}
	return resp, nil
}

// jsonResponse is a response that holds one message.
func jsonResponse(req *http.Request, raw []byte) *http.Response {
	return &http.Response{
		StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(raw)), ContentLength: -1, Request: req,
	}
}

// opensAsHub reports whether the first event of a server's stream is nanoHUB's (contract N4).
func opensAsHub(first sseEvent) bool {
	return string(first.name) == "open" && string(bytes.TrimSpace(first.data)) == "{}"
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
