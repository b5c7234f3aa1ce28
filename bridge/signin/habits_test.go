package signin_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/bridge/config"
	"parley/bridge/signin/signintest"
)

// page is what a web site answers to whatever it is asked.
func page(out http.ResponseWriter, _ *http.Request) {
	out.Header().Set("Content-Type", "text/html")
	_, _ = out.Write([]byte("<!doctype html><title>Welcome</title>"))
}

func broken(out http.ResponseWriter, _ *http.Request) {
	http.Error(out, "oops", http.StatusInternalServerError)
}

// typed gives an answer another content type, as static files have it.
func typed(kind string, next http.HandlerFunc) http.HandlerFunc {
	return func(out http.ResponseWriter, req *http.Request) { next(retyped{out, kind}, req) }
}

type retyped struct {
	http.ResponseWriter
	kind string
}

func (r retyped) WriteHeader(status int) {
	r.Header().Set("Content-Type", r.kind)
	r.ResponseWriter.WriteHeader(status)
}

// Each of these is a way in which servers that people use differ from the letter of the standards, or from each other. Other hosts sign
// in to them; the reports are named. Somebody signs in once, calls a tool, and renews.
func TestServersThatWorkElsewhereWorkHere(t *testing.T) {
	const known = "/.well-known/"
	named := func(b *bench, change func(about map[string]any)) { b.server.Describe(change) }
	root := func(b *bench) string { return strings.TrimSuffix(b.server.URL, "/mcp") }
	for name, c := range map[string]struct {
		habits func(*signintest.Habits)
		setUp  func(*bench)
		known  config.SignIn
		look   func(*testing.T, *bench)
	}{
		"resource with a slash too many (vscode#259251)": {
			setUp: func(b *bench) { named(b, func(about map[string]any) { about["resource"] = b.server.URL + "/" }) },
			look:  asksFor(func(b *bench) string { return b.server.URL + "/" }),
		},
		"resource is the whole host (python-sdk#1264, codex#35716)": {
			setUp: func(b *bench) { named(b, func(about map[string]any) { about["resource"] = root(b) }) },
			look:  asksFor(root),
		},
		"resource is the whole host with a slash (python-sdk#1400)": {
			setUp: func(b *bench) { named(b, func(about map[string]any) { about["resource"] = root(b) + "/" }) },
			look:  asksFor(func(b *bench) string { return root(b) + "/" }),
		},
		"resource with the host in capitals": {
			setUp: func(b *bench) {
				named(b, func(about map[string]any) { about["resource"] = strings.Replace(b.server.URL, "http:", "HTTP:", 1) })
			},
		},
		"metadata at the root names the server": {
			setUp: func(b *bench) {
				b.server.Put(known+"oauth-protected-resource/mcp", http.NotFound)
				b.server.Put(known+"oauth-protected-resource", b.server.Metadata)
				b.server.Challenge(func(string) string { return "Bearer" })
			},
		},
		"metadata elsewhere": {
			setUp: func(b *bench) {
				b.server.Put(known+"oauth-protected-resource/mcp", http.NotFound)
				b.server.Put("/about", b.server.Metadata)
				b.server.Challenge(func(string) string { return `Bearer resource_metadata="` + root(b) + `/about"` })
			},
		},
		"metadata at a relative address": {
			setUp: func(b *bench) {
				b.server.Put(known+"oauth-protected-resource/mcp", http.NotFound)
				b.server.Put("/about", b.server.Metadata)
				b.server.Challenge(func(string) string { return `Bearer resource_metadata="/about"` })
			},
		},
		"metadata address that leads nowhere": {
			setUp: func(b *bench) {
				b.server.Challenge(func(where string) string { return `Bearer resource_metadata="` + where + `x"` })
			},
		},
		"metadata address without encryption behind a proxy": {
			setUp: func(b *bench) {
				b.server.Challenge(func(string) string {
					return `Bearer resource_metadata="http://lab.example.org/.well-known/oauth-protected-resource/mcp"`
				})
			},
		},
		"no challenge at all (n8n-mcp#604)": {setUp: func(b *bench) { b.server.Challenge(func(string) string { return "" }) }},
		"several challenges in one line": {
			setUp: func(b *bench) {
				b.server.Challenge(func(where string) string {
					return `Basic realm="scope=x, error=y", Negotiate abc==, Bearer error="invalid_token", resource_metadata="` + where + `", scope="base more"`
				})
			},
			look: asksScopes("base", "more"),
		},
		"challenge without commas": {
			setUp: func(b *bench) {
				b.server.Challenge(func(where string) string { return `Bearer realm="lab" scope="base" resource_metadata="` + where + `"` })
			},
		},
		"challenge without quotes": {
			setUp: func(b *bench) {
				b.server.Challenge(func(where string) string { return `bearer Resource_Metadata=` + where })
			},
		},
		"content type twice (vscode#259251)": {
			setUp: func(b *bench) {
				b.server.Put(known+"oauth-protected-resource/mcp", typed("application/json, application/json", b.server.Metadata))
			},
		},
		"metadata from files without an ending": {
			setUp: func(b *bench) {
				b.server.Put(known+"oauth-protected-resource/mcp", typed("application/octet-stream", b.server.Metadata))
				b.issuer.Put(known+"oauth-authorization-server", typed("text/plain", b.issuer.Metadata))
			},
		},
		"issuer with a slash at its end (python-sdk#1919)": {
			setUp: func(b *bench) {
				named(b, func(about map[string]any) { about["authorization_servers"] = []string{b.issuer.URL + "/"} })
			},
		},
		"issuer with a slash in its own words (Auth0)": {
			setUp: func(b *bench) {
				named(b, func(about map[string]any) { about["authorization_servers"] = []string{b.issuer.URL + "/"} })
				b.issuer.Change(func(h *signintest.Habits) { h.Name, h.SaysIss, h.Iss = b.issuer.URL+"/", true, b.issuer.URL+"/" })
			},
		},
		"issuer that is a tenant, by OpenID Connect alone (vscode#278300)": {
			setUp: func(b *bench) {
				issuer := b.issuer.URL + "/tenant/v2.0/"
				named(b, func(about map[string]any) { about["authorization_servers"] = []string{issuer} })
				b.issuer.Change(func(h *signintest.Habits) { h.Name = issuer })
				b.issuer.Put(known+"oauth-authorization-server/tenant/v2.0", page)
				b.issuer.Put(known+"openid-configuration/tenant/v2.0", broken)
				b.issuer.Put("/tenant/v2.0"+known+"openid-configuration", b.issuer.Metadata)
			},
		},
		"tenant whose host speaks for itself at the tenant's place (claude-code#95270)": {
			setUp: func(b *bench) {
				issuer := b.issuer.URL + "/tenant"
				named(b, func(about map[string]any) { about["authorization_servers"] = []string{issuer} })
				b.issuer.Put(known+"oauth-authorization-server/tenant", b.issuer.Metadata)
				b.issuer.Put("/tenant"+known+"openid-configuration", func(out http.ResponseWriter, _ *http.Request) {
					about := map[string]any{"issuer": issuer, "authorization_endpoint": b.issuer.URL + "/authorize", "token_endpoint": b.issuer.URL + "/token",
						"registration_endpoint": b.issuer.URL + "/register", "code_challenge_methods_supported": []string{"S256", "plain"}, "token_endpoint_auth_methods_supported": []string{"none"}}
					text, _ := json.Marshal(about)
					_, _ = out.Write(text)
				})
			},
		},
		"first of two authorization servers is out of order": {
			setUp: func(b *bench) {
				named(b, func(about map[string]any) {
					about["authorization_servers"] = []string{b.issuer.URL + "/gone", b.issuer.URL}
				})
			},
		},
		"metadata with members of the wrong kind": {
			habits: func(h *signintest.Habits) {
				h.About = func(about map[string]any) { about["scopes_supported"], about["ui_locales_supported"] = "base other", 7 }
			},
			setUp: func(b *bench) { named(b, func(about map[string]any) { about["scopes_supported"] = "base" }) },
		},
		"name that it gives without having promised it (go-sdk#1152, crush#3701)": {
			setUp: func(b *bench) { b.issuer.Change(func(h *signintest.Habits) { h.Iss = b.issuer.URL }) },
		},
		"rights only for apps that were registered for them (oh-my-pi#5107, codex#20503)": {
			habits: func(h *signintest.Habits) { h.WantsScope, h.Scopes = true, []string{"base", "offline_access"} },
			look:   asksScopes("base", "offline_access"),
		},
		"registration that may not name rights": {
			setUp: func(b *bench) {
				b.issuer.Put("/register", func(out http.ResponseWriter, req *http.Request) {
					var app map[string]any
					if json.NewDecoder(req.Body).Decode(&app); app["scope"] != nil {
						http.Error(out, `{"error":"invalid_client_metadata"}`, http.StatusBadRequest)
						return
					}
					text, _ := json.Marshal(app)
					again := req.Clone(req.Context())
					again.Body = nopCloser{strings.NewReader(string(text))}
					b.issuer.Register(out, again)
				})
			},
		},
		"registration answer without a method": {
			habits: func(h *signintest.Habits) {
				h.Registered = func(answer map[string]any) { delete(answer, "token_endpoint_auth_method") }
			},
		},
		"registration answer whose times are no numbers": {
			habits: func(h *signintest.Habits) {
				h.Registered = func(answer map[string]any) {
					answer["client_id_issued_at"], answer["client_secret_expires_at"], answer["redirect_uris"] = "2026-01-01T00:00:00Z", nil, "none"
				}
			},
		},
		"secret that belongs into the form, and nobody says so (ruby_llm-mcp#137)": {
			habits: func(h *signintest.Habits) {
				h.Secretive, h.OnlyForm = true, true
				h.Registered = func(answer map[string]any) { delete(answer, "token_endpoint_auth_method") }
				h.About = func(about map[string]any) { delete(about, "token_endpoint_auth_methods_supported") }
			},
		},
		"secret that belongs into the form, as the metadata says": {
			habits: func(h *signintest.Habits) {
				h.Secretive, h.OnlyForm = true, true
				h.About = func(about map[string]any) {
					about["token_endpoint_auth_methods_supported"] = []string{"client_secret_post"}
				}
			},
		},
		"given client id at a place that names only other methods": {
			habits: func(h *signintest.Habits) {
				h.Clients = map[string]string{"given": ""}
				h.About = func(about map[string]any) {
					about["token_endpoint_auth_methods_supported"] = []string{"none", "private_key_jwt"}
				}
			},
			known: config.SignIn{ClientID: "given"},
			look: func(t *testing.T, b *bench) {
				if n := len(b.issuer.TokenForms()); n != 2 {
					t.Errorf("%d token requests: it was tried in two ways", n)
				}
			},
		},
		"lifetime as text (librechat#420)": {habits: lasts("60")},
		"lifetime with a fraction":         {habits: lasts(60.5)},
		"token type in small letters":      {habits: gives("token_type", "bearer")},
		"no token type":                    {habits: gives("token_type", nil)},
		"rights as a list":                 {habits: gives("scope", []string{"base"})},
		"errors that say nothing":          {habits: gives("error", nil)},
		"token in the form of a form (onyx#14909)": {
			setUp: func(b *bench) {
				b.issuer.Put("/token", func(out http.ResponseWriter, req *http.Request) {
					kept := httptest.NewRecorder()
					b.issuer.Token(kept, req)
					var answer map[string]any
					_ = json.Unmarshal(kept.Body.Bytes(), &answer)
					form := url.Values{}
					for name, value := range answer {
						form.Set(name, fmt.Sprint(value))
					}
					out.Header().Set("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
					_, _ = out.Write([]byte(form.Encode()))
				})
			},
		},
		"token that is called plain text":     {setUp: func(b *bench) { b.issuer.Put("/token", typed("text/plain", b.issuer.Token)) }},
		"token that is called something else": {setUp: func(b *bench) { b.issuer.Put("/token", typed("text/html", b.issuer.Token)) }},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, c.habits)
			b.issuer.Change(func(h *signintest.Habits) { h.TTL = time.Minute })
			b.known = c.known
			b.restart()
			if c.setUp != nil {
				c.setUp(b)
			}
			session, err := b.connect()
			if err != nil {
				t.Fatalf("%v\n%s", err, everyWord(err))
			}
			b.mustCall(session, "whoami")
			b.later(2 * time.Minute)
			b.mustCall(session, "whoami")
			if b.windows() != 1 || b.issuer.Counts().Renewals != 1 {
				t.Errorf("%d windows, %+v", b.windows(), b.issuer.Counts())
			}
			if c.look != nil {
				c.look(t, b)
			}
		})
	}
}

