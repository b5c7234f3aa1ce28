package signin_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"parley/bridge/config"
	"parley/bridge/signin"
	"parley/bridge/signin/signintest"
	"parley/bridge/wiretest"
)

type exchange struct {
	req  *http.Request
	resp *http.Response
}

// refuse makes a request without a token and the answer to it.
func refuse(address string) *exchange {
	req, err := http.NewRequest(http.MethodPost, address, nil)
	if err != nil {
		panic(err)
	}
	return &exchange{req, &http.Response{StatusCode: 401, Header: http.Header{"Www-Authenticate": {"Bearer"}}, Body: io.NopCloser(strings.NewReader("no"))}}
}

// Each of these servers wants something that Parley must not do. No code and no token may leave.
func TestDangerousServersGetNothing(t *testing.T) {
	for name, c := range map[string]struct {
		habits  func(*signintest.Habits)
		known   config.SignIn
		words   []string
		windows int
	}{
		"calls itself by another name": {
			habits: func(h *signintest.Habits) { h.Name = "https://accounts.example.com" },
			words:  []string{"accounts.example.com", "belongs to"},
		},
		"sends the browser back with another state": {
			habits:  func(h *signintest.Habits) { h.WrongState = true },
			words:   []string{"did not sign in"},
			windows: 1,
		},
		"sends the browser back in another's name (RFC 9207)": {
			habits:  func(h *signintest.Habits) { h.SaysIss, h.Iss = true, "https://evil.example.org" },
			words:   []string{"evil.example.org", "Nothing was given away"},
			windows: 1,
		},
		"denies in another's name": {
			habits:  func(h *signintest.Habits) { h.SaysIss, h.Iss, h.Denies = true, "https://evil.example.org", true },
			words:   []string{"evil.example.org", "Nothing was given away"},
			windows: 1,
		},
		"promises its name and does not give it": {
			habits:  func(h *signintest.Habits) { h.SaysIss, h.Iss = true, "-" },
			words:   []string{"nobody in particular"},
			windows: 1,
		},
		"gives tokens at an address without encryption": {
			habits: func(h *signintest.Habits) { h.TokenElsewhere = "http://tokens.example.org/token" },
			words:  []string{"tokens.example.org", "without encryption"},
		},
		"gives tokens at something that is no address": {
			habits: func(h *signintest.Habits) { h.TokenElsewhere = "javascript:alert(1)" },
			words:  []string{"Signing in to Locked lab"},
		},
		"is not safe for desktop apps": {
			habits: func(h *signintest.Habits) { h.NoPKCE = true },
			words:  []string{"PKCE"},
		},
		"lets nobody register": {
			habits: func(h *signintest.Habits) { h.NoRegistration = true },
			words:  []string{"cannot make themselves known"},
		},
		"refuses the registration": {
			habits: func(h *signintest.Habits) { h.RefusesNew = true },
			words:  []string{"does not let new apps in", "403"},
		},
		"answers with a web page": {
			habits: func(h *signintest.Habits) { h.HTML = true },
			words:  []string{"web page"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, c.habits)
			b.known = c.known
			b.act = func(ctx context.Context, link string) error {
				status, _, err := signintest.Visit(ctx, link)
				if err != nil || status >= 400 {
					return errNo // the person sees that it leads nowhere, and closes it
				}
				return nil
			}
			b.restart()
			_, err := b.connect()
			f := b.failure(err)
			mention(t, f.What, c.words...)
			if b.windows() != c.windows {
				t.Errorf("%d windows, want %d", b.windows(), c.windows)
			}
			if forms := b.issuer.TokenForms(); len(forms) != 0 {
				t.Errorf("token requests: %v", forms)
			}
			if b.SignedIn() || b.vault.Len() > 1 { // a registration may stay
				t.Errorf("signed in %v, %d secrets", b.SignedIn(), b.vault.Len())
			}
		})
	}
}

// A token for another address would be good for that one, not for this.
func TestServerThatSpeaksForAnotherAddressGetsNoSignIn(t *testing.T) {
	b := newBench(t, nil)
	b.server.CallItself("https://bank.example.com/mcp")
	_, err := b.connect()
	f := b.failure(err)
	mention(t, f.What, "https://bank.example.com/mcp", "another address")
	if b.windows() != 0 {
		t.Errorf("%d windows", b.windows())
	}
}

