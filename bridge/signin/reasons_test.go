package signin_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"parley/bridge/config"
	"parley/bridge/signin/signintest"
)

// A place that lets no new app in for now wants to be waited for. Only one that never does is a reason to ask people for a client id.
func TestRegistrationThatIsRefusedSaysForHowLong(t *testing.T) {
	wait := [2]string{"at the moment", "Wait a little"}
	for name, c := range map[string]struct {
		answer  http.HandlerFunc
		guessed bool // nothing is known of the place
		want    [2]string
	}{
		"429": {says(429, "text/plain", "slow down"), false, wait},
		"429, and for how long": {func(out http.ResponseWriter, req *http.Request) {
			out.Header().Set("Retry-After", "90")
			says(429, "text/plain", "slow down")(out, req)
		}, false, [2]string{"at the moment", "left alone for 1m30s"}},
		"408":                      {says(408, "", ""), false, wait},
		"500":                      {says(500, "text/html", "<h1>oops</h1>"), false, wait},
		"503":                      {says(503, "", ""), false, wait},
		"temporarily_unavailable":  {says(400, "application/json", `{"error":"temporarily_unavailable","error_description":"over quota"}`), false, wait},
		"slow_down":                {says(403, "application/json", `{"error":"slow_down"}`), false, wait},
		"401":                      {says(401, "", ""), false, [2]string{"does not let new apps in (status 401)", "client id"}},
		"403":                      {says(403, "application/json", `{"error":"access_denied"}`), false, [2]string{"does not let new apps in (status 403)", "client id"}},
		"405":                      {says(405, "", ""), false, [2]string{"does not let new apps in (status 405)", "client id"}},
		"invalid_client_metadata":  {says(400, "application/json", `{"error":"invalid_client_metadata"}`), false, [2]string{"does not let new apps in (status 400)", "client id"}},
		"invalid_redirect_uri":     {says(400, "application/json", `{"error":"invalid_redirect_uri"}`), false, [2]string{"come back to this computer", "client id"}},
		"429 of an unknown place":  {says(429, "", ""), true, wait},
		"503 of an unknown place":  {says(503, "", ""), true, wait},
		"500 of an unknown place":  {broken, true, [2]string{"does not say where to sign in", "key"}},
		"page of an unknown place": {page, true, [2]string{"does not say where to sign in", "key"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, func(h *signintest.Habits) { h.NoMetadata = c.guessed })
			b.issuer.Put("/register", c.answer)
			_, err := b.connect()
			f := b.failure(err)
			mention(t, f.What, c.want[0])
			mention(t, f.Do, c.want[1])
			if waits := strings.Contains(f.What, "at the moment"); waits && strings.Contains(f.Do, "client id") || b.windows() != 0 {
				t.Errorf("%s: %d windows", f.Do, b.windows())
			}
			if name == "temporarily_unavailable" {
				mention(t, f.Detail, "temporarily_unavailable", "over quota")
			}
		})
	}
}

// invalid_target (RFC 8707, 2) comes with the browser or instead of the tokens. What can be done depends on whose word the address is.
func TestAddressThatNoSignInIsGivenForSaysWhatToDo(t *testing.T) {
	const said = `{"error":"invalid_target","error_description":"unknown resource"}`
	comesBack := func(out http.ResponseWriter, req *http.Request) {
		q := req.URL.Query()
		http.Redirect(out, req, q.Get("redirect_uri")+"?error=invalid_target&state="+q.Get("state"), http.StatusFound)
	}
	for name, c := range map[string]struct {
		path   string
		answer http.HandlerFunc
	}{
		"with the browser":         {"/authorize", comesBack},
		"instead of the tokens":    {"/token", says(400, "application/json", said)},
		"said with 200":            {"/token", says(200, "application/json", said)},
		"in the form of a form":    {"/token", says(400, "application/x-www-form-urlencoded", "error=invalid_target")},
		"not allowed, says a gate": {"/token", says(403, "application/json", said)},
	} {
		for _, named := range []bool{true, false} {
			b := newBench(t, nil)
			if !named { // the server says nothing, and its host is asked
				b.server.Put("/.well-known/oauth-protected-resource/mcp", http.NotFound)
				b.server.Put("/.well-known/oauth-protected-resource", http.NotFound)
				b.server.Put("/.well-known/oauth-authorization-server", b.issuer.Metadata)
				b.issuer.Change(func(h *signintest.Habits) { h.Name = strings.TrimSuffix(b.server.URL, "/mcp") })
			}
			b.issuer.Put(c.path, c.answer)
			_, err := b.connect()
			f := b.failure(err)
			mention(t, f.What, "gives no sign-in for its address", b.server.URL)
			mention(t, f.Detail, "invalid_target")
			if want := map[bool]string{true: "The server itself names that address", false: "Check that the address in the entry"}[named]; !strings.Contains(f.Do, want) {
				t.Errorf("%s, named %v: %s", name, named, f.Do)
			}
		}
	}
}

