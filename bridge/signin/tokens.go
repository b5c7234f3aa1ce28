package signin

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"golang.org/x/oauth2"
)

// token gives the access token, renewed when it has run out; nil when there is none.
func (s *SignIn) token(ctx context.Context) (*oauth2.Token, error) {
	if insecure(s.url) {
		return nil, nil
	}
	if err := s.loadWithin(ctx); err != nil {
		return nil, s.explain(err, nil)
	}
	g := s.current()
	if !g.fresh(s.opts.Now()) && g.Refresh != "" {
		renewed, err := s.renew(ctx, g)
		if err != nil {
			return nil, s.explain(err, nil)
		}
		g = renewed
	}
	if !g.fresh(s.opts.Now()) {
		return nil, nil
	}
	return &oauth2.Token{AccessToken: g.Access, TokenType: "Bearer", Expiry: g.Expiry}, nil
}

// renew gets a new access token for the given grant, once however many need it. The zero grant comes back when the authorization
// server does not accept the old one any more.
func (s *SignIn) renew(ctx context.Context, old grant) (grant, error) {
	s.renewing.Lock()
	defer s.renewing.Unlock()
	if now := s.current(); now.Access != old.Access || now.Refresh != old.Refresh {
		return now, nil // somebody else was faster
	}
	// Another Parley may have renewed it meanwhile. To use a refresh token again that rotates ends every sign-in that came of it
	// (OAuth 2.1, 4.3.1), so that is looked up before and not after.
	if newer, ok := s.newer(old); ok {
		if newer.fresh(s.opts.Now()) {
			return newer, nil
		}
		old = newer
	}
	w := s.newWire()
	w.resource = old.Resource
	token, err := s.exchangeRefresh(ctx, w, old)
	var refused *oauth2.RetrieveError
	if errors.As(err, &refused) && refused.Response != nil && !passing(refused.Response.StatusCode, refused.ErrorCode) {
		if refused.ErrorCode == "invalid_client" || refused.ErrorCode == "unauthorized_client" {
			_ = s.opts.Secrets.Delete(clientKey(old.Issuer))
		}
		return s.superseded(old), nil
	}
	if err != nil {
		return grant{}, s.explain(err, w)
	}
	next := old
	next.Access, next.Expiry = token.AccessToken, s.endOf(token)
	if token.RefreshToken != "" {
		next.Refresh = token.RefreshToken // rotated (OAuth 2.1, 4.3.1)
	}
	if scope, _ := token.Extra("scope").(string); scope != "" {
		next.Scopes = strings.Fields(scope)
	}
	if s.current().Refresh != old.Refresh {
		return grant{}, nil // signed out meanwhile
	}
	s.keep(next)
	return next, nil
}

// newer takes over what another Parley has put into the vault since the given grant was got, when there is something.
func (s *SignIn) newer(old grant) (grant, bool) {
	s.mu.Lock()
	unkept := s.unkept
	s.mu.Unlock()
	if unkept {
		return grant{}, false // what the vault holds is older
	}
	kept := s.kept()
	if kept.Refresh == "" || kept.Refresh == old.Refresh || kept.Issuer != old.Issuer {
		return grant{}, false
	}
	s.mu.Lock()
	s.grant = kept
	s.mu.Unlock()
	return kept, true
}

// superseded is called when a refresh token is not accepted: another Parley may have been faster by a moment.
func (s *SignIn) superseded(old grant) grant {
	if kept, ok := s.newer(old); ok && kept.fresh(s.opts.Now()) {
		return kept
	}
	s.drop(old)
	return grant{}
}

func (s *SignIn) exchangeRefresh(ctx context.Context, w *wire, g grant) (*oauth2.Token, error) {
	s.secrets.add(g.Refresh, g.Access, g.ClientSecret)
	ctx = context.WithValue(ctx, oauth2.HTTPClient, w.client())
	token, err := g.config().TokenSource(ctx, &oauth2.Token{RefreshToken: g.Refresh}).Token()
	if err != nil {
		return nil, err
	}
	s.secrets.add(token.AccessToken, token.RefreshToken)
	return token, nil
}

// endOf is when an access token runs out; zero when nothing is said of that.
func (s *SignIn) endOf(token *oauth2.Token) time.Time {
	if token.ExpiresIn <= 0 {
		return time.Time{}
	}
	return s.opts.Now().Add(time.Duration(token.ExpiresIn) * time.Second)
}

// bearerOf reads the access token with which a request was made.
func bearerOf(req *http.Request) string {
	scheme, token, _ := strings.Cut(req.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return token
}
