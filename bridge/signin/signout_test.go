package signin_test

import (
	"context"
	"errors"
	"testing"

	"parley/bridge/signin"
	"parley/bridge/signin/signintest"
)

func TestSignOutRevokesAndForgets(t *testing.T) {
	for _, secretive := range []bool{false, true} {
		b := newBench(t, func(h *signintest.Habits) { h.Secretive = secretive })
		session := b.mustConnect()
		if err := b.SignOut(t.Context()); err != nil {
			t.Fatal(err)
		}
		if b.SignedIn() || b.vault.Len() != 0 {
			t.Errorf("signed in %v, %d secrets", b.SignedIn(), b.vault.Len())
		}
		if counts := b.issuer.Counts(); len(counts.Revoked) != 2 {
			t.Errorf("revoked %d tokens", len(counts.Revoked))
		}
		if err := b.call(session, "whoami"); !errors.Is(err, signin.ErrSignedOut) || b.windows() != 1 {
			t.Errorf("%v, %d windows", err, b.windows())
		}
		b.Retry()
		b.mustConnect()
		if b.windows() != 2 {
			t.Errorf("%d windows", b.windows())
		}
	}
}

func TestSignOutAfterARestart(t *testing.T) {
	b := newBench(t, nil)
	b.mustConnect()
	b.restart()
	if err := b.SignOut(t.Context()); err != nil || b.vault.Len() != 0 || len(b.issuer.Counts().Revoked) != 2 {
		t.Errorf("%v, %d secrets, %+v", err, b.vault.Len(), b.issuer.Counts())
	}
}

func TestSignOutWithoutRevocationEndpointForgets(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.NoRevoking = true })
	b.mustConnect()
	if err := b.SignOut(t.Context()); err != nil || b.vault.Len() != 0 {
		t.Errorf("%v, %d secrets", err, b.vault.Len())
	}
}

func TestSignOutThatTheServerDoesNotHearForgetsAllTheSame(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.RevokeFails = true })
	b.mustConnect()
	err := b.SignOut(t.Context())
	mention(t, b.failure(err).What, "was removed from this computer", "could not be told")
	if b.SignedIn() || b.vault.Len() != 0 {
		t.Errorf("signed in %v, %d secrets", b.SignedIn(), b.vault.Len())
	}
}

func TestSignOutEndsASignInThatIsGoingOn(t *testing.T) {
	b := newBench(t, nil)
	b.ask = func(ctx context.Context, _ string, _ <-chan struct{}) error {
		<-ctx.Done()
		return context.Cause(ctx)
	}
	connected := make(chan error, 1)
	go func() {
		_, err := b.connect()
		connected <- err
	}()
	<-b.asked
	if err := b.SignOut(t.Context()); err != nil {
		t.Error(err)
	}
	if err := <-connected; err == nil || b.windows() != 1 {
		t.Errorf("%v, %d windows", err, b.windows())
	}
}

func TestSignOutOfNothingIsNoError(t *testing.T) {
	b := newBench(t, nil)
	if err := b.SignOut(t.Context()); err != nil {
		t.Error(err)
	}
}
