package signintest

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// Habits are what an Issuer does differently from a good one. The zero value is a good one that lets apps register themselves, gives
// tokens for an hour and rotates refresh tokens.
type Habits struct {
	NoMetadata     bool      // says nothing of itself: 404
	HTML           bool      // answers the question with a web page
	Hangs          string    // this path, such as "/token", never answers; the metadata is at "metadata"
	Name           string    // calls itself this; "" is its address
	TokenElsewhere string    // says that tokens are given at this address
	NoPKCE         bool      // does not say that it does PKCE
	NoRegistration bool      // does not let apps register themselves
	RefusesNew     bool      // answers registrations with 403
	Secretive      bool      // gives registered apps a secret and wants it in the Basic header
	SecretEnds     time.Time // when such a secret ends; zero: never
	SendsOn        string    // answers token requests with a redirect to this address
	ForgetsClients bool      // does not know registered apps any more
	Clients        map[string]string

	Denies     bool   // the person says no on its page
	WrongState bool   // sends the browser back with another state
	SaysIss    bool   // promises to say who it is when it sends the browser back (RFC 9207), and does
	Iss        string // what it says instead; "-" for nothing

	TTL         time.Duration // of access tokens; 0: an hour
	NoRefresh   bool          // gives no refresh token
	KeepsTokens bool          // does not rotate refresh tokens
	NoRevoking  bool          // has no revocation endpoint
	RevokeFails bool          // answers revocations with 503
	Echoes      bool          // refuses every token request and repeats the whole of it in its complaint
	EchoStatus  int           // the status of that; 0: 400
	Scopes      []string      // scopes_supported

	About      func(map[string]any) // changes what it says of itself
	Registered func(map[string]any) // changes its answer to a registration
	Given      func(map[string]any) // changes its answer to a token request
	OnlyForm   bool                 // takes a client secret in the form alone
	WantsScope bool                 // gives an app no rights that it was not registered for
}

// Counts are what an Issuer was asked for.
type Counts struct {
	Windows       int // pages that a person saw
	Registrations int
	Exchanges     int // codes for tokens
	Renewals      int // refresh tokens for tokens
	Hung          int // requests that got no answer, by habit
	Revoked       []string
}

// Issuer is an authorization server.
type Issuer struct {
	URL string

	web    *httptest.Server
	mu     sync.Mutex
	habits Habits
	counts Counts
	ids    map[string]client // registered
	codes  map[string]code
	tokens map[string]token // access tokens
	fresh  map[string]token // refresh tokens
	forms  []url.Values     // token requests
	asked  []url.Values     // authorization requests
	apps   []map[string]any // registrations
	places map[string]http.HandlerFunc
	paths  []string // that were asked for
}

type client struct{ secret, redirect, scope string }

type code struct{ client, redirect, challenge, resource, scope string }

type token struct {
	client, resource, scope string
	until                   time.Time
}

// NewIssuer starts an authorization server.
func NewIssuer() *Issuer {
	i := &Issuer{ids: map[string]client{}, codes: map[string]code{}, tokens: map[string]token{}, fresh: map[string]token{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/oauth-authorization-server", i.orHang("metadata", i.metadata))
	mux.HandleFunc("POST /register", i.orHang("/register", i.register))
	mux.HandleFunc("GET /authorize", i.authorize)
	mux.HandleFunc("POST /token", i.orHang("/token", i.token))
	mux.HandleFunc("POST /revoke", i.orHang("/revoke", i.revoke))
	i.web = httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, req *http.Request) {
		i.mu.Lock()
		i.paths = append(i.paths, req.URL.Path)
		instead := i.places[req.URL.Path]
		i.mu.Unlock()
		if instead != nil {
			instead(out, req)
			return
		}
		mux.ServeHTTP(out, req)
	}))
	i.URL = i.web.URL
	return i
}

// Close ends it.
func (i *Issuer) Close() { i.web.Close() }

// Change changes its habits.
func (i *Issuer) Change(change func(*Habits)) {
	i.mu.Lock()
	defer i.mu.Unlock()
	change(&i.habits)
}

// Put answers requests to a path, instead of the usual where there is something.
func (i *Issuer) Put(path string, answer http.HandlerFunc) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.places == nil {
		i.places = map[string]http.HandlerFunc{}
	}
	i.places[path] = answer
}

// Metadata answers with what it says of itself.
func (i *Issuer) Metadata(out http.ResponseWriter, req *http.Request) { i.metadata(out, req) }

// Paths are all that it was asked for up to now, oldest first. Apps are the registrations.
func (i *Issuer) Paths() []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return slices.Clone(i.paths)
}

