package signin_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/bridge/config"
	"parley/bridge/signin"
	"parley/bridge/signin/signintest"
)

// says answers token requests with these words, whatever they are.
func says(status int, kind, body string) http.HandlerFunc {
	return func(out http.ResponseWriter, _ *http.Request) {
		out.Header().Set("Content-Type", kind)
		out.WriteHeader(status)
		_, _ = out.Write([]byte(body))
	}
}

// A refresh token that is not taken any more is no reason to fail for ever: the person signs in again, whatever the authorization server
// calls it (RFC 6749, 5.2, and what servers make of it: metabase#80389, obot#7501, codex#39054).
func TestRenewalThatIsRefusedForGoodAsksThePerson(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"invalid_grant":          says(400, "application/json", `{"error":"invalid_grant"}`),
		"invalid_request":        says(400, "application/json", `{"error":"invalid_request","error_description":"refresh_token is invalid"}`),
		"invalid_client":         says(401, "application/json", `{"error":"invalid_client"}`),
		"unauthorized_client":    says(400, "application/json", `{"error":"unauthorized_client"}`),
		"unsupported_grant_type": says(400, "application/json", `{"error":"unsupported_grant_type"}`),
		"invalid_scope":          says(400, "application/json", `{"error":"invalid_scope"}`),
		"invalid_target":         says(400, "application/json", `{"error":"invalid_target"}`),
		"a word of its own":      says(400, "application/json", `{"error":"invalid_refresh_token"}`),
		"an error that is fine":  says(200, "application/json", `{"error":"bad_refresh_token"}`),
		"a page":                 says(403, "text/html", "<html>no</html>"),
		"nothing":                says(401, "", ""),
		"gone":                   says(404, "text/plain", "not found"),
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, func(h *signintest.Habits) { h.TTL = time.Minute })
			session := b.mustConnect()
			b.later(2 * time.Minute)
			first := true
			b.issuer.Put("/token", func(out http.ResponseWriter, req *http.Request) {
				if req.FormValue("grant_type") == "refresh_token" && first {
					first = false
					answer(out, req)
					return
				}
				b.issuer.Token(out, req)
			})
			b.issuer.EndAccess()
			b.mustCall(session, "whoami")
			if b.windows() != 2 || first {
				t.Errorf("%d windows, renewed: %v", b.windows(), !first)
			}
			if again := strings.HasPrefix(name, "invalid_client") || strings.HasPrefix(name, "unauthorized"); (b.issuer.Counts().Registrations == 2) != again {
				t.Errorf("%d registrations", b.issuer.Counts().Registrations)
			}
		})
	}
}

// What will pass is said, and costs nobody their sign-in.
func TestRenewalThatMayWorkLaterKeepsTheSignIn(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"busy":            says(429, "application/json", `{"error":"slow_down"}`),
		"a fault":         says(500, "text/html", "<html>oops</html>"),
		"down":            says(503, "application/json", `{"error":"temporarily_unavailable"}`),
		"down, politely":  says(400, "application/json", `{"error":"temporarily_unavailable"}`),
		"sent on":         func(out http.ResponseWriter, req *http.Request) { http.Redirect(out, req, "/login", http.StatusFound) },
		"a Wi-Fi's page":  says(200, "text/html", "<html>Pay here</html>"),
		"an empty answer": says(200, "application/json", `{}`),
		"half an answer":  says(200, "application/json", `{"access_token":"abc`),
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, func(h *signintest.Habits) { h.TTL = time.Minute })
			session := b.mustConnect()
			b.later(2 * time.Minute)
			b.issuer.Put("/token", answer)
			f := b.failure(b.call(session, "whoami"))
			if errors.Is(f, signin.ErrRefused) || b.windows() != 1 {
				t.Errorf("%v, %d windows", f, b.windows())
			}
			b.issuer.Put("/token", nil)
			b.mustCall(session, "whoami")
			if b.windows() != 1 || b.issuer.Counts().Renewals != 1 {
				t.Errorf("%d windows, %+v", b.windows(), b.issuer.Counts())
			}
		})
	}
}

// A token of which it is not known how long it lasts is used until the server refuses it (qwen-code#5355, todoist-mcp#400).
func TestTokenOfUnknownLifetimeIsUsedUntilItIsRefused(t *testing.T) {
	for _, lifetime := range []any{nil, 0, -1, "soon", []int{60}, false} {
		b := newBench(t, gives("expires_in", lifetime))
		session := b.mustConnect()
		b.later(1000 * time.Hour)
		b.mustCall(session, "whoami")
		if counts := b.issuer.Counts(); counts.Renewals != 0 || b.windows() != 1 {
			t.Errorf("%v: %d windows, %+v", lifetime, b.windows(), counts)
		}
		b.issuer.EndAccess()
		b.mustCall(session, "whoami")
		if counts := b.issuer.Counts(); counts.Renewals != 1 || b.windows() != 1 {
			t.Errorf("%v, then: %d windows, %+v", lifetime, b.windows(), counts)
		}
	}
}

func TestEndlessLifetimeDoesNotWrapAround(t *testing.T) {
	b := newBench(t, gives("expires_in", 1e18))
	session := b.mustConnect()
	b.later(1000 * time.Hour)
	b.mustCall(session, "whoami")
	if counts := b.issuer.Counts(); counts.Renewals != 0 || b.windows() != 1 {
		t.Errorf("%d windows, %+v", b.windows(), counts)
	}
}

