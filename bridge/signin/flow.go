package signin

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
	"golang.org/x/oauth2"
)

// flow is one sign-in through the browser, from the refusal to the tokens.
type flow struct {
	s      *SignIn
	wire   *wire
	back   *redirect
	before grant // what there was before
	stepUp bool  // more rights are wanted, not another sign-in

	got grant
}

// signIn has the person sign in, because of the given answer to a request.
func (s *SignIn) signIn(ctx context.Context, refused challenge) error {
	f := &flow{s: s, wire: s.newWire(), before: s.current(), stepUp: refused.status == http.StatusForbidden}
	found, err := f.wire.find(ctx, refused)
	if err != nil {
		return f.failed(ctx, err)
	}
	f.wire.settle(found, f.wanted(found, refused))
	if f.back, err = listen(s.opts.Known, s.lastPort(f.wire.issuer())); err != nil {
		return &Failure{
			What:   fmt.Sprintf("Signing in to %s needs a port on this computer that another program is using.", s.opts.Server),
			Do:     "Close that program, or give another port in the entry of this server; then start it again.",
			Detail: err.Error(),
		}
	}
	defer f.back.close()
	handler, err := auth.NewAuthorizationCodeHandler(f.handlerConfig())
	if err != nil {
		return &Failure{
			What:   fmt.Sprintf("What the entry of %s says about signing in cannot be used.", s.opts.Server),
			Do:     "Press Edit and mend it in the server's entry.",
			Detail: err.Error(),
		}
	}
	server, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, nil)
	if err != nil {
		return s.badAddress(s.url)
	}
	metadata := server.URL.Scheme + "://" + server.URL.Host + resourceMetadata
	if err := handler.Authorize(ctx, server, refused.response(metadata)); err != nil {
		return f.failed(ctx, err)
	}
	if f.got.Access == "" {
		return nil // a 403 that signing in does not help against
	}
	s.keep(f.got)
	s.mu.Lock()
	s.issued, s.issuedAt, s.renewed = f.got.Access, s.opts.Now(), ""
	s.mu.Unlock()
	return nil
}

func (f *flow) handlerConfig() *auth.AuthorizationCodeHandlerConfig {
	known := f.s.opts.Known
	back := f.back.url
	config := &auth.AuthorizationCodeHandlerConfig{
		RedirectURL:              back,
		AuthorizationCodeFetcher: f.fetch,
		ScopeFilter:              f.scopes,
		RequestRefreshToken:      true,
		AcceptUnadvertisedIss:    true, // compared all the same (specification, authorization response validation)
		Client:                   f.wire.client(),
		NewTokenSource:           f.receive,
	}
	if known.MetadataURL != "" && known.ClientID == "" { // what was registered by hand goes first (specification, client registration)
		config.ClientIDMetadataDocumentConfig = &auth.ClientIDMetadataDocumentConfig{URL: known.MetadataURL}
	}
	if known.ClientID != "" {
		config.PreregisteredClient = &oauthex.ClientCredentials{ClientID: known.ClientID}
		if known.ClientSecret != "" {
			config.PreregisteredClient.ClientSecretAuth = &oauthex.ClientSecretAuth{ClientSecret: known.ClientSecret}
		}
		return config
	}
	config.DynamicClientRegistrationConfig = &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{
		RedirectURIs:  []string{back},
		ClientName:    "Parley",
		GrantTypes:    []string{"authorization_code", "refresh_token"},
		ResponseTypes: []string{"code"},
	}}
	return config
}

// lastPort is the port that the app was registered with at an issuer; 0 for none.
func (s *SignIn) lastPort(issuer string) int {
	r, _ := s.knownAt(issuer)
	return portOf(r.Redirect)
}

// wanted are the rights that the handler will ask for: those of the refusal, else those that the server offers, with offline_access
// where the authorization server knows it (specification, scope selection strategy and refresh tokens).
func (f *flow) wanted(found place, refused challenge) []string {
	offered := strings.Fields(refused.param("scope"))
	if len(offered) == 0 {
		offered = found.scopes
	}
	f.wire.settle(found, nil)
	all := f.scopes(offered)
	if found.server != nil && slices.Contains(found.server.ScopesSupported, offline) {
		all = union(all, []string{offline})
	}
	return all
}

// offline is the right to renew tokens (OpenID Connect Core, 11).
const offline = "offline_access"

