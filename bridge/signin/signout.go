package signin

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/oauth2"
)

// SignOut forgets the tokens and how the app was known, here and in the vault, and tells the authorization server that the tokens are
// worth nothing any more (RFC 7009) where it can be told. Nobody is asked to sign in again before [SignIn.Retry].
//
// Everything is forgotten here also when there is an error: a *[Failure] that says that the authorization server could not be told, or
// the vault's. Only when ctx ends before the vault was read is nothing done.
func (s *SignIn) SignOut(ctx context.Context) error {
	if err := s.loadWithin(ctx); err != nil {
		return &Failure{
			What: fmt.Sprintf("You are not signed out of %s: the keyring of this computer does not answer.", s.opts.Server),
			Do:   "Unlock it, then sign out again.",
			Err:  err,
		}
	}
	s.mu.Lock()
	flight := s.flight
	s.refusal = &memory{failure: &Failure{
		What: fmt.Sprintf("You signed out of %s.", s.opts.Server),
		Do:   "Start the server to sign in again.",
		Err:  ErrSignedOut,
	}}
	if flight != nil {
		flight.cancel()
	}
	s.mu.Unlock()
	if flight != nil {
		<-flight.done
	}
	g, err := s.forget()
	return errors.Join(err, s.revoke(ctx, g))
}

// forget forgets the tokens and how the app was known, and gives what there was. No renewal may be under way: it would bring them back.
func (s *SignIn) forget() (grant, error) {
	s.renewing.Lock()
	defer s.renewing.Unlock()
	s.mu.Lock()
	g := s.grant
	s.grant, s.note, s.issued, s.renewed = grant{}, "", "", ""
	s.mu.Unlock()
	issuer := g.Issuer
	if issuer == "" {
		issuer, _ = s.opts.Secrets.Get(issuerKey(s.address()))
	}
	var errs []error
	if issuer != "" {
		errs = append(errs, s.opts.Secrets.Delete(grantKey(issuer, s.address())), s.opts.Secrets.Delete(clientKey(issuer)))
	}
	errs = append(errs, s.opts.Secrets.Delete(issuerKey(s.address())))
	if err := errors.Join(errs...); err != nil {
		return g, errors.New(s.secrets.hide(err.Error()))
	}
	return g, nil
}

// revoke tells the authorization server. The refresh token goes first: most take the access token with it.
func (s *SignIn) revoke(ctx context.Context, g grant) error {
	if g.RevocationURL == "" {
		return nil
	}
	w := s.newWire()
	for _, token := range []struct{ kind, value string }{{"refresh_token", g.Refresh}, {"access_token", g.Access}} {
		if token.value == "" {
			continue
		}
		if err := s.revokeOne(ctx, w, g, token.kind, token.value); err != nil {
			return &Failure{
				What:   fmt.Sprintf("Your sign-in to %s was removed from this computer, but %s could not be told.", s.opts.Server, hostOf(g.RevocationURL)),
				Do:     "If that matters to you, end it on the server's own pages too.",
				Detail: s.secrets.evidence(err.Error()),
			}
		}
	}
	return nil
}

func (s *SignIn) revokeOne(ctx context.Context, w *wire, g grant, kind, value string) error {
	form := url.Values{"token": {value}, "token_type_hint": {kind}}
	if g.ClientSecret == "" || g.AuthStyle == oauth2.AuthStyleInParams {
		form.Set("client_id", g.ClientID)
	}
	if g.ClientSecret != "" && g.AuthStyle == oauth2.AuthStyleInParams {
		form.Set("client_secret", g.ClientSecret)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.RevocationURL, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if g.ClientSecret != "" && g.AuthStyle != oauth2.AuthStyleInParams {
		req.SetBasicAuth(url.QueryEscape(g.ClientID), url.QueryEscape(g.ClientSecret))
	}
	resp, err := w.client().Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return nil
}