// What is posted to the token endpoint is secret, and for nobody that it sends on to.
func TestTokenRequestIsNotSentOn(t *testing.T) {
	other := signintest.NewIssuer()
	t.Cleanup(other.Close)
	b := newBench(t, func(h *signintest.Habits) { h.SendsOn = other.URL + "/token" })
	_, err := b.connect()
	mention(t, b.failure(err).What, "did not complete the sign-in", "307")
	if forms := other.TokenForms(); len(forms) > 0 {
		t.Errorf("it got %v", forms)
	}
}

func TestAnswerWithoutEndIsGivenUp(t *testing.T) {
	b := newBench(t, nil)
	in := signin.New(signin.Options{
		Server: "Far lab", URL: "https://far.example.org/mcp", Ask: b.person,
		Base: answers(func(req *http.Request) *http.Response {
			resp := jsonResponse(req, "")
			if strings.Contains(req.URL.Path, "oauth-protected-resource") {
				resp.StatusCode = http.StatusNotFound
				return resp
			}
			resp.Body = io.NopCloser(endless{})
			return resp
		}),
	})
	r := refuse("https://far.example.org/mcp")
	mention(t, b.failure(in.Authorize(t.Context(), r.req, r.resp)).What, "without end")
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// Nothing that is said of a sign-in is read to a depth that takes a stack.
func TestDeepAnswersOfASignInAreGivenUp(t *testing.T) {
	wiretest.Alone(t, func(t *testing.T) {
		for shape, deep := range map[string]string{"lists": strings.Repeat("[", 500_000), "objects": strings.Repeat(`{"a":`, 200_000), "inside": `{"issuer":` + strings.Repeat("[", 500_000)} {
			say := func(out http.ResponseWriter, _ *http.Request) {
				out.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(out, deep)
			}
			for place, set := range map[string]func(*bench){
				"resource metadata": func(b *bench) { b.server.Put("/.well-known/oauth-protected-resource/mcp", say) },
				"issuer metadata":   func(b *bench) { b.issuer.Put("/.well-known/oauth-authorization-server", say) },
				"registration":      func(b *bench) { b.issuer.Put("/register", say) },
				"token":             func(b *bench) { b.issuer.Put("/token", say) },
				"all metadata": func(b *bench) {
					b.server.Put("/.well-known/oauth-protected-resource/mcp", say)
					b.server.Put("/.well-known/oauth-protected-resource", say)
					for _, path := range []string{"/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"} {
						b.server.Put(path, say)
						b.issuer.Put(path, say)
					}
				},
			} {
				b := newBench(t, nil)
				set(b)
				_, err := b.connect()
				var f *signin.Failure
				if place != "resource metadata" && (!errors.As(err, &f) || !strings.Contains(f.What, "cannot read")) {
					t.Errorf("%s, %s: %v", place, shape, err)
				}
			}
		}
	})
}

func TestEveryStepThatHangsIsGivenUp(t *testing.T) {
	for _, path := range []string{"metadata", "/register", "/token"} {
		b := newBench(t, func(h *signintest.Habits) { h.Hangs = path })
		b.limit = 100 * time.Millisecond
		b.restart()
		_, err := b.connect()
		mention(t, b.failure(err).What, "did not answer within 100ms", strings.TrimPrefix(b.issuer.URL, "http://"))
	}
}

func TestRenewalThatHangsIsGivenUp(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.TTL = time.Minute })
	b.limit = time.Second
	b.restart()
	session := b.mustConnect()
	b.issuer.Change(func(h *signintest.Habits) { h.Hangs = "/token" })
	b.later(2 * time.Minute)
	mention(t, b.failure(b.call(session, "whoami")).What, "did not answer within 1s")
	b.issuer.Change(func(h *signintest.Habits) { h.Hangs = "" })
	b.mustCall(session, "whoami") // the sign-in is still good
	if b.windows() != 1 {
		t.Errorf("%d windows", b.windows())
	}
}

func TestRevocationThatHangsIsGivenUp(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.Hangs = "/revoke" })
	b.limit = time.Second
	b.restart()
	b.mustConnect()
	mention(t, b.failure(b.SignOut(t.Context())).What, "could not be told")
	if b.SignedIn() || b.vault.Len() != 0 {
		t.Error("it was not forgotten here")
	}
}

func TestSignInLinkWithoutEncryptionIsNotShown(t *testing.T) {
	b := newBench(t, nil)
	b.server.Move(b.issuer, "http://login.example.org")
	_, err := b.connect()
	b.failure(err)
	if b.windows() != 0 {
		t.Error("the link was shown")
	}
}