// scopes are the rights to ask for: those that the entry names instead of those that the server offers, and never fewer than there
// were, so that asking for more does not lose any (specification, scope challenge handling).
func (f *flow) scopes(offered []string) []string {
	wanted := slices.Clone(offered)
	if known := f.s.opts.Known.Scopes; len(known) > 0 {
		if !f.stepUp {
			wanted = nil
		}
		wanted = union(known, wanted)
	}
	if f.before.Issuer == f.wire.issuer() {
		wanted = union(f.before.Scopes, wanted)
	}
	return wanted
}

func union(a, b []string) []string {
	all := slices.Clone(a)
	for _, scope := range b {
		if !slices.Contains(all, scope) {
			all = append(all, scope)
		}
	}
	return all
}

// freshFor is how long a sign-in counts as new: a server that refuses it within that time would refuse the next one too.
const freshFor = time.Minute

// fetch is the part with the person in it.
func (f *flow) fetch(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
	link, err := url.Parse(args.URL)
	if err != nil {
		return nil, f.s.badAddress(args.URL)
	}
	if err := f.wire.mayGo(link); err != nil {
		return nil, err
	}
	if f.repeated() {
		return nil, &Failure{
			What: fmt.Sprintf("You signed in to %s, but it does not accept the sign-in that it asked for.", f.s.opts.Server),
			Do:   "Tell the people who run it; or start it to sign in once more, perhaps as somebody else.",
			Err:  errNotAccepted,
		}
	}
	query := link.Query()
	query.Set("resource", f.wire.resource)
	if slices.Contains(strings.Fields(query.Get("scope")), offline) && !query.Has("prompt") {
		query.Set("prompt", "consent") // without it the right to renew is not given (OpenID Connect Core, 11)
	}
	link.RawQuery = query.Encode()
	f.s.secrets.add(query.Get("state"))
	f.back.expect(query.Get("state"))
	if err := f.await(ctx, link.String()); err != nil {
		return nil, err
	}
	came := f.back.values()
	f.s.secrets.add(came.Get("code"))
	if err := f.checkIssuer(came); err != nil {
		return nil, err
	}
	if came.Has("error") {
		return nil, f.denied(came)
	}
	return &auth.AuthorizationResult{Code: came.Get("code"), State: came.Get("state"), Iss: came.Get("iss")}, nil
}

// repeated tells whether the server has just refused what came out of the last window. More rights are another matter.
func (f *flow) repeated() bool {
	f.s.mu.Lock()
	defer f.s.mu.Unlock()
	return !f.stepUp && f.s.issued != "" && f.before.Access == f.s.issued && f.before.Issuer == f.wire.issuer() &&
		f.s.opts.Now().Sub(f.s.issuedAt) < freshFor
}

// await shows the link and waits for the browser to come back, for the person to say no, or for the end of ctx.
func (f *flow) await(ctx context.Context, link string) error {
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	answer := make(chan error, 1)
	go func() { answer <- f.s.opts.Ask(asking, link, f.back.arrived) }()
	var said error
	select {
	case <-f.back.arrived:
		// The modal closes by itself when the browser is back. What is said after that does not undo it.
		select {
		case <-answer:
		case <-time.After(f.s.opts.Limit):
			cancel()
			<-answer
		}
		return nil
	case said = <-answer:
	}
	if said == nil {
		// The person says that it is done; the browser may be a moment behind.
		late := time.NewTimer(f.s.opts.Limit)
		defer late.Stop()
		select {
		case <-f.back.arrived:
			return nil
		case <-ctx.Done():
			said = context.Cause(ctx)
		case <-late.C:
			return &Failure{
				What: fmt.Sprintf("The browser did not come back from signing in to %s.", f.s.opts.Server),
				Do:   "Start the server to open the link again, and finish there.",
				Err:  ErrRefused,
			}
		}
	}
	if ctx.Err() != nil || errors.Is(said, context.Canceled) {
		return context.Canceled
	}
	if f.stepUp {
		return &Failure{
			What:    fmt.Sprintf("You did not allow %s what it needs for this.", f.s.opts.Server),
			Do:      "Run it again when you want to allow it.",
			Err:     errors.Join(ErrRefused, said),
			passing: true,
		}
	}
	return &Failure{
		What: fmt.Sprintf("You did not sign in to %s.", f.s.opts.Server),
		Do:   "Start the server when you want to sign in.",
		Err:  errors.Join(ErrRefused, said),
	}
}

