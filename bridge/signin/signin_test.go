package signin_test

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/bridge/config"
	"parley/bridge/signin"
	"parley/bridge/signin/signintest"
)

func TestFirstSignInOpensOneWindow(t *testing.T) {
	b := newBench(t, nil)
	if b.SignedIn() {
		t.Error("signed in before")
	}
	session := b.mustConnect()
	b.mustCall(session, "whoami")
	if b.windows() != 1 || !b.SignedIn() {
		t.Errorf("%d windows, signed in %v", b.windows(), b.SignedIn())
	}
	counts := b.issuer.Counts()
	if counts.Registrations != 1 || counts.Exchanges != 1 || counts.Renewals != 0 {
		t.Errorf("%+v", counts)
	}
	mention(t, b.page(), "You can close this window")
}

// Specification, basic/authorization: resource in both requests, PKCE with S256, state.
func TestEveryRequestNamesTheServerItIsFor(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.TTL = time.Minute })
	session := b.mustConnect()
	b.later(2 * time.Minute)
	b.mustCall(session, "whoami")
	asked := b.issuer.Asked()[0]
	if asked.Get("resource") != b.server.URL || asked.Get("code_challenge_method") != "S256" || len(asked.Get("state")) < 20 || asked.Get("response_type") != "code" {
		t.Errorf("asked %v", asked)
	}
	if back := asked.Get("redirect_uri"); !strings.HasPrefix(back, "http://127.0.0.1:") || !strings.HasSuffix(back, "/callback") {
		t.Errorf("comes back to %s", back)
	}
	forms := b.issuer.TokenForms()
	if len(forms) != 2 {
		t.Fatalf("%d token requests", len(forms))
	}
	for _, form := range forms {
		if form.Get("resource") != b.server.URL {
			t.Errorf("%s without the resource", form.Get("grant_type"))
		}
	}
}

func TestRestartNeedsNoBrowser(t *testing.T) {
	b := newBench(t, nil)
	b.mustConnect()
	b.restart()
	if b.SignedIn() {
		t.Error("the vault was read before it was needed")
	}
	b.Load()
	if !b.SignedIn() {
		t.Error("not signed in after loading")
	}
	b.mustCall(b.mustConnect(), "whoami")
	if b.windows() != 1 {
		t.Errorf("%d windows", b.windows())
	}
	if counts := b.issuer.Counts(); counts.Registrations != 1 || counts.Renewals != 0 {
		t.Errorf("%+v", counts)
	}
}

func TestRestartAfterTheTokenRanOutRenewsIt(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.TTL = time.Minute })
	b.mustConnect()
	b.restart()
	b.later(time.Hour)
	b.mustConnect()
	if counts := b.issuer.Counts(); b.windows() != 1 || counts.Renewals != 1 {
		t.Errorf("%d windows, %+v", b.windows(), counts)
	}
}

func TestRotatedRefreshTokenIsTheOneThatIsKept(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.TTL = time.Minute })
	session := b.mustConnect()
	for range 3 {
		b.later(2 * time.Minute)
		b.mustCall(session, "whoami")
	}
	b.restart()
	b.later(2 * time.Minute)
	b.mustConnect()
	if counts := b.issuer.Counts(); b.windows() != 1 || counts.Renewals != 4 {
		t.Errorf("%d windows, %+v", b.windows(), counts)
	}
	used := map[string]bool{}
	for _, form := range b.issuer.TokenForms() {
		if refresh := form.Get("refresh_token"); refresh != "" {
			if used[refresh] {
				t.Error("a refresh token was used twice")
			}
			used[refresh] = true
		}
	}
}

func TestRefreshTokenThatDoesNotRotateIsKept(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.TTL, h.KeepsTokens = time.Minute, true })
	session := b.mustConnect()
	for range 2 {
		b.later(2 * time.Minute)
		b.mustCall(session, "whoami")
	}
	if b.windows() != 1 {
		t.Errorf("%d windows", b.windows())
	}
}