// A server elsewhere must not have Parley talk to programs on this computer.
func TestServerElsewhereCannotReachThisComputer(t *testing.T) {
	b := newBench(t, nil)
	in := signin.New(signin.Options{
		Server: "Far lab", URL: "https://far.example.org/mcp", Secrets: b.vault, Ask: b.person, Limit: b.limit,
		Base: answers(func(req *http.Request) *http.Response {
			if req.URL.Host != "far.example.org" {
				t.Errorf("a request to %s", req.URL)
			}
			return jsonResponse(req, `{"resource":"https://far.example.org/mcp","authorization_servers":["`+b.issuer.URL+`"]}`)
		}),
	})
	r := refuse("https://far.example.org/mcp")
	err := in.Authorize(t.Context(), r.req, r.resp)
	mention(t, b.failure(err).What, "on this computer", "no business")
	if b.windows() != 0 || b.issuer.Counts().Registrations != 0 {
		t.Error("it was talked to")
	}
}

func TestTokensNeverGoToAServerWithoutEncryption(t *testing.T) {
	b := newBench(t, nil)
	b.mustConnect()
	in := signin.New(signin.Options{Server: "Plain lab", URL: "http://plain.example.org/mcp", Secrets: b.vault, Ask: b.person})
	source, err := in.TokenSource(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if token, err := source.Token(); token != nil || err != nil {
		t.Errorf("%v %v", token, err)
	}
	r := refuse("http://plain.example.org/mcp")
	mention(t, b.failure(in.Authorize(t.Context(), r.req, r.resp)).What, "without encryption")
}

// Authorization servers repeat what they got when they complain. None of it may be shown or logged.
func TestErrorsHoldNoSecrets(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.Echoes, h.Secretive = true, true })
	_, err := b.connect()
	b.failure(err)
	if forms := b.issuer.TokenForms(); len(forms) == 0 || forms[0].Get("code") == "" {
		t.Fatal("no code was sent: the test proves nothing")
	}
}

func TestErrorsOfRenewalsHoldNoSecrets(t *testing.T) {
	b := newBench(t, func(h *signintest.Habits) { h.TTL = time.Minute })
	session := b.mustConnect()
	b.issuer.Change(func(h *signintest.Habits) { h.Echoes, h.EchoStatus = true, http.StatusServiceUnavailable })
	b.later(2 * time.Minute)
	err := b.call(session, "whoami")
	f := b.failure(err)
	mention(t, f.What, "is not able to at the moment")
	if last := b.issuer.TokenForms(); last[len(last)-1].Get("refresh_token") == "" {
		t.Fatal("no refresh token was sent: the test proves nothing")
	}
}

// What a server calls itself stands in sentences for the person. It must not steer the screen, nor fill it.
func TestNamesInSentencesAreHarmless(t *testing.T) {
	for _, name := range []string{strings.Repeat("x", 100000), "https://\u202egro.elpmaxe\u2066/", "a\x1b[31mb\u200bc", "a\u2028b\u3164c\u2800d", "https://" + strings.Repeat("y", 5000) + ".example"} {
		b := newBench(t, func(h *signintest.Habits) { h.Name = name })
		_, err := b.connect()
		f := b.failure(err)
		if len(f.What) > 600 || len(f.Detail) > 3000 || strings.ContainsAny(f.What+f.Detail, "\u202e\u2066\u200b\x1b\u2028\u3164\u2800") {
			t.Errorf("%d %d %.200q", len(f.What), len(f.Detail), f.What)
		}
	}
}

// A token under another name, or deeper down, is a secret as well (agenticos#1626, onyx#14909).
func TestTokensInUnreadableAnswersAreNotTold(t *testing.T) {
	for _, answer := range []string{
		`{"accessToken":"canary-1"}`,
		`{"data":{"access_token":"canary-2"}}`,
		`{"access_token":["canary-3"]}`,
		`{"error":{"access_token":"canary-4"}}`,
		`{"access_token":{"value":"canary-5"},"error_description":7}`,
	} {
		for _, status := range []int{200, 400, 401, 500} {
			b := newBench(t, nil)
			b.issuer.Put("/token", says(status, "application/json", answer))
			_, err := b.connect()
			if b.failure(err); strings.Contains(everyWord(err), "canary") {
				t.Errorf("status %d, %s: %s", status, answer, everyWord(err))
			}
		}
	}
}

// answers is a network that a test plays.
type answers func(*http.Request) *http.Response

func (a answers) RoundTrip(req *http.Request) (*http.Response, error) { return a(req), nil }

func jsonResponse(req *http.Request, text string) *http.Response {
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(text)), Request: req}
}
