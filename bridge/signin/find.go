package signin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// place is where one signs in to a server, found out from what the server and its authorization server say of themselves. go-sdk's
// handler would look for it too; it takes a letter that differs for the end of the way, where other hosts go on.
type place struct {
	resource string                  // what the tokens are to be for
	scopes   []string                // the rights that the server offers
	issuer   string                  // the authorization server, without a slash at its end
	server   *oauthex.AuthServerMeta // what it says of itself; nil when it says nothing
	guessed  bool                    // nobody named it
}

// find finds it, because of the given refusal. The error is a *[Failure] or the end of ctx.
func (w *wire) find(ctx context.Context, refused challenge) (place, error) {
	found, issuers, unsure := w.findResource(ctx, refused)
	if issuers == nil {
		return place{}, unsure
	}
	var trouble error
	for _, issuer := range issuers {
		found.issuer = strings.TrimRight(issuer, "/")
		server, err := w.findServer(ctx, issuer)
		if ctx.Err() != nil {
			return place{}, ctx.Err()
		}
		if err == nil && server == nil {
			continue
		}
		if err == nil {
			found.server = server
			err = w.mayEnter(*server)
		}
		if err == nil {
			return found, nil
		}
		if trouble == nil && (!found.guessed || !errors.Is(err, errWebPage)) { // any web site answers so to whatever it is asked
			trouble = err
		}
	}
	if trouble == nil && found.guessed {
		trouble = unsure
	}
	if trouble != nil {
		return place{}, trouble
	}
	// Nothing is known of it: the addresses of old are tried (specification 2025-03-26, fallbacks for servers without metadata discovery).
	found.server, found.issuer = nil, strings.TrimRight(issuers[0], "/")
	return found, nil
}

// resourceMetadata is where a server says who lets people in (RFC 9728, 3.1).
const resourceMetadata = "/.well-known/oauth-protected-resource"

// findResource asks the server who lets people in. It gives no issuers when nothing may be done any more, for the reason that err
// gives; otherwise err is what went wrong on the way and may not matter. When nobody says anything, it is the server's own host
// (specification 2025-03-26).
func (w *wire) findResource(ctx context.Context, refused challenge) (found place, issuers []string, err error) {
	u, err := url.Parse(w.s.url)
	if err != nil || u.Host == "" {
		return place{}, nil, w.s.badAddress(w.s.url)
	}
	root := u.Scheme + "://" + u.Host
	places := []string{root + resourceMetadata + "/" + strings.TrimLeft(u.EscapedPath(), "/"), root + resourceMetadata}
	if named, err := u.Parse(refused.param("resource_metadata")); err == nil && refused.param("resource_metadata") != "" {
		places = append([]string{named.String()}, places...)
	}
	var trouble, wrong error
	for i, at := range places {
		if slices.Contains(places[:i], at) {
			continue
		}
		doc, err := w.ask(ctx, at)
		if ctx.Err() != nil {
			return place{}, nil, ctx.Err()
		}
		if err != nil && trouble == nil && !errors.Is(err, errWebPage) {
			trouble = err
		}
		if doc == nil {
			continue
		}
		var about struct {
			Resource string   `json:"resource"`
			Servers  []string `json:"authorization_servers"`
			Scopes   []string `json:"scopes_supported"`
		}
		doc.read(&about)
		if about.Resource == "" {
			continue
		}
		if !covers(about.Resource, u) {
			wrong = w.anotherAddress(about.Resource)
			continue
		}
		if len(about.Servers) == 0 {
			about.Servers = []string{root}
		}
		return place{resource: about.Resource, scopes: about.Scopes}, about.Servers, nil
	}
	if wrong != nil {
		return place{}, nil, wrong
	}
	return place{resource: w.s.url, guessed: true}, []string{root}, trouble
}

// anotherAddress is for a server that speaks for one that it is not: a token for that one must not go to this (RFC 9728, 3.3).
func (w *wire) anotherAddress(resource string) *Failure {
	return &Failure{
		What: fmt.Sprintf("%s says that signing in is for another address: %s.", hostOf(w.s.url), w.s.secrets.evidence(resource)),
		Do:   "If you trust it, give that address in the entry of this server instead; then start it again.",
	}
}

// findServer reads what an authorization server says of itself, in the order that the specification gives (authorization server
// metadata discovery). It gives nil and no error when it says nothing.
func (w *wire) findServer(ctx context.Context, issuer string) (*oauthex.AuthServerMeta, error) {
	u, err := url.Parse(issuer)
	if err != nil || u.Host == "" {
		return nil, w.s.badAddress(issuer)
	}
	if err := w.mayGo(u); err != nil {
		return nil, err
	}
	root, path := u.Scheme+"://"+u.Host, strings.TrimRight(u.EscapedPath(), "/") // RFC 8414, 3.1: any terminating "/" goes
	places := []string{root + "/.well-known/oauth-authorization-server" + path, root + "/.well-known/openid-configuration" + path}
	if path != "" {
		places = append(places, root+path+"/.well-known/openid-configuration")
	}
	var trouble error
	for _, at := range places {
		doc, err := w.ask(ctx, at)
		if err == nil && doc == nil {
			continue
		}
		if err == nil {
			var server oauthex.AuthServerMeta
			doc.read(&server)
			if err = w.believable(server, issuer); err == nil {
				return &server, nil
			}
		}
		if trouble == nil {
			trouble = err
		}
	}
	return nil, trouble
}

