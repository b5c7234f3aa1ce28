package bridge

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"parley/bridge/hush"
)

// webTap is the tap of a streamable HTTP connection. It sits under the SDK as its [http.RoundTripper], for the SDK loses its
// own stream when its connection is wrapped (go-sdk.md, Transports), and posts the bridge's answers itself, with the
// headers that the SDK sent last.
type webTap struct {
	base    http.RoundTripper
	home    *home // the same, which it is but in tests
	tap     *tap
	clock   Clock
	url     string
	headers map[string]string // of the server entry; secrets
	secrets *hush.Words       // of the server
	hub     *hub              // nil for the standard
	in      *signingIn        // nil when the entry says how to sign in, or that nobody does
	stale   func()            // called when the connection has to be made anew
	events  webEvents
	legacy  bool // the transport of 2024-11-05: one stream for everything, and messages are only taken

	asking    bool          // there is somebody to ask
	listening bool          // for a first event that tells nanoHUB's dialect
	greeted   chan struct{} // closed when it is known whether there is one
	begun     chan struct{} // closed when the server's stream has begun
	once      sync.Once     // for that

	mu        sync.Mutex
	posted    http.Header // headers of the SDK's last message
	to        string      // where they went: over SSE, that is not the server's address
	session   string
	known     bool          // greeted is closed
	foundIt   bool          // and the server is nanoHUB's
	waitedFor bool          // nobody waits for that any more
	misplaced bool          // its stream is at another address
	broke     bool          // the stream of a hub ended, and there is none yet
	said      refusal       // what the last answer said
	deaf      chan struct{} // closed when the server's own stream ends; nil while there is none
	lost      int           // how often it ended
	own       io.Closer     // that of a hub

	hello, helloSaid []byte        // of a hub: with what the connection began, and what came of it
	mended           chan struct{} // closed when the hub can ask again; nil while it can
	unmended         func() bool   // stops the wait for that
	streams          streams
}

// RoundTrip implements [http.RoundTripper].
func (w *webTap) RoundTrip(req *http.Request) (*http.Response, error) {
	req = w.headed(req)
	if w.hub != nil {
		req.Header.Set("Mcp-Session-Id", w.hub.session)
	}
	switch {
	case req.Method == http.MethodGet:
		return w.listen(req)
	case req.Method != http.MethodPost || req.Body == nil:
		return w.base.RoundTrip(req)
	}
	raw, err := io.ReadAll(req.Body)
	_ = req.Body.Close()
	if err != nil {
		return nil, err
	}
	w.remember(req)
	raw, x := w.tap.outgoing(raw)
	setBody(req, raw)
	var msg envelope
	_ = readJSON(raw, &msg) // the SDK's own
	if msg.Method == "server/discover" {
		return w.discover(req, msg)
	}
	sent := &delivery{}
	var loosen func()
	cancel := context.CancelFunc(func() {})
	if x != nil {
		x.delivery.Store(sent)
		req, loosen, cancel = loosened(req)
	}
	resp, err := w.post(sent.watch(req), msg, x)
	if err != nil {
		w.failed(req, err, x, sent)
		w.unsaid()
		w.tap.unanswered(msg.ID)
		cancel()
		return nil, err
	}
	said, body := w.note(resp)
	w.keepSession(resp, msg)
	if resp.StatusCode < 300 {
		x.sent()
	}
	w.bear(req, resp, msg, x, said, body)
	if resp.StatusCode < 300 && msg.isCall() && !w.legacy {
		w.tapAnswer(resp, origin{x: x, id: msg.ID}, loosen)
	}
	return resp, nil
}

// post sends one message of the SDK.
func (w *webTap) post(req *http.Request, msg envelope, x *exchange) (*http.Response, error) {
	if !msg.isCall() {
		return w.base.RoundTrip(req)
	}
	if w.hub != nil {
		var call *Call
		if x != nil {
			call = x.call
		}
		resp, answer, err := w.hub.call(w.base, req, msg.key(), call)
		if msg.Method == "initialize" && err == nil && resp.StatusCode < 300 {
			raw, _ := req.GetBody()
			hello, _ := io.ReadAll(raw) // it is in memory
			w.keepHello(hello, answer)
		}
		w.noteDeafness(answer)
		return resp, err
	}
	resp, err := w.base.RoundTrip(req)
	if err != nil || resp.StatusCode != http.StatusAccepted || !w.listening {
		return resp, err
	}
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxFailureBody))
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), resp.Body), resp.Body}
	if !isAccepted(body) {
		return resp, nil
	}
	_ = resp.Body.Close()
	w.greeting(true)
	w.stale()
	return nil, errAccepted
}

func setBody(req *http.Request, raw []byte) {
	req.Body = io.NopCloser(bytes.NewReader(raw))
	req.ContentLength = int64(len(raw))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(raw)), nil }
}

// remember keeps the headers that belong to the connection, for the bridge's own answers.
func (w *webTap) remember(req *http.Request) {
	kept := req.Header.Clone()
	kept.Del("Authorization") // each hop of an answer gets its own, and the headers of the entry, or not
	for name := range w.headers {
		kept.Del(name)
	}
	for name := range kept {
		// These describe the one message that they came with (2026-07-28, standard headers).
		if name == "Mcp-Method" || name == "Mcp-Name" || strings.HasPrefix(name, "Mcp-Param-") {
			kept.Del(name)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.posted, w.to = kept, req.URL.String()
}

// webPatience bounds the parts of a connection that have no person in them.
const webPatience = 30 * time.Second

// newWebTransport is the transport below the tap: the system's proxies, no time limit on a response, for a call may take as
// long as it takes.
func newWebTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout = 0
	t.TLSHandshakeTimeout = webPatience
	return t
}
