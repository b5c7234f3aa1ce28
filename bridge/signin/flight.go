package signin

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// flight is one sign-in that any number of requests wait for. It goes on while at least one of them does.
type flight struct {
	done    chan struct{}
	err     error // set before done is closed
	waiting int
	cancel  context.CancelFunc
}

// Authorize implements [auth.OAuthHandler]: a request was refused with 401 or 403. It renews the tokens or has the person sign in.
// Requests that are refused while that goes on wait for it too, and a refusal of the person counts for all of them.
func (s *SignIn) Authorize(ctx context.Context, req *http.Request, resp *http.Response) error {
	return s.authorized(ctx, newChallenge(resp), bearerOf(req), false)
}

// Refresh is [SignIn.Authorize] without the person: tokens are renewed when there is something to renew, and nobody is asked.
func (s *SignIn) Refresh(ctx context.Context, req *http.Request, resp *http.Response) error {
	return s.authorized(ctx, newChallenge(resp), bearerOf(req), true)
}

func (s *SignIn) authorized(ctx context.Context, refused challenge, used string, quiet bool) error {
	if refused.status == http.StatusForbidden && refused.param("error") != "insufficient_scope" {
		return nil // signing in again would not help (specification, error handling)
	}
	if err := s.loadWithin(ctx); err != nil {
		return err
	}
	for {
		f, joined, err := s.board(ctx, refused, used, quiet)
		if f == nil {
			return err
		}
		err = s.wait(ctx, f)
		// What was going on may have been for somebody who wanted less.
		if !joined || quiet || !errors.Is(err, errNothingToRenew) && !s.lacks(refused, err) {
			return err
		}
		used = s.current().Access
	}
}

// wait waits for the end of a sign-in, or of ctx.
func (s *SignIn) wait(ctx context.Context, f *flight) error {
	defer s.leave(f)
	select {
	case <-f.done:
		return f.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// lacks tells whether a sign-in that worked did not bring the rights that a request was refused for.
func (s *SignIn) lacks(refused challenge, err error) bool {
	if err != nil || refused.status != http.StatusForbidden {
		return false
	}
	granted := s.current().Scopes
	return slices.ContainsFunc(strings.Fields(refused.param("scope")), func(scope string) bool { return !slices.Contains(granted, scope) })
}

// board joins the sign-in that is going on or begins one. It gives none when there is nothing to wait for: the tokens have changed
// since the request was made, or another try is not wanted.
func (s *SignIn) board(ctx context.Context, refused challenge, used string, quiet bool) (f *flight, joined bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.flight; f != nil {
		f.waiting++
		return f, true, nil
	}
	if s.grant.fresh(s.opts.Now()) && s.grant.Access != used {
		return nil, false, nil
	}
	if failure := s.refused(); failure != nil && !quiet {
		return nil, false, failure
	}
	// The sign-in outlives the request that began it as long as others wait.
	flying, cancel := context.WithCancel(context.WithoutCancel(ctx))
	f = &flight{done: make(chan struct{}), waiting: 1, cancel: cancel}
	s.flight = f
	go s.fly(flying, f, refused, quiet)
	return f, false, nil
}

func (s *SignIn) fly(ctx context.Context, f *flight, refused challenge, quiet bool) {
	err := s.refresh(ctx, refused)
	if !quiet && errors.Is(err, errNothingToRenew) {
		err = s.signIn(ctx, refused)
	}
	if err != nil {
		failure := s.explain(err, nil)
		s.remember(failure)
		err = failure
	}
	s.mu.Lock()
	f.err = err
	s.flight = nil
	s.mu.Unlock()
	f.cancel()
	close(f.done)
}

// leave is called by a request that does not wait any more. The last one ends the sign-in and sees it end.
func (s *SignIn) leave(f *flight) {
	s.mu.Lock()
	f.waiting--
	last := f.waiting == 0
	s.mu.Unlock()
	if last {
		f.cancel()
		<-f.done
	}
}

// errNothingToRenew is why only the person can help.
var errNothingToRenew = errors.New("there is nothing to renew")

// refresh gets other tokens by renewal, when that may help.
func (s *SignIn) refresh(ctx context.Context, refused challenge) error {
	if insecure(s.url) {
		return s.unencrypted(s.url)
	}
	if s.mayRenew(ctx, refused) {
		renewed, err := s.renew(ctx, s.current())
		if err == nil && renewed.Access != "" {
			s.mu.Lock()
			s.renewed = renewed.Access
			s.mu.Unlock()
			return nil
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &Failure{
		What: fmt.Sprintf("You are not signed in to %s any more.", s.opts.Server),
		Do:   "Run a tool of it to sign in.",
		Err:  errNothingToRenew,
	}
}

// mayRenew tells whether a refused token is worth a renewal: there is something to renew, it is not itself the renewal of a refused
// one, and the server still belongs to the same issuer.
func (s *SignIn) mayRenew(ctx context.Context, refused challenge) bool {
	g := s.current()
	s.mu.Lock()
	tried := s.renewed != "" && s.renewed == g.Access
	s.mu.Unlock()
	if refused.status != http.StatusUnauthorized || g.Refresh == "" || tried {
		return false
	}
	if refused.param("resource_metadata") == "" {
		return true
	}
	found, issuers, _ := s.newWire().findResource(ctx, refused)
	return found.guessed || issuers == nil || slices.ContainsFunc(issuers, func(issuer string) bool { return sameIssuer(issuer, g.Issuer) })
}
