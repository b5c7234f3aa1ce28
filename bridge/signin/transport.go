package signin

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// Transport signs the requests that go through base, and has the handler called when one is refused, then sends it once more. It is
// for transports that do not take a handler themselves, as go-sdk's of SSE.
func Transport(base http.RoundTripper, handler auth.OAuthHandler) http.RoundTripper {
	return signing{base, handler}
}

type signing struct {
	base    http.RoundTripper
	handler auth.OAuthHandler
}

// RoundTrip implements [http.RoundTripper].
func (t signing) RoundTrip(req *http.Request) (*http.Response, error) {
	signed, err := t.sign(req)
	if err != nil {
		return nil, err
	}
	resp, err := t.base.RoundTrip(signed)
	if err != nil || resp.StatusCode != http.StatusUnauthorized && resp.StatusCode != http.StatusForbidden {
		return resp, err
	}
	if req.Body != nil && req.GetBody == nil {
		return resp, nil // it cannot be sent twice
	}
	if err := t.handler.Authorize(req.Context(), signed, resp); err != nil {
		return nil, err
	}
	again := req.Clone(req.Context())
	if req.GetBody != nil {
		if again.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
	}
	if again, err = t.sign(again); err != nil {
		return nil, err
	}
	return t.base.RoundTrip(again)
}

func (t signing) sign(req *http.Request) (*http.Request, error) {
	source, err := t.handler.TokenSource(req.Context())
	if err != nil || source == nil {
		return req, err
	}
	token, err := source.Token()
	if err != nil || token == nil {
		return req, err
	}
	signed := req.Clone(req.Context())
	signed.Header.Set("Authorization", "Bearer "+token.AccessToken)
	return signed, nil
}
