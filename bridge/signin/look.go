package signin

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// Look finds out whether there is a place where one can sign in, because of the given refusal, without signing in or leaving a trace
// there. It gives nil, or a *[Failure] that says why there is none.
func (s *SignIn) Look(ctx context.Context, resp *http.Response) error {
	refused := newChallenge(resp)
	if insecure(s.opts.URL) {
		return s.unencrypted(s.opts.URL)
	}
	w := s.newWire()
	for _, issuer := range s.issuers(ctx, w, refused) {
		server, err := auth.GetAuthServerMetadata(ctx, issuer, w.client())
		if err != nil {
			return s.explain(err, w)
		}
		if server != nil {
			return nil
		}
	}
	if failure := w.why(); failure != nil {
		return failure
	}
	return s.noPlace()
}

// issuers are the places that the server names, or its own host when it names none (specification 2025-03-26).
func (s *SignIn) issuers(ctx context.Context, w *wire, refused challenge) []string {
	u, err := url.Parse(s.opts.URL)
	if err != nil {
		return nil
	}
	root := u.Scheme + "://" + u.Host
	const known = "/.well-known/oauth-protected-resource"
	for _, place := range []struct{ at, resource string }{
		{refused.param("resource_metadata"), s.opts.URL},
		{root + known + "/" + strings.TrimLeft(u.Path, "/"), s.opts.URL},
		{root + known, root},
	} {
		if place.at == "" {
			continue
		}
		about, err := oauthex.GetProtectedResourceMetadata(ctx, place.at, place.resource, w.client())
		if err == nil && len(about.AuthorizationServers) > 0 {
			return about.AuthorizationServers
		}
	}
	return []string{root}
}
