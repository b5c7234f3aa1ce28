package bridge

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// discover asks which protocols the server speaks, with an end to its patience: a server that ignores the question is taken
// for an older one (see discoverPatience), and so is one that answers with something that is no message.
func (w *webTap) discover(req *http.Request, msg envelope) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	defer w.tap.unanswered(msg.ID)
	var late bool
	var mu sync.Mutex
	stop := w.clock.AfterFunc(discoverPatience, func() {
		mu.Lock()
		late = true
		mu.Unlock()
		cancel()
	})
	defer stop()
	older := errorMessage(msg.ID, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "no answer to server/discover"})
	resp, err := w.base.RoundTrip(req.WithContext(ctx))
	var raw []byte
	if err == nil {
		w.note(resp)
		resp.Header.Del("Mcp-Session-Id") // there is none before initialize
		if resp.StatusCode >= 300 {
			return resp, nil
		}
		raw, err = w.discovered(resp, origin{id: msg.ID, alone: true})
	}
	mu.Lock()
	defer mu.Unlock()
	switch {
	case err != nil && late && req.Context().Err() == nil:
		return jsonResponse(req, older), nil
	case err != nil:
		return nil, err
	case raw == nil:
		return jsonResponse(req, older), nil
	}
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(raw)), -1
	resp.StatusCode = http.StatusOK
	resp.Header.Set("Content-Type", "application/json")
	return resp, nil
}

// discovered reads an answer up to the response in it; nil when there is none.
func (w *webTap) discovered(resp *http.Response, from origin) ([]byte, error) {
	defer func() { _ = resp.Body.Close() }()
	if !isStream(resp) {
		raw, err := io.ReadAll(io.LimitReader(resp.Body, maxLine))
		if err != nil {
			return nil, err
		}
		return w.responseIn(bytes.TrimSpace(withoutBOM(raw)), from), nil
	}
	events := newEventReader(resp.Body)
	for {
		event, err := events.next()
		if event.isMessage() && len(event.data) > 0 || w.tap.awaits(event.data) {
			if raw := w.responseIn(event.data, from); raw != nil {
				return raw, nil
			}
		}
		if err != nil {
			return nil, nil
		}
	}
}

// responseIn is a response that the SDK can read; nil for anything else.
func (w *webTap) responseIn(raw []byte, from origin) []byte {
	var msg envelope
	if readJSON(raw, &msg) != nil || msg.Method != "" {
		return nil
	}
	pass := w.tap.incoming(raw, from)
	if len(pass) == 0 || !decodable(pass) {
		return nil
	}
	return pass
}