// Apps is described at Paths.
func (i *Issuer) Apps() []map[string]any {
	i.mu.Lock()
	defer i.mu.Unlock()
	return slices.Clone(i.apps)
}

// Counts is what it was asked for up to now.
func (i *Issuer) Counts() Counts {
	i.mu.Lock()
	defer i.mu.Unlock()
	counts := i.counts
	counts.Revoked = slices.Clone(counts.Revoked)
	return counts
}

// TokenForms and Asked are the token requests and authorization requests up to now, oldest first.
func (i *Issuer) TokenForms() []url.Values {
	i.mu.Lock()
	defer i.mu.Unlock()
	return slices.Clone(i.forms)
}

// Asked is described at TokenForms.
func (i *Issuer) Asked() []url.Values {
	i.mu.Lock()
	defer i.mu.Unlock()
	return slices.Clone(i.asked)
}

// Secrets are all tokens, codes and client secrets that it ever gave or got: none may turn up in words for people.
func (i *Issuer) Secrets() []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	var all []string
	for value := range i.tokens {
		all = append(all, value)
	}
	for value := range i.fresh {
		all = append(all, value)
	}
	for _, c := range i.ids {
		all = append(all, c.secret)
	}
	for _, form := range i.forms {
		for _, name := range []string{"code", "code_verifier", "refresh_token", "client_secret"} {
			all = append(all, form.Get(name))
		}
	}
	for id, c := range i.ids {
		if c.secret != "" {
			all = append(all, base64.StdEncoding.EncodeToString([]byte(url.QueryEscape(id)+":"+url.QueryEscape(c.secret))))
		}
	}
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}

// EndAccess makes every access token worthless; EndAll the refresh tokens too.
func (i *Issuer) EndAccess() {
	i.mu.Lock()
	defer i.mu.Unlock()
	for value, t := range i.tokens {
		t.until = time.Time{}
		i.tokens[value] = t
	}
}

// EndAll is described at EndAccess.
func (i *Issuer) EndAll() {
	i.EndAccess()
	i.mu.Lock()
	defer i.mu.Unlock()
	for value, t := range i.fresh {
		t.until = time.Time{}
		i.fresh[value] = t
	}
}

// Scope gives the scopes of an access token that is good for a resource.
func (i *Issuer) Scope(access, resource string) (scope string, ok bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	t, ok := i.tokens[access]
	return t.scope, ok && t.resource == resource && time.Now().Before(t.until)
}

// orHang hangs by habit, until whoever asks gives up.
func (i *Issuer) orHang(path string, next http.HandlerFunc) http.HandlerFunc {
	return func(out http.ResponseWriter, req *http.Request) {
		i.mu.Lock()
		hangs := i.habits.Hangs == path
		if hangs {
			i.counts.Hung++
		}
		i.mu.Unlock()
		if !hangs {
			next(out, req)
			return
		}
		_, _ = io.Copy(io.Discard, req.Body) // only then does the server notice that the other side is gone
		<-req.Context().Done()
	}
}

func (i *Issuer) metadata(out http.ResponseWriter, req *http.Request) {
	i.mu.Lock()
	h := i.habits
	i.mu.Unlock()
	if h.NoMetadata {
		http.NotFound(out, req)
		return
	}
	if h.HTML {
		out.Header().Set("Content-Type", "text/html")
		_, _ = out.Write([]byte("<html><body>Welcome to our Wi-Fi</body></html>"))
		return
	}
	about := map[string]any{
		"issuer":                                i.URL,
		"authorization_endpoint":                i.URL + "/authorize",
		"token_endpoint":                        i.URL + "/token",
		"response_types_supported":              []string{"code"},
		"grant_types_supported":                 []string{"authorization_code", "refresh_token"},
		"code_challenge_methods_supported":      []string{"S256"},
		"token_endpoint_auth_methods_supported": []string{"none", "client_secret_basic", "client_secret_post"},
		"scopes_supported":                      h.Scopes,
	}
	if h.Name != "" {
		about["issuer"] = h.Name
	}
	if h.TokenElsewhere != "" {
		about["token_endpoint"] = h.TokenElsewhere
	}
	if h.NoPKCE {
		delete(about, "code_challenge_methods_supported")
	}
	if !h.NoRegistration {
		about["registration_endpoint"] = i.URL + "/register"
	}
	if !h.NoRevoking {
		about["revocation_endpoint"] = i.URL + "/revoke"
	}
	if h.SaysIss {
		about["authorization_response_iss_parameter_supported"] = true
	}
	if h.Secretive {
		about["token_endpoint_auth_methods_supported"] = []string{"client_secret_post", "client_secret_basic"}
	}
	if h.About != nil {
		h.About(about)
	}
	write(out, http.StatusOK, about)
}

