package signin

import (
	"context"
	"net/http"
)

// Look finds out whether there is a place where one can sign in, because of the given refusal, without signing in or leaving a trace
// there. It gives nil, or a *[Failure] that says why there is none.
func (s *SignIn) Look(ctx context.Context, resp *http.Response) error {
	refused := newChallenge(resp)
	if insecure(s.url) {
		return s.unencrypted(s.url)
	}
	w := s.newWire()
	found, err := w.find(ctx, refused)
	if err != nil {
		return s.explain(err, w)
	}
	if found.server == nil {
		return s.noPlace()
	}
	return nil
}
