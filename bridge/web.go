package bridge

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// maxFailureBody is how much of a refusing answer is kept as evidence.
const maxFailureBody = 4 << 10

// webTap is the tap of a streamable HTTP connection. It sits under the SDK as its [http.RoundTripper], for the SDK loses its
// own stream when its connection is wrapped (go-sdk.md, Transports), and posts the bridge's answers itself, with the
// headers that the SDK sent last.
type webTap struct {
	base    http.RoundTripper
	tap     *tap
	clock   Clock
	url     string
	headers map[string]string // of the server entry; secrets
	hub     *hub              // nil for the standard
	in      *signingIn        // nil when the entry says how to sign in, or that nobody does
	stale   func()            // called when the connection has to be made anew

	listening bool          // for a first event that tells nanoHUB's dialect
	greeted   chan struct{} // closed when it is known whether there is one

	mu      sync.Mutex
	posted  http.Header // headers of the SDK's last message
	to      string      // where they went: over SSE, that is not the server's address
	session string
	known   bool      // greeted is closed
	foundIt bool      // and the server is nanoHUB's
	broke   time.Time // when the stream of a hub ended; zero while there is one
	said    refusal   // what the last answer said
}

// RoundTrip implements [http.RoundTripper].
func (w *webTap) RoundTrip(req *http.Request) (*http.Response, error) {
	req = w.headed(req)
	if w.hub != nil {
		req.Header.Set("Mcp-Session-Id", w.hub.session)
	}
	if req.Method != http.MethodPost || req.Body == nil {
		resp, err := w.base.RoundTrip(req)
		if req.Method == http.MethodGet {
			w.opened(resp, err)
		}
		return resp, err
	}
	raw, err := io.ReadAll(req.Body)
	_ = req.Body.Close()
	if err != nil {
		return nil, err
	}
	w.remember(req)
	raw, x := w.tap.outgoing(raw)
	setBody(req, raw)
	if isDiscover(raw) {
		return w.discover(req, raw)
	}
	resp, err := w.post(req, raw, x)
	if err != nil {
		w.unsaid()
		return nil, err
	}
	w.note(resp)
	if resp.StatusCode < 300 {
		x.sent()
	}
	w.tapBody(resp, x)
	return resp, nil
}

// post sends one message of the SDK.
func (w *webTap) post(req *http.Request, raw []byte, x *exchange) (*http.Response, error) {
	var msg envelope
	if readJSON(raw, &msg) != nil || !msg.isCall() {
		return w.base.RoundTrip(req)
	}
	if w.hub != nil {
		var call *Call
		if x != nil {
			call = x.call
		}
		return w.hub.call(w.base, req, msg.key(), call)
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

// opened looks at the stream that the SDK opened for what the server sends by itself.
func (w *webTap) opened(resp *http.Response, err error) {
	if err != nil || resp.StatusCode != http.StatusOK || !isStream(resp) {
		w.greeting(false)
		return
	}
	w.back()
	if body := resp.Body; w.hub != nil {
		resp.Body = &watchedStream{ReadCloser: body, clock: w.clock, found: func() {
			w.stale()
			_ = body.Close()
		}}
	}
	w.tapBody(resp, nil)
}

// greeting is told once what the server's stream began with.
func (w *webTap) greeting(isHub bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.foundIt = w.foundIt || isHub && w.listening
	if !w.known {
		w.known = true
		close(w.greeted)
	}
}

// isHub reports whether the server turned out to speak nanoHUB's dialect, or is spoken to in it already.
func (w *webTap) isHub() bool {
	if w == nil {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.hub != nil || w.foundIt
}

// greetPatience is how long a server that names no session may take to show its dialect.
const greetPatience = 2 * time.Second

// greet waits until it is known whether a server speaks nanoHUB's dialect, where there is any doubt; in that dialect, until its
// stream is open, for it refuses to ask without one (contract N1).
func (w *webTap) greet(ctx context.Context, clock Clock, legacy bool) {
	w.mu.Lock()
	doubt := w.hub != nil || w.listening && w.session == "" && legacy
	w.mu.Unlock()
	if !doubt {
		return
	}
	late := make(chan struct{})
	defer clock.AfterFunc(greetPatience, func() { close(late) })()
	select {
	case <-w.greeted:
	case <-late:
	case <-ctx.Done():
	}
}

// forgetful is after how long without a stream nanoHUB has forgotten what this side can do (contract N6: up to two of its
// heartbeats of 20 s, when it noticed the loss at once).
const forgetful = 15 * time.Second

// ended notes that the stream of a hub is gone; back, that there is one again. A hub that was left alone for too long is
// connected to anew.
func (w *webTap) ended() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.hub != nil && w.broke.IsZero() {
		w.broke = w.clock.Now()
	}
}

func (w *webTap) back() {
	w.mu.Lock()
	broke := w.broke
	w.broke = time.Time{}
	w.mu.Unlock()
	if w.hub == nil {
		return
	}
	noticed, doubtful := w.hub.back()
	if broke.IsZero() { // the first stream
		return
	}
	if noticed || w.clock.Now().Sub(broke) >= forgetful {
		w.stale()
	}
	if len(doubtful) == 0 {
		return
	}
	w.clock.AfterFunc(lostPatience, func() {
		for _, wait := range doubtful {
			wait.giveUp()
		}
	})
}

func setBody(req *http.Request, raw []byte) {
	req.Body = io.NopCloser(bytes.NewReader(raw))
	req.ContentLength = int64(len(raw))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(raw)), nil }
}

func isDiscover(raw []byte) bool {
	return bytes.Contains(raw[:min(len(raw), 200)], []byte(`"server/discover"`))
}

