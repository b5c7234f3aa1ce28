package signin_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/bridge/signin"
	"parley/bridge/signin/signintest"
	"parley/bridge/vault"
)

// brokenVault quotes what it was given, as no vault should.
type brokenVault struct{}

func (brokenVault) Get(string) (string, error) { return "", vault.ErrNotFound }
func (brokenVault) Set(key, secret string) error {
	return errors.New("cannot keep " + secret)
}
func (brokenVault) Delete(string) error { return nil }

func TestRefusalIsRememberedUntilTheServerIsStartedAgain(t *testing.T) {
	b := newBench(t, nil)
	b.act = func(context.Context, string) error { return errNo }
	_, err := b.connect() // go-sdk asks twice: to discover, then to initialize
	f := b.failure(err)
	if !errors.Is(err, signin.ErrRefused) || !errors.Is(err, errNo) {
		t.Errorf("%v", err)
	}
	mention(t, f.What, "You did not sign in to Locked lab")
	if b.windows() != 1 {
		t.Errorf("%d windows", b.windows())
	}
	b.later(30 * time.Minute)
	if _, err := b.connect(); !errors.Is(err, signin.ErrRefused) || b.windows() != 1 {
		t.Errorf("later: %v, %d windows", err, b.windows())
	}
	b.Retry()
	b.act = nil
	b.mustConnect()
	if b.windows() != 2 {
		t.Errorf("%d windows", b.windows())
	}
}

func TestRefusalCountsForEveryCallThatWaits(t *testing.T) {
	b := newBench(t, nil)
	session := b.mustConnect()
	b.issuer.EndAll()
	b.later(time.Hour / 2)
	proceed := make(chan struct{})
	b.act = func(context.Context, string) error {
		<-proceed
		return errNo
	}
	var calls sync.WaitGroup
	for range 3 {
		calls.Go(func() {
			if err := b.call(session, "whoami"); !errors.Is(err, signin.ErrRefused) {
				t.Errorf("%v", err)
			}
		})
	}
	b.eventually("all three wait", func() bool { return b.Waiting() == 3 })
	close(proceed)
	calls.Wait()
	if b.windows() != 2 {
		t.Errorf("%d windows", b.windows())
	}
}

func TestDeniedAtTheServerIsRemembered(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.Denies = true })
	_, err := b.connect()
	f := b.failure(err)
	if !errors.Is(err, signin.ErrDenied) || b.windows() != 1 {
		t.Errorf("%v, %d windows", err, b.windows())
	}
	mention(t, f.What, "denied")
	mention(t, f.Detail, "access_denied", "The person said")
	mention(t, b.page(), "You were not signed in")
	if strings.Contains(b.page(), "<b>") || strings.Contains(b.page(), "access_denied") {
		t.Errorf("the page repeats what it was called with: %s", b.page())
	}
}

// The server gives a token and then does not take it. Asking again and again would help nobody.
func TestSignInThatTheServerDoesNotAcceptIsNotRepeated(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.NoRefresh = true })
	b.server.TurnDeaf()
	_, err := b.connect()
	if err == nil {
		t.Fatal("connected")
	}
	_, err = b.connect()
	f := b.failure(err)
	mention(t, f.What, "does not accept the sign-in")
	if b.windows() != 1 {
		t.Errorf("%d windows", b.windows())
	}
}

func TestWindowClosesWhenNobodyWaitsAnyMore(t *testing.T) {
	b := newBench(t, nil)
	closed := make(chan struct{})
	b.ask = func(ctx context.Context, _ string, _ <-chan struct{}) error {
		<-ctx.Done()
		close(closed)
		return context.Cause(ctx)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-b.asked
		cancel()
	}()
	if _, err := b.connectWith(ctx); err == nil {
		t.Error("connected")
	}
	<-closed
	b.ask = nil
	b.mustConnect() // that was no refusal
}

func TestOneCallThatStopsDoesNotEndTheSignInOfAnother(t *testing.T) {
	b := newBench(t, nil)
	session := b.mustConnect()
	b.issuer.EndAll()
	b.later(time.Hour / 2)
	<-b.asked
	proceed := make(chan struct{})
	b.act = func(ctx context.Context, link string) error {
		select {
		case <-proceed:
			return b.visit(ctx, link)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	bearers := b.server.Bearers()
	refused := func() *exchange {
		r := refuse(b.server.URL)
		r.req.Header.Set("Authorization", "Bearer "+bearers[len(bearers)-1])
		return r
	}
	ctx, cancel := context.WithCancel(t.Context())
	first := make(chan error, 1)
	r := refused()
	go func() { first <- b.Authorize(ctx, r.req, r.resp) }()
	<-b.asked
	second := make(chan error, 1)
	again := refused()
	go func() {
		second <- b.Authorize(t.Context(), again.req, again.resp)
	}()
	b.eventually("both wait", func() bool { return b.Waiting() == 2 })
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("the first: %v", err)
	}
	close(proceed)
	if err := <-second; err != nil {
		t.Errorf("the second: %v", err)
	}
	b.mustCall(session, "whoami")
	if b.windows() != 2 {
		t.Errorf("%d windows", b.windows())
	}
}

func TestDoneWithoutComingBackIsNotSignedIn(t *testing.T) {
	b := newBench(t, nil)
	b.limit = 50 * time.Millisecond
	b.restart()
	b.ask = func(context.Context, string, <-chan struct{}) error { return nil }
	_, err := b.connect()
	mention(t, b.failure(err).What, "did not come back")
}

func TestTroubleIsTriedAgainAfterAMoment(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.HTML = true })
	_, err := b.connect()
	b.failure(err)
	b.issuer.Change(func(h *signintest.Habits) { h.HTML = false })
	if _, err := b.connect(); err == nil {
		t.Error("tried again at once")
	}
	b.later(10 * time.Second)
	b.mustConnect()
}