// believable makes sure that what was read is about the issuer (RFC 8414, 3.3) and complete.
func (w *wire) believable(server oauthex.AuthServerMeta, issuer string) error {
	switch {
	case server.Issuer == "" || server.AuthorizationEndpoint == "" || server.TokenEndpoint == "":
		return &Failure{
			What:   fmt.Sprintf("%s answered with something that Parley cannot read while you were signing in to %s.", hostOf(issuer), w.s.opts.Server),
			Do:     "Check the address of the server. If it is right, tell the people who run it.",
			Detail: "no issuer, authorization_endpoint or token_endpoint",
		}
	case !sameIssuer(server.Issuer, issuer):
		expected, said := apart(issuer, server.Issuer)
		return &Failure{
			What:   fmt.Sprintf("%s sends you to sign in at %s, but the page there says that it belongs to %s.", w.s.opts.Server, expected, said),
			Do:     "Do not sign in. Tell the people who run it that the two have to be the same.",
			Detail: fmt.Sprintf("issuer %s, expected %s", server.Issuer, issuer),
		}
	}
	return nil
}

// mayEnter tells why one cannot sign in at a place, when it is known beforehand.
func (w *wire) mayEnter(server oauthex.AuthServerMeta) error {
	for _, address := range []string{server.AuthorizationEndpoint, server.TokenEndpoint, server.RegistrationEndpoint} {
		if insecure(address) {
			return w.s.unencrypted(address)
		}
	}
	known := w.s.opts.Known
	switch {
	case !slices.Contains(server.CodeChallengeMethodsSupported, "S256"):
		return w.noPKCE(server)
	case server.RegistrationEndpoint == "" && known.ClientID == "" && (known.MetadataURL == "" || !server.ClientIDMetadataDocumentSupported):
		return &Failure{
			What: fmt.Sprintf("The place where one signs in to %s does not know Parley, and new apps cannot make themselves known there.", w.s.opts.Server),
			Do:   "Ask the people who run it for a client id for desktop apps, and put it into the entry of this server.",
		}
	}
	return nil
}

// noPKCE is for a place that does not announce what keeps a sign-in from being stolen on its way back to this computer (specification,
// authorization code protection: where it is not announced, clients MUST refuse to proceed). It may well be there: many only do not say so.
func (w *wire) noPKCE(server oauthex.AuthServerMeta) *Failure {
	at := hostOf(server.Issuer)
	f := &Failure{
		What: fmt.Sprintf("%s, where one signs in to %s, does not announce the protection that a sign-in from a desktop app needs (PKCE).", at, w.s.opts.Server),
		Do:   "You were not sent there. It may only have been forgotten: tell the people who run it that code_challenge_methods_supported has to name S256.",
	}
	if offered := server.CodeChallengeMethodsSupported; len(offered) > 0 {
		f.What = fmt.Sprintf("%s, where one signs in to %s, announces the protection that a sign-in from a desktop app needs (PKCE) only in a form that Parley may not use (%s).",
			at, w.s.opts.Server, plain(strings.Join(offered, ", "), maxHost))
		f.Do = "You were not sent there. Tell the people who run it that code_challenge_methods_supported has to name S256."
	}
	return f
}

// document is what somebody says of themselves, member by member.
type document map[string]json.RawMessage

// read fills a struct with what can be understood; a member of another kind than it should be says nothing of the others.
func (d document) read(into any) {
	for name, value := range d {
		if one, err := json.Marshal(document{name: value}); err == nil && name == strings.ToLower(name) {
			_ = json.Unmarshal(one, into)
		}
	}
}

// errWebPage is the reason when something for people stands where something for programs should.
var errWebPage = errors.New("a web page")

// ask reads a document. It gives nil and no error when there is none.
func (w *wire) ask(ctx context.Context, address string) (document, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, w.s.badAddress(address)
	}
	req.Header.Set("Accept", "application/json")
	if err := w.silence(req.URL.Host); err != nil {
		return nil, err
	}
	resp, err := w.client().Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	switch {
	case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode == http.StatusRequestTimeout: // that says nothing of what is there
		return nil, &Failure{
			What: fmt.Sprintf("%s, where one signs in to %s, has too much to do at the moment (status %d).", named(resp.Request.URL), w.s.opts.Server, resp.StatusCode),
			Do:   w.s.later(resp),
		}
	case resp.StatusCode >= 400 && resp.StatusCode < 500:
		return nil, nil
	case resp.StatusCode != http.StatusOK:
		return nil, &Failure{
			What: fmt.Sprintf("%s, where one signs in to %s, has a fault of its own (status %d).", named(resp.Request.URL), w.s.opts.Server, resp.StatusCode),
			Do:   "Try again later, or tell the people who run it.",
		}
	}
	// What it calls itself does not matter: metadata in a file without an ending is called anything.
	var doc document
	if json.Unmarshal(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), &doc) != nil || doc == nil {
		return nil, w.unreadable(resp)
	}
	return doc, nil
}

// silence is why a host is not asked once more: it did not answer the last time, and who waits does so for each question.
func (w *wire) silence(host string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if f, silent := w.silent[host]; silent {
		return f
	}
	return nil
}

// remembered answers the handler's questions with what was found before it began.
func (w *wire) remembered(req *http.Request) (*http.Response, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.place == nil || req.Method != http.MethodGet {
		return nil, false
	}
	var about any
	switch {
	case strings.Contains(req.URL.Path, resourceMetadata):
		about = oauthex.ProtectedResourceMetadata{Resource: w.s.url, AuthorizationServers: []string{w.place.issuer}, ScopesSupported: w.place.scopes}
	case w.place.server == nil:
		return response(req, http.StatusNotFound, []byte("{}")), true
	default:
		about = w.place.server
	}
	text, err := json.Marshal(about)
	return response(req, http.StatusOK, text), err == nil
}
