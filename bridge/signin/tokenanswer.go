package signin

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/oauth2"
)

// introduce sees to it that the token endpoint is told who asks in the way that it takes. Without a secret that is the client id in the
// form: a header with an empty password says nothing to most (RFC 6749, 2.3.1 and 3.2.1). With one it is what the authorization server
// offers, for the header is only the default (RFC 8414, 2).
func (w *wire) introduce(req *http.Request, form url.Values) {
	id, secret, header := req.BasicAuth()
	if !header {
		return
	}
	w.s.secrets.add(strings.TrimPrefix(req.Header.Get("Authorization"), "Basic "))
	offered := w.metadata().TokenEndpointAuthMethodsSupported
	if secret != "" && (!slices.Contains(offered, "client_secret_post") || slices.Contains(offered, "client_secret_basic")) {
		return
	}
	w.intoForm(req, form, id, secret)
}

func (w *wire) intoForm(req *http.Request, form url.Values, id, secret string) {
	req.Header.Del("Authorization")
	form.Set("client_id", unescaped(id))
	if secret != "" {
		form.Set("client_secret", unescaped(secret))
		w.s.secrets.add(unescaped(secret))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.style = oauth2.AuthStyleInParams
}

// unescaped is what stands in a Basic header of OAuth (RFC 6749, 2.3.1).
func unescaped(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil {
		return plain
	}
	return text
}

// introduceOtherwise is a refused token request with the secret in the form, where the authorization server did not say where it wants it.
func (w *wire) introduceOtherwise(req *http.Request, body []byte) (*http.Request, bool) {
	id, secret, header := req.BasicAuth()
	form, err := url.ParseQuery(string(body))
	if !header || err != nil || !form.Has("grant_type") || len(w.metadata().TokenEndpointAuthMethodsSupported) > 0 || w.issuer() == "" {
		return nil, false
	}
	other := req.Clone(req.Context())
	w.intoForm(other, form, id, secret)
	return withBody(other, []byte(form.Encode())), true
}

// introducedBy is how the token endpoint was told who asks in the end.
func (w *wire) introducedBy(wanted oauth2.AuthStyle) oauth2.AuthStyle {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.style != oauth2.AuthStyleAutoDetect {
		return w.style
	}
	return wanted
}

// learnToken says why no token was given, and gives the answer in the form that the oauth2 package can read. What the server says is
// evidence; its codes are RFC 6749, 5.2.
func (w *wire) learnToken(req *http.Request, resp *http.Response, text []byte) []byte {
	doc := tokenDocument(resp, text)
	var said struct {
		Access    string `json:"access_token"`
		Kind      string `json:"token_type"`
		Refresh   string `json:"refresh_token"`
		ErrorCode string `json:"error"`
		Why       string `json:"error_description"`
	}
	doc.read(&said)
	w.s.secrets.add(said.Access, said.Refresh)
	switch {
	case resp.StatusCode >= 300 || said.ErrorCode != "": // some say 200 and mean no
		f := w.noToken(req, resp, said.ErrorCode)
		f.Detail = strings.TrimSpace(said.ErrorCode + " " + said.Why)
		_ = w.fail(f)
	case doc == nil:
		_ = w.fail(w.unreadable(resp))
	case said.Kind != "" && slices.Contains([]string{"dpop", "mac", "pop", "n_a"}, strings.ToLower(said.Kind)):
		// RFC 6749, 7.1: a client must not use a kind of token that it does not understand.
		_ = w.fail(&Failure{
			What: fmt.Sprintf("%s gives out a kind of sign-in to %s that Parley cannot use (%s).", named(req.URL), w.s.opts.Server, said.Kind),
			Do:   "Tell the people who run it that Parley needs bearer tokens.",
		})
		delete(doc, "access_token")
	}
	if doc == nil {
		return text
	}
	resp.Header.Set("Content-Type", "application/json")
	readable, err := json.Marshal(readableToken(doc))
	if err != nil {
		return text
	}
	return readable
}

// tokenDocument reads a token answer, which some give in the form of a form; nil when it is something else.
func tokenDocument(resp *http.Response, text []byte) document {
	var doc document
	if json.Unmarshal(text, &doc) == nil {
		return doc
	}
	form, err := url.ParseQuery(string(text))
	if err != nil || mediaType(resp.Header) != "application/x-www-form-urlencoded" {
		return nil
	}
	doc = document{}
	for name := range form {
		doc[name], _ = json.Marshal(form.Get(name))
	}
	return doc
}

func (w *wire) noToken(req *http.Request, resp *http.Response, code string) *Failure {
	f := &Failure{
		What: fmt.Sprintf("%s did not complete the sign-in to %s (status %d).", named(req.URL), w.s.opts.Server, resp.StatusCode),
		Do:   "Start the server to sign in again.",
	}
	if resp.StatusCode != http.StatusOK && resp.StatusCode < 400 {
		return f
	}
	if passing(resp.StatusCode, code) {
		f.What = fmt.Sprintf("%s, where one signs in to %s, is not able to at the moment (status %d).", named(req.URL), w.s.opts.Server, resp.StatusCode)
		f.Do = w.s.later(resp)
		return f
	}
	switch code {
	case "invalid_target":
		f.What, f.Do = w.badTarget()
	case "invalid_scope":
		f.What = fmt.Sprintf("%s, where one signs in to %s, does not give the rights that it was asked for.", named(req.URL), w.s.opts.Server)
		f.Do = "Ask the people who run it which rights (scopes) you may have, and put those into the entry of this server."
	case "invalid_client", "unauthorized_client":
		if w.s.opts.Known.ClientID != "" {
			f.What, f.Do = w.s.badClient()
		}
	}
	return f
}

// badTarget is for a place that gives no sign-in for the address that it was asked for (RFC 8707, 2). Whether the person can mend that
// depends on whose word the address is.
func (w *wire) badTarget() (what, do string) {
	w.mu.Lock()
	resource, guessed := w.resource, w.place == nil || w.place.guessed
	w.mu.Unlock()
	resource, _, _ = strings.Cut(resource, "?") // behind which a key may stand
	issuer := hostOf(w.issuer())
	what = fmt.Sprintf("%s, where one signs in to %s, gives no sign-in for its address (%s).", issuer, w.s.opts.Server, w.s.secrets.evidence(resource))
	if guessed {
		return what, fmt.Sprintf("Check that the address in the entry of this server is the one that you were given, to the letter. If it is, tell the people who run it that %s does not know it.", issuer)
	}
	return what, fmt.Sprintf("The server itself names that address: tell the people who run it that %s does not know it.", issuer)
}

// badClient is for a client id that a person put into the entry.
func (s *SignIn) badClient() (what, do string) {
	return fmt.Sprintf("The place where one signs in to %s does not take the client id, or the secret to it, that is in its entry.", s.opts.Server),
		"Press Edit and correct it; ask the people who run it for a client id for desktop apps."
}

// passing tells whether a token endpoint that refuses may give the same thing later. Anything else it refuses for good, whatever it calls
// that: many say invalid_request or nothing of the kind for a refresh token that has ended (metabase#80389, obot#7501).
func passing(status int, code string) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return status >= 500 || status >= 300 && status < 400 || code == "temporarily_unavailable" || code == "slow_down" || code == "server_error"
}