// Two issuers on one host are two: the part that differs is named, which is often a tenant.
func TestIssuersAreToldApartByWhatDiffers(t *testing.T) {
	for name, c := range map[string]struct {
		calls func(own string) string
		words []string // after the host
	}{
		"a tenant":       {func(own string) string { return own + "/tenant-b" }, []string{"@, but", "@/tenant-b."}},
		"a placeholder":  {func(own string) string { return own + "/{tenantid}/v2.0" }, []string{"@, but", "/v2.0."}},
		"without a host": {func(own string) string { return strings.Replace(own, "http://", "https://", 1) }, []string{"http://@, but", "https://@."}},
		"a query":        {func(own string) string { return own + "?x=1" }, []string{"http://@, but", "http://@?x=1."}},
		"another host":   {func(string) string { return "https://accounts.example.com/x" }, []string{"@, but", "accounts.example.com."}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			own, host := b.issuer.URL, strings.TrimPrefix(b.issuer.URL, "http://")
			b.issuer.Change(func(h *signintest.Habits) { h.Name = c.calls(own) })
			_, err := b.connect()
			f := b.failure(err)
			for _, words := range c.words {
				mention(t, f.What, strings.ReplaceAll(words, "@", host))
			}
			mention(t, f.Do, "Do not sign in")
		})
	}
}

func TestBrowserThatComesBackFromAnotherTenantIsToldByItsTenant(t *testing.T) {
	b := newBench(t, nil)
	b.issuer.Change(func(h *signintest.Habits) { h.SaysIss, h.Iss = true, b.issuer.URL+"/tenant-b" })
	_, err := b.connect()
	host := strings.TrimPrefix(b.issuer.URL, "http://")
	mention(t, b.failure(err).What, "at "+host+", but", "from "+host+"/tenant-b.", "Nothing was given away")
}

// A protection that is not announced may be there all the same: nobody is called unsafe for it.
func TestPlaceThatDoesNotAnnouncePKCEIsNotCalledUnsafe(t *testing.T) {
	for _, c := range []struct {
		methods []string
		want    [2]string
	}{
		{nil, [2]string{"does not announce", "may only have been forgotten"}},
		{[]string{}, [2]string{"does not announce", "may only have been forgotten"}},
		{[]string{"plain"}, [2]string{"only in a form that Parley may not use (plain)", "has to name S256"}},
	} {
		b := newBench(t, func(h *signintest.Habits) {
			h.About = func(about map[string]any) {
				if about["code_challenge_methods_supported"] = c.methods; c.methods == nil {
					delete(about, "code_challenge_methods_supported")
				}
			}
		})
		_, err := b.connect()
		f := b.failure(err)
		mention(t, f.What, "PKCE", strings.TrimPrefix(b.issuer.URL, "http://"), c.want[0])
		mention(t, f.Do, "code_challenge_methods_supported", c.want[1])
		if strings.Contains(f.What+f.Do, "safe") {
			t.Errorf("%s %s", f.What, f.Do)
		}
	}
}

// A client id out of the entry is for the person to correct: Parley cannot make itself known in its place.
func TestClientIDThatIsNotTakenIsTheEntrys(t *testing.T) {
	for _, code := range []string{"invalid_client", "unauthorized_client"} {
		for _, path := range []string{"/authorize", "/token"} {
			b := newBench(t, func(h *signintest.Habits) { h.Clients = map[string]string{"mine": ""} })
			b.known = config.SignIn{ClientID: "mine"}
			b.restart()
			answer := says(401, "application/json", `{"error":"`+code+`"}`)
			if path == "/authorize" {
				answer = func(out http.ResponseWriter, req *http.Request) {
					q := req.URL.Query()
					http.Redirect(out, req, q.Get("redirect_uri")+"?error="+code+"&state="+q.Get("state"), http.StatusFound)
				}
			} else {
				b.act = func(ctx context.Context, link string) error { return b.visit(ctx, link) }
			}
			b.issuer.Put(path, answer)
			_, err := b.connect()
			f := b.failure(err)
			mention(t, f.What, "client id")
			mention(t, f.Do, "Press Edit")
		}
	}
}

// Rights that are refused when the tokens are fetched have the words of those that are refused in the browser.
func TestRightsThatAreRefusedLateSayWhichToAskFor(t *testing.T) {
	b := newBench(t, nil)
	b.issuer.Put("/token", says(400, "application/json", `{"error":"invalid_scope","error_description":"no such scope"}`))
	_, err := b.connect()
	f := b.failure(err)
	mention(t, f.What, "rights")
	mention(t, f.Do, "scopes")
	mention(t, f.Detail, "no such scope")
}
