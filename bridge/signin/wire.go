package signin

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"sync"

	"parley/bridge/depth"
	"parley/bridge/link"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
	"golang.org/x/oauth2"
)

// wire carries the requests of one sign-in. It puts an end to each of them, keeps them off addresses where they have no business,
// learns from the answers what go-sdk's handler keeps to itself, and lets the app be registered once and not every time.
type wire struct {
	s        *SignIn
	resource string // goes along with every token request (RFC 8707; specification: "MUST be included in both authorization requests and token requests")

	mu       sync.Mutex
	place    *place           // where one signs in; nil before that is known
	scopes   []string         // the rights that will be asked for
	silent   map[string]error // hosts that did not answer
	redirect string           // the address on this computer that the last registration was for
	known    bool             // the registration came out of the vault
	style    oauth2.AuthStyle // how the token endpoint was told who asks, where that is not how the handler wanted it
	trouble  *Failure         // the last thing that went wrong
}

func (s *SignIn) newWire() *wire { return &wire{s: s} }

// client is what the handler makes its requests with. Only questions follow a redirect: what is posted holds secrets.
func (w *wire) client() *http.Client {
	return &http.Client{Transport: w, CheckRedirect: func(req *http.Request, via []*http.Request) error {
		if via[0].Method != http.MethodGet || len(via) >= 5 {
			return http.ErrUseLastResponse
		}
		return nil
	}}
}

// maxAnswer bounds what an authorization server may say.
const maxAnswer = 1 << 20

// deepestAnswer is how many lists and objects may stand one in the other in it. Go-sdk reads metadata with a decoder that calls itself for
// each of them.
const deepestAnswer = 1000

// RoundTrip implements [http.RoundTripper].
func (w *wire) RoundTrip(req *http.Request) (*http.Response, error) {
	if resp, ok := w.remembered(req); ok {
		return resp, nil
	}
	if err := w.mayGo(req.URL); err != nil {
		closeBody(req.Body)
		return nil, w.fail(err)
	}
	req, body, err := w.outgoing(req)
	if err != nil {
		return nil, err
	}
	isRegistration := req.Method == http.MethodPost && mediaType(req.Header) == "application/json"
	if isRegistration {
		if answer, ok := w.registered(body); ok {
			return response(req, http.StatusCreated, readableRegistration(answer)), nil
		}
	}
	resp, text, err := w.send(req)
	if other, retry := w.otherwise(req, body, resp); retry {
		resp, text, err = w.send(other)
	}
	if err != nil {
		return nil, w.fail(w.unreachable(req, err))
	}
	if (depth.Limits{Deep: deepestAnswer}).Check(text) != nil {
		return nil, w.fail(w.unreadable(resp))
	}
	switch {
	case isRegistration:
		if text = w.learnRegistration(resp, text); resp.StatusCode == http.StatusOK || resp.StatusCode == http.StatusCreated {
			resp.Header.Set("Content-Type", "application/json")
		}
	case req.Method == http.MethodPost:
		text = w.learnToken(req, resp, text)
	}
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
	return resp, nil
}

