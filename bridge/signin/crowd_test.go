package signin_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"parley/bridge/signin/signintest"
)

// Everything at once: calls, renewals, revoked tokens, signing out and in again. Nothing may hang, race or be left behind, and what
// signing out removed must not come back.
func TestEverythingAtOnce(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.TTL = time.Minute })
	b.limit = 20 * time.Second
	b.restart()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			for range 15 {
				source, err := b.TokenSource(ctx)
				if err != nil {
					t.Error(err)
					return
				}
				r := refuse(b.server.URL)
				if token, err := source.Token(); err == nil && token != nil {
					r.req.Header.Set("Authorization", "Bearer "+token.AccessToken)
				}
				b.tellsNothing(b.Authorize(ctx, r.req, r.resp))
			}
		})
	}
	all.Go(func() {
		for range 10 {
			b.later(90 * time.Second)
			b.issuer.EndAccess()
			b.SignedIn()
			b.Note()
			b.Retry()
		}
	})
	all.Go(func() {
		for range 5 {
			b.tellsNothing(b.SignOut(ctx))
			b.Retry()
		}
	})
	all.Wait()
	if ctx.Err() != nil {
		t.Fatal("it hung")
	}
	if err := b.SignOut(ctx); err != nil {
		t.Error(err)
	}
	if b.SignedIn() || b.vault.Len() != 0 {
		t.Errorf("signed in %v, %d secrets are left", b.SignedIn(), b.vault.Len())
	}
}