type nopCloser struct{ *strings.Reader }

func (nopCloser) Close() error { return nil }

// gives changes one member of every token answer; nil takes it out.
func gives(member string, value any) func(*signintest.Habits) {
	return func(h *signintest.Habits) {
		h.Given = func(answer map[string]any) {
			if answer[member] = value; value == nil {
				delete(answer, member)
			}
		}
	}
}

func lasts(value any) func(*signintest.Habits) { return gives("expires_in", value) }

// asksFor makes sure that the resource that the server names goes along everywhere, letter by letter (claude-code#52871).
func asksFor(resource func(*bench) string) func(*testing.T, *bench) {
	return func(t *testing.T, b *bench) {
		t.Helper()
		forms := append(b.issuer.TokenForms(), b.issuer.Asked()...)
		for _, form := range forms {
			if got := form.Get("resource"); got != resource(b) {
				t.Errorf("asked for %q, want %q", got, resource(b))
			}
		}
	}
}

func asksScopes(want ...string) func(*testing.T, *bench) {
	return func(t *testing.T, b *bench) {
		t.Helper()
		got := strings.Fields(b.issuer.Asked()[0].Get("scope"))
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("asked for %q, want %q", got, want)
		}
		if registered, _ := b.issuer.Apps()[0]["scope"].(string); registered != strings.Join(want, " ") {
			t.Errorf("registered for %q", registered)
		}
	}
}