// send makes one request and reads its answer, all within the limit.
func (w *wire) send(req *http.Request) (*http.Response, []byte, error) {
	ctx, cancel := context.WithTimeout(req.Context(), w.s.opts.Limit)
	defer cancel()
	resp, err := w.s.opts.Base.RoundTrip(req.WithContext(ctx))
	if err != nil {
		if ctx.Err() != nil && req.Context().Err() == nil {
			err = context.DeadlineExceeded
		}
		return nil, nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err != nil && ctx.Err() != nil && req.Context().Err() == nil {
		err = context.DeadlineExceeded
	}
	if err == nil && len(text) > maxAnswer {
		err = errTooLong
	}
	return resp, text, err
}

var errTooLong = errors.New("the answer is far too long")

// outgoing reads what is posted: its secrets must not be said, a renewal gets the resource, a registration what the authorization
// server offers.
func (w *wire) outgoing(req *http.Request) (*http.Request, []byte, error) {
	if req.Body == nil {
		return req, nil, nil
	}
	body, err := io.ReadAll(req.Body)
	closeBody(req.Body)
	if err != nil {
		return nil, nil, err
	}
	req = req.Clone(req.Context())
	switch mediaType(req.Header) {
	case "application/x-www-form-urlencoded":
		form, err := url.ParseQuery(string(body))
		if err != nil {
			break
		}
		for _, name := range []string{"code", "code_verifier", "refresh_token", "client_secret", "token"} {
			w.s.secrets.add(form.Get(name))
		}
		if form.Has("grant_type") && w.resource != "" {
			form.Set("resource", w.resource)
		}
		req.Header.Set("Accept", "application/json") // GitHub answers in another form otherwise
		w.introduce(req, form)
		body = []byte(form.Encode())
	case "application/json":
		body = w.asDesktop(body)
	}
	req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	return req, body, nil
}

// mayGo keeps requests off addresses where they have no business: off the network without encryption, and off this computer when the
// server is not on it (a server must not make Parley talk to programs here, nor to machines next to it; specification, security best
// practices, server-side request forgery).
func (w *wire) mayGo(u *url.URL) error {
	server, err := url.Parse(w.s.url)
	if err != nil {
		return w.s.badAddress(w.s.url)
	}
	there, err := near(u)
	if err != nil {
		return w.s.badAddress(u.String())
	}
	home, err := near(server)
	if err != nil {
		return w.s.badAddress(w.s.url)
	}
	switch {
	case u.Scheme != "https" && u.Scheme != "http", u.Host == "", oddNumber(u):
		return w.s.badAddress(u.String())
	case u.Scheme == "http" && !onThisComputer(u):
		return w.s.unencrypted(u.String())
	case there > home && there == link.ThisMachine:
		return &Failure{
			What:   fmt.Sprintf("%s wants Parley to sign in at a program on this computer (%s), which a server elsewhere has no business with.", w.s.opts.Server, named(u)),
			Do:     "Do not use it. Tell the people who run it.",
			Detail: w.s.secrets.evidence(u.String()),
		}
	case there > home:
		return &Failure{
			What:   fmt.Sprintf("%s wants Parley to sign in at a machine in your own network (%s), which a server elsewhere has no business with.", w.s.opts.Server, named(u)),
			Do:     "Do not use it. Tell the people who run it.",
			Detail: w.s.secrets.evidence(u.String()),
		}
	}
	return nil
}

// unreadable is for an answer that is something else, often a web page.
func (w *wire) unreadable(resp *http.Response) *Failure {
	f := &Failure{
		What: fmt.Sprintf("%s answered with something that Parley cannot read while you were signing in to %s.", named(resp.Request.URL), w.s.opts.Server),
		Do:   "Check the address of the server. If it is right, tell the people who run it.",
	}
	if mediaType(resp.Header) == "text/html" {
		f.Err = errWebPage
		f.What = fmt.Sprintf("%s answered with a web page where signing in to %s should begin.", named(resp.Request.URL), w.s.opts.Server)
	}
	return f
}

func (w *wire) unreachable(req *http.Request, err error) error {
	var dns *net.DNSError
	host := req.URL.Host
	f := &Failure{
		What:   fmt.Sprintf("%s, where one signs in to %s, could not be reached.", named(req.URL), w.s.opts.Server),
		Do:     "Check your connection, then start the server again.",
		Detail: err.Error(),
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	if req.Method == http.MethodGet && !errors.Is(err, errTooLong) {
		w.mu.Lock()
		if w.silent == nil {
			w.silent = map[string]error{}
		}
		w.silent[host] = f
		w.mu.Unlock()
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		f.What = fmt.Sprintf("%s, where one signs in to %s, did not answer within %s.", named(req.URL), w.s.opts.Server, w.s.opts.Limit)
		f.Err = context.DeadlineExceeded
	case errors.Is(err, errTooLong):
		f.What = fmt.Sprintf("%s, where one signs in to %s, answered without end.", named(req.URL), w.s.opts.Server)
		f.Do = "Check the address of the server. If it is right, tell the people who run it."
	case errors.As(err, &dns):
		f.What = fmt.Sprintf("%s, where one signs in to %s, was not found on the network.", named(req.URL), w.s.opts.Server)
	}
	return f
}

// fail keeps what went wrong, for the handler may go on to something else and say less.
func (w *wire) fail(err error) error {
	var f *Failure
	if errors.As(err, &f) {
		w.mu.Lock()
		w.trouble = f
		w.mu.Unlock()
	}
	return err
}

// why is the last thing that went wrong, as a copy.
func (w *wire) why() *Failure {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.trouble == nil {
		return nil
	}
	f := *w.trouble
	return &f
}

// issuer is the authorization server's name for itself; for one that says nothing of itself, the address at which it was looked for.
func (w *wire) issuer() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.place == nil:
		return ""
	case w.place.server != nil:
		return w.place.server.Issuer
	}
	return w.place.issuer
}

// metadata is what the authorization server says of itself; the zero value when it says nothing.
func (w *wire) metadata() oauthex.AuthServerMeta {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.place == nil || w.place.server == nil {
		return oauthex.AuthServerMeta{}
	}
	return *w.place.server
}

func closeBody(body io.Closer) {
	if body != nil {
		_ = body.Close()
	}
}

func mediaType(header http.Header) string {
	kind, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	return kind
}

// response is an answer that did not come over the network.
func response(req *http.Request, status int, text []byte) *http.Response {
	return &http.Response{
		StatusCode: status, Status: fmt.Sprintf("%d %s", status, http.StatusText(status)), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(text)), ContentLength: int64(len(text)), Request: req,
	}
}
