package bridge

import (
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