// A server may end an access token before its time. What is there to renew it with is tried before the person is asked.
func TestRevokedAccessTokenIsRenewedWithoutThePerson(t *testing.T) {
	b := newBench(t, nil)
	session := b.mustConnect()
	b.issuer.EndAccess()
	b.mustCall(session, "whoami")
	if counts := b.issuer.Counts(); b.windows() != 1 || counts.Renewals != 1 {
		t.Errorf("%d windows, %+v", b.windows(), counts)
	}
}

func TestRevokedSignInAsksThePersonAgain(t *testing.T) {
	b := newBench(t, nil)
	session := b.mustConnect()
	b.issuer.EndAll()
	b.later(time.Hour / 2)
	b.mustCall(session, "whoami")
	if b.windows() != 2 {
		t.Errorf("%d windows", b.windows())
	}
	if counts := b.issuer.Counts(); counts.Registrations != 1 {
		t.Errorf("%d registrations: the app was known already", counts.Registrations)
	}
}

func TestExpiredWithoutRefreshTokenAsksAgain(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.TTL, h.NoRefresh = time.Minute, true })
	session := b.mustConnect()
	b.later(2 * time.Minute)
	if b.SignedIn() {
		t.Error("signed in with nothing")
	}
	b.mustCall(session, "whoami")
	if b.windows() != 2 {
		t.Errorf("%d windows", b.windows())
	}
}

func TestThreeCallsAtOnceOpenOneWindow(t *testing.T) {
	b := newBench(t, nil)
	session := b.mustConnect()
	b.issuer.EndAll()
	b.later(time.Hour / 2)
	proceed := make(chan struct{})
	b.act = func(ctx context.Context, link string) error {
		<-proceed
		return b.visit(ctx, link)
	}
	var calls sync.WaitGroup
	for range 3 {
		calls.Go(func() {
			if err := b.call(session, "whoami"); err != nil {
				t.Error(err)
			}
		})
	}
	b.eventually("all three wait", func() bool { return b.Waiting() == 3 })
	close(proceed)
	calls.Wait()
	if b.windows() != 2 {
		t.Errorf("%d windows, the first sign-in and one more", b.windows())
	}
}

func TestRenewalOfManyCallsHappensOnce(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.TTL = time.Minute })
	session := b.mustConnect()
	b.later(2 * time.Minute)
	var calls sync.WaitGroup
	for range 8 {
		calls.Go(func() {
			if err := b.call(session, "whoami"); err != nil {
				t.Error(err)
			}
		})
	}
	calls.Wait()
	if counts := b.issuer.Counts(); counts.Renewals != 1 || b.windows() != 1 {
		t.Errorf("%d windows, %+v", b.windows(), counts)
	}
}

// Two connections, or a message of the bridge's own beside the SDK's, may need the token at the same moment.
func TestRenewalForManyAtOnceHappensOnce(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.TTL = time.Minute })
	b.mustConnect()
	b.later(2 * time.Minute)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			source, err := b.TokenSource(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			if token, err := source.Token(); err != nil || token == nil {
				t.Errorf("%v %v", token != nil, err)
			}
		})
	}
	all.Wait()
	if counts := b.issuer.Counts(); counts.Renewals != 1 {
		t.Errorf("%+v", counts)
	}
}

func TestMoreRightsAreAskedForWithoutLosingAny(t *testing.T) {
	b := newBench(t, nil)
	session := b.mustConnect()
	b.mustCall(session, "deep")
	if b.windows() != 2 {
		t.Errorf("%d windows", b.windows())
	}
	asked := b.issuer.Asked()
	scopes := strings.Fields(asked[1].Get("scope"))
	slices.Sort(scopes)
	if asked[0].Get("scope") != "base" || !slices.Equal(scopes, []string{"base", "deep"}) {
		t.Errorf("asked for %q, then for %q", asked[0].Get("scope"), scopes)
	}
	b.restart()
	b.issuer.EndAll()
	b.later(time.Hour / 2)
	b.mustCall(b.mustConnect(), "deep")
	if last := b.issuer.Asked(); len(last) != 3 || !slices.Contains(strings.Fields(last[2].Get("scope")), "deep") {
		t.Errorf("after a restart, asked for %v", last)
	}
}

