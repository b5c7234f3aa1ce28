package bridge

import (
	"context"
	"io"
	"net/http"
	"sync"
)

// heardFirst is what came of opening the server's own stream.
type heardFirst struct {
	resp *http.Response
	err  error
}

// lateStream is the server's own stream before it has begun.
type lateStream struct {
	w      *webTap
	ctx    context.Context
	ahead  <-chan heardFirst
	closed chan struct{}
	once   sync.Once
	body   io.ReadCloser // once it has; used by the reader alone
}

// Read waits for the stream to begin. One that does not come to be is silent for ever.
func (l *lateStream) Read(p []byte) (int, error) {
	if l.body == nil {
		select {
		case first := <-l.ahead:
			if err := l.begin(first); err != nil {
				return 0, err
			}
		case <-l.ctx.Done():
			return 0, l.ctx.Err()
		case <-l.closed:
			return 0, io.ErrClosedPipe
		}
	}
	return l.body.Read(p)
}

func (l *lateStream) begin(first heardFirst) error {
	if first.err != nil {
		return first.err
	}
	if first.resp.StatusCode == http.StatusOK && isStream(first.resp) {
		l.w.goOn(first.resp, &stream{})
		l.body = first.resp.Body
		return nil
	}
	_ = first.resp.Body.Close()
	l.body = silence{l.ctx}
	return nil
}

// Close ends the wait. The request itself ends with its context.
func (l *lateStream) Close() error {
	l.once.Do(func() { close(l.closed) })
	if l.body != nil {
		return l.body.Close()
	}
	return nil
}

// silence is a stream that says nothing until it is not wanted any more.
type silence struct{ ctx context.Context }

func (s silence) Read([]byte) (int, error) {
	<-s.ctx.Done()
	return 0, s.ctx.Err()
}

func (silence) Close() error { return nil }

// noStream is the answer of a server that has no stream of its own any more, as the SDK bears it.
func (w *webTap) noStream(req *http.Request) *http.Response {
	resp := streamResponse(req)
	resp.Body = silence{req.Context()}
	return resp
}

func streamResponse(req *http.Request) *http.Response {
	resp := jsonResponse(req, nil)
	asStream(resp)
	return resp
}
