package signin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// wire carries the requests of one sign-in. It puts an end to each of them, keeps them off addresses where they have no business,
// learns from the answers what go-sdk's handler keeps to itself, and lets the app be registered once and not every time.
type wire struct {
	s        *SignIn
	resource string // goes along with renewals (RFC 8707; specification: "MUST be included in both authorization requests and token requests")

	mu       sync.Mutex
	server   *oauthex.AuthServerMeta // what the authorization server says of itself; nil when it says nothing
	redirect string                  // the address on this computer that the last registration was for
	known    bool                    // the registration came out of the vault
	trouble  *Failure                // the last thing that went wrong
	wrong    *Failure                // the server speaks for another address, so the rest was guessed
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

// RoundTrip implements [http.RoundTripper].
func (w *wire) RoundTrip(req *http.Request) (*http.Response, error) {
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
			return response(req, http.StatusCreated, answer), nil
		}
	}
	resp, text, err := w.send(req)
	if err != nil {
		return nil, w.fail(w.unreachable(req, err))
	}
	resp.Body = io.NopCloser(bytes.NewReader(text))
	switch {
	case req.Method == http.MethodGet && strings.Contains(req.URL.Path, "/.well-known/oauth-protected-resource"):
		w.learnResource(resp, text)
	case isRegistration:
		w.learnRegistration(resp, text)
	case req.Method == http.MethodGet && isServerMetadata(req.URL):
		w.learnServer(req, resp, text)
	case req.Method == http.MethodPost:
		w.learnToken(req, resp, text)
	}
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
		if form.Get("grant_type") == "refresh_token" && w.resource != "" && !form.Has("resource") {
			form.Set("resource", w.resource)
			body = []byte(form.Encode())
		}
	case "application/json":
		body = w.asPublic(body)
	}
	req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	return req, body, nil
}

// mayGo keeps requests off addresses where they have no business: off the network without encryption, and off this computer when the
// server is not on it (a server must not make Parley talk to programs here).
func (w *wire) mayGo(u *url.URL) error {
	switch {
	case u.Scheme != "https" && u.Scheme != "http", u.Host == "":
		return w.s.badAddress(u.String())
	case u.Scheme == "http" && !onThisComputer(u):
		return w.s.unencrypted(u.String())
	case onThisComputer(u) && !localAddress(w.s.opts.URL):
		return &Failure{
			What:   fmt.Sprintf("%s wants Parley to sign in at a program on this computer (%s), which a server elsewhere has no business with.", w.s.opts.Server, u.Host),
			Do:     "Do not use it. Tell the people who run it.",
			Detail: u.String(),
		}
	}
	return nil
}

// asPublic asks to be known without a client secret where the authorization server allows it: a program on a desktop cannot keep one
// (RFC 8252, 8.5).
func (w *wire) asPublic(body []byte) []byte {
	w.mu.Lock()
	server := w.server
	w.mu.Unlock()
	var metadata oauthex.ClientRegistrationMetadata
	if server == nil || !slices.Contains(server.TokenEndpointAuthMethodsSupported, "none") || json.Unmarshal(body, &metadata) != nil {
		return body
	}
	metadata.TokenEndpointAuthMethod = "none"
	changed, err := json.Marshal(metadata)
	if err != nil {
		return body
	}
	return changed
}

// registered gives the answer to an earlier registration with the same address on this computer.
func (w *wire) registered(body []byte) ([]byte, bool) {
	redirect := redirectOf(body)
	r, ok := w.s.knownAt(w.issuer())
	w.mu.Lock()
	defer w.mu.Unlock()
	w.redirect = redirect
	w.known = ok && r.Redirect == redirect
	return r.Answer, w.known
}

func redirectOf(body []byte) string {
	var metadata oauthex.ClientRegistrationMetadata
	if json.Unmarshal(body, &metadata) != nil || len(metadata.RedirectURIs) == 0 {
		return ""
	}
	return metadata.RedirectURIs[0]
}

func (w *wire) learnRegistration(resp *http.Response, text []byte) {
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusCreated {
		if w.metadata().Issuer == "" {
			_ = w.fail(w.s.noPlace())
			return
		}
		_ = w.fail(&Failure{
			What: fmt.Sprintf("The place where one signs in to %s does not let new apps in (status %d).", w.s.opts.Server, resp.StatusCode),
			Do:   "Ask the people who run it for a client id for desktop apps, and put it into the entry of this server.",
		})
		return
	}
	var answer struct {
		ID     string `json:"client_id"`
		Secret string `json:"client_secret"`
		Token  string `json:"registration_access_token"`
	}
	if json.Unmarshal(text, &answer) != nil || answer.ID == "" {
		_ = w.fail(w.unreadable(resp))
		return
	}
	w.s.secrets.add(answer.Secret, answer.Token)
	w.mu.Lock()
	redirect := w.redirect
	w.mu.Unlock()
	w.s.register(w.issuer(), registration{Redirect: redirect, Answer: text})
}

