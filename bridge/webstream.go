package bridge

import (
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"parley/bridge/clock"
)

// streamPatience is how long connecting waits for the server's own stream to begin. Servers and proxies hold back the beginning of a stream
// that has nothing to say yet.
const streamPatience = 500 * time.Millisecond

// listen opens the server's own stream, or goes on with a stream that broke.
func (w *webTap) listen(req *http.Request) (*http.Response, error) {
	if w.legacy {
		resp, err := w.base.RoundTrip(req)
		if err == nil {
			w.note(resp)
		}
		w.opened(resp, err)
		if err == nil && resp.StatusCode < 300 {
			resp.Body = &tappedBody{body: resp.Body, next: w.nextEvent(newEventReader(resp.Body), &stream{})}
		}
		return resp, err
	}
	last := req.Header.Get("Last-Event-Id")
	if last == "" {
		return w.listenFirst(req)
	}
	st := w.streams.find(last)
	req.Header.Del("Last-Event-Id")
	if st.last != "" {
		req.Header.Set("Last-Event-Id", st.last)
	}
	for try := 0; ; try++ {
		resp, err := w.base.RoundTrip(req)
		if st.from.id == nil {
			w.opened(resp, err)
		}
		if err != nil {
			if isGone(err) && req.Context().Err() == nil {
				w.events.fell(err)
			}
			return nil, err
		}
		if resp.StatusCode == http.StatusOK && isStream(resp) {
			w.goOn(resp, st)
			return resp, nil
		}
		_, body := w.note(resp)
		switch {
		case resp.StatusCode == http.StatusUnauthorized, resp.StatusCode == http.StatusForbidden, resp.StatusCode >= 300 && resp.StatusCode < 400, w.hub != nil && st.from.id == nil:
			return resp, nil
		case w.forgotten(req, resp, envelope{}, body):
			setAnswer(resp, http.StatusNotFound, nil)
			return resp, nil
		case st.from.id != nil: // the call is lost, and nothing else
			_ = resp.Body.Close()
			st.from.x.explain(errAnswerLost)
			setAnswer(resp, http.StatusOK, dataEvent(errorMessage(st.from.id, &jsonrpc.Error{Code: codeRejected, Message: errAnswerLost.Error()})))
			asStream(resp)
			return resp, nil
		case resp.StatusCode == http.StatusMethodNotAllowed || resp.StatusCode < 300:
			_ = resp.Body.Close()
			return w.noStream(req), nil
		}
		// Some refuse to give the stream again for a while, as if there were still somebody listening (render-mcp-server#26).
		if !clock.Sleep(req.Context(), w.clock, min(5*time.Second<<min(try, 4), lastComeBack)) {
			return nil, req.Context().Err()
		}
	}
}

// goOn hands the SDK a stream that was opened.
func (w *webTap) goOn(resp *http.Response, st *stream) {
	st.opened = true
	resp.Body = &tappedBody{body: resp.Body, next: w.nextEvent(newEventReader(resp.Body), st)}
	asStream(resp)
}

// listenFirst opens the server's own stream. The SDK connects for as long as that takes, so a stream that does not begin soon is handed
// to it as one that is still silent.
func (w *webTap) listenFirst(req *http.Request) (*http.Response, error) {
	ahead := make(chan heardFirst, 1)
	go func() {
		resp, err := w.base.RoundTrip(req)
		if err == nil {
			w.hubElsewhere(resp)
		}
		w.opened(resp, err)
		ahead <- heardFirst{resp, err}
	}()
	late := make(chan struct{})
	defer w.clock.AfterFunc(streamPatience, func() { close(late) })()
	select {
	case first := <-ahead:
		if first.err != nil {
			return nil, first.err
		}
		if first.resp.StatusCode == http.StatusOK && isStream(first.resp) {
			w.goOn(first.resp, &stream{})
		} else if first.resp.StatusCode >= 400 {
			w.readRefusal(first.resp)
			first.resp.Header.Del("Content-Type") // the SDK bears any refusal that is no stream
		}
		return first.resp, nil
	case <-late:
	case <-req.Context().Done():
	}
	resp := streamResponse(req)
	resp.Body = &lateStream{w: w, ctx: req.Context(), ahead: ahead, closed: make(chan struct{})}
	return resp, nil
}

// opened looks at the stream that the server opened for what it sends by itself.
func (w *webTap) opened(resp *http.Response, err error) {
	if err == nil && resp.StatusCode >= 300 && resp.StatusCode < 400 {
		return // it is sent on
	}
	if err != nil || resp.StatusCode != http.StatusOK || !isStream(resp) {
		w.greeting(false)
		return
	}
	w.once.Do(func() { close(w.begun) })
	w.back()
	if w.hub != nil {
		w.mu.Lock()
		w.own = resp.Body
		w.mu.Unlock()
	}
	if body := resp.Body; w.hub != nil {
		resp.Body = &watchedStream{ReadCloser: body, clock: w.clock, found: func() {
			w.stale()
			_ = body.Close()
		}}
	}
}

// ended notes that the server's own stream is gone; back, that there is one again.
func (w *webTap) ended() {
	w.mu.Lock()
	if w.deaf != nil {
		close(w.deaf)
		w.deaf = nil
	}
	w.lost++
	w.broke = w.hub != nil
	w.mu.Unlock()
	w.torn()
}

// losses is how often the server's own stream ended.
func (w *webTap) losses() int {
	if w == nil {
		return 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.lost
}

func (w *webTap) back() {
	w.mu.Lock()
	broke := w.broke
	w.broke = false
	if w.deaf == nil {
		w.deaf = make(chan struct{})
	}
	w.mu.Unlock()
	if !broke { // the first stream, or that of a server of the standard
		return
	}
	w.events.beside(w.tellAgain)
	doubtful := w.hub.doubtful()
	if len(doubtful) == 0 {
		return
	}
	w.clock.AfterFunc(lostPatience, func() {
		for _, wait := range doubtful {
			wait.giveUp()
		}
	})
}

// hears reports whether there is a stream on which the server can say something by itself.
func (w *webTap) hears() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.deaf != nil
}

// deafness is closed when there is none any more.
func (w *webTap) deafness() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.deaf == nil {
		over := make(chan struct{})
		close(over)
		return over
	}
	return w.deaf
}

// sawOnStream looks at what comes on the server's own stream, whether or not it is a message.
func (w *webTap) sawOnStream(event sseEvent, err error) {
	if len(event.name)+len(event.data) > 0 {
		w.greeting(opensAsHub(event))
	}
	if err != nil {
		w.greeting(false)
		w.ended()
	}
}