// remember keeps the headers that belong to the connection, for the bridge's own answers.
func (w *webTap) remember(req *http.Request) {
	kept := req.Header.Clone()
	for name := range w.headers {
		kept.Del(name) // each hop of an answer gets them, or not
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

// note keeps the session and, of an answer that refuses, what it says.
func (w *webTap) note(resp *http.Response) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if id := resp.Header.Get("Mcp-Session-Id"); id != "" {
		w.session = id
	}
	kind := mediaType(resp)
	page := kind == "text/html" || kind == "application/xhtml+xml"
	if resp.StatusCode < 300 {
		w.said = refusal{page: page}
		return
	}
	start, _ := io.ReadAll(io.LimitReader(resp.Body, maxFailureBody))
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(start), resp.Body), resp.Body}
	w.said = refusal{status: resp.StatusCode, page: page, body: strings.TrimSpace(string(start))}
}

// unsaid notes that there was no answer.
func (w *webTap) unsaid() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.said = refusal{}
}

// lastSaid is what the last answer was when it was none.
func (w *webTap) lastSaid() refusal {
	if w == nil {
		return refusal{}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.said
}

// reply posts an answer of the bridge. An error says in plain words that it did not arrive (case proto-answer-delivery-fails).
func (w *webTap) reply(ctx context.Context, raw []byte) error {
	w.mu.Lock()
	to := w.to
	w.mu.Unlock()
	if to == "" {
		to = w.url
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, nil)
	if err != nil {
		return err
	}
	w.mu.Lock()
	req.Header = w.posted.Clone()
	if w.session != "" {
		req.Header.Set("Mcp-Session-Id", w.session)
	}
	w.mu.Unlock()
	if req.Header == nil {
		req.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	}
	if w.hub != nil {
		req.Header.Set("Mcp-Session-Id", w.hub.session)
	}
	setBody(req, raw)
	resp, err := (&http.Client{Transport: ownMessages{w, ctx}}).Do(req) // follows redirects, as the SDK's messages do
	if err != nil {
		return fmt.Errorf("the answer could not be delivered: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	start, _ := io.ReadAll(io.LimitReader(resp.Body, maxFailureBody))
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return errors.New("the answer could not be delivered: the server does not know this connection any more (status 404)")
	case resp.StatusCode >= 300:
		return fmt.Errorf("the answer could not be delivered: the server said %s", resp.Status)
	case resp.StatusCode == http.StatusOK && isErrorMessage(start):
		// nanoHUB takes an answer that comes too late for a broken message (contract T3).
		return errors.New("the answer could not be delivered: the server is not waiting for it any more")
	}
	return nil
}

func isErrorMessage(raw []byte) bool {
	var msg envelope
	return json.Unmarshal(raw, &msg) == nil && !isNull(msg.Error)
}

func isStream(resp *http.Response) bool { return mediaType(resp) == "text/event-stream" }

func mediaType(resp *http.Response) string {
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

// tapBody puts the tap into the body of a response: every event of a stream, or the one message of a JSON body. Reading
// goes on as the SDK reads, so nothing here waits.
func (w *webTap) tapBody(resp *http.Response, x *exchange) {
	switch {
	case resp.StatusCode >= 300:
	case isStream(resp):
		resp.Body = &tappedBody{body: resp.Body, next: w.nextEvent(bufio.NewReaderSize(resp.Body, 32<<10), x)}
	case x != nil:
		resp.Body = &tappedBody{body: resp.Body, next: w.wholeMessage(resp.Body, x)}
	}
	if resp.ContentLength >= 0 && resp.StatusCode < 300 {
		resp.ContentLength = -1
		resp.Header.Del("Content-Length")
	}
}

// tappedBody gives what next makes, piece by piece.
type tappedBody struct {
	body io.Closer
	next func() ([]byte, error)
	rest []byte
	err  error
}

func (b *tappedBody) Read(p []byte) (int, error) {
	for len(b.rest) == 0 {
		if b.err != nil {
			return 0, b.err
		}
		b.rest, b.err = b.next()
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

func (b *tappedBody) Close() error { return b.body.Close() }

// wholeMessage gives the one message of a JSON body as the tap lets it through.
func (w *webTap) wholeMessage(body io.Reader, x *exchange) func() ([]byte, error) {
	return func() ([]byte, error) {
		raw, err := io.ReadAll(body)
		if err != nil {
			return nil, err
		}
		return w.tap.incoming(raw, x), io.EOF
	}
}

// nextEvent gives the events of a stream as the tap lets them through. What the SDK does not get to see keeps its id as an empty
// event, so that a resumed stream goes on behind it.
func (w *webTap) nextEvent(r *bufio.Reader, x *exchange) func() ([]byte, error) {
	return func() ([]byte, error) {
		event, err := readEvent(r)
		if x == nil {
			w.sawOnStream(event, err)
		}
		if x == nil && opensAsHub(event) {
			return event.with(nil), err // the SDK wants a stream of the older kind to begin with something else (contract N4)
		}
		if x == nil && w.hub != nil && event.isMessage() && w.hub.swallow(event.data) {
			return event.with(nil), err
		}
		if !event.isMessage() || len(event.data) == 0 {
			return event.raw, err
		}
		pass := w.tap.incoming(event.data, x)
		if bytes.Equal(pass, event.data) {
			return event.raw, err
		}
		return event.with(pass), err
	}
}

// sawOnStream looks at what comes on the server's own stream, whether or not it is a message.
func (w *webTap) sawOnStream(event sseEvent, err error) {
	if len(event.raw) > 0 && len(event.name)+len(event.data) > 0 {
		w.greeting(opensAsHub(event))
	}
	if err != nil {
		w.greeting(false)
		w.ended()
	}
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