// readableToken is what counts of a token answer, every member of the kind that the standard gives it. Anything else that is in it could be
// a token too, and would be quoted in an error. How long a token lasts is left out where it is no positive number: then it is used until the
// server refuses it.
func readableToken(doc document) document {
	readable := document{}
	for _, name := range []string{"access_token", "token_type", "refresh_token", "scope", "error", "error_description", "error_uri"} {
		var text string
		if raw, there := doc[name]; there && json.Unmarshal(raw, &text) == nil {
			readable[name] = raw
		}
	}
	if seconds, ok := secondsOf(doc["expires_in"]); ok {
		readable["expires_in"] = json.RawMessage(strconv.FormatInt(seconds, 10))
	}
	var scopes []string
	if json.Unmarshal(doc["scope"], &scopes) == nil && scopes != nil {
		readable["scope"], _ = json.Marshal(strings.Join(scopes, " "))
	}
	return readable
}

func secondsOf(raw json.RawMessage) (int64, bool) {
	var number float64
	if json.Unmarshal(raw, &number) != nil {
		var text string
		if json.Unmarshal(raw, &text) != nil {
			return 0, false
		}
		var err error
		if number, err = strconv.ParseFloat(strings.TrimSpace(text), 64); err != nil {
			return 0, false
		}
	}
	if !(number >= 1) {
		return 0, false
	}
	return int64(min(number, math.MaxInt32)), true
}