func (i *Issuer) register(out http.ResponseWriter, req *http.Request) {
	var asked struct {
		Redirects []string `json:"redirect_uris"`
		Method    string   `json:"token_endpoint_auth_method"`
		Scope     string   `json:"scope"`
	}
	body, err := io.ReadAll(req.Body)
	app := map[string]any{}
	err = errors.Join(err, json.Unmarshal(body, &asked), json.Unmarshal(body, &app))
	i.mu.Lock()
	defer i.mu.Unlock()
	i.counts.Registrations++
	i.apps = append(i.apps, app)
	if i.habits.RefusesNew {
		http.Error(out, "no new apps", http.StatusForbidden)
		return
	}
	if err != nil || len(asked.Redirects) != 1 {
		write(out, http.StatusBadRequest, map[string]any{"error": "invalid_client_metadata"})
		return
	}
	id := "app-" + rand.Text()
	answer := map[string]any{"client_id": id, "redirect_uris": asked.Redirects, "token_endpoint_auth_method": "none"}
	known := client{redirect: asked.Redirects[0], scope: asked.Scope}
	if i.habits.Secretive {
		known.secret = "secret-" + rand.Text() + "/+:&"
		answer["client_secret"], answer["token_endpoint_auth_method"] = known.secret, "client_secret_basic"
		answer["client_secret_expires_at"] = 0
		if ends := i.habits.SecretEnds; !ends.IsZero() {
			answer["client_secret_expires_at"] = ends.Unix()
		}
	} else if asked.Method != "none" {
		write(out, http.StatusBadRequest, map[string]any{"error": "invalid_client_metadata"})
		return
	}
	if i.habits.WantsScope {
		answer["scope"] = asked.Scope
	}
	i.ids[id] = known
	if i.habits.Registered != nil {
		i.habits.Registered(answer)
	}
	write(out, http.StatusCreated, answer)
}

// authorize is the page that the person sees; the person says yes, or no by habit.
func (i *Issuer) authorize(out http.ResponseWriter, req *http.Request) {
	query := req.URL.Query()
	i.mu.Lock()
	defer i.mu.Unlock()
	i.counts.Windows++
	i.asked = append(i.asked, query)
	id, redirect := query.Get("client_id"), query.Get("redirect_uri")
	known, ok := i.ids[id]
	if secret, given := i.habits.Clients[id]; given {
		known, ok = client{secret: secret, redirect: redirect}, true
	}
	if !ok || i.habits.ForgetsClients || known.redirect != redirect {
		http.Error(out, "unknown app", http.StatusBadRequest)
		return
	}
	back, err := url.Parse(redirect)
	if err != nil || query.Get("code_challenge_method") != "S256" || query.Get("code_challenge") == "" || query.Get("resource") == "" {
		http.Error(out, "bad request", http.StatusBadRequest)
		return
	}
	answer := url.Values{"state": {query.Get("state")}}
	unregistered := func(scope string) bool { return !hasScope(known.scope, scope) }
	if i.habits.WantsScope && slices.ContainsFunc(strings.Fields(query.Get("scope")), unregistered) {
		answer.Set("error", "invalid_scope")
	} else if i.habits.Denies {
		answer.Set("error", "access_denied")
		answer.Set("error_description", "The person said <b>no</b>.")
	} else {
		value := "code-" + rand.Text() + "/+=&<"
		i.codes[value] = code{id, redirect, query.Get("code_challenge"), query.Get("resource"), query.Get("scope")}
		answer.Set("code", value)
	}
	if i.habits.WrongState {
		answer.Set("state", "another")
	}
	switch iss := i.habits.Iss; {
	case iss == "-":
	case iss != "":
		answer.Set("iss", iss)
	case i.habits.SaysIss:
		answer.Set("iss", i.URL)
	}
	back.RawQuery = answer.Encode()
	http.Redirect(out, req, back.String(), http.StatusFound)
}

func write(out http.ResponseWriter, status int, body any) {
	out.Header().Set("Content-Type", "application/json")
	out.WriteHeader(status)
	_ = json.NewEncoder(out).Encode(body)
}

func hasScope(scope, wanted string) bool { return slices.Contains(strings.Fields(scope), wanted) }

// Register and Token are what it does at these paths, for an answer of [Issuer.Put] that goes on to the usual.
func (i *Issuer) Register(out http.ResponseWriter, req *http.Request) { i.register(out, req) }

// Token is described at Register.
func (i *Issuer) Token(out http.ResponseWriter, req *http.Request) { i.token(out, req) }
