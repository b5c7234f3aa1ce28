package signin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// settle is called when it is known where one signs in, and for which rights.
func (w *wire) settle(found place, scopes []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.place, w.scopes, w.resource = &found, scopes, found.resource
}

// asDesktop is a registration as the authorization server wants it from a program on a desktop: without a client secret where that is
// allowed, for such a program cannot keep one (RFC 8252, 8.5); and with the rights that will be asked for, for some give no others
// later (codex#20503, oh-my-pi#5107).
func (w *wire) asDesktop(body []byte) []byte {
	server := w.metadata()
	w.mu.Lock()
	scopes := slices.Clone(w.scopes)
	w.mu.Unlock()
	var metadata oauthex.ClientRegistrationMetadata
	if json.Unmarshal(body, &metadata) != nil {
		return body
	}
	if slices.Contains(server.TokenEndpointAuthMethodsSupported, "none") {
		metadata.TokenEndpointAuthMethod = "none"
	}
	slices.Sort(scopes)
	metadata.Scope = strings.Join(scopes, " ")
	changed, err := json.Marshal(metadata)
	if err != nil {
		return body
	}
	return changed
}

// registered gives the answer to an earlier registration with the same address on this computer, unless the rights that will be asked
// for are more than it was for.
func (w *wire) registered(body []byte) ([]byte, bool) {
	redirect := redirectOf(body)
	r, ok := w.s.knownAt(w.issuer())
	w.mu.Lock()
	defer w.mu.Unlock()
	w.redirect = redirect
	w.known = ok && r.Redirect == redirect && r.allows(w.scopes)
	return r.Answer, w.known
}

func redirectOf(body []byte) string {
	var metadata oauthex.ClientRegistrationMetadata
	if json.Unmarshal(body, &metadata) != nil || len(metadata.RedirectURIs) == 0 {
		return ""
	}
	return metadata.RedirectURIs[0]
}

// allows tells whether rights may be asked for. Where the authorization server does not say what it registered, any may. What it was
// asked for before and left out it would leave out again.
func (r registration) allows(scopes []string) bool {
	var answer struct {
		Scope string `json:"scope"`
	}
	if json.Unmarshal(r.Answer, &answer) != nil || answer.Scope == "" {
		return true
	}
	had := union(strings.Fields(answer.Scope), r.Asked)
	return !slices.ContainsFunc(scopes, func(scope string) bool { return !slices.Contains(had, scope) })
}

// readableRegistration is the answer to a registration with no more in it than the handler needs, in the form that it can read. How the
// token endpoint is told who asks is decided when that is done.
func readableRegistration(text []byte) []byte {
	var doc document
	if json.Unmarshal(text, &doc) != nil {
		return text
	}
	var answer struct {
		ID     string `json:"client_id"`
		Secret string `json:"client_secret,omitempty"`
		Method string `json:"token_endpoint_auth_method,omitempty"`
	}
	doc.read(&answer)
	if answer.Secret == "" {
		answer.Method = "none"
	}
	readable, err := json.Marshal(answer)
	if err != nil {
		return text
	}
	return readable
}

// learnRegistration keeps how the app is known now, and gives the answer for the handler.
func (w *wire) learnRegistration(resp *http.Response, text []byte) []byte {
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusCreated {
		_ = w.fail(w.notRegistered(resp, text))
		return text
	}
	var doc document
	var answer struct {
		ID     string `json:"client_id"`
		Secret string `json:"client_secret"`
		Token  string `json:"registration_access_token"`
	}
	if json.Unmarshal(text, &doc) == nil {
		doc.read(&answer)
	}
	w.s.secrets.add(answer.Secret, answer.Token)
	if answer.ID == "" {
		if w.metadata().Issuer == "" {
			_ = w.fail(w.s.noPlace())
			return text
		}
		_ = w.fail(w.unreadable(resp))
		return text
	}
	w.mu.Lock()
	r := registration{Redirect: w.redirect, Answer: text, Asked: slices.Clone(w.scopes)}
	w.mu.Unlock()
	w.s.register(w.issuer(), r)
	return readableRegistration(text)
}

// notRegistered is for an answer that does not make Parley known (RFC 7591, 3.2.2). What only means not now is no reason to ask anybody for
// a client id.
func (w *wire) notRegistered(resp *http.Response, text []byte) *Failure {
	var said struct {
		Error       string `json:"error"`
		Description string `json:"error_description"`
	}
	var doc document
	if json.Unmarshal(text, &doc) == nil {
		doc.read(&said)
	}
	known := w.metadata().Issuer != ""
	f := &Failure{
		What:   fmt.Sprintf("The place where one signs in to %s does not let new apps in (status %d).", w.s.opts.Server, resp.StatusCode),
		Do:     "Ask the people who run it for a client id for desktop apps, and put it into the entry of this server.",
		Detail: strings.TrimSpace(said.Error + " " + said.Description),
	}
	switch {
	case resp.StatusCode >= 400 && passing(resp.StatusCode, said.Error) && (known || notNow(resp.StatusCode)):
		f.What = fmt.Sprintf("The place where one signs in to %s does not let new apps in at the moment (status %d).", w.s.opts.Server, resp.StatusCode)
		f.Do = w.s.later(resp)
	case !known:
		return w.s.noPlace()
	case said.Error == "invalid_redirect_uri":
		f.What = fmt.Sprintf("The place where one signs in to %s lets no new apps in that come back to this computer (status %d).", w.s.opts.Server, resp.StatusCode)
	}
	return f
}

// notNow tells a status that says nothing of what is there; any other fault may be how a server answers where there is nothing.
func notNow(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusRequestTimeout, http.StatusTooEarly, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// otherwise gives a refused request once more, as those want it who refuse the usual: a registration without the rights (RFC 7591 lets
// a server refuse what it does not know), and a client secret in the form instead of the header where nobody said which it is to be.
func (w *wire) otherwise(req *http.Request, body []byte, resp *http.Response) (*http.Request, bool) {
	if resp == nil || req.Method != http.MethodPost || resp.StatusCode != http.StatusBadRequest && resp.StatusCode != http.StatusUnauthorized {
		return nil, false
	}
	switch mediaType(req.Header) {
	case "application/json":
		var metadata oauthex.ClientRegistrationMetadata
		if json.Unmarshal(body, &metadata) != nil || metadata.Scope == "" {
			return nil, false
		}
		metadata.Scope = ""
		plain, err := json.Marshal(metadata)
		if err != nil {
			return nil, false
		}
		return withBody(req, plain), true
	default:
		return w.introduceOtherwise(req, body)
	}
}

// withBody is the request with another body.
func withBody(req *http.Request, body []byte) *http.Request {
	other := req.Clone(req.Context())
	other.Body, other.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	other.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	return other
}