// Signing in does not help against a plain 403 (specification, error handling).
func TestForbiddenWithoutAReasonOpensNoWindow(t *testing.T) {
	b := newBench(t, nil)
	r := refuse(b.server.URL)
	r.resp.StatusCode = 403
	r.resp.Header.Del("WWW-Authenticate")
	if err := b.Authorize(t.Context(), r.req, r.resp); err != nil || b.windows() != 0 {
		t.Errorf("%v, %d windows", err, b.windows())
	}
}

// A message that nobody waits for renews the tokens and disturbs nobody.
func TestRefreshAsksNobody(t *testing.T) {
	b := newBench(t, nil)
	b.mustConnect()
	<-b.asked
	bearers := b.server.Bearers()
	r := refuse(b.server.URL)
	r.req.Header.Set("Authorization", "Bearer "+bearers[len(bearers)-1])
	if err := b.Refresh(t.Context(), r.req, r.resp); err != nil || b.issuer.Counts().Renewals != 1 {
		t.Errorf("%v, %+v", err, b.issuer.Counts())
	}
	b.issuer.EndAll()
	b.restart()
	r = refuse(b.server.URL)
	b.later(2 * time.Hour)
	if err := b.Refresh(t.Context(), r.req, r.resp); err == nil {
		t.Error("renewed what cannot be renewed")
	}
	if b.windows() != 1 {
		t.Errorf("%d windows", b.windows())
	}
	b.mustConnect() // that was no refusal
}

// A sign-in that is going on may not bring what another call needs.
func TestCallThatWantsMoreThanTheSignInItWaitedForAsksAgain(t *testing.T) {
	b := newBench(t, nil)
	b.mustConnect()
	<-b.asked
	bearers := b.server.Bearers()
	forbidden := func(scope string) *exchange {
		r := refuse(b.server.URL)
		r.req.Header.Set("Authorization", "Bearer "+bearers[len(bearers)-1])
		r.resp.StatusCode = 403
		r.resp.Header.Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="`+scope+`"`)
		return r
	}
	proceed := make(chan struct{})
	b.act = func(ctx context.Context, link string) error {
		<-proceed
		return b.visit(ctx, link)
	}
	errs := make(chan error, 2)
	go func() {
		r := forbidden("one")
		errs <- b.Authorize(t.Context(), r.req, r.resp)
	}()
	<-b.asked
	go func() {
		r := forbidden("two")
		errs <- b.Authorize(t.Context(), r.req, r.resp)
	}()
	b.eventually("both wait", func() bool { return b.Waiting() == 2 })
	close(proceed)
	for range 2 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	asked := b.issuer.Asked()
	last := strings.Fields(asked[len(asked)-1].Get("scope"))
	if len(asked) != 3 || !slices.Contains(last, "one") || !slices.Contains(last, "two") {
		t.Errorf("asked %d times, at last for %v", len(asked), last)
	}
}

// slowVault is a keyring whose person is looking for its password.
type slowVault struct {
	vault.Memory
	unlocked chan struct{}
}

func (v *slowVault) Get(key string) (string, error) {
	<-v.unlocked
	return v.Memory.Get(key)
}

func TestLockedKeyringHoldsUpNobodyWhoGivesUp(t *testing.T) {
	b := newBench(t, nil)
	slow := &slowVault{unlocked: make(chan struct{})}
	b.SignIn = signin.New(signin.Options{Server: "Locked lab", URL: b.server.URL, Secrets: slow, Ask: b.person, Limit: b.limit})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	source, err := b.TokenSource(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := source.Token(); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	r := refuse(b.server.URL)
	if err := b.Authorize(ctx, r.req, r.resp); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	mention(t, b.failure(b.SignOut(ctx)).What, "not signed out")
	if b.SignedIn() {
		t.Error("signed in")
	}
	close(slow.unlocked)
	b.mustConnect()
}

// fullVault keeps nothing more from some time on.
type fullVault struct {
	vault.Memory
	isFull bool
}

func (v *fullVault) Set(key, secret string) error {
	if v.isFull {
		return errors.New("the disk is full")
	}
	return v.Memory.Set(key, secret)
}