func TestGivenClientIDIsUsedInsteadOfRegistering(t *testing.T) {
	for _, secret := range []string{"", "the-secret-of-the-app"} {
		b := newBench(t, func(h *signintest.Habits) {
			h.NoRegistration, h.Clients = true, map[string]string{"given": secret}
		})
		b.known = config.SignIn{ClientID: "given", ClientSecret: secret}
		b.restart()
		b.mustCall(b.mustConnect(), "whoami")
		if asked := b.issuer.Asked()[0]; asked.Get("client_id") != "given" {
			t.Errorf("asked as %s", asked.Get("client_id"))
		}
		b.known.ClientID = "another"
		b.restart()
		b.Load()
		if b.SignedIn() {
			t.Error("the sign-in of another client id is still used")
		}
	}
}

func TestGivenScopesReplaceTheOffered(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.Scopes = []string{"base", "offline_access"} })
	b.known = config.SignIn{Scopes: []string{"mine"}}
	b.restart()
	b.mustConnect()
	scopes := strings.Fields(b.issuer.Asked()[0].Get("scope"))
	slices.Sort(scopes)
	if !slices.Equal(scopes, []string{"mine", "offline_access"}) {
		t.Errorf("asked for %q", scopes)
	}
}

func TestGivenPortIsWhereTheBrowserComesBack(t *testing.T) {
	b := newBench(t, nil)
	b.known = config.SignIn{Port: freePort(t)}
	b.restart()
	b.mustConnect()
	if back := b.issuer.Asked()[0].Get("redirect_uri"); back != signin.RedirectURL(b.known.Port) {
		t.Errorf("came back to %s", back)
	}
}

// Many authorization servers compare the address that the browser comes back to letter by letter, port included.
func TestRegistrationIsUsedAgainAtTheSamePort(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.Secretive = true })
	b.mustConnect()
	b.issuer.EndAll()
	b.restart()
	b.later(time.Hour / 2)
	b.mustCall(b.mustConnect(), "whoami")
	asked := b.issuer.Asked()
	if len(asked) != 2 || asked[0].Get("redirect_uri") != asked[1].Get("redirect_uri") || asked[0].Get("client_id") != asked[1].Get("client_id") {
		t.Errorf("asked %v", asked)
	}
	if counts := b.issuer.Counts(); counts.Registrations != 1 {
		t.Errorf("%d registrations", counts.Registrations)
	}
}

func TestRegistrationThatIsForgottenThereIsMadeAgain(t *testing.T) {
	for _, refreshes := range []bool{true, false} {
		registersAgain(t, refreshes)
	}
}

func registersAgain(t *testing.T, refreshes bool) {
	t.Helper()
	b := newBench(t, func(h *signintest.Habits) { h.NoRefresh = !refreshes })
	b.mustConnect()
	b.issuer.EndAll()
	b.issuer.Change(func(h *signintest.Habits) { h.ForgetsClients = true })
	b.restart()
	b.later(time.Hour / 2)
	b.act = func(ctx context.Context, link string) error { // the page complains and leads nowhere
		_ = b.visit(ctx, link)
		return errNo
	}
	_, err := b.connect()
	b.failure(err)
	b.issuer.Change(func(h *signintest.Habits) { h.ForgetsClients = false })
	b.act = nil
	b.Retry()
	b.mustConnect()
	if counts := b.issuer.Counts(); counts.Registrations != 2 {
		t.Errorf("%d registrations", counts.Registrations)
	}
}

