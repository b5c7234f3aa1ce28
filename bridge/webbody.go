package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"
)

// tapAnswer puts the tap into the answer to a request. The SDK gets to see a stream of messages whatever came: a stream, one message, a
// list of them (2025-03-26), or nothing. What is no message costs the call and not the connection. Reading goes on as the SDK reads, so
// nothing here waits.
func (w *webTap) tapAnswer(resp *http.Response, from origin, loosen func()) {
	body := resp.Body
	switch {
	case isStream(resp):
		resp.Body = &tappedBody{body: body, next: w.nextEvent(newEventReader(body), &stream{from: from, loosen: loosen}), last: func() { readToEnd(body) }}
	case resp.StatusCode == http.StatusAccepted && w.hears():
		resp.Body = &tappedBody{body: body, next: w.elsewhere(resp.Request.Context(), from)}
	default:
		resp.Body = &tappedBody{body: body, next: w.wholeAnswer(resp, body, from)}
	}
	asStream(resp)
}

// asStream declares an answer to be a stream of unknown length.
func asStream(resp *http.Response) {
	resp.Header.Set("Content-Type", "text/event-stream")
	resp.Header.Del("Content-Length")
	resp.ContentLength = -1
}

// endPause is how long the end of a stream may take once the response has come on it.
const endPause = 250 * time.Millisecond

// loosened gives a request that ends with its call until loosen is called. The SDK closes a stream as soon as it has the response, and the
// call is over then, often before the stream's end is there. What ends with it would be the connection below: the next message would need
// another, and there would be none left to tell that the server was killed (see [watchedConn]).
func loosened(req *http.Request) (loose *http.Request, loosen func(), cancel context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(req.Context()))
	stop := context.AfterFunc(req.Context(), cancel)
	return req.WithContext(ctx), func() { stop() }, cancel
}

// readToEnd reads the end of a stream. The time is that of the network, and no matter for the clock of a test.
func readToEnd(body io.ReadCloser) {
	defer time.AfterFunc(endPause, func() { _ = body.Close() }).Stop()
	_, _ = io.CopyN(io.Discard, body, maxFailureBody)
}

// tappedBody gives what next makes, piece by piece.
type tappedBody struct {
	body io.Closer
	next func() ([]byte, error)
	last func() // called before body is closed; nil: nothing
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

func (b *tappedBody) Close() error {
	if b.last != nil {
		b.last()
	}
	return b.body.Close()
}

// wholeAnswer gives the messages of an answer that is no stream.
func (w *webTap) wholeAnswer(resp *http.Response, body io.Reader, from origin) func() ([]byte, error) {
	page := isPage(resp)
	return func() ([]byte, error) {
		raw, err := io.ReadAll(io.LimitReader(body, maxLine+1))
		if err == nil && len(raw) > maxLine {
			err = errLineTooLong
		}
		if err != nil {
			w.odd(from.x, oddAnswer{what: "broke off in the middle of its answer", err: err})
			return nil, io.EOF
		}
		text := bytes.TrimSpace(withoutBOM(raw))
		out := w.pass(text, from)
		if len(out) > 0 || answered(from.x) {
			return out, io.EOF
		}
		odd := oddAnswer{what: "not in a way that can be read", said: string(text[:min(len(text), maxFailureBody)]), page: page}
		switch {
		case len(text) == 0 && resp.StatusCode == http.StatusAccepted:
			odd.what = "only said that it took it"
		case len(text) == 0:
			odd.what = "with nothing"
		case odd.page:
			odd.what = "with a web page"
		}
		w.odd(from.x, odd)
		return nil, io.EOF
	}
}

// odd keeps why an answer is none, for the call or for the connection that it was about.
func (w *webTap) odd(x *exchange, why oddAnswer) {
	x.explain(why)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.said.why = why
}

func answered(x *exchange) bool {
	if x == nil {
		return false
	}
	_, _, ok := x.outcome()
	return ok
}

// elsewhere waits for a response that comes on the server's own stream: some servers only say 202 where they should answer. The SDK finds
// it there; this answer ends with the call, or with the stream.
func (w *webTap) elsewhere(ctx context.Context, from origin) func() ([]byte, error) {
	deaf := w.deafness()
	return func() ([]byte, error) {
		select {
		case <-deaf:
			from.x.explain(errAnswerLost)
		case <-ctx.Done():
		}
		return nil, io.EOF
	}
}

// pass gives what the SDK gets to see of a text that is a message, or a list of messages.
func (w *webTap) pass(text []byte, from origin) []byte {
	if len(text) > 0 && text[0] == '[' {
		var list []json.RawMessage
		if json.Unmarshal(text, &list) != nil {
			return nil
		}
		return w.passAll(list, from)
	}
	var msg struct{}
	if errors.Is(readJSON(text, &msg), errBehind) {
		if list := several(text); list != nil {
			return w.passAll(list, from)
		}
	}
	from.alone = true
	return w.passOne(text, from)
}

func (w *webTap) passAll(list []json.RawMessage, from origin) (out []byte) {
	for _, raw := range list {
		out = append(out, w.passOne(raw, from)...)
	}
	return out
}

func (w *webTap) passOne(raw []byte, from origin) []byte {
	pass := w.tap.incoming(raw, from)
	if len(pass) == 0 || !decodable(pass) {
		return nil
	}
	return dataEvent(pass)
}

// nextEvent gives the events of a stream as the tap lets them through, in the one form that the SDK reads whatever form they came in.
// What the SDK does not get to see keeps its id as an empty event, so that a resumed stream goes on behind it.
func (w *webTap) nextEvent(events *eventReader, s *stream) func() ([]byte, error) {
	begun := false
	return func() ([]byte, error) {
		if !begun && !w.legacy {
			begun = true
			if mark := w.streams.begin(s, w.clock.Now()); mark != nil {
				return mark, nil
			}
		}
		event, err := events.next()
		if err != nil && !answered(s.from.x) {
			s.from.x.explain(errBrokeOff)
		}
		own := s.from.id == nil
		if own {
			w.sawOnStream(event, err)
		}
		var out []byte
		if !w.legacy {
			out = w.streams.heard(s, event)
		}
		switch {
		case own && opensAsHub(event): // the SDK wants a stream of the older kind to begin with something else (contract N4)
		case w.legacy && string(event.name) == "endpoint":
			out = append([]byte("event: endpoint\n"), dataEvent(event.data)...)
		case len(event.data) == 0, !event.isMessage() && !w.tap.awaits(event.data):
		case own && w.hub != nil && w.hub.swallow(event.data):
		default:
			passed := w.pass(bytes.TrimSpace(event.data), s.from)
			if s.loosen != nil && answered(s.from.x) { // before the SDK sees it
				s.loosen()
			}
			if len(passed) > 0 {
				return append(out, passed...), err
			}
		}
		if len(out) > 0 {
			out = append(out, '\n')
		}
		return out, err
	}
}
