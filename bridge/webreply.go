package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// reply posts an answer of the bridge. An error says in plain words that it did not arrive (case proto-answer-delivery-fails), or wraps
// [ErrUnconfirmed].
func (w *webTap) reply(ctx context.Context, raw []byte) error {
	sent := &delivery{}
	resp, to, err := w.sendOwn(ctx, raw, sent)
	if a := (*away)(nil); err != nil && sent.whole() && !errors.As(err, &a) {
		return fmt.Errorf("the answer is %w: %w", ErrUnconfirmed, err)
	}
	if err != nil {
		if isGone(err) && ctx.Err() == nil {
			w.events.fell(err)
		}
		return fmt.Errorf("the answer could not be delivered: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	var start []byte
	if resp.StatusCode == http.StatusOK && !isStream(resp) { // a stream that is left open would be read for ever
		start, _ = io.ReadAll(io.LimitReader(resp.Body, maxFailureBody))
	}
	switch {
	case resp.Header.Get(switched) != "":
		return fmt.Errorf("the answer could not be delivered: the server said %s", resp.Header.Get(switched))
	case passedOn(resp.StatusCode):
		return fmt.Errorf("the answer is %w: the server said %s", ErrUnconfirmed, resp.Status)
	case resp.StatusCode == http.StatusNotFound:
		return errors.New("the answer could not be delivered: the server does not know this connection any more (status 404)")
	case resp.StatusCode >= 400 && resp.StatusCode < 500 && !w.tracked() && to == w.url:
		return fmt.Errorf("the answer could not be delivered: this server asks, but keeps no track of whom it asked, so that answers do not reach it (status %d)", resp.StatusCode)
	case resp.StatusCode >= 300:
		return fmt.Errorf("the answer could not be delivered: the server said %s", resp.Status)
	case resp.StatusCode == http.StatusOK && isErrorMessage(start):
		// nanoHUB takes an answer that comes too late for a broken message (contract T3).
		return errors.New("the answer could not be delivered: the server is not waiting for it any more")
	}
	return nil
}

// passedOn tells the answers of something in between that passed a message on and did not hear what came of it (RFC 9110, 15.6.3, 15.6.5).
func passedOn(status int) bool {
	return status == http.StatusBadGateway || status == http.StatusGatewayTimeout
}

// sendOwn posts a message of the bridge's own to where the SDK's messages go.
func (w *webTap) sendOwn(ctx context.Context, raw []byte, sent *delivery) (resp *http.Response, to string, err error) {
	w.mu.Lock()
	header, session, to := w.posted.Clone(), w.session, w.to
	w.mu.Unlock()
	if to == "" {
		to = w.url
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, nil)
	if err != nil {
		return nil, to, err
	}
	if header != nil {
		req.Header = header
	} else {
		req.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	}
	if session != "" {
		req.Header.Set("Mcp-Session-Id", session)
	}
	if w.hub != nil {
		req.Header.Set("Mcp-Session-Id", w.hub.session)
	}
	setBody(req, raw)
	req = sent.watch(req)
	resp, err = (&http.Client{Transport: ownMessages{w, ctx}}).Do(req)
	if a := (*away)(nil); errors.As(err, &a) {
		err = a
	}
	return resp, to, err
}

// tracked reports whether the server knows its clients apart.
func (w *webTap) tracked() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.hub != nil || w.session != "" || w.posted.Get("Mcp-Session-Id") != ""
}

func isErrorMessage(raw []byte) bool {
	var msg envelope
	return json.Unmarshal(raw, &msg) == nil && !isNull(msg.Error)
}

// ownMessages carries the messages of the bridge itself, which the SDK knows nothing of.
type ownMessages struct {
	w   *webTap
	ctx context.Context
}

// RoundTrip implements [http.RoundTripper].
func (o ownMessages) RoundTrip(req *http.Request) (*http.Response, error) {
	signed := o.signed(req)
	resp, err := o.w.base.RoundTrip(signed)
	if err == nil && resp.StatusCode == http.StatusUnauthorized && o.renewed(signed, resp) {
		if req.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
		resp, err = o.w.base.RoundTrip(o.signed(req))
	}
	return resp, err
}

// signed gives a request with the headers of the entry and the token that there is now, where they belong.
func (o ownMessages) signed(req *http.Request) *http.Request {
	req = o.w.headed(req)
	if o.w.atHome(req.URL) {
		if token := o.w.in.token(o.ctx); token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
	}
	return req
}

// renewed reports whether there is another token than the one that was refused. Nobody is asked to sign in meanwhile: the person has just
// answered something.
func (o ownMessages) renewed(req *http.Request, resp *http.Response) bool {
	if req.GetBody == nil || o.w.in == nil || o.w.in.SignIn == nil || !o.w.atHome(req.URL) || o.w.in.Refresh(o.ctx, req, resp) != nil {
		return false
	}
	_ = resp.Body.Close()
	return true
}