func TestRegistrationWhoseSecretEndsIsMadeAgain(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) {
		h.Secretive, h.NoRefresh, h.SecretEnds = true, true, time.Now().Add(2*time.Hour)
	})
	b.mustConnect()
	b.later(90 * time.Minute)
	b.mustConnect()
	if counts := b.issuer.Counts(); counts.Registrations != 1 || b.windows() != 2 {
		t.Fatalf("%d windows, %+v", b.windows(), counts)
	}
	b.later(90 * time.Minute)
	b.mustConnect()
	if counts := b.issuer.Counts(); counts.Registrations != 2 || b.windows() != 3 {
		t.Errorf("%d windows, %+v", b.windows(), counts)
	}
}

// Two Parleys with the same vault: a refresh token that rotates works once, and what the one got is there for the other.
func TestRefreshTokenThatAnotherParleyUsedIsNoReasonToAsk(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.TTL = time.Minute })
	b.mustConnect()
	first := b.SignIn
	b.restart()
	b.Load()
	b.later(2 * time.Minute)
	var tokens []string
	for _, s := range []*signin.SignIn{first, b.SignIn} {
		source, err := s.TokenSource(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		token, err := source.Token()
		if err != nil || token == nil {
			t.Fatalf("no token, %v", err)
		}
		tokens = append(tokens, token.AccessToken)
	}
	if tokens[0] != tokens[1] || b.windows() != 1 {
		t.Errorf("the same token: %v, %d windows", tokens[0] == tokens[1], b.windows())
	}
}

// The tokens of one issuer never go to another one that the server names later.
func TestServerThatMovesToAnotherIssuer(t *testing.T) {
	b := newBench(t, nil)
	session := b.mustConnect()
	other := signintest.NewIssuer()
	t.Cleanup(other.Close)
	b.server.Move(other, "")
	b.mustCall(session, "whoami")
	if b.windows() != 2 || b.issuer.Counts().Renewals != 0 {
		t.Errorf("%d windows, %+v", b.windows(), b.issuer.Counts())
	}
	old := b.issuer.Secrets()
	for _, form := range other.TokenForms() {
		for _, values := range form {
			if slices.ContainsFunc(values, func(v string) bool { return slices.Contains(old, v) }) {
				t.Error("the new issuer got a secret of the old one")
			}
		}
	}
	if n := b.vault.Len(); n != 4 { // the new issuer's name, its tokens, and how the app is known at both
		t.Errorf("%d secrets: the old tokens are still kept", n)
	}
	b.restart()
	b.mustConnect()
	if b.windows() != 2 {
		t.Errorf("%d windows after a restart", b.windows())
	}
}

func TestTwoServersOfOneIssuerDoNotShareTokens(t *testing.T) {
	b := newBench(t, nil)
	b.mustConnect()
	second := signintest.NewServer(b.issuer)
	t.Cleanup(second.Close)
	first := b.server
	b.server = second
	b.restart()
	b.mustConnect()
	for _, bearer := range second.Bearers() {
		if slices.Contains(first.Bearers(), bearer) {
			t.Error("a token went to the wrong server")
		}
	}
	if b.windows() != 2 {
		t.Errorf("%d windows", b.windows())
	}
}

func TestVaultThatDoesNotWorkIsTold(t *testing.T) {
	b := newBench(t, nil)
	b.SignIn = signin.New(signin.Options{Server: "Locked lab", URL: b.server.URL, Secrets: brokenVault{}, Ask: b.person, Limit: b.limit})
	b.mustCall(b.mustConnect(), "whoami")
	mention(t, b.Note(), "only until Parley ends")
	for _, secret := range b.issuer.Secrets() {
		if strings.Contains(b.Note(), secret) {
			t.Error("the note tells a secret")
		}
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	issuer := signintest.NewIssuer()
	defer issuer.Close()
	u, err := url.Parse(issuer.URL)
	if err != nil {
		t.Fatal(err)
	}
	port := 0
	for _, digit := range u.Port() {
		port = port*10 + int(digit-'0')
	}
	return port
}
