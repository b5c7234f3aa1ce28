package bridge

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// discover asks which protocols the server speaks, with an end to its patience: a server that ignores the question is taken
// for an older one (see discoverPatience).
func (w *webTap) discover(req *http.Request, raw []byte) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	var late bool
	var mu sync.Mutex
	stop := w.clock.AfterFunc(discoverPatience, func() {
		mu.Lock()
		late = true
		mu.Unlock()
		cancel()
	})
	defer stop()
	resp, err := w.base.RoundTrip(req.WithContext(ctx))
	if err == nil {
		w.note(resp)
		err = readWhole(resp)
	}
	mu.Lock()
	defer mu.Unlock()
	if err != nil && late && req.Context().Err() == nil {
		var msg envelope
		_ = json.Unmarshal(raw, &msg)
		return jsonResponse(req, errorMessage(msg.ID, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "no answer to server/discover"})), nil
	}
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// readWhole reads a short response to its end: all of it, or for a stream up to the first event that is a message.
func readWhole(resp *http.Response) error {
	body := resp.Body
	defer func() { _ = body.Close() }()
	if !isStream(resp) {
		raw, err := io.ReadAll(io.LimitReader(body, maxLine))
		if err != nil {
			return err
		}
		resp.Body = io.NopCloser(bytes.NewReader(raw))
		return nil
	}
	var kept bytes.Buffer
	events := bufio.NewReader(body)
	for {
		event, err := readEvent(events)
		kept.Write(event.raw)
		if len(event.data) > 0 && event.isMessage() || errors.Is(err, io.EOF) {
			resp.Body = io.NopCloser(&kept)
			return nil
		}
		if err != nil {
			return err
		}
	}
}
