package bridge

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
)

// home carries the messages of a connection, below everything else, to the server of its entry and to nobody else. What the entry holds and
// what the person types and runs is for that origin alone: its scheme, host and port (RFC 6454, 4). It goes along where the server sends on
// within that, and stops where it would lead elsewhere; then the person decides, by changing the entry.
type home struct {
	base  http.RoundTripper
	url   *url.URL
	whole bool        // all that the server says comes on the stream that is asked for: where that is sent on to matters, too
	noted func(*away) // called the first time that a message was to go elsewhere

	mu   sync.Mutex
	away *away // the first time that a message was to go elsewhere: what the person looks at does not change; nil before
}

func newHome(base http.RoundTripper, address string, noted func(*away)) *home {
	u, err := url.Parse(address)
	if err != nil {
		u = &url.URL{} // from which nothing is sent
	}
	return &home{base: base, url: u, noted: noted}
}

// maxHops is how often a message is sent on, as in browsers and Go's own client.
const maxHops = 10

// errCircle is for a server that sends a message on more often than that.
var errCircle = errors.New("the server sends on in a circle")

// RoundTrip implements [http.RoundTripper]. Only an answer that is none sends on, so nobody does twice what was asked.
func (h *home) RoundTrip(req *http.Request) (*http.Response, error) {
	if !sameOrigin(h.url, req.URL) { // the server of 2024 says itself where messages are to go
		if req.Body != nil {
			_ = req.Body.Close()
		}
		return h.stop(req, &away{from: h.url, to: req.URL, named: true})
	}
	for range maxHops {
		resp, err := h.base.RoundTrip(req)
		if err != nil || !sendsOn(resp) {
			return resp, err
		}
		_, _ = io.CopyN(io.Discard, resp.Body, maxFailureBody)
		_ = resp.Body.Close()
		to, err := req.URL.Parse(resp.Header.Get("Location"))
		if err != nil {
			to = nil
		}
		if to == nil || !sameOrigin(h.url, to) {
			return h.stop(req, &away{from: h.url, to: to})
		}
		if req, err = onwards(req, resp.StatusCode, to); err != nil {
			return nil, err
		}
	}
	return nil, errCircle
}

// stop notes where a message was to go. What is only listened to, or ended, is as if the server had none of it: many send on to a page about
// themselves whoever asks without a message.
func (h *home) stop(req *http.Request, a *away) (*http.Response, error) {
	if req.Method == http.MethodPost || h.whole && req.Method == http.MethodGet {
		h.note(a)
	}
	if req.Method == http.MethodPost {
		return nil, a
	}
	return &http.Response{
		StatusCode: http.StatusMethodNotAllowed, Status: "405 Method Not Allowed", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: http.NoBody, Request: req,
	}, nil
}

func (h *home) note(a *away) {
	h.mu.Lock()
	first := h.away == nil
	if first {
		h.away = a
	}
	h.mu.Unlock()
	if first {
		h.noted(a)
	}
}

// sentOn is where the server first wanted a message to go instead; nil when it never did.
func (w *webTap) sentOn() *away {
	if w == nil || w.home == nil {
		return nil
	}
	w.home.mu.Lock()
	defer w.home.mu.Unlock()
	return w.home.away
}

// sendsOn tells an answer that names another address (RFC 9110, 15.4).
func sendsOn(resp *http.Response) bool {
	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return resp.Header.Get("Location") != ""
	}
	return false
}

// onwards is a request to where it was sent on to, as the status says: after 303 it asks what there is, after all others it is the same
// again. That 301 and 302 made a GET of a POST is what browsers did; a message would be lost by it (modelcontextprotocol#2755).
func onwards(req *http.Request, status int, to *url.URL) (*http.Request, error) {
	next := req.Clone(req.Context())
	next.URL = to
	next.URL.User, next.URL.Fragment, next.URL.RawFragment = req.URL.User, "", ""
	next.Host = ""
	if status == http.StatusSeeOther {
		next.Method, next.Body, next.GetBody, next.ContentLength = http.MethodGet, nil, nil, 0
		next.Header.Del("Content-Type")
		return next, nil
	}
	if req.Body == nil || req.Body == http.NoBody {
		return next, nil
	}
	if req.GetBody == nil {
		return nil, errors.New("the server sends on what cannot be sent twice")
	}
	var err error
	next.Body, err = req.GetBody()
	return next, err
}

// sameOrigin compares scheme, host and port, also when the port goes without saying.
func sameOrigin(a, b *url.URL) bool {
	return a.Host != "" && strings.EqualFold(a.Scheme, b.Scheme) && hostAndPort(a) == hostAndPort(b)
}

func hostAndPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[strings.ToLower(u.Scheme)]
	}
	return net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// atHome tells whether a request goes to the server of the entry: what the entry holds for it is for nobody else.
func (w *webTap) atHome(to *url.URL) bool {
	home, err := url.Parse(w.url)
	return err == nil && sameOrigin(home, to)
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