// learnResource notes when the server speaks for another address than the one it was called at. The handler must not believe it then
// (RFC 9728, 3.3) and goes on with guesses, whose failures say nothing to anybody.
func (w *wire) learnResource(resp *http.Response, text []byte) {
	var about struct {
		Resource string `json:"resource"`
	}
	if resp.StatusCode != http.StatusOK || json.Unmarshal(text, &about) != nil || about.Resource == "" {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.wrong = nil; about.Resource == w.s.opts.URL || strings.TrimSuffix(about.Resource, "/")+serverPath(w.s.opts.URL) == w.s.opts.URL {
		return
	}
	w.wrong = &Failure{
		What: fmt.Sprintf("%s says that signing in is for another address: %s.", hostOf(w.s.opts.URL), w.s.secrets.evidence(about.Resource)),
		Do:   "If you trust it, give that address in the entry of this server instead; then start it again.",
	}
}

// serverPath is the path of an address: what the handler asks for at the root of a server is about the address without it.
func serverPath(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Path
}

func (w *wire) learnServer(req *http.Request, resp *http.Response, text []byte) {
	if resp.StatusCode != http.StatusOK {
		return
	}
	var server oauthex.AuthServerMeta
	if json.Unmarshal(text, &server) != nil || server.Issuer == "" {
		_ = w.fail(w.unreadable(resp))
		return
	}
	w.mu.Lock()
	w.server = &server
	w.mu.Unlock()
	switch {
	case len(server.CodeChallengeMethodsSupported) == 0 || !slices.Contains(server.CodeChallengeMethodsSupported, "S256"):
		_ = w.fail(&Failure{
			What: fmt.Sprintf("The place where one signs in to %s is not safe for desktop apps (no PKCE).", w.s.opts.Server),
			Do:   "Tell the people who run it.",
		})
	case !sameHost(server.Issuer, req.URL):
		_ = w.fail(&Failure{
			What:   fmt.Sprintf("%s sends you to sign in at %s, but the page there says that it belongs to %s.", w.s.opts.Server, req.URL.Host, hostOf(server.Issuer)),
			Do:     "Do not sign in. Tell the people who run it.",
			Detail: "issuer: " + server.Issuer,
		})
	}
	for _, address := range []string{server.AuthorizationEndpoint, server.TokenEndpoint, server.RegistrationEndpoint} {
		if insecure(address) {
			_ = w.fail(w.s.unencrypted(address))
		}
	}
	if server.RegistrationEndpoint == "" && w.s.opts.Known.ClientID == "" && (w.s.opts.Known.MetadataURL == "" || !server.ClientIDMetadataDocumentSupported) {
		_ = w.fail(&Failure{
			What: fmt.Sprintf("The place where one signs in to %s does not know Parley, and new apps cannot make themselves known there.", w.s.opts.Server),
			Do:   "Ask the people who run it for a client id for desktop apps, and put it into the entry of this server.",
		})
	}
}

// learnToken says why no token was given. What the server says is evidence; its codes are RFC 6749, 5.2.
func (w *wire) learnToken(req *http.Request, resp *http.Response, text []byte) {
	if resp.StatusCode < 300 {
		if json.Valid(text) || mediaType(resp.Header) == "application/x-www-form-urlencoded" {
			return
		}
		_ = w.fail(w.unreadable(resp))
		return
	}
	_ = w.fail(&Failure{
		What: fmt.Sprintf("%s did not complete the sign-in to %s (status %d).", req.URL.Host, w.s.opts.Server, resp.StatusCode),
		Do:   "Start the server to sign in again.",
	})
}

// unreadable is for an answer that is something else, often a web page.
func (w *wire) unreadable(resp *http.Response) *Failure {
	f := &Failure{
		What: fmt.Sprintf("%s answered with something that Parley cannot read while you were signing in to %s.", resp.Request.URL.Host, w.s.opts.Server),
		Do:   "Check the address of the server. If it is right, tell the people who run it.",
	}
	if mediaType(resp.Header) == "text/html" {
		f.What = fmt.Sprintf("%s answered with a web page where signing in to %s should begin.", resp.Request.URL.Host, w.s.opts.Server)
	}
	return f
}

func (w *wire) unreachable(req *http.Request, err error) error {
	var dns *net.DNSError
	host := req.URL.Host
	f := &Failure{
		What:   fmt.Sprintf("%s, where one signs in to %s, could not be reached.", host, w.s.opts.Server),
		Do:     "Check your connection, then start the server again.",
		Detail: err.Error(),
	}
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, context.DeadlineExceeded):
		f.What = fmt.Sprintf("%s, where one signs in to %s, did not answer within %s.", host, w.s.opts.Server, w.s.opts.Limit)
		f.Err = context.DeadlineExceeded
	case errors.Is(err, errTooLong):
		f.What = fmt.Sprintf("%s, where one signs in to %s, answered without end.", host, w.s.opts.Server)
		f.Do = "Check the address of the server. If it is right, tell the people who run it."
	case errors.As(err, &dns):
		f.What = fmt.Sprintf("%s, where one signs in to %s, was not found on the network.", host, w.s.opts.Server)
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
	trouble := w.trouble
	if w.wrong != nil && w.server == nil {
		trouble = w.wrong
	}
	if trouble == nil {
		return nil
	}
	f := *trouble
	return &f
}

// issuer is the authorization server's name for itself. One that says nothing of itself is the server's own host (specification
// 2025-03-26, fallbacks for servers without metadata discovery).
func (w *wire) issuer() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.server != nil {
		return w.server.Issuer
	}
	u, err := url.Parse(w.s.opts.URL)
	if err != nil {
		return w.s.opts.URL
	}
	return u.Scheme + "://" + strings.ToLower(u.Host)
}

// metadata is what the authorization server says of itself; the zero value when it says nothing.
func (w *wire) metadata() oauthex.AuthServerMeta {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.server == nil {
		return oauthex.AuthServerMeta{}
	}
	return *w.server
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

func isServerMetadata(u *url.URL) bool {
	return strings.Contains(u.Path, "/.well-known/oauth-authorization-server") || strings.Contains(u.Path, "/.well-known/openid-configuration")
}

// response is an answer that did not come over the network.
func response(req *http.Request, status int, text []byte) *http.Response {
	return &http.Response{
		StatusCode: status, Status: fmt.Sprintf("%d %s", status, http.StatusText(status)), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(text)), ContentLength: int64(len(text)), Request: req,
	}
}