// checkIssuer makes sure that it was the right authorization server that sent the browser back, also when it says no (RFC 9207, 2.4).
func (f *flow) checkIssuer(came url.Values) error {
	server, iss := f.wire.metadata(), came.Get("iss")
	if iss == "" && !server.AuthorizationResponseIssParameterSupported || iss != "" && iss == f.wire.issuer() {
		return nil
	}
	expected, from := hostOf(f.wire.issuer()), "nobody in particular"
	if iss != "" {
		expected, from = apart(f.wire.issuer(), iss)
	}
	return &Failure{
		What:   fmt.Sprintf("You were to sign in to %s at %s, but the browser came back from %s. Nothing was given away.", f.s.opts.Server, expected, from),
		Do:     "Do not try again before you know why. Tell the people who run the server.",
		Detail: fmt.Sprintf("iss %q, expected %q", iss, f.wire.issuer()),
		Err:    ErrDenied,
	}
}

// denied is for a browser that came back with a no (RFC 6749, 4.1.2.1).
func (f *flow) denied(came url.Values) error {
	code, server := came.Get("error"), f.s.opts.Server
	failure := &Failure{
		What:   fmt.Sprintf("The page where one signs in to %s refused.", server),
		Do:     "Start the server to try again.",
		Detail: strings.TrimSpace(code + " " + came.Get("error_description")),
		Err:    ErrDenied,

		passing: f.stepUp,
	}
	switch code {
	case "access_denied":
		failure.What = fmt.Sprintf("Access to %s was denied where you signed in.", server)
	case "invalid_scope":
		failure.What = fmt.Sprintf("The page where one signs in to %s does not give the rights that it was asked for.", server)
		failure.Do = "Ask the people who run it which rights (scopes) you may have, and put those into the entry of this server."
	case "invalid_target":
		failure.What, failure.Do = f.wire.badTarget()
	case "unauthorized_client", "invalid_client":
		if f.s.opts.Known.ClientID != "" {
			failure.What, failure.Do = f.s.badClient()
			break
		}
		failure.What = fmt.Sprintf("The page where one signs in to %s does not know Parley any more.", server)
		failure.Do = "Start the server to make Parley known there again."
		f.forgetClient()
	case "server_error", "temporarily_unavailable":
		failure.What = fmt.Sprintf("The page where one signs in to %s is not able to at the moment.", server)
		failure.Do = "Wait a little, then start the server again."
	}
	return failure
}

// forgetClient forgets how the app is known, so that it is made known again.
func (f *flow) forgetClient() { _ = f.s.opts.Secrets.Delete(clientKey(f.wire.issuer())) }

// receive takes the tokens.
func (f *flow) receive(_ context.Context, config *oauth2.Config, token *oauth2.Token) (oauth2.TokenSource, error) {
	f.got = grant{
		Issuer:        f.wire.issuer(),
		Resource:      f.wire.resource,
		TokenURL:      config.Endpoint.TokenURL,
		RevocationURL: f.wire.metadata().RevocationEndpoint,
		ClientID:      config.ClientID,
		ClientSecret:  config.ClientSecret,
		AuthStyle:     f.wire.introducedBy(config.Endpoint.AuthStyle),
		Scopes:        config.Scopes,
		Access:        token.AccessToken,
		Refresh:       token.RefreshToken,
		Expiry:        f.s.endOf(token),
	}
	if scope, _ := token.Extra("scope").(string); scope != "" {
		f.got.Scopes = strings.Fields(scope)
	}
	f.s.secrets.add(token.AccessToken, token.RefreshToken)
	return oauth2.StaticTokenSource(token), nil
}

// failed says why, and forgets a registration that may be the reason: the authorization server may not know it any more and show its
// complaint to the person only.
func (f *flow) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Canceled
	}
	var refused *oauth2.RetrieveError
	unknown := errors.As(err, &refused) && (refused.ErrorCode == "invalid_client" || refused.ErrorCode == "unauthorized_client")
	f.wire.mu.Lock()
	known := f.wire.known
	f.wire.mu.Unlock()
	if unknown || known && errors.Is(err, ErrRefused) {
		f.forgetClient()
	}
	return f.s.explain(err, f.wire)
}
