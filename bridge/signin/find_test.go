package signin_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/bridge/signin"
	"parley/bridge/signin/signintest"
)

// network plays every host of a test and notes what it was asked for.
type network struct {
	mu    sync.Mutex
	asked []string
	pages map[string]string // by address; what is not here is 404
}

func (n *network) RoundTrip(req *http.Request) (*http.Response, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asked = append(n.asked, req.URL.String())
	resp := jsonResponse(req, n.pages[req.URL.String()])
	if n.pages[req.URL.String()] == "" {
		resp.StatusCode = http.StatusNotFound
	}
	return resp, nil
}

func challenged(address, header string) *exchange {
	r := refuse(address)
	r.resp.Header.Set("WWW-Authenticate", header)
	return r
}

// Specification, authorization server discovery: where the challenge says, then below the well-known path, then at the root; and for an
// authorization server with a path, OAuth with the path put in, OpenID Connect with it put in, OpenID Connect behind it.
func TestMetadataIsLookedForInTheOrderOfTheSpecification(t *testing.T) {
	const address = "https://lab.example/team/mcp"
	about := func(issuer string) string {
		return fmt.Sprintf(`{"resource":%q,"authorization_servers":[%q]}`, address, issuer)
	}
	for name, c := range map[string]struct {
		header string
		pages  map[string]string
		want   []string
	}{
		"everything": {
			header: `Bearer resource_metadata="https://lab.example/named"`,
			want: []string{
				"https://lab.example/named",
				"https://lab.example/.well-known/oauth-protected-resource/team/mcp",
				"https://lab.example/.well-known/oauth-protected-resource",
				"https://lab.example/.well-known/oauth-authorization-server",
				"https://lab.example/.well-known/openid-configuration",
			},
		},
		"a tenant": {
			header: `Bearer resource_metadata="https://lab.example/named"`,
			pages:  map[string]string{"https://lab.example/named": about("https://login.example/tenant/")},
			want: []string{
				"https://lab.example/named",
				"https://login.example/.well-known/oauth-authorization-server/tenant",
				"https://login.example/.well-known/openid-configuration/tenant",
				"https://login.example/tenant/.well-known/openid-configuration",
			},
		},
		"a host": {
			header: `Bearer`,
			pages:  map[string]string{"https://lab.example/.well-known/oauth-protected-resource/team/mcp": about("https://login.example")},
			want: []string{
				"https://lab.example/.well-known/oauth-protected-resource/team/mcp",
				"https://login.example/.well-known/oauth-authorization-server",
				"https://login.example/.well-known/openid-configuration",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			net := &network{pages: c.pages}
			in := signin.New(signin.Options{Server: "Far lab", URL: address, Base: net})
			r := challenged(address, c.header)
			if err := in.Look(t.Context(), r.resp); err == nil {
				t.Error("there is a place to sign in")
			}
			if !slices.Equal(net.asked, c.want) {
				t.Errorf("asked for\n%s\nwant\n%s", strings.Join(net.asked, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// A server that says that it is another must not be signed in to, also when there would be a way to guess (RFC 9728, 3.3).
func TestServerThatSpeaksForAnotherIsNotGuessedAt(t *testing.T) {
	const address = "https://lab.example/mcp"
	net := &network{pages: map[string]string{
		"https://lab.example/.well-known/oauth-protected-resource/mcp": `{"resource":"https://bank.example/mcp","authorization_servers":["https://login.example"]}`,
		"https://lab.example/.well-known/oauth-authorization-server":   `{"issuer":"https://lab.example","authorization_endpoint":"https://lab.example/a","token_endpoint":"https://lab.example/t","registration_endpoint":"https://lab.example/r","code_challenge_methods_supported":["S256"]}`,
	}}
	b := newBench(t, nil)
	in := signin.New(signin.Options{Server: "Far lab", URL: address, Base: net, Ask: b.person})
	r := challenged(address, "Bearer")
	mention(t, b.failure(in.Authorize(t.Context(), r.req, r.resp)).What, "another address", "https://bank.example/mcp")
	if b.windows() != 0 || slices.Contains(net.asked, "https://lab.example/r") {
		t.Errorf("asked for %v", net.asked)
	}
}

// A host that does not answer is waited for once, not once for every place where something might be.
func TestHostThatHangsIsWaitedForOnce(t *testing.T) {
	b := newBench(t, nil)
	var mu sync.Mutex
	asked := 0
	in := signin.New(signin.Options{Server: "Far lab", URL: "https://lab.example/a/mcp", Ask: b.person, Limit: 50 * time.Millisecond, Base: slow(func() {
		mu.Lock()
		defer mu.Unlock()
		asked++
	})})
	r := challenged("https://lab.example/a/mcp", `Bearer resource_metadata="https://lab.example/x"`)
	mention(t, b.failure(in.Authorize(t.Context(), r.req, r.resp)).What, "did not answer within 50ms")
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}

// slow is a network on which nothing comes back.
type slow func()

func (s slow) RoundTrip(req *http.Request) (*http.Response, error) {
	s()
	<-req.Context().Done()
	return nil, req.Context().Err()
}

// A web site with a page for everything is no place to sign in; most servers of that kind want a key.
func TestWebSiteWithAPageForEverythingIsNoPlaceToSignIn(t *testing.T) {
	b := newBench(t, nil)
	in := signin.New(signin.Options{Server: "Far lab", URL: "https://lab.example/mcp", Ask: b.person, Base: answers(func(req *http.Request) *http.Response {
		resp := jsonResponse(req, "<!doctype html><title>Shop</title>")
		resp.Header.Set("Content-Type", "text/html")
		return resp
	})})
	r := challenged("https://lab.example/mcp", "Bearer")
	f := b.failure(in.Authorize(t.Context(), r.req, r.resp))
	mention(t, f.What, "does not say where to sign in")
	mention(t, f.Do, "key")
	if b.windows() != 0 {
		t.Error("a window was opened")
	}
}

// Where a server names nobody, its own host is asked, as before there was such a thing.
func TestMetadataWithoutAnAuthorizationServerMeansTheHostItself(t *testing.T) {
	b := newBench(t, nil)
	b.server.Describe(func(about map[string]any) { delete(about, "authorization_servers") })
	_, err := b.connect()
	mention(t, b.failure(err).What, "does not say where to sign in")
}

func TestPlaceWithoutTheGoodKindOfPKCEIsRefused(t *testing.T) {
	for _, methods := range [][]string{{"plain"}, {}, nil} {
		b := newBench(t, func(h *signintest.Habits) {
			h.About = func(about map[string]any) { about["code_challenge_methods_supported"] = methods }
		})
		_, err := b.connect()
		mention(t, b.failure(err).What, "PKCE")
		if b.windows() != 0 || b.issuer.Counts().Registrations != 0 {
			t.Errorf("%v: %d windows, %+v", methods, b.windows(), b.issuer.Counts())
		}
	}
}

func TestPlaceThatIsOutOfOrderIsNotGuessedAt(t *testing.T) {
	for _, answer := range []http.HandlerFunc{broken, page, says(429, "", ""), says(408, "", ""), says(302, "", ""), says(200, "application/json", `[]`), says(200, "application/json", `{"issuer":7}`)} {
		b := newBench(t, nil)
		b.issuer.Put("/.well-known/oauth-authorization-server", answer)
		_, err := b.connect()
		b.failure(err)
		if b.windows() != 0 || b.issuer.Counts().Registrations != 0 {
			t.Errorf("%d windows, %+v", b.windows(), b.issuer.Counts())
		}
	}
}

// The browser may come back with any of the reasons of RFC 6749, 4.1.2.1. Each has its words, and what to do.
func TestEveryReasonForWhichTheBrowserComesBack(t *testing.T) {
	for code, want := range map[string][2]string{
		"access_denied":           {"denied", "again"},
		"invalid_scope":           {"rights", "scopes"},
		"unauthorized_client":     {"does not know Parley", "known there again"},
		"server_error":            {"not able to", "Wait"},
		"temporarily_unavailable": {"not able to", "Wait"},
		"invalid_request":         {"refused", "again"},
		"login_required":          {"refused", "again"},
	} {
		t.Run(code, func(t *testing.T) {
			b := newBench(t, nil)
			b.issuer.Put("/authorize", func(out http.ResponseWriter, req *http.Request) {
				q := req.URL.Query()
				http.Redirect(out, req, q.Get("redirect_uri")+"?error="+code+"&state="+q.Get("state"), http.StatusFound)
			})
			_, err := b.connect()
			f := b.failure(err)
			mention(t, f.What, want[0])
			mention(t, f.Do, want[1])
			b.issuer.Put("/authorize", nil)
			b.Retry()
			b.mustConnect()
			if again := code == "unauthorized_client"; (b.issuer.Counts().Registrations == 2) != again {
				t.Errorf("%d registrations", b.issuer.Counts().Registrations)
			}
		})
	}
}

// A name and a password in the address are for the server, and for nobody else.
func TestPasswordInTheAddressGoesToNobodyElse(t *testing.T) {
	for _, issuer := range []string{"https://login.example", "https://lab.example"} { // named by the server, and guessed
		var mu sync.Mutex
		var all strings.Builder
		in := signin.New(signin.Options{
			Server: "Far lab", URL: "https://me:p4ssw0rd@lab.example/mcp#x",
			Ask: func(_ context.Context, link string, _ <-chan struct{}) error { all.WriteString(link); return errNo },
			Base: answers(func(req *http.Request) *http.Response {
				mu.Lock()
				defer mu.Unlock()
				var body []byte
				if req.Body != nil {
					body, _ = io.ReadAll(req.Body)
				}
				fmt.Fprintln(&all, req.URL, req.Header, string(body))
				resp := jsonResponse(req, strings.ReplaceAll(`{"issuer":"@","authorization_endpoint":"@/a","token_endpoint":"@/t","registration_endpoint":"@/r","code_challenge_methods_supported":["S256"]}`, "@", issuer))
				switch {
				case req.URL.Path == "/r":
					return jsonResponse(req, `{"client_id":"x"}`)
				case !strings.Contains(req.URL.Path, "oauth-protected-resource"):
				case issuer == "https://lab.example":
					resp.StatusCode = http.StatusNotFound
				default:
					return jsonResponse(req, `{"resource":"https://lab.example/mcp","authorization_servers":["https://login.example"]}`)
				}
				return resp
			}),
		})
		r := challenged("https://lab.example/mcp", "Bearer")
		err := in.Authorize(t.Context(), r.req, r.resp)
		mention(t, all.String(), "resource=https%3A%2F%2Flab.example%2Fmcp&")
		if text := all.String() + everyWord(err); strings.Contains(text, "p4ssw0rd") || strings.Contains(text, "bWU6cDRzc3cwcmQ") {
			t.Error(text)
		}
	}
}