// Two Parleys share a vault. A refresh token that rotates is used once: to use it twice would end every sign-in that came of it
// (claude-code#84440, oh-my-pi#5081).
func TestRefreshTokenThatAnotherParleyUsedIsNotUsedAgain(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.TTL = time.Minute })
	b.mustConnect()
	first := b.SignIn
	b.restart()
	second := b.SignIn
	second.Load()
	for range 3 {
		b.later(2 * time.Minute)
		for _, s := range []*signin.SignIn{first, second} {
			source, err := s.TokenSource(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if token, err := source.Token(); err != nil || token == nil {
				t.Fatalf("no token, %v", err)
			}
		}
		first, second = second, first
	}
	var used []string
	for _, form := range b.issuer.TokenForms() {
		if refresh := form.Get("refresh_token"); refresh != "" {
			if slices.Contains(used, refresh) {
				t.Error("a refresh token was used twice")
			}
			used = append(used, refresh)
		}
	}
	if len(used) != 3 || b.windows() != 1 {
		t.Errorf("%d renewals, %d windows", len(used), b.windows())
	}
}

// Who loses the race must not take away what the winner got.
func TestTokensOfAnotherParleyAreNotForgotten(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.TTL = time.Minute })
	b.mustConnect()
	loser := b.SignIn
	b.later(2 * time.Minute)
	b.issuer.Put("/token", func(out http.ResponseWriter, req *http.Request) {
		b.issuer.Put("/token", nil)
		b.restart() // the other one is faster, by less than the time on the wire
		b.mustConnect()
		b.later(2 * time.Minute) // and what it got has run out again
		says(400, "application/json", `{"error":"invalid_grant"}`)(out, req)
	})
	source, err := loser.TokenSource(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := source.Token(); err != nil {
		t.Fatal(err)
	}
	b.restart()
	b.mustConnect()
	if b.windows() != 1 {
		t.Errorf("%d windows", b.windows())
	}
}

// What the vault holds is older than what could not be put into it.
func TestVaultThatIsFullDoesNotBringBackAnOldToken(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.TTL = time.Minute })
	full := &fullVault{}
	b.SignIn = signin.New(signin.Options{Server: "Locked lab", URL: b.server.URL, Secrets: full, Ask: b.person, Now: b.clock, Limit: b.limit})
	session := b.mustConnect()
	full.isFull = true
	for range 3 {
		b.later(2 * time.Minute)
		b.mustCall(session, "whoami")
	}
	if b.windows() != 1 || b.issuer.Counts().Renewals != 3 {
		t.Errorf("%d windows, %+v", b.windows(), b.issuer.Counts())
	}
}

func TestTokenOfAKindThatParleyCannotUseIsNotUsed(t *testing.T) {
	for _, kind := range []string{"DPoP", "mac", "N_A"} {
		b := newBench(t, gives("token_type", kind))
		_, err := b.connect()
		mention(t, b.failure(err).What, "cannot use", kind)
		if len(b.server.Bearers()) != 0 || b.SignedIn() {
			t.Errorf("%s was used: %v", kind, b.server.Bearers())
		}
	}
}

// The right to renew is given only to who asks the person for it (OpenID Connect Core, 11), and only where it is known (claude-code#41610).
func TestRightToRenewIsAskedForWhereItIsKnown(t *testing.T) {
	for _, known := range []bool{true, false} {
		b := newBench(t, func(h *signintest.Habits) {
			if h.Scopes = []string{"base"}; known {
				h.Scopes = append(h.Scopes, "offline_access")
			}
		})
		b.mustConnect()
		asked := b.issuer.Asked()[0]
		if got := strings.Contains(asked.Get("scope"), "offline_access"); got != known || (asked.Get("prompt") == "consent") != known {
			t.Errorf("known %v: asked %v", known, asked)
		}
	}
}

// Specification, client registration: what was registered by hand goes before a document, a document before registering.
func TestClientIDsAreTriedInTheOrderOfTheSpecification(t *testing.T) {
	const document = "https://parley.example/client.json"
	for _, c := range []struct {
		known   config.SignIn
		offered bool
		want    string
	}{
		{config.SignIn{ClientID: "given", MetadataURL: document}, true, "given"},
		{config.SignIn{MetadataURL: document}, true, document},
		{config.SignIn{MetadataURL: document}, false, "app-"},
	} {
		b := newBench(t, func(h *signintest.Habits) {
			h.Clients = map[string]string{"given": "", document: ""}
			h.About = func(about map[string]any) { about["client_id_metadata_document_supported"] = c.offered }
		})
		b.known = c.known
		b.restart()
		b.mustCall(b.mustConnect(), "whoami")
		if got := b.issuer.Asked()[0].Get("client_id"); !strings.HasPrefix(got, c.want) {
			t.Errorf("%+v: asked as %s", c, got)
		}
		if n := len(b.issuer.TokenForms()); n != 1 {
			t.Errorf("%+v: %d token requests", c, n)
		}
	}
}

// A desktop app says that it is one, in the word of OpenID Connect (specification, application type and redirect URI constraints).
func TestRegistrationSaysWhatParleyIs(t *testing.T) {
	b := newBench(t, nil)
	b.mustConnect()
	app := b.issuer.Apps()[0]
	if app["application_type"] != "native" || app["token_endpoint_auth_method"] != "none" || app["client_name"] != "Parley" || app["scope"] != "base" {
		t.Errorf("%v", app)
	}
}

// More rights than the app was registered for make it known anew, once.
func TestMoreRightsThanRegisteredForAreRegisteredFor(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.WantsScope = true })
	session := b.mustConnect()
	b.mustCall(session, "deep")
	b.mustCall(session, "deep")
	if counts := b.issuer.Counts(); counts.Registrations != 2 || b.windows() != 2 {
		t.Errorf("%d windows, %+v", b.windows(), counts)
	}
	if b.issuer.Apps()[1]["scope"] != "base deep" {
		t.Errorf("%v", b.issuer.Apps())
	}
}
