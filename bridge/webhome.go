package bridge

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

// atHome tells whether a request goes to the server of the entry, not weaker than the entry says. A server may send on to anywhere;
// what the entry holds for it is for nobody else.
func (w *webTap) atHome(to *url.URL) bool {
	home, err := url.Parse(w.url)
	return err == nil && strings.EqualFold(home.Hostname(), to.Hostname()) && (to.Scheme == "https" || home.Scheme == to.Scheme)
}

// headed gives a request with the headers of the entry, where they belong.
func (w *webTap) headed(req *http.Request) *http.Request {
	req = req.Clone(req.Context())
	if !w.atHome(req.URL) {
		return req
	}
	for name, value := range w.headers {
		req.Header.Set(name, value)
	}
	return req
}

// ownMessages carries the messages of the bridge itself, which the SDK knows nothing of: each hop gets what belongs to it.
type ownMessages struct {
	w   *webTap
	ctx context.Context
}

// RoundTrip implements [http.RoundTripper].
func (o ownMessages) RoundTrip(req *http.Request) (*http.Response, error) {
	req = o.w.headed(req)
	if o.w.in != nil {
		req.Header.Del("Authorization") // of the SDK's last message; it may have been renewed, and may not be for here
	}
	if o.w.atHome(req.URL) {
		if token := o.w.in.token(o.ctx); token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
	}
	return o.w.base.RoundTrip(req)
}
